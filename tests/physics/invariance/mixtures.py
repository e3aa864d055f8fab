"""Scenes in which what the language has besides plain mechanics acts together: friction of a known limit in all directions, states that read what is held,
drives with clutches, freewheels, backlash and motors; alone, and mixed with the scenes of the other files.

Used by machines.py, which says from which seed on.
"""
import math

import laws
import solids
from description import Body, Point
from laws import direction, pull, signal


def patch(chance, machine, name, place, speed=(0.0, 0.0), most=5.0):
    """A puck on a ground that rubs with a known limit, the same in all directions."""
    mass, limit = chance.uniform(0.3, 3), chance.uniform(0.5, most)
    machine.bodies.append(Body(name, "puck", mass, place, speed))
    law = chance.choice(["steady", "steady", "grows", "fades"])
    machine.patches.append((f"{name}_patch", Point(name), limit, chance.choice([None, 1.3 * limit]) if law == "steady" else None, law))
    machine.reports.append((f"{name}_far", "maximum", ("along", Point(name), place, direction(chance))))
    return mass, limit


def integral(chance, machine, name, point):
    """A state that starts at zero and reads a velocity."""
    machine.integrals.append((name, chance.choice([0.0, chance.uniform(0.2, 3)]), ("rate", point, direction(chance))))
    machine.reports.append((f"{name}_most", "maximum", ("state", name)))


def held(chance, machine, prefix, origin):
    """One that is held by friction beside one that slides, and states that read both."""
    toward = direction(chance)
    _, limit = patch(chance, machine, f"{prefix}h", origin)
    pull(chance, machine, f"{prefix}load", Point(f"{prefix}h"), limit * chance.choice([0.0, 0.5, 0.9, 1.2]) + 1e-3, toward)
    patch(chance, machine, f"{prefix}s", (origin[0] + 1, origin[1]), (2 * toward[0], 2 * toward[1]))
    integral(chance, machine, f"{prefix}i", Point(f"{prefix}h"))
    if chance.random() < 0.5:
        integral(chance, machine, f"{prefix}j", Point(f"{prefix}s"))
    if chance.random() < 0.4:
        machine.coils.append((f"{prefix}coil", Point(f"{prefix}h"), Point(f"{prefix}s"), chance.uniform(0.5, 20), 1.0))
    if chance.random() < 0.4:
        machine.samples.append((f"{prefix}m", chance.uniform(0.02, 0.4), ("rate", Point(f"{prefix}h"), toward), -chance.uniform(0.3, 2), Point(f"{prefix}s"), toward))
    if chance.random() < 0.4:
        begin = chance.uniform(0.1, 0.6) * machine.until
        machine.events.append((f"{prefix}ice", (("time",), ">", begin), [("drop", f"{prefix}s_patch")]))
        machine.events.append((f"{prefix}sand", (("time",), ">", begin + 0.2 * machine.until), [("hold", f"{prefix}s_patch")]))


def shaft(chance, machine, name, rate=None):
    inertia = chance.uniform(0.2, 2)
    machine.shafts.append((name, inertia, chance.uniform(-1, 1), chance.choice([0.0, chance.uniform(-10, 10)]) if rate is None else rate))
    return inertia


def drive(chance, machine, prefix, origin):
    """Shafts in a row: a motor with a current or a torque, then clutches, freewheels, gears, springs and backlash."""
    del origin
    count = chance.randint(2, 4)
    names = [f"{prefix}{letter}" for letter in "uvwx"[:count]]
    for name in names:
        shaft(chance, machine, name)
    kinds = ["clutch", "clutch", "freewheel", "torsion", "backlash", "gear"]
    for k in range(count - 1):
        kind = chance.choice(kinds)
        if kind == "gear":
            _, _, angle, rate = machine.shafts[-count + k]
            ratio = chance.choice([-2.0, 0.5, 3.0])
            name, inertia, *_ = machine.shafts[-count + k + 1]
            machine.shafts[-count + k + 1] = (name, inertia, angle / ratio, rate / ratio)
            kinds = kinds[:-1]      # one is enough, lest the next start does not fit
            machine.couplings.append(("gear", f"{prefix}c{k}", names[k], names[k + 1], ratio, ""))
        else:
            kinds = [other for other in kinds if other != "gear"]
            machine.couplings.append((kind, f"{prefix}c{k}", names[k], names[k + 1], chance.uniform(1, 10), chance.choice(["steady", "grows", "fades"])))
    machine.motors_of_shafts.append((f"{prefix}motor", names[0], chance.uniform(2, 20), chance.choice([0.0, 10 ** chance.uniform(-2, 0)]), signal(chance, machine.until)))
    if chance.random() < 0.5:
        machine.governors.append((f"{prefix}gov", names[-1], chance.uniform(0.02, 0.3), -chance.uniform(0.1, 1)))
    if chance.random() < 0.5:
        machine.couplings.append(("clutch", f"{prefix}brake", names[-1], None, chance.uniform(0.5, 5), chance.choice(["steady", "grows", "fades"])))
    for name in names:
        machine.reports.append((f"{name}_most", "maximum", ("turn", name)))


SCENES = {"held": held, "drive": drive}


def mixture(chance, machine, prefix, scenes_of_ropes):
    """Two or three scenes far from each other, and what ties them: a weak spring, or a state that reads one and pulls another."""
    known = {**SCENES, **laws.SCENES, **laws.CONE_SCENES, **solids.SCENES, **scenes_of_ropes}
    places = [(chance.uniform(-1, 1), chance.uniform(-1, 1)), (chance.uniform(5, 6), chance.uniform(-1, 1)), (chance.uniform(-6, -5), chance.uniform(-1, 1))]
    for k in range(chance.choice([1, 2, 2, 3])):
        chosen = chance.choice(list(SCENES)) if k == 0 else chance.choice(list(known))
        known[chosen](chance, machine, f"{prefix}{'abc'[k]}_", places[k])
    free = [body for body in machine.bodies if body.kind == "puck"]
    if len(free) > 1 and chance.random() < 0.5:
        one, other = chance.sample(free, 2)
        far = math.dist(one.place, other.place)
        machine.springs.append((f"{prefix}tie", Point(one.name), Point(other.name), chance.uniform(0.1, 2), 0.9 * far, chance.choice([0.0, 0.1])))
    if free and chance.random() < 0.4:
        one, toward = chance.choice(free), direction(chance)
        machine.lags.append((f"{prefix}lead", 10 ** chance.uniform(-1, 0), ("rate", Point(one.name), toward), chance.uniform(-2, 2), Point(chance.choice(free).name), toward))
