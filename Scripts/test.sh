#!/bin/bash
# Runs the tests of the whole repository, one part after the other, and stops at the first that fails.
#
#   Scripts/test.sh                     every part
#   Scripts/test.sh core nestory        some of them
#
# A part is a function named test_PART, listed in `parts`. SWIFT_BUILD_FLAGS are handed to `swift build`, for example
# "-j 2".
set -euo pipefail

cd "$(dirname "$0")/.."
# SwiftPM hands the traits to the compiler in an order that changes with every run, and compiles everything again when it does.
export SWIFT_DETERMINISTIC_HASHING=1

parts=(
    format core misuse swiftui apple fixtures zero_dependencies macros outbox docs traits translations nestory cluster nestory_default
    nestory_csv nestory_load nestory_page doctor doctor_graph doctor_install
)

read -ra flags <<<"${SWIFT_BUILD_FLAGS:-}"

# Builds a package with its tests, refuses warnings in its own sources, and runs the tests. What follows the package's folder
# is handed to `swift`.
test_package() {
    local log package=(--package-path "$@")
    log="$1/.build/warnings.log"
    mkdir -p "$1/.build"
    swift build "${package[@]}" --build-tests ${flags[@]+"${flags[@]}"} 2>&1 | tee "$log"
    if grep -E ': warning: ' "$log" | grep -v '/\.build/'; then
        echo "There are warnings. They count as errors." >&2
        return 1
    fi
    swift test "${package[@]}" --skip-build ${flags[@]+"${flags[@]}"} ${test_flags[@]+"${test_flags[@]}"}
}

test_format() { Scripts/format.sh --lint; }
test_core() { test_package .; }
# Calls that must not compile, and what the compiler says about them.
test_misuse() { Scripts/check-misuse.sh; }
# The macros, with the trait that fetches swift-syntax: what they write, what that does, and what the compiler says.
test_macros() { Scripts/test-macros.sh; }
# Every combination of traits, and the tests of tracing and configuration.
test_traits() { Scripts/build-trait-combinations.sh; }
# Apple-only code, against a stub of what it uses.
test_swiftui() { Scripts/typecheck-swiftui.sh; }
# What of Apple's systems can be checked without them.
test_apple() { Scripts/check-apple.sh; }
# Modules with the settings of apps: isolated to the main actor, beside ServiceLifecycle.
test_fixtures() { Scripts/test-fixtures.sh; }
test_zero_dependencies() { Scripts/prove-zero-dependencies.sh; }
# ServiceOutbox, whose trait is off by default: its tests and snippets, a full disk, kills at every step.
test_outbox() { Scripts/test-outbox.sh; }
# Nestory's tests, once, with PostgreSQL: those of the default are the same, apart from what `nestory_default` looks at.
test_nestory() {
    Scripts/install-requirements.sh --postgres
    # Each test has files and sockets of its own. From 1,354 open ones on, Foundation's `Process` may read beyond a buffer on Linux,
    # and crash: https://github.com/swiftlang/swift-corelibs-foundation/pull/5472.
    local test_flags=(--experimental-maximum-parallelization-width 32)
    if pkg-config --exists libpq; then
        test_package Examples/Nestory --traits PostgreSQL
    else
        echo "libpq is not installed, so Nestory on PostgreSQL is not tested."
        test_package Examples/Nestory
    fi
}
# What `make run` builds: it needs no libpq, and says that it has none.
test_nestory_default() {
    local program=(swift build --package-path Examples/Nestory --product nestory ${flags[@]+"${flags[@]}"})
    "${program[@]}"
    Scripts/check-nestory-default.sh "$("${program[@]}" --show-bin-path)/nestory"
}
# The doctor is a package of its own, as swift-syntax takes minutes to build.
test_doctor() {
    test_package Tools/ServiceDoctor
    Scripts/doctor.sh sarif
    Scripts/doctor.sh check
}
# The doctor's graph of Nestory, read from its source, and the one that Nestory draws of itself.
test_doctor_graph() { Scripts/doctor.sh compare; }
# The doctor in a package that is not this repository.
test_doctor_install() { Scripts/doctor.sh install; }
# Nestory's CSV against another implementation's.
test_nestory_csv() {
    local folder
    folder=$(swift build --package-path Examples/Nestory --show-bin-path ${flags[@]+"${flags[@]}"})
    python3 -B Examples/Nestory/Tests/Interoperability/csv_roundtrip.py "$folder/nestory"
}
# A few seconds of load while faults come and go: nothing may be lost or doubled.
test_nestory_load() { Scripts/load-nestory.sh --short; }
# Nestory on PostgreSQL: a primary that is killed under writers, and a server that is killed while it sends notices.
test_cluster() {
    Scripts/install-requirements.sh --postgres
    local program folder=Examples/Nestory/Tests/Cluster
    local build=(swift build --package-path Examples/Nestory --traits PostgreSQL ${flags[@]+"${flags[@]}"})
    # With its tests, as the part before this: then nothing is left to compile.
    "${build[@]}" --build-tests
    program="$("${build[@]}" --show-bin-path)/nestory"
    "$folder/failover.sh" "$program" --seconds 12
    "$folder/failover.sh" "$program" --seconds 12 --lost-acks
    python3 -B "$folder/notices.py" "$program"
}
test_nestory_page() { Scripts/test-nestory-browser.sh; }
# The documentation site, without a warning, in a browser.
test_docs() {
    Scripts/build-docs.sh
    Scripts/check-docs-site.sh
}
# Each page in both languages.
test_translations() { Scripts/check-translations.sh --test && Scripts/check-translations.sh; }

if [ $# -gt 0 ]; then parts=("$@"); fi
for part in "${parts[@]}"; do
    if ! declare -F "test_$part" >/dev/null; then
        echo "There is no part '$part'." >&2
        exit 64
    fi
done
current=""
trap '[ -z "$current" ] || printf "\nFAILED: %s\n" "$current" >&2' EXIT
for current in "${parts[@]}"; do
    printf '\n==== %s ====\n\n' "$current"
    SECONDS=0
    "test_$current"
    printf '\n---- %s passed in %s s ----\n' "$current" "$SECONDS"
done
current=""
printf '\nAll parts passed: %s\n' "${parts[*]}"
