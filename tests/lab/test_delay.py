# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Impact as a delay equation: Szalai's kernel, and impacts with a finite force."""

import math

from lab import LONG, Check, Run, Table, work_folder

check = Check()
keep, folder = work_folder()


def kernel(*arguments):
    run = Run("delay-kernel", *arguments)
    check.equal(f"exit of {run.line}", run.code, 0)
    return run


def impact(*arguments):
    run = Run("delay-impact", *arguments)
    check.equal(f"exit of {run.line}", run.code, 0)
    return run


# ---- The jump of the kernel, by formula ----

for body, impedance in [("timoshenko", math.sqrt(1200)), ("string", 2.0)]:
    for damping in (0, 0.01, 0.1, 0.5, 0.9):
        want = 2 * math.acos(damping) / (math.pi * impedance * math.sqrt(1 - damping**2))
        got = kernel("--beam", body, "--damping", damping)["L_plus"]
        check.near(f"{body}, D = {damping}: L+", got, want, 1e-15)
check.near("L+ of D = 0.1", kernel()["L_plus"], 0.0271628291, 1e-10)
check.equal("Euler-Bernoulli: L+", kernel("--beam", "euler-bernoulli")["L_plus"], 0)

# ---- Its values ----

for tau, want in [("5e-4", 0.031153), ("1e-2", 0.112202)]:
    check.near(f"Timoshenko, L2({tau})", kernel("--tau", tau)["L2"], want, 1e-6)
    many = kernel("--tau", tau, "--modes", 8000)
    check.near(f"Timoshenko, 8000 modes, L2({tau})", many["L2"], want, 1e-6)
check.near("20 modes at 3.5e-5", kernel("--modes", 20, "--tau", 3.5e-5)["L2"], 0.0018, 5e-5)
for tau, want in [(1e-4, 0.0148), (1e-3, 0.0440)]:
    got = kernel("--beam", "euler-bernoulli", "--tau", tau)["L2"]
    check.near(f"Euler-Bernoulli, L2({tau})", got, want, 5e-5)
got = [kernel("--beam", "euler-bernoulli", "--tau", tau)["L2"] for tau in (1e-6, 4e-6)]
check.near("it goes as the root of tau", got[1] / got[0], 2, 0.01)
# Before the wave is back from the other end, the sum has no more than its lag.
for tau in (1e-4, 2e-4, 1e-3) if LONG else (1e-4,):
    got = [kernel("--tau", tau, "--modes", n)["L2"] for n in (15000, 40000)]
    check.near(f"L2({tau}) does not depend on the modes", got[0], got[1], 0.001 * got[1])

# The undamped string's has a closed form until the wave is back: 1/2 - pi^2/4 tau (1 - tau).
for tau in (1e-4, 1e-3, 1e-2, 0.1, 0.4, 0.73):
    want = 0.5 - math.pi**2 / 4 * tau * (1 - tau)
    got = kernel("--beam", "string", "--damping", 0, "--tau", tau)["L2"]
    check.near(f"string, L2({tau})", got, want, 0.01 * abs(want))

# Modes by a sum rule: the static compliance at the tip is 1/3 + 1/(beta gamma).
run = kernel("--modes", 20000)
check.near("Timoshenko, omega_1", run["omega_1"], 3.507539, 1e-6)
check.near("tip compliance", run["L_infinity"] / run["omega_1"]**2, 1 / 3 + 1 / 1200, 1e-7)
run = kernel("--beam", "euler-bernoulli", "--modes", 2000)
check.near("slender, omega_1", run["omega_1"], 3.5160152685, 1e-10)
check.near("slender tip compliance", run["L_infinity"] / run["omega_1"]**2, 1 / 3, 1e-9)
run = kernel("--beam", "string", "--modes", 200000)
check.near("string compliance", run["L_infinity"] / run["omega_1"]**2, 1 / 4, 1e-6)

# L_2 in full, by another road: the velocity that a unit force makes, from the modes of the
# slender beam, in the moving frame of its first mode (SZ 4 with the projection written out).


def slender_kernel(tau, damping, n_modes, steps=4000):
    """d/d tau of it integrated numerically, from the definition of L."""
    modes = []
    for j in range(n_modes):
        k = (j + 0.5) * math.pi
        for _ in range(60):
            k -= (math.cos(k) + 1 / math.cosh(k)) / (-math.sin(k) - math.tanh(k) / math.cosh(k))
        modes.append(k * k)
    first = modes[0]
    final = 4 * sum(first**2 / w**2 for w in modes)

    def rate(theta):
        """V exp(R Q theta) (0, n), second component: n.n and what n.v gains."""
        total = 4.0 * n_modes
        for w in modes[1:]:
            a, b = damping * w, w * math.sqrt(1 - damping**2)
            e, c, s = math.exp(-a * theta), math.cos(b * theta), math.sin(b * theta)
            x = e * s / b                                # impulse response
            area = (1 - e * (c + a / b * s)) / w**2      # its integral
            total += 4 * ((first**2 - w**2) * area + 2 * damping * (first - w) * x)
        return total - final

    h = tau / steps  # Simpson
    return h / 3 * sum((1 if i in (0, steps) else 4 if i % 2 else 2) * rate(i * h)
                       for i in range(steps + 1))


for tau, damping in [(0.02, 0.1), (0.3, 0.1), (0.05, 0.4), (0.1, 0.0)]:
    got = kernel("--beam", "euler-bernoulli", "--modes", 6, "--damping", damping, "--tau", tau)
    check.near(f"from the definition, tau {tau}, D {damping}", got["L2"],
               slender_kernel(tau, damping, 6), 1e-9)

# The curves are finite.
path = folder / "kernel.csv"
kernel("--csv", path)
check.that(Table(path).finite and len(Table(path).rows) == 400, "the curve")

# ---- The forced impact (Figs. 3-4) ----

run = impact("--t-end", 1, "--tau", 1e-2)
check.near("its kernel", run["L2"], 0.112202, 1e-6)
check.near("and the jump of that", run["L_plus"], 0.0271628291, 1e-10)
check.equal("contacts by t = 1", run["contacts"], 2)
check.near("first contact", run["contact_1"], 0.578260, 1e-6)
check.near("and its end", run["release_1"], 0.673566, 1e-4)
check.near("its impulse", run["impulse_1"], 0.97651, 1e-3)

# Half the step, a quarter of the error: it has converged.
steps = [impact("--t-end", 0.8, "--method", "delay", "--step", step)
         for step in ("8e-5", "4e-5", "1e-5")]
for name in ("contact_1", "release_1", "contact_2", "release_2", "impulse_1", "impulse_2"):
    error = [abs(run[name] - steps[2][name]) for run in steps[:2]]
    check.below(f"{name}, step 4e-5", error[1], 3e-5)
    check.that(error[1] <= 0.6 * error[0] or error[0] < 1e-7,
               f"{name}: error {error[0]:.2g} at 8e-5, {error[1]:.2g} at 4e-5")

# The periodic state.
path = folder / "impact.csv"
run = impact("--csv", path)
check.near("period", run["period"], 2 * 2 * math.pi / 13, 1e-9)
check.equal("contacts in it", run["period_contacts"], 2)
check.near("duration of the long one", run["period_duration"], 0.05636, 1e-5)
check.near("speed on entry", run["period_velocity"], -1.5512, 2e-4)
table = Table(path)
check.that(table.finite and min(table["contact_force"]) >= 0, "a force that never pulls")
check.that(min(table["y"]) >= -0.0500002, f"never through the stop: {min(table['y'])}")

# What the contact force adds up to is what restitution needs, any of it: the sum of a
# finite number of modes' many impacts.
for restitution in (0, 0.5, 0.8) if LONG else (0.5,):
    run = impact("--t-end", 1, "--restitution", restitution, "--modes", 40)
    for i in (1, 2):
        check.near(f"R = {restitution}: impulse {i}", run[f"cor_impulse_{i}"], run[f"impulse_{i}"],
                   0.01)
    check.near(f"R = {restitution}: first impact", run["cor_impact_1"], run["contact_1"], 1e-8)

# ---- The string: force 2 v0 cos(pi t) for half its round trip ----

for speed in (1, 2.5) if LONG else (1,):
    path = folder / "string.csv"
    run = impact("--beam", "string", "--velocity", -speed, "--csv", path)
    check.equal("one contact", run["contacts"], 1)
    check.near("from the start", run["contact_1"], 0, 1e-9)
    check.near("to 1/2", run["release_1"], 0.5, 1e-4)
    check.near("impulse 2 v0/pi", run["impulse_1"], 2 * speed / math.pi, 1e-3 * speed)
    table = Table(path)
    worst = max(abs(f - 2 * speed * math.cos(math.pi * t))
                for t, f in zip(table["t"], table["contact_force"]) if 0.005 < t < 0.499)
    check.below(f"force, v0 = {speed}", worst, 0.005 * speed)

# ---- Other cases, and what is refused ----

for damping in (0, 0.02, 0.5, 0.9) if LONG else (0.02,):
    run = impact("--damping", damping, "--t-end", 0.65, "--method", "delay")
    table_ok = all(math.isfinite(v) for v in run.keys.values())
    check.that(table_ok, f"D = {damping}: {run['contacts']:.0f} contacts")
run = impact("--beam", "euler-bernoulli", "--t-end", 0.7)
check.that("L_plus = 0" in run.message and run["cor_impacts"] > 0, "slender: restitution only")
run = impact("--displacement", 0, "--velocity", 0, "--force", 0, "--t-end", 0.3)
check.equal("nothing happens", (run["contacts"], run["cor_impacts"]), (0, 0))
check.refused(Run("delay-impact", "--beam", "euler-bernoulli", "--method", "delay"), "L_plus = 0")
check.refused(Run("delay-impact", "--displacement", -0.06), "infeasible", "-0.06")
check.refused(Run("delay-impact", "--step", 1e-7, "--t-end", 100), "too long")
check.refused(Run("delay-impact", "--damping", 1), "--damping")
check.refused(Run("delay-impact", "--beam", "rod"), "--beam")
check.refused(Run("delay-kernel", "--tau", 0), "--tau")
check.refused(Run("delay-kernel", "--modes", 0), "--modes")
check.refused(Run("delay-kernel", "--damping", -0.1), "--damping")
check.end()
