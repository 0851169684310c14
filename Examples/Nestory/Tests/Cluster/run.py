"""Runs a primary, a standby and two Nestory servers behind a proxy, until Ctrl-C. See Scripts/run-cluster.sh."""

import argparse
import re
import signal
import socket
import sys
import threading
import zlib

from cluster import Cluster
from nestory import Nestory


class Proxy:
    """Passes each request on to one of the servers, and to another where that is down.

    An open page lives on one server. Its id is in the path, and decides which; other requests take turns.
    """

    def __init__(self, port, servers):
        self.listener = socket.create_server(("127.0.0.1", port))
        self.servers, self.turn = servers, 0

    def run(self):
        while True:
            client, _ = self.listener.accept()
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        request = b""
        while b"\r\n\r\n" not in request:
            data = client.recv(65536)
            if not data or len(request) > 65536:
                return client.close()
            request += data
        server = self.connect(request)
        if server is None:
            client.sendall(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            return client.close()
        # One request for each connection: the next one may be for another server.
        head, body = request.split(b"\r\n\r\n", 1)
        head = re.sub(rb"(?i)\r\nconnection:[^\r]*", b"", head) + b"\r\nConnection: close"
        server.sendall(head + b"\r\n\r\n" + body)
        threading.Thread(target=self.pump, args=(client, server), daemon=True).start()
        self.pump(server, client)
        for end in (client, server):
            end.close()

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
            sink.shutdown(socket.SHUT_WR)
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
        """Returns whether somebody said to quit."""
        for line in sys.stdin:
            word = line.strip()
            if word == "quit":
                return True
            action = {"status": self.status, "kill": self.kill, "promote": self.promote, "rejoin": self.rejoin}.get(word)
            try:
                print(action() if action else self.help, flush=True)
            except (RuntimeError, OSError, TypeError) as error:
                print(f"That cannot be done now. {error}", flush=True)
        return False

    def status(self):
        primary = self.cluster.primary
        if not primary.pid:
            return "The primary does not run. Say: promote"
        count = primary.sql("SELECT count(*) FROM item")[0]
        names = primary.sql("SHOW synchronous_standby_names")[0]
        return f"The primary is {primary.name}, port {primary.port}, with {count} items. Changes wait for: {names or 'nobody'}."

    def kill(self):
        self.cluster.primary.kill()
        self.killed = self.cluster.primary
        return "The primary is gone. Pages show the last known items, and refuse changes. Say: promote"

    def promote(self):
        self.standby.promote()
        self.cluster.primary, self.standby = self.standby, None
        return "The standby is the primary now. A change counts when this one machine has it, until you say: rejoin"

    def rejoin(self):
        self.standby, self.killed = self.cluster.rejoin(self.killed), None
        self.cluster.synchronize(self.standby.name)
        return f"{self.standby.name} follows the new primary. Changes wait for it."


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="nestory, built with the trait PostgreSQL")
    parser.add_argument("--port", type=int, default=8080)
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    servers = []
    with Cluster() as cluster:
        try:
            standby = cluster.add_standby("s1")
            cluster.synchronize("s1")
            url = cluster.url(cluster.primary, standby)
            for name in ("one", "other"):
                servers.append(Nestory(options.program, url, cluster.folder, name))
            proxy = Proxy(options.port, servers)
            threading.Thread(target=proxy.run, daemon=True).start()
            print(f"Nestory is at http://127.0.0.1:{options.port}/ – stop it with Ctrl-C.")
            print(f"  PostgreSQL  primary at port {cluster.primary.port}, standby at port {standby.port}, in {cluster.folder}")
            print(f"  Nestory     at ports {servers[0].port} and {servers[1].port}")
            print(f"Type what shall happen:{Operator.help}", flush=True)
            if not Operator(cluster, standby).run():
                # Nobody types. It runs until it is stopped.
                signal.pause()
        except KeyboardInterrupt:
            pass
        finally:
            for server in servers:
                server.stop()


if __name__ == "__main__":
    main()
