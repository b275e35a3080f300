#!/bin/sh
# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# The documents' pictures of the window, drawn anew and compared: test_pictures.sh ROOT BUILD COMPARES

set -eu
fc-match Inter family | grep -q Inter || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
sh "$1/tools/pictures.sh" "$folder" "$2"
"$3" "$folder" "$1/doc/pictures"
