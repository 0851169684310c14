"""Runs the tests of the page and ends with a line `N passed, N failed`."""

import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from support import PageTest  # noqa: E402  (the folder must be on the path first)


def main():
    loader = unittest.TestLoader()
    if len(sys.argv) > 1:
        loader.testNamePatterns = [f"*{pattern}*" for pattern in sys.argv[1:]]
    tests = loader.discover(os.path.dirname(os.path.abspath(__file__)))
    result = unittest.TextTestRunner(verbosity=2).run(tests)
    if PageTest.browser is not None:
        PageTest.browser.quit()
    failed = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
    passed = max(result.testsRun - failed, 0)
    sys.stderr.flush()
    print(f"{passed} passed, {failed} failed", flush=True)
    return 0 if failed == 0 and passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
