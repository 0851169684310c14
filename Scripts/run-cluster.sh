#!/bin/bash
# Builds Nestory with PostgreSQL, and runs a primary, a standby that confirms each change, and two Nestory servers behind
# a proxy, all on this machine and in a temporary folder. Ctrl-C stops and removes everything.
#
#   Scripts/run-cluster.sh [PORT]
#
# SWIFT_BUILD_FLAGS are handed to `swift build`, for example "-j 2".
set -euo pipefail

cd "$(dirname "$0")/.."
Scripts/install-requirements.sh --postgres
echo "Building Nestory with PostgreSQL. The first time takes some minutes." >&2
program=$(Scripts/build-nestory-postgres.sh)
exec python3 -B Examples/Nestory/Tests/Cluster/run.py "$program" --port "${1:-8080}"
