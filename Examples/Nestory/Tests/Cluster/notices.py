"""Kills one of two servers while it sends notices, and counts what the webhook got of each. See Scripts/test.sh.

A hundred warranties end soon. Exit 0 only if the webhook got a notice of each, each with a key of its own that stays the
same when it is sent again, and none still waits.
"""

import argparse
import datetime
import http.server
import os
import subprocess
import sys
import threading

from cluster import Cluster, eventually
from nestory import Nestory

COUNT = 100


class Webhook(http.server.ThreadingHTTPServer):
    """Takes notices, and lets the servers wait for the answer to the third one that each sends."""

    daemon_threads = True

    def __init__(self):
        self.lock, self.may_go_on = threading.Lock(), threading.Event()
        # The key and the text of each notice, by the server that sent it.
        self.got = {"/one": [], "/other": []}
        super().__init__(("127.0.0.1", 0), Request)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def url(self, name):
        return f"http://127.0.0.1:{self.server_port}/{name}"

    def take(self, path, key, text):
        with self.lock:
            self.got[path].append((key, text))
            waits = len(self.got[path]) == 3
        if waits:
            self.may_go_on.wait(60)


class Request(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        text = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.take(self.path, self.headers["Idempotency-Key"], text)
        try:
            self.send_response(204)
            self.end_headers()
        except OSError:
            pass  # It was killed.

    def log_message(self, *_):
        pass


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="nestory, built with the trait PostgreSQL")
    program = os.path.abspath(parser.parse_args().program)
    with Cluster() as cluster:
        sys.exit(run(program, cluster))


def run(program, cluster):
    url, webhook = cluster.url(cluster.primary), Webhook()
    day = datetime.datetime.now(datetime.timezone.utc).date() + datetime.timedelta(days=10)
    file = os.path.join(cluster.folder, "things.csv")
    with open(file, "w") as csv:
        csv.write("name,warranty_until\n" + "".join(f"Thing {number},{day}\n" for number in range(COUNT)))
    subprocess.run([program, "import", file, "--database-url", url], check=True, stderr=subprocess.DEVNULL)
    servers = []
    try:
        for name in ("one", "other"):
            servers.append(Nestory(program, url, cluster.folder, name, "--webhook-url", webhook.url(name)))
            eventually(lambda: len(webhook.got["/" + name]) >= 3, f"{name} sends")
        servers[0].kill()
        # The minute for which it had them is over at once.
        cluster.primary.sql("UPDATE notification SET claimed_until = now() WHERE sent_at IS NULL")
        webhook.may_go_on.set()
        eventually(lambda: left(cluster) == 0, "no notice waits")
    finally:
        webhook.may_go_on.set()
        for server in servers:
            server.stop()
    return report(cluster, webhook)


def left(cluster):
    return int(cluster.primary.sql("SELECT count(*) FROM notification WHERE sent_at IS NULL")[0])


def report(cluster, webhook):
    everything = webhook.got["/one"] + webhook.got["/other"]
    keys, pairs = {key for key, _ in everything}, set(everything)
    again = {key for key, _ in webhook.got["/one"]} & {key for key, _ in webhook.got["/other"]}
    print(
        f"{len(keys)} of {COUNT} notices came, {len(webhook.got['/one'])} from the server that was killed; "
        f"{len(everything) - len(keys)} came again with the same key; {left(cluster)} wait")
    # What was sent and not noted any more is sent again: that is why it has a key.
    good = len(keys) == len(pairs) == COUNT and None not in keys and again and not left(cluster)
    return 0 if good else 1


if __name__ == "__main__":
    main()
