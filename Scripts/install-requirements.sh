#!/bin/bash
# Checks that Swift is there and installs what else building and testing need. Silent where nothing is missing.
# Chromium, for the tests of Nestory's page, is installed by those tests: Scripts/install-browser.sh.
#
#   Scripts/install-requirements.sh              what everything needs
#   Scripts/install-requirements.sh --postgres   and what Nestory on PostgreSQL needs: the server, and libpq's headers
set -euo pipefail

needed_swift="6.3"

fail() {
    echo "$*" >&2
    exit 1
}

if ! command -v swift >/dev/null 2>&1; then
    fail "Swift $needed_swift or newer is needed. Install it from https://www.swift.org/install and run this again."
fi
found=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
if [ "$(printf '%s\n%s\n' "$needed_swift" "$found" | sort -V | head -n 1)" != "$needed_swift" ]; then
    fail "Swift $needed_swift or newer is needed, and this is ${found:-unknown}: https://www.swift.org/install"
fi

# On a Mac the system and Xcode bring SQLite, and what reads a binary.
if [ "$(uname -s)" = Darwin ]; then exit 0; fi

missing=()
command -v readelf >/dev/null 2>&1 || missing+=(binutils)
# A compiler finds the header or not, wherever a system keeps it.
if ! echo '#include <sqlite3.h>' | clang -E - >/dev/null 2>&1 && ! echo '#include <sqlite3.h>' | cc -E - >/dev/null 2>&1; then
    missing+=(libsqlite3-dev)
fi
# Python checks what the programs write: CSV, SARIF, graphs.
python3 -c 'import ensurepip, venv' >/dev/null 2>&1 || missing+=(python3 python3-venv)
others=("dnf install binutils sqlite-devel python3" "pacman -S binutils sqlite python")
if [ "${1:-}" = --postgres ]; then
    pkg-config --exists libpq 2>/dev/null || missing+=(libpq-dev pkg-config)
    ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null 2>&1 || missing+=(postgresql)
    others=("${others[0]} postgresql-server libpq-devel pkgconf" "${others[1]} postgresql pkgconf")
fi
if [ ${#missing[@]} -eq 0 ]; then exit 0; fi

by_hand="Install by hand, and run this again:
  Debian, Ubuntu  apt-get install ${missing[*]}
  Fedora          ${others[0]}
  Arch            ${others[1]}"
if ! command -v apt-get >/dev/null 2>&1; then
    fail "Missing: ${missing[*]}. This script installs with apt-get, which is not here.
$by_hand"
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        fail "Missing: ${missing[*]}. Installing needs root, and there is no sudo.
$by_hand"
    fi
    as_root=(sudo)
fi
echo "Installing ${missing[*]} with apt-get …" >&2
${as_root[@]+"${as_root[@]}"} apt-get update >&2
${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends "${missing[@]}" >&2 || fail "$by_hand"
