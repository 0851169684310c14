#!/usr/bin/env python3
"""Finds what no compiler on Linux refuses, and Apple's do.

    Scripts/apple_lint.py FILE...   prints each finding, and ends with 1 if there is one
    Scripts/apple_lint.py --test    checks the rules against examples

Rules: names of the system versions of autumn 2025 (26) and spring 2025, outside of `#available` and `@available`; integer literals
that 32 bits do not hold, as `Int` on watchOS; exit tests outside of `#if os(macOS)`. A package that needs system version 26
is not checked for its names; literals are checked in the sources of packages for watchOS.
"""
import pathlib
import re
import sys

NEW_NAMES = re.compile(
    r"\b(InlineArray|Observations|UTF8Span|Task\s*\.\s*immediate(?:Detached)?|addImmediateTask(?:UnlessCancelled)?|"
    r"isolated\s+deinit|Task\s*\(\s*name\s*:|addTask\s*\(\s*name\s*:|isIsolatingCurrentContext|isMainExecutor|"
    r"withTaskCancellationShield)"
)
GUARD = re.compile(r"[#@]available\s*\([^)]*\b(?:iOS|macOS)\s+(?:26|18\.4|15\.4)\b")
LITERAL = re.compile(r"(?<![\w.])(0x[0-9A-Fa-f_]+|0b[01_]+|[0-9][0-9_]*)(?![\w.]|\.\d)")
WIDE = re.compile(r"\b(?:U?Int(?:64|128)|Double)\s*(?:\(\s*(?:truncatingIfNeeded:\s*)?|\??\s*=\s*)-?$")


def without_texts(source):
    """The source with the inside of comments and string literals blanked, line by line as before."""

    def blank(match):
        return re.sub(r"[^\n]", " ", match.group())

    return re.sub(r'/\*.*?\*/|//[^\n]*|(#*)""".*?"""\1|(#+)".*?"\2|"(?:\\.|[^"\\\n])*"', blank, source, flags=re.S)


def value(literal):
    """The value of an integer literal."""
    digits = literal.replace("_", "")
    return int(digits, 0) if digits[:2] in ("0x", "0b") else int(digits)


def findings(source, rules=("names", "literals", "exits")):
    """The findings in one file, as pairs of a line's number and a text."""
    found = []
    blocks = [False]  # of every open brace, whether what is in it is guarded
    conditions = []  # of every open `#if`
    statement = ""  # the text since the last brace
    for number, line in enumerate(without_texts(source).split("\n"), 1):
        directive = re.match(r"\s*#(if|elseif|else|endif)\b(.*)", line)
        if directive:
            word, condition = directive.groups()
            if word == "if":
                conditions.append(condition)
            elif conditions:
                conditions.pop()
                if word != "endif":
                    conditions.append(condition)
            continue
        if "exits" in rules and "processExitsWith" in line and not any("os(macOS)" in each for each in conditions):
            found.append((number, "An exit test: put it inside of #if os(macOS) || os(Linux) || os(Windows)."))
        if "literals" in rules:
            for match in LITERAL.finditer(line):
                # What 64 bits do not hold either has another type, or does not compile here.
                if not 2**31 <= value(match.group()) < 2**63:
                    continue
                after = line[match.end() :]
                if not WIDE.search(line[: match.start()]) and not re.match(r"\s+as\s+U?Int(64|128)", after):
                    found.append((number, f"{match.group()} overflows Int on watchOS: write Int64({match.group()})."))
        for part in re.split(r"([{}])", line):
            if part == "{":
                guarded = bool(GUARD.search(statement))
                blocks.append(blocks[-1] or guarded)
                # What follows `guard #available(…) else { … }` is guarded, and what is in its braces is not.
                if guarded and re.search(r"\bguard\b[^{}]*$", statement):
                    blocks[-1] = blocks[-2]
                    blocks[-2] = True
                statement = ""
            elif part == "}":
                if len(blocks) > 1:
                    blocks.pop()
                statement = ""
            else:
                statement += part + "\n"
                match = NEW_NAMES.search(part)
                if "names" in rules and match and not blocks[-1] and not GUARD.search(statement):
                    found.append((number, f"{match.group()} needs a newer system than the package: use #available."))
    return found


def rules_for(path):
    """The rules that go for a file, by the package and the target that it belongs to."""
    manifest = next((folder / "Package.swift" for folder in path.parents if (folder / "Package.swift").exists()), None)
    systems = manifest.read_text() if manifest else ""
    rules = ["exits"]
    if not re.search(r"\.v26\b", systems):
        rules.append("names")
    if ".watchOS" in systems and "Sources" in path.parts:
        rules.append("literals")
    return rules


def test():
    refused = [
        "let a = InlineArray<2, Int>(repeating: 0)",
        "func f() { Task.immediate { } }",
        "class A { isolated deinit {} }",
        "if #available(macOS 26, iOS 26, *) { } else { group.addImmediateTask { } }",
        "func f() { if #available(macOS 26, iOS 26, *) { }\n group.addImmediateTask { } }",
        "func f() { guard #available(macOS 26, *) else { return Task.immediate { } } }",
        "let delay: Duration = .seconds(3_155_760_000)",
        "let mask = 0xFFFF_FFFF",
        "await #expect(processExitsWith: .success) {}",
        "#if os(Linux)\n#else\nawait #expect(processExitsWith: .success) {}\n#endif",
    ]
    clean = [
        "// InlineArray\nlet a = \"Task.immediate 3_155_760_000\"",
        "if #available(macOS 26, iOS 26, *) { group.addImmediateTask { } }",
        "func f() { guard #available(macOS 26, *) else { return }\n Task.immediate { x { } }\n Task.immediate { } }",
        "@available(macOS 26, iOS 26, *)\nfunc f() { Task.immediate { } }",
        "let delay: Duration = .seconds(Int64(3_155_760_000))",
        "let seed: UInt64 = 0x9E37_79B9_7F4A_7C15",
        "let a = 2_147_483_647 + 4_000_000_000.5",
        "#if os(macOS) || os(Linux)\nawait #expect(processExitsWith: .success) {}\n#endif",
    ]
    wrong = [each for each in refused if not findings(each)] + [each for each in clean if findings(each)]
    for each in wrong:
        print(f"This example is not judged as it should be:\n{each}\n{findings(each)}", file=sys.stderr)
    return 1 if wrong else 0


def main(arguments):
    if arguments == ["--test"]:
        return test()
    status = 0
    for name in arguments:
        path = pathlib.Path(name).resolve()
        for number, text in findings(path.read_text(encoding="utf-8"), rules_for(path)):
            print(f"{name}:{number}: error: {text}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
