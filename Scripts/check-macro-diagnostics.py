#!/usr/bin/env python3
"""Checks what the compiler tells a person whose code a macro refuses: text, line and column, and nothing else.

    Scripts/check-macro-diagnostics.py BUILD_FOLDER [PLATFORM_ARGUMENTS…]

BUILD_FOLDER holds a debug build of the package with the trait `Macros`. Each line of
Tests/ServiceMacroPluginTests/Refusals says behind `// error COLUMN:` what is expected of it. Each file `*.after.swift` of
Tests/ServiceMacroPluginTests/Fixes, what a fix-it leads to, must compile without a word.
"""
import pathlib
import re
import subprocess
import sys

if len(sys.argv) < 2:
    sys.exit(__doc__)
root = pathlib.Path(__file__).resolve().parent.parent
tests = root / "Tests/ServiceMacroPluginTests"
build = pathlib.Path(sys.argv[1]).resolve()
plugin = build / "ServiceMacroPlugin-tool"
if not plugin.exists():
    sys.exit(f"There is no {plugin}: build with --traits Macros,Health.")

# The C modules that the libraries need: our own, and those of the packages that other traits fetch.
modules = [build / "CServiceThread.build/module.modulemap"]
modules += sorted(build.parents[1].glob("checkouts/*/Sources/*/include/module.modulemap"))


def diagnostics(file):
    """Type-checks a file as a module of its own, and returns (line, column, severity, text) of everything it is told."""
    command = [
        "swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6", "-module-name", "Refused",
        "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature", "InternalImportsByDefault",
        "-enable-upcoming-feature", "MemberImportVisibility", "-diagnostic-style", "llvm",
        "-I", str(build / "Modules"), *(word for path in modules for word in ("-Xcc", f"-fmodule-map-file={path}")),
        "-load-plugin-executable", f"{plugin}#ServiceMacroPlugin", *sys.argv[2:], str(file),
    ]
    result = subprocess.run(command, capture_output=True, text=True)
    found = []
    for line in result.stderr.splitlines():
        match = re.match(r"(.*?):(\d+):(\d+): (error|warning): (.*)", line)
        if match and pathlib.Path(match[1]) == file:
            # The compiler says which macro it is from.
            text = re.sub(r" \(from macro '.*'\)$", "", match[5])
            found.append((int(match[2]), int(match[3]), match[4], text))
        elif re.match(r"[^ ].*: (error|warning): ", line):
            found.append((0, 0, "elsewhere", line))
    return found


failures = 0


def fail(text):
    global failures
    failures += 1
    print(text, file=sys.stderr)


checked = 0
for file in sorted((tests / "Refusals").glob("*.swift")):
    expected = []
    for number, line in enumerate(file.read_text().splitlines(), 1):
        for column, text in re.findall(r"// error (\d+): (.*)", line):
            expected.append((number, int(column), "error", text))
    found = diagnostics(file)
    for missing in [entry for entry in expected if entry not in found]:
        fail(f"{file.name}: missing {missing}")
    for surplus in [entry for entry in found if entry not in expected]:
        fail(f"{file.name}: not expected {surplus}")
    checked += len(expected)
fixed = sorted((tests / "Fixes").glob("*.after.swift"))
for file in fixed:
    for found in diagnostics(file):
        if found[2] == "warning" and "public import of" in found[3]:
            continue
        fail(f"{file.name}: {found}")
if failures or not checked or not fixed:
    sys.exit(f"{failures} of the macros' diagnostics are not as expected.")
print(f"{checked} diagnostics and {len(fixed)} fixed files are as expected.")
