#!/bin/bash
# Proves that the product `Service` needs nothing but the standard library:
#   1. its sources import nothing else,
#   2. a package that depends on it fetches nothing and builds nothing else,
#   3. the program links nothing else.
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

# Writes and builds a package that depends on the product.
# $1: the folder's name; $2: what follows the path of the dependency, such as ', traits: []'.
build_consumer() {
    local folder=$scratch/$1
    mkdir -p "$folder/Sources/Consumer"
    cat >"$folder/Package.swift" <<END
// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "consumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-service", path: "$package"$2)],
    targets: [.executableTarget(name: "Consumer", dependencies: [.product(name: "Service", package: "swift-service")])]
)
END
    cat >"$folder/Sources/Consumer/Main.swift" <<'END'
import Service

protocol Greeter: Sendable { func greeting() -> String }
struct English: Greeter { func greeting() -> String { "Hello" } }

struct Page {
    @Service var greeter: any Greeter
}

@main
enum Main {
    static func main() {
        ServiceEnv.current.register((any Greeter).self) { English() }
        print(Page().greeter.greeting())
    }
}
END
    if ! swift build --package-path "$folder" >"$folder/log" 2>&1; then
        cat "$folder/log" >&2
        fail "the consumer does not build."
    fi
    local bin
    bin=$(swift build --package-path "$folder" --show-bin-path)
    [ "$("$bin/Consumer")" = Hello ] || fail "the consumer does not run."
    check_built "$bin"
    check_linked "$bin/Consumer"
}

# 2. What was built and what was fetched.
check_built() {
    local built
    # The package manager plans a folder for every module; those that were compiled hold objects.
    built=$(cd "$1" && find ./*.build -name '*.o' | cut -d / -f 2 | sort -u | sed 's/\.build$//' | paste -sd ' ' -)
    [ "$built" = "CServiceThread Consumer Service" ] || fail "built were: $built"
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
if [ -z "$traits" ]; then
    check_fetched plain
else
    echo "A consumer with .package(…, traits: []):"
    build_consumer traitless ", traits: []"
    check_fetched traitless
fi
echo "The product Service is free of dependencies."
