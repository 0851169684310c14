#!/usr/bin/env bash
# Type-checks the SwiftUI parts of ServicePresentation, and the articles' views, on systems without SwiftUI: against a
# stub of the few signatures they use. On Apple's systems the package's own build checks them against the real thing.
set -euo pipefail
cd "$(dirname "$0")/.."

# The name under which the package manager lets our targets share what is `package`: the folder's, as an identifier.
package=$(basename "$PWD" | tr '[:upper:]' '[:lower:]' | tr -c '[:alnum:]\n' '_')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags=(-swift-version 6 -strict-memory-safety -warnings-as-errors -package-name "$package")
for feature in ExistentialAny InternalImportsByDefault MemberImportVisibility NonisolatedNonsendingByDefault InferIsolatedConformances; do
    flags+=(-enable-upcoming-feature "$feature")
done

swift build --target ServicePresentation
products=$(swift build --show-bin-path)
modules=$products/Modules
while IFS= read -r map; do flags+=(-Xcc "-fmodule-map-file=$map"); done < <(find "$products" -name module.modulemap -not -path '*/include/*')
# `#Preview` needs something that expands it.
plugin=(-load-plugin-executable "$PWD/Scripts/SwiftUIStub/preview-macro.py#PreviewMacro")
swiftc -swift-version 6 -parse-as-library -emit-module -module-name SwiftUI "${plugin[@]}" \
    -emit-module-path "$work/SwiftUI.swiftmodule" Scripts/SwiftUIStub/SwiftUI.swift

# The library with its SwiftUI parts, then the views of the articles against that.
swiftc "${flags[@]}" -emit-module -module-name ServicePresentation -emit-module-path "$work/ServicePresentation.swiftmodule" \
    -I "$work" -I "$modules" $(find Sources/ServicePresentation -name '*.swift')
swiftc "${flags[@]}" -typecheck -parse-as-library -module-name Views -I "$work" -I "$modules" \
    "${plugin[@]}" \
    Tests/SnippetTests/Presentation/PresentationServices.swift Tests/SnippetTests/Presentation/WithSwiftUISnippets.swift
echo "SwiftUI parts type-check"
