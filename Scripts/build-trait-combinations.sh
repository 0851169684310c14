#!/bin/bash
# Builds the package with every combination of its traits, and shows that a program which uses a module without its trait is
# told which trait to enable.
#
#   Scripts/build-trait-combinations.sh [test]      with "test", builds and runs the tests of each combination too
#
# A trait that enables another is not tried without it, as that is the same build. Macros and Outbox, which concern one module
# each, are tried alone and with all others. Tests are built without any trait, with the
# default ones and with all of them.
# The folder .build/macros is shared with the part "macros" of the tests, so that swift-syntax is built once.
# SWIFT_BUILD_FLAGS are handed to `swift build`, for example "-j 2".
set -euo pipefail

cd "$(dirname "$0")/.."
# SwiftPM hands the traits to the compiler in an order that changes with every run, and compiles everything again when it does.
export SWIFT_DETERMINISTIC_HASHING=1
package=$PWD
read -ra flags <<<"${SWIFT_BUILD_FLAGS:-}"
traits=(Macros Outbox Lifecycle Health Tracing Configuration)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Traits that nobody lists here would not be tried.
known=$(swift package dump-package | python3 -c '
import json, sys
print(*sorted(trait["name"] for trait in json.load(sys.stdin)["traits"] if trait["name"] != "default"))')
listed=$(printf '%s\n' "${traits[@]}" | sort | paste -sd ' ' -)
if [ "$known" != "$listed" ]; then
    echo "The package has the traits $known, and this script tries $listed." >&2
    exit 1
fi

# Whether a list of traits holds one.
holds() { case " $1 " in *" $2 "*) true ;; *) false ;; esac; }

for ((subset = 0; subset < 1 << ${#traits[@]}; subset++)); do
    chosen=()
    for index in "${!traits[@]}"; do
        if ((subset >> index & 1)); then chosen+=("${traits[index]}"); fi
    done
    names="${chosen[*]:-}"
    if ! holds "$names" Health && { holds "$names" Tracing || holds "$names" Configuration || holds "$names" Outbox; }; then
        continue
    fi
    # No other module has a line that asks for these two, so each is tried with what it needs alone, and with all others.
    case $names in
        Macros | "Outbox Health" | "${traits[*]}") ;;
        *Macros* | *Outbox*) continue ;;
    esac
    options=(--scratch-path .build/macros --disable-default-traits)
    if [ -n "$names" ]; then options=(--scratch-path .build/macros --traits "${names// /,}"); fi
    build=("${options[@]}")
    case $names in
        "" | "Lifecycle Health" | "${traits[*]}") build+=(--build-tests) ;;
        *) if [ "${1:-}" = test ]; then build+=(--build-tests); fi ;;
    esac
    SECONDS=0
    swift build "${build[@]}" ${flags[@]+"${flags[@]}"} >"$scratch/log" 2>&1 || {
        grep -E 'error:' "$scratch/log" | sort -u >&2
        echo "Does not build with the traits: ${names:-none}" >&2
        exit 1
    }
    if grep -E ': warning: ' "$scratch/log" | grep -v '/\.build/'; then
        echo "There are warnings with the traits: ${names:-none}. They count as errors." >&2
        exit 1
    fi
    echo "${names:-no trait}: builds, $SECONDS s"
    if [ "${1:-}" = test ]; then swift test --skip-build "${options[@]}" ${flags[@]+"${flags[@]}"}; fi
done

# A program that uses a module without its trait.
# $1: the product, $2: the trait, $3: a statement that uses it, $4: what the compiler says, by default which trait to enable
refuse_without_trait() {
    local folder=$scratch/$2 expected=${4:-"Enable the trait '$2' of swift-service"}
    mkdir -p "$folder/Sources/Consumer"
    cat >"$folder/Package.swift" <<END
// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "consumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-service", path: "$package", traits: [])],
    targets: [.executableTarget(name: "Consumer", dependencies: [.product(name: "$1", package: "swift-service")])]
)
END
    printf 'import %s\n\n%s\n' "$1" "$3" >"$folder/Sources/Consumer/main.swift"
    if swift build --package-path "$folder" ${flags[@]+"${flags[@]}"} >"$scratch/log" 2>&1; then
        echo "A program that uses $1 without the trait $2 builds." >&2
        exit 1
    fi
    grep -m 1 -F "$expected" "$scratch/log" || {
        tail -20 "$scratch/log" >&2
        exit 1
    }
}

refuse_without_trait ServiceHealth Health 'print(ServiceHealthManager.self)'
refuse_without_trait ServiceOutbox Outbox 'print(Outbox.self)'
refuse_without_trait ServiceLifecycleAdapter Lifecycle 'print(EnvironmentServiceGroup.self)'
refuse_without_trait ServiceMacros Macros $'@Resilient protocol Rates: Sendable {}\nprint(1)' "unknown attribute 'Resilient'"
echo "Every combination builds."
