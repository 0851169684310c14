#!/usr/bin/env python3
"""Says whether the SARIF on standard input is what SARIF 2.1.0 allows.

No package of PyPI or Debian was found to carry the standard's own schema. So it is checked twice: against the part of
it that service-doctor writes, in sarif-2.1.0.json beside this file, and by building the objects of `sarif-om`, whose
classes were generated from the standard's schema: they refuse names it does not know and miss those it demands.
"""
import json
import pathlib
import re
import sys

import attr
import jsonschema
import sarif_om

# The class of each property's objects, where it is not the property's own name.
CLASSES = {
    "runs": "Run", "tool": "Tool", "driver": "ToolComponent", "rules": "ReportingDescriptor", "results": "Result",
    "message": "Message", "locations": "Location", "region": "Region", "invocations": "Invocation",
    "toolExecutionNotifications": "Notification", "defaultConfiguration": "ReportingConfiguration",
    "shortDescription": "MultiformatMessageString", "fullDescription": "MultiformatMessageString",
    "help": "MultiformatMessageString", "description": "Message",
}


def build(name: str, value, path: str):
    """Makes the object that sarif-om has for a property."""
    if isinstance(value, list):
        return [build(name, item, f"{path}[{index}]") for index, item in enumerate(value)]
    if name == "originalUriBaseIds":
        return {key: build("artifactLocation", item, f"{path}.{key}") for key, item in value.items()}
    if not isinstance(value, dict):
        return value
    kind = getattr(sarif_om, CLASSES.get(name, name[0].upper() + name[1:]))
    fields = {a.metadata["schema_property_name"]: a.name for a in attr.fields(kind)}
    unknown = set(value) - set(fields)
    if unknown:
        raise ValueError(f"{path} ({kind.__name__}) has no {sorted(unknown)}")
    return kind(**{fields[key]: build(key, item, f"{path}.{key}") for key, item in value.items()})


def main() -> int:
    log = json.load(sys.stdin)
    schema = json.loads((pathlib.Path(__file__).parent / "sarif-2.1.0.json").read_text())
    jsonschema.Draft7Validator.check_schema(schema)
    errors = list(jsonschema.Draft7Validator(schema, format_checker=jsonschema.FormatChecker()).iter_errors(log))
    for error in errors:
        print(f"{error.json_path}: {error.message}", file=sys.stderr)
    build("sarifLog", log, "$")
    for run in log["runs"]:
        rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
        for result in run["results"]:
            if rules[result["ruleIndex"]] != result["ruleId"]:
                raise ValueError(f"ruleIndex {result['ruleIndex']} is not {result['ruleId']}")
            for location in result["locations"]:
                artifact = location["physicalLocation"]["artifactLocation"]
                if not re.match(r"file:///", artifact["uri"]) and artifact.get("uriBaseId") not in run["originalUriBaseIds"]:
                    raise ValueError(f"{artifact} leads nowhere")
    print(f"SARIF 2.1.0: {sum(len(run['results']) for run in log['runs'])} results, {len(errors)} errors")
    return 1 if errors else 0


sys.exit(main())
