#!/bin/bash
# Builds the documentation of every library that has a catalog into .build/docs/site. A warning is an error.
#
# DocC comes with the toolchain and is called directly: its package plugin would be one more thing that users fetch.
set -euo pipefail

cd "$(dirname "$0")/.."
scratch=.build/docs
site=$scratch/site
read -ra flags <<<"${SWIFT_BUILD_FLAGS:-}"

if ! docc=$(command -v docc || xcrun --find docc 2>/dev/null); then
    echo "There is no docc beside swift: it is part of the toolchains from https://www.swift.org/install" >&2
    exit 1
fi

rm -rf "$site"
mkdir -p "$site"
for catalog in Sources/*/*.docc; do
    module=$(basename "$catalog" .docc)
    graphs=$scratch/graphs/$module
    rm -rf "$graphs"
    mkdir -p "$graphs"
    # The graph is written by the compiler, so the module must be compiled anew.
    rm -rf "$scratch/build/debug/$module.build"
    swift build --scratch-path "$scratch/build" --traits Health,Lifecycle,Outbox --target "$module" ${flags[@]+"${flags[@]}"} \
        -Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir -Xswiftc "$PWD/$graphs" >&2
    find "$graphs" -name '*.symbols.json' ! -name "$module.symbols.json" ! -name "$module@*" -delete
    "$docc" convert "$catalog" --additional-symbol-graph-dir "$graphs" --warnings-as-errors \
        --fallback-bundle-identifier "swift-service.$module" --fallback-display-name "$module" \
        --transform-for-static-hosting --hosting-base-path "$module" --output-path "$site/$module"
    echo "Documentation of $module: $site/$module/index.html"
done
echo "To read it: python3 -m http.server --directory $site 8000, then http://localhost:8000/Service/documentation/service"
