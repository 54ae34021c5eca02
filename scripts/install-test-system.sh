#!/usr/bin/env bash
# Installs the system packages (Debian, Ubuntu) that some tests use, each part by its name:
#   scripts/install-test-system.sh postgresql iso shells
# Tests that need a part which is missing are skipped and counted as such.
set -euo pipefail

declare -A packages=(
  [postgresql]="postgresql"                      # the service against a real PostgreSQL
  [iso]="xorriso genisoimage cpio"               # what other tools read back from our images
  [shells]="zsh fish"                            # completion
  [browser]="chromium"                           # the web interface
  [registry]="docker-registry"                   # releases from a real registry
  [vm]="qemu-system-x86 qemu-utils ovmf"         # whole machines
)

if [ $# -eq 0 ]; then
  echo "usage: $0 PART…   (parts: ${!packages[*]})" >&2
  exit 2
fi

wanted=()
for part in "$@"; do
  if [ -z "${packages[$part]+known}" ]; then
    echo "error: there is no part \"$part\". Known parts: ${!packages[*]}" >&2
    exit 2
  fi
  for package in ${packages[$part]}; do
    status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || wanted+=("$package")
  done
done
[ ${#wanted[@]} -eq 0 ] && exit 0

if ! command -v apt-get >/dev/null; then
  echo "error: this needs apt-get. Install by other means: ${wanted[*]}" >&2
  exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  as_root=(sudo)
fi
echo "Installing ${wanted[*]} …"
export DEBIAN_FRONTEND=noninteractive
install=("${as_root[@]}" apt-get install --yes --quiet=2 --no-install-recommends "${wanted[@]}")
# Lists may be missing or old; they are fetched only when the first try fails.
if ! "${install[@]}" >/dev/null 2>&1; then
  "${as_root[@]}" apt-get update --quiet=2
  "${install[@]}" >/dev/null
fi
