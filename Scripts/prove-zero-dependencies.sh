#!/bin/bash
# Proves that the product `Service` needs nothing but the standard library:
#   1. its sources import nothing else,
#   2. a package that depends on it fetches nothing and builds nothing else,
#   3. the program links nothing else,
#   4. with the default traits, neither GRDB nor swift-syntax is fetched, and swift-syntax is not built.
#
# The package that depends on it is the one that README.md shows, so this also proves that what a reader pastes builds, runs and
# prints what README.md says, and stops with the message that it quotes.
#
#   Scripts/prove-zero-dependencies.sh [PACKAGE]      this repository by default
set -euo pipefail

package=$(cd "${1:-$(dirname "$0")/..}" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
    printf 'Not free of dependencies: %s\n' "$*" >&2
    exit 1
}

# 1. Imports. An import behind #if counts as well.
imports=$(grep -rhoE --include='*.swift' \
    '^[[:space:]]*(@[A-Za-z_()]+[[:space:]]+)*((public|package|internal|fileprivate|private)[[:space:]]+)?import[[:space:]]+.*' \
    "$package/Sources/Service" | sed -E 's/^.*import[[:space:]]+//; s/^(struct|class|enum|protocol|func|var|let|typealias)[[:space:]]+//; s/[^A-Za-z0-9_].*$//' | sort -u)
for module in $imports; do
    case $module in
        Synchronization | CServiceThread) ;;
        *) fail "Sources/Service imports $module." ;;
    esac
done
includes=$(grep -rhE '^[[:space:]]*#[[:space:]]*(include|import)' "$package/Sources/CServiceThread" | sort -u)
while read -r include; do
    case $include in
        '#include "CServiceThread.h"' | '#include <stdint.h>') ;;
        # Of the C library, to tell the main thread.
        '#include <pthread.h>' | '#include <sys/syscall.h>' | '#include <unistd.h>') ;;
        *) fail "Sources/CServiceThread says $include" ;;
    esac
done <<<"$includes"
echo "Sources/Service imports: $(echo $imports)."

# The block of README.md after the first line that has some words.
readme_block() {
    awk -v words="$1" 'index($0, words) { found = 1 }
        found && /^```/ { if (inside) exit; inside = 1; next }
        inside' "$package/README.md"
}

# Builds the program in the folder $1, and prints where it is.
build() {
    swift build --package-path "$1" >"$1/log" 2>&1 || { cat "$1/log" >&2 && fail "README's program does not build."; }
    swift build --package-path "$1" --show-bin-path
}

# Writes and builds the package of README.md.
# $1: the folder's name; $2: what follows the path of the dependency, such as ', traits: []'.
build_consumer() {
    local folder=$scratch/$1 expected bin
    mkdir -p "$folder/Sources/Shelf"
    readme_block "the manifest of your package" |
        sed "s|path: \"../swift-service\", traits: \[\]|name: \"swift-service\", path: \"$package\"$2|" >"$folder/Package.swift"
    grep -qF "$package" "$folder/Package.swift" || fail "README's manifest has no path: \"../swift-service\", traits: []."
    readme_block "snippet: readme-program" >"$folder/Sources/Shelf/Shelf.swift"
    bin=$(build "$folder")
    expected=$(sed -n 's/^`swift run` prints `\([^`]*\)`.*/\1/p' "$package/README.md")
    [ -n "$expected" ] && [ "$("$bin/Shelf")" = "$expected" ] || fail "README's program does not print '$expected'."
    check_built "$bin"
    check_linked "$bin/Shelf"
}

# What README.md's program says when the registration has the wrong type.
check_message() {
    local folder=$scratch/$1 bin readme message sentence
    readme=$(tr '\n' ' ' <"$package/README.md")
    sed -i.before 's/\.register(.*/.register(DiskCatalog())/' "$folder/Sources/Shelf/Shelf.swift"
    bin=$(build "$folder")
    # Without the backtrace, which takes seconds.
    message=$({ SWIFT_BACKTRACE=enable=no "$bin/Shelf" || true; } 2>&1)
    for sentence in "Service 'Catalog' is not registered in ServiceEnv" \
        "'DiskCatalog' is registered and conforms to it: register that as (any Catalog).self as well."; do
        case $message in *"$sentence"*) ;; *) fail "the program does not stop with: $sentence"$'\n'"$message" ;; esac
        case $readme in *"$sentence"*) ;; *) fail "README.md does not quote: $sentence" ;; esac
    done
    echo "README's program runs, and stops as README says."
}

# 2. What was built and what was fetched.
check_built() {
    local built
    # The package manager plans a folder for every module; those that were compiled hold objects.
    built=$(cd "$1" && find ./*.build -name '*.o' | cut -d / -f 2 | sort -u | sed 's/\.build$//' | paste -sd ' ' -)
    [ "$built" = "CServiceThread Service Shelf" ] || fail "built were: $built"
    echo "Built: $built."
}

check_fetched() {
    local folder=$scratch/$1 place
    for place in checkouts repositories artifacts; do
        if [ -n "$(ls -A "$folder/.build/$place" 2>/dev/null)" ]; then
            fail "fetched were: $(ls "$folder/.build/$place" | paste -sd ' ' -)"
        fi
    done
    if [ -e "$folder/Package.resolved" ] && grep -q '"identity"' "$folder/Package.resolved"; then
        fail "Package.resolved pins $(grep '"identity"' "$folder/Package.resolved")"
    fi
    echo "Fetched: nothing."
}

# 4. What only a trait that is off needs.
check_not_fetched() {
    local folder=$scratch/$1 place
    for place in "$folder/.build/checkouts" "$folder/.build/repositories" "$folder/Package.resolved"; do
        if [ -e "$place" ] && { find "$place" -maxdepth 1; [ -d "$place" ] || cat "$place"; } | grep -qi "$2"; then
            fail "$2 is fetched with the default traits: $place"
        fi
    done
    echo "Fetched: nothing of $2."
}

# Whatever the traits are, swift-syntax comes with the trait Macros alone.
check_without_syntax() {
    local folder=$scratch/$1 found
    if grep -q swift-syntax "$folder/Package.resolved" 2>/dev/null; then
        fail "swift-syntax was resolved: Package.resolved names it."
    fi
    found=$(find "$folder/.build" -iname '*swift-syntax*' -o -iname 'SwiftSyntax*' | head -3)
    [ -z "$found" ] || fail "swift-syntax was fetched or built: $found"
    echo "swift-syntax: neither resolved nor fetched nor built."
}

# 3. What the program links: the language's own libraries and the system's.
check_linked() {
    if ! command -v readelf >/dev/null 2>&1; then
        if [ "$(uname -s)" = Darwin ]; then
            if otool -L "$1" | grep -i foundation; then fail "the program links Foundation."; fi
            return
        fi
        fail "readelf is missing: Scripts/install-requirements.sh installs it."
    fi
    local library libraries
    libraries=$(readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
    for library in $libraries; do
        case $library in
            libswiftCore.so | libswiftSynchronization.so | libswift_Concurrency.so) ;;
            # Linked by every Swift program, used or not.
            libswift_StringProcessing.so | libswift_RegexParser.so | libswiftSwiftOnoneSupport.so | libswiftGlibc.so) ;;
            libc.so.* | libm.so.* | libgcc_s.so.* | libstdc++.so.* | libpthread.so.* | libdl.so.* | ld-linux*) ;;
            *) fail "the program links $library." ;;
        esac
    done
    echo "Linked: $(echo $libraries)."
}

# Only a package that has traits may be asked for none of them.
traits=$(swift package --package-path "$package" dump-package | tr -d ' \n' | sed -n 's/.*"traits":\[\([^]]*\)\].*/\1/p')
echo "A consumer with .package(…):"
build_consumer plain ""
check_not_fetched plain GRDB
check_without_syntax plain
if [ -z "$traits" ]; then
    check_fetched plain
else
    echo "A consumer with .package(…, traits: []):"
    build_consumer traitless ", traits: []"
    check_fetched traitless
    check_without_syntax traitless
    check_message traitless
fi
echo "The product Service is free of dependencies."
