#!/bin/sh
# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# What needs a build of its own: sanitizers, fuzzing, other compilers.
#
#     sh tests/trust/other_build.sh SOURCE FOLDER KIND [SECONDS]
#
# KIND: address   AddressSanitizer and UndefinedBehaviorSanitizer over the default suite
#       thread    ThreadSanitizer over what runs in two threads, the player and the plug-in with
#                 their windows among it, and a planted race
#       fuzz      each fuzzer for SECONDS (60)
#       bits      one hash a level of the instruction set from gcc and clang; the levels' difference
#
# Builds stay in FOLDER and are used again.

set -eu
source=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")
kind=$3
seconds=${4:-60}
failed=0

# $1 folder, $2 compiler; the rest are options
build() {
    build=$folder/$1
    export CC="$2"
    shift 2
    if [ ! -e "$build/build.ninja" ]; then
        meson setup "$build" "$source" -Dlint=disabled "$@" >"$folder/setup.log" 2>&1 || {
            cat "$folder/setup.log"
            exit 1
        }
    fi
}

make() {
    ninja -C "$build" "$@" >"$folder/ninja.log" 2>&1 || {
        tail -40 "$folder/ninja.log"
        exit 1
    }
}

fail() {
    echo "FAILED: $*"
    failed=1
}

address() {
    build address gcc --buildtype=debugoptimized -Db_sanitize=address,undefined -Db_lundef=false \
        "-Dc_args=-fsanitize=float-cast-overflow,float-divide-by-zero -fno-sanitize-recover=all"
    make
    # ncurses keeps a screen that it could not open.
    echo 'leak:new_prescr' >"$folder/leaks.supp"
    export LSAN_OPTIONS="suppressions=$folder/leaks.supp:print_suppressions=0"
    # Not those that have an allocator of their own, preload something, load the plug-in into a
    # host without the sanitizer, run under valgrind, or measure memory.
    names=$(meson test -C "$build" --list --no-suite nightly 2>/dev/null | sed 's/.* \/ //' |
        grep -v -E '^(lv2_(realtime|validate|flood|jalv|bundle|cycles|ardour|install)|soak|bench_blocks)$' |
        grep -v -E '^live_(callback|portaudio|sequencer)')
    # shellcheck disable=SC2086 # a list of names
    meson test -C "$build" --no-rebuild --timeout-multiplier 20 --num-processes 1 $names ||
        failed=1
}

thread() {
    build thread gcc --buildtype=debugoptimized -Db_sanitize=thread -Db_lundef=false \
        -Dc_args=-DJW_ONE_VERSION
    make
    for name in ring exchange latest; do
        "$build/tests/test_$name" || fail "$name"
    done
    "$build/tests/test_team" 2000 "$source/presets/sitar.ini" || fail "team"
    # ThreadSanitizer is 15 times slower; threads_20000 counts losses of more states.
    "$build/tests/test_threads" 2000 || fail "threads"
    # A race ends the program at once, and so fails its test. Of libraries ThreadSanitizer does not see the
    # atomics by which cairo keeps freed memory for other threads. libXau has a race of its own: each
    # connection to a display, ours or a host's, writes the same name into one buffer.
    printf '%s\n' race:libcairo.so.2 race:XauFileName >"$folder/races.supp"
    export TEST_PATIENCE=10 TSAN_OPTIONS="halt_on_error=1 suppressions=$folder/races.supp"
    meson test -C "$build" --no-rebuild --timeout-multiplier 20 --num-processes 1 \
        live_window window_ways live_surface lv2_window || failed=1
    unset TSAN_OPTIONS
    if "$build/tests/test_threads" race >"$folder/race.log" 2>&1; then
        fail "the planted race was not found"
    fi
    grep -q 'WARNING: ThreadSanitizer: data race' "$folder/race.log" || fail "no report of it"
}

fuzz() {
    build fuzz clang --buildtype=debugoptimized -Db_lundef=false -Dfuzz=true
    make fuzzers
    export JAWARI_DATA="$source/presets"
    for fuzzer in "$build"/tests/fuzz/fuzz_*; do
        if [ -d "$fuzzer" ] || [ ! -x "$fuzzer" ]; then
            continue
        fi
        name=${fuzzer##*/fuzz_}
        mkdir -p "$folder/corpus/$name" "$folder/seeds/$name" "$folder/found/$name"
        tar -xf "$source/tests/fuzz/corpus/$name.tar" -C "$folder/seeds/$name"
        echo "$name:"
        (cd "$folder/found/$name" && "$fuzzer" "-max_total_time=$seconds" -timeout=20 \
            -rss_limit_mb=2000 "$folder/corpus/$name" "$folder/seeds/$name") \
            >"$folder/$name.log" 2>&1 || fail "$name: see $folder/$name.log and found/$name"
        grep -E '^Done' "$folder/$name.log" || true
    done
}

# $1 name, $2 level; what it prints last, the check sum of hashes of instruments, and its sound
hash_of() {
    make tests/trust/test_same_bits tests/trust/test_file_bits
    "$build/tests/trust/test_same_bits" 1 "$2" "$folder/$1-$2.f32" | tail -1 | tr '\n' ' '
    "$build/tests/trust/test_file_bits" "$2" "$source"/presets/*.ini | cksum
}

# $1 level: one hash from every compiler
bits_of_level() {
    build gcc gcc --buildtype=release -Dlv2=disabled -Dlive=disabled
    first=$(hash_of gcc "$1")
    echo "$1, gcc: $first"
    for other in clang gcc-O1 gcc-one-version gcc-x86-64-v3; do
        case $other in
        clang) build clang clang --buildtype=release -Dlv2=disabled -Dlive=disabled ;;
        gcc-O1) build O1 gcc -Doptimization=1 -Dlv2=disabled -Dlive=disabled ;;
        gcc-one-version)
            build one gcc --buildtype=release -Dlv2=disabled -Dlive=disabled -Dc_args=-DJW_ONE_VERSION
            ;;
        *)
            [ "$1" = v3 ] || continue
            build v3 gcc --buildtype=release -Dlv2=disabled -Dlive=disabled \
                "-Dc_args=-march=x86-64-v3 -DJW_ONE_VERSION"
            ;;
        esac
        hash=$(hash_of "$other" "$1")
        echo "$1, $other: $hash"
        [ "$hash" = "$first" ] || fail "$1: $other and gcc differ"
    done
}

bits() {
    bits_of_level plain
    for level in v3:avx2 v4:avx512f; do
        grep -qw "${level#*:}" /proc/cpuinfo || continue
        bits_of_level "${level%:*}"
        python3 "$source/tests/trust/difference.py" 4 "$folder/gcc-plain.f32" \
            "$folder/gcc-${level%:*}.f32" || fail "plain and ${level%:*} are too far apart"
    done
}

case $kind in
address) address ;;
thread) thread ;;
fuzz) fuzz ;;
bits) bits ;;
*) fail "unknown kind $kind" ;;
esac
exit $failed
