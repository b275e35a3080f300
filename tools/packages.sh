# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC
# shellcheck shell=sh

# Sourced by the scripts beside it: installs from Debian what is missing, and only that.
#
#     need gcc has_program gcc     # package, and the command that succeeds if it is there
#     install_missing

missing=

need() {
    need_package=$1
    shift
    "$@" >/dev/null 2>&1 || missing="$missing $need_package"
}

has_program() {
    command -v "$1"
}

has_library() {
    pkg-config --exists "$1"
}

# $1 what each version's program is called, with * for the version
has_program_of_any_version() {
    for program in /usr/bin/$1; do
        [ -x "$program" ] && return 0
    done
    return 1
}

has_font() {
    [ -n "$(fc-list "$1")" ]
}

# What every build takes.
need_to_build() {
    need gcc has_program gcc
    need libc6-dev test -e /usr/include/stdio.h
    need meson has_program meson
    need ninja-build has_program ninja
    need pkg-config has_program pkg-config
    need libsndfile1-dev has_library sndfile
    need libsamplerate0-dev has_library samplerate
    need libebur128-dev has_library libebur128
    need libserd-dev has_library serd-0
}

# What the player and the plug-in take besides.
need_for_playing() {
    need libasound2-dev has_library alsa
    need libjack-jackd2-dev has_library jack
    need libncurses-dev has_library ncursesw
    need lv2-dev has_library lv2
    need portaudio19-dev has_library portaudio-2.0
}

# What the window takes: cairo to draw, HarfBuzz to shape texts, the font it is designed for, X11 to show it.
need_for_the_window() {
    need libcairo2-dev has_library cairo-ft
    need libharfbuzz-dev has_library harfbuzz
    need libxcb1-dev has_library xcb
    need libxcb-shm0-dev has_library xcb-shm
    need fonts-inter has_font Inter
}

# What jawari-fit takes besides.
need_for_fitting() {
    need liblapacke-dev has_library lapacke
    need libnlopt-dev has_library nlopt
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

apt_install() {
    # shellcheck disable=SC2086 # a list of packages
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        $missing </dev/null
}

# The package lists may be absent (a fresh machine) or older than the archive; only then are
# they fetched.
install_missing() {
    if [ -z "$missing" ]; then
        return 0
    fi
    echo "Missing, to be installed with apt-get:$missing"
    if ! has_program apt-get >/dev/null; then
        echo "${0##*/}: no apt-get here; please install these by hand" >&2
        return 1
    fi
    if [ "$(id -u)" -ne 0 ] && ! has_program sudo >/dev/null; then
        echo "${0##*/}: neither root nor sudo; as root: apt-get install$missing" >&2
        return 1
    fi
    # shellcheck disable=SC2086 # a list of packages
    if apt-get install -s --no-install-recommends $missing >/dev/null 2>&1 && apt_install; then
        return 0
    fi
    as_root apt-get update </dev/null && apt_install
}
