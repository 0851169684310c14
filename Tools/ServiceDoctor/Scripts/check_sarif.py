#!/usr/bin/env python3
"""Says whether the SARIF on standard input is what SARIF 2.1.0 allows.

    check_sarif.py SCHEMA < LOG

Checked are the standard's own schema, and what it says in words only: that a result's index leads to its rule, and that
every place's base is known.
"""
import json
import pathlib
import sys

import jsonschema


def mistakes(log: dict, schema: dict) -> list[str]:
    """Names everything in a log that the standard does not allow."""
    validator = jsonschema.Draft7Validator(schema, format_checker=jsonschema.FormatChecker())
    found = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(log)]
    if found:
        return found
    for run in log["runs"]:
        rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
        for index, result in enumerate(run["results"]):
            if rules[result["ruleIndex"]] != result["ruleId"]:
                found.append(f"results[{index}]: ruleIndex {result['ruleIndex']} is not {result['ruleId']}")
            for location in result["locations"]:
                artifact = location["physicalLocation"]["artifactLocation"]
                if "://" not in artifact["uri"] and artifact.get("uriBaseId") not in run["originalUriBaseIds"]:
                    found.append(f"results[{index}]: {artifact} leads nowhere")
    return found


def main() -> int:
    schema = json.loads(pathlib.Path(sys.argv[1]).read_text())
    jsonschema.Draft7Validator.check_schema(schema)
    log = json.load(sys.stdin)
    found = mistakes(log, schema)
    for mistake in found:
        print(mistake, file=sys.stderr)
    print(f"SARIF 2.1.0: {sum(len(run['results']) for run in log['runs'])} results, {len(found)} mistakes")
    return 1 if found else 0


sys.exit(main())
