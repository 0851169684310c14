#!/bin/bash
# Builds the package with every combination of its traits, runs the tests of those that change ServiceHealth, and shows that a program
# which uses a module without its trait is told which trait to enable.
#
#   Scripts/build-trait-combinations.sh
#
# A trait that enables another is not tried without it, as that is the same build. Macros and Outbox, which concern one module
# each, are tried with what they need alone, and with all others. Everything, with the tests, is built without any trait, with the
# default ones and with all of them; the other combinations build the modules that their traits concern.
# Both folders are shared with other parts of Scripts/test.sh, so that what those have built is not built again: the default traits
# have the package's own, all others .build/all-traits. SWIFT_BUILD_FLAGS are handed to `swift build`, for example "-j 2".
set -euo pipefail

cd "$(dirname "$0")/.."
# SwiftPM hands the traits to the compiler in an order that changes with every run, and compiles everything again when it does.
export SWIFT_DETERMINISTIC_HASHING=1
package=$PWD
read -ra flags <<<"${SWIFT_BUILD_FLAGS:-}"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
traits=(Macros Outbox Lifecycle Health Tracing Configuration)
default="Lifecycle Health"
modules=(ServiceMacros ServiceOutbox ServiceLifecycleAdapter ServiceHealth)

# The module that a trait enables, if it is one of its own.
module_of() {
    case $1 in
        Macros) echo ServiceMacros ;;
        Outbox) echo ServiceOutbox ;;
        Lifecycle) echo ServiceLifecycleAdapter ;;
        Health) echo ServiceHealth ;;
    esac
}

# Traits, and modules with lines that ask for one, which nobody lists here, would not be tried.
expect() {
    if [ "$2" != "$3" ]; then
        echo "$1: this script knows '$3', and there are '$2'." >&2
        exit 1
    fi
}
words() { printf '%s\n' "$@" | sort -u | paste -sd ' ' -; }
expect "The traits of the package" "$(swift package dump-package | python3 -c '
import json, sys
print(*sorted(trait["name"] for trait in json.load(sys.stdin)["traits"] if trait["name"] != "default"))')" "$(words "${traits[@]}")"
expect "Modules with lines for traits" "$(
    grep -rliE "^ *#(if|elseif) .*($(printf '%s|' "${traits[@]}")default)\b" --include='*.swift' Sources | cut -d / -f 2 | sort -u | paste -sd ' ' -
)" "$(words "${modules[@]}" ServiceMacroPlugin)"

# Whether a list of traits holds one.
holds() { case " $1 " in *" $2 "*) true ;; *) false ;; esac; }

# $1: the names of traits, then further options of `swift build`
build() {
    local names=$1
    shift
    case $names in
        "") set -- "$@" --scratch-path .build/all-traits --disable-default-traits ;;
        "$default") ;;
        # As the other scripts that build there say it.
        "${traits[*]}") set -- "$@" --scratch-path .build/all-traits --enable-all-traits ;;
        *) set -- "$@" --scratch-path .build/all-traits --traits "${names// /,}" ;;
    esac
    swift build "$@" ${flags[@]+"${flags[@]}"} >"$scratch/log" 2>&1 || {
        grep -E 'error:' "$scratch/log" | sort -u >&2
        echo "Does not build with the traits: ${names:-none}" >&2
        exit 1
    }
    if grep -E ': warning: ' "$scratch/log" | grep -v '/\.build/'; then
        echo "There are warnings with the traits: ${names:-none}. They count as errors." >&2
        exit 1
    fi
}

# All traits first, as other scripts leave them built in that folder.
for ((subset = (1 << ${#traits[@]}) - 1; subset >= 0; subset--)); do
    chosen=()
    for index in "${!traits[@]}"; do
        if ((subset >> index & 1)); then chosen+=("${traits[index]}"); fi
    done
    names="${chosen[*]:-}"
    if ! holds "$names" Health && { holds "$names" Tracing || holds "$names" Configuration || holds "$names" Outbox; }; then
        continue
    fi
    # No other module has a line that asks for these two.
    case $names in
        Macros | "Outbox Health" | "${traits[*]}") ;;
        *Macros* | *Outbox*) continue ;;
    esac
    SECONDS=0
    case $names in
        "" | "$default" | "${traits[*]}") build "$names" --build-tests ;;
        *)
            for trait in "${chosen[@]}"; do
                module=$(module_of "$trait")
                if [ -n "$module" ]; then build "$names" --target "$module"; fi
            done
            ;;
    esac
    echo "${names:-no trait}: builds, $SECONDS s"
    # Tracing and Configuration have tests that no other part builds; the others have parts of their own.
    if [ "$names" = "${traits[*]}" ]; then
        swift test --skip-build --enable-all-traits --scratch-path .build/all-traits --filter ServiceHealthTests ${flags[@]+"${flags[@]}"}
    fi
done

# A program for each module, which depends on the package without traits.
mkdir "$scratch/consumer"
{
    printf '// swift-tools-version: 6.3\nimport PackageDescription\n\nlet package = Package(\n    name: "consumer",\n'
    printf '    platforms: [.macOS(.v15)],\n    dependencies: [.package(name: "swift-service", path: "%s", traits: [])],\n' "$package"
    printf '    targets: [\n'
    for module in "${modules[@]}"; do
        printf '        .executableTarget(name: "Uses%s", dependencies: [.product(name: "%s", package: "swift-service")]),\n' \
            "$module" "$module"
    done
    printf '    ]\n)\n'
} >"$scratch/consumer/Package.swift"

# $1: the trait, $2: a statement that uses its module
write_program() {
    local module folder
    module=$(module_of "$1")
    folder=$scratch/consumer/Sources/Uses$module
    mkdir -p "$folder"
    printf 'import %s\n\n%s\n' "$module" "$2" >"$folder/main.swift"
}

# $1: the trait, $2: what the compiler says, by default which trait to enable
refuse_without_trait() {
    local module expected=${2:-"Enable the trait '$1' of swift-service"}
    module=$(module_of "$1")
    if swift build --package-path "$scratch/consumer" --target "Uses$module" ${flags[@]+"${flags[@]}"} >"$scratch/log" 2>&1; then
        echo "A program that uses $module without the trait $1 builds." >&2
        exit 1
    fi
    grep -m 1 -F "$expected" "$scratch/log" || {
        tail -20 "$scratch/log" >&2
        exit 1
    }
}

write_program Health 'print(ServiceHealthManager.self)'
write_program Outbox 'print(Outbox.self)'
write_program Lifecycle 'print(EnvironmentServiceGroup.self)'
write_program Macros $'@Resilient protocol Rates: Sendable {}\nprint(1)'
refuse_without_trait Health
refuse_without_trait Outbox
refuse_without_trait Lifecycle
refuse_without_trait Macros "unknown attribute 'Resilient'"
echo "Every combination builds."
