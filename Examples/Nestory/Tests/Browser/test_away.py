"""A page that nobody sees for a while, and one that is left and come back to."""

from support import PageTest
from test_live import ADD

# Tells other tabs of this server whenever the list changes; a hidden page can be asked nothing without showing it.
REPORT = """
const channel = new BroadcastChannel('names');
const names = () => [...document.querySelectorAll('.item-name > a')].map((link) => link.textContent);
new MutationObserver(() => channel.postMessage(names())).observe(document.body, { childList: true, subtree: true });
"""
HEAR = "window.heard = []; window.channel = new BroadcastChannel('names'); channel.onmessage = (event) => heard.push(...event.data);"
LEFT_ALONE = 10  # seconds; `leftAlone` in live.js


class HiddenTest(PageTest):
    def setUp(self):
        super().setUp()
        self.page = self.browser.current_window_handle
        self.connect()
        self.script(REPORT)

    def hide(self):
        """Opens a tab in front of the page, which hears what the list of the hidden page shows."""
        self.script("document.addEventListener('visibilitychange', () => { window.states ??= []; states.push(document.visibilityState); })")
        self.browser.switch_to.new_window("tab")
        self.cover = self.browser.current_window_handle
        self.addCleanup(self.close_cover)
        self.open("/import")
        self.script(HEAR)

    def close_cover(self):
        if self.cover in self.browser.window_handles:
            self.browser.switch_to.window(self.cover)
            self.browser.close()
        self.browser.switch_to.window(self.page)

    def show(self):
        self.close_cover()
        self.until(lambda: self.script("return document.visibilityState") == "visible", "the page is seen again")
        self.assertEqual(self.script("return states"), ["hidden", "visible"])

    def has_heard(self, name):
        return self.script("return heard.includes(arguments[0])", name)

    def add(self, name):
        self.server.request("POST", "/api/items", {"name": name})

    def test_a_page_that_is_hidden_for_a_moment_goes_on_listening(self):
        self.hide()
        self.add("Aardvark, at once")
        self.until(lambda: self.has_heard("Aardvark, at once"), "the hidden page shows it")
        self.show()
        self.assertIn("Aardvark, at once", self.names())

    def test_a_page_that_is_hidden_for_long_lets_go_of_its_connection_and_shows_the_truth_when_it_is_seen_again(self):
        self.open_dialog(ADD)
        self.fill(name="Aardvark, half")
        self.hide()
        self.holds(lambda: True, LEFT_ALONE + 1, "time passes")
        self.add("Aardvark, meanwhile")
        self.holds(lambda: not self.has_heard("Aardvark, meanwhile"), 2, "the hidden page hears nothing")
        self.show()
        self.until(lambda: "Aardvark, meanwhile" in self.names(), "the list is right again")
        self.assertEqual(self.text("#connection"), "")
        self.assertEqual(self.value("name"), "Aardvark, half")
        self.submit()
        self.until_closed()
        self.until(lambda: "Aardvark, half" in self.names(), "what was typed is saved")

    def test_a_page_whose_server_went_while_it_was_hidden_for_long_connects_when_both_are_back(self):
        self.hide()
        self.holds(lambda: True, LEFT_ALONE + 1, "time passes")
        self.server.stop()
        self.show()
        self.until_text("#connection", "Nestory does not answer")
        self.server.start()
        self.add("Aardvark, from elsewhere")
        self.until(lambda: "Aardvark, from elsewhere" in self.names(), "the list is right again")
        self.until(lambda: self.text("#connection") == "", "nothing is said any more")


class ComeBackTest(PageTest):
    def test_a_page_that_was_left_and_is_taken_out_of_the_cache_shows_the_truth(self):
        self.connect()
        self.search("violin")
        self.until_names(["Violin, ¾"])
        self.script("addEventListener('pageshow', (event) => { window.wasKept = event.persisted; })")
        self.open("/services")
        self.connect()
        self.server.request("POST", "/api/items", {"name": "Violin, new"})
        self.browser.back()
        self.until(lambda: self.script("return location.pathname") == "/", "the page is there again")
        if not self.script("return window.wasKept"):
            self.skipTest("this browser did not keep the page")
        self.until_names(["Violin, new", "Violin, ¾"])
        self.assertEqual(self.find("#query").get_attribute("value"), "violin")
        self.assertEqual(self.text("#connection"), "")
        # And it goes on listening.
        self.server.request("POST", "/api/items", {"name": "Violin, newer"})
        self.until(lambda: "Violin, newer" in self.names(), "the list follows")
