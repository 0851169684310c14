#!/bin/bash
# Builds Nestory with PostgreSQL, and prints where the program is.
#
# It goes into the same folder as the default: all but Nestory's own modules is compiled once. SWIFT_BUILD_FLAGS are handed to
# `swift build`, for example "-j 2".
set -euo pipefail

cd "$(dirname "$0")/.."
read -ra flags <<<"${SWIFT_BUILD_FLAGS:-}"
# As in run-nestory.sh.
build=(env SWIFT_DETERMINISTIC_HASHING=1 swift build --package-path Examples/Nestory --traits PostgreSQL --product nestory ${flags[@]+"${flags[@]}"})
"${build[@]}" >&2
echo "$("${build[@]}" --show-bin-path)/nestory"
