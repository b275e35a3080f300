#!/bin/sh
# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# Builds jawari-render and the plug-ins for 64-bit Windows with Debian's clang and mingw-w64; called as
#
#     sh tools/cross.sh windows [FOLDER [MESON_OPTION...]]
#
# FOLDER (build-windows) then holds the build, source/ and prefix/ with what they take of others, built from Debian's
# sources, and windows.ini, meson's cross file. The archive for users is FOLDER/jawari-VERSION-windows.zip. The tests
# `meson test -C FOLDER` run by wine. clang, because gcc does not keep vectors aligned on the stack there.

set -eu
mkdir -p "${1:-build-windows}"
build=$(realpath "${1:-build-windows}")
if [ $# -gt 0 ]; then
    shift
fi
cd "$(dirname "$0")/.."
. tools/packages.sh

need clang has_program clang
need cmake has_program cmake
need g++-mingw-w64-x86-64 has_program x86_64-w64-mingw32-g++
need gcc-mingw-w64-x86-64 has_program x86_64-w64-mingw32-ld
need gperf has_program gperf
need make has_program make
need meson has_program meson
need ninja-build has_program ninja
need pkg-config has_program pkg-config
need lv2-dev test -e /usr/include/lv2/core/lv2.h
need wine has_program wine
need zip has_program zip
need dpkg-dev has_program dpkg-source
install_missing

prefix=$build/prefix

write_cross_file() {
    gcc_folder=$(dirname "$(x86_64-w64-mingw32-gcc -print-libgcc-file-name)")
    cat >"$build/windows.ini" <<END
[binaries]
c = ['clang', '--target=x86_64-w64-mingw32']
cpp = ['x86_64-w64-mingw32-g++']
ar = 'x86_64-w64-mingw32-ar'
strip = 'x86_64-w64-mingw32-strip'
pkgconfig = 'pkg-config'
exe_wrapper = 'wine'

[built-in options]
c_link_args = ['-static', '-L$gcc_folder']

[properties]
pkg_config_libdir = '$prefix/lib/pkgconfig'

[host_machine]
system = 'windows'
cpu_family = 'x86_64'
cpu = 'x86_64'
endian = 'little'
END
}

# The zip archive: renderer and plug-ins, which share their instruments.
make_archive() {
    version=$(sed -n "s/^ *version: '\(.*\)',$/\1/p" meson.build | head -n 1)
    name=jawari-$version-windows
    rm -rf "$build/files" "${build:?}/$name" "$build/$name.zip"
    meson install -C "$build" --no-rebuild --quiet --destdir "$build/files" </dev/null
    mkdir "$build/$name"
    cp -r "$(find "$build/files" -type d -name jawari.lv2)" "$build/$name"
    cp -r "$prefix/licences" "$build/$name"
    cp "$(find "$build/files" -name jawari.clap)" "$(find "$build/files" -name jawari-render.exe)" LICENSE "$build/$name"
    find "$build/$name" -name '*.a' -delete
    (cd "$build/$name" && x86_64-w64-mingw32-strip jawari.clap jawari.lv2/*.dll jawari-render.exe)
    sed 's/$/\r/' >"$build/$name/README.txt" <<END
Jawari $version for 64-bit Windows: strings that buzz against their bridge and frets.

CLAP  Copy jawari.clap AND the folder jawari.lv2, which has the instruments, to
      C:\\Program Files\\Common Files\\CLAP, then let your host scan its plug-ins.
LV2   Copy the folder jawari.lv2 to C:\\Program Files\\Common Files\\LV2.
jawari-render.exe, in a command window, makes sound files of MIDI files; the folder
      jawari.lv2 has to stay beside it: jawari-render --instrument sitar a.mid a.flac

Three plug-ins: Jawari (an instrument), Jawari Drone (a tanpura that plays by itself),
Jawari Resonator (an effect). Instruments are chosen by the parameter Instrument or by
presets, or in their window. The first window ever takes some seconds: it looks at all fonts.
Nothing else has to be installed. The licence is in LICENSE; those of libraries that are
inside are in the folder licences.
END
    (cd "$build" && zip -qr "$name.zip" "$name")
    rm -rf "$build/files"
    ls -l "$build/$name.zip"
}

write_cross_file
sh tools/windows_libraries.sh "$build"
export WINEDEBUG="${WINEDEBUG:--all}"
if [ -e "$build/build.ninja" ]; then
    meson setup --reconfigure "$build" "$@" </dev/null
else
    meson setup "$build" --cross-file "$build/windows.ini" --buildtype=release --prefix=/jawari -Dtests=false "$@" </dev/null
fi
meson compile -C "$build" </dev/null
make_archive
