"""Runs a primary, a standby and two Nestory servers behind a proxy, until Ctrl-C. See Scripts/run-cluster.sh."""

import argparse
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import zlib

from cluster import Cluster
from nestory import Nestory

SAMPLE = os.path.join(os.path.dirname(__file__), "../../Sources/Nestory/Resources/sample-inventory.csv")


class Proxy:
    """Passes each request on to one of the servers, and to another where that is down.

    An open page lives on one server. Its id is in the path, and decides which; other requests take turns.
    """

    def __init__(self, port):
        try:
            self.listener = socket.create_server(("127.0.0.1", port))
        except OSError:
            raise SystemExit(f"Port {port} is taken by another program. Choose one with: make cluster PORT={port + 1}")
        self.servers, self.turn = [], 0

    def run(self):
        while True:
            client, _ = self.listener.accept()
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        with client:
            try:
                request = self.head(client)
                server = self.connect(request) if request else None
                if server:
                    with server:
                        self.pass_on(request, client, server)
                elif request:
                    client.sendall(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            except OSError:
                pass  # One of both has hung up.

    def head(self, client):
        """What has come with the whole head of a request; nothing where the client went away."""
        request = b""
        while b"\r\n\r\n" not in request:
            data = client.recv(65536)
            if not data or len(request) > 65536:
                return b""
            request += data
        return request

    def pass_on(self, request, client, server):
        # One request for each connection: the next one may be for another server.
        head, body = request.split(b"\r\n\r\n", 1)
        head = re.sub(rb"(?i)\r\nconnection:[^\r]*", b"", head) + b"\r\nConnection: close"
        server.sendall(head + b"\r\n\r\n" + body)
        threading.Thread(target=self.pump, args=(client, server), daemon=True).start()
        self.pump(server, client)

    def connect(self, request):
        page = re.match(rb"\S+ /api/page/([^/? ]+)", request)
        first = zlib.crc32(page.group(1)) if page else self.turn
        self.turn += 1
        for number in range(len(self.servers)):
            server = self.servers[(first + number) % len(self.servers)]
            try:
                return socket.create_connection(("127.0.0.1", server.port))
            except OSError:
                continue
        return None

    def pump(self, source, sink):
        try:
            while data := source.recv(65536):
                sink.sendall(data)
            # Who hangs up waits for nothing more: a page that is closed ends its stream at the server.
            sink.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


class Operator:
    """Does to the cluster what an operator does, as told on standard input."""

    help = """
  status    which server is the primary, and how many items it has
  kill      kills the primary at once, as a power failure would
  promote   makes the standby the primary
  rejoin    makes the server that was killed a standby of the new primary, which every change waits for again
  quit      stops everything, as Ctrl-C does"""

    def __init__(self, cluster, standby):
        self.cluster, self.standby, self.killed = cluster, standby, None

    def run(self):
        """Returns when somebody says to quit."""
        actions = {"status": self.status, "kill": self.kill, "promote": self.promote, "rejoin": self.rejoin}
        for line in sys.stdin:
            word = line.strip().lower()
            if word == "quit":
                return
            if word:
                try:
                    print(actions[word]() if word in actions else self.help, flush=True)
                except (RuntimeError, OSError) as error:
                    print(f"That cannot be done now. {error}", flush=True)
        # Nobody types. It runs until it is stopped.
        signal.pause()

    def status(self):
        primary = self.cluster.primary
        if not primary.pid:
            return "The primary does not run. Type: promote"
        count = primary.sql("SELECT count(*) FROM item")[0]
        names = primary.sql("SHOW synchronous_standby_names")[0]
        return f"The primary is {primary.name}, port {primary.port}, with {count} items. Changes wait for: {names or 'nobody'}."

    def kill(self):
        if not self.cluster.primary.pid:
            return "The primary does not run. Type: promote"
        if not self.standby:
            return "No standby could take its place. Type: rejoin"
        self.cluster.primary.kill()
        self.killed = self.cluster.primary
        return "The primary is gone. Pages show the last known items, and changes wait. Type: promote"

    def promote(self):
        if self.cluster.primary.pid:
            return "The primary runs, and there may be only one. Type: kill"
        self.standby.promote()
        self.cluster.primary, self.standby = self.standby, None
        return "The standby is the primary now. A change counts when this one machine has it, until you type: rejoin"

    def rejoin(self):
        if self.standby or not self.killed:
            return "No killed server waits for this."
        self.standby, self.killed = self.cluster.rejoin(self.killed), None
        self.cluster.synchronize(self.standby.name)
        return f"{self.standby.name} follows the new primary. Changes wait for it."


class Stopped(BaseException):
    """Somebody wants everything to end."""


def stop_on_signals():
    """Lets Ctrl-C, a `kill` and the end of the terminal stop everything, once: what comes later does not disturb."""
    signals = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]

    def stop(*_):
        for number in signals:
            signal.signal(number, signal.SIG_IGN)
        raise Stopped

    for number in signals:
        signal.signal(number, stop)


def run(program, proxy):
    servers = proxy.servers
    with Cluster() as cluster:
        # A copy: what is built next may take the place of the program.
        program = shutil.copy(program, cluster.folder)
        try:
            standby = cluster.add_standby("s1")
            cluster.synchronize("s1")
            url = cluster.url(cluster.primary, standby)
            subprocess.run(
                [program, "import", SAMPLE, "--database-url", url], check=True, stderr=subprocess.DEVNULL,
                start_new_session=True)
            for name in ("one", "other"):
                servers.append(Nestory(program, url, cluster.folder, name))
            threading.Thread(target=proxy.run, daemon=True).start()
            print(f"Nestory is at http://127.0.0.1:{proxy.listener.getsockname()[1]}/ – stop it with Ctrl-C.")
            print(f"  PostgreSQL  primary at port {cluster.primary.port}, standby at port {standby.port}, in {cluster.folder}")
            print(f"  Nestory     at ports {servers[0].port} and {servers[1].port}")
            print(f"Type what shall happen:{Operator.help}", flush=True)
            Operator(cluster, standby).run()
        finally:
            for server in servers:
                server.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="nestory, built with the trait PostgreSQL")
    parser.add_argument("--port", type=int, default=8080)
    options = parser.parse_args()
    stop_on_signals()
    try:
        run(options.program, Proxy(options.port))
    except Stopped:
        print()
    except RuntimeError as error:
        sys.exit(str(error))
    print("Everything is stopped.")


if __name__ == "__main__":
    main()
