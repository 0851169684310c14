#!/usr/bin/env python3
"""Checks that the reference says of every public function what goes in and what comes out.

    check_reference.py FOLDER …

Each FOLDER has the symbol graphs of a module. A public symbol needs a comment. A function needs a line for each parameter but
those that default to the call site, for its result unless the first line begins with Returns or Whether or it is the type
itself, and for what it throws. A function may point to another one instead: "See ``…``", "as for", "The parameters are those".
Ends with `N symbols, N mistakes`.
"""
import json
import pathlib
import re
import sys

CALL_SITE = {"fileID", "filePath", "line", "column", "sourceLocation"}
FUNCTIONS = {"swift.method", "swift.type.method", "swift.func", "swift.func.op", "swift.init", "swift.subscript"}
POINTER = re.compile(r"\b[Ss]ee ``|\b[Aa]s\s(``|for\s)|\blike\s``|parameters\sare\sthose")


def mistakes(symbol):
    if symbol["kind"]["identifier"] == "swift.extension":
        return
    comment = "\n".join(line["text"] for line in symbol.get("docComment", {}).get("lines", []))
    if not comment:
        yield "has no comment"
        return
    if symbol["kind"]["identifier"] not in FUNCTIONS or POINTER.search(comment):
        return
    signature = symbol.get("functionSignature", {})
    for parameter in signature.get("parameters", []):
        name = parameter.get("internalName", parameter["name"]).strip("`")
        if name not in CALL_SITE and not re.search(rf"-\s+(Parameter\s+)?`?{re.escape(name)}`?\s*:", comment):
            yield f"does not say what {name} is"
    result = "".join(fragment["spelling"] for fragment in signature.get("returns", []))
    owner = symbol["pathComponents"][-2] if len(symbol["pathComponents"]) > 1 else ""
    says_it = re.match(r"Returns|Whether", comment) or "- Returns:" in comment
    if result not in ("", "()", "Void", "Self", "some View") and result.split("<")[0] != owner and not says_it:
        yield f"does not say what the {result} is"
    declaration = "".join(fragment["spelling"] for fragment in symbol.get("declarationFragments", []))
    # Without what is in parentheses: closures among the parameters may throw, too.
    while (shorter := re.sub(r"\([^()]*\)", "", declaration)) != declaration:
        declaration = shorter
    if re.search(r"\bthrows\b", declaration) and "- Throws:" not in comment:
        yield "does not say what it throws"


def main(folders):
    seen, count = set(), 0
    for path in sorted(path for folder in folders for path in pathlib.Path(folder).rglob("*.symbols.json")):
        for symbol in json.loads(path.read_text())["symbols"]:
            identifier = symbol["identifier"]["precise"]
            # What the compiler writes has no place in a file; projected values share their property's comment.
            place = symbol.get("location", {})
            if identifier in seen or "::SYNTHESIZED::" in identifier or not place.get("position", {}).get("line"):
                continue
            seen.add(identifier)
            for mistake in mistakes(symbol):
                count += 1
                file = place["uri"].removeprefix("file://")
                print(f"{file}:{place['position']['line'] + 1}: {'.'.join(symbol['pathComponents'])} {mistake}.")
    print(f"{len(seen)} symbols, {count} mistakes")
    sys.exit(1 if count or not seen else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
