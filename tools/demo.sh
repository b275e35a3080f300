#!/bin/sh
# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# Builds everything in release mode, renders a sitar phrase over a tanpura to out/demo.wav and draws
# out/demo.png. Installs from Debian what is missing; needs no audio hardware.

set -eu
cd "$(dirname "$0")/.."
. tools/packages.sh

build='build'
out='out'

# An instrument plays its score; what follows are more options.
render() {
    instrument=$1
    shift
    echo "Rendering the $instrument"
    "$build/src/app/jawari-render" --quiet --instrument "$instrument" --tail 1 "$@" \
        --report "$out/$instrument.json" "presets/scores/demo_$instrument.mid" \
        "$out/$instrument.wav"
}

need_to_show() {
    need_to_build
    need sox has_program sox
    need gnuplot-nox has_program gnuplot
    need fonts-dejavu-core test -e /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
}

need_to_show
need_for_playing
need_for_the_window
need_for_fitting
if ! install_missing; then
    missing=
    need_to_show
    [ -z "$missing" ] || exit 1
    echo 'Going on without: the summary below says what is left out'
fi

echo "Preparing the folder $build"
# A folder that is there keeps its options, but looks again for what has been installed since.
if [ -e "$build/build.ninja" ]; then
    meson setup --reconfigure "$build" </dev/null
else
    meson setup "$build" --buildtype=release -Dtests=false </dev/null
fi
echo 'Building: a minute or two, half of them over three files, the inner loops for each kind of processor'
meson compile -C "$build" </dev/null

mkdir -p "$out"
render tanpura
# The whole phrase on the one string that has all its notes.
render sitar --set polyphony=0
# Peaks: the tanpura 6 dB under the sitar, the two together at -3 dB of full scale.
sox -m -v 1 "|sox $out/tanpura.wav -p norm -12" -v 1 "|sox $out/sitar.wav -p norm -6" \
    "$out/demo.wav" gain -n -3

echo "Drawing the picture"
"$build/tools/string_shapes" presets/sitar.ini 54 60 > "$out/string_shapes.csv"
"$build/tools/spectrogram" "$out/demo.wav" "$out/spectrogram.bin" 10000
gnuplot -c tools/plot_demo.gp "$out/spectrogram.bin" "$out/string_shapes.csv" "$out/demo.png"
rm "$out/spectrogram.bin"

echo "Sound:    $out/demo.wav (to hear it: play $out/demo.wav)"
echo "Picture:  $out/demo.png"
echo "Renderer: $build/src/app/jawari-render"
if [ -e "$build/src/app/jawari" ]; then
    echo "Player:   $build/src/app/jawari"
fi
if [ -e "$build/plugin/jawari.lv2/manifest.ttl" ]; then
    echo "Plug-ins: LV2, $build/plugin/jawari.lv2: copy that folder to ~/.lv2"
    echo "          CLAP, $build/plugin/jawari.lv2/clap/jawari.clap: copy it to ~/.clap, and jawari.lv2 as above"
fi
