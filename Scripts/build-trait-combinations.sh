#!/bin/bash
# Builds the package and its tests with every combination of its traits, and shows that a program which uses a module
# without its trait is told which trait to enable.
#
#   Scripts/build-trait-combinations.sh [test]      with "test", runs the tests of each combination too
#
# SWIFT_BUILD_FLAGS are handed to `swift build`, for example "-j 2".
set -euo pipefail

cd "$(dirname "$0")/.."
package=$PWD
read -ra flags <<<"${SWIFT_BUILD_FLAGS:-}"
traits=(Health Lifecycle Tracing Configuration)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

for ((subset = 0; subset < 1 << ${#traits[@]}; subset++)); do
    chosen=()
    for index in "${!traits[@]}"; do
        if ((subset >> index & 1)); then chosen+=("${traits[index]}"); fi
    done
    list=$(IFS=, && echo "${chosen[*]:-}")
    options=(--scratch-path .build/traits --disable-default-traits)
    if [ -n "$list" ]; then options=(--scratch-path .build/traits --traits "$list"); fi
    echo "==== traits: ${list:-none} ===="
    swift build --build-tests "${options[@]}" ${flags[@]+"${flags[@]}"} >"$scratch/log" 2>&1 || {
        grep -E 'error:' "$scratch/log" | sort -u >&2
        exit 1
    }
    if grep -E ': warning: ' "$scratch/log" | grep -v '/\.build/'; then
        echo "There are warnings. They count as errors." >&2
        exit 1
    fi
    if [ "${1:-}" = test ]; then swift test --skip-build "${options[@]}" ${flags[@]+"${flags[@]}"}; fi
done

# A program that uses a module without its trait.
# $1: the product, $2: the trait, $3: a statement that uses it
refuse_without_trait() {
    local folder=$scratch/$2
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
    grep -m 1 -F "Enable the trait '$2' of swift-service" "$scratch/log" || {
        tail -20 "$scratch/log" >&2
        exit 1
    }
}

refuse_without_trait ServiceHealth Health 'print(ServiceHealthManager.self)'
refuse_without_trait ServiceLifecycleAdapter Lifecycle 'print(EnvironmentServiceGroup.self)'
echo "Every combination builds."
