"""Has processes ended, and a folder removed, that tests would leave behind when they are killed."""

import subprocess

SCRIPT = 'read -r over || { folder=$1; shift; kill -KILL "$@"; rm -rf "$folder"; }'


class Watcher:
    """A process that stands by until it is told that all is over. It acts when its input ends without that: with us."""

    def __init__(self, folder, *processes):
        command = ["sh", "-c", SCRIPT, "sh", str(folder), *map(str, processes)]
        # In a session of its own it outlives what ends all of us, such as Ctrl-C.
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True)

    def stop(self):
        self.process.communicate(b"over\n")
