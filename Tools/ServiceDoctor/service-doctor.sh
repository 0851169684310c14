#!/usr/bin/env bash
# Runs service-doctor on a package or project that is not this repository. Copy this file into yours.
#
#   Scripts/service-doctor.sh check
#   Scripts/service-doctor.sh graph --format mermaid
#
# The first run fetches one version of the doctor, without the rest of its history, and builds it; later runs use the program
# that lies in the cache. Fill in the two lines below, or set the variables.
#
#   SERVICE_DOCTOR_REPOSITORY     the address of the repository that the doctor lies in
#   SERVICE_DOCTOR_VERSION        a tag or a commit: pin it, so that a check says the same tomorrow
#   SERVICE_DOCTOR_CACHE          where programs are kept; ~/.cache/service-doctor otherwise
#   SERVICE_DOCTOR_BUILD_PATH     where it is built; below the cache otherwise
#   SERVICE_DOCTOR_CONFIGURATION  release, or debug, which builds faster and checks slower
set -euo pipefail

repository=${SERVICE_DOCTOR_REPOSITORY:-}
version=${SERVICE_DOCTOR_VERSION:-}

if [ -z "$repository" ] || [ -z "$version" ]; then
    echo "Set SERVICE_DOCTOR_REPOSITORY and SERVICE_DOCTOR_VERSION, or fill them in at the top of $0." >&2
    exit 64
fi
configuration=${SERVICE_DOCTOR_CONFIGURATION:-release}
cache=${SERVICE_DOCTOR_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/service-doctor}
folder="$cache/${version//[^A-Za-z0-9._-]/_}-$configuration-$(uname -s)-$(uname -m)"
program="$folder/service-doctor"

if [ ! -x "$program" ]; then
    echo "Building service-doctor $version. This takes some minutes, once." >&2
    source="$folder/source"
    mkdir -p "$folder"
    if [ ! -d "$source/.git" ]; then git init --quiet "$source"; fi
    git -C "$source" sparse-checkout set Tools/ServiceDoctor
    git -C "$source" fetch --quiet --depth 1 "$repository" "$version"
    git -C "$source" checkout --quiet --force FETCH_HEAD
    build=(swift build --package-path "$source/Tools/ServiceDoctor" -c "$configuration" --product service-doctor
        --scratch-path "${SERVICE_DOCTOR_BUILD_PATH:-$folder/build}")
    "${build[@]}" >&2
    # Moved in one step, so that a build that is interrupted leaves no half of a program.
    cp "$("${build[@]}" --show-bin-path)/service-doctor" "$program.part"
    mv "$program.part" "$program"
fi
exec "$program" "$@"
