"""Taking back what was just done."""

from support import PageTest


class UndoTest(PageTest):
    sample = False

    def test_a_deleted_item_comes_back(self):
        self.server.request("POST", "/api/items", {"name": "Lamp", "notes": "kept"})
        self.until_names(["Lamp"])
        self.open_dialog(".item-actions .danger")
        self.assertIn("30 days", self.text("dialog"))
        self.submit()
        self.until_closed()
        self.until_names([])
        self.find("#announce button").click()
        self.until_names(["Lamp"])
        self.until_text("#announce", "Undone: 1 item.")
        self.assertEqual(self.server.request("GET", "/api/items")["items"][0]["notes"], "kept")

    def test_an_import_is_undone(self):
        self.open_dialog(".actions [href='/import']")
        self.find("#file").send_keys(self.file("name\nLamp\nChair\n"))
        self.submit()
        self.until_text("#import-result", "2 items imported")
        self.find("#import-undo").click()
        self.until_names([])
        self.until_text("#announce", "Undone: 2 items.")

    def test_only_good_lines_are_offered_where_there_are_some(self):
        self.open_dialog(".actions [href='/import']")
        self.find("#file").send_keys(self.file("name,quantity\nLamp,many\n"))
        self.submit()
        self.until_text("#import-result", "Nothing was imported")
        self.assertFalse(self.find("#import-skip").is_displayed())
