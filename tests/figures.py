#!/usr/bin/env python3
"""Recomputes figures that examples expect, from Newton's and Euler's laws body by body, without coordinates, energies or multipliers.

usage: figures.py TOOL

- the excavator: angles and accelerations from the cylinders' lengths by series in time, then moments about one hinge after the other
- the car with ABS on a road that is half ice: forces and moments on car and wheels, steps of Runge and Kutta
- the balls: Coulomb's friction in steps, and the elastic blow of three balls from momentum and energy
"""
import cmath
import json
import math
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
G = 9.81


# --- The excavator ---

class Jet:
    """A complex number that depends on time: its value and its first and second derivative."""

    def __init__(self, x, v=0, a=0):
        self.x, self.v, self.a = x, v, a

    def __add__(self, o):
        o = jet(o)
        return Jet(self.x + o.x, self.v + o.v, self.a + o.a)

    def __mul__(self, o):
        o = jet(o)
        return Jet(self.x * o.x, self.x * o.v + self.v * o.x, self.x * o.a + 2 * self.v * o.v + self.a * o.x)

    __radd__, __rmul__ = __add__, __mul__

    def __sub__(self, o):
        return self + -1 * jet(o)

    def __rsub__(self, o):
        return -1 * self + o

    def of(self, f, f1, f2):
        return Jet(f, f1 * self.v, f1 * self.a + f2 * self.v ** 2)


def jet(x):
    return x if isinstance(x, Jet) else Jet(x)


def turned(a):
    """exp(i a)"""
    e = cmath.exp(1j * a.x)
    return a.of(e, 1j * e, -e)


def size(z):
    """|z|, as a jet."""
    square = Jet((z.x * z.x.conjugate()).real, 2 * (z.x.conjugate() * z.v).real, 2 * ((z.x.conjugate() * z.a).real + abs(z.v) ** 2))
    r = math.sqrt(square.x)
    return square.of(r, 1 / (2 * r), -1 / (4 * r ** 3))


def hinge(P, Q, p, q, side):
    """The place at distance p of P and q of Q, to the left (1) or right (-1) of the way from P to Q."""
    d = size(Q - P)
    inverse = d.of(1 / d.x, -1 / d.x ** 2, 2 / d.x ** 3)
    along = (d * d + p * p - q * q) * inverse * 0.5
    square = p * p - along * along
    r = math.sqrt(square.x)
    across = square.of(r, 1 / (2 * r), -1 / (4 * r ** 3))
    return P + (along + 1j * side * across) * (Q - P) * inverse


def ramp(t, start, end):
    u = (t - start) / (end - start)
    if not 0 < u < 1:
        return Jet(float(u >= 1))
    s = 1 / (end - start)
    return Jet(u ** 3 * (10 - 15 * u + 6 * u * u), 30 * u * u * (1 - u) ** 2 * s, 60 * u * (1 - u) * (1 - 2 * u) * s * s)


def cross(a, b):
    return (a.conjugate() * b).imag


def excavator(t):
    """Forces of the three cylinders."""
    foot = jet(1.8j)
    lift = 2.63 - 0.5 * ramp(t, 0, 3) + 0.57 * ramp(t, 7, 10)
    crowd = 2.91 - 0.62 * ramp(t, 0, 3) + 0.81 * ramp(t, 3, 7) - 0.26 * ramp(t, 10, 13)
    curl = 2.53 - 0.07 * ramp(t, 0, 3) + 0.35 * ramp(t, 4, 8) - 0.5 * ramp(t, 11, 14)
    base = jet(0.6 + 1.2j)

    eye = hinge(foot, base, abs(2.6 - 0.1j), lift, 1)          # on the boom, where the cylinder lifts
    e1 = (eye - foot) * (1 / (2.6 - 0.1j))
    tip1, crowd_base = foot + 5.7 * e1, foot + (3 + 0.6j) * e1
    lever = hinge(tip1, crowd_base, abs(-0.8 + 0.2j), crowd, -1)
    e2 = (lever - tip1) * (1 / (-0.8 + 0.2j))
    tip2, knee, curl_base = tip1 + 2.9 * e2, tip1 + 2.5 * e2, tip1 + (0.2 + 0.5j) * e2
    rocker = hinge(knee, curl_base, 0.6, curl, -1)
    horn = hinge(tip2, rocker, abs(0.1 + 0.45j), 0.6, -1)
    e3 = (horn - tip2) * (1 / (0.1 + 0.45j))
    teeth = tip2 + 1.5 * e3

    def rod(start, e, length, mass):
        """Its weight and inertia: force at its middle and moment, as if at rest."""
        middle, alpha = start + (length / 2) * e, (e.a / e.x).imag
        return [(middle.x, mass * (-1j * G - middle.a))], -mass * length ** 2 / 12 * alpha
    load = -1j * 1200 * G * (ramp(t, 4, 8).x - ramp(t, 12, 14).x)
    soil = -40e3 * max(-teeth.x.imag, 0) * teeth.v / math.hypot(abs(teeth.v), 0.1)
    forces3, couple3 = rod(tip2, e3, 1.5, 700)
    forces3 += [((tip2 + 0.75 * e3).x, load), (teeth.x, soil)]
    forces2, couple2 = rod(tip1, e2, 2.9, 800)
    forces1, couple1 = rod(foot, e1, 5.7, 1500)

    def about(P, forces, couple):
        return couple + sum(cross(at - P.x, F) for at, F in forces)

    def per_newton(P, on, beyond):
        """Moment about P of a push of 1 N on a place, from another one."""
        u = (on.x - beyond.x) / abs(on.x - beyond.x)
        return cross(on.x - P.x, u), u
    arm, u = per_newton(tip2, horn, rocker)
    coupler = -about(tip2, forces3, couple3) / arm                 # pushes the bucket
    arm, _ = per_newton(knee, rocker, curl_base)
    curl_force = -cross(rocker.x - knee.x, -coupler * u) / arm     # the rocker has no mass
    arm, _ = per_newton(tip1, lever, crowd_base)
    crowd_force = -about(tip1, forces3 + forces2, couple3 + couple2) / arm
    arm, _ = per_newton(foot, eye, base)
    lift_force = -about(foot, forces3 + forces2 + forces1, couple3 + couple2 + couple1) / arm
    return lift_force, crowd_force, curl_force


# --- The car ---

M, J, I, A, B, W, R, T, MOST = 1400, 2200, 1.2, 1.2, 1.5, 0.75, 0.3, 0.025, 1500
PLACES = [complex(A, W), complex(A, -W), complex(-B, W), complex(-B, -W)]
LOADS = [M * G / 2 * (B if p.real > 0 else A) / (A + B) for p in PLACES]


def grip(left, s):
    return 0.05 * (1 - math.exp(-306.39 * s)) - 0.001 * s if left else 1.2801 * (1 - math.exp(-23.99 * s)) - 0.52 * s


def tyre(i, v, yaw, r, spin, steer):
    """Force on a wheel in space, its moment on the wheel, and its slip."""
    u = cmath.exp(1j * yaw)
    hub = v + 1j * r * PLACES[i] * u
    along = u * cmath.exp(1j * steer) if i < 2 else u
    slide = hub - R * spin * along
    slip = abs(slide) / abs(hub)
    F = -LOADS[i] * grip(i in (0, 2), slip) * slide / (abs(slide) + 1e-9)
    return F, -R * (F * along.conjugate()).real, slip


def rates(y, valves):
    _, v, yaw, r, spins, moments = y
    steer, force, couple, turning = -2 * yaw - 0.4 * r, 0, 0, []
    for i in range(4):
        F, moment, _ = tyre(i, v, yaw, r, spins[i], steer)
        force += F
        couple += cross(PLACES[i] * cmath.exp(1j * yaw), F)
        turning.append((moment - moments[i]) / I)              # no wheel stops
    return v, force / M, r, couple / J, turning, [(valve * MOST - m) / T for valve, m in zip(valves, moments)]


def moved(y, k, h):
    return tuple([a + h * b for a, b in zip(x, d)] if isinstance(x, list) else x + h * d for x, d in zip(y, k))


def step(y, valves, h):
    k1 = rates(y, valves)
    k2 = rates(moved(y, k1, h / 2), valves)
    k3 = rates(moved(y, k2, h / 2), valves)
    k4 = rates(moved(y, k3, h), valves)
    for k, part in ((k1, h / 6), (k2, h / 3), (k3, h / 3), (k4, h / 6)):
        y = moved(y, k, part)
    return y


def switched(y, valves):
    _, v, yaw, r, spins, _ = y
    slips = [tyre(i, v, yaw, r, spins[i], -2 * yaw - 0.4 * r)[2] for i in range(4)]
    return [1 if s < 0.08 else 0 if s > 0.12 else old for s, old in zip(slips, valves)]


def car(parts):
    """Way, time, way aside, and the greatest yaw to the right in degrees, with so many steps each 5 ms."""
    y, valves, h, n, yaws = (0j, 20 + 0j, 0.0, 0.0, [20 / R] * 4, [0.0] * 4), [1] * 4, 0.005 / parts, 0, []
    while True:
        if n % parts == 0:
            valves = switched(y, valves)
        before, y, n = y, step(y, valves, h), n + 1
        yaws.append(y[2])
        if abs(y[1]) < 5:
            break
    low, high = 0.0, h
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if abs(step(before, valves, middle)[1]) > 5 else (low, middle)
    y = step(before, valves, low)
    k = min(range(1, len(yaws) - 1), key=lambda i: yaws[i])
    a, b, c = yaws[k - 1:k + 2]
    least = b - (c - a) ** 2 / (8 * (a - 2 * b + c))
    return y[0].real, (n - 1) * h + low, y[0].imag, math.degrees(least)


# --- The balls ---

BALL, MU = 0.0286, 0.2


def roll(v, w, until, parts=2000):
    """Speed and way of a ball on the cloth that begins with this speed and spin about the horizontal axes (complex numbers)."""
    slip, way = v + 1j * BALL * w, 0                # slip of the lowest point: v - R (w x up)
    h = until / parts
    for _ in range(parts):
        if abs(slip) < 1e-12:
            way += h * v
            continue
        a = -MU * G * slip / abs(slip)              # of the centre; its moment changes the slip by 5/2 of that
        dt = min(h, abs(slip) / (7 / 2 * MU * G))
        way += dt * v + a * dt * dt / 2
        v, slip = v + a * dt, slip + 7 / 2 * a * dt
        way += (h - dt) * v
    return v, way


def balls():
    """Speeds of the cue ball and of the left one at last, and the way of the ball that swerves."""
    v, c = 2.0, math.cos(math.radians(30))
    p = 2 * v * c / (2 * c * c + 1)                 # blow on each over its mass: v^2 = (v - 2 p c)^2 + 2 p^2
    cue, _ = roll(v - 2 * p * c, 1j * v / BALL, 2)
    left, _ = roll(p * cmath.exp(1j * math.radians(30)), 0, 2)
    _, way = roll(v, (4 + 1j * v) / BALL, 2)
    return cue.real, abs(left), left.imag, way


# --- Beside what the examples expect ---

def compared(tool, name, own):
    """How many of the figures differ from what the example expects, or from what it comes to; own: (figure, tolerance), in order."""
    done = subprocess.run([tool, "run", "--json", f"examples/{name}.lgr"], cwd=ROOT, capture_output=True, timeout=300, check=False)
    rows, wrong = json.loads(done.stdout)["expect"], 0
    for row, (figure, tolerance) in zip(rows, own, strict=False):
        if not (abs(row["right"] - figure) <= tolerance and abs(row["left"] - figure) <= tolerance):
            print(f"FAIL {name}: {row['text']}: computed here {figure!r}, by the tool {row['left']!r}")
            wrong += 1
    return wrong + (len(rows) < len(own))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    tool = str(pathlib.Path(sys.argv[1]).resolve())
    way, time, aside, yaw = car(10)
    cue, left, leftward, swerved = balls()
    wrong = compared(tool, "machine/excavator", [(force, 1e-6) for force in excavator(5.5) + excavator(12.5)])
    wrong += compared(tool, "vehicle/abs-split", [(way, 1e-7), (time, 1e-8), (aside, 1e-7), (math.radians(yaw), 1e-8)])
    wrong += compared(tool, "contact/billiards", [(cue, 1e-7), (left, 1e-7), (leftward, 1e-7), (swerved.real, 1e-7), (swerved.imag, 1e-7)])
    print(f"figures: {wrong} of 15 differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
