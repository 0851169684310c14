"""A Nestory server as a process of its own."""

import os
import re
import signal
import subprocess
import time


class Nestory:
    """One Nestory server, on a port that was free. Its log is a file in the folder."""

    def __init__(self, program, url, folder, name, *arguments):
        self.log = os.path.join(folder, name + ".log")
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(
                [program, "serve", "--port", "0", "--database-url", url, *arguments], cwd=folder,
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log)
        deadline = time.monotonic() + 60
        while not (match := re.search(r"http://127\.0\.0\.1:(\d+)/", self.text)):
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"Nestory does not start:\n{self.text}")
            time.sleep(0.05)
        self.port = int(match.group(1))

    @property
    def text(self):
        """What it has said."""
        with open(self.log) as file:
            return file.read()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
