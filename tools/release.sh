#!/bin/sh
# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# Makes a portable archive of the committed HEAD, for any Linux with the glibc of Debian 11 (2.31) or a later one:
#
#     sh tools/release.sh
#
# out/release/jawari-VERSION-ARCHITECTURE.tar.xz has bin/, lib/lv2/jawari.lv2, lib/libjawari.so.0, include/,
# share/ and a README of ten lines. It is built in a bare Debian 11 (tools/chroot.sh), as root or by sudo, and the
# versions of all symbols that it takes from glibc are checked there.

set -eu
cd "$(dirname "$0")/.."
. tools/packages.sh

newest_glibc=2.31

# The newest version of glibc that the files of a folder need.
glibc_of() {
    find "$1" -type f \( -perm -u+x -o -name '*.so*' \) -exec sh -c 'objdump -T "$1" 2>/dev/null' _ {} \; |
        sed -n 's/.*(\?GLIBC_\([0-9.]*\)).*/\1/p; s/.*GLIBC_\([0-9][0-9.]*\) .*/\1/p' | sort -V | tail -n 1
}

# In Debian 11, which has meson of an earlier time and a gcc that knows no x86-64-v3: meson of Debian 12, which is
# Python alone, and clang.
prepare_debian_11() {
    mirror=$(apt-get indextargets --format "\$(CREATED_BY) \$(CODENAME) \$(REPO_URI)" | awk '$1 == "Packages" { print $3; exit }')
    echo "deb $mirror bookworm main" >/etc/apt/sources.list.d/meson.list
    printf 'Package: *\nPin: release n=bookworm\nPin-Priority: -1\n\nPackage: meson\nPin: release n=bookworm\nPin-Priority: 900\n' \
        >/etc/apt/preferences.d/meson
    apt-get update </dev/null
    need_to_build
    need_for_playing
    need_for_the_window
    need_for_fitting
    need clang-13 has_program clang-13
    need binutils has_program objdump
    need xz-utils has_program xz
    missing=$(echo " $missing" | sed 's/ fonts-inter//')
    install_missing
}

inside() {
    prepare_debian_11
    version=$(sed -n "s/^ *version: '\(.*\)',$/\1/p" meson.build | head -n 1)
    name=jawari-$version-$(uname -m)
    CC=clang-13 meson setup build --buildtype=release --prefix=/usr/local -Dtests=false -Dlint=disabled
    meson compile -C build
    rm -rf out/release
    mkdir -p out/release
    meson install -C build --no-rebuild --quiet --destdir "$PWD/out/release/files"
    mv out/release/files/usr/local "out/release/$name"
    rm -rf out/release/files "out/release/$name/lib/python3"*
    mkdir -p "out/release/$name/python"
    cp -r src/python/jawari "out/release/$name/python"
    strip "out/release/$name"/bin/* "out/release/$name"/lib/libjawari.so.0.* "out/release/$name"/lib/lv2/jawari.lv2/*.so \
        "out/release/$name"/lib/clap/jawari.clap
    cp LICENSE NEWS "out/release/$name"
    cat >"out/release/$name/README" <<END
Jawari $version: strings that buzz against their bridge and frets.

Programs   JAWARI_DATA=share/jawari bin/jawari-render --note C#4 note.wav
           With everything copied to /usr/local they need no JAWARI_DATA. Their libraries on Debian:
           apt-get install libsndfile1 libserd-0-0 libebur128-1 libsamplerate0 libportaudio2 libncursesw6 libcairo2 libharfbuzz0b libxcb-shm0 liblapacke libnlopt0
Plug-ins   copy lib/lv2/jawari.lv2 to ~/.lv2; for CLAP copy lib/clap/jawari.clap and
           lib/lv2/jawari.lv2 to ~/.clap
Library    include/jawari.h, lib/libjawari.so.0
Python     PYTHONPATH=python LD_LIBRARY_PATH=lib JAWARI_DATA=share/jawari python3
Manual     man -M share/man jawari
END
    found=$(glibc_of "out/release/$name")
    echo "the newest glibc that it needs: ${found:?}"
    [ "$(printf '%s\n' "$found" $newest_glibc | sort -V | tail -n 1)" = $newest_glibc ]
    JAWARI_DATA="out/release/$name/share/jawari" "out/release/$name/bin/jawari-render" --note C#4 -t 1 note.wav
    tar -C out/release -cJf "out/release/$name.tar.xz" "$name"
    rm -rf "out/release/$name"
    ls -l out/release
}

if [ "${1:-}" = --inside ]; then
    inside
    exit
fi
mkdir -p out/release
rm -rf build-chroot/bullseye/out
sh tools/chroot.sh bullseye 'sh tools/release.sh --inside'
cp build-chroot/bullseye/out/release/*.tar.xz out/release
ls -l out/release
