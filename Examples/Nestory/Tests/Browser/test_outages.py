"""Real outages seen in the browser: the inventory's file gone bad, the disk full, other servers that misbehave.

In each the page stays up and says what is missing, what was typed is kept, and all is well again by itself.
"""

import http.server
import os
import shutil
import sqlite3
import subprocess
import tempfile
import threading
import unittest

from support import PageTest
from test_live import ADD, TECHNICAL

RATES = """<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<Cube><Cube time='2026-01-15'><Cube currency='USD' rate='1.2500'/><Cube currency='CHF' rate='0.9000'/></Cube></Cube>
</gesmes:Envelope>"""


def succeeds(*command):
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0


class Neighbour:
    """A server beside ours, which answers as the test says."""

    def __init__(self):
        self.status, self.body, self.asked, self.whole = 200, b"", 0, True
        neighbour = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self):
                neighbour.asked += 1
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                self.send_response(neighbour.status)
                self.send_header("Content-Length", str(len(neighbour.body)))
                self.send_header("Connection", "close")
                self.end_headers()
                body = neighbour.body if neighbour.whole else neighbour.body[: len(neighbour.body) // 2]
                self.wfile.write(body)

            do_GET = do_POST = answer

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class FileOutageTest(PageTest):
    @property
    def file(self):
        return os.path.join(self.server.folder.name, "nestory.db")

    def until_well(self):
        self.until(lambda: self.text("#banner") == "", lambda: f"the banner goes by itself; it says {self.text('#banner')!r}")

    def check_kept(self):
        """A new item is kept on this device, and nothing says that it is saved in the inventory."""
        self.open_dialog(ADD)
        self.fill(name="Patient lamp", room="Attic")
        self.submit()
        self.until(lambda: not self.all("dialog[open]"), "it is kept")
        words = self.text("#announce")
        self.assertIn("saved on this device, not yet in the inventory", words)
        self.assertEqual([word for word in TECHNICAL if word in words.lower()], [], words)
        self.until_text(".waiting", "1 change saved on this device since")
        self.assertIn("“Patient lamp” will be added.", self.text(".waiting"))
        self.assertNotIn("Patient lamp", self.names())
        self.until_text("#overview", "Without 1 change that is saved on this device")

    def until_delivered(self):
        """The item is in the list, and no longer among those that are kept, without a click."""
        self.until(lambda: not self.all(".waiting"), "nothing is kept any more")
        self.browser.get(self.server.address + "/?query=patient+lamp")
        self.until_names(["Patient lamp"])

    def check_services(self, part):
        """The page of services says which one does not work."""
        self.browser.switch_to.new_window("tab")
        self.browser.get(self.server.address + "/services")
        self.assertIn(part, self.text("#service-inventory"))
        self.assertIn("Works", self.text("#service-export"))
        self.browser.close()
        self.browser.switch_to.window(self.browser.window_handles[0])

    def test_garbage_in_the_place_of_the_file(self):
        self.connect()
        names = self.names()
        kept = self.file + ".kept"
        os.rename(self.file, kept)
        with open(self.file, "wb") as garbage:
            garbage.write(os.urandom(200_000))
        # Nobody has to ask: it is noticed within seconds.
        self.until_text("#banner", "Changes cannot be saved")
        self.assertEqual(self.names(), names)
        self.check_kept()
        self.check_services("Works in part")
        os.replace(kept, self.file)
        self.until_well()
        self.until_delivered()

    def test_a_locked_file_can_be_read(self):
        self.connect()
        other = sqlite3.connect(self.file, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        self.check_kept()
        other.execute("ROLLBACK")
        other.close()
        self.until_well()
        self.until_delivered()

    @unittest.skipUnless(os.geteuid() == 0 and shutil.which("chattr"), "needs root and chattr +i")
    def test_a_file_made_read_only(self):
        self.connect()
        if not succeeds("chattr", "+i", self.file):
            self.skipTest("chattr +i does not work on this file system")
        self.addCleanup(succeeds, "chattr", "-i", self.file)
        self.check_kept()
        self.until_text("#banner", "can be read, but not changed")
        self.assertTrue(succeeds("chattr", "-i", self.file))
        self.until_well()
        self.until_delivered()


class DiskOutageTest(FileOutageTest):
    test_garbage_in_the_place_of_the_file = test_a_locked_file_can_be_read = test_a_file_made_read_only = None

    def options(self):
        self.disk = tempfile.mkdtemp(prefix="nestory-disk-")
        if os.geteuid() != 0 or not succeeds("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", self.disk):
            os.rmdir(self.disk)
            self.skipTest("needs root that may mount a tmpfs")
        self.addCleanup(os.rmdir, self.disk)
        self.addCleanup(succeeds, "umount", self.disk)
        return ["--database", os.path.join(self.disk, "nestory.db")]

    def test_a_full_disk(self):
        self.connect()
        with open(os.path.join(self.disk, "filler"), "wb", buffering=0) as filler:
            try:
                while True:
                    filler.write(b"x" * 4096)
            except OSError:
                pass
        self.open_dialog(ADD)
        self.fill(name="Patient lamp", room="Attic")
        self.script("document.getElementById('field-notes').value = 'n'.repeat(9000)")
        refused = []
        for _ in range(60):
            self.submit()
            self.until(lambda: not self.all("dialog form[aria-busy]"), "it is answered")
            if not self.all("dialog[open]"):
                # There was a little room left.
                self.open_dialog(ADD)
                self.fill(name="Patient lamp", room="Attic")
                self.script("document.getElementById('field-notes').value = 'n'.repeat(9000)")
                continue
            refused.append(self.text("#form-errors"))
            if len(refused) > 3:
                break
        self.assertTrue(any("disk is full" in words for words in refused), refused)
        self.assertEqual(self.value("name"), "Patient lamp")
        self.until_text("#banner", "disk is full")
        os.remove(os.path.join(self.disk, "filler"))
        self.until_well()


class RatesOutageTest(PageTest):
    def options(self):
        self.rates = Neighbour()
        self.rates.status = 503
        self.addCleanup(self.rates.close)
        return ["--rates-url", self.rates.address]

    def test_a_rates_server_that_comes_back(self):
        self.connect()
        self.assertIn("as shipped with Nestory", self.text(".total-detail"))
        self.until_text("#banner", "Exchange rates")
        self.assertTrue(self.names())
        self.rates.status, self.rates.body, self.rates.whole = 200, RATES.encode(), False
        self.browser.refresh()
        self.assertIn("as shipped with Nestory", self.text(".total-detail"))
        self.rates.body, self.rates.whole = b"<html>Not today</html>", True
        self.browser.refresh()
        self.assertIn("as shipped with Nestory", self.text(".total-detail"))
        self.rates.body = RATES.encode()

        def live():
            if "European Central Bank" in self.text(".total-detail"):
                return True
            self.browser.refresh()
            return False

        self.until(live, "the new rates are used")
        self.until(lambda: self.text("#banner") == "", "the banner goes")
        self.assertIn("15 Jan 2026", self.text(".total-detail"))
