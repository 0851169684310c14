#!/bin/bash
# Measures the container against a hand-written table in the same run, in time and in instructions, and fails if a ratio
# is over its limit.
#
#   Scripts/bench.sh [ROUNDS] [NAME]      41 rounds of everything by default
set -euo pipefail

cd "$(dirname "$0")/../Benchmarks"
swift build -c release --product Ratios >&2
"$(swift build -c release --product Ratios --show-bin-path)/Ratios" "$@"
echo
../Scripts/count-instructions.sh
