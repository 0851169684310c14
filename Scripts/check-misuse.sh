#!/usr/bin/env bash
# Compiles calls that must not compile against the built library, and compares what the compiler says with what
# Tests/Misuse expects of it, line by line.
#
#   Scripts/check-misuse.sh [FILE...]      every file of Tests/Misuse by default
set -euo pipefail
cd "$(dirname "$0")/.."
# SwiftPM hands the traits to the compiler in an order that changes with every run, and compiles everything again when it does.
export SWIFT_DETERMINISTIC_HASHING=1

read -ra build_flags <<<"${SWIFT_BUILD_FLAGS:-}"
swift build --target Service ${build_flags[@]+"${build_flags[@]}"} >/dev/null
products=$(swift build --show-bin-path)
flags=(-swift-version 6 -typecheck -I "$products/Modules")
while IFS= read -r map; do flags+=(-Xcc "-fmodule-map-file=$map"); done < <(find "$products" -name module.modulemap -not -path '*/include/*')

files=("$@")
if [ ${#files[@]} -eq 0 ]; then files=(Tests/Misuse/*.swift); fi
failed=0
for file in "${files[@]}"; do
    expected=$(awk '/^ *\/\/ (error|warning): / { sub(/^ *\/\/ /, ""); text = $0; next } text { print FNR ": " text; text = "" }' "$file")
    actual=$(swiftc "${flags[@]}" "$file" 2>&1 | sed -nE "s|^[^ ]*$file:([0-9]+):[0-9]+: (error\|warning): (.*)|\1: \2: \3|p" | sort -un -k1,1 || true)
    while IFS= read -r line; do
        [ -n "$line" ] || continue
        number=${line%%: *}
        kind=${line#*: } && kind=${kind%%: *}
        text=${line#*: *: }
        said=$(grep "^$number: $kind: " <<<"$actual" || true)
        if [[ "$said" != *"$text"* ]]; then
            echo "$file:$number: expected the $kind: $text" >&2
            echo "  the compiler said: ${said:-nothing}" >&2
            failed=1
        fi
    done <<<"$expected"
    surplus=$(grep -vxF -f <(sed -E 's/: .*//' <<<"$expected") <(sed -E 's/: .*//' <<<"$actual") || true)
    for number in $surplus; do
        echo "$file:$number: not expected: $(grep "^$number: " <<<"$actual")" >&2
        failed=1
    done
done
[ "$failed" = 0 ] && echo "The compiler refuses what it should, in these words"
exit "$failed"
