"""Checks the documentation site in a browser. Run by Scripts/check-docs-site.sh."""

import functools
import http.server
import json
import os
import sys
import threading
from pathlib import Path

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

site = Path(sys.argv[1]).resolve()
picture = sys.argv[2] if len(sys.argv) > 2 else ""


class Quiet(http.server.SimpleHTTPRequestHandler):
    missing = []

    def log_message(self, *arguments):
        pass

    def send_error(self, code, message=None, explain=None):
        # Browsers ask for these by themselves.
        if not self.path.startswith("/favicon"):
            Quiet.missing.append(self.path)
        super().send_error(code, message, explain)


def modules():
    """Every library with a catalog."""
    return sorted(p.stem for p in Path("Sources").glob("*/*.docc"))


class Site:
    def __init__(self, browser, address):
        self.browser = browser
        self.address = address

    def open(self, path):
        self.browser.get(self.address + path)

    def wait(self, condition, what):
        WebDriverWait(self.browser, 30).until(lambda _: condition(), message=what)

    def text(self):
        return self.browser.find_element(By.TAG_NAME, "body").text

    def titles(self):
        """What the navigation on the left shows now."""
        try:
            return [e.text.strip() for e in self.browser.find_elements(By.CSS_SELECTOR, ".navigator .leaf-link")]
        except StaleElementReferenceException:
            return []

    def filter(self, text):
        field = self.browser.find_element(By.CSS_SELECTOR, ".navigator input")
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(text)


def the_root_leads_to_the_front_page(site):
    site.open("/")
    site.wait(lambda: "/documentation/swiftservice" in site.browser.current_url, "no redirect")
    site.wait(lambda: "keep working when services fail" in site.text(), "the front page is empty")
    for module in modules():
        assert module in site.text(), f"{module} is not on the front page"


def one_navigation_has_every_library(site):
    site.open("/documentation/swiftservice/")
    site.wait(lambda: set(modules()) <= set(site.titles()), "the front page does not list every library")
    # Deep in one library, the others are below what the list shows without scrolling.
    site.open("/documentation/servicehealth/choosingpolicies/")
    site.wait(lambda: site.titles(), "no navigation")
    for module in modules():
        site.filter(module)
        site.wait(lambda: module in site.titles(), f"{module} is not in the navigation of a page of ServiceHealth")


# A name of each library, and the page that the filter must find from the front page.
FOUND_BY_FILTER = {
    "warmUp": "warmUp()",
    "CircuitBreakerPolicy": "CircuitBreakerPolicy",
    "ServiceAction": "ServiceAction",
    "ManualClock": "ManualClock",
    "ErrorView": "ErrorView",
}


def one_filter_searches_every_library(site):
    site.open("/documentation/service/scopes/")
    site.wait(lambda: site.titles(), "no navigation")
    for text, expected in FOUND_BY_FILTER.items():
        site.filter(text)
        site.wait(
            lambda: any(expected.split("(")[0] in title for title in site.titles()), f"the filter does not find {expected}")


# Symbols that a module adds to another one, or that exist only on Apple's systems.
IN_THE_REFERENCE = {
    "servicehealth/service/serviceenv": ["health: ServiceID"],
    "servicehealth/logging/logger": ["static var service: Logger"],
    "servicepresentation/swift/result": ["init(cancellable:"],
    "servicepresentation/errorview": ["ErrorView"],
    "servicepresentation/inlineerror": ["InlineError"],
    "servicepresentation/statusbanner": ["StatusBanner"],
    "servicepresentation/swiftui/view": ["errorAlert"],
    "servicetesting/testing/trait": ["serviceEnv"],
}


def what_is_public_is_in_the_reference(site):
    for page, texts in IN_THE_REFERENCE.items():
        site.open(f"/documentation/{page}/")
        for text in texts:
            site.wait(lambda: text in site.text().replace("\u200b", ""), f"{text} is not on {page}")


def the_tutorial_has_four_sections(site):
    site.open("/tutorials/swiftservice/stayup/")
    site.wait(lambda: len(site.browser.find_elements(By.CSS_SELECTOR, ".section .steps, .step")) >= 4, "no steps")
    sections = [e.text for e in site.browser.find_elements(By.CSS_SELECTOR, "h2")]
    for title in ["Register and inject", "Override in a test", "Let it fail and recover", "Show the error to a person"]:
        assert any(title in section for section in sections), f"{title} is missing: {sections}"


def a_chinese_page_and_the_english_one_lead_to_each_other(site):
    site.open("/documentation/servicehealth/writingafallbackthatdoesnotlie/")
    site.wait(lambda: site.browser.find_elements(By.LINK_TEXT, "简体中文"), "no link to the Chinese page")
    site.browser.find_element(By.LINK_TEXT, "简体中文").click()
    site.wait(lambda: "编写不说谎的降级实现" in site.text(), "the Chinese page is empty")
    site.browser.find_element(By.LINK_TEXT, "English").click()
    site.wait(lambda: "A fallback answers honestly" in site.text(), "no way back")


def no_link_leads_nowhere(_):
    """Every reference of every page has a page: compared in the data that the pages are drawn from."""
    data = site / "data"
    pages = {"/" + str(p.relative_to(data).with_suffix("")).lower() for p in data.rglob("*.json")}
    dead = set()
    for path in data.rglob("*.json"):
        for reference in json.loads(path.read_text()).get("references", {}).values():
            url = reference.get("url", "")
            # A chapter of the tutorials is a place on their page.
            if reference.get("type") == "topic" and url.startswith("/tutorials/tutorials/"):
                continue
            if url.startswith(("/documentation", "/tutorials")) and url.split("#")[0].rstrip("/").lower() not in pages:
                dead.add(f"{path.relative_to(data)}: {url}")
    assert not dead, "\n".join(sorted(dead)[:20])


def no_file_was_missing(_):
    assert not Quiet.missing, f"the browser asked for {sorted(set(Quiet.missing))}"


CHECKS = [
    the_root_leads_to_the_front_page,
    one_navigation_has_every_library,
    one_filter_searches_every_library,
    what_is_public_is_in_the_reference,
    the_tutorial_has_four_sections,
    a_chinese_page_and_the_english_one_lead_to_each_other,
    no_link_leads_nowhere,
    no_file_was_missing,
]


def main():
    handler = functools.partial(Quiet, directory=str(site))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    options = webdriver.ChromeOptions()
    options.binary_location = os.environ["NESTORY_BROWSER"]
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1500,1000"):
        options.add_argument(argument)
    browser = webdriver.Chrome(service=Service(os.environ["NESTORY_DRIVER"]), options=options)
    passed = failed = 0
    try:
        opened = Site(browser, f"http://127.0.0.1:{server.server_address[1]}")
        for check in CHECKS:
            name = check.__name__.replace("_", " ")
            try:
                check(opened)
                print(f"ok      {name}")
                passed += 1
            except Exception as error:
                print(f"FAILED  {name}: {str(error).strip().splitlines()[0] if str(error) else type(error).__name__}")
                failed += 1
        if picture:
            opened.open("/documentation/swiftservice/")
            opened.wait(lambda: "Service" in opened.titles(), "no navigation")
            browser.save_screenshot(picture)
    finally:
        browser.quit()
        server.shutdown()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
