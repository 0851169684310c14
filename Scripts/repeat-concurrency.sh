#!/bin/sh
# Runs the tests that force threads into each other's way again and again, until one fails.
#
#   Scripts/repeat-concurrency.sh [times]            200 times by default
#   Scripts/repeat-concurrency.sh --thread [times]   under Thread Sanitizer, 20 times by default
set -eu
cd "$(dirname "$0")/.."

suites='OnceTests|CircularDependencyTests|CrossThreadCycleTests|FailureTests|NewestRegistrationTests|RaceTests'
suites="$suites|TaskInFactoryTests|FactoryEnvironmentTests|BothTablesTests|ServiceScopeTests|ServiceInjectionTests"
suites="$suites|InstanceLifetimeTests|ReentryTests|ServiceObservationTests|InheritanceTests|AsyncServiceTests|ShutdownTests"
filter="^ServiceTests\\.($suites)/"

if [ "${1-}" = --thread ]; then
    times=${2-20}
    # In a folder of its own, as everything is compiled differently.
    set -- --sanitize=thread --scratch-path .build/thread
    TSAN_OPTIONS="halt_on_error=1 suppressions=$PWD/Scripts/thread-sanitizer.supp ${TSAN_OPTIONS-}"
    export TSAN_OPTIONS
else
    times=${1-200}
    set --
fi

swift build --build-tests "$@"
if [ "$(uname)" = Darwin ]; then
    # There the tests are no program that takes the number of repetitions.
    for _ in $(seq "$times"); do swift test --skip-build "$@" --filter "$filter"; done
else
    "$(swift build "$@" --show-bin-path)/swift-servicePackageTests.xctest" --testing-library swift-testing \
        --filter "$filter" --repetitions "$times" --repeat-until fail >"${TMPDIR-/tmp}/repeat-concurrency.$$" 2>&1 || {
        grep -v -e started -e passed -e Iteration "${TMPDIR-/tmp}/repeat-concurrency.$$"
        exit 1
    }
    tail -n 1 "${TMPDIR-/tmp}/repeat-concurrency.$$"
    rm "${TMPDIR-/tmp}/repeat-concurrency.$$"
fi
echo "The concurrency suites passed $times times."
