"""Makes one navigation of a combined archive. Run by Scripts/build-docs.sh.

DocC's renderer takes the part of the library that the page belongs to, so that a reader who filters finds nothing of the
others. It goes by nodes of the type "module": with one of them, the front page, every page gets the whole tree.
"""

import json
import sys
from pathlib import Path

FRONT = "/documentation/swiftservice"

path = Path(sys.argv[1]) / "index" / "index.json"
index = json.loads(path.read_text())
for language, roots in index["interfaceLanguages"].items():
    nodes = [child for root in roots for child in root.get("children", [])]
    front = next(node for node in nodes if node.get("path") == FRONT)
    libraries = [node for node in nodes if node.get("type") == "module" and node is not front]
    paths = {node["path"] for node in libraries}
    for node in libraries:
        node["type"] = "collection"
    # The front page lists the libraries as links without children: the whole trees take their place.
    pages = [node for node in front.get("children", []) if node.get("path") not in paths and node.get("title") != "Libraries"]
    group = {"title": "Libraries", "type": "groupMarker"}
    index["interfaceLanguages"][language] = [
        {"title": front["title"], "type": "module", "path": FRONT, "children": pages + [group] + libraries}
    ]
path.write_text(json.dumps(index, ensure_ascii=False, separators=(",", ":")))
