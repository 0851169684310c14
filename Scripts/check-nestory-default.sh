#!/bin/bash
# Checks that a program of Nestory that was built without PostgreSQL does not load libpq, and says that it has none.
#
#   Scripts/check-nestory-default.sh PROGRAM
set -euo pipefail

program=$1

fail() {
    echo "$program: $*" >&2
    exit 1
}

if readelf --dynamic "$program" | grep -q 'libpq'; then fail "It is linked with libpq."; fi
for command in "list" "export" "report" "import things.csv" "serve --port 0" "backups"; do
    status=0
    # shellcheck disable=SC2086 # A command and its arguments.
    answer=$("$program" $command --database-url postgresql://nestory@h1,h2/nestory 2>&1 </dev/null) || status=$?
    [ "$status" -eq 64 ] || fail "$command ended with $status: $answer"
    grep -q 'This program was built without PostgreSQL\.' <<<"$answer" || fail "$command said: $answer"
done
echo "The program needs no libpq, and says that it was built without PostgreSQL."
