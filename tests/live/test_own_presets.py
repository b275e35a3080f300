# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Presets and ragas of one's own in the player: saved, listed, found again after a restart, and never replaced.

    test_own_presets.py
"""

import os
import pathlib
import subprocess
import sys

import live
from test_practice import Player, data, end, env, refuses
from test_screen import Terminal, ask
from test_surface import Surface, free_port

own = data / "jawari"
PRESETS = pathlib.Path(__file__).resolve().parent.parent.parent / "presets"
SOUND = ("jawari", "pluck_position", "bridge_curvature", "thread", "loss_low", "raga", "intonation")


def listed():
    lines = subprocess.run([live.PLAYER, "--list-presets"], capture_output=True, text=True, check=True, env=env).stdout
    return lines.splitlines()


def values(player):
    params = player.values("params")
    return {key: params[key] for key in SOUND}


def saved():
    """The sound of now is found again by another player, in all it kept."""
    before = listed()
    p = Player("sitar-khula", "--sa", "D", "-s", "quality=1")
    for line in ("set jawari 12.3456789", "set loss_low 1.5", "set pluck_position 0.25", "raga bhimpalasi", "set room 40"):
        p.ask(line)
    live.plays(p, 9600)
    wanted = values(p)
    live.check(p.ask("save-preset My sitar") == ["saved_preset = My sitar"], "saved")
    live.check([path.name for path in own.iterdir()] == ["My sitar.ttl"], f"one file: {list(own.iterdir())}")
    text = (own / "My sitar.ttl").read_text("utf-8")
    live.check(all(symbol not in text for symbol in ('"sa"', '"room"', '"quality"')) and '"raga"' in text and
               'jw:family "Sitar"' in text and "sitar-khula" in text, f"what it has: {text}")
    live.check(p.values("status")["preset"] == "My sitar" and values(p) == wanted, "it is played, and nothing moved")
    p.ask("preset sitar-band")
    live.check(live.wait_for(lambda: p.values("status")["preset"] == "sitar-band"), "another preset")
    p.ask("preset my sitar")
    live.check(live.wait_for(lambda: values(p) == wanted) and p.values("status")["preset"] == "My sitar",
               f"by its name: {values(p)}, not {wanted}")
    live.check(p.ask("save-preset my-sitar") == ["saved_preset = my-sitar-2"] and
               (own / "My sitar.ttl").read_text("utf-8") == text, "no preset is replaced")
    p.ask("set jawari 80")
    live.check(p.ask("replace-preset My sitar") == ["saved_preset = My sitar"] and
               '"jawari" ; pset:value 80 ' in (own / "My sitar.ttl").read_text("utf-8"), "unless one says so")
    own_texts = 'rdfs:label "My best" ;\n  rdfs:comment "As my guru plays" ;\n  jw:family "Rudra" ;\n  jw:mood "bright" , "long" ;\n  jw:author "A. Khan" ;\n  jw:program 777 ;'
    text = (own / "My sitar.ttl").read_text("utf-8")
    at = text.index("rdfs:label"), text.index("  state:state")
    (own / "My sitar.ttl").write_text(f"{text[:at[0]]}{own_texts}\n{text[at[1]:]}", "utf-8")
    p.ask("set jawari 81")
    live.check(p.ask("replace-preset my sitar") == ["saved_preset = My sitar"] and p.values("status")["preset"] == "My sitar",
               "by a name that is alike, too")
    text = (own / "My sitar.ttl").read_text("utf-8")
    live.check(own_texts in text and '"jawari" ; pset:value 81 ' in text, f"number and texts stay: {text}")
    wanted = values(p)
    p.ask("preset sitar-band")
    p.becomes("status", "preset", "sitar-band")
    p.ask("midi 176 32 6")
    p.ask("midi 192 9")  # 128 x 6 + 9
    live.check(p.becomes("status", "preset", "My sitar") == "My sitar" and live.wait_for(lambda: values(p) == wanted, 10.0), "by its number, as it was replaced")
    refuses(p, "replace-preset sitar-khula", "not a preset of your own")
    live.check(p.ask("save-preset sitar-khula") == ["saved_preset = sitar-khula-2"], "a shipped one keeps its name")
    end(p)
    p = Player("My sitar")
    live.check(p.values("status")["instrument"].startswith("sitar") and values(p) == wanted, f"after a restart: {values(p)}, not {wanted}")
    p.ask("practice save mine")
    end(p)
    p = Player("--practice", "mine")
    live.check(p.values("status")["preset"] == "My sitar" and values(p) == wanted, "in a practice set")
    end(p)
    after = listed()
    shown = [line for line in after if line not in before]
    live.check([line for line in after if line in before] == before and len(shown) == 3 and
               [line.split()[0] for line in shown] == ["777", "-", "-"], f"listed, with a number where one was given: {shown}")


def unread():
    """A file that cannot be read takes no other preset away, and is named."""
    (own / "00.ttl").write_bytes(bytes(2 << 20))
    p = Player("sitar")
    live.check(p.said("a preset is left out: ") and p.said("00.ttl"), f"named: {p.err}")
    number = next(line.split()[0] for line in listed() if line.split()[1] == "sitar-band")
    p.ask(f"midi 192 {number}")
    live.check(p.becomes("status", "preset", "sitar-band") == "sitar-band", "the others are found by their numbers")
    end(p)
    (own / "00.ttl").unlink()


def refused():
    p = Player("sitar")
    files = sorted(own.iterdir())
    for name, why in (("a/b", "no name"), (".hidden", "no name"), ("x" * 60, "no name"), ("x.ttl", "no name")):
        refuses(p, f"save-preset {name}", why)
    refuses(p, "save-preset", "save-preset NAME")
    refuses(p, "replace-preset a/b", "no name")
    live.check(sorted(own.iterdir()) == files, "no file appears")
    home = live.work / "here"
    home.mkdir()
    (home / "mine.ini").write_bytes((PRESETS / "bench.ini").read_bytes())
    p.ask(f"instrument {home / 'mine.ini'}")
    refuses(p, "save-preset of a file", "not found by its name")
    end(p)
    done = subprocess.run([live.PLAYER, "--no-ui", "-d", "none", "--save-preset", "x/y"], capture_output=True, text=True,
                          check=False, env=env, stdin=subprocess.DEVNULL)
    live.check(done.returncode == 1 and "--save-preset" in done.stderr, f"the option: {done.stderr}")
    blocked = {**env, "XDG_DATA_HOME": "/proc/none", "HOME": "relative"}
    done = subprocess.run([live.PLAYER, "--no-ui", "-d", "none", "--save-preset", "a"], capture_output=True, text=True,
                          check=False, env=blocked, stdin=subprocess.DEVNULL)
    live.check(done.returncode == 1 and len(done.stderr.splitlines()) >= 1, f"no folder: {done.stderr}")


def tonic():
    """A tanpura's preset keeps the Sa of the one that it was made of, not that of the session."""
    p = Player("tanpura-plays", "--sa", "E", "--save-preset", "drone of mine")
    live.check(p.values("status")["preset"] == "drone of mine", "the option saves, and the player plays it")
    end(p)
    p = Player("drone of mine")
    live.check(p.values("get sa")["sa"] == "2", f"C#, as tanpura-plays: {p.values('get sa')}")
    end(p)


def surface():
    port = free_port()
    p = Player("--osc", str(port))
    answer = Surface(port).ask("/jawari/save-preset", "s", "From afar", room=200)
    live.check(answer[1] == "ok" and (own / "From afar.ttl").exists(), f"by OSC: {answer}")
    end(p)


GURU = """[raga Guru Kauns]
notes = S g m d N
aroha = S g m d N S'
avaroha = S' N d m g S
first = m
intonation = g 32/27
[end]
"""


def ragas():
    """One's own ragas by command, in sessions by name, whatever else there is."""
    folder = own / "ragas"
    folder.mkdir()
    (folder / "guru.ini").write_text(GURU, "utf-8")
    p = Player("sitar")
    p.ask("raga guru kauns:own")
    raga = p.values("get raga")["raga"]
    live.check(int(raga) > 270 and p.values("get intonation")["intonation"] == "3", f"number {raga}")
    lines = p.ask("save-preset kauns")
    live.check(lines[0] == "saved_preset = kauns" and "your own raga" in lines[1], f"told what is left out: {lines}")
    live.check('"raga"' not in (own / "kauns.ttl").read_text("utf-8"), "a number would be another raga's")
    p.ask("practice save kauns")
    text = (own / "practice" / "kauns.jawari").read_text("utf-8")
    live.check("set = raga=Guru Kauns\n" in text, f"by its name: {text}")
    live.check("Guru Kauns" in p.ask("practice list")[0], "in the list of sets")
    end(p)
    (folder / "another.ini").write_text(GURU.replace("Guru Kauns", "Another"), "utf-8")
    p = Player("--practice", "kauns", "--raga", "another")
    live.check(int(p.values("get raga")["raga"]) == int(raga) + 1, "the same raga under another number")
    end(p)
    (folder / "guru.ini").write_text(GURU.replace("= S g m d N\n", "= S g m d x\n"), "utf-8")
    p = Player("sitar")
    live.check(p.said(f"{folder / 'guru.ini'}:2: notes:"), "a fault is told at the start")
    refuses(p, "practice load kauns", "unknown raga")
    end(p)
    (folder / "guru.ini").write_text(GURU, "utf-8")


def many():
    """Presets of one's own leave room for all others."""
    text = (own / "My sitar.ttl").read_bytes()
    files = [own / f"a{i:03}.ttl" for i in range(300)]
    for file in files:
        file.write_bytes(text)
    p = Player("sitar")
    live.check(p.said(" presets are left out: there is room for 256"), f"told: {p.err}")
    p.ask("midi 192 103")
    live.check(p.becomes("status", "preset", "wave-touch") == "wave-touch", "the last program of those that are shipped")
    end(p)
    for file in files:
        file.unlink()


def screen():
    t = Terminal(options=("-s", "jawari=71"))
    ask(t, "G", "Raga", "guru", r"raga Guru Kauns", "G: a raga of one's own")
    ask(t, "V", "Preset, save as", "screen", r"saved as the preset \"screen\"; not in the preset: your own raga", "V")
    t.shows(r"screen", "it is played")
    live.check((own / "screen.ttl").exists(), "saved")
    t.press("Q")
    live.check(t.end() == 0, "leaves")
    t.close()


if __name__ == "__main__":
    os.environ["XDG_DATA_HOME"] = str(data)
    saved()
    unread()
    refused()
    tonic()
    surface()
    ragas()
    many()
    screen()
    sys.exit(live.result())
