#!/bin/bash
# Checks that every English page has a Chinese one beside it (Name.zh-Hans.md, Name.zh-Hans.tutorial), that the two link
# to each other, and that both have the same headings, code and links.
#
#   Scripts/check-translations.sh              every page
#   Scripts/check-translations.sh PAGE…        these English pages only
set -euo pipefail

cd "$(dirname "$0")/.."
exec python3 -B Scripts/Documentation/check_translations.py "$@"
