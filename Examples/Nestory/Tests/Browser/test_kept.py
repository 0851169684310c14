"""Changes while the inventory does not answer: the page says that they are kept, and lets people decide where they clash."""

import os
import sqlite3

from support import PageTest

EDIT = ".item-name a"
DELETE = "a.icon.danger"


class KeptTest(PageTest):
    sample = False

    def setUp(self):
        super().setUp()
        self.item = self.server.request("POST", "/api/items", {"name": "Lamp", "room": "Hall"})
        self.until_names(["Lamp"])
        self.other = sqlite3.connect(os.path.join(self.server.folder.name, "nestory.db"), isolation_level=None)
        self.addCleanup(self.other.close)
        self.other.execute("BEGIN EXCLUSIVE")

    def change_meanwhile(self):
        """Saves a form, which is kept, while another program changes the same item."""
        self.open_dialog(EDIT)
        self.fill(name="Mine")
        self.submit()
        self.until(lambda: not self.all("dialog[open]"), "it is kept")
        self.until_text(".kept-mark", "Saved on this device, not yet in the inventory")
        self.assertEqual(self.names(), ["Mine"])
        self.other.execute("UPDATE item SET name = 'Theirs', revision = revision + 1")
        self.other.execute("COMMIT")
        self.until_text(".waiting", "Someone else has changed “Mine” in the meantime. Keep their version or yours?")
        self.until_names(["Theirs"])

    def decide(self, button):
        self.until(lambda: self.script(
            "const button = [...document.querySelectorAll('.waiting button')].find((b) => b.textContent === arguments[0]);"
            "if (button) button.click(); return Boolean(button)", button), f"{button} is clicked")
        self.until(lambda: not self.all(".waiting"), "nothing is kept any more")

    def test_ones_own_version_is_kept(self):
        self.change_meanwhile()
        self.decide("Keep mine")
        self.until_names(["Mine"])

    def test_their_version_is_kept(self):
        self.change_meanwhile()
        self.decide("Keep theirs")
        self.until_names(["Theirs"])

    def test_a_deletion_is_kept_and_sent(self):
        self.open_dialog(DELETE)
        self.submit()
        self.until(lambda: not self.all("dialog[open]"), "it is kept")
        self.assertIn("saved on this device, not yet in the inventory", self.text("#announce"))
        self.until_text(".kept-mark", "Deleted on this device, not yet in the inventory")
        self.other.execute("ROLLBACK")
        self.until_names([])
        self.until(lambda: not self.all(".waiting"), "nothing is kept any more")

    def test_a_refused_change_can_be_changed(self):
        self.open_dialog(EDIT)
        self.fill(name="Mine")
        self.submit()
        self.until(lambda: not self.all("dialog[open]"), "it is kept")
        self.other.execute("DELETE FROM item")
        self.other.execute("COMMIT")
        self.until_text(".waiting", "“Mine” could not be saved in the inventory: it was deleted in the meantime.")
        self.until(lambda: self.script(
            "const link = document.querySelector('.waiting a[href^=\"/kept/\"]'); if (link) link.click(); return Boolean(link)"),
            "“Change” is clicked")
        self.until(lambda: self.value("name") == "Mine", "the form has what was typed")
        self.fill(name="Mine again")
        self.submit()
        self.until(lambda: not self.all(".waiting"), "nothing is kept any more")
        self.until_names(["Mine again"])
