#!/bin/bash
# Builds one documentation site over all libraries into .build/docs/site. A warning is an error, and so is a public function
# whose comment leaves out a parameter, its result or what it throws.
#
#   Scripts/build-docs.sh
#
# It takes every catalog Sources/MODULE/MODULE.docc, with the public symbols of its module under all traits, and
# Documentation/Site.docc: the front page and the tutorial. DocC comes with the toolchain and is called directly: its
# package plugin would be one more thing that users fetch.
#
# SWIFT_BUILD_FLAGS are handed to `swift build`, for example "-j 2". DOCS_BASE_PATH is the path that the site is hosted
# under, for example "swift-service"; by default the root.
set -euo pipefail

cd "$(dirname "$0")/.."
# SwiftPM hands the traits to the compiler in an order that changes with every run, and compiles everything again when it does.
export SWIFT_DETERMINISTIC_HASHING=1
work=$PWD/.build/docs
site=$work/site
read -ra flags <<<"${SWIFT_BUILD_FLAGS:-}"
# Other traits compile everything differently, so they have a folder of their own, which the tests with all traits share.
flags+=(--scratch-path .build/all-traits --enable-all-traits)

# A tool of the toolchain: beside swift, or where Xcode has it.
tool() {
    command -v "$1" || xcrun --find "$1" 2>/dev/null || {
        echo "There is no $1 beside swift: it is part of the toolchains from https://www.swift.org/install" >&2
        exit 1
    }
}
docc=$(tool docc)
extract=$(tool swift-symbolgraph-extract)

modules=()
for catalog in Sources/*/*.docc; do
    module=$(basename "$catalog" .docc)
    [ "$module" = "$(basename "$(dirname "$catalog")")" ] || {
        echo "$catalog is not named after its module." >&2
        exit 1
    }
    # The core first: the others link to it.
    if [ "$module" = Service ]; then modules=(Service ${modules[@]+"${modules[@]}"}); else modules+=("$module"); fi
done

rm -rf "$work/graphs" "$work/archives" "$work/merged"
mkdir -p "$work/archives"
for module in "${modules[@]}"; do swift build --target "$module" "${flags[@]}" >&2; done
products=$(swift build "${flags[@]}" --show-bin-path)
maps=()
while IFS= read -r map; do maps+=(-Xcc "-fmodule-map-file=$map"); done < <(
    # What macros are built with lies in folders of its own, for the machine that compiles.
    find "$products" .build/all-traits/checkouts Sources -name module.modulemap -not -path '*-tool.build/*' 2>/dev/null | grep -E '/(include|[A-Za-z]+\.build|Sources/[A-Za-z0-9]+)/module.modulemap$' || true)
target=$(swift -print-target-info | sed -n 's/^ *"unversionedTriple" *: *"\(.*\)",*$/\1/p' | head -1)
sdk=()
if [ "$(uname)" = Darwin ]; then
    sdk=(-sdk "$(xcrun --show-sdk-path)")
    target=$(swift -print-target-info | sed -n 's/^ *"triple" *: *"\(.*\)",*$/\1/p' | head -1)
fi

# The archives that links may lead into.
dependencies=()
# $1: the catalog, $2: the name, then further arguments of `docc convert`
convert() {
    local archive=$work/archives/$2.doccarchive
    "$docc" convert "$1" "${@:3}" --warnings-as-errors ${dependencies[@]+"${dependencies[@]}"} \
        --fallback-bundle-identifier "swift-service.$2" --fallback-display-name "$2" \
        --enable-experimental-external-link-support \
        --transform-for-static-hosting --hosting-base-path "${DOCS_BASE_PATH:-/}" --output-path "$archive" >&2
    dependencies+=(--dependency "$archive")
}

for module in "${modules[@]}"; do
    graphs=$work/graphs/$module
    mkdir -p "$graphs"
    if [ "$module" = ServicePresentation ] && [ "$(uname)" != Darwin ]; then
        # SwiftUI is not here. Its views are compiled against a stub of what they use, which is enough for their symbols.
        SWIFT_BUILD_FLAGS="${flags[*]}" Scripts/typecheck-swiftui.sh "$graphs" >&2
    else
        # Without the C modules that a library uses, its own cannot be loaded.
        "$extract" -module-name "$module" -target "$target" ${sdk[@]+"${sdk[@]}"} -I "$products/Modules" \
            ${maps[@]+"${maps[@]}"} -minimum-access-level public -emit-extension-block-symbols \
            -skip-synthesized-members -output-dir "$graphs" >&2
    fi
    # What a module adds to others is in files named MODULE@OTHER.
    find "$graphs" -name '*.symbols.json' ! -name "$module.symbols.json" ! -name "$module@*" -delete
    [ -s "$graphs/$module.symbols.json" ] || { echo "There are no symbols of $module." >&2; exit 1; }
    convert "Sources/$module/$module.docc" "$module" --additional-symbol-graph-dir "$graphs"
done
convert Documentation/Site.docc SwiftService
python3 -B Scripts/Documentation/check_reference.py "$work/graphs" >&2

archives=("$work/archives/SwiftService.doccarchive")
for module in "${modules[@]}"; do archives+=("$work/archives/$module.doccarchive"); done
"$docc" merge "${archives[@]}" --synthesized-landing-page-name swift-service --output-path "$work/merged" >&2
python3 -B Scripts/Documentation/one_navigation.py "$work/merged"
rm -rf "$site"
mv "$work/merged" "$site"

# The root of a static host is index.html, which DocC fills with a page that it does not know.
cat >"$site/index.html" <<'END'
<!doctype html>
<meta charset="utf-8">
<title>swift-service</title>
<meta http-equiv="refresh" content="0; url=documentation/swiftservice/">
<a href="documentation/swiftservice/">swift-service</a>
END
# The slash key opens a search by name from every page.
echo '{"features": {"docs": {"quickNavigation": {"enable": true}}}}' >"$site/theme-settings.json"
echo "Documentation: $site"
echo "To read it: python3 -m http.server --directory $site 8000, then http://localhost:8000"
