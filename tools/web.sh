#!/bin/sh
# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# Builds Jawari for browsers, from a clone on Debian 12 or 13:
#
#     sh tools/web.sh [FOLDER]
#
# FOLDER (out/web) then holds static files for any web server. What is missing is installed: the compiler
# clang, the linker lld and the C library wasi-libc for WebAssembly. doc/browser.md says more.

set -eu
mkdir -p "${1:-out/web}"
out=$(realpath "${1:-out/web}")
cd "$(dirname "$0")/.."
. tools/packages.sh

# The compiler's own functions for WebAssembly, one package for each of its versions.
has_wasm_runtime() {
    [ -e "$(clang --target=wasm32-wasi --print-libgcc-file-name)" ]
}

need clang has_program clang
need lld has_program wasm-ld
need llvm has_program llvm-ar
need wasi-libc test -d /usr/include/wasm32-wasi
need meson has_program meson
need ninja-build has_program ninja
need libserd-dev test -d /usr/include/serd-0
need pkg-config has_program pkg-config
install_missing
if ! has_wasm_runtime; then
    version=$(clang -dumpversion)
    need "libclang-rt-${version%%.*}-dev-wasm32" has_wasm_runtime
    install_missing
fi

build="build-web"
if [ ! -e $build/build.ninja ]; then
    meson setup $build --cross-file src/app/web/wasm32-wasi.ini --buildtype=release -Dlint=disabled
fi
ninja -C $build

rm -rf "$out/presets"
mkdir -p "$out/presets/tuned"
cp src/app/web/*.html src/app/web/*.js src/app/web/*.d.ts \
    $build/src/app/web/package.json "$out"
cp presets/*.ini "$out/presets"
cp presets/tuned/*.ini "$out/presets/tuned"
python3 -c 'import json, pathlib
print(json.dumps({p.stem: p.read_text() for p in sorted(pathlib.Path("presets").glob("*.ttl"))}))' \
    > "$out/presets/presets.json"
# The page unpacks the module: not every server packs what it sends.
python3 -c 'import pathlib, sys, zlib
pathlib.Path(sys.argv[2]).write_bytes(zlib.compress(pathlib.Path(sys.argv[1]).read_bytes(), 9))' \
    $build/src/app/web/jawari.wasm "$out/jawari.wasm.deflate"
rm -f "$out/jawari.wasm"
# The service worker keeps these files by the hash of their contents.
python3 - "$out" << 'EOF'
import hashlib, json, pathlib, sys
out = pathlib.Path(sys.argv[1])
files = sorted(str(p.relative_to(out)) for p in out.rglob("*") if p.is_file() and p.suffix != ".ts"
               and p.name not in ("sw.js", "package.json"))
version = hashlib.sha256(b"".join((out / name).read_bytes() for name in files)).hexdigest()[:16]
worker = out / "sw.js"
text = worker.read_text().replace("@version@", f"jawari-{version}").replace("['@files@']", json.dumps(["./"] + files))
worker.write_text(text)
EOF
printf 'The page is in %s. To look at it:\n    python3 -m http.server --directory %s 8000\nand open http://localhost:8000/\n' \
    "$out" "$out"
