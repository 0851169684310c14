"""The page as the view of its controllers: slow and failing services, two windows, a server that goes and comes back."""

import secrets
import socket

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from support import PageTest
from test_import import GOOD

ADD = ".actions [href='/items/new']"
# Words that say something to programmers and nothing to anybody else.
TECHNICAL = ["error", "exception", "null", "undefined", "sql", "timeout", "http", "nil", "0x", "code", "injected", "fault"]


class TroubleTest(PageTest):
    chaos = True

    def check_plain(self, words):
        self.assertTrue(words)
        self.assertEqual([word for word in TECHNICAL if word in words.lower()], [], words)

    def test_a_slow_old_search_never_replaces_a_new_one(self):
        self.connect()
        self.server.disturb("inventory", latency=1.5)
        self.search("sofa")
        self.until(lambda: self.find("#search-state").is_displayed(), "the page says that it searches")
        self.assertEqual(self.find("#results").get_attribute("aria-busy"), "true")
        self.server.disturb("inventory")
        self.search("violin")
        self.until_names(["Violin, ¾"])
        self.holds(lambda: self.names() == ["Violin, ¾"], 2, "the old search stays away")
        self.assertFalse(self.find("#search-state").is_displayed())

    def test_a_search_can_be_cancelled_and_the_list_stays(self):
        self.connect()
        names = self.names()
        self.server.disturb("inventory", latency=20)
        self.search("violin")
        self.until(lambda: self.find("#cancel-search").is_displayed(), "there is a way out")
        self.find("#query").send_keys(Keys.TAB, Keys.TAB)
        self.find("#cancel-search").send_keys(Keys.ENTER)
        self.until(lambda: not self.find("#results").get_attribute("aria-busy"), "the search is over")
        self.assertEqual(self.names(), names)
        self.assertEqual(self.find("#query").get_attribute("value"), "violin")
        self.assertEqual(self.text("#problem"), "")
        self.assertEqual(self.focused(), "query", "the focus is somewhere sensible")

    def test_a_save_that_the_inventory_fails_is_kept_and_sent_when_it_is_back(self):
        self.connect()
        self.server.disturb("inventory", error=1.0)
        self.open_dialog(ADD)
        self.fill(name="Patient lamp", room="Attic", notes="Typed with care")
        self.submit()
        self.until_text(".waiting", "“Patient lamp” will be added.")
        self.check_plain(self.text(".waiting"))
        self.server.disturb("inventory")
        self.until(lambda: not self.all(".waiting"), "it is sent")
        self.until(lambda: any(item["name"] == "Patient lamp" for item in self.server.request("GET", "/api/items?query=patient")["items"]), "it is stored")

    def test_saving_can_be_stopped_and_what_was_typed_stays(self):
        self.connect()
        self.server.disturb("inventory", latency=20)
        self.open_dialog(ADD)
        self.fill(name="Half saved")
        self.submit()
        self.until_text("dialog [type=submit]", "Saving")
        self.find("dialog [data-close]").click()
        self.until_text("#form-errors", "Stopped. What you typed is kept")
        self.assertEqual(self.value("name"), "Half saved")
        self.assertEqual(self.text("dialog [type=submit]"), "Add")
        self.server.disturb("inventory")
        self.submit()
        self.until_closed()
        self.search("half saved")
        self.until_text("#count", "1 item matches")

    def test_a_double_click_on_a_slow_save_saves_once(self):
        self.connect()
        self.server.disturb("inventory", latency=0.7)
        self.open_dialog(ADD)
        self.fill(name="Only one of these")
        ActionChains(self.browser).double_click(self.find("dialog [type=submit]")).perform()
        self.until_closed()
        self.server.disturb("inventory")
        found = self.server.request("GET", "/api/items?query=only+one+of+these")
        self.assertEqual(found["total"], 1)

    def test_a_failed_import_can_be_tried_again_without_choosing_the_file_again(self):
        self.connect()
        self.server.disturb("inventory", error=1.0)
        self.open_dialog(".actions [href='/import']")
        self.find("#file").send_keys(self.file(GOOD))
        self.submit()
        self.until(lambda: self.text("#import-error"), "the failure is told")
        self.check_plain(self.text("#import-error"))
        self.server.disturb("inventory")

        def imported():
            if self.find("#import-report").is_displayed():
                return True
            retry = self.find("#import-retry")
            if retry.is_displayed():
                retry.click()
            return False

        self.until(imported, "the report comes")
        self.assertEqual(self.text("#import-result"), "2 items imported")
        self.until_text("#count", "207 items")

    def test_an_import_can_be_stopped_and_changes_nothing(self):
        self.connect()
        self.server.disturb("inventory", latency=20)
        self.open_dialog(".actions [href='/import']")
        self.find("#file").send_keys(self.file(GOOD))
        self.submit()
        self.until_text("#import-status", "Reading the lines of things.csv")
        self.find("#import-close").click()
        self.until_text("#announce", "The import was cancelled.")
        self.server.disturb("inventory")
        self.assertEqual(self.server.request("GET", "/api/items?limit=0")["total"], 205)

    def test_the_page_says_what_does_not_work_and_what_is_safe_until_it_works_again(self):
        self.connect()
        names = self.names()
        self.server.disturb("inventory", error=1.0)

        def degraded():
            if self.text("#banner"):
                return True
            self.search("violin")
            self.search("")
            return False

        self.until(degraded, "the banner shows")
        self.check_plain(self.text("#banner"))
        self.script("document.getElementById('clear').click()")
        self.until_names(names)
        first = self.browser.current_window_handle
        self.browser.switch_to.new_window("window")
        self.open("/services")
        self.connect()
        self.until(lambda: self.all("#service-inventory:not(.working)"), "the page of services says it too")
        self.server.disturb("inventory")
        self.until(lambda: self.all("#service-inventory.working"), "the page of services says that it works again")
        self.browser.close()
        self.browser.switch_to.window(first)
        self.until(lambda: self.text("#banner") == "", "the banner goes by itself")
        self.assertEqual(self.names(), names)


class TwoWindowsTest(PageTest):
    def setUp(self):
        super().setUp()
        self.first = self.browser.current_window_handle
        self.browser.switch_to.new_window("window")
        self.second = self.browser.current_window_handle
        self.addCleanup(self.close_second)
        self.open("/")
        self.connect()

    def close_second(self):
        self.browser.switch_to.window(self.second)
        self.browser.close()
        self.browser.switch_to.window(self.first)

    def test_two_windows_see_each_others_changes(self):
        self.open_dialog(ADD)
        self.fill(name="Aardvark, stuffed")
        self.submit()
        self.until_closed()
        self.browser.switch_to.window(self.first)
        self.until(lambda: "Aardvark, stuffed" in self.names(), "the first window shows what the second added")
        self.until_text("#count", "206 items")
        self.script(
            "[...document.querySelectorAll('tr[data-item]')].find((row) => row.textContent.includes('Aardvark'))"
            ".querySelector('.danger').click()")
        self.find("dialog[open] #deletion")
        self.submit()
        self.until_closed()
        self.browser.switch_to.window(self.second)
        self.until_text("#count", "205 items")
        self.assertNotIn("Aardvark, stuffed", self.names())

    def test_what_is_being_typed_stays_when_another_window_changes_the_list(self):
        self.browser.switch_to.window(self.first)
        self.search("aardvark")
        self.until_text("#count", "Nothing matches")
        self.open_dialog(ADD)
        self.fill(name="Half an item")
        self.server.request("POST", "/api/items", {"name": "Aardvark, alive"})
        self.until_names(["Aardvark, alive"])
        self.assertEqual(self.value("name"), "Half an item")
        self.assertEqual(self.find("#query").get_attribute("value"), "aardvark")


class ReconnectTest(PageTest):
    def test_a_page_whose_server_comes_back_shows_the_truth_by_itself(self):
        self.connect()
        self.open_dialog(ADD)
        self.fill(name="Typed while all was well")
        self.server.stop()
        self.until_text("#connection", "Nestory does not answer")
        self.server.start()
        self.server.request("POST", "/api/items", {"name": "Aardvark, from elsewhere"})
        self.until(lambda: "Aardvark, from elsewhere" in self.names(), "the list is right again")
        self.until(lambda: self.text("#connection") == "", "nothing is said any more")
        self.assertEqual(self.value("name"), "Typed while all was well")
        self.submit()
        self.until_closed()
        self.until_text("#count", "207 items")

    def test_what_was_searched_while_the_server_was_away_is_found_when_it_is_back(self):
        self.connect()
        self.server.stop()
        self.search("violin")
        self.until_text("#connection", "Nestory does not answer")
        self.server.start()
        self.until_names(["Violin, ¾"])
        self.assertEqual(self.find("#query").get_attribute("value"), "violin")

    def test_a_page_that_was_offline_shows_the_truth_when_it_is_online(self):
        self.connect()
        offline = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        self.browser.execute_cdp_cmd("Network.enable", {})
        self.browser.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": True, **offline})
        self.addCleanup(
            lambda: self.browser.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": False, **offline}))
        self.search("aardvark")
        self.until_text("#connection", "Nestory does not answer")
        self.server.request("POST", "/api/items", {"name": "Aardvark, meanwhile"})
        self.browser.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": False, **offline})
        self.until_names(["Aardvark, meanwhile"])


class NoRoomTest(PageTest):
    def test_a_page_for_which_there_is_no_room_works_as_it_does_without_script(self):
        self.browser.get("about:blank")
        streams = []
        self.addCleanup(lambda: [stream.close() for stream in streams])
        for _ in range(500):
            stream = socket.create_connection(("127.0.0.1", self.server.port), 20)
            streams.append(stream)
            head = f"GET /api/page/{secrets.token_hex(16)}/events HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\n\r\n"
            stream.sendall(head.encode())
            self.assertIn(b" 200 ", stream.recv(100))
        self.browser.get(self.server.address + "/")
        self.until(
            lambda: self.script("return !document.documentElement.classList.contains('enhanced')"), "the page is told so")
        self.find("#query").send_keys("violin", Keys.ENTER)
        self.until(lambda: "1 item matches" in self.text("#count"), "the list is found")
        self.browser.get(self.server.address + "/items/new")
        self.until(
            lambda: self.script("return !document.documentElement.classList.contains('enhanced')"), "the page is told so")
        self.find("#field-name").send_keys("Added all the same", Keys.ENTER)
        self.until(lambda: "Added." in self.text("#announce"), "the item is added")


class ChineseTest(PageTest):
    def test_a_browser_that_asks_for_chinese_gets_chinese(self):
        self.browser.execute_cdp_cmd("Network.enable", {})
        self.browser.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {"Accept-Language": "zh-CN,zh;q=0.9"}})
        self.addCleanup(lambda: self.browser.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {}}))
        self.open("/")
        self.assertEqual(self.script("return document.documentElement.lang"), "zh-Hans")
        self.assertEqual(self.text("#count"), "205 件物品")
        self.search("violin")
        self.until_text("#count", "1 件物品符合")
        self.open_dialog(ADD)
        self.submit()
        self.until_text("#form-errors", "有 1 处需要再看一下")
        self.assertEqual(self.error("name"), "请输入 1 到 200 个字符的名称。")
