"""Narrow screens, dark mode and contrast."""

from support import PageTest
from test_import import BAD

LONG = "Donaudampfschifffahrtsgesellschaftskapitän" * 3

# The contrast of a text with the first ground behind it that is not transparent, by WCAG's formula.
CONTRAST = """
function channels(color) { return color.match(/[\\d.]+/g).map(Number); }
function luminance([red, green, blue]) {
  const [r, g, b] = [red, green, blue].map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function ground(element) {
  for (let place = element; place; place = place.parentElement) {
    const color = channels(getComputedStyle(place).backgroundColor);
    if (color.length === 3 || color[3] === 1) return color;
  }
  return [255, 255, 255];
}
return [...document.querySelectorAll(arguments[0])]
  .filter((element) => element.checkVisibility() && [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .map((element) => {
    const pair = [luminance(channels(getComputedStyle(element).color)), luminance(ground(element))].sort((a, b) => b - a);
    return [(pair[0] + 0.05) / (pair[1] + 0.05), `${element.tagName}.${element.className}: ${element.textContent.trim().slice(0, 40)}`];
  });
"""


class LooksTest(PageTest):
    def check_contrast(self, area="body"):
        measured = self.script(CONTRAST, f"{area} *:not(script, option, noscript)")
        self.assertGreater(len(measured), 10)
        self.assertEqual([pair for pair in measured if pair[0] < 4.5], [])

    def brightness(self):
        color = self.script("return getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)")
        return sum(color) / 3

    def test_a_narrow_screen_never_scrolls_sideways(self):
        self.look(width=375, height=812)
        self.open("/")
        self.assertEqual(self.overflow(), 0)
        self.open_dialog(".actions [href='/items/new']")
        self.assertEqual(self.overflow(), 0)
        self.fill(name=LONG, category=LONG[:100], room="W" * 100, purchase_price="999999999999.99", serial_number="8" * 100, notes=LONG)
        self.fill(quantity="nothing")
        self.submit()
        self.until(lambda: self.error("quantity"), "the error shows")
        self.assertEqual(self.overflow(), 0)
        self.fill(quantity="1000000")
        self.submit()
        self.until_closed()
        self.search("donau")
        self.until_names([LONG])
        self.assertEqual(self.overflow(), 0)
        self.script("document.getElementById('charts').open = true")
        self.assertEqual(self.overflow(), 0)
        self.open_dialog(".item-actions .danger")
        self.assertEqual(self.overflow(), 0)
        self.find("dialog [data-close]").click()
        self.until_closed()
        self.open_dialog(".actions [href='/import']")
        self.find("#file").send_keys(self.file(BAD))
        self.submit()
        self.until_text("#import-result", "Nothing was imported")
        self.assertEqual(self.overflow(), 0)

    def test_the_report_can_be_read_on_a_narrow_screen(self):
        self.look(width=375, height=812)
        self.open("/report", scripted=False)
        self.assertEqual(self.overflow(), 0)
        label = self.script("return getComputedStyle(document.querySelector('.items td.number[data-label]'), '::before').content")
        self.assertIn("How many", label)

    def test_dark_mode_is_dark_and_both_modes_can_be_read(self):
        self.check_contrast()
        self.assertGreater(self.brightness(), 200)
        self.look(dark=True)
        self.assertLess(self.brightness(), 60)
        self.check_contrast()
        self.open_dialog(".actions [href='/items/new']")
        self.submit()
        self.until(lambda: self.error("name"), "the error shows")
        self.check_contrast("dialog")
        self.look(dark=False)
        self.check_contrast("dialog")

    def test_amounts_end_on_one_line_below_each_other(self):
        edges = self.script(
            "return [...document.querySelectorAll('#results .value, #results .each, #results .none, th.number')].map((e) => {"
            "  const range = document.createRange(); range.selectNodeContents(e);"
            "  return Math.round(range.getBoundingClientRect().right); })")
        self.assertGreater(len(edges), 50)
        self.assertEqual(len(set(edges)), 1, edges)

    def test_every_control_has_a_name_and_every_id_is_there_once(self):
        for path in ["/", "/items/new", "/import", "/trash"]:
            self.open(path)
            nameless = self.script(
                "return [...document.querySelectorAll('a, button, input:not([type=hidden]), select, textarea')]"
                ".filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length)).map((e) => e.outerHTML)")
            self.assertEqual(nameless, [])
            twice = self.script(
                "const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);"
                "return ids.filter((id, index) => ids.indexOf(id) !== index)")
            self.assertEqual(twice, [])
