"""Compares each English page with the Chinese one beside it. Run by Scripts/check-translations.sh."""

import os
import re
import sys
from collections import Counter
from fnmatch import fnmatch
from pathlib import Path

from accepted_translations import Accepted, sections

SUFFIX = ".zh-Hans"
CHINESE = re.compile(r"[\u4e00-\u9fff]")
LANGUAGE_LINE = re.compile(r"^ *(?:> )?(?:Language: |语言：).*$", re.M)
# Lists the Chinese pages, and stands only on the English front page of a library.
CHINESE_TOPIC = re.compile(r"^### 简体中文\n.*?(?=^#|\Z)", re.M | re.S)


# What stays English: the list of changes; the pages of the doctor's rules, which are generated from its sources, and how the rules were
# judged; extensions of symbols; the tutorial's table of contents; and the pages about tests, which lie beside them.
ENGLISH_ONLY = (
    "CHANGELOG.md", "Tools/ServiceDoctor/Documentation/*", "*.docc/Extensions/*", "*.docc/Tutorials/Tutorials.tutorial",
    "Tests/*", "*/Tests/*",
)


def english_pages():
    """Every page that must have a translation: Markdown files and tutorials, but those that stay English."""
    pages = []
    for folder, folders, names in os.walk("."):
        # What a build makes is in folders that begin with a dot.
        folders[:] = [name for name in folders if not name.startswith(".")]
        paths = [Path(folder, name) for name in names if name.endswith((".md", ".tutorial"))]
        pages += [path for path in paths if not any(fnmatch(path.as_posix(), pattern) for pattern in ENGLISH_ONLY)]
    return sorted(page for page in pages if not page.stem.endswith(SUFFIX))


def catalog(page):
    """The DocC catalog that a page is in; None for a page that is read where it lies."""
    return next((folder for folder in page.parents if folder.suffix == ".docc"), None)


def is_front(page):
    """Whether it is the front page of a library or of the site. Its topics list everything, so there they stay English."""
    return page.parent.suffix == ".docc"


def listing(page):
    """The page that lists the translation of this one; None for a page outside of the catalogs."""
    folder = catalog(page)
    if folder is None:
        return None
    if page.suffix == ".tutorial":
        return folder / "Tutorials" / "Tutorials.tutorial"
    return folder / ("SwiftService.md" if folder.stem == "Site" else f"{folder.stem}.md")


def translation(page):
    return page.with_name(page.stem + SUFFIX + page.suffix)


def translated_text(path):
    """What a translation has to say, line by line as in the file."""
    text = LANGUAGE_LINE.sub("", path.read_text(encoding="utf-8"))
    return text.split("\n## Topics\n")[0] if is_front(path) else text


def translated_sections(path):
    return sections(translated_text(path), is_tutorial=path.suffix == ".tutorial")


class Page:
    """What both languages must have in common, and the prose."""

    def __init__(self, path):
        self.is_tutorial = path.suffix == ".tutorial"
        self.language_lines = LANGUAGE_LINE.findall(path.read_text(encoding="utf-8"))
        text = CHINESE_TOPIC.sub("", translated_text(path))
        self.code = []
        prose = []
        block = None
        for line in text.splitlines():
            fence = re.match(r" *(`{3,}|~{3,})(.*)", line)
            if block is None and fence:
                block = [fence[2].strip(), fence[1], []]
            elif block is not None and line.strip() == block[1]:
                # A drawing or a message without a language may be translated.
                self.code.append((block[0], "\n".join(block[2]) if block[0] else None))
                block = None
            elif block is not None:
                block[2].append(line)
            else:
                prose.append(line)
        self.prose = prose
        joined = "\n".join(prose)
        self.headings = [len(m[1]) for m in re.finditer(r"^(#+) ", joined, re.M)]
        self.snippets = re.findall(r"<!-- snippet: (.*?) -->", joined)
        self.rows = len([line for line in prose if line.startswith("|")])
        self.directives = [] if not self.is_tutorial else re.findall(r"^ *@(\w+)", joined, re.M) + re.findall(r"\bfile: ([\w.-]+)", joined)
        # The title of a library's front page is its module; the translation is an article with a title of its own.
        self.symbols = Counter(re.findall(r"``([^`]+)``", re.sub(r"^# .*$", "", joined, flags=re.M)))
        targets = re.findall(r"<(doc:[^>]+)>", joined) + re.findall(r"\]\(([^)<]+)\)", joined)
        targets += re.findall(r'"(doc:[^"]+)"', joined)
        # A place on the same page goes by its heading, which is translated.
        self.links = Counter("#" if target.startswith("#") else target for target in targets)

    def untranslated(self):
        """Paragraphs of English: many words, and no Chinese character."""
        for paragraph in "\n".join(self.prose).split("\n\n"):
            text = re.sub(r"`[^`]*`|<[^>]*>|\([^)]*\)", "", paragraph)
            if not CHINESE.search(text) and len(re.findall(r"[A-Za-z]{3,}", text)) >= 8:
                yield paragraph.strip().splitlines()[0][:70]


def is_file(link):
    """Whether a link leads to a file or folder of the repository."""
    return link != "#" and not re.match(r"[a-z]+:", link)


def target(page, link):
    """The file or folder that a link of a page leads to; for a folder with a README that, as it is what a reader sees."""
    path = Path(os.path.normpath(page.parent / link.split("#")[0]))
    return path / "README.md" if (path / "README.md").is_file() else path


def in_chinese(links, page, pages):
    """The links that the translation of a page must have: to Chinese pages where there are any."""
    names = {page.stem for page in pages if catalog(page)}

    def convert(link):
        name = link.removeprefix("doc:").split("/")[-1]
        if link.startswith("doc:") and name in names:
            # A library's front page is the module itself, /Name, and its translation an article of the module.
            return f"{link}/{name}{SUFFIX}" if link == f"doc:/{name}" else f"{link}{SUFFIX}"
        if is_file(link) and (found := target(page, link)) in pages:
            return os.path.relpath(translation(found), page.parent)
        return link

    return Counter({convert(link): count for link, count in links.items() if not link.endswith(SUFFIX)})


def compare(path, pages):
    other = translation(path)
    if not other.exists():
        yield f"{other.name} is missing"
        return
    english, chinese = Page(path), Page(other)
    link, back = (f"<doc:{page.stem}>" if catalog(path) else page.name for page in (other, path))
    if not any(f"({link})" in line and "**English**" in line for line in english.language_lines):
        yield f"the English page needs a line '> Language: **English** | [简体中文]({link})'"
    backs = [f"({back})", f"({back.replace('doc:', 'doc:/')})"]  # The second one is the module, where a type has the same name.
    if not any(any(b in line for b in backs) and "**简体中文**" in line for line in chinese.language_lines):
        yield f"the Chinese page needs a line '> 语言：[English]({back}) | **简体中文**'"
    lists = listing(path)
    if lists and f"doc:{other.stem}" not in lists.read_text(encoding="utf-8"):
        yield f"{lists} does not list doc:{other.stem} under 简体中文"
    if is_front(path) and "\n## Topics\n" in other.read_text(encoding="utf-8"):
        yield "the Chinese front page has topics; the English one lists everything"
    for what in ("headings", "snippets", "code", "rows", "directives", "symbols"):
        ours, theirs = getattr(english, what), getattr(chinese, what)
        if what == "code":
            ours, theirs = [c for c in ours], [c for c in theirs]
        if ours != theirs:
            yield f"{what} differ: {difference(ours, theirs)}"
    expected = in_chinese(english.links, path, pages)
    if expected != chinese.links:
        yield f"links differ: {difference(expected, chinese.links)}"
    for page, links in ((path, english.links), (other, chinese.links)):
        for link in links:
            if is_file(link) and not target(page, link).exists():
                yield f"{page.name} links to {link}, which is not there"
    for start in chinese.untranslated():
        yield f"not translated: {start}"


def difference(ours, theirs):
    if isinstance(ours, Counter):
        return f"only in English {list((ours - theirs))}, only in Chinese {list((theirs - ours))}"
    if isinstance(ours, int):
        return f"{ours} and {theirs}"
    for index, (a, b) in enumerate(zip(ours, theirs)):
        if a != b:
            return f"number {index + 1} is {str(a)[:60]!r} and {str(b)[:60]!r}"
    return f"{len(ours)} and {len(theirs)}"


def accept(chosen, pages):
    """Notes that translations are up to date: of some pages, or of all. Forgets pages that are gone."""
    accepted = Accepted()
    if not chosen:
        accepted.pages = {}
        accepted.problems = []
    problems = list(accepted.problems)
    for page in chosen or pages:
        if page not in pages and page.as_posix() not in accepted.pages:
            problems.append(f"{page}: there is no such English page")
        differences = [f"{page}: {problem}" for problem in compare(page, pages)] if page in pages else []
        problems += differences
        if not differences:
            accepted.accept(page, translated_sections(page) if page in pages else None)
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        print("Nothing was accepted.", file=sys.stderr)
        return 1
    accepted.write()
    return 0


def main(arguments):
    pages = english_pages()
    if arguments[:1] == ["--accept"]:
        return accept([Path(a) for a in arguments[1:]], pages)
    chosen = [Path(a) for a in arguments] or pages
    accepted = Accepted()
    others = list(accepted.problems) + ([] if arguments else list(accepted.gone(pages)))
    for problem in others:
        print(problem, file=sys.stderr)
    passed = failed = 0
    for page in chosen:
        problems = [f"{page}: {problem}" for problem in compare(page, pages)]
        problems += accepted.compare(page, translated_sections(page))
        for problem in problems:
            print(problem, file=sys.stderr)
        if problems:
            failed += 1
        else:
            passed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or others else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
