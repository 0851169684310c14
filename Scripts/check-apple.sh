#!/bin/bash
# Checks for Apple's systems what can be checked without their SDKs: that every file parses for each of them, that the
# libraries compile with library evolution, and what Scripts/apple_lint.py finds.
#
# SWIFT_BUILD_FLAGS are handed to `swift build`, for example "-j 2".
set -euo pipefail
cd "$(dirname "$0")/.."
# SwiftPM hands the traits to the compiler in an order that changes with every run, and compiles everything again when it does.
export SWIFT_DETERMINISTIC_HASHING=1
read -ra flags <<<"${SWIFT_BUILD_FLAGS:-}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

files=()
while IFS= read -r -d '' file; do
    # Not links, and not the doctor's corpus, which is wrong on purpose.
    if [ -f "$file" ] && [ ! -L "$file" ]; then files+=("$file"); fi
done < <(git ls-files -z --cached --others --exclude-standard '*.swift' ':!Tools/ServiceDoctor/Tests/ServiceDoctorTests/Corpus')

Scripts/apple_lint.py --test
Scripts/apple_lint.py "${files[@]}"
echo "No names of newer systems, no literals over 32 bits, no exit tests where there are none"

for target in arm64-apple-macos15.0 arm64-apple-ios18.0 arm64-apple-tvos18.0 arm64_32-apple-watchos11.0 arm64-apple-xros2.0; do
    swiftc -frontend -parse -swift-version 6 -target "$target" "${files[@]}"
    echo "${#files[@]} files parse for $target"
done

# What the libraries import comes from the package's own build.
swift build ${flags[@]+"${flags[@]}"} >"$work/log" 2>&1 || { cat "$work/log" >&2 && exit 1; }
products=$(swift build ${flags[@]+"${flags[@]}"} --show-bin-path)
options=(-swift-version 6 -strict-memory-safety -enable-library-evolution -no-verify-emitted-module-interface
    -package-name swift_service -D Health -D Lifecycle -I "$work" -I "$products/Modules"
    -Xcc "-fmodule-map-file=$products/CServiceThread.build/module.modulemap")
for feature in ExistentialAny InternalImportsByDefault MemberImportVisibility NonisolatedNonsendingByDefault InferIsolatedConformances; do
    options+=(-enable-upcoming-feature "$feature")
done
for module in Service ServiceTesting ServicePresentation ServiceHealth ServiceLifecycleAdapter; do
    # Emits the module: only then are initialisers checked that are compiled into other modules.
    swiftc "${options[@]}" -emit-module -module-name "$module" -emit-module-path "$work/$module.swiftmodule" \
        $(find "Sources/$module" -name '*.swift') >"$work/log" 2>&1 || { grep -A 5 'error:' "$work/log" >&2 && exit 1; }
    echo "$module compiles with library evolution"
done
