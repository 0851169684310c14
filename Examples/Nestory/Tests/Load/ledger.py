"""What must be stored in the end, by what the server acknowledged."""


class Violation(Exception):
    """The server broke a promise."""


ABSENT = None


class Ledger:
    """The states that each item may be in.

    An acknowledged write leaves one. A write that was refused by a fault, or whose answer was lost, may have happened or
    not, so it leaves those before and the one that it would have made.
    """

    def __init__(self):
        self.items = {}
        self.names = {}
        self.imports = []
        self.seeds = set()
        self.history = {}

    def note(self, path, event):
        """Remembers what was answered about an item, to tell how it came to a wrong state."""
        self.history.setdefault(path.removeprefix("/api/items/"), []).append(event)

    def may_be(self, item):
        return self.items.get(item, {ABSENT})

    def acknowledged(self, item, state):
        self.items[item] = {state}

    def uncertain(self, item, state):
        self.items[item] = self.may_be(item) | {state}

    def expect_missing(self, item, what):
        """Notes that the server says there is no such item."""
        if ABSENT not in self.may_be(item):
            raise Violation(f"{what}: item {item} was acknowledged and is gone")
        self.items[item] = {ABSENT}

    def expect_state(self, item, state, what):
        """Notes what the server shows of an item."""
        if state not in self.may_be(item):
            raise Violation(f"{what}: item {item} is {state}, expected one of {self.may_be(item)}")
        self.items[item] = {state}

    def compare(self, stored):
        """Compares everything with an export; returns what is wrong, each in a line."""
        problems = []
        by_id, by_name = {}, {}
        for item in stored:
            if item["id"] in by_id:
                problems.append(f"doubled: id {item['id']}")
            by_id[item["id"]] = item
            by_name.setdefault(item["name"], []).append(item["id"])
        for item, states in self.items.items():
            found = state_of(by_id.pop(item)) if item in by_id else ABSENT
            if found not in states:
                kind = "lost" if found is ABSENT else "wrong"
                history = " | ".join(self.history.get(item, [])[-12:])
                problems.append(f"{kind}: item {item} is {found}, expected one of {states}: {history}")
        for name, counts in self.names.items():
            ids = [i for i in by_name.get(name, []) if i in by_id]
            for i in ids:
                del by_id[i]
            if len(ids) not in counts:
                kind = "doubled" if len(ids) > 1 else "lost"
                problems.append(f"{kind}: {name} is there {len(ids)} times, expected {sorted(counts)}")
        for names, is_sure in self.imports:
            found = {len(by_name.get(name, [])) for name in names}
            if found - {0, 1}:
                problems.append(f"doubled: import of {names[0]}")
            elif len(found) > 1:
                problems.append(f"half an import: {names[0]}")
            elif is_sure and found == {0}:
                problems.append(f"lost: import of {names[0]}")
            for name in names:
                for i in by_name.get(name, []):
                    by_id.pop(i, None)
        for seed in self.seeds:
            if not by_name.get(seed):
                problems.append(f"lost: {seed}")
            for i in by_name.get(seed, []):
                by_id.pop(i, None)
        problems += [f"from nowhere: {item['name']} ({i})" for i, item in by_id.items()]
        return problems


def state_of(item):
    """What is compared of an item."""
    return (item["name"], item["quantity"], item["purchase_price"], item["notes"])
