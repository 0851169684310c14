#!/bin/bash
# Tests the macros, which need the trait Macros: what they write, what that does, and what the compiler says.
#
# It builds with every trait, in a folder that Scripts/test-outbox.sh and Scripts/build-docs.sh share, so that swift-syntax and the
# libraries are built once. SWIFT_BUILD_FLAGS are handed to `swift build`, for example "-j 2".
set -euo pipefail

cd "$(dirname "$0")/.."
# SwiftPM hands the traits to the compiler in an order that changes with every run, and compiles everything again when it does.
export SWIFT_DETERMINISTIC_HASHING=1
read -ra flags <<<"${SWIFT_BUILD_FLAGS:-}"
options=(--enable-all-traits --scratch-path .build/all-traits ${flags[@]+"${flags[@]}"})
log=$(mktemp)
trap 'rm -f "$log"' EXIT

swift build --build-tests "${options[@]}" 2>&1 | tee "$log"
if grep -E ': warning: ' "$log" | grep -v '/\.build/'; then
    echo "There are warnings. They count as errors." >&2
    exit 1
fi
swift test --skip-build "${options[@]}" --filter 'ServiceMacro|SnippetTests'
python3 -B Scripts/check-macro-diagnostics.py "$(swift build --show-bin-path "${options[@]}")"
