# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Practice sets: saved under a name, listed, found again by another player, whatever its options; wrong ones refused.

    test_practice.py
"""

import os
import pathlib
import resource
import subprocess
import sys

import live
from test_screen import Terminal, ask
from test_surface import Surface, free_port

data = live.work / "data"
folder = data / "jawari" / "practice"
env = {**os.environ, "XDG_CONFIG_HOME": str(live.work / "config"), "XDG_DATA_HOME": str(data)}
os.environ["XDG_DATA_HOME"] = str(data)  # For players on a terminal


class Player(live.Process):
    def __init__(self, *options, **more):
        super().__init__([live.PLAYER, "--no-ui", "-d", "none", *map(str, options)], {**env, **more}, "jawari")
        live.wait_for(lambda: self.said(" on ") or not self.alive())


def run(*options, **more):
    return subprocess.run([live.PLAYER, *options], capture_output=True, text=True, check=False, timeout=live.PATIENCE,
                          env={**env, **more})


def refuses(player, line, why):
    try:
        player.ask(line)
        live.check(False, f"{line}: not refused")
    except RuntimeError as error:
        live.check(why in str(error), f"{line}: {error}")


def end(player):
    player.ask("quit")
    live.check(player.ended() == 0, "ended")


SHARED = ("sa", "concert_pitch", "raga", "intonation", "room", "room_size", "room_width", "gain", "jawari", "pluck_position")


def state(player):
    """What a set keeps, as the player says it."""
    status = player.values("status")
    params = player.values("params")
    kept = {key: status[key] for key in ("instrument", "preset", "keys", "tala", "clock", "clock_bpm")}
    kept.update({key: value for key, value in status.items() if key.startswith(("with", "clock_count", "clock_grow"))})
    kept.update({key: params[key] for key in SHARED})
    return kept


def becomes(player, wanted, text):
    live.wait_for(lambda: state(player) == wanted, 20.0)
    got = state(player)
    differing = {key: (got[key], wanted[key]) for key in wanted if got[key] != wanted[key]}
    return live.check(not differing, f"{text}: differs in {differing}")


def whole():
    """All of it comes back in another player, with other options."""
    p = Player("sitar-khula", "--raga", "bhimpalasi", "--sa", "D", "--with", "tanpura-plays", "-s", "gain=-7")
    for line in ("with level -5", "with first ni", "with cents 3", "with tempo 66", "clock jhaptal", "clock 92.5", "clock count-in on", "clock grow 0.5 120",
                 "keys sargam", "set concert_pitch 432", "set room 30", "set room_size 12", "set room_width 20", "set jawari 12"):
        p.ask(line)
    live.plays(p, 9600)
    wanted = state(p)
    live.check(wanted["raga"] != "0" and wanted["sa"] != "0" and wanted["tala"] == "Jhaptal" and wanted["gain"] == "-7",
               f"to be saved: {wanted}")
    live.check(p.ask("practice list") == [], "no sets yet")
    p.ask("practice save Morning, slow")
    live.check((folder / "Morning, slow.jawari").exists() and len(list(folder.iterdir())) == 1,
               f"one file: {list(folder.iterdir())}")
    first = (folder / "Morning, slow.jawari").read_text()
    listed = p.ask("practice list")
    live.check(len(listed) == 1 and all(word in listed[0] for word in (
        "Morning, slow", "sitar-khula", "Sa D", "Bhimpalasi", "with tanpura-plays", "Jhaptal 92.5 bpm")), f"listed: {listed}")
    for line in ("sa none", "raga none", "with off", "clock off", "keys piano", "instrument bass"):
        p.ask(line)
    live.plays(p, 4800)
    p.ask("practice load morning slow".replace("morning slow", "Morning, slow"))
    becomes(p, wanted, "loaded in the same player")
    p.ask("practice save Morning, slow")
    live.check((folder / "Morning, slow.jawari").read_text() == first, "and saved as it was")
    for line in ("preset sitar-band", "instrument surbahar"):
        p.ask(line)
        p.becomes("get sa", "sa", wanted["sa"])
        live.check(p.values("get sa")["sa"] == wanted["sa"], f"{line}: Sa is the set's")
    end(p)
    # Another player, later, whose options say something else
    listed = run("--list-practice")
    live.check(listed.returncode == 0 and listed.stdout.startswith("Morning, slow ") and "Bhimpalasi" in listed.stdout,
               f"--list-practice: {listed.stdout}")
    for options in ((), ("--sa", "G#", "--raga", "todi", "-s", "gain=3", "-s", "room=80", "--metronome", "200"),
                    ("tanpura", "--with", "tanpura-late", "--keys", "piano")):
        p = Player(*options, "--practice", "Morning, slow")
        becomes(p, wanted, f"after a restart, {options}")
        end(p)
    p = Player("--practice", "MORNING,_slow")
    becomes(p, wanted, "found by a name that is alike")
    end(p)
    p = Player("--practice", str(folder / "Morning, slow.jawari"))
    becomes(p, wanted, "and by its path")
    end(p)
    p = Player("--quality", "auto", "--practice", "Morning, slow")
    live.check(live.wait_for(lambda: p.said("measured parts of a core")), f"the quality is measured: {p.err}")
    lines = (live.work / "config" / "jawari" / "quality.conf").read_text()
    live.check("+tanpura-plays = " in lines, f"for what the set plays: {lines}")
    end(p)
    # A set without a tonic or a raga of its own is played without those of the options.
    p = Player("sitar")
    p.ask("practice save plain")
    plain = state(p)
    end(p)
    p = Player("--sa", "F", "--raga", "yaman", "--practice", "plain")
    becomes(p, plain, "Sa and raga as built, too")
    p.ask("preset sitar-yaman")
    p.becomes("status", "preset", "sitar-yaman")
    end(p)


def wrong():
    p = Player("sitar")
    before = state(p)
    for line, why in (("practice", "practice save|load|delete NAME"), ("practice save", "practice save|load|delete NAME"),
                      ("practice list x", "practice list"), ("practice keep x", "practice save|load|delete NAME"),
                      ("practice save a/b", "no name of a practice set"), ("practice save ../x", "no name of a practice set"),
                      ("practice save .x", "no name of a practice set"), (f"practice save {'x' * 60}", "1 to 56 bytes"),
                      ("practice save a\x1b[31mb", "no name of a practice set"), ("practice delete nix", "no practice set is called"),
                      ("practice load plian", 'called "plian"; nearest: plain'),
                      ("practice load /nowhere/x.jawari", "No such file")):
        refuses(p, line, why)
    live.check(sorted(path.name for path in folder.iterdir()) == ["Morning, slow.jawari", "plain.jawari"], "nothing was made")
    text = (folder / "plain.jawari").read_text()
    lines = text.splitlines()
    def damaged(what, new, why):
        path = folder / "bad.jawari"
        path.write_bytes(new if isinstance(new, bytes) else new.encode())
        refuses(p, "practice load bad", why)
        listed = [line for line in p.ask("practice list") if line.startswith("bad ")]
        live.check(len(listed) == 1 and "unusable: " in listed[0] and "\x1b" not in listed[0], f"{what}: {listed}")
        live.check(state(p) == before, f"{what}: nothing has changed")
        path.unlink()
    for new, why in (
            ("set = gain=loud", "gain"), ("sett = gain=1", "is none of"), ("clock_tempo = 5", "from 20 to 400"),
            ("clock_tempo = nan", "from 20 to 400"), ("clock_tala = nix", "no tala is called"),
            ("clock_on = maybe", "neither yes nor no"), ("clock_growth = 99", "from -50 to 50"), ("with_level = 100", "from -60 to 12"), ("keys = organ", "none of auto"),
            ("tune = sa=9999", "not STRING=CENTS"), ("profile = 3 2, 1 2", "profile"), ("no equals", "is not KEY = VALUE"),
            ("set = gain=\x1b[2J1", "not UTF-8")):
        damaged(new, "\n".join([*lines[:3], new, *lines[3:]]), "bad.jawari:4" )
        damaged(new, "\n".join([*lines[:3], new, *lines[3:]]), why)
    damaged("no UTF-8", text.encode() + b"\xff\xfe", "UTF-8")
    damaged("zeros", bytes(2000), "bad.jawari")
    damaged("too large", b"#" * (2 << 20), "bad.jawari")
    # An instrument or a companion that is not there: refused as a whole.
    for key, name in (("instrument", "nix"), ("with", "nix")):
        path = folder / "gone.jawari"
        path.write_text("\n".join([f"{key} = {name}", *(line for line in lines if not line.startswith(f"{key} ="))]) + "\n")
        refuses(p, "practice load gone", '"nix"')
        live.check(state(p) == before, f"{key}: nothing has changed")
        path.unlink()
    (folder / "other.jawari").write_text("not a set")
    refuses(p, "practice save other", "is not a session")
    live.check((folder / "other.jawari").read_text() == "not a set", "what is no set is not replaced")
    refuses(p, "practice load other", "other.jawari:1: ")
    (folder / "other.jawari").unlink()
    p.ask("practice save plain")
    p.ask("practice save two")
    p.ask("practice delete two")
    live.check(not (folder / "two.jawari").exists(), "deleted")
    end(p)
    for name, why in (("plian", "--practice: no practice set is called"), ("/nowhere", "--practice: /nowhere: No such file")):
        done = run("--no-ui", "-d", "none", "--practice", name)
        live.check(done.returncode == 1 and why in done.stderr and done.stderr.count("\n") == 1, f"{done.stderr}")
    done = run("--list-practice", XDG_DATA_HOME="relative", HOME="")
    live.check(done.returncode == 1 and "neither XDG_DATA_HOME nor HOME" in done.stderr, f"no folder: {done.stderr}")
    done = run("--list-practice", XDG_DATA_HOME=str(live.work / "nothing"))
    live.check(done.returncode == 0 and done.stdout == "", "no sets, no lines")


def as_it_was():
    """A set that is refused leaves companion and chosen tonic alone: the next preset keeps them."""
    p = Player("sitar")
    p.ask("sa D")
    p.becomes("get sa", "sa", "3")
    before = state(p)
    path = folder / "gone.jawari"
    path.write_text("instrument = nix\nwith = tanpura-plays\nset = sa=0\n")
    refuses(p, "practice load gone", '"nix"')
    live.check(state(p) == before, f"nothing has changed: {before}, {state(p)}")
    path.unlink()
    p.ask("set jawari 12")
    p.ask("preset sitar-band")
    live.plays(p, 9600)
    live.check(p.values("get sa")["sa"] == "3", f"Sa stays the player's: {p.values('get sa')}")
    end(p)


def of_the_session():
    """A preset of another instrument, and a program of the same one, leave quality, volume and the like alone."""
    p = Player("sitar")
    wanted = {"quality": "4", "volume": "50", "expression": "90", "pan": "20"}
    for name, value in wanted.items():
        p.ask(f"set {name} {value}")
    for line in ("preset tanpura-plays", "preset tanpura-late", "instrument bass", "preset sitar-band"):
        p.ask(line)
        live.plays(p, 9600)
        params = p.values("params")
        got = {name: params[name] for name in wanted}
        live.check(got == wanted, f"{line}: {got}")
    end(p)


def at_once():
    """A preset counts at once: what is saved in the same moment has it and what was set after it."""
    done = subprocess.run([live.PLAYER, "--no-ui", "-d", "none", "sitar"], capture_output=True, text=True, check=False,
                          input="set jawari 12\npreset sitar-band\nset thread 2\npractice save at once\nquit\n", env=env,
                          timeout=live.PATIENCE)
    text = (folder / "at once.jawari").read_text()
    live.check("preset = sitar-band\n" in text and "set = thread=2\n" in text and "jawari=" not in text, f"{done.stdout}: {text}")
    (folder / "at once.jawari").unlink()


def full_disk():
    """Where nothing can be written the set is as it was, and there is no other file."""
    def no_room():
        resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16))
    before = (folder / "plain.jawari").read_text()
    done = subprocess.run([live.PLAYER, "--no-ui", "-d", "none", "sitar"], capture_output=True, text=True, check=False,
                          input="set gain -9\npractice save plain\npractice save new\nquit\n", env=env,
                          timeout=live.PATIENCE, preexec_fn=no_room)
    live.check(done.stdout.count("error: ") == 2 and "too large" in done.stdout, f"a full disk: {done.stdout}")
    live.check((folder / "plain.jawari").read_text() == before, "the set is whole")
    live.check(not [path for path in folder.iterdir() if "plain" not in path.name and "Morning" not in path.name],
               f"and no half of one: {sorted(path.name for path in folder.iterdir())}")


RAGA = """[raga Test Kauns]
notes = S g m d n
aroha = S g m d n S'
avaroha = S' n d m g S
intonation = g {}
[end]
"""


def own_raga():
    """A changed file of one's own ragas is heard when the raga is chosen again; what is playing stays."""
    ragas = data / "jawari" / "ragas"
    ragas.mkdir(parents=True)
    file = ragas / "test.ini"
    p = Player("sitar")
    refuses(p, "raga test kauns", "unknown raga")

    def hz():
        return float(p.values("status")["string_" + ga].split()[3])
    ga = next(key[7:] for key, value in p.values("status").items()
              if key.startswith("string_") and value.split()[0] == "taraf-5")
    for text, ratio in (("300.0", 2 ** (300 / 1200)), ("250.0", 2 ** (250 / 1200))):
        file.write_text(RAGA.format(text))
        p.ask("raga test kauns:own")
        live.plays(p, 9600)
        wanted = 138.591 * ratio
        live.check(live.wait_for(lambda: abs(hz() / wanted - 1.0) < 2e-3, 20.0), f"g {text}: {hz()} Hz, {wanted:.3f}")
    file.write_text(RAGA.format("x"))
    live.check(live.wait_for(lambda: p.said("test.ini:5: "), 20.0), f"a fault is told: {p.err}")
    p.ask("raga test kauns:own")
    live.check(sum("test.ini:5: " in line for line in p.err) == 1, f"once: {p.err}")
    file.unlink()
    refuses(p, "raga test kauns", "unknown raga")
    live.check(abs(hz() / wanted - 1.0) < 2e-3, "what is playing stays")
    end(p)
    ragas.rmdir()


def surface():
    port = free_port()
    p = Player("--osc", port, "sitar")
    surface = Surface(port)
    live.check(surface.ask("/jawari/practice/save", "s", "by OSC")[1] == "ok" and (folder / "by OSC.jawari").exists(),
               "saved by OSC")
    p.ask("sa F")
    live.check(surface.ask("/jawari/practice/load", "s", "by OSC")[1] == "ok", "loaded")
    p.becomes("get sa", "sa", "0")
    live.check(p.values("get sa")["sa"] == "0", "as it was")
    live.check(surface.ask("/jawari/practice/save/12")[1] == "ok" and
               surface.ask("/jawari/practice/load", "i", 12)[1] == "ok", "a number is a name")
    live.check(surface.ask("/jawari/practice/delete/12", "f", 0.0)[1] == "ok" and (folder / "12.jawari").exists(),
               "a button let go does nothing")
    live.check(surface.ask("/jawari/practice/delete/12", "f", 1.0)[1] == "ok" and not (folder / "12.jawari").exists(),
               "pressed, it does")
    lines, how, _ = surface.ask("/jawari/practice/list", room=2000)
    live.check(how == "ok" and any(line.startswith("by OSC ") for line in lines), f"listed: {lines}")
    live.check(surface.ask("/jawari/practice/load", "s", "nix", room=200)[1] == "error", "refused")
    end(p)


def undo():
    """Ten steps back, of controls and presets; what is moved without a rest is one step."""
    port = free_port()
    p = Player("--osc", port, "sitar")
    refuses(p, "undo", "nothing to undo")
    def rests():
        """Longer than the half second that ends a step."""
        live.plays(p, 48000)
    first = p.values("params")
    for value in range(10, 40):
        p.ask(f"set jawari {value}")
    rests()
    p.ask("set gain -9")
    rests()
    p.ask("preset sitar-band")
    p.becomes("status", "preset", "sitar-band")
    rests()
    p.ask("set thread 2")
    rests()
    p.ask("instrument tanpura")
    rests()
    p.ask("tune sa=12")
    for line, check_it in ((
            "the strings' tuning", lambda: True), ("sitar-band again", lambda: p.values("status")["preset"] == "sitar-band"
            and p.values("get thread")["thread"] == "2"), ("thread is 1 again", lambda: p.values("get thread")["thread"] == "1"),
            ("sitar.ini again", lambda: p.values("status")["preset"] == "" and p.values("get gain")["gain"] == "-9"
             and p.values("get jawari")["jawari"] == "39"),
            ("gain is", lambda: p.values("get gain")["gain"] == first["gain"]),
            ("jawari is", lambda: p.values("params") == first)):
        answer = p.ask("undo")
        live.check(len(answer) == 1 and line.replace("sitar.ini", "sitar") in answer[0], f"undo: {answer}")
        live.check(live.wait_for(check_it, 10.0), f"after {answer}: {p.values('status')['preset']}, {p.values('params')['jawari']}")
    refuses(p, "undo", "nothing to undo")
    for value in (3, 5):
        p.ask(f"set sa {value}")
        rests()
    live.check(p.ask("undo") == ["undone = sa: D again"] and len(p.ask("undo")) == 1, "a note has its name")
    for value in range(12):
        p.ask(f"set thread {1 + value / 10:g}")
        rests()
    surface = Surface(port)
    answers = [surface.ask("/jawari/undo", "f", 1.0, room=200)[1] for _ in range(12)]
    live.check(answers == ["ok"] * 10 + ["error"] * 2, f"ten steps by OSC: {answers}")
    live.check(p.values("get thread")["thread"] == "1.1", f"and no more: {p.values('get thread')}")
    end(p)


PRESET = """@prefix jw: <urn:jawari:> .
@prefix lv2: <http://lv2plug.in/ns/lv2core#> .
@prefix pset: <http://lv2plug.in/ns/ext/presets#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix state: <http://lv2plug.in/ns/ext/state#> .
<urn:jawari:preset:four> a pset:Preset ; lv2:appliesTo jw:instrument ; state:state [ jw:instrumentFile "sitar.ini" ] ;
  rdfs:label "four" ; rdfs:comment "Sa is E" ; lv2:port [ lv2:symbol "sa" ; pset:value 4 ] .
"""


def undo_of_presets():
    """Undo chooses no tonic, leaves quality and volume alone, and goes past a preset that is gone."""
    for name in ("four", "gone"):
        (data / "jawari" / f"{name}.ttl").write_text(PRESET, "utf-8")
    p = Player("tanpura-plays")
    def rests():
        live.plays(p, 48000)
    def plays(line, preset):
        p.ask(line)
        live.check(p.becomes("status", "preset", preset) == preset, f"{line}: {preset}")
        rests()
    first = p.values("get sa")["sa"]
    rests()
    p.ask("set sa 5")
    rests()
    p.ask("undo")
    live.check(p.becomes("get sa", "sa", first) == first, f"Sa is {first} again")
    plays("preset four", "four")
    live.check(p.values("get sa")["sa"] == "4", f"and not chosen: a preset brings its own: {p.values('get sa')}")
    p.ask("set thread 2")
    rests()
    plays("preset gone", "gone")
    plays("preset sitar-band", "sitar-band")
    p.ask("set quality 1")
    p.ask("set volume 50")
    (data / "jawari" / "gone.ttl").unlink()
    refuses(p, "undo", "left out")
    plays("undo", "four")
    now = p.values("params")
    live.check((now["thread"], now["quality"], now["volume"]) == ("2", "1", "50"), f"quality and volume stay: {now}")
    end(p)
    (data / "jawari" / "four.ttl").unlink()


def screen():
    t = Terminal(options=("--raga", "malkauns", "--sa", "E"))
    ask(t, "A", "Practice set, save as", "night", r"saved as the practice set .night.", "A: saved under a name")
    ask(t, "G", "Raga", "none", r"raga none", "something else")
    ask(t, "E", "Practice set", "nig", r"Sa E  raga Malkauns", "E: back by a part of its name")
    t.press("A")
    t.shows(r"save as: night_", "A: the same name is offered")
    t.press("\r")
    t.shows(r"saved over the practice set .night.", "and that it replaces is told")
    ask(t, "G", "Raga", "yaman", r"raga Yaman", "another raga")
    t.press("Z")
    t.shows(r"raga Malkauns", "Z: undone")
    t.press("A\x15a/b\r")
    t.says("no name of a practice set", "a wrong name is told")
    t.press("Q")
    live.check(t.end() == 0, "leaves")
    t.close()
    live.check("raga=" in (folder / "night.jawari").read_text(), "the file is there")
    t = Terminal(options=("--practice", "night"))
    t.shows(r"Sa E  raga Malkauns", "after a restart")
    t.press("Q")
    t.end()
    t.close()


def main():
    whole()
    wrong()
    as_it_was()
    of_the_session()
    at_once()
    full_disk()
    own_raga()
    surface()
    undo()
    undo_of_presets()
    screen()
    live.check(not [path for path in pathlib.Path(folder).iterdir() if path.suffix != ".jawari"], "nothing else is there")
    return live.result()


if __name__ == "__main__":
    sys.exit(main())
