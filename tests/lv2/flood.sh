#!/bin/sh
# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# A flood of 1000 events in 64 frames costs less than twice the instructions of a normal block,
# of whichever kind the events are; a block of silence next to nothing. Counted by callgrind, so the
# same on every machine.
#
#     flood.sh TEST_EVENTS BUNDLE

set -eu
test_events=$1
bundle=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

valgrind --tool=callgrind --callgrind-out-file="$work/counts" --toggle-collect='jw_test_*' \
    "$test_events" "$bundle" flood >"$work/log" 2>&1 || {
    cat "$work/log"
    exit 1
}
callgrind_annotate --inclusive=yes --threshold=100 "$work/counts" >"$work/table"

# Instructions inside a function of the test, what it calls included.
count() {
    awk -v name=":jw_test_$1_block" 'index($0, name) { gsub(",", "", $1); print $1; exit }' \
        "$work/table"
}

# As many blocks of each
compare() {
    awk -v name="$1" -v n="$(count normal)" -v x="$(count "$1")" -v most="$2" 'BEGIN {
        printf "%s: %.0f instructions a block, normally %.0f: %.3g times (at most %g)\n",
            name, x / 3, n / 3, x / n, most
        exit !(n > 0 && x > 0 && x <= most * n)
    }'
}

failed=0
for kind in 0 1 2 3 4 5 6 7; do
    compare "flooded_$kind" 2 || failed=1
done
compare silent 0.01 || failed=1
exit "$failed"
