"""Kills the primary under writers, promotes the standby, and counts what became of every change. See failover.sh."""

import argparse
import http.client
import json
import os
import queue
import signal
import socket
import sys
import threading
import time
import urllib.request
import uuid

from cluster import Cluster, eventually
from nestory import Nestory

WRITERS = 16


class Lag(threading.Thread):
    """Passes on what the primary sends, so many seconds later. What is on its way is lost with the primary."""

    def __init__(self, target, seconds):
        super().__init__(daemon=True)
        self.target, self.seconds = target, seconds
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]

    def run(self):
        while True:
            client, _ = self.listener.accept()
            try:
                server = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                client.close()
                continue
            threading.Thread(target=self.pump, args=(client, server, 0), daemon=True).start()
            threading.Thread(target=self.pump, args=(server, client, self.seconds), daemon=True).start()

    def pump(self, source, sink, seconds):
        waiting = queue.Queue()

        def deliver():
            while True:
                due, data = waiting.get()
                time.sleep(max(0, due - time.monotonic()))
                if not data or self.is_cut:
                    break
                try:
                    sink.sendall(data)
                except OSError:
                    break
            for end in (source, sink):
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

        threading.Thread(target=deliver, daemon=True).start()
        while True:
            try:
                data = source.recv(65536)
            except OSError:
                data = b""
            waiting.put((time.monotonic() + seconds, data))
            if not data:
                return

    is_cut = False


class Load:
    """Writers that send each change until it is acknowledged, and readers that look at pages."""

    def __init__(self, ports, loses_answers):
        self.ports, self.loses_answers = ports, loses_answers
        self.lock = threading.Lock()
        self.sent, self.acknowledged, self.times = set(), {}, []
        self.refused, self.kept, self.lost_answers = 0, 0, 0
        self.bad_reads, self.reads, self.old_reads, self.unexpected = [], 0, 0, []
        self.is_over = False

    def start(self):
        self.threads = [threading.Thread(target=self.write, args=(number,)) for number in range(WRITERS)]
        self.threads += [threading.Thread(target=self.read, args=(port,)) for port in self.ports]
        for thread in self.threads:
            thread.start()

    def stop(self):
        self.is_over = True
        for thread in self.threads:
            thread.join(60)

    def write(self, writer):
        number = 0
        while not self.is_over:
            name, key = f"{writer}-{number}", str(uuid.uuid4())
            number += 1
            with self.lock:
                self.sent.add(name)
            loses = self.loses_answers and number % 4 == 0
            attempt = 0
            # A change that has begun is finished, also behind the end.
            deadline = time.monotonic() + 30
            while time.monotonic() < deadline:
                port = self.ports[(writer + attempt) % len(self.ports)]
                attempt += 1
                sent = time.monotonic()
                if status := self.post(port, name, key, hangs_up=loses and attempt == 1):
                    with self.lock:
                        self.acknowledged[name] = True
                        if status == 202:
                            self.kept += 1
                        else:
                            self.times.append((sent, time.monotonic()))
                    break
                if not (loses and attempt == 1):
                    time.sleep(0.02)

    def post(self, port, name, key, hangs_up):
        """Sends a change, and returns the status by which it is acknowledged; None where it is not."""
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        try:
            connection.request(
                "POST", "/api/items", json.dumps({"name": name}),
                {"Content-Type": "application/json", "Idempotency-Key": key})
            if hangs_up:
                # The answer is on its way, and nobody reads it.
                with self.lock:
                    self.lost_answers += 1
                return None
            answer = connection.getresponse()
            answer.read()
            # What a server keeps while the database is away counts as acknowledged: it must be delivered.
            if answer.status in (200, 201, 202):
                return answer.status
            with self.lock:
                self.refused += 1
                if answer.status != 503:
                    self.unexpected.append(f"{answer.status} for {name}")
            return None
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def read(self, port):
        while not self.is_over:
            for path in ("/", "/api/items?limit=1"):
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
                try:
                    connection.request("GET", path)
                    answer = connection.getresponse()
                    answer.read()
                    with self.lock:
                        self.reads += 1
                        self.old_reads += answer.getheader("Age") is not None
                        if answer.status != 200:
                            self.bad_reads.append(f"{path}: {answer.status}")
                except (OSError, http.client.HTTPException) as error:
                    with self.lock:
                        self.bad_reads.append(f"{path}: {error}")
                finally:
                    connection.close()
            time.sleep(0.05)


def main():
    parser = argparse.ArgumentParser(prog="failover.sh", description=__doc__)
    parser.add_argument("program", help="nestory, built with the trait PostgreSQL")
    parser.add_argument("--mode", choices=["sync", "async"], default="sync")
    parser.add_argument("--lost-acks", action="store_true", help="hang up before the answer to every fourth change")
    parser.add_argument("--zombie", action="store_true", help="start the old primary again, and renew all connections")
    parser.add_argument("--lag", type=int, default=0, help="milliseconds by which the standby is behind")
    parser.add_argument("--seconds", type=float, default=12)
    options = parser.parse_args()
    if options.lag and options.mode == "sync":
        parser.error("--lag is for --mode async: otherwise every change waits for it")
    with Cluster() as cluster:
        sys.exit(run(options, cluster))


def run(options, cluster):
    old = cluster.primary
    lag = None
    if options.lag:
        lag = Lag(old.port, options.lag / 1000)
        lag.start()
    new = cluster.add_standby("s1", through=lag.port if lag else None)
    if options.mode == "sync":
        cluster.synchronize("s1")
    servers = []
    try:
        for name in ("one", "other"):
            servers.append(Nestory(os.path.abspath(options.program), cluster.url(old, new), cluster.folder, name))
        load = Load([server.port for server in servers], options.lost_acks)
        began = time.monotonic()
        load.start()
        time.sleep(options.seconds / 3)
        if lag:
            lag.is_cut = True
        old.kill()
        killed = time.monotonic()
        # Somebody, or something, has to notice first.
        time.sleep(0.2)
        new.promote()
        promoted = time.monotonic()
        zombie = restart(old, new) if options.zombie else None
        time.sleep(max(0, began + options.seconds - time.monotonic()))
        load.stop()
        for server in servers:
            wait_until_delivered(server.port)
        stray = set(old.sql("SELECT name FROM item")) - zombie if options.zombie else set()
    finally:
        for server in servers:
            server.stop()
    stored = new.sql("SELECT name FROM item")
    return report(options, load, stored, stray, killed, promoted)


def wait_until_delivered(port):
    """Waits until a server keeps no change any more. What is left after half a minute counts as lost."""
    def keeps_nothing():
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/kept", timeout=20) as answer:
            return json.load(answer)["kept"] == []

    try:
        eventually(keeps_nothing, "all changes are delivered")
    except RuntimeError as error:
        print(error)


def restart(old, new):
    """Starts the old primary again, and has all connections to the new one renewed; returns what the old one has."""
    # It is alone now: with the old setting every write to it would hang.
    path = os.path.join(old.data, "postgresql.auto.conf")
    if os.path.exists(path):
        os.unlink(path)
    time.sleep(1)
    old.start()
    known = set(old.sql("SELECT name FROM item"))
    for _ in range(3):
        new.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'nestory'")
        time.sleep(0.5)
    return known


def report(options, load, stored, zombie_writes, killed, promoted):
    acknowledged = set(load.acknowledged)
    lost = acknowledged - set(stored)
    doubled = len(stored) - len(set(stored))
    stray = set(stored) - load.sent
    after = [answered for sent, answered in load.times if sent > killed]
    outage = f"{min(after) - killed:.2f} s" if after else "for ever"
    print(
        f"{options.mode}: {len(acknowledged)} changes acknowledged, {load.kept} of them kept at first, "
        f"{len(lost)} lost, {doubled} doubled, "
        f"{len(stray)} stray, {len(zombie_writes)} at the old primary; {load.refused} refused, "
        f"{load.lost_answers} answers not read")
    print(
        f"first saved in the database {outage} after the kill, promotion took {promoted - killed:.2f} s; "
        f"{load.reads} pages read, {load.old_reads} of them from the last known items, {len(load.bad_reads)} failed")
    for failure in load.bad_reads[:5] + load.unexpected[:5]:
        print(f"  {failure}")
    good = not doubled and not stray and not zombie_writes and not load.bad_reads and after
    # A full disk is an answer, too: nothing is saved, and the change is sent again.
    good = good and all(failure.startswith("507") for failure in load.unexpected)
    if options.mode == "sync":
        good = good and not lost
    return 0 if good else 1


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    main()
