#!/bin/sh
# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# Builds for 64-bit ARM (aarch64) on another machine, with Debian's cross compiler:
#
#     sh tools/cross.sh [FOLDER [MESON_OPTION...]]
#
# `sh tools/cross.sh windows [FOLDER [MESON_OPTION...]]` builds the plug-ins for Windows: cross_windows.sh.
#
# FOLDER (build-aarch64) then holds the programs, root/ with Debian's libraries for that machine, and
# aarch64.ini, meson's cross file. Compiler and emulator are installed if they are missing; the
# libraries are only unpacked into FOLDER: the packages of this machine stay as they are. Programs run
# by `qemu-aarch64 -L FOLDER/root PROGRAM`, or there.

set -eu
if [ "${1:-}" = windows ]; then
    shift
    exec sh "$(dirname "$0")/cross_windows.sh" "$@"
fi
mkdir -p "${1:-build-aarch64}"
build=$(realpath "${1:-build-aarch64}")
if [ $# -gt 0 ]; then
    shift
fi
cd "$(dirname "$0")/.."
. tools/packages.sh

root="$build/root"

# What a build takes of that machine's libraries.
libraries() {
    (
        need() {
            case $1 in
            lib* | lv2-dev | portaudio19-dev) echo "$1" ;;
            esac
        }
        need_to_build
        need_for_playing
        need_for_the_window
        need_for_fitting
    )
}

# apt-get with lists, cache and architecture of its own, and nothing installed.
apt_get_apart() {
    APT_CONFIG="$build/apt/apt.conf" apt-get -q -y "$@" </dev/null
}

fetch_libraries() {
    rm -rf "$build/apt" "$root"
    mkdir -p "$build/apt/state/lists/partial" "$build/apt/cache/archives/partial" "$root"
    : >"$build/apt/status"
    cat >"$build/apt/apt.conf" <<EOF
APT::Architecture "arm64";
APT::Architectures { "arm64"; };
APT::Install-Recommends "false";
APT::Sandbox::User "root";
Debug::NoLocking "true";
Dir::Cache "$build/apt/cache";
Dir::State "$build/apt/state";
Dir::State::status "$build/apt/status";
EOF
    apt_get_apart update
    # shellcheck disable=SC2046 # a list of packages
    apt_get_apart --download-only install $(libraries)
    for package in "$build"/apt/cache/archives/*.deb; do
        dpkg-deb -x "$package" "$root"
    done
    rm -rf "$build/apt"
    # Links that installing would make: Debian has several packages of each of these two.
    there=$root/usr/lib/aarch64-linux-gnu
    for name in blas lapack; do
        ln -s "$name-netlib.pc" "$there/pkgconfig/$name.pc"
        ln -s "$name/lib$name.so" "$there/lib$name.so"
        ln -s "$name/lib$name.so.3" "$there/lib$name.so.3"
    done
    libraries >"$root/complete"
}

write_cross_file() {
    packages=$root/usr/lib/aarch64-linux-gnu/pkgconfig
    cat >"$build/aarch64.ini" <<EOF
[binaries]
c = 'aarch64-linux-gnu-gcc'
ar = 'aarch64-linux-gnu-gcc-ar'
strip = 'aarch64-linux-gnu-strip'
pkgconfig = 'pkg-config'
exe_wrapper = ['qemu-aarch64', '-L', '$root']

[built-in options]
c_args = ['--sysroot=$root']
c_link_args = ['--sysroot=$root']

[properties]
sys_root = '$root'
pkg_config_libdir = '$packages:$root/usr/lib/pkgconfig:$root/usr/share/pkgconfig'

[host_machine]
system = 'linux'
cpu_family = 'aarch64'
cpu = 'aarch64'
endian = 'little'
EOF
}

need gcc-aarch64-linux-gnu has_program aarch64-linux-gnu-gcc
need libc6-dev-arm64-cross test -e /usr/aarch64-linux-gnu/include/stdio.h
need meson has_program meson
need ninja-build has_program ninja
need pkg-config has_program pkg-config
need qemu-user has_program qemu-aarch64
install_missing

if [ "$(cat "$root/complete" 2>/dev/null)" != "$(libraries)" ]; then
    fetch_libraries
fi
write_cross_file
if [ -e "$build/build.ninja" ]; then
    meson setup --reconfigure "$build" "$@" </dev/null
else
    meson setup "$build" --cross-file "$build/aarch64.ini" --buildtype=release -Dtests=false "$@" </dev/null
fi
meson compile -C "$build" </dev/null
echo "Programs: $build/src/app, by qemu-aarch64 -L $root or on that machine"
