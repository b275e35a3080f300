#!/bin/sh
# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# Installs the packages of out/packages in a bare Debian, as root, and uses them as a new user would: programs, man
# pages, plug-ins, the library, Python. Nothing of the sources is built.
#
#     sh tests/install/try_packages.sh
#
# For tools/chroot.sh; the last line says how many uses worked.

set -eu
cd "$(dirname "$0")/../.."
. tests/install/uses.sh
packages=$PWD/out/packages
install_packages "$packages"/jawari_*.deb \
    "$packages"/jawari-data_*.deb "$packages"/jawari-lv2_*.deb "$packages"/jawari-clap_*.deb \
    "$packages"/libjawari0_*.deb "$packages"/libjawari-dev_*.deb "$packages"/python3-jawari_*.deb \
    lilv-utils jalv jackd2 man-db gcc libc6-dev pkgconf python3-matplotlib python3-soundfile libserd-0-0
cd "$work"

for program in jawari jawari-render jawari-fit jawari-lab jawari-bench; do
    try "$program --version" has_words "$program" --version
    try "man $program" test -s "/usr/share/man/man1/$program.1.gz"
done
try 'a note' jawari-render --note C4 -t 1 note.wav
try 'a drone from a preset' jawari-render -p tanpura-plays --seconds 2 drone.flac
try 'instruments are listed' sh -c 'jawari-render --list-instruments | grep -q sitar'
try 'lv2ls lists three plug-ins' sh -c 'lv2ls | grep -c urn:jawari | grep -qx 3'
try 'lv2info' sh -c 'lv2info urn:jawari:instrument | grep -q jawari'
try 'the CLAP plug-in opens' /usr/bin/python3 "$tests/install/open_clap.py" /usr/lib/clap/jawari.clap 3
jackd -d dummy -r 48000 -p 256 >jack.log 2>&1 &
sleep 3
try 'jalv plays a plug-in' sh -c 'sleep 3 | timeout 20 jalv urn:jawari:drone'
kill %1 2>/dev/null || true
try 'the library by pkg-config' sh -c "cc '$sources/tools/hello_string.c' \$(pkg-config --cflags --libs jawari) -o hello && ./hello | wc -c | grep -q 768000"
try 'a sitar through the library' sh -c "cc '$sources/tools/hello_sitar.c' \$(pkg-config --cflags --libs jawari) -lpthread -o sitar && ./sitar sitar sitar-khula | wc -c | grep -q 1150976"
cat >five_lines.py <<'END'
import matplotlib
matplotlib.use("Agg")
END
# The five lines of README.md
sed -n '/^    import jawari, matplotlib/,/savefig/s/^    //p' "$sources/README.md" >>five_lines.py
try "README's lines of Python" timeout 60 /usr/bin/python3 five_lines.py
try 'their picture' test -s sitar.png
try "Python against the renderer" /usr/bin/python3 "$tests/library/test_python.py" /usr/bin/jawari-render
end_of_uses
