#!/bin/sh
# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# The portable archive made in a bare Debian 11, then used there and in bare Debians of a later time; its renderer's
# sound is that of the build at hand, bit for bit:
#
#     test_release.sh SOURCES JAWARI_RENDER SUITE...
#
# Ends with 77 where a chroot cannot be made.

set -eu
render=$(realpath "$2")
cd "$1"
shift 2
sh tools/release.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$render" -q --note C#4 -t 1 --format wavfloat "$work/note.wav"
for suite; do
    folder=build-chroot/$suite/out/release
    mkdir -p "$folder"
    cp out/release/*.tar.xz "$folder"
    sha256sum <"$work/note.wav" >"$folder/SHA256"
    sh tools/chroot.sh "$suite" 'sh tests/install/try_release.sh'
done
