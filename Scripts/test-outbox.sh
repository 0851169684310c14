#!/bin/bash
# Tests ServiceOutbox, which needs the trait Outbox: its tests and snippets, a full disk, kills at every step, Thread Sanitizer.
#
#   Scripts/test-outbox.sh                      unit, disk and kills
#   Scripts/test-outbox.sh unit|disk|kills|threads|measure …
#
# OUTBOX_KILLS is the number of kills, 200 by default; OUTBOX_SEED repeats a run of kills. OUTBOX_SMALL_DISK names a folder on a
# disk of about 4 MB, with room for fewer than 1000 files, that has nothing else on it; without it, a tmpfs is mounted, which needs root. SWIFT_BUILD_FLAGS are handed
# to `swift build`, for example "-j 2".
set -euo pipefail

cd "$(dirname "$0")/.."
# SwiftPM hands the traits to the compiler in an order that changes with every run, and compiles everything again when it does.
export SWIFT_DETERMINISTIC_HASHING=1
Scripts/install-requirements.sh
read -ra flags <<<"${SWIFT_BUILD_FLAGS:-}"
options=(--enable-all-traits --scratch-path .build/all-traits ${flags[@]+"${flags[@]}"})
scratch=$(mktemp -d)
mounted=""
trap '[ -z "$mounted" ] || umount "$mounted"; rm -rf "$scratch"' EXIT

# Builds, and refuses warnings in this package's own sources.
build() {
    swift build "${options[@]}" "$@" 2>&1 | tee "$scratch/log"
    if grep -E ': warning: ' "$scratch/log" | grep -v '/\.build/'; then
        echo "There are warnings. They count as errors." >&2
        return 1
    fi
}

test_unit() {
    build --build-tests
    swift test --skip-build "${options[@]}" --filter 'ServiceOutboxTests|SnippetTests'
}

test_disk() {
    if [ -z "${OUTBOX_SMALL_DISK:-}" ]; then
        mkdir "$scratch/disk"
        if ! mount -t tmpfs -o size=4m,nr_inodes=100 tmpfs "$scratch/disk" 2>/dev/null; then
            echo "SKIPPED: the full disk. Mounting a tmpfs needs root; or set OUTBOX_SMALL_DISK." >&2
            return
        fi
        mounted=$scratch/disk
        export OUTBOX_SMALL_DISK=$mounted
    fi
    build --build-tests
    swift test --skip-build "${options[@]}" --filter FullDiskTests
}

test_kills() {
    if [ "$(uname -s)" != Linux ]; then
        echo "SKIPPED: the kills. What counts the calls is written for Linux." >&2
        return
    fi
    build --product OutboxVictim
    clang -shared -fPIC -O1 -Wall -Werror -o "$scratch/kill.so" Tests/OutboxKills/kill.c
    python3 -B Tests/OutboxKills/kill.py "$(swift build "${options[@]}" --show-bin-path)/OutboxVictim" "$scratch/kill.so" \
        "${OUTBOX_KILLS:-200}" ${OUTBOX_SEED:+"$OUTBOX_SEED"}
}

test_threads() {
    local sanitized=(--traits Outbox --scratch-path .build/outbox-threads --sanitize=thread ${flags[@]+"${flags[@]}"})
    swift build "${sanitized[@]}" --product OutboxVictim
    TSAN_OPTIONS=halt_on_error=1 \
        "$(swift build "${sanitized[@]}" --show-bin-path)/OutboxVictim" race "$scratch"
    echo "Thread Sanitizer found nothing."
}

test_measure() {
    build --product OutboxVictim
    mkdir -p .build/outbox/measured
    rm -rf .build/outbox/measured/*
    "$(swift build "${options[@]}" --show-bin-path)/OutboxVictim" measure "$PWD/.build/outbox/measured"
}

if [ $# -eq 0 ]; then set -- unit disk kills; fi
for part in "$@"; do
    if ! declare -F "test_$part" >/dev/null; then
        echo "There is no part '$part'." >&2
        exit 64
    fi
    "test_$part"
done
