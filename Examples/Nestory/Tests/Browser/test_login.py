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
