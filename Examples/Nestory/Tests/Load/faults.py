"""What goes wrong while the load runs: each fault for some seconds, with some calm after it."""

import asyncio
import os
import subprocess
import sys

from client import Client

LOCK = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], timeout=10, isolation_level=None)
connection.execute("BEGIN EXCLUSIVE")
sys.stdin.read()
connection.execute("ROLLBACK")
"""

RATES = """<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01"><Cube><Cube time='2024-12-31'>
<Cube currency='USD' rate='1.0389'/><Cube currency='GBP' rate='0.82918'/></Cube></Cube></gesmes:Envelope>"""


class RatesServer:
    """A server for exchange rates that can be made to fail in several ways."""

    def __init__(self):
        self.mode = "well"

    async def start(self):
        self.server = await asyncio.start_server(self.answer, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]

    async def answer(self, reader, writer):
        try:
            await reader.readuntil(b"\r\n\r\n")
            body = {"nonsense": "<html>Log in</html>", "half": RATES[:200]}.get(self.mode, RATES)
            status = "500 -" if self.mode == "down" else "200 OK"
            writer.write(f"HTTP/1.1 {status}\r\nConnection: close\r\n\r\n{body}".encode())
            await writer.drain()
        except (OSError, EOFError):
            pass
        finally:
            writer.close()


class Faults:
    """The faults, one after the other, for ever."""

    def __init__(self, port, database, rates, random):
        self.client = Client(port)
        self.database = database
        self.rates = rates
        self.random = random
        self.seen = []
        self.refused = []

    async def run(self, is_over, fault_seconds, calm_seconds):
        kinds = [self.lock, self.errors, self.garbage, self.latency, self.rates_fault, self.everything]
        turn = 0
        while not is_over():
            await pause(calm_seconds, is_over)
            if is_over():
                return
            kind = kinds[turn % len(kinds)]
            turn += 1
            self.seen.append(kind.__name__)
            await kind(lambda: pause(fault_seconds, is_over))

    async def lock(self, hold):
        """Another program locks the file."""
        other = subprocess.Popen([sys.executable, "-c", LOCK, self.database], stdin=subprocess.PIPE)
        try:
            await hold()
        finally:
            other.stdin.close()
            await asyncio.to_thread(other.wait, 15)

    async def garbage(self, hold):
        """Garbage lies in the place of the file, which is put back afterwards."""
        kept = self.database + ".kept"
        os.rename(self.database, kept)
        try:
            with open(self.database, "wb") as file:
                file.write(self.random.randbytes(200_000))
            await hold()
        finally:
            os.replace(kept, self.database)

    async def errors(self, hold):
        """Half of what the inventory is asked fails."""
        await self.chaos("inventory", [{"error": 0.5}], hold)

    async def latency(self, hold):
        """The inventory takes its time, and fails now and then."""
        await self.chaos("inventory", [{"latency": 0.3}, {"error": 0.1}], hold)

    async def rates_fault(self, hold):
        """The exchange rates are down, half an answer or nonsense, and asking for them fails."""
        self.rates.mode = self.random.choice(["down", "half", "nonsense"])
        await self.chaos("currency", [{"error": 1.0}], hold)
        self.rates.mode = "well"

    async def everything(self, hold):
        """Nothing that the inventory is asked works."""
        await self.chaos("inventory", [{"error": 1.0}], hold)

    async def chaos(self, service, faults, hold):
        await self.put(service, faults)
        try:
            await hold()
        finally:
            await self.put(service, [])

    async def put(self, service, faults):
        answer = await self.client.send("PUT", f"/api/chaos/{service}", {"faults": faults})
        if answer.status != 200:
            self.refused.append(f"chaos for {service}: {answer.status} {answer.body[:100]!r}")


async def pause(seconds, is_over):
    """Waits, but not longer than the load runs."""
    for _ in range(int(seconds * 10)):
        if is_over():
            return
        await asyncio.sleep(0.1)
