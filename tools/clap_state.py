# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Makes a preset for hosts of LV2 of a state of the CLAP plug-ins.

    python3 tools/clap_state.py FILE ~/.lv2/NAME.preset.lv2

FILE is what a CLAP host has saved: the state itself, or a project or preset that has it in it as it is, in
Base64 (REAPER), or in a zip archive (DAWproject); --list counts those in it, --number N takes another than
the first. The other way needs no program: the CLAP plug-ins load what a host of LV2 has saved as a preset.
"""

import argparse
import base64
import io
import pathlib
import re
import sys
import zipfile

STATE = re.compile(rb"jawari-state 1 (urn:jawari:[a-z]+)\n((?:[^\n]+ [^\n]*\n)*?)end (\d+)\n")
BASE64 = re.compile(rb"(?:[A-Za-z0-9+/]{16,}\s*)+[A-Za-z0-9+/]*={0,2}")
HEAD = """@prefix atom: <http://lv2plug.in/ns/ext/atom#> .
@prefix lv2: <http://lv2plug.in/ns/lv2core#> .
@prefix pset: <http://lv2plug.in/ns/ext/presets#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix state: <http://lv2plug.in/ns/ext/state#> .

"""


def decoded(data):
    """Bytes of each text in Base64, whose lines may be separate."""
    for match in BASE64.finditer(data):
        text = re.sub(rb"\s|=", b"", match.group())
        yield base64.b64decode(text + b"=" * (-len(text) % 4))
        for line in match.group().split():
            line = line.rstrip(b"=")
            if len(line) % 4 != 1:
                yield base64.b64decode(line + b"=" * (-len(line) % 4))


def states(data):
    """Plug-in and lines of each state in a file, once; those that were cut off are left out."""
    found = []
    places = [data]
    if zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            places += [archive.read(name) for name in archive.namelist()]
    for place in places + [text for place in places for text in decoded(place)]:
        for uri, lines, count in STATE.findall(place):
            state = (uri.decode(), [line.split(" ", 1) for line in lines.decode("utf-8").splitlines()])
            if len(state[1]) == int(count) and state not in found:
                found.append(state)
    return found


def unescaped(text):
    return re.sub(r"\\(.)", lambda match: "\n" if match.group(1) == "n" else match.group(1), text)


def quoted(text):
    escapes = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return '"' + "".join(escapes.get(letter, letter) for letter in text) + '"'


def decimal(text):
    """The number as hosts write it, with a point."""
    return text if re.fullmatch(r"-?\d+\.\d+", text) else f"{float(text):.12f}".rstrip("0") + "0"


def port(symbol, value):
    if symbol == "bypass":
        symbol, value = "enabled", str(1 - int(float(value)))
    return f"[ lv2:symbol {quoted(symbol)} ; pset:value {decimal(value)} ]"


def property_of(uri, text):
    text = unescaped(text)
    is_path = uri.endswith("File") and re.match(r"/|[A-Za-z]:[/\\]", text)
    return f"<{uri}> {quoted(text)}" + ("^^atom:Path" if is_path else "")


def preset(uri, lines, name):
    ports = [port(*line) for line in lines if not line[0].startswith("urn:")]
    properties = [property_of(*line) for line in lines if line[0].startswith("urn:")]
    return (f"{HEAD}<>\n  a pset:Preset ;\n  lv2:appliesTo <{uri}> ;\n  rdfs:label {quoted(name)} ;\n  lv2:port "
            + " ,\n    ".join(ports) + " ;\n  state:state [\n    " + " ;\n    ".join(properties) + "\n  ] .\n")


def manifest(uri, name, file):
    return (f"{HEAD}<{file}>\n  a pset:Preset ;\n  lv2:appliesTo <{uri}> ;\n  rdfs:label {quoted(name)} ;\n"
            f"  rdfs:seeAlso <{file}> .\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path, nargs="?")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--number", type=int, default=1)
    arguments = parser.parse_args()
    found = states(arguments.file.read_bytes())
    if arguments.list or not arguments.folder:
        for number, (uri, lines) in enumerate(found, 1):
            print(number, uri, unescaped(lines[0][1]) if lines else "")
        return 0
    if not 1 <= arguments.number <= len(found):
        print(f"{arguments.file}: no state of Jawari with that number", file=sys.stderr)
        return 1
    uri, lines = found[arguments.number - 1]
    name = arguments.folder.name.split(".")[0]
    arguments.folder.mkdir()
    (arguments.folder / "preset.ttl").write_text(preset(uri, lines, name), encoding="utf-8")
    (arguments.folder / "manifest.ttl").write_text(manifest(uri, name, "preset.ttl"), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
