#!/bin/bash
# Installs what the browser tests of Nestory need: Chromium, its driver, Python with selenium, and the accessibility
# checker axe-core, which a package of PyPI carries.
# Prints nothing but the settings when all of it is there already: `eval "$(Scripts/install-browser.sh)"` takes them over.
#
# To use a browser of your own, set NESTORY_BROWSER (Chromium or Chrome), NESTORY_DRIVER (its chromedriver),
# NESTORY_PYTHON (a Python 3 that can import selenium) and NESTORY_AXE (axe.min.js of axe-core 4).
set -euo pipefail

first_command() {
    local name
    for name in "$@"; do
        if command -v "$name" >/dev/null 2>&1; then
            command -v "$name"
            return 0
        fi
    done
    return 1
}

find_all() {
    browser=${NESTORY_BROWSER:-$(first_command chromium chromium-browser google-chrome google-chrome-stable || true)}
    driver=${NESTORY_DRIVER:-$(first_command chromedriver || true)}
    python=${NESTORY_PYTHON:-}
    local candidate
    for candidate in /usr/bin/python3 python3; do
        if [ -z "$python" ] && "$candidate" -c 'import selenium' >/dev/null 2>&1; then python=$(command -v "$candidate"); fi
    done
    [ -n "$browser" ] && [ -n "$driver" ] && [ -n "$python" ]
}

refuse() {
    local missing=()
    [ -n "$browser" ] || missing+=("Chromium or Chrome")
    [ -n "$driver" ] || missing+=("chromedriver")
    [ -n "$python" ] || missing+=("Python 3 with selenium")
    cat >&2 <<END
$1
Missing: $(IFS=,; echo "${missing[*]}")
Install them by hand, and run this again:
  macOS          brew install --cask chromium && brew install chromedriver && python3 -m pip install selenium
  Fedora         dnf install chromium chromedriver python3-selenium
  Arch           pacman -S chromium python-selenium
  anything else  a Chrome or Chromium with the chromedriver of the same version, and: python3 -m pip install selenium
or say where they are with NESTORY_BROWSER, NESTORY_DRIVER and NESTORY_PYTHON.
END
    exit 1
}

if ! find_all; then
    if ! command -v apt-get >/dev/null 2>&1; then refuse "This script installs with apt-get, which is not here."; fi
    as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null 2>&1; then refuse "Installing packages needs root, and there is no sudo."; fi
        as_root=(sudo)
    fi
    packages=()
    [ -n "$browser" ] || packages+=(chromium)
    [ -n "$driver" ] || packages+=(chromium-driver)
    [ -n "$python" ] || packages+=(python3 python3-selenium)
    echo "Installing ${packages[*]} with apt-get …" >&2
    "${as_root[@]}" apt-get update >&2
    # Ubuntu calls them otherwise, and brings them as snaps.
    if [ -z "$(apt-cache policy chromium-driver | sed -n 's/ *Candidate: *//p' | grep -v none)" ]; then
        packages=("${packages[@]/%chromium/chromium-browser}")
        packages=("${packages[@]/chromium-driver/chromium-chromedriver}")
    fi
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${packages[@]}" >&2 ||
        refuse "apt-get could not install them."
    find_all || refuse "Something is still missing after the installation."
fi

# The checker is data, not a module to install: its file is taken out of the package, once, and its sum is checked.
axe_sum=697ea6c7edff0fe289b7bbecf1ff7b9015249bc834b409a348cd060df80aeba0
axe=${NESTORY_AXE:-${XDG_CACHE_HOME:-$HOME/.cache}/nestory-browser/axe-$axe_sum.js}
if [ ! -s "$axe" ]; then
    pip=()
    for candidate in "$python" python3 python; do
        if "$candidate" -m pip --version >/dev/null 2>&1; then
            pip=("$candidate" -m pip)
            break
        fi
    done
    [ ${#pip[@]} -gt 0 ] || { echo "axe-core comes by pip, which is not here. Install it, or set NESTORY_AXE to axe.min.js." >&2; exit 1; }
    echo "Fetching axe-core from PyPI …" >&2
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    "${pip[@]}" download --quiet --disable-pip-version-check --no-deps --only-binary :all: --dest "$folder" axe-core-python==0.1.0 >&2
    "$python" - "$folder" "$axe_sum" <<'END'
import glob, hashlib, sys, zipfile

folder, expected = sys.argv[1:]
with zipfile.ZipFile(glob.glob(f"{folder}/*.whl")[0]) as package:
    script = package.read("axe_core_python/axe.min.js")
if hashlib.sha256(script).hexdigest() != expected:
    sys.exit("The axe-core that came is not the one that was expected.")
with open(f"{folder}/axe.min.js", "wb") as file:
    file.write(script)
END
    mkdir -p "$(dirname "$axe")"
    mv "$folder/axe.min.js" "$axe"
fi

printf 'export NESTORY_BROWSER=%q NESTORY_DRIVER=%q NESTORY_PYTHON=%q NESTORY_AXE=%q\n' "$browser" "$driver" "$python" "$axe"
