"""What `check` and `analyze` say of a machine is the same in all units of length, time and mass: kinds, ranks, conserved quantities, equilibria, stability.

usage: verdicts.py TOOL [--verbose]

The models are texts in which `{9.81 L T-2}` is a number with its dimension; every observer gets the number in his own units.
"""
import collections
import math
import re
import sys

import runner
from runner import number

UNITS = {"lengths x 1e-6": (1e-6, 1, 1), "lengths x 1e6": (1e6, 1, 1), "times x 1e-9": (1, 1e-9, 1), "times x 1e3": (1, 1e3, 1), "masses x 1e-24": (1, 1, 1e-24),
         "masses x 1e24": (1, 1, 1e24), "all units": (1e-6, 1e-3, 1e-15), "all units, large": (1e9, 1e5, 1e24)}

MODELS = {
    "oscillator": """coord x = {0.2 L}
particle p: mass {2 M} at [x, 0]
potential V = {50 M T-2}*x^2/2""",
    "damped oscillator": """coord x = {0.2 L}
particle p: mass {2 M} at [x, 0]
spring s: from [{-1 L}, 0] to p, stiffness {50 M T-2}, length {1 L}, damping {3 M T-1}""",
    "pendulum": """coord theta = 0.3
gravity {9.81 L T-2}
particle bob: mass {1 M} at {0.7 L}*[sin(theta), -cos(theta)]""",
    "pendulum, Cartesian": """coord x = {0.42 L}, y ~ {-0.5 L}
gravity {9.81 L T-2}
particle bob: mass {1 M} at [x, y]
constraint string: x^2 + y^2 = {0.49 L2}""",
    "pendulum, by distance": """coord x = {0.42 L}, y ~ {-0.5 L}
gravity {9.81 L T-2}
particle bob: mass {1 M} at [x, y]
constraint string: norm(bob) = {0.7 L}""",
    "double pendulum": """coord a = 0.2, b = 0.1
gravity {9.81 L T-2}
let P = {1 L}*[sin(a), -cos(a)]
particle one: mass {1 M} at P
particle two: mass {0.5 M} at P + {0.8 L}*[sin(b), -cos(b)]""",
    "bead in a trap": """coord x = {0.3 L}, y = {0.1 L}
initial x' = {0.5 L T-1}
particle bead: mass {1 M} at [x, y]
potential trap = {4 M T-2}*(x^2 + y^2)/2""",
    "planet": """coord r = {1 L}, phi = 0
initial phi' = {1.1 T-1}
particle planet: mass {1 M} at r*dir(phi)
potential V = -{1 M L3 T-2}/r""",
    "two bodies": """coord x1 = {0.1 L}, y1 = 0, x2 = {1.3 L}, y2 = 0
initial y1' = {-0.3 L T-1}, y2' = {0.9 L T-1}
particle a: mass {3 M} at [x1, y1]
particle b: mass {1 M} at [x2, y2]
potential V = -{3 M L3 T-2}/norm(a - b)""",
    "washboard": """coord x = 0, y = 0
initial x' = {0.3 L T-1}
particle f: mass {0.1 M} at [x, y]
constraint profile: y' = cos(x/{0.2 L})*x'""",
    "skate": """coord x = 0, y = 0, th = 0.2
initial x' = {1 L T-1}, th' = {0.4 T-1}
body sled: mass {2 M}, inertia {0.3 M L2}, at [x, y], angle th
constraint edge: dot(sled', dir(th + pi/2)) = 0""",
    "rolling wheel": """coord x = 0, phi = 0
initial phi' = {2 T-1}
gravity [{3 L T-2}, {-9 L T-2}]
body wheel: mass {2 M}, inertia {0.04 M L2}, at [x, {0.2 L}], angle -phi
constraint roll: x' = {0.2 L}*phi'""",
    "governor": """coord theta = 0.5, psi = 0
initial psi' = {6 T-1}
gravity {9.81 L T-2}
kinetic T = {1 M L2}*(theta'^2 + sin(theta)^2*psi'^2)/2
potential V = -{9.81 M L2 T-2}*cos(theta)""",
    "bead on a turning hoop": """coord theta = 0.4
kinetic T = {1 M L2}*(theta'^2 + {25 T-2}*sin(theta)^2)/2
potential V = -{9.81 M L2 T-2}*cos(theta)""",
    "inverted, held by a spring": """coord theta = 0.05
gravity {9.81 L T-2}
particle bob: mass {1 M} at {1 L}*[sin(theta), cos(theta)]
torsion hold: angle theta, stiffness {14 M L2 T-2}""",
    "slider crank": """coord phi = 0.4, x ~ {1.4 L}, beta ~ -0.2
gravity {9.81 L T-2}
rod crank: mass {1 M}, from [0, 0] to {0.5 L}*dir(phi)
rod link: mass {1 M}, from {0.5 L}*dir(phi) to {0.5 L}*dir(phi) + {1 L}*dir(beta)
particle slider: mass {2 M} at [x, 0]
constraint pin: {0.5 L}*dir(phi) + {1 L}*dir(beta) = [x, 0]""",
    "redundant bars": """coord x = {1 L}, y = 0
gravity {9.81 L T-2}
particle p: mass {1 M} at [x, y]
constraint one: norm(p) = {1 L}
constraint two: x^2 + y^2 = {1 L2}""",
    "free body": """coord x = 0, y = {1 L}, th = 0.1
initial x' = {1 L T-1}, th' = {3 T-1}
body b: mass {1 M}, inertia {0.2 M L2}, at [x, y], angle th""",
    "driven": """coord x = {0.1 L}
particle p: mass {1 M} at [x, 0]
force drive: [{2 M L T-2}*sin({3 T-1}*t), 0] at p
spring s: from [0, {1 L}] to p, stiffness {9 M T-2}, length {0.5 L}""",
    "fold": """coord x = {0.1 L}
particle p: mass {1 M} at [x, 0]
potential V = {1 M L-1 T-2}*x^3""",
}
NUMBER = re.compile(r"\{\s*(-?[\d.]+(?:e-?\d+)?)((?:\s+[LTM]-?\d*)+)\s*\}")


RATE = re.compile(r"exp\([^)]* t\)")


def write(template, units):
    """The text of a model in these units of length, time and mass."""
    def one(match):
        value = float(match[1])
        for letter, power in re.findall(r"([LTM])(-?\d*)", match[2]):
            value *= units["LTM".index(letter)] ** int(power or 1)
        text = number(value)
        return f"({text})" if text.startswith("-") else text
    return NUMBER.sub(one, template) + f"\nsimulate until {number(3 * units[1])}\n"


def facts(data):
    """What must be the same in all units, as a table of texts and whole numbers."""
    table = {name: data.get(name) for name in ("rank", "dof", "holonomic", "scleronomic", "conservative", "independent_initial_conditions", "redundant")}
    for row in data.get("constraints", []):
        table[f"constraint {row['name']}"] = (row["kind"], row["level"], row.get("rheonomic"), "integral" in row)
    table["why"] = sorted(data.get("why", []))
    if "conserved" in data:
        table["conserved"] = sorted((each["name"], each["kind"]) for each in data["conserved"])
        table["badly kept"] = sorted(each["name"] for each in data["conserved"] if each.get("drift") is None or each["drift"] > 1e-6)
        table["equilibria"] = sorted((each["kind"], each["stability"], RATE.sub("exp(# t)", each["why"]), each["degenerate"]) for each in data.get("equilibria", []))
        table["none because"] = data.get("no_equilibria")
    return table


def frequencies(data, time):
    """All eigenvalues at all equilibria, free of units."""
    return sorted((round(mode["re"] * time, 9), round(mode["im"] * time, 9)) for each in data.get("equilibria", []) for mode in each.get("modes", []))


def apart(ones, others):
    """How far two lists of eigenvalues are apart, relative to the greatest."""
    if len(ones) != len(others):
        return math.inf
    size = max((math.hypot(*one) for one in ones), default=1.0) or 1.0
    return max((math.dist(a, b) for a, b in zip(ones, others)), default=0.0) / size


def changed(one, other):
    """In words how a fact differs; of lists only what is not in both."""
    if isinstance(one, list) and isinstance(other, list):
        ones, others = collections.Counter(one), collections.Counter(other)
        gone, new = list((ones - others).elements()), list((others - ones).elements())
        return "; ".join(([f"lost {gone}"] if gone else []) + ([f"invented {new}"] if new else []))
    return f"{one} becomes {other}"


def compare(base, answer, units, command):
    """What differs, in words; an empty text if nothing."""
    if answer.trouble():
        return answer.trouble()
    ones, others = facts(base.data), facts(answer.data)
    for name, one in ones.items():
        if others.get(name) != one:
            return f"{command}: {name}: {changed(one, others.get(name))}"
    gap = apart(frequencies(base.data, 1), frequencies(answer.data, units[1]))
    return f"{command}: eigenvalues differ by {gap:.1e}" if gap > 1e-5 else ""


def ask(tool, text):
    return {command: tool.start(command, text, "--json") for command in ("check", "analyze")}


def survey(tool, models=None, units_of=None):
    """(model, units, what differs) of models in units (of all in all, if not told); the last is empty where nothing does."""
    def one(name):
        base, found = ask(tool, write(MODELS[name], (1, 1, 1))), []
        trouble = next((answer.trouble() for answer in base.values() if answer.trouble()), "")
        if trouble:
            return [(name, "as it is", trouble)]
        for unit in units_of or UNITS:
            units = UNITS[unit]
            answers = ask(tool, write(MODELS[name], units))
            wrong = [compare(base[command], answers[command], units, command) for command in answers]
            found.append((name, unit, next((each for each in wrong if each), "")))
        return found
    return [each for found in tool.map(one, models or MODELS) for each in found]


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    with runner.Runner(sys.argv[1]) as tool:
        found = survey(tool)
    wrong = [each for each in found if each[2]]
    for name, unit, words in wrong:
        print(f"FAIL {name}, {unit}: {words}" + (f"\n{write(MODELS[name], UNITS.get(unit, (1, 1, 1)))}" if len(sys.argv) == 3 else ""))
    print(f"verdicts: {len(wrong)} of {len(found)} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
