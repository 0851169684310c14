#!/bin/bash
# Puts Nestory under load from 64 connections while faults come and go, and then compares what is stored with what was
# acknowledged. Examples/Nestory/Tests/Load/load.py says what makes it fail. It needs Python 3.9 and nothing else.
#
#   Scripts/load-nestory.sh                  60 seconds against an optimised build, which it makes first
#   Scripts/load-nestory.sh --debug          the same against the debug build
#   Scripts/load-nestory.sh --short          8 seconds against the debug build, as CI does
#
# What follows is handed to load.py: --seconds 120 --connections 16 --seed 7
set -euo pipefail

cd "$(dirname "$0")/.."
# SwiftPM hands the traits to the compiler in an order that changes with every run, and compiles everything again when it does.
export SWIFT_DETERMINISTIC_HASHING=1

configuration=release
options=()
case "${1:-}" in
--debug) configuration=debug; shift ;;
--short) configuration=debug; shift; options=(--seconds 8) ;;
esac
read -ra flags <<<"${SWIFT_BUILD_FLAGS:-}"
build=(swift build --package-path Examples/Nestory --configuration "$configuration" ${flags[@]+"${flags[@]}"})
"${build[@]}" --product nestory
exec python3 -B Examples/Nestory/Tests/Load/load.py "$("${build[@]}" --show-bin-path)/nestory" \
    ${options[@]+"${options[@]}"} "$@"
