# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The plug-in in Ardour, without a screen: a session is made, played and exported; saved, and
opened and exported again by another process: the same samples, and those of the renderer.

    test_ardour.py LIVE_DIR BUNDLE ARDOUR_LUA [PRESET...]

Without names: as the plug-ins start, and with every preset of the bundle.
"""

import math
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, sys.argv[1])

import live  # pylint: disable=wrong-import-position
import score as score_file  # pylint: disable=wrong-import-position
import test_jalv as jalv  # pylint: disable=wrong-import-position
import test_with  # pylint: disable=wrong-import-position

HERE = pathlib.Path(__file__).parent / "ardour"
BUNDLE = pathlib.Path(sys.argv[2])
ARDOUR = pathlib.Path(sys.argv[3])
# Settings are in a folder that is called after the version, as the program is: ardour7-lua, ardour7.
SETTINGS = "config/" + ARDOUR.name.partition("-")[0]
INSTRUMENT, DRONE = "urn:jawari:instrument", "urn:jawari:drone"
START = 2 * 48000  # The strings sleep by then
FRAMES = START + jalv.FRAMES
# In one session of twenty Ardour hands a script's events over so much earlier or later.
SHIFTS = (0, -16, 16)
LATENCY = 37  # Of the plug-in
SA_KEY = 61  # Madhya Sa of a sitar, C#4
PATIENCE, ATTEMPTS = 300, 6
# While other programs compute it shifts one session in ten by more, the drone against the notes.
SESSIONS = 3


def prepare(folder, uri, notes=jalv.EVENTS):
    """Ardour's own folder: the score, and an export that leaves the level as it is. The drone needs
    no notes."""
    config = folder / SETTINGS
    (config / "scripts").mkdir(parents=True)
    (config / "export").mkdir()
    events = (f"{{{START + frame}, {status}, {first}, {second}}}"
              for frame, status, first, second in notes if uri == INSTRUMENT)
    score = (HERE / "score.lua").read_text(encoding="utf-8").replace("@SCORE@", ", ".join(events))
    (config / "scripts" / "score.lua").write_text(score, encoding="utf-8")
    shutil.copy(HERE / "float.preset", config / "export" / "jawari.preset")


def ardour(script, folder, **names):
    """Runs a script, again if Ardour stumbles over itself, as it does now and then: it then ends
    by a signal or hangs. True if the script came to its end."""
    env = dict(os.environ, XDG_CONFIG_HOME=str(folder / "config"), FOLDER=str(folder),
               SCRIPTS=str(HERE), XDG_CACHE_HOME=str(folder / "cache"), FRAMES=str(FRAMES), **names)
    for _ in range(ATTEMPTS):
        if script != "again.lua":
            shutil.rmtree(folder / "session", ignore_errors=True)
        done = subprocess.run(["timeout", "-k", "5", str(PATIENCE), ARDOUR, HERE / script],
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, env=env, text=True, errors="replace",
                              check=False)
        if "\ndone" in done.stdout:
            return True
        print(f"{script}: status {done.returncode}, again; it said:\n{done.stdout[-800:]}")
        if done.returncode in (0, 1):
            break
    return False


def compare_drone(title, name, folder, got):
    """The renderer plays the drone alone, which shows how far it has come when the export begins:
    for two seconds before, Ardour runs plug-ins and its transport stands. Sa is the host's."""
    score = folder / "score.mid"
    score_file.write(score, [], 5 * jalv.RATE, 0)
    alone, _ = live.render("-p", name, "-s", "sa=0", "--quality", "4", "--tail", "0", str(score))
    part = got[2 * LATENCY:2 * LATENCY + 800]
    at = alone.tobytes().find(part.tobytes()) // 8
    if not live.check(at >= 0, f"{title}: the renderer's drone begins so, too"):
        return
    until = START - 2 * LATENCY
    for shift in SHIFTS:
        if at > 0:
            # It plays in a time of its own: so do the notes.
            score_file.write(score, jalv.EVENTS, jalv.FRAMES, START + at - LATENCY + shift)
            alone, _ = live.render("-p", name, "-s", "sa=0", "--quality", "4", "--tail", "0", str(score))
            until = FRAMES - LATENCY
        n = 2 * min(until, len(alone) // 2 - at)
        part = got[2 * LATENCY:2 * LATENCY + n]
        different, most = live.differences(part, alone[2 * at:2 * at + n])
        if different == 0:
            break
    live.check(n > 3 * jalv.RATE and different == 0, f"{title}: {different} of {n} samples differ "
               f"from the renderer's, by {most:.2g} (0); notes {shift} frames late")


def compare_notes(title, name, folder, got):
    score = folder / "score.mid"
    score_file.write(score, jalv.EVENTS, jalv.FRAMES, jalv.LEAD)
    choice = ["-p", name] if name else ["-i", "sitar"]
    expected, _ = live.render(*choice, "--quality", "4", "--tail", "0", str(score))
    jalv.compare(title, got, expected)


def export_twice(uri, label, title, folder, plays_itself):
    """Samples of a new session, of the same opened again, and by how much those are later; None if
    Ardour did not get there."""
    shutil.rmtree(folder, ignore_errors=True)
    prepare(folder, uri)
    if not (live.check(ardour("first.lua", folder, URI=uri, PRESET=label), f"{title}: made, exported")
            and live.check(ardour("again.lua", folder), f"{title}: opened again, exported")):
        return None
    first, _ = live.read_wav(folder / "first.wav")
    again, _ = live.read_wav(folder / "again.wav")
    if plays_itself:
        # What the score and what the drone plays must be shifted alike: so another try.
        for _ in range(ATTEMPTS):
            if first == again or not ardour("again.lua", folder):
                break
            again, _ = live.read_wav(folder / "again.wav")
    return first, again, 0 if plays_itself else live.onset(again) - live.onset(first)


def test_session(uri, name, label):
    """One session; name is that of the renderer's preset, None for none."""
    title = f"{uri.rpartition(':')[2]}, {label or 'as it starts'}"
    plays_itself = uri == INSTRUMENT and name and jalv.plays_itself(BUNDLE / "presets", name)
    folder = live.work / re.sub(r"\W+", "-", title)
    for _ in range(SESSIONS):
        exported = export_twice(uri, label, title, folder, plays_itself)
        if not exported:
            return
        first, again, late = exported
        one, other = first[2 * max(-late, 0):], again[2 * max(late, 0):]
        different, most = live.differences(one, other)
        if (different == 0 or not plays_itself) and late in SHIFTS:
            break
        print(f"{title}: {different} samples differ, {late} frames later: another session")
    live.check(len(first) == len(again) == 2 * FRAMES and late in SHIFTS
               and live.peak(first) > 1e-3 and different == 0,
               f"{title}: {different} of {len(first)} samples differ after it was opened again, by "
               f"{most:.2g} (0); peak {live.peak(first):.3g}, {late} frames later")
    # Offline the plug-in computes at its offline quality, which is 4.
    if uri == INSTRUMENT:
        compare = compare_drone if plays_itself else compare_notes
        compare(title, name, folder, first)
    shutil.rmtree(folder, ignore_errors=True)


def one_tonic():
    """Instrument and drone in one session, as they come: their Sa is the same."""
    folder = live.work / "pair"
    prepare(folder, INSTRUMENT, [(0, 0x90, SA_KEY, 100)])
    if not live.check(ardour("pair.lua", folder, URI=INSTRUMENT, DRONE=DRONE), "both: made, exported"):
        return
    sound, _ = live.read_wav(folder / "pair.wav")
    wanted = 440.0 * 2.0 ** ((SA_KEY - 69) / 12)
    # The sitar's note, and the tanpura's two strings an octave lower, of which there are two seconds more
    got = [test_with.hertz(sound[side + 2 * begin::2], 0.97 * hz, 1.03 * hz)
           for side, begin, hz in ((0, START, wanted), (1, 0, 0.5 * wanted))]
    live.check(min(live.peak(sound[side::2]) for side in (0, 1)) > 1e-3, "both sound")
    cents = [1200.0 * math.log2(hz / to) for hz, to in zip(got, (wanted, 0.5 * wanted))]
    live.check(max(map(abs, cents)) < 6.0 and abs(cents[1] - cents[0]) < 6.0,
               f"the sitar's Sa at {got[0]:.2f} Hz, {cents[0]:.1f} cent from C#4; the tanpura's at {got[1]:.2f} Hz, "
               f"{cents[1]:.1f} cent from C#3 (6)")


def presets():
    """(plug-in, name, label) of each preset in the bundle's manifest."""
    text = (BUNDLE / "manifest.ttl").read_text(encoding="utf-8")
    found = re.findall(r"<urn:jawari:preset:([^>]*)>\s*a pset:Preset ;\s*lv2:appliesTo <([^>]*)> ;"
                       r'\s*rdfs:label "([^"]*)"', text)
    return [(uri, name.rpartition(":")[2], label) for name, uri, label in found
            if uri in (INSTRUMENT, DRONE)]


def main():
    live.need(str(ARDOUR), "timeout")
    wanted = sys.argv[4:]
    cases = presets()
    live.check(len(cases) > 4, f"{len(cases)} presets in the manifest")
    if not wanted:
        test_session(INSTRUMENT, None, "")
        test_session(DRONE, None, "")
        one_tonic()
    for uri, name, label in cases:
        if not wanted or name in wanted:
            test_session(uri, name, label)
    return live.result()


if __name__ == "__main__":
    sys.exit(main())
