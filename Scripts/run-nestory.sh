#!/bin/bash
# Builds Nestory and serves it. A new database is filled with the sample inventory; one that exists stays as it is.
#
#   Scripts/run-nestory.sh [PORT] [DATABASE]
#
# SWIFT_BUILD_FLAGS are handed to `swift build`, for example "-j 2".
set -euo pipefail

cd "$(dirname "$0")/.."
port=${1:-8080}
database=${2:-.nestory/nestory.db}

read -ra flags <<<"${SWIFT_BUILD_FLAGS:-}"
# SwiftPM hands the traits to the compiler in an order that changes with every run, and compiles everything again when it does.
# Nestory itself is started without this setting.
build=(env SWIFT_DETERMINISTIC_HASHING=1 swift build --package-path Examples/Nestory --product nestory ${flags[@]+"${flags[@]}"})
echo "Building Nestory. The first time takes some minutes." >&2
"${build[@]}" >&2
mkdir -p "$(dirname "$database")"
# Replaces this shell, so that Ctrl-C and SIGTERM reach Nestory itself.
exec "$("${build[@]}" --show-bin-path)/nestory" serve --sample --port "$port" --database "$database"
