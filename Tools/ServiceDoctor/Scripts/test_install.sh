#!/usr/bin/env bash
# Installs the doctor into a package outside this repository, as its README says, and runs it and the steps of the example
# workflow there. What is installed is the last commit.
#
#   Tools/ServiceDoctor/Scripts/test_install.sh
#
# It builds in the doctor's own build folder, where swift-syntax has been built already.
set -euo pipefail
root=$(cd "$(dirname "$0")/../../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    printf 'The doctor does not install: %s\n' "$*" >&2
    exit 1
}

package="$work/Consumer"
mkdir -p "$package/Sources/Consumer" "$package/Scripts"
cat > "$package/Package.swift" <<'SWIFT'
// swift-tools-version: 6.3
import PackageDescription

let package = Package(name: "Consumer", targets: [.target(name: "Consumer")])
SWIFT
printf 'import Foundation\nlet text = try! String(contentsOfFile: "/a", encoding: .utf8)\n' \
    > "$package/Sources/Consumer/Consumer.swift"
cp "$root/Tools/ServiceDoctor/service-doctor.sh" "$package/Scripts/"
cd "$package"
git init --quiet .

export SERVICE_DOCTOR_VERSION SERVICE_DOCTOR_REPOSITORY="file://$root" SERVICE_DOCTOR_CACHE="$work/cache"
export SERVICE_DOCTOR_CONFIGURATION=debug SERVICE_DOCTOR_BUILD_PATH="$root/Tools/ServiceDoctor/.build"
SERVICE_DOCTOR_VERSION=$(git -C "$root" rev-parse HEAD)

# 1. The first run fetches and builds; a finding of severity error ends with 1.
status=0
output=$(Scripts/service-doctor.sh check) || status=$?
[ "$status" -eq 1 ] || fail "a check of a package with an error ended with $status"
case $output in
    'Sources/Consumer/Consumer.swift:2:12: error: '*'[force_try]') ;;
    *) fail "the finding reads: $output" ;;
esac
echo "The script installs the doctor, and the check finds what is there."

# 2. The second run needs neither the repository nor a compiler.
SERVICE_DOCTOR_REPOSITORY=file:///nowhere Scripts/service-doctor.sh rules force_try > /dev/null ||
    fail "the second run does not use what the first has built"
echo "The second run uses the program in the cache."

# 3. Without a version it says what is missing.
status=0
SERVICE_DOCTOR_VERSION='' Scripts/service-doctor.sh check 2> "$work/usage" || status=$?
[ "$status" -eq 64 ] || fail "without a version it ended with $status"
grep -q SERVICE_DOCTOR_VERSION "$work/usage" || fail "without a version it does not say what to do"

# 4. The steps of the example workflow that are commands.
python3 - "$root/Tools/ServiceDoctor/Examples/service-doctor.yml" > "$work/steps" <<'PYTHON'
import re, sys
text = open(sys.argv[1], encoding="utf-8").read()
blocks = re.findall(r"^( +)run: \|\n((?:\1  .*\n)+)", text, flags=re.M)
if len(blocks) != 2:
    sys.exit(f"expected two commands in the workflow, found {len(blocks)}")
for number, (_, block) in enumerate(blocks):
    open(f"step{number}.sh", "w", encoding="utf-8").write("set -e\n" + re.sub(r"^ +", "", block, flags=re.M))
PYTHON
bash step0.sh || fail "the step for code scanning ended with $?"
grep -q '"ruleId"' service-doctor.sarif || fail "the workflow keeps no findings"
status=0
bash step1.sh > annotations || status=$?
[ "$status" -eq 1 ] || fail "the step that annotates ended with $status"
grep -q '^::error file=Sources/Consumer/Consumer.swift,line=2' annotations || fail "the workflow annotates nothing"
echo "The commands of the example workflow do what they say."

# 5. A package that has a checkout beside it may depend on the doctor by its path, and then has the plugin.
cat > Package.swift <<SWIFT
// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Consumer",
    dependencies: [.package(path: "$root/Tools/ServiceDoctor")],
    targets: [.target(name: "Consumer")])
SWIFT
swift package plugin --list | tee "$work/plugins" >&2
grep -q 'service-doctor' "$work/plugins" || fail "a package that depends on the doctor by path has no plugin"
echo "A package that depends on a checkout by its path has the plugin."
