#!/bin/sh
# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# Debian packages made in a bare Debian, then installed and used in another bare one:
#
#     test_packages.sh SOURCES bookworm|trixie
#
# Ends with 77 where a chroot cannot be made.

set -eu
cd "$1"
rm -rf "build-chroot/$2/out"
sh tools/chroot.sh "$2" 'sh tools/package.sh' || exit $?
sh tools/chroot.sh "$2" 'sh tests/install/try_packages.sh'
