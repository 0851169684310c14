#!/bin/bash
# Opens the documentation site of Scripts/build-docs.sh in headless Chromium, and checks its front page, its navigation,
# the filter over all libraries, the tutorial, and that no page of it leads nowhere. Ends with `N passed, N failed`.
#
#   Scripts/check-docs-site.sh                 the site in .build/docs/site
#   Scripts/check-docs-site.sh FOLDER [PNG]    another one; PNG is where to write a picture of the front page
set -euo pipefail

cd "$(dirname "$0")/.."
settings=$(Scripts/install-browser.sh)
eval "$settings"
exec "$NESTORY_PYTHON" -B Scripts/Documentation/check_site.py "${1:-.build/docs/site}" "${2:-}"
