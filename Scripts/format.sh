#!/bin/bash
# Formats every Swift file of the repository, or with --lint says what is not formatted. The doctor's corpus stays as its
# authors would have it: its findings are labelled by line and column. So does what the macros refuse.
set -euo pipefail

cd "$(dirname "$0")/.."
mode=(format --in-place)
if [ "${1:-}" = --lint ]; then mode=(lint --strict); fi
git ls-files -z --cached --others --exclude-standard '*.swift' ':!Tools/ServiceDoctor/Tests/ServiceDoctorTests/Corpus' \
    ':!Tests/ServiceMacroPluginTests/Refusals' ':!Tests/ServiceMacroPluginTests/Fixes' | xargs -0 swift format "${mode[@]}" --parallel
