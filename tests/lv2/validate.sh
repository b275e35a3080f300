#!/bin/sh
# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# The bundle before the judges that Debian has: its descriptions, its binary, a benchmark that
# runs it as a host would, and the same under valgrind.
#
#     LV2_PATH=SPECIFICATIONS:FOLDER_OF_BUNDLE validate.sh BUNDLE URI...

set -eu
here=$(dirname "$0")
bundle=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "FAILED: $*"
    exit 1
}

# Descriptions: no error, and not a word of warning. What it says of its own files is its own.
lv2_validate "$bundle"/*.ttl >"$work/validate" 2>&1 || { cat "$work/validate"; fail 'lv2_validate'; }
cat "$work/validate"
grep -q '^Found 0 errors' "$work/validate" || fail 'lv2_validate counts errors'
! grep -v '^Found\|^Skipping' "$work/validate" || fail 'lv2_validate warns'

# A binary: one symbol, and no library but the C library, its mathematics and those that are named.
check_binary() {
    binary=$1
    symbol=$2
    others=$3
    symbols=$(nm -D --defined-only "$binary" | awk '{ print $3 }')
    echo "exported: $symbols"
    [ "$symbols" = "$symbol" ] || fail "$binary exports more than $symbol"
    libraries=$(readelf -d "$binary" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p')
    for library in $libraries; do
        case " libc libm ld-linux-x86-64 ld-linux-aarch64 $others " in
        *" ${library%%.so*} "*) ;;
        *) fail "$binary needs $library" ;;
        esac
    done
    echo "needs: $(echo "$libraries" | tr '\n' ' ')"
    ! readelf -d "$binary" | grep -q 'TEXTREL\|RPATH\|RUNPATH' || fail 'text relocations or a path'
}
check_binary "$bundle/jawari.so" lv2_descriptor ''
if [ -e "$bundle/jawari_ui.so" ]; then
    check_binary "$bundle/jawari_ui.so" lv2ui_descriptor 'libcairo libfontconfig libharfbuzz libxcb libxcb-shm'
fi

for uri in "$@"; do
    lv2info "$uri" >"$work/info" 2>&1 || fail "lv2info $uri"
    grep -q "^$uri" "$work/info" || fail "lv2info does not know $uri"
    lv2bench -n 48000 -b 256 "$uri" >"$work/bench" 2>"$work/warnings" || fail "lv2bench $uri"
    cat "$work/bench"
    [ ! -s "$work/warnings" ] || { cat "$work/warnings"; fail "lv2bench warns of $uri"; }
    # What lilv and glib keep to the end is not ours: only what is definitely lost counts.
    valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite \
        --show-leak-kinds=definite --suppressions="$here/valgrind.supp" \
        lv2bench -n 4800 -b 256 "$uri" >"$work/valgrind" 2>&1 ||
        { cat "$work/valgrind"; fail "valgrind on $uri"; }
done
echo 'valgrind: no errors, no leaks'
