#!/bin/bash
# Builds and runs Tests/Fixtures: modules with the settings of apps, and the server that an article shows. And shows that what the
# compiler has to refuse there is refused.
#
# SWIFT_BUILD_FLAGS are handed to `swift build`, for example "-j 2".
set -euo pipefail
cd "$(dirname "$0")/.."
# SwiftPM hands the traits to the compiler in an order that changes with every run, and compiles everything again when it does.
export SWIFT_DETERMINISTIC_HASHING=1
read -ra flags <<<"${SWIFT_BUILD_FLAGS:-}"
# Not in the folder itself, whose sources the tests of the documents read.
options=(--package-path Tests/Fixtures --scratch-path .build/fixtures ${flags[@]+"${flags[@]}"})
log=.build/fixtures.log
mkdir -p .build
swift build --build-tests "${options[@]}" 2>&1 | tee "$log"
if grep -E ': warning: ' "$log" | grep -v '/\.build/'; then
    echo "There are warnings. They count as errors." >&2
    exit 1
fi
swift test --skip-build "${options[@]}"

products=$(swift build "${options[@]}" --show-bin-path)

# The server runs, and ends by itself at a signal.
wait_until() {
    for _ in {1..600}; do
        if "$@"; then return; fi
        sleep 0.1
    done
    return 1
}
has_ended() { ! kill -0 "$server" 2>/dev/null; }
: >"$log"
"$products/Server" >>"$log" 2>&1 &
server=$!
trap 'kill -KILL "$server" 2>/dev/null || true' EXIT
if ! { wait_until grep -q polling "$log" && kill -TERM "$server" && wait_until has_ended && wait "$server"; }; then
    cat "$log" >&2
    echo "The article's server does not run, or does not end at SIGTERM." >&2
    exit 1
fi
echo "The article's server runs, and ends at SIGTERM."

# Each refused file says in its first line what the compiler has to say.
for file in Tests/Fixtures/Refused/*.swift; do
    expected=$(sed -n '1s|^// error: ||p' "$file")
    if swiftc -typecheck -swift-version 6 -default-isolation MainActor -I "$products/Modules" \
        -Xcc "-fmodule-map-file=$products/CServiceThread.build/module.modulemap" "$file" >"$log" 2>&1; then
        echo "$file compiles." >&2
        exit 1
    fi
    grep -m 1 -F "$expected" "$log" || { cat "$log" >&2 && exit 1; }
done
