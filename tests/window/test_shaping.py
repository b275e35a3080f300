# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Compares the glyphs, places and widths of shaped texts with those of hb-shape.

    python3 test_shaping.py TEST_SHAPING
"""

import json
import pathlib
import subprocess
import sys
import tempfile

SKIPPED = 77

# Texts of one run each, and the features that are switched off
LATIN = "--features=-kern,-liga,-clig,-calt"
TEXTS = [
    ("सितार", None), ("कीर्तन", None), ("स्त्री-कंठ", None), ("क्षत्रिय ज्ञान", None), ("श्रुति", None),
    ("বাংলা", None), ("কীর্তন", None), ("শ্রীকৃষ্ণ", None), ("দ্রুত গৎ", None),
    ("தமிழ்", None), ("வீணை", None), ("கொம்பு", None), ("ஸ்ரீ", None),
    ("r\u0325", LATIN), ("a\u0304\u0303", LATIN), ("m\u0310", LATIN),
]
NEAR = 2e-5  # em; the program prints five digits


def shape(font, text, features):
    """Glyphs with their places, and the width, by hb-shape, in units of the font; whether a glyph after
    the first stands where its pen is, as a mark does for which the font has no anchor."""
    command = ["hb-shape", "--output-format=json", "--no-glyph-names", "--font-size=upem"]
    done = subprocess.run(command + ([features] if features else []) + [font, text],
                          capture_output=True, text=True, check=True, env={"LC_ALL": "C.UTF-8"})
    glyphs, x = [], 0
    shaped = json.loads(done.stdout)
    for g in shaped:
        glyphs.append((int(g["g"]), x + g["dx"], -g["dy"]))
        x += g["ax"]
    return glyphs, x, any(g["dx"] == g["dy"] == 0 for g in shaped[1:])


def without_gpos(font, folder):
    """Copy of a font whose table GPOS has another name, so that it counts for nothing."""
    with open(font, "rb") as file:
        data = bytearray(file.read())
    for i in range(int.from_bytes(data[4:6], "big")):
        at = 12 + 16 * i
        if data[at : at + 4] == b"GPOS":
            data[at : at + 4] = b"GPOT"
    copy = pathlib.Path(folder) / "font"
    copy.write_bytes(data)
    return str(copy)


def units_of(font):
    """Units of the em: in the table head."""
    with open(font, "rb") as file:
        data = file.read()
    for i in range(int.from_bytes(data[4:6], "big")):
        entry = data[12 + 16 * i : 28 + 16 * i]
        if entry[:4] == b"head":
            offset = int.from_bytes(entry[8:12], "big")
            return int.from_bytes(data[offset + 18 : offset + 20], "big")
    raise ValueError(f"{font} has no head")


def compare(text, features, line):
    """What is wrong, None if nothing; "" if no font has the text."""
    width, *cells = line.split("\t")
    ours = [cell.split("|") for cell in cells]
    if any(glyph == "0" for _, glyph, _, _ in ours):
        return ""
    fonts = {file for file, _, _, _ in ours}
    if len(fonts) != 1:
        return f"{len(fonts)} fonts"
    font = fonts.pop()
    units = units_of(font)
    theirs, all_units, loose = shape(font, text, features)
    if features and loose:  # A letter with its marks
        with tempfile.TemporaryDirectory() as folder:
            theirs, all_units, _ = shape(without_gpos(font, folder), text, features)
    if [int(glyph) for _, glyph, _, _ in ours] != [glyph for glyph, _, _ in theirs]:
        return f"glyphs {[int(c[1]) for c in ours]}, by hb-shape {[g[0] for g in theirs]}"
    off = max(max(abs(float(x) - gx / units), abs(float(y) - gy / units))
              for (_, _, x, y), (_, gx, gy) in zip(ours, theirs))
    if off > NEAR or abs(float(width) - all_units / units) > NEAR:
        return f"places are off by {off} em, width {width}, by hb-shape {all_units / units}"
    return None


def main(program):
    texts = [text for text, _ in TEXTS]
    done = subprocess.run([program, "print", *texts], capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    results = [compare(text, features, line) for (text, features), line in zip(TEXTS, lines)]
    for (text, _), result in zip(TEXTS, results):
        if result is not None:
            print(f"{text}: {result or 'no font has it: left out'}")
    n_same = results.count(None)
    print(f"{n_same} of {len(TEXTS)} texts agree with hb-shape")
    if len(lines) != len(TEXTS) or any(results):
        return 1
    return 0 if n_same > 0 else SKIPPED


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
