#!/bin/sh
# Runs the tests that force threads into each other's way again and again, until one fails.
#
#   Scripts/repeat-concurrency.sh [times]            200 times by default
#   Scripts/repeat-concurrency.sh --all [times]      every test there is, 100 times by default
#   Scripts/repeat-concurrency.sh --thread [times]   under Thread Sanitizer, 20 times by default
set -eu
cd "$(dirname "$0")/.."

suites='OnceTests|CircularDependencyTests|CrossThreadCycleTests|FailureTests|NewestRegistrationTests|RaceTests'
suites="$suites|TaskInFactoryTests|FactoryEnvironmentTests|EnvironmentFamilyTests|BothTablesTests|ServiceInjectionTests"
suites="$suites|InstanceLifetimeTests|MainActorLifetimeTests|ReentryTests|ServiceObservationTests|AsyncServiceTests|ShutdownTests"
suites="$suites|LimitedScopeTests|WeakScopeTests|TimedScopeTests|AsyncGraphTests|DecoratedAsyncTests|CreationSourceTests"
suites="$suites|ResolvingObserverTests|DecoratingChildrenTests"
suites="$suites|DecoratorRaceTests|TaskAfterFactoryTests|CachedOnPathTests|ObserverNeedsTests|OptionalServiceTests"
filter="^ServiceTests\\.($suites)/"

if [ "${1-}" = --thread ]; then
    times=${2-20}
    TSAN_OPTIONS="halt_on_error=1 ${TSAN_OPTIONS-}"
    export TSAN_OPTIONS
    # In a folder of its own, as everything is compiled differently.
    set -- --sanitize=thread --scratch-path .build/thread
elif [ "${1-}" = --all ]; then
    times=${2-100}
    filter=.
    set --
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
echo "Passed $times times."
