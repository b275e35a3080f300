# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The plug-in in Ardour, without a screen: a session is made, played and exported; saved, and
opened and exported again by another process: the same samples, and those of the renderer.

    test_ardour.py LIVE_DIR BUNDLE [PRESET...]

Without names: as the plug-ins start, and with every preset of the bundle.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, sys.argv[1])

import live  # pylint: disable=wrong-import-position
import test_jalv as jalv  # pylint: disable=wrong-import-position

HERE = pathlib.Path(__file__).parent / "ardour"
BUNDLE = pathlib.Path(sys.argv[2])
INSTRUMENT, DRONE = "urn:jawari:instrument", "urn:jawari:drone"
START = 48000  # The strings sleep by then
FRAMES = START + jalv.FRAMES
PATIENCE, ATTEMPTS = 300, 6


def prepare(folder, uri):
    """Ardour's own folder: the score, and an export that leaves the level as it is. The drone needs
    no notes."""
    config = folder / "config" / "ardour7"
    (config / "scripts").mkdir(parents=True)
    (config / "export").mkdir()
    events = (f"{{{START + frame}, {status}, {first}, {second}}}"
              for frame, status, first, second in jalv.EVENTS if uri == INSTRUMENT)
    score = (HERE / "score.lua").read_text(encoding="utf-8").replace("@SCORE@", ", ".join(events))
    (config / "scripts" / "score.lua").write_text(score, encoding="utf-8")
    shutil.copy(HERE / "float.preset", config / "export" / "jawari.preset")


def ardour(script, folder, **names):
    """Runs a script, again if Ardour stumbles over itself, as it does now and then: it then ends
    by a signal or hangs. True if the script came to its end."""
    env = dict(os.environ, XDG_CONFIG_HOME=str(folder / "config"), FOLDER=str(folder),
               XDG_CACHE_HOME=str(folder / "cache"), FRAMES=str(FRAMES), **names)
    for _ in range(ATTEMPTS):
        if script == "first.lua":
            shutil.rmtree(folder / "session", ignore_errors=True)
        done = subprocess.run(["timeout", "-k", "5", str(PATIENCE), "ardour7-lua", HERE / script],
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, env=env, text=True, errors="replace",
                              check=False)
        if "\ndone" in done.stdout:
            return True
        print(f"{script}: status {done.returncode}, again; it said:\n{done.stdout[-800:]}")
        if done.returncode in (0, 1):
            break
    return False


def plays_itself(name):
    """True for a preset that plays its drone in a time of its own: where that is when an export
    begins is chance."""
    if not name:
        return False
    text = (BUNDLE / f"{name}.ttl").read_text(encoding="utf-8")
    return re.search(r'"drone" ; pset:value 1', text) is not None


def test_session(uri, name, label):
    """One session; name is that of the renderer's preset, None for none."""
    title = f"{uri.rpartition(':')[2]}, {label or 'as it starts'}"
    folder = live.work / re.sub(r"\W+", "-", title)
    prepare(folder, uri)
    if not (live.check(ardour("first.lua", folder, URI=uri, PRESET=label), f"{title}: made, exported")
            and live.check(ardour("again.lua", folder), f"{title}: opened again, exported")):
        return
    first, _ = live.read_wav(folder / "first.wav")
    again, _ = live.read_wav(folder / "again.wav")
    # Ardour hands a script's first note over some frames earlier or later from session to session.
    late = live.onset(again) - live.onset(first)
    one, other = first[2 * max(-late, 0):], again[2 * max(late, 0):]
    if uri == INSTRUMENT and plays_itself(name):
        live.check(min(live.peak(first), live.peak(again)) > 1e-3, f"{title}: plays in both")
        return
    # A preset that moves the bridge under strings at rest shakes them, and they take their time.
    moving, loudest = live.peak(first[:2 * START]), live.peak(first)
    if uri == INSTRUMENT and moving > 0.0:
        live.check(moving < 0.01 * loudest and abs(live.peak(again) - loudest) < 0.05 * loudest,
                   f"{title}: still moves by {moving / loudest:.2g} of the peak before its first note; "
                   f"peaks {loudest:.4g} and, opened again, {live.peak(again):.4g}")
        return
    different, most = live.differences(one, other)
    live.check(len(first) == len(again) == 2 * FRAMES and abs(late) < 1024
               and live.peak(first) > 1e-3 and different == 0,
               f"{title}: {different} of {len(first)} samples differ after it was opened again, by "
               f"{most:.2g} (0); peak {live.peak(first):.3g}, {late} frames later")
    if uri == INSTRUMENT and not plays_itself(name):
        score = folder / "score.mid"
        jalv.write_score(score, jalv.EVENTS, jalv.FRAMES)
        choice = ["-p", name] if name else ["-i", "sitar"]
        # Offline the plug-in computes at its offline quality.
        expected, _ = live.render(*choice, "--quality", "2", "--tail", "0", str(score))
        jalv.compare(title, first, expected)
    shutil.rmtree(folder, ignore_errors=True)


def presets():
    """(plug-in, name, label) of each preset in the bundle's manifest."""
    text = (BUNDLE / "manifest.ttl").read_text(encoding="utf-8")
    found = re.findall(r"<urn:jawari:preset:([^>]*)>\s*a pset:Preset ;\s*lv2:appliesTo <([^>]*)> ;"
                       r'\s*rdfs:label "([^"]*)"', text)
    return [(uri, name.rpartition(":")[2], label) for name, uri, label in found]


def main():
    live.need("ardour7-lua", "timeout")
    wanted = sys.argv[3:]
    cases = presets()
    live.check(len(cases) > 4, f"{len(cases)} presets in the manifest")
    if not wanted:
        test_session(INSTRUMENT, None, "")
        test_session(DRONE, None, "")
    for uri, name, label in cases:
        if not wanted or name in wanted:
            test_session(uri, name, label)
    return live.result()


if __name__ == "__main__":
    sys.exit(main())
