"""Nestory under load while faults come and go.

Many connections read and write for a while; the file is locked by another program, or garbage lies in its place, services
fail or take their time, and the exchange rates' server is down or sends nonsense, some seconds each. Then all must be well
again, and what is stored is compared with what was acknowledged.

    python3 load.py PROGRAM [--seconds 60] [--connections 64] [--seed N]

It fails where the server ends by itself, an acknowledged write is lost or wrong, any write is there twice, an answer shows
something else than was acknowledged, the server is not well within 30 seconds after the last fault, it does not stop in
5 seconds, or memory grows. How memory is judged: its median in the last quarter of the time may be at most 10 % above that
in the quarter before, in runs of 40 seconds and more (in shorter ones it is told and not judged: the program is still
warming up). The number of items stays about the same after the first seconds, but for those that are imported.
"""

import argparse
import asyncio
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Leftovers")]
from client import Client, Lost  # noqa: E402
from faults import Faults, RatesServer  # noqa: E402
from household import Household  # noqa: E402
from leftovers import Watcher  # noqa: E402
from ledger import Ledger, Violation  # noqa: E402

SEEDS = 300


class Tally:
    """How long requests took and what they were answered with."""

    def __init__(self):
        self.times = {}
        self.statuses = {}
        self.lost = []

    def add(self, kind, status, seconds):
        outcome = "done" if 0 < status < 500 else "refused" if status else "lost"
        self.times.setdefault((kind, outcome), []).append(seconds)
        self.statuses[status] = self.statuses.get(status, 0) + 1

    def lines(self, seconds):
        total = sum(len(times) for times in self.times.values())
        yield f"{total} requests, {total / seconds:.0f} a second; milliseconds:"
        yield f"  {'':16}{'count':>8}{'p50':>9}{'p90':>9}{'p99':>9}{'p99.9':>9}{'max':>9}"
        for (kind, outcome), times in sorted(self.times.items()):
            times.sort()
            marks = [times[min(len(times) - 1, int(len(times) * part))] for part in (0.5, 0.9, 0.99, 0.999)]
            columns = "".join(f"{1000 * mark:9.1f}" for mark in marks + [times[-1]])
            yield f"  {kind + ', ' + outcome:16}{len(times):>8}{columns}"
        yield "  statuses: " + ", ".join(f"{s or 'lost'}: {n}" for s, n in sorted(self.statuses.items()))


def memory(pid):
    """The resident memory of a process in KiB, and the highest that it ever was."""
    text = pathlib.Path(f"/proc/{pid}/status").read_text()
    return [int(re.search(rf"{name}:\s+(\d+)", text)[1]) for name in ("VmRSS", "VmHWM")]


def median(values):
    return sorted(values)[len(values) // 2] if values else 0


class Run:
    """One run of the load."""

    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.random = random.Random(options.seed)
        self.ledger = Ledger()
        self.tally = Tally()
        self.problems = []
        self.samples = []

    async def start(self):
        rows = "".join(f"seed {n},Seeds\n" for n in range(SEEDS))
        (self.folder / "seeds.csv").write_text("name,room\n" + rows)
        self.ledger.seeds = {f"seed {n}" for n in range(SEEDS)}
        subprocess.run([self.options.program, "import", "seeds.csv"], cwd=self.folder, check=True, capture_output=True)
        self.rates = RatesServer()
        await self.rates.start()
        self.errors = open(self.folder / "errors.txt", "w+")
        self.process = subprocess.Popen(
            [
                self.options.program, "serve", "--port", "0", "--chaos",
                "--rates-url", f"http://127.0.0.1:{self.rates.port}/rates.xml",
            ],
            cwd=self.folder, stderr=self.errors, stdin=subprocess.DEVNULL)
        self.watcher = Watcher(self.folder, self.process.pid)
        for _ in range(300):
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", (self.folder / "errors.txt").read_text())
            if found:
                self.port = int(found[1])
                return
            await asyncio.sleep(0.1)
        raise Violation("the server did not start")

    async def load(self):
        end = time.monotonic() + self.options.seconds
        self.is_over = lambda: time.monotonic() > end or self.process.poll() is not None or bool(self.problems)
        is_short = self.options.seconds < 20
        self.faults = Faults(self.port, str(self.folder / "nestory.db"), self.rates, self.random)
        households = [
            Household(n, self.port, self.ledger, self.tally, random.Random(self.random.random()))
            for n in range(self.options.connections)
        ]
        work = [household.run(self.is_over) for household in households] + [
            self.faults.run(self.is_over, *((0.8, 0.7) if is_short else (3, 3))), self.sample(),
        ]
        for result in await asyncio.gather(*(self.guard(each) for each in work)):
            if result:
                self.problems.append(result)

    async def guard(self, work):
        try:
            await work
        except (Violation, Lost) as violation:
            self.problems.append(str(violation))

    async def sample(self):
        while not self.is_over():
            self.samples.append(memory(self.process.pid)[0])
            await asyncio.sleep(0.25)

    async def recover(self):
        """Waits until the server takes a write, has delivered what it kept, and says that it is ready."""
        client = Client(self.port)
        start = time.monotonic()
        while time.monotonic() - start < 30 and self.process.poll() is None:
            try:
                name = f"after {time.monotonic()}"
                self.ledger.names[name] = {0, 1}
                answer = await client.send("POST", "/api/items", {"name": name})
                if answer.status in (201, 202):
                    self.ledger.names[name] = {1}
                kept = await client.send("GET", "/api/kept")
                if answer.status == 201 and kept.status == 200 and kept.json()["kept"] == []:
                    ready = await client.send("GET", "/health/ready")
                    if ready.status == 200 and ready.json()["status"] == "pass":
                        return time.monotonic() - start
            except Lost:
                pass
            await asyncio.sleep(0.2)
        try:
            kept = await client.send("GET", "/api/kept")
            changes = kept.json()["kept"]
            self.problems += [f"still kept: {change}" for change in (["unreadable"] if changes is None else changes[:10])]
        except Lost:
            pass
        self.problems.append("the server was not well 30 seconds after the last fault")
        return time.monotonic() - start

    def stop(self):
        self.watcher.stop()
        if self.process.poll() is not None:
            self.problems.append(f"the server ended by itself with {self.process.returncode}")
            return
        start = time.monotonic()
        self.highest = memory(self.process.pid)[1]
        self.process.terminate()
        try:
            status = self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            status = "a kill, as it did not stop"
        if status != 0 or time.monotonic() - start > 5:
            self.problems.append(f"the server ended with {status} after {time.monotonic() - start:.1f} s")

    def compare(self):
        export = subprocess.run(
            [self.options.program, "export", "--format", "json"], cwd=self.folder, capture_output=True, check=True)
        stored = json.loads(export.stdout)["items"]
        self.problems += self.ledger.compare(stored)
        return len(stored)

    def judge_memory(self):
        quarter = len(self.samples) // 4
        before, last = median(self.samples[2 * quarter:3 * quarter]), median(self.samples[3 * quarter:])
        is_judged = self.options.seconds >= 40
        if is_judged and last > before * 1.1:
            self.problems.append(f"memory grew from {before} to {last} KiB")
        return (
            f"memory: {self.samples[0] / 1024:.1f} MiB at first, {before / 1024:.1f} in the third quarter, "
            f"{last / 1024:.1f} in the last, {getattr(self, 'highest', 0) / 1024:.1f} at most"
            + ("" if is_judged else " (not judged in so short a run)"))


async def main():
    parser = argparse.ArgumentParser(description="Nestory under load while faults come and go.")
    parser.add_argument("program", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    print(f"{options.seconds} s, {options.connections} connections, seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="nestory-load-") as folder:
        run = Run(options, pathlib.Path(folder))
        try:
            await run.start()
            await run.load()
            recovery = await run.recover()
        finally:
            run.stop()
        stored = run.compare()
        for line in run.tally.lines(options.seconds):
            print(line)
        sure = sum(len(states) == 1 for states in run.ledger.items.values())
        print(f"faults: {', '.join(run.faults.seen)}; well again after {recovery:.1f} s")
        print(f"{stored} items stored; of {len(run.ledger.items)} that were written, {sure} were known for sure")
        print(run.judge_memory())
        problems = run.problems + run.faults.refused
        if problems:
            print(f"FAILED: {len(problems)} problems", file=sys.stderr)
            for problem in problems[:20]:
                print(f"  {problem}", file=sys.stderr)
            print((run.folder / "errors.txt").read_text()[-3000:], file=sys.stderr)
            return 1
        print("No write was lost or doubled.")
        return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
