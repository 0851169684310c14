#!/usr/bin/env bash
# What `make doctor` runs: builds service-doctor, which stays out of the root build, and uses it.
#
#   Scripts/doctor.sh check [ARGUMENT…]   checks this repository
#   Scripts/doctor.sh test                the tool's own tests, corpus included
#   Scripts/doctor.sh pages               writes the rule pages
#   Scripts/doctor.sh fuzz [SECONDS]      mutated sources, release build
#   Scripts/doctor.sh benchmark [FILES]   speed beside a bare parse, release build
set -euo pipefail
cd "$(dirname "$0")/.."
package=Tools/ServiceDoctor

build() {
    swift build --package-path "$package" "$@" >&2
    bin="$(swift build --package-path "$package" "$@" --show-bin-path)"
}

command="${1:-check}"
shift || true
case "$command" in
check)
    build --product service-doctor
    "$bin/service-doctor" check . "$@"
    ;;
test)
    swift test --package-path "$package" "$@"
    ;;
pages)
    build --product service-doctor
    for rule in $("$bin/service-doctor" rules | cut -d ' ' -f 1); do
        "$bin/service-doctor" rules "$rule" --format markdown > "$package/Documentation/Rules/$rule.md"
    done
    ;;
fuzz)
    build -c release --product service-doctor
    python3 "$package/Scripts/fuzz.py" "$bin/service-doctor" "${1:-300}"
    ;;
benchmark)
    build -c release --product doctor-benchmark
    "$bin/doctor-benchmark" "${1:-5000}"
    ;;
*)
    echo "usage: Scripts/doctor.sh check|test|pages|fuzz|benchmark" >&2
    exit 64
    ;;
esac
