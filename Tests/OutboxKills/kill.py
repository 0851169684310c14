#!/usr/bin/env python3
"""Kills programs that keep and deliver changes, then looks for what was lost, doubled or taken out of order.

    kill.py VICTIM LIBRARY KILLS [SEED]

VICTIM is the program OutboxVictim, LIBRARY is kill.c, compiled as a shared library. The n-th run is killed before its n-th
call that changes a file (write, sync, truncate, unlink, rename) up to n = 150, and at random from there on. Every second kill
is in the middle of a write, and every fifth run has a second process that works on the same file and is not killed. After 25
kills the file is drained, and what the receiver applied is compared with what was acknowledged.
"""
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile

KILLS_PER_FILE = 25
ENUMERATED = 150
LIMIT = 120  # seconds for one process; a working one takes less than one


def read(path):
    """The lines that were written completely."""
    if not path.exists():
        return []
    return [line[:-2].split(" ") for line in path.read_text().split("\n") if line.endswith(" .")]


def place(change):
    """Where a change stands among those that one process made for one subject: the round, and the number in it."""
    subject, tag, seed, index = change.split("-")
    return (subject, tag), (int(seed), int(index))


class Trial:
    def __init__(self, victim, library, chooser):
        self.victim, self.library, self.chooser = victim, library, chooser
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="outbox-kills-"))
        self.kills = 0
        self.unkept = 0  # changes that could not be kept; of some, nobody knows whether they were made

    def start(self, *arguments, **settings):
        environment = dict(os.environ, OUTBOX_KILL_FOLDER=str(self.folder))
        if settings:
            environment.update(settings, LD_PRELOAD=self.library)
        return subprocess.Popen([self.victim, arguments[0], str(self.folder), *arguments[1:]], env=environment)

    def finish(self, process, may_be_killed=False):
        code = process.wait(timeout=LIMIT)
        if code == -signal.SIGKILL and may_be_killed:
            self.kills += 1
        elif code != 0:
            raise SystemExit(f"{self.folder}: a process ended with {code}")

    def work(self, turn, at):
        settings = {"OUTBOX_KILL_AT": str(at)}
        if turn % 2:
            settings["OUTBOX_KILL_TORN"] = "1"
        victim = self.start("work", "k", str(turn), **settings)
        other = self.start("work", "o", str(turn)) if turn % 5 == 4 else None
        self.finish(victim, may_be_killed=True)
        if other:
            self.finish(other)

    def check(self):
        self.finish(self.start("drain"))
        effects, keys, doubled = [], set(), []
        for _, key, _, change in read(self.folder / "received"):
            if key not in keys:
                keys.add(key)
                effects.append(change)
        seen = set()
        for change in effects:
            if change in seen:
                doubled.append(change)
            seen.add(change)
        answers = read(self.folder / "acknowledged")
        acknowledged = [words[2] for words in answers if words[0] == "acknowledged"]
        refused = {words[2] for words in answers if words[0] in ("refused", "unkept")}
        self.unkept = sum(words[0] in ("unkept", "unsure") for words in answers)
        lost = [change for change in acknowledged if change not in seen]
        last, disordered = {}, []
        for change in effects:
            line, position = place(change)
            if last.get(line, (-1, -1)) > position:
                disordered.append(change)
            last[line] = max(last.get(line, (-1, -1)), position)
        return len(acknowledged), lost, doubled, disordered, sorted(refused & seen)


def syncs(victim, library, count):
    """The number of syncs of a process that keeps so many changes."""
    trial = Trial(victim, library, None)
    counts = trial.folder / "counts"
    trial.finish(trial.start("keep", str(count), OUTBOX_KILL_COUNTS=str(counts)))
    return int(re.search(r"syncs (\d+)", counts.read_text()).group(1))


def main(victim, library, kills, seed=None):
    seed = seed or str(random.randrange(1 << 32))
    chooser = random.Random(seed)
    print(f"seed {seed}")
    per_change = (syncs(victim, library, 110) - syncs(victim, library, 10)) / 100
    print(f"syncs for each kept change: {per_change}")
    failed = per_change < 1
    done, turn, changes, unkept = 0, 0, 0, 0
    sums = [0, 0, 0, 0]
    while done < kills:
        trial = Trial(victim, library, chooser)
        while trial.kills < min(KILLS_PER_FILE, kills - done):
            trial.work(turn, turn if turn <= ENUMERATED else chooser.randrange(600))
            turn += 1
        acknowledged, *problems = trial.check()
        done += trial.kills
        changes += acknowledged
        unkept += trial.unkept
        for index, found in enumerate(problems):
            sums[index] += len(found)
        if any(problems):
            print(f"{trial.folder}: lost {problems[0]}, doubled {problems[1]}, out of order {problems[2]}, "
                  f"applied though refused {problems[3]}")
        else:
            subprocess.run(["rm", "-rf", str(trial.folder)], check=True)
    print(f"{done} kills, {changes} acknowledged changes: {sums[0]} lost, {sums[1]} doubled, {sums[2]} out of order, "
          f"{sums[3]} applied though refused, {unkept} could not be kept")
    raise SystemExit(1 if failed or any(sums) else 0)


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5):
        raise SystemExit(__doc__)
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), *sys.argv[4:])
