"""Runs the tests of the page and ends with a line `N passed, N failed`."""

import os
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, os.pardir, "Leftovers")]

from leftovers import Watcher  # noqa: E402  (the folders must be on the path first)
from selenium.common.exceptions import WebDriverException  # noqa: E402
from support import PageTest, start_browser  # noqa: E402


def main():
    loader = unittest.TestLoader()
    if len(sys.argv) > 1:
        loader.testNamePatterns = [f"*{pattern}*" for pattern in sys.argv[1:]]
    tests = loader.discover(HERE)
    # The browser has sockets there, whose paths must be short.
    with tempfile.TemporaryDirectory(prefix="nestory-browser-", dir="/tmp", ignore_cleanup_errors=True) as folder:
        try:
            browser = PageTest.browser = start_browser(folder)
        except WebDriverException as error:
            print(f"The browser does not start: {error.msg}", file=sys.stderr)
            print("0 passed, 1 failed", flush=True)
            return 1
        watcher = Watcher(folder, browser.service.process.pid, browser.capabilities["goog:processID"])
        try:
            result = unittest.TextTestRunner(verbosity=2).run(tests)
        finally:
            browser.quit()
            watcher.stop()
    failed = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
    passed = max(result.testsRun - failed, 0)
    sys.stderr.flush()
    print(f"{passed} passed, {failed} failed", flush=True)
    return 0 if failed == 0 and passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
