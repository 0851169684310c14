#!/usr/bin/env python3
"""Draws a random sample of findings to judge, the same one for the same seed and reports.

    service-doctor check . --format json --no-cache > reports/owner+name.json     (in each code base)
    Tools/ServiceDoctor/Scripts/sample.py SEED COUNT reports/*.json

For each rule and severity, the findings of every code base are shuffled, then drawn from the code bases in turn until COUNT
are drawn or none are left. Notes are not drawn. Writes one line for each finding: rule, severity, code base, place, message.
"""
import collections
import json
import os
import random
import sys


def main(seed, count, reports):
    pools = collections.defaultdict(dict)
    for path in sorted(reports):
        base = os.path.splitext(os.path.basename(path))[0]
        with open(path, encoding="utf-8") as file:
            findings = json.load(file)["findings"]
        for finding in findings:
            if finding["severity"] != "note":
                pools[finding["rule"], finding["severity"]].setdefault(base, []).append(finding)
    for (rule, severity), bases in sorted(pools.items()):
        generator = random.Random(f"{seed} {rule} {severity}")
        for base in sorted(bases):
            generator.shuffle(bases[base])
        turns = [base for base in sorted(bases)]
        generator.shuffle(turns)
        found = sum(len(findings) for findings in bases.values())
        where = ", ".join(f"{base} {len(bases[base])}" for base in sorted(bases, key=lambda base: -len(bases[base])))
        print(f"# {rule} {severity}: {found} found ({where})")
        drawn = 0
        while drawn < count and any(bases.values()):
            for base in turns:
                if drawn < count and bases[base]:
                    finding = bases[base].pop()
                    place = f"{finding['file']}:{finding['line']}:{finding['column']}"
                    print(rule, severity, base, place, finding["message"], sep="\t")
                    drawn += 1


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3:])
