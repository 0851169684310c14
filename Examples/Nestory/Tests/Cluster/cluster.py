"""A PostgreSQL cluster in a temporary folder: a primary and its standbys, for tests and for trying things out."""

import contextlib
import glob
import os
import pwd
import random
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time


def bin_folder():
    """The folder with PostgreSQL's programs, of the newest version that is installed."""
    versions = glob.glob("/usr/lib/postgresql/*/bin/initdb")
    newest = sorted(versions, key=lambda path: int(path.split("/")[4]))
    found = newest[-1] if newest else shutil.which("initdb")
    if not found:
        raise SystemExit("There is no PostgreSQL server. Scripts/install-requirements.sh --postgres installs one.")
    return os.path.dirname(os.path.realpath(found))


def free_port():
    """Returns a port below those that clients are given: one of them could take it while a server is started again."""
    while True:
        with socket.socket() as listener:
            port = random.randrange(15_000, 30_000)
            with contextlib.suppress(OSError):
                listener.bind(("127.0.0.1", port))
                return port


def user():
    """Whose processes the servers are: PostgreSQL refuses to be root's."""
    return {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.getuid() == 0 else {}


def eventually(is_done, what, seconds=30):
    """Waits until another process has done something. After so many seconds it is an error."""
    deadline = time.monotonic() + seconds
    while not is_done():
        if time.monotonic() > deadline:
            raise RuntimeError(f"After {seconds} seconds still not: {what}")
        # What another process does tells nobody when it is done.
        time.sleep(0.02)


class Server:
    """One server."""

    def __init__(self, cluster, name):
        self.cluster, self.name, self.port = cluster, name, free_port()
        self.data = os.path.join(cluster.folder, name)

    def start(self):
        self.cluster.run("pg_ctl", "-D", self.data, "-l", self.data + ".log", "-o", f"-p {self.port}", "-w", "-s", "start")

    def stop(self):
        self.cluster.run("pg_ctl", "-D", self.data, "-m", "fast", "-w", "-s", "stop")

    def promote(self):
        self.cluster.run("pg_ctl", "-D", self.data, "-w", "-s", "promote")

    @property
    def pid(self):
        """The main process, or None while the server does not run."""
        try:
            with open(os.path.join(self.data, "postmaster.pid")) as file:
                pid = int(file.readline())
            os.kill(pid, 0)
            return pid
        except (OSError, ValueError):
            return None

    def kill(self):
        """Kills the server with all its processes at once, as a power failure would."""
        main = self.pid
        with open(f"/proc/{main}/task/{main}/children") as file:
            children = [int(pid) for pid in file.read().split()]
        for pid in [main] + children:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        eventually(lambda: not self.pid, f"{self.name} is gone")
        os.unlink(os.path.join(self.data, "postmaster.pid"))

    def sql(self, statement, database="nestory"):
        """Runs a statement, and returns the lines of its answer."""
        command = ["psql", "-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", str(self.port)]
        return self.cluster.run(*command, "-U", "nestory", "-d", database, "-c", statement).splitlines()


class Cluster:
    """A primary, and the standbys that follow it. Everything ends and is removed with the `with` statement."""

    folder = None

    def __enter__(self):
        try:
            self.create()
        except BaseException:
            # Also what was interrupted half-way leaves nothing behind.
            self.__exit__()
            raise
        return self

    def create(self):
        self.servers = []
        self.bin = bin_folder()
        self.folder = tempfile.mkdtemp(prefix="nestory-cluster-")
        if os.getuid() == 0:
            os.chown(self.folder, pwd.getpwnam("nobody").pw_uid, -1)
        os.chmod(self.folder, 0o755)
        self.primary = Server(self, "primary")
        self.run(
            "initdb", "-D", self.primary.data, "-U", "nestory", "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync",
            "--wal-segsize=1")
        with open(os.path.join(self.primary.data, "postgresql.conf"), "a") as file:
            file.write(
                "fsync = off\nshared_buffers = 32MB\nmax_connections = 100\nlisten_addresses = '127.0.0.1'\n"
                "unix_socket_directories = ''\nwal_keep_size = 256MB\nwal_retrieve_retry_interval = 100ms\n")
        self.servers.append(self.primary)
        self.primary.start()
        self.primary.sql("CREATE DATABASE nestory", "postgres")

    def __exit__(self, *_):
        for server in self.servers:
            if server.pid:
                self.run("pg_ctl", "-D", server.data, "-m", "immediate", "-w", "-s", "stop", check=False)
        if self.folder:
            shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, program, *arguments, check=True):
        result = subprocess.run(
            [os.path.join(self.bin, program), *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if program == "pg_ctl" else subprocess.PIPE, cwd="/", text=True, **user())
        if check and result.returncode:
            raise RuntimeError(f"{program} failed: {result.stdout}{result.stderr or ''}")
        return result.stdout

    def add_standby(self, name, through=None):
        """Adds a standby. With a port it hears the primary through that."""
        standby = Server(self, name)
        self.servers.append(standby)
        self.follow(standby, through)
        return standby

    def rejoin(self, server):
        """Makes a server that was the primary a standby of the one that is now."""
        shutil.rmtree(server.data)
        self.follow(server)
        return server

    def follow(self, standby, through=None):
        address = f"host=127.0.0.1 user=nestory application_name={standby.name} port="
        self.run(
            "pg_basebackup", "-D", standby.data, "-d", f"{address}{self.primary.port}", "-R", "-X", "stream",
            "--checkpoint=fast", "--no-sync")
        if through:
            path = os.path.join(standby.data, "postgresql.auto.conf")
            with open(path) as file:
                text = re.sub(r"port=\d+", f"port={through}", file.read())
            with open(path, "w") as file:
                file.write(text)
        standby.start()
        streams = f"application_name = '{standby.name}' AND state = 'streaming'"
        self.wait(f"SELECT count(*) FROM pg_stat_replication WHERE {streams}", "1")

    def synchronize(self, names):
        """Lets a commit count once one of these standbys has it."""
        self.primary.sql(f"ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 ({names})'")
        self.primary.sql("SELECT pg_reload_conf()")
        self.wait("SELECT count(*) > 0 FROM pg_stat_replication WHERE sync_state = 'quorum'", "t")

    def wait(self, question, answer):
        eventually(lambda: self.primary.sql(question) == [answer], f"{answer}: {question}")

    def url(self, *servers):
        hosts = ",".join(f"127.0.0.1:{server.port}" for server in servers)
        return f"postgresql://nestory@{hosts}/nestory?target_session_attrs=read-write"
