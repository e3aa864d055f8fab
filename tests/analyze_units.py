#!/usr/bin/env python3
"""Analyses models in many units: lengths, times and masses a billionth and a billion times as large change numbers and
nothing that is said. Each of these machines stands for a family: optical traps, planets, ripples, tops, circuits of
control. Nor does it matter where a machine stands.

usage: analyze_units.py TOOL [MODEL ...]
"""
import json
import pathlib
import subprocess
import sys
import tempfile

SECONDS = 60
UNITS = [(1, 1, 1), (1e-6, 1, 1), (1e6, 1, 1), (1, 1e-9, 1), (1, 1e3, 1), (1, 1, 1e-24), (1e6, 1e3, 1e-24),
         (3.7e4, 7.3e-5, 2.9e11), (1e13, 1, 1)]  # lengths, times, masses

# Dimensions of parameters: powers of length, time and mass.
LENGTH, TIME, MASS = (1, 0, 0), (0, 1, 0), (0, 0, 1)
SPEED, ACCELERATION, RATE = (1, -1, 0), (1, -2, 0), (0, -1, 0)
STIFFNESS, ENERGY, FORCE, DAMPING, INERTIA = (0, -2, 1), (2, -2, 1), (1, -2, 1), (0, -1, 1), (2, 0, 1)
ATTRACTION = (3, -2, 0)

# Per model: parameters with their dimensions, the text, and what has to be said: kinds of constraints, conserved
# quantities, and for each equilibrium or steady motion its stability, with "family" where it is one of a family.
MODELS = {
    "ripples": (
        {"p": (0.003, LENGTH), "h": (0.002, LENGTH), "x0": (0, LENGTH), "v0": (0.005, SPEED), "m": (0.01, MASS)},
        """coord x = x0, y = 0
initial x' = v0
particle f: mass m at [x, y]
constraint profile: y' = h/p*cos(x/p)*x'
""",
        ['profile integrable'], ['energy'],
        ['undecided family']),
    "ripples with weight": (
        {"p": (0.003, LENGTH), "h": (0.002, LENGTH), "x0": (0.0007, LENGTH), "v0": (0.005, SPEED), "m": (0.01, MASS), "g": (9.81, ACCELERATION)},
        """coord x = x0, y = 0
initial x' = v0
gravity g
particle f: mass m at [x, y]
constraint profile: y' = h/p*cos(x/p)*x'
""",
        ['profile integrable'], ['energy'],
        ['stable', 'unstable']),
    "trap without depth": (
        {"U": (4e-21, ENERGY), "w": (4e-07, LENGTH), "x0": (1e-07, LENGTH), "m": (1e-16, MASS)},
        """coord x = x0, y = 0, z = 0
particle b: mass m at [x, y, z]
potential V = -U*exp(-(x^2 + y^2)/w^2)
""",
        [], ['energy', 'momentum of z', 'angular momentum (x, y)'],
        ['stable family']),
    "optical trap": (
        {"U": (4e-21, ENERGY), "w": (4e-07, LENGTH), "zr": (8e-07, LENGTH), "x0": (1e-07, LENGTH), "m": (1e-16, MASS)},
        """coord x = x0, y = 0, z = 0
particle b: mass m at [x, y, z]
potential V = -U*exp(-(x^2 + y^2)/w^2 - z^2/zr^2)
""",
        [], ['energy', 'angular momentum (x, y)'],
        ['stable']),
    "bead beside a trap": (
        {"U": (4e-21, ENERGY), "w": (4e-07, LENGTH), "x0": (1e-07, LENGTH), "x1": (2e-06, LENGTH), "m": (1e-16, MASS)},
        """coord x = x0, y = 0
particle b: mass m at [x, y]
potential V = -U*exp(-((x - x1)^2 + y^2)/w^2)
""",
        [], ['energy', 'angular momentum (x, y)'],
        ['stable']),
    "sun and earth": (
        {"GM": (1.327e+20, ATTRACTION), "m1": (2e+30, MASS), "m2": (6e+24, MASS), "r": (150000000000.0, LENGTH), "v": (29780, SPEED)},
        """coord x1 = 0, y1 = 0, x2 = r, y2 = 0
initial y2' = v
particle sun: mass m1 at [x1, y1]
particle earth: mass m2 at [x2, y2]
potential W = -GM*m2/sqrt((x1-x2)^2 + (y1-y2)^2)
""",
        [], ['energy', 'linear momentum along x', 'linear momentum along y', 'angular momentum (x, y)', 'Galilei boost along x', 'Galilei boost along y'],
        []),
    "fixed sun": (
        {"GM": (1.327e+20, ATTRACTION), "m2": (6e+24, MASS), "r": (150000000000.0, LENGTH), "v": (29780, SPEED)},
        """coord x2 = r, y2 = 0
initial y2' = v
particle earth: mass m2 at [x2, y2]
potential W = -GM*m2/sqrt(x2^2 + y2^2)
""",
        [], ['energy', 'angular momentum (x2, y2)'],
        ['stable']),
    "orbit": (
        {"GM": (1.327e+20, ATTRACTION), "m2": (6e+24, MASS), "r0": (150000000000.0, LENGTH), "w0": (1.9e-07, RATE)},
        """coord r = r0, phi = 0
initial phi' = w0
particle earth: mass m2 at r*dir(phi)
potential W = -GM*m2/r
""",
        [], ['energy', 'momentum of phi'],
        ['stable']),
    "double pendulum": (
        {"l": (1, LENGTH), "m": (2, MASS), "g": (9.81, ACCELERATION)},
        """coord a = 0.5, b = -0.3
gravity g
let P = l*[sin(a), -cos(a)]
particle one: mass m at P
particle two: mass 1.5*m at P + 0.8*l*[sin(b), -cos(b)]
""",
        [], ['energy'],
        ['stable', 'unstable', 'unstable', 'unstable']),
    "sleigh": (
        {"a": (0.2, LENGTH), "m": (2, MASS), "J": (0.1, INERTIA), "v0": (1, SPEED)},
        """coord x = 0, y = 0, th = 0.3
initial x' ~ v0
kinetic T = m*((x' - a*sin(th)*th')^2 + (y' + a*cos(th)*th')^2)/2 + J*th'^2/2
constraint edge: y'*cos(th) = x'*sin(th)
""",
        ['edge nonholonomic'], ['energy'],
        ['asymptotically stable', 'undecided family', 'unstable']),
    "rolling disc": (
        {"R0": (0.3, LENGTH), "m": (2, MASS), "J": (0.1, INERTIA), "v0": (1, SPEED), "g": (9.81, ACCELERATION)},
        """coord x = 0, y = 0, th = 0.3, ph = 0
initial ph' ~ v0/R0
kinetic T = m*(x'^2+y'^2)/2 + J*(th'^2 + ph'^2)/2
constraint r1: x' = R0*cos(th)*ph'
constraint r2: y' = R0*sin(th)*ph'
""",
        ['r1 nonholonomic', 'r2 nonholonomic'], ['energy', 'momentum of th'],
        ['undecided family', 'undecided family', 'undecided family']),
    "disc on a line": (
        {"R0": (0.3, LENGTH), "m": (2, MASS), "J": (0.1, INERTIA), "v0": (1, SPEED)},
        """coord x = 0, ph = 0
initial x' = v0
kinetic T = m*x'^2/2 + J*ph'^2/2
constraint r1: x' = R0*ph'
""",
        ['r1 integrable'], ['energy', 'momentum of x and ph together', 'Galilei boost of x and ph together'],
        ['stable', 'undecided family']),
    "hoop": (
        {"R0": (0.5, LENGTH), "m": (1, MASS), "g": (9.81, ACCELERATION), "W": (5, RATE)},
        """coord theta = 0.3
gravity g
particle bead: mass m at R0*[sin(theta)*cos(W*t), sin(theta)*sin(W*t), -cos(theta)]
""",
        [], ['Jacobi integral'],
        ['stable', 'stable', 'unstable', 'unstable']),
    "three-fold well": (
        {"m": (1, MASS), "k": (2, STIFFNESS), "l": (1, LENGTH)},
        """coord x = 0.1*l, y = 0.05*l
initial x' = 0.1*l*sqrt(k/m)
kinetic T = m*(x'^2 + y'^2)/2
potential V = k*(x^2 + y^2)/2 + k/l*(x^2*y - y^3/3)
""",
        [], ['energy'],
        ['stable', 'unstable', 'unstable', 'unstable']),
    "oscillator": (
        {"m": (1, MASS), "k": (2, STIFFNESS), "l": (1, LENGTH)},
        """coord x = 0.1*l, y = 0.3*l
initial x' = 0.2*l*sqrt(k/m)
kinetic T = m*(x'^2 + y'^2)/2
potential V = k*(x^2 + y^2)/2
""",
        [], ['energy', 'angular momentum (x, y)', 'energy of x', 'energy of y'],
        ['stable', 'stable']),
    "two oscillators": (
        {"m": (1, MASS), "k": (2, STIFFNESS), "l": (1, LENGTH)},
        """coord x = 0.1*l, y = 0.3*l
kinetic T = m*(x'^2 + y'^2)/2
potential V = k*(x^2 + 2*y^2)/2
""",
        [], ['energy', 'energy of x', 'energy of y'],
        ['stable']),
    "toda": (
        {"m": (1, MASS), "E0": (2, ENERGY), "a": (0.3, LENGTH)},
        """coord x1 = 0, x2 = 0.1*a, x3 = -0.2*a
kinetic T = m*(x1'^2 + x2'^2 + x3'^2)/2
potential V = E0*(exp((x1-x2)/a) + exp((x2-x3)/a) + exp((x3-x1)/a))
""",
        [], ['energy', 'momentum of x1, x2 and x3 together', 'Galilei boost of x1, x2 and x3 together'],
        ['undecided family']),
    "pendulum in the plane": (
        {"l": (1, LENGTH), "m": (2, MASS), "g": (9.81, ACCELERATION)},
        """coord x ~ 0.6*l, y ~ -0.8*l
gravity g
particle bob: mass m at [x, y]
constraint rod: x^2 + y^2 = l^2
""",
        ['rod holonomic'], ['energy'],
        ['stable', 'unstable']),
    "pendulum in space": (
        {"l": (1, LENGTH), "m": (2, MASS), "g": (9.81, ACCELERATION)},
        """coord x ~ 0, y ~ 0, z ~ -l
gravity g
particle bob: mass m at [x, y, z]
constraint rod: x^2 + y^2 + z^2 = l^2
""",
        ['rod holonomic'], ['energy', 'angular momentum (x, y)'],
        ['stable', 'unstable']),
    "cart": (
        {"l": (1, LENGTH), "m": (2, MASS), "g": (9.81, ACCELERATION)},
        """coord x = 0, th = 0.2
gravity g
particle cart: mass m at [x, 0]
particle bob: mass m/2 at [x + l*sin(th), -l*cos(th)]
""",
        [], ['energy', 'momentum of x', 'Galilei boost of x'],
        ['stable family', 'unstable family']),
    "control": (
        {"m": (1, MASS), "k": (3, STIFFNESS), "T0": (1, TIME), "x1": (1, LENGTH), "c": (2, DAMPING), "F0": (0.5, FORCE)},
        """coord x = 0.3*x1, z = 0
particle p: mass m at [x, 0]
constraint integrator: z' = (x - x1)/T0
force load: [F0 - k*(x - x1) - 0.6*k*z - c*x', 0] at [x, 0]
""",
        ['integrator nonholonomic'], [],
        ['asymptotically stable']),
    "floor": (
        {"m": (1, MASS), "g": (9.81, ACCELERATION), "r": (0.1, LENGTH)},
        """coord x = 0, y = 0
gravity g
particle p: mass m at [x, y]
contact floor: y >= 0
""",
        ['floor holonomic'], ['energy', 'momentum of x'],
        ['undecided family']),
    "two wells": (
        {"m": (1, MASS), "k": (2, STIFFNESS), "l": (0.7, LENGTH)},
        """coord x = 0.3*l
kinetic T = m*x'^2/2
potential V = -k*x^2/2 + k/l^2*x^4/4
""",
        [], ['energy'],
        ['stable', 'stable', 'unstable']),
    "fold": (
        {"m": (1, MASS), "k": (2, STIFFNESS), "l": (0.7, LENGTH)},
        """coord x = 0.3*l
kinetic T = m*x'^2/2
potential V = k/l*x^3
""",
        [], ['energy'],
        ['undecided']),
    "magnet": (
        {"m": (1, MASS), "B": (2, DAMPING), "v": (1, SPEED)},
        """coord x = 0, y = 0
initial x' = v
particle p: mass m at [x, y]
force F: [B*y', -B*x'] at [x, y]
""",
        [], ['energy', 'momentum of x with impulse', 'momentum of y with impulse'],
        ['undecided family', 'undecided family']),
    "spring below the floor": (
        {"m": (1, MASS), "k": (3, STIFFNESS), "d": (0.3, LENGTH)},
        """coord y = 0.4*d
particle p: mass m at [0, y]
potential V = k*(y + d)^2/2
contact floor: y >= 0
""",
        ['floor holonomic'], ['energy'],
        []),
    "damped": (
        {"m": (1, MASS), "c": (0.3, DAMPING), "x0": (0.1, LENGTH), "k": (3, STIFFNESS)},
        """coord x = x0
particle p: mass m at [x, 0]
potential V = k*x^2/2
dissipation D = c*x'^2/2
""",
        [], [],
        ['asymptotically stable']),
    "dry friction": (
        {"m": (1, MASS), "F0": (0.3, FORCE), "x0": (0.1, LENGTH), "k": (3, STIFFNESS)},
        """coord x = x0
particle p: mass m at [x, 0]
potential V = k*x^2/2
generalized Q: x = -F0*sign(x')
""",
        [], [],
        ['undecided']),
    "molecule": (
        {"m": (1e-26, MASS), "D": (7e-19, ENERGY), "a": (5e-11, LENGTH), "r0": (1e-10, LENGTH)},
        """coord r = 1.1*r0, phi = 0
kinetic T = m*(r'^2 + r^2*phi'^2)/2
initial phi' = 0.1*sqrt(D/m)/r0
potential V = D*(1 - exp(-(r - r0)/a))^2
""",
        [], ['energy', 'momentum of phi'],
        ['stable', 'stable family', 'unstable']),
    "pulse": (
        {"m": (1, MASS), "F0": (3, FORCE), "tau": (0.01, TIME), "v": (0.1, SPEED)},
        """coord x = 0, y = 0
initial x' = v, y' = 0.2*v
particle p: mass m at [x, y]
force push: [F0*exp(-((t - 100*tau)/tau)^2), 0] at [x, y]
""",
        [], ['momentum of y'],
        []),
    "top": (
        {"m": (1, MASS), "h": (0.1, LENGTH), "A": (0.02, INERTIA), "C0": (0.01, INERTIA), "g": (9.81, ACCELERATION), "w": (150, RATE)},
        """coord psi = 0, theta = 0.5, phi = 0
initial phi' = w, psi' = w/30
kinetic T = A*(theta'^2 + psi'^2*sin(theta)^2)/2 + C0*(phi' + psi'*cos(theta))^2/2
potential V = m*g*h*cos(theta)
""",
        [], ['energy', 'momentum of psi', 'momentum of phi'],
        ['stable', 'stable']),
    "spring pendulum": (
        {"m": (1, MASS), "k": (3, STIFFNESS), "l": (0.4, LENGTH), "g": (9.81, ACCELERATION)},
        """coord x = 0.2*l, y = -l
gravity g
particle p: mass m at [x, y]
spring s: from [0, 0] to p, stiffness k, length l
""",
        [], ['energy'],
        ['stable']),
    "weights": (
        {"m": (1, MASS), "l": (0.4, LENGTH), "g": (9.81, ACCELERATION)},
        """coord a = -l, b = -l
gravity g
particle p: mass m at [0, a]
particle q: mass m*1.5 at [1*l, b]
constraint rope: a + b = -2*l
""",
        ['rope holonomic'], ['energy', 'momentum of a and b together with impulse', 'Galilei boost of a and b together with impulse'],
        []),
}

# The same at any place X: text, and what has to be said.
PLACES = (0, 1000, -300)
MOVED = {
    "two wells": ("""coord x = X + 0.2
kinetic T = x'^2/2
potential V = ((x - X)^2 - 1)^2
""", [], ['energy'], ['stable', 'stable', 'unstable']),
    "orbit": ("""coord x = X + 1, y = 0
initial y' = 1
particle p: mass 1 at [x, y]
potential V = -1/sqrt((x - X)^2 + y^2)
""", [], ['energy', 'angular momentum (x, y)'], ['stable']),
    "pendulum": ("""coord x ~ X + 0.6, y ~ -0.8
gravity 9.81
particle bob: mass 2 at [x, y]
constraint rod: (x - X)^2 + y^2 = 1
""", ['rod holonomic'], ['energy'], ['stable', 'unstable']),
    "spring below the floor": ("""coord y = X + 0.1
particle p: mass 1 at [0, y]
potential V = 3*(y - X + 0.3)^2/2
contact floor: y >= X
""", ['floor holonomic'], ['energy'], []),
}


def text_of(name, scales):
    """The model with its parameters in other units."""
    parameters, text = MODELS[name][:2]
    lines = []
    for parameter, (value, powers) in parameters.items():
        for scale, power in zip(scales, powers):
            value *= scale**power
        lines.append(f"param {parameter} = {value!r}\n")
    return "".join(lines) + text


def said_of(tool, text, folder):
    """What the program says of a model, without numbers."""
    model = folder / "model.lgr"
    model.write_text(text, encoding="utf-8")
    done = subprocess.run([tool, "analyze", "--json", str(model)], capture_output=True, timeout=SECONDS, check=False)
    answer = json.loads(done.stdout)
    kinds = [f"{c['name']} {c['kind']}" for c in answer["constraints"]]
    kept = [c["name"] if c["drift"] < 1e-6 else f"{c['name']}, which drifts" for c in answer["conserved"]]
    places = sorted(e["stability"] + (" family" if e["degenerate"] else "") for e in answer["equilibria"])
    return kinds, kept, places


def cases(names):
    """Name, text and what has to be said, for each model in all units and at all places."""
    for name in names:
        for scales in UNITS if name in MODELS else ():
            yield f"{name} in units {scales}", text_of(name, scales), MODELS[name][2:]
        for place in PLACES if name in MOVED else ():
            yield f"{name} at {place}", f"param X = {place}\n{MOVED[name][0]}", MOVED[name][1:]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    tool = str(pathlib.Path(sys.argv[1]).resolve())
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, text, wanted in cases(sys.argv[2:] or sorted({*MODELS, *MOVED})):
            said = said_of(tool, text, pathlib.Path(folder))
            if said == wanted:
                passed += 1
                continue
            failed += 1
            print(f"FAIL {name}:\n  said   {said}\n  wanted {wanted}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
