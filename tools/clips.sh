#!/bin/sh
# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# Makes the three clips of doc/sound/: a phrase of the sitar over the tanpura, a tanpura's drone, and
# a sitar's jawari that closes stroke by stroke. Comes after tools/demo.sh, which builds and renders.
#
#     sh tools/clips.sh

set -eu
cd "$(dirname "$0")/.."

build='build'
out='out'
to='doc/sound'

if [ ! -e "$out/demo.wav" ]; then
    sh tools/demo.sh
fi
mkdir -p "$to"

# A sound file at -3 dB of full scale as Ogg Vorbis, some 110 kbit/s.
clip() {
    sox "$1" -C 3 "$to/$2" gain -n -3
    echo "Clip: $to/$2"
}

render() {
    "$build/src/app/jawari-render" --quiet "$@"
}

clip "$out/demo.wav" phrase.ogg
render -p tanpura-plays --seconds 18 "$out/drone.wav"
clip "$out/drone.wav" drone.ogg
render -i sitar --tail 1 presets/scores/demo_jawari.mid "$out/jawari.wav"
clip "$out/jawari.wav" jawari.ogg
