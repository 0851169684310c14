"""What the tests of the page share: a server with its own database for each test, and one browser for all."""

import contextlib
import json
import os
import random
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.error
import urllib.request

from selenium import webdriver
from selenium.common.exceptions import TimeoutException, WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from leftovers import Watcher

PATIENCE = int(os.environ.get("NESTORY_PATIENCE", "20"))
BINARY = os.environ["NESTORY_BINARY"]


def free_port():
    """Returns a port below those that clients are given: one of them could take it while a server is started again."""
    while True:
        with socket.socket() as probe:
            port = random.randrange(15_000, 30_000)
            with contextlib.suppress(OSError):
                probe.bind(("127.0.0.1", port))
                return port


class Server:
    """`nestory serve` on a port and a database of its own, with the sample inventory."""

    def __init__(self, sample=True, chaos=False, options=()):
        self.chaos = chaos
        self.options = options
        self.folder = tempfile.TemporaryDirectory(prefix="nestory-browser-")
        self.sample = sample
        self.port = free_port()
        self.process = None
        try:
            self.start()
        except BaseException:
            self.close()
            raise

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        command = [BINARY, "serve", "--port", str(self.port), "--database", os.path.join(self.folder.name, "nestory.db")]
        if self.sample:
            command.append("--sample")
        if self.chaos:
            command.append("--chaos")
        command += self.options
        self.log = open(os.path.join(self.folder.name, "log"), "ab")
        self.process = subprocess.Popen(command, stdout=self.log, stderr=self.log)
        self.watcher = Watcher(self.folder.name, self.process.pid)
        WebDriverWait(self, PATIENCE, poll_frequency=0.05).until(Server.answers, "the server does not answer")

    def answers(self):
        if self.process.poll() is not None:
            with open(self.log.name, encoding="utf-8", errors="replace") as log:
                raise RuntimeError(f"nestory serve ended with {self.process.returncode}: {log.read()}")
        try:
            return urllib.request.urlopen(self.address + "/health/live", timeout=1).status == 200
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False

    def request(self, method, path, value=None):
        """Asks the API as a program would, and returns what it answers."""
        body = None if value is None else json.dumps(value).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.address + path, body, headers, method=method)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.loads(answer.read() or b"null")

    def disturb(self, service, **faults):
        """Puts faults into a service's calls: `error` is a share, `latency` is in seconds. None takes them away."""
        self.request("PUT", f"/api/chaos/{service}", {"faults": [{name: value} for name, value in faults.items()]})

    def stop(self):
        if self.process is not None:
            process, self.process = self.process, None
            process.terminate()
            try:
                process.wait(PATIENCE)
            finally:
                process.kill()
                self.watcher.stop()
                self.log.close()

    def close(self):
        try:
            self.stop()
        finally:
            self.folder.cleanup()


def start_browser(folder):
    """Starts the browser, which leaves its temporary files in a folder."""
    options = webdriver.ChromeOptions()
    options.binary_location = os.environ["NESTORY_BROWSER"]
    for argument in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--lang=en-GB"]:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(service=Service(os.environ["NESTORY_DRIVER"], env={**os.environ, "TMPDIR": folder}), options=options)


class PageTest(unittest.TestCase):
    """A test with a fresh server, in a browser 1280 pixels wide."""

    browser = None  # run.py starts it
    sample = True
    chaos = False

    def setUp(self):
        self.server = Server(self.sample, self.chaos, self.options())
        self.addCleanup(self.server.close)
        self.browser.get_log("browser")
        self.look()
        self.open("/")

    def tearDown(self):
        # A page that breaks its own Content-Security-Policy, or a script that fails, says so only here.
        wrong = [
            entry["message"]
            for entry in self.browser.get_log("browser")
            if "Content Security Policy" in entry["message"] or "Uncaught" in entry["message"]
        ]
        self.assertEqual(wrong, [])
        self.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})

    def options(self):
        """More options of `nestory serve`; a test that needs some makes what they name."""
        return []

    def look(self, width=1280, height=900, dark=False):
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        # Without motion a colour is what it will be, and not on its way there.
        media = {"prefers-color-scheme": "dark" if dark else "light", "prefers-reduced-motion": "reduce"}
        features = [{"name": name, "value": value} for name, value in media.items()]
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def open(self, path, scripted=True):
        self.browser.get(self.server.address + path)
        if scripted:
            self.until(lambda: self.script("return document.documentElement.classList.contains('enhanced')"), "the script runs")

    # Looking

    def script(self, source, *arguments):
        return self.browser.execute_script(source, *arguments)

    def until(self, condition, what):
        """Waits until a condition holds; the page may be replaced while it looks, which the driver reports in several ways."""
        last = None

        def holds(_):
            nonlocal last
            try:
                return condition()
            except WebDriverException as error:
                last = error
                return False

        try:
            return WebDriverWait(self.browser, PATIENCE, poll_frequency=0.05).until(holds)
        except TimeoutException:
            what = what() if callable(what) else what
            raise self.failureException(f"It never came about that {what}.") from last

    def find(self, selector):
        return self.until(lambda: self.browser.find_element(By.CSS_SELECTOR, selector), f"there is {selector}")

    def all(self, selector):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def holds(self, condition, seconds, what):
        """Looks for a while whether something stays as it is, which no event can tell."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.assertTrue(condition(), what)
            time.sleep(0.05)

    def connect(self):
        """Waits until the page hears its controllers."""
        self.until(lambda: self.script("return document.documentElement.classList.contains('live')"), "the page is connected")

    def text(self, selector):
        return self.script("return document.querySelector(arguments[0])?.textContent.trim() ?? ''", selector)

    def names(self):
        return self.script("return [...document.querySelectorAll('.item-name > a')].map((link) => link.textContent)")

    def until_text(self, selector, part):
        self.until(lambda: part in self.text(selector), lambda: f"{selector} says {part!r}; it says {self.text(selector)!r}")

    def until_names(self, names):
        self.until(lambda: self.names() == names, lambda: f"the list is {names}; it is {self.names()}")

    def focused(self):
        return self.script("return document.activeElement.id || document.activeElement.getAttribute('href') || ''")

    def overflow(self):
        return self.script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")

    # Doing

    def search(self, words):
        field = self.find("#query")
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(words)

    def open_dialog(self, selector):
        def clicked():
            opener = self.browser.find_element(By.CSS_SELECTOR, selector)
            self.script("arguments[0].scrollIntoView({ block: 'center' })", opener)
            opener.click()
            return True

        # What is there is replaced when the page hears its controllers, perhaps between the finding and the click.
        self.until(clicked, f"{selector} is clicked")
        return self.find("dialog[open] form")

    def until_closed(self):
        self.until(lambda: not self.all("dialog[open]"), "the dialog closes")

    def fill(self, **values):
        """Types into fields of the form; what a key press cannot carry (emoji, dates) is set, with its event."""
        for key, value in values.items():
            field = self.find(f"#field-{key}")
            if field.get_attribute("type") == "date" or any(ord(letter) > 0xFFFF for letter in value):
                self.script(
                    "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input', { bubbles: true }))",
                    field, value)
            else:
                field.clear()
                field.send_keys(value)

    def value(self, key):
        return self.script("return document.getElementById('field-' + arguments[0]).value", key)

    def error(self, key):
        return self.text(f"#error-{key}")

    def submit(self):
        self.find("dialog[open] [type=submit], .page [type=submit]").click()

    def save_at_last(self, words):
        """Saves, with another click where it needs one, what was refused before; then searches for it."""

        def saved():
            if not self.all("dialog[open]"):
                return True
            if not self.all("dialog form[aria-busy]"):
                self.submit()
            return False

        self.until(saved, "it is saved")
        self.search(words)
        self.until_text("#count", "1 item matches")

    def file(self, text, name="things.csv"):
        path = os.path.join(self.server.folder.name, name)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        return path
