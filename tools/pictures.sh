#!/bin/sh
# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# Draws the documents' pictures of the window anew, in a second or two each, without a display:
#
#     sh tools/pictures.sh [FOLDER [BUILD]]
#
# FOLDER: doc/pictures by default; BUILD: the folder of the build, build-test by default. The test window_pictures
# compares them with those in doc/pictures.

set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:-$here/doc/pictures}
build=${2:-$here/build-test}
export JAWARI_DATA="${JAWARI_DATA:-$here/presets}"

draw() {
    "$build/tools/window_picture" "$@"
}

draw sitar-yaman 66 60 "$folder/window.png" beside tintal
draw sitar-yaman 66 60 "$folder/host.png" host yes
draw sitar-yaman 66 60 "$folder/raga.png" click 610,24 key y key a key m key a key n
draw bass 33 60 "$folder/bass.png" theme light
