#!/bin/bash
# Checks that every English page has a Chinese one beside it (Name.zh-Hans.md, Name.zh-Hans.tutorial), that the two link
# to each other, that both have the same headings, code and links, that links to files lead to some, and that no English section has
# changed since its translation was accepted: Documentation/translations.txt has a digest of each. Which pages stay English is in
# Scripts/Documentation/check_translations.py.
#
#   Scripts/check-translations.sh                     every page
#   Scripts/check-translations.sh PAGE…               these English pages only
#   Scripts/check-translations.sh --accept [PAGE…]    the Chinese pages say what these English pages say now
#   Scripts/check-translations.sh --test              checks the check
set -euo pipefail

cd "$(dirname "$0")/.."
if [ "${1:-}" = --test ]; then
    exec python3 -B Scripts/Documentation/test_check_translations.py
fi
exec python3 -B Scripts/Documentation/check_translations.py "$@"
