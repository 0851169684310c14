#!/usr/bin/env bash
# What `make doctor` runs: builds service-doctor, which stays out of the root build, and uses it.
#
#   Scripts/doctor.sh check [ARGUMENT…]   checks this repository
#   Scripts/doctor.sh test                the tool's own tests, corpus included
#   Scripts/doctor.sh sarif               holds its SARIF against the schema of SARIF 2.1.0
#   Scripts/doctor.sh compare             compares its graph of Nestory with the one that Nestory draws
#   Scripts/doctor.sh install               installs it into a package outside this repository, and runs it there
#   Scripts/doctor.sh pages               writes the rule pages
#   Scripts/doctor.sh fuzz [SECONDS [SEED]]  mutated sources, release build
#   Scripts/doctor.sh bench [FILES]       speed beside a bare parse, release build
#
# SWIFT_BUILD_FLAGS are handed to `swift build`, for example "-j 2".
set -euo pipefail
cd "$(dirname "$0")/.."
# SwiftPM hands the traits to the compiler in an order that changes with every run, and compiles everything again when it does.
export SWIFT_DETERMINISTIC_HASHING=1
package=Tools/ServiceDoctor
read -ra flags <<<"${SWIFT_BUILD_FLAGS:-}"

# Builds a product and sets `bin` to the folder that it lies in.
build() {
    local path="$1"
    shift
    swift build --package-path "$path" ${flags[@]+"${flags[@]}"} "$@" >&2
    bin="$(swift build --package-path "$path" ${flags[@]+"${flags[@]}"} "$@" --show-bin-path)"
}

command="${1:-check}"
shift || true
case "$command" in
check)
    build "$package" --product service-doctor
    "$bin/service-doctor" check . "$@"
    # From above, what is wrong in an example is only a note. A conformer may lie outside of it.
    (cd Examples/Nestory && "$bin/service-doctor" check . --skip missing_mock "$@")
    ;;
test)
    swift test --package-path "$package" ${flags[@]+"${flags[@]}"} "$@"
    ;;
sarif)
    build "$package" --product service-doctor
    tools="$package/.build/sarif"
    if ! "$tools/bin/python" -c 'import jsonschema, rfc3987_syntax' 2>/dev/null; then
        python3 -m venv "$tools"
        "$tools/bin/pip" install --quiet --disable-pip-version-check 'jsonschema[format-nongpl]==4.26.0'
    fi
    if [ ! -s "$tools/schema.json" ]; then
        # The source distribution of cfn-lint carries the schema of the standard, for tests of its own.
        "$tools/bin/pip" download --quiet --disable-pip-version-check --no-deps --no-binary cfn-lint \
            --dest "$tools" 'cfn-lint==1.58.0'
        tar -xzOf "$tools"/cfn_lint-1.58.0.tar.gz \
            cfn_lint-1.58.0/test/fixtures/schemas/sarif/schema-2.1.0.json > "$tools/schema.part"
        mv "$tools/schema.part" "$tools/schema.json"
    fi
    # The corpus has findings of every rule; it ends with 1 for them.
    for app in "$package"/Tests/ServiceDoctorTests/Corpus/*/; do
        (cd "$app" && "$bin/service-doctor" check . --include-tests --format sarif || [ $? -eq 1 ]) |
            "$tools/bin/python" "$package/Scripts/check_sarif.py" "$tools/schema.json"
    done
    ;;
compare)
    build Examples/Nestory --product nestory
    nestory="$bin/nestory"
    build "$package" --product service-doctor
    python3 "$package/Scripts/compare_graphs.py" "$bin/service-doctor" "$nestory" Examples/Nestory/Sources
    ;;
install)
    Tools/ServiceDoctor/Scripts/test_install.sh
    ;;
pages)
    build "$package" --product service-doctor
    for rule in $("$bin/service-doctor" rules | cut -d ' ' -f 1); do
        "$bin/service-doctor" rules "$rule" --format markdown > "$package/Documentation/Rules/$rule.md"
    done
    ;;
fuzz)
    build "$package" -c release --product service-doctor
    python3 "$package/Scripts/fuzz.py" "$bin/service-doctor" "${1:-300}" "${2:-1}"
    ;;
bench | benchmark)
    build "$package" -c release --product doctor-benchmark
    "$bin/doctor-benchmark" "${1:-5000}"
    ;;
*)
    echo "usage: Scripts/doctor.sh check|test|sarif|compare|install|pages|fuzz|bench" >&2
    exit 64
    ;;
esac
