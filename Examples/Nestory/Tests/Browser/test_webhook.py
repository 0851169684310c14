"""A webhook that refuses, seen in the browser: the page of services says so, and what waits is sent later, once."""

import datetime
import os
import subprocess
import tempfile
import time

from support import BINARY, PageTest
from test_outages import Neighbour


class WebhookOutageTest(PageTest):
    sample = False

    def options(self):
        self.webhook = Neighbour()
        self.webhook.status = 500
        self.addCleanup(self.webhook.close)
        folder = tempfile.TemporaryDirectory(prefix="nestory-webhook-")
        self.addCleanup(folder.cleanup)
        database = os.path.join(folder.name, "nestory.db")
        end = datetime.date.today() + datetime.timedelta(days=10)
        csv = os.path.join(folder.name, "things.csv")
        with open(csv, "w", encoding="utf-8") as file:
            file.write(f"name,room,warranty_until\nFridge,Kitchen,{end}\n")
        subprocess.run([BINARY, "import", csv, "--database", database], check=True, capture_output=True)
        return ["--database", database, "--webhook-url", self.webhook.address]

    def until_notifications(self, state):
        """Asks for the page of services again and again; a failure counts there when it is the third in a row."""
        end = time.monotonic() + 90
        while True:
            self.open("/services", scripted=False)
            words = self.text("#service-notifications")
            if state in words:
                return words
            self.assertLess(time.monotonic(), end, words)
            time.sleep(0.5)

    def test_a_webhook_that_refuses(self):
        self.connect()
        words = self.until_notifications("Does not work")
        self.assertNotIn("500", words)
        self.assertNotIn("127.0.0.1", words)
        self.assertIn("Works", self.text("#service-inventory"))
        refused = self.webhook.asked
        self.assertGreaterEqual(refused, 3)
        self.open("/")
        self.assertEqual(self.names(), ["Fridge"])
        self.webhook.status = 200
        self.until_notifications("Works")
        taken = self.webhook.asked
        self.assertGreater(taken, refused)
        self.holds(lambda: self.webhook.asked == taken, 3, "what was taken is not sent again")
