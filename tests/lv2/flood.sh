#!/bin/sh
# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# A flood of 1000 events in 64 frames costs less than twice the instructions of a normal block,
# of whichever kind the events are. Counted by callgrind, so the same on every machine.
#
#     flood.sh TEST_EVENTS BUNDLE

set -eu
test_events=$1
bundle=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Instructions inside a function of the test, what it calls included.
count() {
    callgrind_annotate --inclusive=yes "$1" |
        awk -v name=":jw_test_$2_block" 'index($0, name) { gsub(",", "", $1); print $1; exit }'
}

failed=0
for kind in 0 1 2 3; do
    valgrind --tool=callgrind --callgrind-out-file="$work/$kind" --toggle-collect='jw_test_*' \
        "$test_events" "$bundle" "$kind" >"$work/log" 2>&1 || {
        cat "$work/log"
        exit 1
    }
    normal=$(count "$work/$kind" normal)
    flooded=$(count "$work/$kind" flooded)
    awk -v kind="$kind" -v n="$normal" -v f="$flooded" 'BEGIN {
        printf "flood %d: %.0f instructions a block, normally %.0f: %.2f times (at most 2)\n",
            kind, f / 8, n / 8, f / n
        exit !(n > 0 && f > 0 && f <= 2 * n)
    }' || failed=1
done
exit "$failed"
