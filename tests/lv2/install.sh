#!/bin/sh
# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# `meson install` puts a whole bundle where hosts look, and `meson devenv` shows hosts the one in
# the build folder.
#
#     install.sh BUILD INSTALLED_BUNDLE SPECIFICATIONS TEST_BUNDLE PRESETS

set -eu
build=$1
bundle=$2
specifications=$3
test_bundle=$4
presets=$5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "FAILED: $*"
    exit 1
}

DESTDIR=$work meson install -C "$build" --no-rebuild --quiet >"$work/log" 2>&1 || {
    cat "$work/log"
    fail 'meson install'
}
[ -d "$work$bundle" ] || fail "no $bundle"
echo "$(find "$work$bundle" -type f | wc -l) files in $bundle"

# Nothing is missing, nothing is there that the build did not make.
(cd "$build/plugin/jawari.lv2" && ls ./*.so ./*.ttl instruments/*.ini instruments/tuned/*.ini presets/*.ttl) >"$work/built"
while read -r file; do
    cmp "$build/plugin/jawari.lv2/$file" "$work$bundle/$file" || fail "$file is not installed as it was built"
done <"$work/built"
(cd "$work$bundle" && find . -type f) >"$work/installed"
while read -r file; do
    [ -e "$build/plugin/jawari.lv2/$file" ] || fail "$file is nobody's"
done <"$work/installed"

# A file dialog that asks for an instrument shows instruments, and few files beside the folders.
[ -z "$(find "$work$bundle/instruments" -type f ! -name '*.ini')" ] || fail 'others among the instruments'
[ "$(find "$work$bundle" -maxdepth 1 -type f | wc -l)" -lt 8 ] || fail 'many files in the bundle itself'

# Hosts find it there, with all its ports and presets, and run it.
LV2_PATH=$specifications:$work${bundle%/*}
export LV2_PATH
"$test_bundle" "$work$bundle" "$presets" >"$work/log" || {
    cat "$work/log"
    fail 'the installed bundle'
}
tail -n 1 "$work/log"
for uri in urn:jawari:instrument urn:jawari:drone; do
    lv2ls | grep -qx "$uri" || fail "lv2ls does not list $uri"
    lv2bench -n 4800 -b 256 "$uri"
done
unset LV2_PATH
meson devenv -C "$build" lv2ls | grep -qx urn:jawari:instrument || fail 'meson devenv'
echo 'meson devenv: listed'
