"""Runs the tests of the page and ends with a line `N passed, N failed`."""

import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from selenium.common.exceptions import WebDriverException  # noqa: E402  (the folder must be on the path first)
from support import PageTest, start_browser  # noqa: E402


def main():
    loader = unittest.TestLoader()
    if len(sys.argv) > 1:
        loader.testNamePatterns = [f"*{pattern}*" for pattern in sys.argv[1:]]
    tests = loader.discover(os.path.dirname(os.path.abspath(__file__)))
    try:
        PageTest.browser = start_browser()
    except WebDriverException as error:
        print(f"The browser does not start: {error.msg}", file=sys.stderr)
        print("0 passed, 1 failed", flush=True)
        return 1
    result = unittest.TextTestRunner(verbosity=2).run(tests)
    PageTest.browser.quit()
    failed = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
    passed = max(result.testsRun - failed, 0)
    sys.stderr.flush()
    print(f"{passed} passed, {failed} failed", flush=True)
    return 0 if failed == 0 and passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
