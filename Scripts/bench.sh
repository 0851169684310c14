#!/bin/bash
# Measures what everything costs, and fails if a cost is over its limit.
#
#   Scripts/bench.sh                             the whole cost table: the container, ServiceHealth, instructions, PostgreSQL
#   Scripts/bench.sh container [ROUNDS] [NAME]   the container against a hand-written table, 41 rounds by default
#   Scripts/bench.sh health                      protected calls against the bare call
#   Scripts/bench.sh instructions [NAME]         the container again, counted in instructions by valgrind
#   Scripts/bench.sh postgres                    Nestory's client of PostgreSQL against pgbench, where both are installed
#
# Each compares within one run, so that the machine does not matter; other work on the machine does.
set -euo pipefail

cd "$(dirname "$0")/../Benchmarks"

run() {
    local product=$1
    shift
    # SwiftPM hands the traits to the compiler in an order that changes with every run, and compiles everything again then.
    SWIFT_DETERMINISTIC_HASHING=1 swift build -c release --product "$product" >&2
    "$(swift build -c release --product "$product" --show-bin-path)/$product" "$@"
}

run_postgres() {
    if ! pkg-config --exists libpq 2>/dev/null; then
        echo "libpq is not installed, so Nestory on PostgreSQL was not measured."
        echo "Scripts/install-requirements.sh --postgres installs it, with a server."
        return
    fi
    local build=(
        swift build -c release --package-path ../Examples/Nestory --traits PostgreSQL --product PostgresBenchmarks
    )
    "${build[@]}" >&2
    "$("${build[@]}" --show-bin-path)/PostgresBenchmarks"
}

case "${1:-all}" in
    all)
        status=0
        run Ratios || status=1
        run HealthBenchmarks || status=1
        ../Scripts/count-instructions.sh || status=1
        run_postgres || status=1
        exit "$status"
        ;;
    health) run HealthBenchmarks ;;
    instructions) ../Scripts/count-instructions.sh "${@:2}" ;;
    postgres) run_postgres ;;
    container) run Ratios "${@:2}" ;;
    # ROUNDS alone.
    *) run Ratios "$@" ;;
esac
