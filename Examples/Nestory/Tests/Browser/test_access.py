"""Every page passes the accessibility check of axe-core, light and dark, wide and narrow."""

import os

from support import PageTest
from test_import import BAD

with open(os.environ["NESTORY_AXE"], encoding="utf-8") as file:
    AXE = file.read()
RUN = """
const done = arguments[arguments.length - 1];
axe.run(document, { resultTypes: ["violations"] }).then(
  (result) => done({ checked: result.passes.length, violations: result.violations.map((violation) =>
    `${violation.id}: ${violation.help} (${violation.nodes.map((node) => node.html.slice(0, 200)).join(" | ")})`) }),
  (error) => done({ checked: 0, violations: [String(error)] }));
"""


class AccessTest(PageTest):
    chaos = True

    def check(self, where):
        for width, dark in [(1280, False), (1280, True), (375, False), (375, True)]:
            self.look(width=width, height=812, dark=dark)
            if not self.script("return 'axe' in window"):
                self.script(AXE)
            result = self.browser.execute_async_script(RUN)
            self.assertGreater(result["checked"], 5, where)
            self.assertEqual(result["violations"], [], f"{where}, {width} pixels, {'dark' if dark else 'light'}")
        self.look()

    def item(self):
        return self.server.request("GET", "/api/items?limit=1")["items"][0]["id"]

    def test_every_page_is_accessible(self):
        item = self.item()
        for path in ["/", "/?query=violin", "/?query=nothing+at+all", "/items/new", f"/items/{item}/edit",
                     f"/items/{item}/delete", "/import", "/report", "/services", "/nowhere"]:
            self.browser.get(self.server.address + path)
            self.check(path)

    def test_dialogs_with_mistakes_are_accessible(self):
        self.open_dialog(".actions [href='/items/new']")
        self.check("the form")
        self.fill(quantity="many")
        self.submit()
        self.until(lambda: self.error("quantity"), "the error shows")
        self.check("the form with mistakes")
        self.script("delete document.querySelector('form[data-changed]').dataset.changed")
        self.find("dialog [data-close]").click()
        self.until_closed()
        self.open_dialog(".item-actions .danger")
        self.check("the question")
        self.find("dialog [data-close]").click()
        self.until_closed()
        self.open_dialog(".actions [href='/import']")
        self.find("#file").send_keys(self.file(BAD))
        self.submit()
        self.until_text("#import-result", "Nothing was imported")
        self.check("the report of an import")

    def test_a_page_in_trouble_is_accessible(self):
        self.connect()
        self.server.disturb("inventory", latency=20)
        self.search("violin")
        self.until(lambda: self.find("#search-state").is_displayed(), "the page says that it searches")
        self.check("while it searches")
        self.server.disturb("inventory")
        self.server.stop()
        self.until_text("#connection", "Nestory does not answer")
        self.check("without a server")


class EmptyAccessTest(AccessTest):
    sample = False

    test_every_page_is_accessible = None
    test_dialogs_with_mistakes_are_accessible = None
    test_a_page_in_trouble_is_accessible = None

    def test_an_empty_inventory_is_accessible(self):
        self.check("an empty inventory")
