#!/bin/bash
# Kills the primary of a PostgreSQL cluster under 16 writers of two Nestory servers, promotes the standby, and compares
# what was acknowledged with what is there.
#
#   failover.sh PROGRAM                          the standby confirms each change: nothing may be lost
#   failover.sh PROGRAM --lost-acks              writers hang up before every fourth answer, and send again
#   failover.sh PROGRAM --mode async --lag 200   the standby is 200 ms behind: what is lost is told
#   failover.sh PROGRAM --zombie                 the old primary comes back, and may get no write
#
# PROGRAM is nestory, built with the trait PostgreSQL. Exit 0 only if nothing is doubled and nothing is stray, no page
# fails, and with --mode sync, the default, nothing is lost. Its servers are in a temporary folder, and end with it.
set -euo pipefail

exec python3 -B "$(dirname "$0")/failover.py" "$@"
