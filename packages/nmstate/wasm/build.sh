#!/bin/sh
# Rebuilds src/wasm/nmstate.wasm and its record (src/wasm/nmstate.json).
#
# Debian 12:  apt-get install --no-install-recommends rustc-web cargo-web rust-web-src lld
# Elsewhere:  any Rust >= 1.88 with its sources (rust-src) and a wasm linker.
# Settings:   RUSTC, CARGO, WASM_LINKER (rust-lld or wasm-ld), CARGO_TARGET_DIR (default: a directory under /tmp)
set -eu
cd "$(dirname "$0")"
export RUSTC="${RUSTC:-/usr/bin/rustc}"
cargo="${CARGO:-/usr/bin/cargo}"
linker="${WASM_LINKER:-$(command -v wasm-ld || command -v wasm-ld-14 || command -v rust-lld)}"
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-/tmp/muster-nmstate}"
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="$linker"
# std is built from source because no distribution ships it for this target at this version; -Z needs the bootstrap flag.
export RUSTC_BOOTSTRAP=1
# The remapped prefixes keep this machine's directories out of the module, so that every machine builds the same bytes.
export RUSTFLAGS="--cfg getrandom_backend=\"custom\" \
  -C link-arg=--max-memory=134217728 -C link-arg=--export=__global_base -C link-arg=--export=__heap_base \
  --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo --remap-path-prefix=$PWD=/source --remap-path-prefix=$($RUSTC --print sysroot)=/rust"

"$cargo" build --release --locked -j"${JOBS:-2}" -Zbuild-std=std,panic_abort --target wasm32-unknown-unknown

out=../src/wasm
cp "$CARGO_TARGET_DIR/wasm32-unknown-unknown/release/muster_nmstate.wasm" "$out/nmstate.wasm"
version=$(sed -n 's/^nmstate = .*"=\([0-9.]*\)".*/\1/p' Cargo.toml)
cat > "$out/nmstate.json" <<JSON
{
  "crate": "nmstate",
  "version": "$version",
  "compiler": "$($RUSTC --version | cut -d' ' -f1-2)",
  "sha256": "$(sha256sum "$out/nmstate.wasm" | cut -d' ' -f1)",
  "bytes": $(wc -c < "$out/nmstate.wasm"),
  "made-by": "packages/nmstate/wasm/build.sh"
}
JSON
cat "$out/nmstate.json"
