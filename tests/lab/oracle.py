# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""A small string above rigid points, solved the plainest way.

RK4 in grid values with a small step; a point that has gone below is brought back
by halving the step until the time of its impact is found. Nothing in common
with the program: no modes, no series, no polynomials. For R = 0 a point that
stays is held by leaving out its acceleration.
"""

import math


class String:
    def __init__(self, points, heights, gamma, damping, restitution, amplitude=0.05):
        n = points
        self.n, self.heights = n, heights  # {point from 1: height}
        self.gamma, self.damping, self.restitution = gamma, damping, restitution
        phi = [[math.sqrt(2) * math.sin(j * i * math.pi / (n + 1)) for i in range(1, n + 1)]
               for j in range(1, n + 1)]
        self.stiffness = [[sum(phi[j][i] * (math.pi * (j + 1))**2 * phi[j][k] for j in range(n))
                           / (n + 1) for k in range(n)] for i in range(n)]
        self.p = [amplitude * math.sin(math.pi * i / (n + 1)) for i in range(1, n + 1)]
        self.v = [0.0] * n
        self.t = 0.0
        self.held = set()
        self.impacts = []  # (t, point, velocity before)

    def forces(self, p, v):
        """Free accelerations."""
        kp = [sum(a * b for a, b in zip(row, p)) for row in self.stiffness]
        tension = 1 + self.gamma * sum(a * b for a, b in zip(kp, p)) / (self.n + 1)
        return [-tension * a - self.damping * b for a, b in zip(kp, v)]

    def slope(self, p, v):
        a = self.forces(p, v)
        return v, [0.0 if i + 1 in self.held else x for i, x in enumerate(a)]

    def after(self, h):
        """State one RK4 step h on."""
        p, v = self.p, self.v

        def at(s, k):
            return [x + s * d for x, d in zip(p, k[0])], [x + s * d for x, d in zip(v, k[1])]

        k1 = self.slope(p, v)
        k2 = self.slope(*at(h / 2, k1))
        k3 = self.slope(*at(h / 2, k2))
        k4 = self.slope(*at(h, k3))
        return tuple([x + h / 6 * (a + 2 * b + 2 * c + d)
                      for x, a, b, c, d in zip(s, k1[m], k2[m], k3[m], k4[m])]
                     for m, s in ((0, p), (1, v)))

    def below(self, p):
        return [i for i, height in self.heights.items()
                if i not in self.held and p[i - 1] < height]

    def release(self):
        a = self.forces(self.p, self.v)
        for i in [i for i in self.held if a[i - 1] > 0]:
            self.held.remove(i)

    def strike(self, i):
        before = self.v[i - 1]
        if before >= 0:
            return
        self.impacts.append((self.t, i, before))
        self.v[i - 1] = -self.restitution * before
        self.p[i - 1] = max(self.p[i - 1], self.heights[i])
        if self.restitution == 0 and self.forces(self.p, self.v)[i - 1] <= 0:
            self.held.add(i)

    def step(self, h):
        """Goes h on, through every impact on the way."""
        end = self.t + h
        while self.t < end:
            h = end - self.t
            p, v = self.after(h)
            if self.below(p):
                low, high = 0.0, h
                for _ in range(60):
                    middle = (low + high) / 2
                    if self.below(self.after(middle)[0]):
                        high = middle
                    else:
                        low = middle
                p, v = self.after(high)
                h = high
            self.p, self.v = list(p), list(v)
            self.t = end if h == end - self.t else self.t + h
            for i in self.below(self.p):
                self.strike(i)
        self.release()

    def midpoint(self):
        """For an odd number of points."""
        return self.p[self.n // 2]

    def energy(self):
        kp = [sum(a * b for a, b in zip(row, self.p)) for row in self.stiffness]
        stretch = sum(a * b for a, b in zip(kp, self.p)) / (self.n + 1)
        kinetic = sum(x * x for x in self.v) / (self.n + 1)
        return kinetic / 2 + stretch / 2 + self.gamma * stretch**2 / 4
