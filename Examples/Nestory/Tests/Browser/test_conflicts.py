"""Two people, one item."""

from support import PageTest

EDIT = ".item-name a"


class ConflictTest(PageTest):
    sample = False

    def setUp(self):
        super().setUp()
        self.item = self.server.request("POST", "/api/items", {"name": "Lamp", "room": "Hall", "notes": "old"})
        self.until_names(["Lamp"])

    def change(self, **values):
        """Somebody else changes the item."""
        stored = self.server.request("GET", f"/api/items/{self.item['id']}")
        self.server.request("PUT", f"/api/items/{self.item['id']}", {**stored, **values})

    def stored(self):
        return self.server.request("GET", f"/api/items/{self.item['id']}")

    def beside(self, key):
        line = self.find(f"[data-field={key}] .stored")
        return line.find_element("css selector", "q").text if line.is_displayed() else None

    def test_an_open_form_tells_that_the_item_was_changed_and_saving_asks_once_more(self):
        self.open_dialog(EDIT)
        self.fill(room="Attic")
        self.change(name="Lantern", notes="theirs")
        self.until_text(".newer", "Somebody has just changed this item")
        self.assertEqual([self.beside(key) for key in ["name", "room", "notes", "category"]], ["Lantern", "Hall", "theirs", None])
        self.assertEqual(self.value("room"), "Attic")
        self.submit()
        self.until_text("#form-errors", "nothing was saved yet")
        self.assertEqual(self.stored()["room"], "Hall")
        self.assertEqual(self.value("room"), "Attic")
        self.find("[data-field=name] [data-take]").click()
        self.assertEqual(self.value("name"), "Lantern")
        self.assertIsNone(self.beside("name"))
        self.submit()
        self.until_closed()
        self.until_names(["Lantern"])
        now = self.stored()
        self.assertEqual([now["name"], now["room"], now["notes"]], ["Lantern", "Attic", "old"])

    def test_a_form_says_at_once_that_its_item_was_deleted(self):
        self.open_dialog(EDIT)
        self.fill(room="Attic")
        self.server.request("DELETE", f"/api/items/{self.item['id']}")
        self.until_text(".newer", "Somebody has just deleted this item")
        self.assertEqual(self.value("room"), "Attic")

    def test_a_change_of_ones_own_is_no_news(self):
        self.open_dialog(EDIT)
        self.fill(room="Attic")
        self.submit()
        self.until_closed()
        self.open_dialog(EDIT)
        self.assertEqual(self.text(".newer"), "")
        self.assertEqual(self.value("room"), "Attic")
        self.fill(room="Cellar")
        self.submit()
        self.until_closed()
        self.assertEqual(self.stored()["room"], "Cellar")

    def test_what_was_changed_is_not_deleted_unasked(self):
        self.open_dialog(".item-actions .danger")
        self.change(name="Lantern")
        self.submit()
        self.until_text("#form-errors", "it is now “Lantern”")
        self.assertEqual(self.stored()["name"], "Lantern")
        self.submit()
        self.until_closed()
        self.until_names([])

    def test_without_script_both_versions_are_shown(self):
        self.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        self.open(f"/items/{self.item['id']}/edit", scripted=False)
        self.change(name="Lantern")
        room = self.find("#field-room")
        room.clear()
        room.send_keys("Attic")
        self.find(".page [type=submit]").click()
        self.until(lambda: "nothing was saved yet" in self.find("#form-errors").text, "it is refused")
        self.assertEqual(self.find("#field-room").get_attribute("value"), "Attic")
        self.assertEqual(self.find("[data-field=name] .stored q").text, "Lantern")
        self.find(".page [type=submit]").click()
        self.until(lambda: "Saved." in self.find("#announce").text, "it is saved")
        self.assertEqual(self.stored()["room"], "Attic")
