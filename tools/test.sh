#!/bin/sh
# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# Builds with warnings as errors and runs the test suite; the last line is
# `N passed, N failed`.
#
#     sh tools/test.sh            the default suite
#     sh tools/test.sh fast       those of its tests that take less than 2 s each
#     sh tools/test.sh nightly    the long runs, which are put down in tests/records.csv

set -eu
cd "$(dirname "$0")/.."
. tools/packages.sh

build='build-test'
suite=${1:-default}

# $1 passed, $2 failed, $3 skipped
closing_line() {
    if [ "$3" -gt 0 ]; then
        echo "$1 passed, $2 failed, $3 skipped"
    else
        echo "$1 passed, $2 failed"
    fi
}

# Meson's own count of one kind of result.
count() {
    awk -F: -v kind="$1" '$1 == kind { n = $2 } END { print n + 0 }' \
        "$build/meson-logs/house.txt"
}

# What cannot be built counts as one failure: no test could pass.
not_built() {
    echo "${0##*/}: $1" >&2
    closing_line 0 1 0
    exit 1
}

# The package of clang's own runtime is called after the version of clang, which is Debian's.
clang_runtime() {
    case $(cat /etc/debian_version 2>/dev/null) in
    12*) echo libclang-rt-14-dev ;;
    *) echo libclang-rt-19-dev ;;
    esac
}

# jack_wait and its like have a package of their own since Debian 13.
jack_programs() {
    case $(cat /etc/debian_version 2>/dev/null) in
    12*) echo jackd2 ;;
    *) echo jack-example-tools ;;
    esac
}

has_clang_runtime() {
    has_program clang && test -e "$(clang -print-runtime-dir)/libclang_rt.fuzzer-x86_64.a"
}

case $suite in
default) selection= ;;
fast | nightly) selection="--suite $suite" ;;
*)
    echo "usage: sh tools/test.sh [fast|nightly]" >&2
    exit 2
    ;;
esac

need_to_build
need_for_playing
need_for_the_window
need_for_fitting
need fonts-lohit-deva has_font 'Lohit Devanagari'
need fonts-lohit-taml has_font 'Lohit Tamil'
need fonts-lohit-beng-bengali has_font 'Lohit Bengali'
need libharfbuzz-bin has_program hb-shape
need liblilv-dev has_library lilv-0
need lilv-utils has_program lv2bench
need sordi has_program sord_validate
need jalv has_program jalv
need jackd2 has_program jackd
need "$(jack_programs)" has_program jack_wait
need python3-pyte test -e /usr/lib/python3/dist-packages/pyte
need python3-numpy test -e /usr/lib/python3/dist-packages/numpy
need libx11-dev has_library x11
need libmpfr-dev has_library mpfr
need xvfb has_program Xvfb
need xdotool has_program xdotool
need gnuplot-nox has_program gnuplot
need fonts-dejavu-core test -e /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
need valgrind has_program valgrind
need desktop-file-utils has_program desktop-file-validate
need appstream has_program appstreamcli
need mandoc has_program mandoc
need clang-format has_program clang-format
need cppcheck has_program cppcheck
need shellcheck has_program shellcheck
need mypy has_program mypy
if [ "$suite" = nightly ]; then
    need ardour has_program_of_any_version 'ardour*-lua'
    need x11-utils has_program xprop
    need clang has_program clang
    need clang-tidy has_program run-clang-tidy
    need dbus-daemon has_program dbus-run-session
    need debootstrap has_program debootstrap
    need git has_program git
    need gcc-aarch64-linux-gnu has_program aarch64-linux-gnu-gcc
    need libc6-dev-arm64-cross test -e /usr/aarch64-linux-gnu/include/stdio.h
    need "$(clang_runtime)" has_clang_runtime
    need munge has_program munged
    need musl-tools has_program musl-gcc
    need parallel has_program parallel
    need pipewire has_program pipewire
    need pipewire-jack has_program pw-jack
    need qemu-user has_program qemu-aarch64
    need slurm-wlm has_program slurmctld
    need stress-ng has_program stress-ng
    need wireplumber has_program wireplumber
fi
install_missing || not_built "packages are missing"

options='--buildtype=release -Dwerror=true -Dlint=enabled'
if [ -e "$build/build.ninja" ]; then
    options="$options --reconfigure"
fi
# shellcheck disable=SC2086 # a list of options
meson setup "$build" $options </dev/null || not_built "the configuration failed"
meson compile -C "$build" </dev/null || not_built "the build failed"

# Time limits catch what hangs; a slow machine gets more of it. One test more than there are cores: those
# of the player wait for sounds most of their time.
rm -f "$build/meson-logs/house.txt"
status=0
# Under nohup nothing would end at SIGHUP, as some tests want it.
# shellcheck disable=SC2086 # a list of options
env --default-signal=HUP \
    meson test -C "$build" --no-rebuild --print-errorlogs --timeout-multiplier 4 --logbase house \
    --num-processes $(($(nproc) + 1)) $selection </dev/null || status=$?
[ -e "$build/meson-logs/house.txt" ] || not_built "meson left no log of the tests"

if [ "$suite" = nightly ]; then
    python3 tools/records.py append "$build/meson-logs/house.json" || status=1
fi

passed=$(($(count Ok) + $(count 'Expected Fail')))
failed=$(($(count Fail) + $(count 'Unexpected Pass') + $(count Timeout)))
if [ "$failed" -eq 0 ] && { [ "$status" -ne 0 ] || [ "$passed" -eq 0 ]; }; then
    echo "${0##*/}: meson test ended with status $status after $passed tests" >&2
    failed=1
fi
closing_line "$passed" "$failed" "$(count Skipped)"
[ "$failed" -eq 0 ]
