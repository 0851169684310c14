"""Checks Nestory's CSV against another implementation of RFC 4180, Python's csv module.

    python3 csv_roundtrip.py PATH/TO/nestory [SEED]

Writes items with hostile texts, imports and exports them, and compares every field.
"""
import csv
import io
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import uuid

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 9
ROWS = 2000
TEXTS = ["name", "category", "room", "serial_number", "notes"]
VISIBLE = list("abc=+-@'\",;éñ椅🪑＝")
ALPHABET = VISIBLE + [" ", "\t"] + ["\n", "\r\n", "\r", "\u0301", "\ufeff", "\u202e"]


def text(rng, longest):
    made = "".join(rng.choice(ALPHABET) for _ in range(rng.randint(0, longest)))
    return made if made.strip() else ""


def guarded(value):
    """The value as Nestory keeps spreadsheets from running it."""
    rest = value.lstrip("'")
    return "'" + value if rest and rest[0] in "=+-@\t\r\n＝＋－＠" else value


def item(rng):
    name = text(rng, 15)
    return {
        "id": str(uuid.UUID(int=rng.getrandbits(128))),
        # A name needs a character that people can see.
        "name": "x" + name if rng.random() < 0.5 else name if set(name) & set(VISIBLE) else "=1" + name,
        "category": text(rng, 8),
        "room": text(rng, 8),
        "quantity": str(rng.randint(1, 1_000_000)),
        "purchase_price": rng.choice(["", "0.01", "12.50", "1000000000000.00"]),
        "currency": "EUR",
        "purchase_date": rng.choice(["", "2020-02-29"]),
        "serial_number": text(rng, 8),
        "warranty_until": "",
        "notes": text(rng, 60),
        "updated_at": "2026-01-01T00:00:00.500Z",
    }


def nestory(folder, *arguments):
    run = subprocess.run([PROGRAM, *arguments], cwd=folder, capture_output=True)
    if run.returncode != 0:
        sys.exit(f"nestory {' '.join(arguments)} ended with {run.returncode}: {run.stderr.decode()}")
    return run.stdout


def main():
    rng = random.Random(SEED)
    items = [item(rng) for _ in range(ROWS)]
    columns = list(items[0])
    with tempfile.TemporaryDirectory() as folder:
        shuffled = rng.sample(columns, len(columns))
        with open(pathlib.Path(folder) / "in.csv", "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, quoting=csv.QUOTE_ALL)
            writer.writerow(shuffled)
            writer.writerows([guarded(item[column]) for column in shuffled] for item in items)
        nestory(folder, "import", "in.csv", "--database", "a.db")

        exported = nestory(folder, "export", "--database", "a.db")
        rows = list(csv.DictReader(io.StringIO(exported.decode(), newline="")))
        assert len(rows) == ROWS, f"{len(rows)} rows came out of {ROWS}"
        for item_, row in zip(items, rows):
            for column in columns:
                assert row[column] == guarded(item_[column]), (SEED, column, item_[column], row[column])

        answer = json.loads(nestory(folder, "export", "--format", "json", "--database", "a.db"))
        for item_, row in zip(items, answer["items"]):
            for column in TEXTS:
                assert (row[column] or "") == item_[column], (SEED, column, item_[column], row[column])

        (pathlib.Path(folder) / "out.csv").write_bytes(exported)
        nestory(folder, "import", "out.csv", "--database", "b.db")
        assert nestory(folder, "export", "--database", "b.db") == exported, "the second export differs"
    print(f"{ROWS} items came back as they were (seed {SEED}).")


main()
