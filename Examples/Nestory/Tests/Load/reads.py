"""How fast Nestory answers where most people read: several builds of it in one run.

    python3 reads.py PROGRAM [PROGRAM ...] [--items 100000] [--rounds 3] [--seconds 5] [--connections 16]

Each program serves an inventory of its own with the same items. First one client asks for the page and the totals while nothing
changes; then, in rounds, the programs take turns under a mix of 95 % reads (page, list, search, item, totals) and 5 % changes.
It prints the medians of the rounds, and fails where a program answers anything but 200 or 201.
"""

import argparse
import asyncio
import contextlib
import pathlib
import random
import re
import statistics
import subprocess
import tempfile
import time

from client import Client

ROOMS = ["Kitchen", "Attic", "Garage", "Office", "Cellar"]


class Server:
    """A program that serves many items in a folder of its own."""

    def __init__(self, program, folder, items):
        self.program = program
        self.folder = folder
        rows = (f"Item {n},{ROOMS[n % 5]},{n % 997}.50,EUR" for n in range(items))
        (folder / "items.csv").write_text("name,room,purchase_price,currency\n" + "\n".join(rows) + "\n")
        subprocess.run([program, "import", "items.csv"], cwd=folder, check=True, capture_output=True)
        self.errors = open(folder / "errors.txt", "w+")
        self.process = subprocess.Popen(
            [program, "serve", "--port", "0"], cwd=folder, stderr=self.errors, stdin=subprocess.DEVNULL)

    async def wait(self):
        for _ in range(600):
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", (self.folder / "errors.txt").read_text())
            if found:
                self.port = int(found[1])
                return
            await asyncio.sleep(0.1)
        raise SystemExit(f"{self.program} did not start: {(self.folder / 'errors.txt').read_text()}")

    def stop(self):
        self.process.terminate()
        self.process.wait(20)
        self.errors.close()


async def get(client, path, method="GET", body=None):
    """Returns how many seconds an answer took."""
    start = time.perf_counter()
    answer = await client.send(method, path, body)
    if answer.status not in (200, 201):
        raise SystemExit(f"{method} {path} was answered with {answer.status}")
    return time.perf_counter() - start


async def unchanged(server):
    """Returns the median times, in milliseconds, of the page and of the totals while nothing changes."""
    client = Client(server.port)
    times = []
    for path in ("/", "/api/summary"):
        await get(client, path)
        times.append(1000 * statistics.median([await get(client, path) for _ in range(15)]))
    client.close()
    return times


async def mix(server, seconds, connections, seed):
    """Returns the requests a second, and the 50th and 99th of a hundred in milliseconds."""
    end = time.monotonic() + seconds
    times = []

    async def one(number):
        chance = random.Random(seed * 1000 + number)
        client = Client(server.port, timeout=120)
        while time.monotonic() < end:
            draw = chance.random()
            if draw < 0.35:
                times.append(await get(client, "/"))
            elif draw < 0.60:
                times.append(await get(client, f"/api/items?limit=50&offset={chance.randrange(1000)}"))
            elif draw < 0.75:
                times.append(await get(client, f"/api/items?query=Item+{chance.randrange(100_000)}"))
            elif draw < 0.95:
                times.append(await get(client, "/api/summary"))
            else:
                times.append(await get(client, "/api/items", "POST", {"name": f"New {chance.random()}"}))
        client.close()

    start = time.monotonic()
    await asyncio.gather(*(one(number) for number in range(connections)))
    times.sort()
    return [len(times) / (time.monotonic() - start)] + [1000 * times[int(len(times) * part)] for part in (0.5, 0.99)]


async def main():
    parser = argparse.ArgumentParser(description="How fast builds of Nestory answer where most people read.")
    parser.add_argument("programs", nargs="+", metavar="PROGRAM", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--items", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--connections", type=int, default=16)
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        servers = []
        for program in options.programs:
            folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="nestory-reads-")))
            servers.append(Server(program, folder, options.items))
            stack.callback(servers[-1].stop)
            await servers[-1].wait()
        quiet = [await unchanged(server) for server in servers]
        rounds = [
            [await mix(server, options.seconds, options.connections, seed) for server in servers]
            for seed in range(options.rounds)
        ]
        print(f"{options.items} items, {options.connections} connections, medians of {options.rounds} rounds")
        print(f"{'page':>10}{'totals':>10}{'req/s':>10}{'p50':>10}{'p99':>10}   milliseconds, program")
        for number, server in enumerate(servers):
            columns = quiet[number] + [statistics.median(each[number][column] for each in rounds) for column in range(3)]
            print("".join(f"{column:10.1f}" for column in columns) + f"   {server.program}")


asyncio.run(main())
