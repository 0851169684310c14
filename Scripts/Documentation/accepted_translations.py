"""Remembers which English text each Chinese page says. Used by check_translations.py.

Documentation/translations.txt has one line for each section of each English page: a digest of its prose, the page and the heading.
A section is the text below one heading, up to the next. Code between fences and the names of snippets are left out: they are
compared otherwise. So is how lines are wrapped.
"""

import hashlib
import re
from collections import Counter
from pathlib import Path

FILE = Path("Documentation/translations.txt")
COMMAND = "Scripts/check-translations.sh --accept"
INTRODUCTION = f"""\
# What the Chinese pages say: a digest of each section of the English pages, as of when its translation was last brought up to date.
# After translating a page, run: {COMMAND} PAGE
"""
HEADING = re.compile(r"#+ +(.*)")
# What a tutorial has in place of headings.
TUTORIAL_HEADING = re.compile(r' *@(?:Intro|Section|Tutorial|Chapter|Assessments)\b(?:.*title: "([^"]*)")?')
LINE = re.compile(r"([0-9a-f]{12}) ([^:]+): (.*)")


def sections(text, is_tutorial=False):
    """The sections of a page: its headings, each with its line and the digest of what follows."""
    heading, line, prose, fence = "(top)", 1, [], None
    found = {}
    seen = Counter()

    def close():
        words = " ".join(" ".join(prose).split())
        if heading == "(top)" and not words:
            return
        seen[heading] += 1
        name = heading if seen[heading] == 1 else f"{heading} ({seen[heading]})"
        found[name] = (line, hashlib.sha256(words.encode()).hexdigest()[:12])

    for number, content in enumerate(text.splitlines(), 1):
        mark = re.match(r" *(`{3,}|~{3,})", content)
        if fence:
            fence = None if content.strip() == fence else fence
        elif mark:
            fence = mark[1]
        elif title := (TUTORIAL_HEADING if is_tutorial else HEADING).match(content):
            close()
            heading, line, prose = title[1] or content.strip(" {"), number, []
        elif "<!-- snippet: " not in content:
            prose.append(content)
    close()
    return found


class Accepted:
    """What Documentation/translations.txt says."""

    def __init__(self):
        self.pages = {}
        self.problems = []
        lines = FILE.read_text(encoding="utf-8").splitlines() if FILE.exists() else []
        for number, line in enumerate(lines, 1):
            if line.startswith("#") or not line.strip():
                continue
            match = LINE.fullmatch(line)
            if not match:
                self.problems.append(f"{FILE}:{number}: not a line of this file. Remove the marks of a merge, and keep the lines of both sides")
                continue
            self.pages.setdefault(match[2], {}).setdefault(match[3], []).append(match[1])

    def compare(self, page, current):
        """What changed in a page since its translation was accepted. Each problem has its line, and the command that accepts."""
        known = self.pages.get(page.as_posix())
        remedy = f"When the Chinese page is up to date, run: {COMMAND} {page}"
        if known is None:
            yield f"{page}:1: the page is not in {FILE}. {remedy}"
            return
        for heading, (line, digest) in current.items():
            accepted = known.get(heading)
            if accepted is None:
                yield f"{page}:{line}: '{heading}' is new. {remedy}"
            elif digest not in accepted:
                yield f"{page}:{line}: '{heading}' has changed since it was translated. {remedy}"
            elif len(accepted) > 1:
                yield f"{page}:{line}: '{heading}' is in {FILE} twice. Run: {COMMAND} {page}"
        for heading in known:
            if heading not in current:
                yield f"{page}:1: '{heading}' is gone, or has another name. {remedy}"

    def gone(self, pages):
        """The pages that this file names and that are none."""
        for page in sorted(set(self.pages) - {page.as_posix() for page in pages}):
            yield f"{page}: there is no such English page, but {FILE} names it. Run: {COMMAND} {page}"

    def accept(self, page, current):
        """Takes a page as it is now, or forgets it if there is none."""
        if current is None:
            self.pages.pop(page.as_posix(), None)
        else:
            self.pages[page.as_posix()] = {heading: [digest] for heading, (_, digest) in current.items()}

    def write(self):
        lines = [
            f"{digest} {page}: {heading}\n"
            for page, headings in self.pages.items()
            for heading, digests in headings.items()
            for digest in digests
        ]
        # By page and heading, so that two branches that change different sections change different lines.
        lines.sort(key=lambda line: line.split(" ", 1)[1])
        FILE.parent.mkdir(parents=True, exist_ok=True)
        FILE.write_text(INTRODUCTION + "".join(lines), encoding="utf-8")
