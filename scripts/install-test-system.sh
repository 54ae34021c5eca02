#!/usr/bin/env bash
# Installs the system packages (Debian, Ubuntu) that some tests use, each part by its name:
#   scripts/install-test-system.sh postgresql iso shells
# Tests that need a part which is missing are skipped and counted as such.
set -euo pipefail

declare -A packages=(
  [postgresql]="postgresql"                      # the service against a real PostgreSQL
  [iso]="xorriso genisoimage file cpio"          # what other tools read back from our images
  [shells]="zsh fish"                            # completion
  [browser]="chromium"                           # the web interface
  [registry]="docker-registry"                   # releases from a real registry
  # Whole machines: firmware and boot loaders. The kernel and the shell inside are unpacked below, not installed.
  [vm]="qemu-system-x86 qemu-utils ovmf isolinux syslinux-common grub-common grub-efi-amd64-bin mtools dosfstools"
  [network-manager]="network-manager iproute2"   # what it makes of rendered profiles
  [nginx]="nginx-light"                          # what streams of images are measured beside
  [s3]=""                                        # a real S3 server, the Versity S3 Gateway: built below, with Go
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

# The kernel and the shell of guests: a kernel that is installed would also be booted by the machine that runs the tests.
guest="$(dirname "$0")/../node_modules/.muster/guest"
unpack_guest() {
  local work kernel
  kernel=$(apt-cache depends linux-image-cloud-amd64 2>/dev/null | sed -n 's/.*Depends: \(linux-image-[0-9].*\)/\1/p' | head -1)
  if [ -z "$kernel" ]; then
    echo "error: there is no package linux-image-cloud-amd64 (Debian) to take a guest's kernel from." >&2
    return 1
  fi
  echo "Fetching $kernel and busybox-static for guests …"
  work=$(mktemp -d)
  (cd "$work" && apt-get download --quiet=2 "$kernel" busybox-static >/dev/null 2>&1) || return 1
  rm -rf "$guest" && mkdir -p "$guest"
  dpkg-deb --fsys-tarfile "$work"/linux-image-*.deb | tar -x -C "$work" --wildcards \
    './boot/vmlinuz-*' './lib/modules/*/kernel/drivers/virtio/*' './lib/modules/*/kernel/drivers/net/*' \
    './lib/modules/*/kernel/net/*'
  dpkg-deb --fsys-tarfile "$work"/busybox-static_*.deb | tar -x -C "$work" ./bin/busybox
  cp "$work"/bin/busybox "$guest/busybox"
  mv "$work"/lib/modules/*/kernel "$guest/modules"
  # Last: its presence says that everything is there.
  cp "$work"/boot/vmlinuz-* "$guest/kernel"
  rm -rf "$work"
}

if [ ${#wanted[@]} -gt 0 ]; then
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
fi

# A Go program that no distribution packages; pinned, and kept beside the dependencies.
s3_server=github.com/versity/versitygw/cmd/versitygw@v1.8.0
build_s3_server() {
  if ! command -v go >/dev/null; then
    echo "error: the S3 server is built with Go (1.24 or newer), which is not here. Install it and try again." >&2
    return 1
  fi
  echo "Building $s3_server …"
  GOBIN="$1" CGO_ENABLED=0 go install -trimpath -ldflags "-s -w" "$s3_server"
}

case " $* " in
  *" s3 "*)
    programs="$(cd "$(dirname "$0")/.." && pwd)/node_modules/.muster/bin"
    [ -x "$programs/versitygw" ] || build_s3_server "$programs"
    ;;
esac
case " $* " in
  *" vm "*) [ -f "$guest/kernel" ] || unpack_guest ;;
esac
