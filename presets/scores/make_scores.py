# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Writes the scores of the demonstration.

    python3 make_scores.py FOLDER

demo_tanpura.mid: Pa Sa Sa SA seven times, in 2-1-1-2 counts, the pedal down: every string rings
until it is plucked again. Written in C, for strings in C, and tuned to C sharp (RPN 2).
demo_sitar.mid: Yaman over it, Sa = C sharp. First a slow phrase, whose meend are pitch bends over a
range of an octave (RPN 0), some after the stroke, some pulled before it; then the pulse of a jor,
strokes out and in by turns and the chikari between them; at last a jhala.
demo_jawari.mid: a tone of the sitar over and over while controller 79 closes its jawari.
All are Standard MIDI Files of type 0; a beat is a second.
"""

import math
import pathlib
import sys

TICKS_PER_SECOND = 480
BEND_SEMITONES = 12
BEND_STEP_S = 0.02
ROUNDS = 7
STROKES = 12

# Degrees of Yaman in semitones over Sa, and the middle Sa as a MIDI key.
SA = 61
NI_LOW, RE, GA, MA_SHARP, PA, DHA = -1, 2, 4, 6, 7, 9

# Keys of the sitar's map: strokes by turns, both chikari.
ALTERNATE, CHIKARI = 26, 35


class Score:
    """Timed MIDI messages of one channel."""

    def __init__(self, title):
        self.title = title
        self.messages = []  # (second, order at that second, bytes)

    def add(self, second, order, *message):
        self.messages.append((second, order, bytes(message)))

    def controller(self, second, number, value):
        self.add(second, 0, 0xB0, number, value)

    def bend(self, second, semitones):
        value = min(16383, 8192 + round(8192 * semitones / BEND_SEMITONES))
        self.add(second, 1, 0xE0, value & 127, value >> 7)

    def note(self, second, key, velocity, duration):
        self.add(second, 2, 0x90, key, velocity)
        self.add(second + duration, 0, 0x90, key, 0)

    def registered(self, parameter, value):
        """RPN 0 is the bend range in semitones, RPN 2 the tuning in semitones from 64."""
        for number, data in [(101, 0), (100, parameter), (6, value), (38, 0), (101, 127), (100, 127)]:
            self.controller(0.0, number, data)

    def meend(self, second, start, end, duration):
        """Glides from one bend to another, slow at both ends as a pulling hand is."""
        steps = max(1, round(duration / BEND_STEP_S))
        for step in range(1, steps + 1):
            part = 0.5 - 0.5 * math.cos(math.pi * step / steps)
            self.bend(second + duration * step / steps, start + (end - start) * part)

    def to_bytes(self):
        track = meta(0, 0x03, self.title.encode("ascii"))
        track += meta(0, 0x51, (1000000).to_bytes(3, "big"))
        now, status = 0, None
        for second, _, message in sorted(self.messages, key=lambda m: (m[0], m[1])):
            tick = round(second * TICKS_PER_SECOND)
            track += variable_length(tick - now)
            track += message[1:] if message[0] == status else message
            now, status = tick, message[0]
        track += meta(0, 0x2F, b"")
        header = b"MThd" + bytes([0, 0, 0, 6, 0, 0, 0, 1]) + TICKS_PER_SECOND.to_bytes(2, "big")
        return header + b"MTrk" + len(track).to_bytes(4, "big") + track


def variable_length(value):
    data = [value & 127]
    while value > 127:
        value >>= 7
        data.insert(0, 128 | value & 127)
    return bytes(data)


def meta(delta, kind, data):
    return variable_length(delta) + bytes([0xFF, kind]) + variable_length(len(data)) + data


def tanpura():
    score = Score("Tanpura")
    score.registered(2, 64 + 1)
    score.controller(0.0, 64, 127)
    count = 0.75
    for cycle in range(ROUNDS):
        for counts, key in [(0, SA - 1 - 17), (2, SA - 1 - 12), (3, SA - 1 - 12), (4, SA - 1 - 24)]:
            score.note((6 * cycle + counts) * count, key, 88, 0.5 * count)
    score.controller(6 * ROUNDS * count + 3.5, 64, 0)
    return score


def sitar():
    score = Score("Sitar")
    score.registered(0, BEND_SEMITONES)
    score.bend(0.0, 0.0)

    # Ni Re Ga, then Ga pulled to Ma and back.
    score.note(3.0, SA + NI_LOW, 84, 0.75)
    score.note(3.75, SA + RE, 90, 0.75)
    score.note(4.5, SA + GA, 104, 2.25)
    score.meend(5.3, 0, 2, 0.35)
    score.meend(5.9, 2, 0, 0.45)

    # Re pulled beforehand at the fret of Sa and let down to it.
    score.bend(6.75, 2)
    score.note(6.75, SA, 96, 2.05)
    score.meend(7.2, 2, 0, 0.6)

    # Pa, up to Dha and back; Ma Ga.
    score.note(8.8, SA + PA, 108, 1.7)
    score.meend(9.3, 0, DHA - PA, 0.3)
    score.meend(9.9, DHA - PA, 0, 0.3)
    score.note(10.5, SA + MA_SHARP, 92, 0.45)
    score.note(10.95, SA + GA, 92, 0.55)

    # From Re up to Ma on one stroke, down to Ga.
    score.note(11.5, SA + RE, 112, 2.0)
    score.meend(11.8, 0, MA_SHARP - RE, 0.5)
    score.meend(12.6, MA_SHARP - RE, GA - RE, 0.4)

    # From Ni up to Re on one stroke, and home to Sa with a shake.
    score.bend(13.5, 0)
    score.note(13.5, SA + NI_LOW, 100, 1.5)
    score.meend(13.8, 0, RE - NI_LOW, 0.5)
    score.bend(15.0, 0)
    score.note(15.0, SA, 110, 2.9)
    for shake in range(3):
        score.meend(15.7 + 0.5 * shake, 0, 1, 0.25)
        score.meend(15.95 + 0.5 * shake, 1, 0, 0.25)
    score.note(17.0, CHIKARI, 60, 0.2)
    jor(score, 18.0)
    return score


def jor(score, second):
    """Strokes in an even pulse, a chikari stroke for every None; ends on Sa."""
    score.note(second - 0.1, ALTERNATE, 100, 0.05)
    slow = [NI_LOW, RE, GA, None, MA_SHARP, GA, RE, None, GA, MA_SHARP, DHA, None, PA, None, None, None,
            MA_SHARP, GA, RE, None, NI_LOW, RE, 0, None]
    for i, degree in enumerate(slow):
        second = stroke(score, second, degree, 100 if i % 4 == 0 else 84, 0.28)
    for degree in [0, NI_LOW, RE, 0]:
        for part in [degree, None, None, None]:
            second = stroke(score, second, part, 104, 0.15)
    score.note(second, SA + GA, 108, 0.6)
    score.meend(second + 0.1, 0, 2, 0.15)
    score.meend(second + 0.35, 2, 0, 0.2)
    score.note(second + 0.6, SA + RE, 96, 0.4)
    score.note(second + 1.0, SA, 112, 4.0)
    for part in range(3):
        score.note(second + 1.3 + 0.06 * part, CHIKARI, 80 - 10 * part, 0.05)


def stroke(score, second, degree, velocity, step):
    """Adds a stroke, on the chikari if there is no degree; returns when the next one comes."""
    if degree is None:
        score.note(second, CHIKARI, velocity - 28, 0.05)
    else:
        score.note(second, SA + degree, velocity, 0.9 * step)
    return second + step


def jawari():
    score = Score("Jawari")
    for i in range(STROKES):
        score.controller(0.9 * i, 79, round(127 * i / (STROKES - 1)))
        score.note(0.9 * i, SA, 104, 0.85)
    return score


def main(arguments):
    if len(arguments) != 1:
        print("usage: make_scores.py FOLDER", file=sys.stderr)
        return 2
    folder = pathlib.Path(arguments[0])
    scores = [("demo_tanpura.mid", tanpura()), ("demo_sitar.mid", sitar()), ("demo_jawari.mid", jawari())]
    for name, score in scores:
        (folder / name).write_bytes(score.to_bytes())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
