#!/bin/bash
# Counts the instructions of one operation of the container, and of a hand-written table, and fails if one is over its
# limit. Other load on the machine does not change them.
#
#   Scripts/count-instructions.sh [NAME]      all of them by default
set -euo pipefail

cd "$(dirname "$0")/../Benchmarks"
if ! command -v valgrind >/dev/null; then
    echo "Instructions were not counted: valgrind is not installed. On Debian and Ubuntu: apt-get install valgrind"
    exit 0
fi
# As in bench.sh.
SWIFT_DETERMINISTIC_HASHING=1 swift build -c release --product Ratios >&2
program=$(mktemp -d)/Ratios
trap 'rm -rf "$(dirname "$program")"' EXIT
cp "$(swift build -c release --product Ratios --show-bin-path)/Ratios" "$program"
# Reading the debug information takes valgrind longer than all the rest.
strip -g "$program"

# The instructions of a run with this many iterations.
run() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" --count "$@" 2>&1 |
        awk '/Collected/ { print $NF }'
}

# What one iteration adds: the start of the program and the first iteration cancel out.
per_iteration() {
    local few many
    few=$(run "$1" "$2" 100)
    many=$(run "$1" "$2" 1100)
    echo $(((many - few) / 1000))
}

printf '%-46s %12s %8s %8s\n' "instructions for one" hand-written ours "at most"
failed=0
# The last argument is the limit, in instructions of ours for a hundred of the hand-written ones.
count() {
    local name="$1" baseline ours limit mark=""
    case "$name" in *"${only}"*) ;; *) return 0 ;; esac
    baseline=$(per_iteration "$name" hand-written)
    ours=$(per_iteration "$name" ours)
    limit=$((baseline * $2 / 100))
    if [ "$ours" -gt "$limit" ]; then
        mark="  OVER"
        failed=1
    fi
    printf '%-46s %12s %8s %8s%s\n' "$name" "$baseline" "$ours" "$limit" "$mark"
}
only="${1:-}"
count "cached singleton through current" 76
count "the same, and a method called on it" 300
count "transient" 190
count "graph of seven" 190
count "wrapper created and first read" 125
count "override one service, resolve it" 420
exit "$failed"
