# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""jawari-fit --tune: an edited instrument plays at once, untuned, with one line that says so, and is in tune after the
command; the result does not depend on the number of processors; what cannot be done is said in one line, and nothing
is lost.

    test_tune.py JAWARI_FIT JAWARI_RENDER TEST_PITCH TEST_HEARD_PITCH BOX.ini [SITAR.ini]

With a sitar: its bridge is edited, and it is tuned on two processors within half a minute.
"""

import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from support import checks  # noqa: E402

FIT, RENDER, PITCH, HEARD_PITCH, BOX = sys.argv[1:6]
check = checks.check


def run(*args, cwd=None, preexec_fn=None):
    done = subprocess.run([*map(str, args)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=cwd,
                          preexec_fn=preexec_fn)
    return done.returncode, done.stdout, done.stderr


def box(radius=900, frets="0 7"):
    text = pathlib.Path(BOX).read_text(encoding="utf-8")
    # Pulled less far than in the file, so that soft and firm strokes differ less than a listener lets pass.
    text = text.replace("frets = chromatic 12", f"frets = {frets}").replace("pluck_mm = 3", "pluck_mm = 1.5")
    return text.replace("radius_mm = 900", f"radius_mm = {radius}")


def remark(path):
    """What is said of an instrument besides its figures, by --check and by a rendering."""
    status, said, error = run(RENDER, "--check", path)
    check(status == 0 and not error, f"{path}: {status} {error}")
    lines = [line for line in said.splitlines() if "--tune" in line]
    status, _, error = run(RENDER, "-i", path, "--note", "D3:64:0.1", "-t", 0, path.parent / "note.wav")
    warned = [line for line in error.splitlines() if "--tune" in line]
    check(status == 0 and len(lines) <= 1 and [line.split(": ", 2)[2] for line in warned] == lines,
          f"{path}: said once by each: {lines} {error}")
    return lines[0] if lines else ""


def in_tune(path):
    return run(PITCH, 1, 0, path)[0] == 0 and run(HEARD_PITCH, 1, path)[0] == 0


def tune(path, **options):
    status, said, error = run(FIT, "--tune", path, **options)
    check(status == 0 and not error and said.startswith(f"{path.parent / 'tuned' / path.name}: 2 tones of Box tuned"),
          f"{status} {said}{error}")
    return (path.parent / "tuned" / path.name).read_bytes()


def test_edit(folder):
    path = folder / "box.ini"
    path.write_text(box(), encoding="utf-8")
    said = remark(path)
    check(said == f"{path}: plays untuned: it has no tuned file; jawari-fit --tune {path} tunes it", said)
    check(run(PITCH, 1, 0, path)[0] != 0, "it is out of tune")
    first = tune(path)
    check(not remark(path), "nothing is said of what is tuned")
    check(in_tune(path), "it is in tune")
    one = {min(os.sched_getaffinity(0))}
    check(tune(path, preexec_fn=lambda: os.sched_setaffinity(0, one)) == first, "the same on one processor")
    path.write_text(box(radius=500), encoding="utf-8")
    said = remark(path)
    check(said == f"{path}: plays untuned: it was changed after it was tuned; jawari-fit --tune {path} tunes it", said)
    check(run(PITCH, 1, 0, path)[0] != 0, "an edited bridge is out of tune")
    check(tune(path) != first, "another bridge, other cents")
    check(not remark(path) and in_tune(path), "it is in tune again")
    path.write_text("; By hand\n" + box(radius="5e2"), encoding="utf-8")
    check(not remark(path), "a comment leaves it tuned")
    check(sorted(p.name for p in folder.iterdir()) == ["box.ini", "note.wav", "tuned"] and
          [p.name for p in (folder / "tuned").iterdir()] == ["box.ini"], "no other file")


def test_data_set(folder):
    """A data set that is resumed renders again what was tuned in the meantime, and keeps the rest."""
    path, manifest = folder / "box.ini", folder / "notes.jsonl"
    path.write_text(box(frets="0"), encoding="utf-8")
    manifest.write_text(f'{{"id": "a", "instrument": "{path}", "note": "D3", "held": 0.1, "seconds": 0.2}}\n', encoding="utf-8")

    def render():
        status, said, error = run(RENDER, "--manifest", manifest, "--output-dir", folder / "set", "--resume")
        check(status == 0, f"{status} {error}")
        return said

    check(" 1 rendered (1 with warnings), 0 kept" in render() and " 0 rendered, 1 kept" in render(), "a result is kept")
    check(run(FIT, "-q", "--tune", path)[0] == 0, "it is tuned")
    check(" 1 rendered, 0 kept" in render() and " 0 rendered, 1 kept" in render(), "another tuning is another sound")


def test_old(folder):
    """An old file, which has its cents in it, plays by these until it is tuned."""
    path = folder / "old.ini"
    path.write_text(box().replace("frets = 0 7", "frets = 0 7\nwrap_cents = 40 40"), encoding="utf-8")
    check(not remark(path) and not in_tune(path), "it plays by its own cents")
    status, said, _ = run(FIT, "--tune", path)
    check(status == 0 and said.count("\n") == 2 and "have no effect any more" in said, said)
    check(not remark(path) and in_tune(path), "and then by those that were measured")


def test_refused(folder):
    good, rock, moved = folder / "good.ini", folder / "rock.ini", folder / "moved.ini"
    moved.write_text(box().replace("[end]", "[set]\njawari = 20\n[end]"), encoding="utf-8")
    good.write_text(box(), encoding="utf-8")
    rock.write_text(box().replace("pitch = D3", "tension_n = 60"), encoding="utf-8")
    check(not remark(rock), "a string that keeps its tension is not untuned")
    other, blocked = folder / "other", folder / "blocked"
    for place in (other, blocked):
        place.mkdir()
        (place / "x.ini").write_text(box(), encoding="utf-8")
    (other / "tuned").mkdir()
    (other / "tuned" / "x.ini").write_text("; of mine\n", encoding="utf-8")
    (blocked / "tuned").write_text("no folder\n", encoding="utf-8")
    cases = [
        (["--tune"], 2, "--tune"),
        (["--tune", good, "-o", folder / "y.ini"], 2, "--output has no meaning with --tune"),
        (["--tune", good, "--like", "sitar"], 2, "--like has no meaning with --tune"),
        (["--tune", good, "soft.wav"], 2, "soft.wav"),
        (["--tune", folder / "none.ini"], 1, "none.ini: No such file"),
        (["--tune", "no-such-instrument"], 1, "no-such-instrument"),
        (["--tune", rock], 1, "all strings keep their tension"),
        (["--tune", moved], 1, "its [set] moves parameters"),
        (["--tune", other / "x.ini"], 1, "x.ini: the file exists and is not a tuned file"),
        (["--tune", blocked / "x.ini"], 1, "tuned"),
    ]
    before = sorted(path for path in folder.rglob("*"))
    for args, want, text in cases:
        status, said, error = run(FIT, *args)
        check(status == want and text in error and error.count("\n") == 1 and not said, f"{args}: {status} {error}")
    check(before == sorted(path for path in folder.rglob("*")), "a file was left")
    check((other / "tuned" / "x.ini").read_text(encoding="utf-8") == "; of mine\n", "what is not ours stays")
    (folder / "tuned").mkdir()
    (folder / "tuned" / "good.ini").write_text("[tuned]\nformat = 1\nmade_form = 0\n\n[end]\n", encoding="utf-8")
    status, said, error = run(RENDER, "--check", good)
    check(status == 1 and "tuned/good.ini:3: [tuned] has no key 'made_form'" in error and not said, f"{status} {error}")


def test_stopped(folder):
    """A signal ends it; nothing is written, and the folder is as it was."""
    path = folder / "box.ini"
    path.write_text(box(frets="chromatic 24"), encoding="utf-8")
    fit = subprocess.Popen([FIT, "--tune", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + 60.0
    while not list(folder.glob("tuned/.jawari-*")) and time.monotonic() < until:
        time.sleep(0.01)
    fit.send_signal(signal.SIGINT)
    said, error = fit.communicate(timeout=60)
    check(fit.returncode == 1 and error == "jawari-fit: interrupted\n" and not said, f"{fit.returncode} {said}{error}")
    check([p.name for p in folder.iterdir()] == ["box.ini"], "the folder is as it was")


def test_sitar(folder):
    path = folder / "sitar.ini"
    text = pathlib.Path(sys.argv[6]).read_text(encoding="utf-8")
    edited = re.sub(r"^radius_mm = ([\d.]+)", lambda m: f"radius_mm = {0.8 * float(m[1])}", text, count=1, flags=re.M)
    check(edited != text, "a bridge is edited")
    path.write_text(edited, encoding="utf-8")
    check("plays untuned: it has no tuned file" in remark(path), "it plays untuned")
    two = set(sorted(os.sched_getaffinity(0))[:2])
    # Processor time, as the processors may have other things to do
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    status, said, error = run(FIT, "--tune", path, preexec_fn=lambda: os.sched_setaffinity(0, two))
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    print(f"{said.strip()}; {seconds:.1f} s of processor")
    check(status == 0 and not error, f"{status} {error}")
    check(seconds < 2 * 30.0, f"{seconds:.1f} s of processor: too long for half a minute on two")
    check(not remark(path) and run(PITCH, 5, 0, path)[0] == 0 and run(HEARD_PITCH, 5, path)[0] == 0, "it is in tune")


def main():
    for test in (test_sitar,) if len(sys.argv) > 6 else (test_edit, test_data_set, test_old, test_refused, test_stopped):
        with tempfile.TemporaryDirectory() as name:
            test(pathlib.Path(name))
    return checks.result()


if __name__ == "__main__":
    sys.exit(main())
