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

# What AppStream finds wrong, or would warn of, one a line. Nothing is known of a web site, for there is
# none: AppStream 1.0 warns of that.
metainfo_faults() {
    if said=$(appstreamcli validate --no-net "$1" 2>&1); then
        return 0
    fi
    faults=$(echo "$said" | grep '^[EW]: ') || {
        echo "$said"
        return 0
    }
    echo "$faults" | grep -v ' url-homepage-missing$'
}

faults=$(metainfo_faults "$2")
echo "metadata: ${faults:-nothing wrong}"
[ -z "$faults" ] || failed=1

# Planted faults are found, so that silence means something.
broken=$(mktemp -d)
trap 'rm -rf "$broken"' EXIT
sed 's/^Type=.*/Type=Toy/' "$1" >"$broken/a.desktop"
sed 's/<summary>.*<\/summary>//' "$2" >"$broken/${2##*/}"
if desktop-file-validate "$broken/a.desktop" >/dev/null 2>&1 ||
    [ -z "$(metainfo_faults "$broken/${2##*/}")" ]; then
    echo "a planted fault is not found"
    failed=1
fi
exit "$failed"
