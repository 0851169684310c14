"""A server that asks for a password."""

import os
import tempfile

from support import PageTest, Server


class LoginTest(PageTest):
    sample = False

    def setUp(self):
        with tempfile.NamedTemporaryFile("w", delete=False) as file:
            file.write("open sesame\n")
        self.addCleanup(os.unlink, file.name)
        self.password_file = file.name
        self.server = Server(False, False, ["--password-file", file.name])
        self.addCleanup(self.server.close)
        self.browser.get_log("browser")
        self.look()

    def log_in(self):
        self.find("#password").send_keys("open sesame")
        self.find(".page [type=submit]").click()
        self.until(lambda: self.all("#results"), "the list is there")

    def test_a_form_keeps_what_was_typed_although_the_session_is_over(self):
        self.open("/", scripted=False)
        self.log_in()
        self.connect()
        self.open_dialog(".actions [href='/items/new']")
        self.fill(name="Lamp")
        # Sessions end with the server.
        self.server.stop()
        self.server.start()
        self.until_text("#connection", "You are not logged in any more.")
        self.submit()
        self.until_text("#form-errors", "nothing was saved. Log in in another window")
        self.assertEqual(self.value("name"), "Lamp")
        here = self.browser.current_window_handle
        self.browser.switch_to.new_window("tab")
        self.open("/login", scripted=False)
        self.log_in()
        self.browser.close()
        self.browser.switch_to.window(here)
        self.connect()
        self.assertEqual(self.text("#connection"), "")
        self.submit()
        self.until_closed()
        self.until_names(["Lamp"])

    def test_a_browser_logs_in_and_then_everything_works(self):
        self.open("/", scripted=False)
        self.find("#password").send_keys("guess")
        self.find(".page [type=submit]").click()
        self.until(lambda: "not the password" in self.find(".form-errors").text, "it is refused")
        self.find("#password").send_keys("open sesame")
        self.find(".page [type=submit]").click()
        self.until(lambda: self.all("#results"), "the list is there")
        self.connect()
        self.open_dialog(".actions [href='/items/new']")
        self.fill(name="Lamp")
        self.submit()
        self.until_closed()
        self.until_names(["Lamp"])
        self.assertIsNone(self.script("return document.cookie || null"))
