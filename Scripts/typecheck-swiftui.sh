#!/usr/bin/env bash
# Type-checks the SwiftUI parts of ServicePresentation, and the articles' views, on systems without SwiftUI: against a
# stub of the few signatures they use. On Apple's systems the package's own build checks them against the real thing.
#
#   Scripts/typecheck-swiftui.sh [FOLDER]     with a folder, writes the library's symbol graphs there, views included
#
# SWIFT_BUILD_FLAGS are handed to `swift build`, for example "-j 2".
set -euo pipefail
cd "$(dirname "$0")/.."
# SwiftPM hands the traits to the compiler in an order that changes with every run, and compiles everything again when it does.
export SWIFT_DETERMINISTIC_HASHING=1

# The name under which the package manager lets our targets share what is `package`: the folder's, as an identifier.
package=$(basename "$PWD" | tr '[:upper:]' '[:lower:]' | tr -c '[:alnum:]\n' '_')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags=(-swift-version 6 -strict-memory-safety -warnings-as-errors -package-name "$package")
for feature in ExistentialAny InternalImportsByDefault MemberImportVisibility NonisolatedNonsendingByDefault InferIsolatedConformances; do
    flags+=(-enable-upcoming-feature "$feature")
done

read -ra build <<<"${SWIFT_BUILD_FLAGS:-}"
targets=(ServicePresentation)
if [ -z "${1:-}" ]; then targets+=(ServiceHealth); fi
for target in "${targets[@]}"; do swift build --target "$target" ${build[@]+"${build[@]}"}; done
products=$(swift build ${build[@]+"${build[@]}"} --show-bin-path)
modules=$products/Modules
maps=()
while IFS= read -r map; do maps+=(-Xcc "-fmodule-map-file=$map"); done < <(find "$products" -name module.modulemap -not -path '*/include/*' -not -path '*-tool.build/*')
flags+=(${maps[@]+"${maps[@]}"})
# `#Preview` needs something that expands it.
plugin=(-load-plugin-executable "$PWD/Scripts/SwiftUIStub/preview-macro.py#PreviewMacro")
swiftc -swift-version 6 -parse-as-library -emit-module -module-name SwiftUI "${plugin[@]}" \
    -emit-module-path "$work/SwiftUI.swiftmodule" Scripts/SwiftUIStub/*.swift

symbols=()
if [ -n "${1:-}" ]; then
    symbols=(-emit-symbol-graph -emit-symbol-graph-dir "$1" -emit-extension-block-symbols
        -symbol-graph-minimum-access-level public -symbol-graph-skip-synthesized-members)
fi

# The library with its SwiftUI parts, then the views of the articles against that.
swiftc "${flags[@]}" -emit-module -module-name ServicePresentation -emit-module-path "$work/ServicePresentation.swiftmodule" \
    ${symbols[@]+"${symbols[@]}"} -I "$work" -I "$modules" $(find Sources/ServicePresentation -name '*.swift')
swiftc "${flags[@]}" -typecheck -parse-as-library -module-name Views -I "$work" -I "$modules" \
    "${plugin[@]}" \
    Tests/SnippetTests/Presentation/PresentationServices.swift Tests/SnippetTests/Presentation/WithSwiftUISnippets.swift
# Whole programs, which a test target cannot hold: they have a main, or views. Each file is one, with the settings of a
# package that uses this one.
for program in Tests/SnippetTests/Programs/*.swift; do
    if [ -n "${1:-}" ]; then break; fi
    swiftc -swift-version 6 -warnings-as-errors -typecheck -parse-as-library -module-name Program \
        ${maps[@]+"${maps[@]}"} -I "$work" -I "$modules" "$program"
done
echo "SwiftUI parts type-check"
