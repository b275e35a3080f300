#!/bin/sh
# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# Makes Debian packages of the committed HEAD for the Debian that runs here:
#
#     sh tools/package.sh [ARCHITECTURE]
#
# They are in out/packages: jawari, jawari-clap, jawari-data, jawari-lv2, libjawari0, libjawari-dev, python3-jawari. An
# ARCHITECTURE other than this machine's, such as arm64, is cross-built; its libraries have to be installable here
# (dpkg --add-architecture arm64, apt-get update), and qemu runs the programs that write manual pages. lintian checks
# them; its errors and warnings end the script.

set -eu
cd "$(dirname "$0")/.."
. tools/packages.sh

here=$(dpkg --print-architecture)
architecture=${1:-$here}
out=$PWD/out/packages
work=$PWD/out/packages/build

need build-essential test -e /usr/share/build-essential/essential-packages-list
need debhelper has_program dh
need git has_program git
need lintian has_program lintian
if [ "$architecture" != "$here" ]; then
    need "crossbuild-essential-$architecture" test -e "/usr/share/doc/crossbuild-essential-$architecture"
    need qemu-user test -e /usr/share/doc/qemu-user
fi
install_missing

rm -rf "$work"
mkdir -p "$work/jawari"
git archive HEAD | tar -C "$work/jawari" -xf -
mv "$work/jawari/tools/debian" "$work/jawari/debian"
cd "$work/jawari"
as_root env DEBIAN_FRONTEND=noninteractive apt-get build-dep -y --no-install-recommends \
    --host-architecture "$architecture" ${DEB_BUILD_PROFILES:+-P "$DEB_BUILD_PROFILES"} "$PWD" </dev/null
# Without packages of debugging symbols, which take most of the time.
export DEB_BUILD_OPTIONS="${DEB_BUILD_OPTIONS:-noautodbgsym}"
dpkg-buildpackage -b -us -uc --host-arch "$architecture"
cd "$out"
mv "$work"/*.deb "$work"/*.changes "$work"/*.buildinfo .
rm -rf "$work"
# An upload to Debian of one's own closes a bug of its archive; this one does not.
lintian --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs \
    jawari_*_"$architecture".changes
ls -l "$out"
