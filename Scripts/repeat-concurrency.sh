#!/bin/sh
# Runs the tests that force threads into each other's way again and again, until one fails.
#
#   Scripts/repeat-concurrency.sh [times]            200 times by default
#   Scripts/repeat-concurrency.sh --thread [times]   under Thread Sanitizer, 20 times by default
set -eu
cd "$(dirname "$0")/.."

suites='OnceTests|CircularDependencyTests|CrossThreadCycleTests|FailureTests|NewestRegistrationTests|RaceTests'
suites="$suites|TaskInFactoryTests|FactoryEnvironmentTests|EnvironmentFamilyTests|BothTablesTests|ServiceInjectionTests"
suites="$suites|InstanceLifetimeTests|MainActorLifetimeTests|ReentryTests|ServiceObservationTests|AsyncServiceTests|ShutdownTests"
filter="^ServiceTests\\.($suites)/"

if [ "${1-}" = --thread ]; then
    times=${2-20}
    # A copy of the package, with a mutex that the sanitizer sees: ThreadSanitizer/Mutex.swift says why.
    copy=.build/thread-sanitizer
    rm -rf "$copy/Sources" "$copy/Tests"
    mkdir -p "$copy"
    cp -R Package.swift Sources Tests "$copy"
    cp Scripts/ThreadSanitizer/Mutex.swift "$copy/Sources/Service/Internal/Mutex.swift"
    cp Scripts/ThreadSanitizer/Mutex.swift "$copy/Tests/ServiceTests/Support/Mutex.swift"
    cd "$copy"
    TSAN_OPTIONS="halt_on_error=1 ${TSAN_OPTIONS-}"
    export TSAN_OPTIONS
    set -- --sanitize=thread
else
    times=${1-200}
    set --
fi

swift build --build-tests "$@"
if [ "$(uname)" = Darwin ]; then
    # There the tests are no program that takes the number of repetitions.
    for _ in $(seq "$times"); do swift test --skip-build "$@" --filter "$filter"; done
else
    program="$(swift build "$@" --show-bin-path)/swift-servicePackageTests.xctest"
    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    "$program" --testing-library swift-testing --filter "$filter" --repetitions "$times" --repeat-until fail >"$log" 2>&1 || {
        grep -v -e ' started\.' -e ' passed after' -e ' Iteration ' "$log" || true
        echo "A repetition failed." >&2
        exit 1
    }
    # A filter that finds nothing passes as well.
    grep -E -o 'Test run with [1-9][0-9]* tests in [0-9]+ suites passed.*' "$log"
fi
echo "The concurrency suites passed $times times."
