"""A Nestory server as a process of its own."""

import os
import re
import signal
import subprocess

from cluster import eventually


class Nestory:
    """One Nestory server, on a port that was free. Its log and its outbox are files in the folder."""

    def __init__(self, program, url, folder, name, *arguments):
        self.log = os.path.join(folder, name + ".log")
        with open(self.log, "w") as log:
            # In a session of its own: Ctrl-C is for the program that starts it, which then stops it.
            self.process = subprocess.Popen(
                [program, "serve", "--port", "0", "--database-url", url, "--outbox", name + ".db-outbox", *arguments],
                cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log, start_new_session=True)
        try:
            eventually(lambda: self.address or self.process.poll() is not None, f"{name} has started", 60)
            if not self.address:
                raise RuntimeError(f"Nestory does not start:\n{self.text}")
            self.port = int(self.address.group(1))
        except BaseException:
            self.stop()
            raise

    @property
    def address(self):
        """Where it says that it listens."""
        return re.search(r"http://127\.0\.0\.1:(\d+)/", self.text)

    @property
    def text(self):
        """What it has said."""
        with open(self.log) as file:
            return file.read()

    def kill(self):
        """Kills it at once, as a power failure would."""
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.kill()
