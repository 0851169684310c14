#!/bin/bash
# Runs the tests of Nestory's page in headless Chromium. Each test has a server of its own, on a free port and with a
# database in a temporary folder. Ends with a line `N passed, N failed`; exits with 0 only where nothing failed.
#
#   Scripts/test-nestory-browser.sh              all tests
#   Scripts/test-nestory-browser.sh hostile      those whose names contain a word
#
# SWIFT_BUILD_FLAGS are handed to `swift build`, for example "-j 2".
set -euo pipefail

cd "$(dirname "$0")/.."
# SwiftPM hands the traits to the compiler in an order that changes with every run, and compiles everything again when it does.
export SWIFT_DETERMINISTIC_HASHING=1
settings=$(Scripts/install-browser.sh)
eval "$settings"

read -ra flags <<<"${SWIFT_BUILD_FLAGS:-}"
build=(swift build --package-path Examples/Nestory --product nestory ${flags[@]+"${flags[@]}"})
"${build[@]}" >&2
NESTORY_BINARY="$(swift build --package-path Examples/Nestory --product nestory --show-bin-path ${flags[@]+"${flags[@]}"})/nestory"
export NESTORY_BINARY

exec "$NESTORY_PYTHON" -B Examples/Nestory/Tests/Browser/run.py "$@"
