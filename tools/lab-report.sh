#!/bin/sh
# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# Runs every experiment of jawari-lab and writes one page, out/lab/index.html: each figure, and a
# table of what the papers say, what is known and what came out here. Installs from Debian what is
# missing. Ends with a line `N of N claims agree`; some two minutes on two idle processors.

set -eu
cd "$(dirname "$0")/.."
. tools/packages.sh

build='build'

need_to_build
need gnuplot-nox has_program gnuplot
need fonts-dejavu-core test -e /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
need python3 has_program python3
install_missing

if [ ! -e "$build/build.ninja" ]; then
    meson setup "$build" --buildtype=release -Dtests=false </dev/null
fi
meson compile -C "$build" jawari-lab </dev/null

python3 tools/lab_report.py "$build/tools/lab/jawari-lab" out/lab
