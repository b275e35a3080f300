#!/bin/sh
# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# Desktop file and AppStream metadata are valid:
#
#     test_desktop.sh DESKTOP_FILE METAINFO_FILE

set -u
for program in desktop-file-validate appstreamcli; do
    if ! command -v "$program" >/dev/null; then
        echo "skipped: no $program here"
        exit 77
    fi
done
failed=0
said=$(desktop-file-validate "$1" 2>&1) && [ -z "$said" ] || failed=1
echo "desktop file: ${said:-nothing wrong}"
said=$(appstreamcli validate --no-net "$2" 2>&1) || failed=1
echo "$said"

# Planted faults are found, so that silence means something.
broken=$(mktemp -d)
trap 'rm -rf "$broken"' EXIT
sed 's/^Type=.*/Type=Toy/' "$1" >"$broken/a.desktop"
sed 's/<summary>.*<\/summary>//' "$2" >"$broken/a.metainfo.xml"
if desktop-file-validate "$broken/a.desktop" >/dev/null 2>&1 ||
    appstreamcli validate --no-net "$broken/a.metainfo.xml" >/dev/null 2>&1; then
    echo "a planted fault is not found"
    failed=1
fi
exit "$failed"
