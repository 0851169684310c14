"""Adding, editing and deleting."""

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from support import PageTest

ADD = ".actions [href='/items/new']"


class FormTest(PageTest):
    def press(self, *keys):
        ActionChains(self.browser).send_keys(*keys).perform()

    def test_an_added_item_is_in_the_list_and_in_the_total(self):
        before = self.text("#total")
        self.open_dialog(ADD)
        self.fill(
            name="Telescope “Nachtauge”", category="Hobby", room="Attic", quantity="2", purchase_price="1234.5",
            purchase_date="2026-05-03", warranty_until="2029-05-03", serial_number="N-001", notes="Two lines\nof notes 🔭")
        self.submit()
        self.until_closed()
        self.until_text("#announce", "“Telescope “Nachtauge”” is added.")
        self.until_text("#count", "206 items")
        self.assertNotEqual(self.text("#total"), before)
        self.search("nachtauge")
        self.until_names(["Telescope “Nachtauge”"])
        row = self.find("#results tbody tr").text
        for part in ["Attic", "Hobby", "€2,469.00", "2 at €1,234.50", "3 May 2026", "Serial number N-001"]:
            self.assertIn(part, row)

    def test_a_mistake_is_told_beside_the_field_and_nothing_typed_is_lost(self):
        self.open_dialog(ADD)
        self.fill(room="Attic", quantity="many", purchase_price="12,5", notes="Typed with care")
        self.submit()
        self.until(lambda: self.error("name"), "the name has an error")
        self.assertIn("3 things need another look", self.text("#form-errors"))
        self.assertIn("12,5", self.error("purchase_price"))
        self.assertIn("many", self.error("quantity"))
        self.assertEqual(self.error("room"), "")
        name = self.find("#field-name")
        self.assertEqual(name.get_attribute("aria-invalid"), "true")
        self.assertIn("error-name", name.get_attribute("aria-describedby"))
        self.assertEqual(self.focused(), "field-name")
        kept = {key: self.value(key) for key in ["room", "quantity", "purchase_price", "notes"]}
        typed = {"room": "Attic", "quantity": "many", "purchase_price": "12,5", "notes": "Typed with care"}
        self.assertEqual(kept, typed)
        self.assertEqual(self.text("#count"), "205 items")

        self.fill(name="Trunk", quantity="1", purchase_price="12.5")
        self.assertEqual(self.error("purchase_price"), "")
        self.submit()
        self.until_closed()
        self.until_text("#count", "206 items")

    def test_an_edit_changes_what_was_typed_and_nothing_else(self):
        self.search("föhn")
        self.until_names(["Painting “Föhn über dem Säntis”"])
        self.open_dialog(".item-name a")
        notes = self.value("notes")
        self.assertIn("\n", notes)
        self.fill(name="Painting of a storm, föhn")
        self.submit()
        self.until_closed()
        self.until_names(["Painting of a storm, föhn"])
        self.assertEqual(self.text(":focus"), "Painting of a storm, föhn", "the focus is back on the item")
        self.open_dialog(".item-name a")
        self.assertEqual(self.value("notes"), notes)
        self.assertEqual(self.value("purchase_price"), "2400.00")
        self.assertEqual(self.value("currency"), "CHF")
        self.assertEqual(self.value("purchase_date"), "2017-09-23")

    def test_leaving_a_changed_form_asks_first(self):
        self.open_dialog(ADD)
        self.fill(name="Half an item")
        self.press(Keys.ESCAPE)
        self.until(lambda: self.find(".discard").is_displayed(), "the question is asked")
        self.find("[data-keep]").click()
        self.assertEqual(self.value("name"), "Half an item")
        self.find("dialog [data-close]").click()
        self.find("[data-discard]").click()
        self.until_closed()
        self.assertEqual(self.text("#count"), "205 items")

    def test_deleting_from_a_changed_form_asks_first(self):
        self.open_dialog(".item-name a")
        self.fill(notes="Typed with care")
        self.find("dialog .push").click()
        self.until(lambda: self.find(".discard").is_displayed(), "the question is asked")
        self.assertEqual(self.value("notes"), "Typed with care")

    def test_what_was_typed_survives_a_server_that_is_gone(self):
        self.open_dialog(ADD)
        self.fill(name="Patient lamp")
        self.server.stop()
        self.submit()
        self.until_text("#form-errors", "What you typed is kept")
        self.assertEqual(self.value("name"), "Patient lamp")
        self.server.start()
        self.submit()
        self.until_closed()
        self.until_text("#count", "206 items")

    def test_a_double_press_saves_once(self):
        self.open_dialog(ADD)
        self.fill(name="Only one of these")
        self.script("const button = document.querySelector('dialog [type=submit]'); button.click(); button.click()")
        self.until_closed()
        self.search("only one of these")
        self.until_text("#count", "1 item matches")

    def test_deleting_asks_and_can_be_refused(self):
        self.search("violin")
        self.until_names(["Violin, ¾"])
        self.open_dialog(".item-actions .danger")
        self.assertEqual(self.text("dialog h1"), "Delete “Violin, ¾”?")
        self.find("dialog [data-close]").click()
        self.until_closed()
        self.assertEqual(self.names(), ["Violin, ¾"])

        self.open_dialog(".item-actions .danger")
        self.submit()
        self.until_closed()
        self.until_text("#announce", "“Violin, ¾” is deleted.")
        self.until_names([])
        self.find("#clear").click()
        self.until_text("#count", "204 items")

    def test_an_item_can_be_added_with_the_keyboard_alone(self):
        for _ in range(20):
            self.press(Keys.TAB)
            if self.focused() == "/items/new":
                break
        self.assertEqual(self.focused(), "/items/new")
        ring = self.script("return getComputedStyle(document.activeElement).outlineStyle")
        self.assertNotEqual(ring, "none")
        self.press(Keys.ENTER)
        self.until(lambda: self.focused() == "field-name", "the name has the focus")
        self.press("Keyboard")
        self.press(Keys.TAB, "Electronics", Keys.TAB, "Study", Keys.TAB, Keys.TAB, "99.90", Keys.ENTER)
        self.until_closed()
        self.until(lambda: self.focused() == "/items/new", "the focus is back where it was")
        self.until_text("#count", "206 items")

    def test_hostile_text_is_shown_as_text(self):
        names = [
            "<script>window.hacked = true</script>",
            "<img src=x onerror=\"window.hacked = true\">",
            "\"\u0301 autofocus onfocus=\"window.hacked = true\" x=\"",
            "'><b>{{t.add}}</b>",
        ]
        for name in names:
            self.open_dialog(ADD)
            self.fill(name=name, room=name, notes=f"hostile {name}</textarea><b>")
            self.submit()
            self.until_closed()
        self.search("hostile")
        self.until(lambda: sorted(self.names()) == sorted(names), "all are listed as they were typed")
        for name in names:
            self.script(
                "[...document.querySelectorAll('.item-name a')].find((link) => link.textContent === arguments[0]).click()", name)
            self.find("dialog[open] form")
            self.assertEqual(self.value("name"), name)
            self.assertEqual(self.value("notes"), f"hostile {name}</textarea><b>")
            self.find("dialog [data-close]").click()
            self.until_closed()
        self.assertFalse(self.script("return 'hacked' in window"))
        self.assertEqual(self.script("return document.querySelectorAll('main b, main img, main [onfocus], main [onerror]').length"), 0)


class PlainTest(PageTest):
    """The same without script."""

    def test_everything_but_importing_works_without_script(self):
        self.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        self.open("/items/new", scripted=False)
        self.type("name", "Plain chair")
        self.type("purchase_price", "12,5")
        self.press_button()
        self.until_shown("#error-purchase_price", "12,5")
        self.assertEqual(self.find("#field-name").get_attribute("value"), "Plain chair")
        self.type("purchase_price", "12.50")
        self.press_button()
        self.until_shown("#announce", "Added.")

        self.open("/?query=plain+chair", scripted=False)
        self.find(".item-name a").click()
        self.type("room", "Shed")
        self.press_button()
        self.until_shown("#announce", "Saved.")

        self.find("#query").send_keys("plain chair", Keys.ENTER)
        self.until_shown("#count", "1 item matches")
        self.assertIn("Shed", self.find("#results").text)
        self.find(".item-actions .danger").click()
        self.press_button()
        self.until_shown("#announce", "Deleted.")
        self.assertEqual(self.find("#count").text, "205 items")

    def until_shown(self, selector, text):
        self.until(lambda: text in self.find(selector).text, f"{selector} shows {text!r}")

    def press_button(self):
        self.find(".page [type=submit]").click()

    def type(self, key, text):
        field = self.find(f"#field-{key}")
        field.clear()
        field.send_keys(text)
