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

    def test_several_items_are_deleted_together_and_come_back(self):
        for name in ["Lamp", "Chair", "Table"]:
            self.server.request("POST", "/api/items", {"name": name})
        self.until_names(["Chair", "Lamp", "Table"])
        self.assertFalse(self.find("#selection").is_displayed())

        def select(name):
            box = f"input[aria-label='Select “{name}”']"
            self.until(lambda: self.script("document.querySelector(arguments[0]).click(); return true", box), f"{name} is selected")

        select("Lamp")
        self.until_text("#selected", "1 item selected")
        self.find("#select-all").click()
        self.until_text("#selected", "3 items selected")
        select("Table")
        self.until_text("#selected", "2 items selected")
        # What somebody else does to the list leaves the selection alone.
        self.server.request("POST", "/api/items", {"name": "Sofa"})
        self.until_names(["Chair", "Lamp", "Sofa", "Table"])
        self.assertEqual(self.text("#selected"), "2 items selected")
        self.find("#selection [type=submit]").click()
        self.until_names(["Sofa", "Table"])
        self.until_text("#announce", "2 items deleted.")
        self.find("#announce button").click()
        self.until_names(["Chair", "Lamp", "Sofa", "Table"])
        self.until_text("#announce", "Undone: 2 items.")

    def test_the_trash_brings_an_item_back(self):
        item = self.server.request("POST", "/api/items", {"name": "Lamp"})
        self.server.request("DELETE", f"/api/items/{item['id']}")
        self.open("/trash")
        self.assertEqual(self.text("#trash h2"), "Lamp")
        self.submit()
        self.until_names(["Lamp"])
        self.until_text("#announce", "Brought back.")
        self.open("/trash")
        self.assertIn("Nothing was deleted", self.text("main"))
