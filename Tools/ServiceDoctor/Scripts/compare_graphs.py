#!/usr/bin/env python3
"""Compares the graph that the doctor reads from Nestory's source with the one that Nestory draws of itself.

usage: compare_graphs.py SERVICE-DOCTOR NESTORY SOURCES

Every difference is named. Those with a reason below are expected; any other fails, and so does a reason that no
difference needs any more.
"""
import json
import subprocess
import sys

MADE_INSIDE = "the server makes its routes itself, and they have it injected: the source does not say which server does"
CONDITIONAL = "only where Nestory is to stay up without its file, which `nestory graph` does not ask for"
LATER = "asked for when it is needed, which is after the check that draws the graph"
MAIN_ACTOR = "the check runs no factory of the main actor, so that it sees no needs there"
ARGUMENTS = "the program knows the types of a service's arguments, the source only those that are written"

# (in the program's graph, in the doctor's graph): the same service under two names.
SAME = {"PageSession(PageID, Language)": ("PageSession", ARGUMENTS)}
ONLY_PROGRAM = {
    ("WebServer", need): MADE_INSIDE
    for need in ["CurrencyService", "ExportService", "HealthChecks", "ImportService", "InventoryService", "ItemChanges",
                 "MetricsFactory", "PageSessions", "PrometheusRegistry", "ReportService", "ServiceOverview", "SummaryService", "WallClock"]
}
READING = "only the commands that read the file are wired so, which `nestory graph` is not"
KEEPING = "only a server keeps changes while the inventory is away, and `nestory graph` asks for no file to keep them in"
SERVER = "only where a database on a server takes the place of the file, which `nestory graph` does not ask for"
ONLY_DOCTOR_NODES = {"OutboxChanges": KEEPING} | {
    node: SERVER
    for node in ["BackgroundWork(cluster)", "InventoryFollower", "InventorySignals", "PostgresDatabase", "PostgresFollower"]
}
ONLY_DOCTOR = {
    (node, need): SERVER
    for node, needs in {
        "BackgroundWork(cluster)": ["InventoryChanges", "InventoryFollower"],
        "InventoryFollower": ["PostgresFollower"],
        "InventoryService(live)": ["PostgresDatabase", "PostgresFollower"],
        "InventorySignals": ["PostgresDatabase"],
        "LastKnownRates": ["PostgresDatabase"],
        "NotificationOutbox": ["PostgresDatabase"],
        "PostgresFollower": ["InventorySignals", "ItemCopy", "LastKnownRates", "PostgresDatabase"],
        "ServiceOverview": ["InventoryFollower"],
    }.items()
    for need in needs
} | {
    ("GuardedInventory", "InventoryService(live)"): LATER,
    ("InventoryService", "WallClock"): READING,
    ("InventoryService(live)", "ItemCopy"): CONDITIONAL,
    ("ItemChanges", "OutboxChanges"): KEEPING,
    ("ObservableHealth", "ServiceHealthManager"): MAIN_ACTOR,
    ("OutboxChanges", "InventoryService"): KEEPING,
    ("OutboxChanges", "ServiceHealthManager"): KEEPING,
    ("PageSessions", "PageSession"): MAIN_ACTOR,
}


def graph(*command: str) -> tuple[set, set]:
    text = subprocess.run([*command, "--format", "json"], capture_output=True, check=True).stdout
    data = json.loads(text)
    names = {service: other for service, (other, _) in SAME.items()}
    nodes = {names.get(node["service"], node["service"]) for node in data["nodes"]}
    edges = {(names.get(e["from"], e["from"]), names.get(e["to"], e["to"])) for e in data["edges"]}
    return nodes, edges


def explain(title: str, found: set, expected: dict) -> bool:
    for difference in sorted(found, key=str):
        name = " -> ".join(difference) if isinstance(difference, tuple) else difference
        print(f"{title}: {name}: {expected.get(difference, 'UNEXPECTED')}")
    stale = set(expected) - found
    for difference in sorted(stale):
        name = " -> ".join(difference) if isinstance(difference, tuple) else difference
        print(f"{title}: {name}: no longer a difference; remove its reason")
    return not stale and found <= set(expected)


def main() -> int:
    doctor, nestory, sources = sys.argv[1:]
    read_nodes, read_edges = graph(doctor, "graph", sources)
    run_nodes, run_edges = graph(nestory, "graph")
    checks = [
        explain("only the program registers", run_nodes - read_nodes, {}),
        explain("only the doctor registers", read_nodes - run_nodes, ONLY_DOCTOR_NODES),
        explain("only the program needs", run_edges - read_edges, ONLY_PROGRAM),
        explain("only the doctor needs", read_edges - run_edges, ONLY_DOCTOR),
    ]
    print(f"{len(run_nodes & read_nodes)} services and {len(run_edges & read_edges)} needs in both graphs")
    return 0 if all(checks) else 1


sys.exit(main())
