"""What one connection does: a random mix of reads and writes on items that only it changes."""

import json
import time
import urllib.parse
import uuid

from client import Client, Lost
from ledger import ABSENT, Violation, state_of

FEW, MANY = 8, 16


class Household:
    """One connection, its items, and the times that its requests took."""

    def __init__(self, number, port, ledger, tally, random):
        self.name = f"c{number}"
        self.client = Client(port)
        self.ledger = ledger
        self.tally = tally
        self.random = random
        self.own = []
        self.count = 0

    async def run(self, is_over):
        while not is_over():
            try:
                await self.step()
            except Lost as lost:
                self.tally.lost.append(str(lost))
        self.client.close()

    async def step(self):
        choice = self.random.random()
        if choice < 0.02:
            await self.bring_in()
        elif choice < 0.06:
            await self.create_anonymous()
        elif choice < 0.5:
            await self.change()
        else:
            await self.read()

    async def change(self):
        if len(self.own) < FEW or (len(self.own) < MANY and self.random.random() < 0.3):
            return await self.create()
        item = self.random.choice(self.own)
        if self.random.random() < 0.3:
            await self.remove(item)
        else:
            await self.replace(item)

    def content(self, name=None):
        self.count += 1
        return {
            "name": name or f"{self.name} thing {self.count}", "quantity": self.random.randint(1, 9),
            "purchase_price": f"{self.random.randint(0, 999)}.{self.random.randint(0, 99):02}", "currency": "EUR",
            "room": self.random.choice(["Study", "Attic", "Cellar"]), "notes": "n" * self.random.randint(1, 200),
        }

    async def send(self, kind, method, path, body=None, type="application/json"):
        start = time.perf_counter()
        try:
            answer = await self.client.send(method, path, body, type)
        except Lost:
            self.tally.add(kind, 0, time.perf_counter() - start)
            raise
        self.tally.add(kind, answer.status, time.perf_counter() - start)
        if path.startswith("/api/items/"):
            stale = " stale" if answer.is_stale else ""
            self.ledger.note(path, f"{start:.2f}–{time.perf_counter():.2f} {method} {answer.status}{stale}")
        return answer

    async def create(self):
        item, content = str(uuid.uuid4()), self.content()
        self.own.append(item)
        self.ledger.uncertain(item, state_of(content))
        answer = await self.send("write", "POST", "/api/items", {"id": item, **content})
        self.ledger.note(item, f"POST {answer.status} {answer.body[:80]!r}" if answer.status >= 500 else f"POST {answer.status}")
        if answer.status in (201, 202):
            self.ledger.acknowledged(item, state_of(content))
        elif answer.status < 500:
            raise Violation(f"POST gave {answer.status}: {answer.body[:200]!r}")

    async def create_anonymous(self):
        """An item whose id the server chooses: sent once, so it may be there once at most."""
        content = self.content(f"{self.name} anonymous {self.count}")
        self.ledger.names[content["name"]] = {0, 1}
        answer = await self.send("write", "POST", "/api/items", content)
        if answer.status in (201, 202):
            del self.ledger.names[content["name"]]
            item = answer.json()["id"]
            self.ledger.acknowledged(item, state_of(content))
            self.own.append(item)
        elif answer.status < 500:
            raise Violation(f"POST gave {answer.status}: {answer.body[:200]!r}")

    async def replace(self, item):
        content = self.content()
        before = self.ledger.may_be(item)
        self.ledger.uncertain(item, state_of(content))
        answer = await self.send("write", "PUT", f"/api/items/{item}", content)
        if answer.status in (200, 202):
            self.ledger.acknowledged(item, state_of(content))
        elif answer.status == 404 and not answer.is_stale:
            self.ledger.items[item] = before
            self.ledger.expect_missing(item, "PUT")
            self.own.remove(item)
        elif answer.status < 500 and answer.status != 404:
            raise Violation(f"PUT gave {answer.status}: {answer.body[:200]!r}")

    async def remove(self, item):
        before = self.ledger.may_be(item)
        self.ledger.uncertain(item, ABSENT)
        answer = await self.send("write", "DELETE", f"/api/items/{item}")
        if answer.status in (202, 204):
            self.ledger.acknowledged(item, ABSENT)
            self.own.remove(item)
        elif answer.status == 404 and not answer.is_stale:
            self.ledger.items[item] = before
            self.ledger.expect_missing(item, "DELETE")
            self.own.remove(item)
        elif answer.status < 500 and answer.status != 404:
            raise Violation(f"DELETE gave {answer.status}: {answer.body[:200]!r}")

    async def bring_in(self):
        """Imports a file, and again until it is acknowledged: it must count once all the same."""
        self.count += 1
        names = [f"{self.name} import {self.count} line {line}" for line in range(4)]
        self.ledger.imports.append((names, False))
        place = len(self.ledger.imports) - 1
        for _ in range(3):
            answer = await self.send("write", "POST", "/api/import", "name\n" + "\n".join(names) + "\n", "text/csv")
            if answer.status == 200:
                self.ledger.imports[place] = (names, True)
                return
            if answer.status < 500:
                raise Violation(f"an import gave {answer.status}: {answer.body[:200]!r}")

    async def read(self):
        choice = self.random.random()
        if choice < 0.5 and self.own:
            await self.look_at(self.random.choice(self.own))
        elif choice < 0.75:
            query = urllib.parse.quote(f"{self.name} thing")
            await self.expect("read", f"/api/items?query={query}&limit=20")
        elif choice < 0.85:
            await self.expect("read", "/api/summary?currency=USD")
        elif choice < 0.93:
            await self.expect("page", "/")
        elif choice < 0.97:
            await self.expect("read", "/api/services")
        else:
            await self.expect("read", "/health/live")

    async def look_at(self, item):
        """Nobody else changes it, so an answer that is not marked as old shows what was acknowledged."""
        answer = await self.expect("read", f"/api/items/{item}", may_be_missing=True)
        if answer.is_stale or answer.status >= 500:
            return
        if answer.status == 404:
            self.ledger.expect_missing(item, "GET")
            self.own.remove(item)
        else:
            self.ledger.expect_state(item, state_of(json.loads(answer.body)), "GET")

    async def expect(self, kind, path, may_be_missing=False):
        answer = await self.send(kind, "GET", path)
        if answer.status != 200 and answer.status < 500 and not (may_be_missing and answer.status == 404):
            raise Violation(f"GET {path} gave {answer.status}: {answer.body[:200]!r}")
        return answer
