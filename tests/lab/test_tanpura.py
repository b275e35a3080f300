# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The jvari of van Walstijn, Bridges and Mehes' tanpura string, 48 kHz and one step a sample."""

import wave

from lab import Check, Run, Table, work_folder

check = Check()
keep, folder = work_folder()


def cents_free(name, got, want, share):
    check.near(name, got, want, share * want)


# ---- The published string ----

path = folder / "c3.wav"
run = Run("tanpura", "--wav", path, "--csv", folder / "c3.csv")
check.equal("exit", run.code, 0)
# Prototype in double precision, 192 kHz and 48 kHz alike: formant, power above the 8th partial.
for t, formant, share in [("0.25", 2496, -11.0), ("0.5", 2379, -4.3), ("1", 1957, -2.3)]:
    cents_free(f"formant at {t} s", run[f"formant_{t}_hz"], formant, 0.05)
    check.near(f"power at {t} s", run[f"hf_{t}_db"], share, 2)
# Read off the published sound.
check.near("published, power at 0.05 s", run["hf_0.05_db"], -38.7, 2)
check.near("published, power at 1 s", run["hf_1_db"], -2.0, 2)
for t, formant in [("0.25", 2500), ("0.5", 2400)]:
    cents_free(f"published, formant at {t} s", run[f"formant_{t}_hz"], formant, 0.05)
check.that(run["formant_0.25_hz"] > run["formant_0.5_hz"] > run["formant_1_hz"] >
           run["formant_1.5_hz"], "the formant falls")
check.below("through the bridge", run["penetration_max"], 1e-15)
check.below("energy from nowhere", run["energy_excess_max"], 1e-12)
check.that(Table(folder / "c3.csv").finite, "finite")

with wave.open(str(path)) as sound:
    check.equal("wav", (sound.getframerate(), sound.getnchannels(), sound.getsampwidth(),
                        sound.getnframes()), (48000, 1, 3, 168000))
    raw = sound.readframes(sound.getnframes())
samples = [int.from_bytes(raw[i:i + 3], "little", signed=True) for i in range(0, len(raw), 3)]
check.near("its peak", max(map(abs, samples)) / 2**23, 0.5, 1e-6)

# ---- Converged: finer steps, other rates ----

for more in [["--oversample", 2], ["--oversample", 4], ["--sample-rate", 44100],
             ["--sample-rate", 96000]]:
    other = Run("tanpura", *more)
    worst = max(abs(other[f"hf_{t}_db"] - run[f"hf_{t}_db"]) for t in ["0.25", "0.5", "1", "2"])
    check.below(f"{more}: power, largest difference in dB", worst, 0.5)

# ---- As published: the thread further back, no stiffness, no thread ----

far = Run("tanpura", "--thread-position", 0.008)
cents_free("thread at 8 mm: formant at 0.5 s", far["formant_0.5_hz"], 1830, 0.05)
check.near("  power at 2 s", far["hf_2_db"], -2.6, 2)
check.that(far["formant_0.25_hz"] < run["formant_0.25_hz"] and
           far["hf_0.5_db"] < run["hf_0.5_db"] - 3 and far["hf_2_db"] > run["hf_2_db"],
           "  the sweep is lower and later")
limp = Run("tanpura", "--EI", 0)
check.that(limp["hf_0.25_db"] < run["hf_0.25_db"] - 8 and limp["hf_0.5_db"] < run["hf_0.5_db"] - 8,
           f"EI = 0: no packet, {limp['hf_0.25_db']:.1f} dB at 0.25 s")
check.that(3200 < limp["centroid_0.25_hz"], f"  centroid {limp['centroid_0.25_hz']:.0f} Hz")
bare = Run("tanpura", "--thread-position", 0)
cents_free("no thread: formant at 0.25 s", bare["formant_0.25_hz"], 3300, 0.05)
check.that(bare["hf_0.1_db"] > run["hf_0.1_db"] + 3 and bare["hf_0.25_db"] > run["hf_0.25_db"] + 3,
           "  harsher")
slack = Run("tanpura", "--thread-stiffness", 0, "--thread-damping", 0)
check.equal("a thread that does nothing is none", slack["hf_1_db"], bare["hf_1_db"])
free = Run("tanpura", "--bridge-position", 0, "--thread-position", 0)
check.below("no bridge: power at 1 s", free["hf_1_db"], -90)

# ---- Bad input ----

for arguments, word in [(["--wav", folder / "x.doc"], ".wav"), (["--wav", "/no/such/x.wav"], "/no"),
                        (["--thread-position", -1], "--thread-position"),
                        (["--sample-rate", 1], "--sample-rate"), (["--oversample", 0], "--over")]:
    check.refused(Run("tanpura", *arguments), word)
check.end()
