#!/usr/bin/env python3
"""Feeds mutated sources to service-doctor and fails where it does anything but answer.

usage: fuzz.py PATH/TO/service-doctor [SECONDS] [SEED]

A run is right when it ends with 0 or 1 within its time and writes valid JSON, twice the same.
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent.parent
TOKENS = [b"{", b"}", b"(", b")", b"[", b"]", b"do ", b"catch ", b"try ", b"try! ", b"await ", b"!", b"?", b".", b"\"", b"\"\"\"",
          b"#if DEBUG\n", b"#endif\n", b"#else\n", b"case ", b"let ", b"= ", b"->", b"<", b">", b"@", b"\\(", b"/*", b"*/", b"//", b"\0",
          b"\xff", b"\r", b"// service-doctor:disable:next force_try -- x\n", b"register(", b"resolve(", b".self", b"extension ", b"class "]


def mutate(source: bytes, others: list[bytes], rng: random.Random) -> bytes:
    data = bytearray(source)
    for _ in range(rng.choice([1, 1, 1, 2, 4, 12])):
        at = rng.randrange(len(data) + 1)
        length = rng.randint(1, 200)
        kind = rng.randrange(7)
        if kind == 0:
            del data[at:at + length]
        elif kind == 1:
            data[at:at] = rng.choice(TOKENS) * rng.choice([1, 1, 1, 2, 50, 600])
        elif kind == 2 and data:
            data[at % len(data)] = rng.randrange(256)
        elif kind == 3:
            data[at:at] = data[at:at + length] * rng.randint(1, 20)
        elif kind == 4:
            other = rng.choice(others)
            start = rng.randrange(len(other) + 1)
            data[at:at] = other[start:start + length * 5]
        elif kind == 5:
            del data[at:]
        else:
            lines = bytes(data).split(b"\n")
            rng.shuffle(lines)
            data = bytearray(b"\n".join(lines))
    return bytes(data)


def giants() -> dict[str, bytes]:
    """Sources that nobody wrote by hand, each of which has to end in an answer."""
    return {
        "Tokens": b"".join(b"let v%d = f(%d, [a.b, c]) + d\n" % (i, i) for i in range(160_000)),
        "Strings": b"let texts = [\n" + b"".join(b'    "%s",\n' % (b"lorem ipsum " * 500) for _ in range(850)) + b"]\n",
        "Line": b'let a = "' + b"x" * 1_000_000 + b'"; let b = try! f()',
        "Calls": b"view" + b".padding()" * 4_000,
        "Nested": b"let x = " + b"(" * 10_000 + b"1" + b")" * 10_000,
        "Types": b"struct A { " * 10_000 + b"}" * 10_000,
        "Closures": b"{ a in " * 900 + b"}" * 900,
        "Empty": b"",
        "Binary": bytes(range(256)) * 4_000,
    }


def main() -> int:
    doctor = sys.argv[1]
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 60
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    rng = random.Random(seed)
    corpus = [p.read_bytes() for folder in ("Tests", "Sources") for p in sorted((HERE / folder).rglob("*.swift"))]
    for name, source in giants().items():
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / f"{name}.swift").write_bytes(source)
            start = time.monotonic()
            result = subprocess.run([doctor, "check", "--no-cache", ".", "--format", "json"], cwd=folder, capture_output=True, timeout=300)
            found = {f["rule"] for f in json.loads(result.stdout)["findings"]} if result.returncode in (0, 1) else "a crash"
            print(f"{name}: {len(source):,} bytes, {time.monotonic() - start:.1f} s, {', '.join(sorted(found)) or 'clean'}")
            if result.returncode not in (0, 1):
                return 1
    end = time.monotonic() + seconds
    files = runs = parsed = 0
    while time.monotonic() < end:
        with tempfile.TemporaryDirectory() as folder:
            sources = pathlib.Path(folder) / "Sources"
            sources.mkdir()
            for index in range(40):
                (sources / f"F{index}.swift").write_bytes(mutate(rng.choice(corpus), corpus, rng))
            outputs = []
            for jobs in ("1", "2"):
                result = subprocess.run([doctor, "check", "--no-cache", ".", "--strict", "--format", "json", "--jobs", jobs], cwd=folder,
                                        capture_output=True, timeout=300)
                if result.returncode not in (0, 1):
                    keep = pathlib.Path(tempfile.mkdtemp(prefix="doctor-fuzz-"))
                    for path in sources.iterdir():
                        (keep / path.name).write_bytes(path.read_bytes())
                    print(f"seed {seed}, run {runs}: ended with {result.returncode}; the files are kept in {keep}")
                    print(result.stderr.decode(errors="replace")[-2000:])
                    return 1
                outputs.append(result.stdout)
            if outputs[0] != outputs[1]:
                print(f"seed {seed}, run {runs}: one and two jobs disagree")
                return 1
            broken = {f["file"] for f in json.loads(outputs[0])["findings"] if f["rule"] in ("syntax_error", "unreadable_file")}
            files += 40
            parsed += 40 - len(broken)
            runs += 1
            subprocess.run([doctor, "graph", ".", "--format", "json"], cwd=folder, capture_output=True, timeout=300, check=True)
    print(f"{files} mutated files in {runs} runs, {parsed} of them still parsed: no crash, no hang, the same with 1 and 2 jobs")
    return 0


sys.exit(main())
