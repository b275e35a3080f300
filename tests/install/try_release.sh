#!/bin/sh
# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# Uses the portable archive of out/release in a bare Debian, as root, as its README says. Nothing of the sources is
# built. out/release/SHA256 has the hash of the renderer's sound from another build.
#
#     sh tests/install/try_release.sh
#
# For tools/chroot.sh; the last line says how many uses worked.

set -eu
cd "$(dirname "$0")/../.."
. tests/install/uses.sh
wanted=$(cat out/release/SHA256)

install_packages xz-utils
tar -C "$work" -xf out/release/jawari-*.tar.xz
cd "$work"/jawari-*
# What its README names, then what these uses need besides
libraries=$(sed -n 's/^ *apt-get install //p' README)
[ -n "$libraries" ]
# shellcheck disable=SC2086 # a list
install_packages $libraries
missing_libraries() {
    find bin lib -type f \( -perm -u+x -o -name '*.so*' -o -name '*.clap' \) -exec ldd {} + | grep 'not found'
}
try 'README names every library' not missing_libraries
install_packages lilv-utils jalv jackd2 man-db gcc libc6-dev pkgconf python3-numpy

for program in jawari jawari-render jawari-fit jawari-lab jawari-bench; do
    try "$program --version" has_words "bin/$program" --version
    try "$program --help" has_words "bin/$program" --help
    try "man $program" has_words man -P cat -M share/man "$program"
done
export JAWARI_DATA=share/jawari
# The sound of the other build; README's own line is tried below.
render() {
    "$@" -q --note C#4 -t 1 --format wavfloat note.wav
    [ "$(sha256sum <note.wav)" = "$wanted" ]
}
try 'a note has the bits of another build' render bin/jawari-render
try "README's note" sh -c "$(sed -n 's/^Programs *//p' README)"
try 'a drone from a preset' bin/jawari-render -p tanpura-plays --seconds 2 drone.flac
try 'instruments are listed' sh -c 'bin/jawari-render --list-instruments | grep -q sitar'

mkdir -p ~/.lv2 ~/.clap
cp -r lib/lv2/jawari.lv2 ~/.lv2
cp -r lib/clap/jawari.clap lib/lv2/jawari.lv2 ~/.clap
try 'lv2ls lists three plug-ins' sh -c 'lv2ls | grep -c urn:jawari | grep -qx 3'
try 'lv2info' sh -c 'lv2info urn:jawari:instrument | grep -q jawari'
try 'CLAP counts three plug-ins' python3 "$tests/install/open_clap.py" ~/.clap/jawari.clap 3
jackd -d dummy -r 48000 -p 256 >jack.log 2>&1 &
sleep 3
try 'jalv plays a plug-in' sh -c 'sleep 3 | timeout 20 jalv urn:jawari:drone'
play() {
    (
        echo note C#4
        sleep 2
        echo quit
    ) | bin/jawari --no-ui --no-config --record played.wav
    test "$(wc -c <played.wav)" -gt 100000
}
try 'jawari plays over JACK' play
kill %1 2>/dev/null || true

for kind in '-Llib -ljawari' 'lib/libjawari.a -lm -ldl'; do
    try "a program with $kind" sh -c "cc '$sources/tools/hello_string.c' -Iinclude $kind -o hello && LD_LIBRARY_PATH=lib ./hello | wc -c | grep -q 768000"
done
cat >hash.py <<'END_OF_PYTHON'
import jawari
sound, rate = jawari.render("sitar", "C#4", held=4, tail=1)
assert rate == 48000 and abs(sound).max() > 0.01, rate
END_OF_PYTHON
try "README's Python" sh -c "$(sed -n 's/^Python *//p' README) hash.py"
try 'Python against the renderer' sh -c "$(sed -n 's/^Python *//p' README) '$tests/library/test_python.py' bin/jawari-render SameBits Errors State"

# Copied to /usr/local, it needs no variables.
unset JAWARI_DATA
cp -r bin include lib share /usr/local
ldconfig
try 'a note from /usr/local' render /usr/local/bin/jawari-render
try 'a program by pkg-config' sh -c "cc '$sources/tools/hello_string.c' \$(pkg-config --cflags --libs jawari) -o hello && ./hello | wc -c | grep -q 768000"
end_of_uses
