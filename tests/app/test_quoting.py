# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Reports and pages stand what they quote: names of files and instruments, whatever is in them.

    test_quoting.py RENDER SPECTROGRAM RECORDED SOURCES

The report of jawari-render is read strictly (RFC 8259, UTF-8), with scores, instruments and presets
of names that hold every byte a name can; the page of tools/gallery.sh with an instrument that tries
to be markup.
"""

import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

from checks import check, result

RENDER, SPECTROGRAM, RECORDED, SOUNDS, SOURCES = (pathlib.Path(name).resolve() for name in sys.argv[1:])

##########
# Report #
##########

NOTE = bytes.fromhex("4d546864 00000006 0000 0001 0060 4d54726b 0000000c 00904064 10804040 00ff2f00")

NAMES = {
    "quotes": b'a"b\\c\'d.mid',
    "controls": b"".join(bytes([i]) for i in range(1, 32)) + b"\x7f.mid",
    "UTF-8": "यमन é \U0001f3b5.mid".encode(),
    "C1 in UTF-8": "a\u0080\u009b31m\u009f.mid".encode(),
    "C1 alone": b"a\x9b31m.mid",
    "Latin-1": "été.mid".encode("latin-1"),
    "cut short": b"a\xe0\xa4.mid",
    "overlong": b"a\xc0\xafb\xe0\x80\xaf.mid",
    "surrogate": b"a\xed\xa0\x80.mid",
    "past the last": b"a\xf4\x90\x80\x80\xf5\xff.mid",
    "separators": "a\u2028b\u2029.mid".encode(),
    "every byte": bytes(i for i in range(1, 256) if i != ord("/")),
}


def report_of(folder, *arguments):
    """The bytes of a report, from a rendering in that folder."""
    done = subprocess.run([RENDER, "-q", "-r", "8000", "-t", "0", "-i", "bench", "--report", "r.json",
                           *arguments, "out.wav"], cwd=folder, capture_output=True, check=False)
    check(done.returncode == 0, done.stderr.decode(errors="replace"))
    return (folder / "r.json").read_bytes()


def strictly(what, data):
    """What a reader makes of it that takes nothing but JSON in UTF-8."""
    def refuse(word):
        raise ValueError(word)
    try:
        text = data.decode("utf-8")
        read = json.loads(text, parse_constant=refuse)
        json.dumps(read, ensure_ascii=False).encode("utf-8")  # No half of a surrogate pair
    except ValueError as error:
        check(False, f"{what}: {error}")
        return {}
    raw = [c for c in text if (ord(c) < 32 and c != "\n") or 127 <= ord(c) < 160]
    check(not raw, f"{what}: as they are: {raw}")
    return read


def same(what, quoted, name):
    """UTF-8 is kept as it is; of all else something stands there, and the rest is kept."""
    try:
        check(quoted == name.decode("utf-8"), f"{what}: {quoted!r}")
    except UnicodeDecodeError:
        kept = "".join(chr(b) for b in name if 32 <= b < 127)
        found = "".join(c for c in quoted if 32 <= ord(c) < 127)
        check(found == kept and "\ufffd" in quoted, f"{what}: {quoted!r}")


def test_reports(folder):
    names = dict(NAMES)
    for i in range(1, 256):
        if bytes([i]) != b"/" and i % 8 in (1, 2):
            names[f"byte {i}"] = b"a" + bytes([i]) + b"z.mid"
    for what, name in names.items():
        path = os.path.join(os.fsencode(folder), name)
        with open(path, "wb") as file:
            file.write(NOTE)
        same(what, strictly(what, report_of(folder, name)).get("score", ""), name)
        os.unlink(path)
    for what, name in list(NAMES.items())[:5]:
        instrument, preset = (b"./" + name.replace(b".mid", end) for end in (b".ini", b".ttl"))
        shutil.copy(SOURCES / "presets/bench.ini", os.path.join(os.fsencode(folder), instrument))
        shutil.copy(SOURCES / "presets/bench-wire.ttl", os.path.join(os.fsencode(folder), preset))
        read = strictly(what, report_of(folder, "-i", instrument, "-p", preset, "--note", "60:100:0.1"))
        same(what, read.get("instrument", ""), instrument)
        same(what, read.get("preset", ""), preset)


########
# Page #
########

NAME = """A & B <b>"it's"</b> &lt; 'x'"""
DESCRIPTION = """Markup </p><script>alert("1")</script> & more"""
FILE = """a&b <c> "d' %41#?é"""


class Page(html.parser.HTMLParser):
    """Tags, addresses and the text between."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.addresses, self.ids, self.alts, self.text = [], [], [], [], ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        for key, value in attrs:
            {"src": self.addresses, "href": self.addresses, "id": self.ids,
             "alt": self.alts}.get(key, []).append(value)

    def handle_data(self, data):
        self.text += data


def place(folder):
    """The sources as the gallery wants them, with programs that are built already."""
    (folder / "tools").mkdir()
    for name in ("gallery.sh", "gallery.gp", "packages.sh", "recordings.csv"):
        shutil.copy(SOURCES / "tools" / name, folder / "tools" / name)
    shutil.copytree(SOURCES / "presets", folder / "presets")
    for program, where in ((RENDER, "src/app"), (SPECTROGRAM, "tools"), (RECORDED, "tools"),
                           (SOUNDS, "tools")):
        (folder / "build" / where).mkdir(parents=True, exist_ok=True)
        (folder / "build" / where / program.name).symlink_to(program)
    (folder / "build/build.ninja").touch()
    (folder / "bin").mkdir()
    for name in ("meson", "apt-get", "sudo"):
        (folder / "bin" / name).write_text("#!/bin/sh\n")
        (folder / "bin" / name).chmod(0o755)
    plot = folder / "bin/gnuplot"  # Told what a picture is called
    plot.write_text('#!/bin/sh\nprintf "%s\\n" "$5" >>titles\n: >"$4"\n')
    plot.chmod(0o755)


def test_page(folder):
    place(folder)
    bench = (SOURCES / "presets/bench.ini").read_text(encoding="utf-8")
    lines = [f"name = {NAME}" if line.startswith("name =") else
             f"description = {DESCRIPTION} ; a comment" if line.startswith("description =") else line
             for line in bench.splitlines()]
    (folder / "presets" / f"{FILE}.ini").write_text("\n".join(lines) + "\n", encoding="utf-8")
    environment = dict(os.environ, PATH=f"{folder}/bin:{os.environ['PATH']}",
                       JAWARI_DATA=str(folder / "presets"))
    done = subprocess.run(["sh", folder / "tools/gallery.sh", FILE, "tanpura-point", "tanpura"], env=environment,
                          capture_output=True, text=True, check=False, cwd=folder)
    check(done.returncode == 0, done.stderr)
    out = folder / "out/gallery"
    page = Page((out / "index.html").read_text(encoding="utf-8"))
    check("script" not in page.tags and "b" not in page.tags, f"tags: {sorted(set(page.tags))}")
    check(page.text.count(NAME) == 2, "the name, in the list and over its pictures")
    check(DESCRIPTION in page.text and "a comment" not in page.text, "the description")
    check(FILE in page.text and FILE in page.ids, "the file's name")
    for address in page.addresses:
        if address.startswith("#"):
            check(urllib.parse.unquote(address[1:]) in page.ids, f"a section: {address}")
        else:
            check((out / urllib.parse.unquote(address)).exists(), f"a file: {address}")
    check(sum(not a.startswith("#") for a in page.addresses) == 10, f"addresses: {page.addresses}")
    apart = re.search(r"As recorded \(drone-c-a\), now: distance ([0-9.]+) dB", page.text)
    check(apart and 2.0 < float(apart[1]) < 6.0, "the drone's distance from a recorded one")
    titles = (folder / "titles").read_text(encoding="utf-8").splitlines()
    check(titles and titles[0].startswith(NAME + ":"), f"title of the picture: {titles}")


def main():
    folder = pathlib.Path(tempfile.mkdtemp())
    try:
        (folder / "reports").mkdir()
        test_reports(folder / "reports")
        (folder / "page").mkdir()
        test_page(folder / "page")
    finally:
        shutil.rmtree(folder)
    return result()


sys.exit(main())
