# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The pinned beam with a stop, solved the plainest way.

RK4 in modes with a small step; a step that ends beyond the stop is halved until the
time of its impact is found. While the beam sticks the same steps are taken with the
force that cancels the acceleration at the stop. No series and no polynomials.
"""

import math


class Beam:
    def __init__(self, modes=4, position=0.4, damping=3.0, force=57.0, frequency=0.7, gap=0.0,
                 restitution=0.5, epsilon=1e-6, bent=False, step=4e-5):
        rank = range(1, modes + 1)
        self.shape = [math.sqrt(2) * math.sin(j * math.pi * position) for j in rank]
        self.square = [(j * math.pi)**4 for j in rank]
        self.force = [force * math.sqrt(2) * (1 - math.cos(j * math.pi)) / (j * math.pi)
                      for j in rank]
        self.n2 = sum(w * w for w in self.shape)
        self.damping, self.gap, self.restitution = damping, gap, restitution
        self.epsilon, self.step = epsilon, step
        self.drive = frequency * math.pi**2
        self.x = [3 / math.sqrt(2) if bent and j == 1 else 0.0 for j in rank]
        self.v = [0.0] * modes
        self.t, self.last = 0.0, -math.inf
        self.sticks = False
        self.impacts, self.sticking, self.releases = [], [], []

    def free(self, t, x, v):
        drive = math.sin(self.drive * t)
        return [f * drive - self.damping * b - s * a
                for f, s, a, b in zip(self.force, self.square, x, v)]

    def reaction(self, t, x, v):
        """The force that holds the beam on the stop."""
        return -sum(w * a for w, a in zip(self.shape, self.free(t, x, v))) / self.n2

    def slope(self, t, x, v):
        a = self.free(t, x, v)
        if self.sticks:
            hold = -sum(w * b for w, b in zip(self.shape, a)) / self.n2
            a = [b + w * hold for w, b in zip(self.shape, a)]
        return v, a

    def after(self, h):
        t, x, v = self.t, self.x, self.v

        def at(s, k):
            return [a + s * b for a, b in zip(x, k[0])], [a + s * b for a, b in zip(v, k[1])]

        k1 = self.slope(t, x, v)
        k2 = self.slope(t + h / 2, *at(h / 2, k1))
        k3 = self.slope(t + h / 2, *at(h / 2, k2))
        k4 = self.slope(t + h, *at(h, k3))
        return [[a + h / 6 * (p + 2 * q + 2 * r + s) for a, p, q, r, s in
                 zip(start, k1[m], k2[m], k3[m], k4[m])] for m, start in ((0, x), (1, v))]

    def distance(self, x):
        return sum(w * a for w, a in zip(self.shape, x)) + self.gap

    def wrong(self, h, state):
        """The step goes through the stop, or the stop would have to pull."""
        if self.sticks:
            return self.reaction(self.t + h, *state) < 0
        return self.distance(state[0]) < 0

    def go(self, h):
        """A step of h at most, up to the first event in it; True if there is one."""
        state = self.after(h)
        if not self.wrong(h, state):
            self.x, self.v = state
            self.t += h
            return False
        low, high = 0.0, h
        while high - low > 1e-16 + 1e-13 * high:
            middle = 0.5 * (low + high)
            if self.wrong(middle, self.after(middle)):
                high = middle
            else:
                low = middle
        self.x, self.v = self.after(low)
        self.t += low
        return True

    def strike(self):
        speed = sum(w * b for w, b in zip(self.shape, self.v))
        rest = self.t - self.last < self.epsilon
        change = -(1 + (0 if rest else self.restitution)) * speed / self.n2
        self.v = [b + w * change for w, b in zip(self.shape, self.v)]
        self.impacts.append((self.t, speed))
        self.last = self.t
        if rest:
            self.sticking.append(self.t)
            self.sticks = True

    def run(self, t_end):
        while self.t < t_end:
            if not self.go(min(self.step, t_end - self.t)):
                continue
            if self.sticks:
                self.releases.append(self.t)
                self.sticks = False
                self.go(1e-7)  # off the stop, where rounding has it
            else:
                self.strike()
        return self
