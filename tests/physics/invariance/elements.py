"""Scenes with springs of one side, whole numbers, a sphere's drag, and events and reports that tell of friction, windows and numbers of events.

Used by machines.py, which says from which seed on.
"""
import math

from description import Body, Point, Signal
from laws import direction, pull


def bungee(chance, machine, prefix, origin):
    """A puck on a cable, or in a buffer, that is slack at times; when it is farthest, and how far in the mean of squares."""
    name, mass, toward = f"{prefix}p", chance.uniform(0.3, 3), direction(chance)
    speed = chance.uniform(1, 4)
    machine.bodies.append(Body(name, "puck", mass, (origin[0] + 0.5 * toward[0], origin[1] + 0.5 * toward[1]), (speed * toward[0], speed * toward[1] + 0.3)))
    machine.cables.append(("cable", f"{prefix}cord", Point(None, origin), Point(name), mass * chance.uniform(20, 200), chance.uniform(0.6, 1.2),
                           chance.choice([0.0, mass * chance.uniform(0.1, 1)])))
    if chance.random() < 0.7:
        post = (origin[0] - 1.5 * toward[0], origin[1] - 1.5 * toward[1])
        machine.cables.append(("buffer", f"{prefix}bumper", Point(None, post), Point(name), mass * chance.uniform(50, 500), chance.uniform(0.3, 0.8), 0.0))
    machine.reports += [(f"{prefix}far", "rms", ("along", Point(name), origin, toward)), (f"{prefix}taut", "maximum", ("distance", Point(name), Point(None, origin)))]


def staircase(chance, machine, prefix, origin):
    """A puck pulled back by whole steps of a force, as many as it has gone; by the first one it passes a mark."""
    name, mass, toward = f"{prefix}p", chance.uniform(0.3, 3), direction(chance)
    speed = chance.uniform(1, 3)
    place = (origin[0] + 0.1 * toward[0], origin[1] + 0.1 * toward[1])
    machine.bodies.append(Body(name, "puck", mass, place, (speed * toward[0], speed * toward[1])))
    machine.stairs.append((f"{prefix}steps", chance.choice(["floor", "round", "ceil"]), Point(name), origin, toward, chance.uniform(0.15, 0.5), mass * chance.uniform(1, 6)))
    machine.events.append((f"{prefix}mark", (("along", Point(name), origin, toward), ">", 0.3), []))
    machine.reports += [(f"{prefix}often", "count", ("count", f"{prefix}mark")), (f"{prefix}later", f"from {prefix}mark", ("along", Point(name), origin, toward)),
                        (f"{prefix}when", "when", ("along", Point(name), origin, toward))]


def shot(chance, machine, prefix, origin):
    """A smooth ball in the wind, on both sides of the drag crisis."""
    name, mass, toward, wind = f"{prefix}b", chance.uniform(0.1, 2), direction(chance), direction(chance)
    speed, gust = chance.uniform(1, 45), chance.choice([0.0, 5.0])
    machine.bodies.append(Body(name, "puck", mass, origin, (speed * toward[0], speed * toward[1])))
    machine.shots.append((f"{prefix}air", name, chance.uniform(0.03, 0.25), 1.8e-5, 1.2, (gust * wind[0], gust * wind[1])))
    machine.reports += [(f"{prefix}fast", "rms", ("speed", Point(name))), (f"{prefix}far", "maximum", ("along", Point(name), origin, toward))]


def slip(chance, machine, prefix, origin):
    """A bead on a line that is held by friction until it is pulled away, and what it does from then on."""
    name, mass, toward, limit = f"{prefix}b", chance.uniform(0.3, 2), direction(chance), chance.uniform(0.5, 4)
    machine.bodies.append(Body(name, "puck", mass, origin))
    machine.rails.append((f"{prefix}rail", Point(name), origin, (-toward[1], toward[0])))
    machine.frictions.append((f"{prefix}rub", ("line", Point(name), origin, toward), limit, chance.choice([None, 1.4 * limit])))
    machine.springs.append((f"{prefix}spring", Point(None, (origin[0] + 2 * toward[0] - 0.5 * toward[1], origin[1] + 2 * toward[1] + 0.5 * toward[0])), Point(name),
                            chance.uniform(1, 20), 1.8, 0.1))
    pull(chance, machine, f"{prefix}pull", Point(name), limit * chance.uniform(1.5, 4), toward)
    machine.slips.append((f"{prefix}slips", f"{prefix}rub"))
    machine.reports += [(f"{prefix}often", "count", ("count", f"{prefix}slips")), (f"{prefix}most", f"from {prefix}slips", ("along", Point(name), origin, toward))]


def capstan(chance, machine, prefix, origin):
    """Two weights on a rope that does not slip on one wheel or two, each on a pin and with friction in it."""
    up = (0.0, 1.0) if machine.gravity == (0.0, 0.0) else tuple(-g / math.hypot(*machine.gravity) for g in machine.gravity)
    along, side, mass = (up[1], -up[0]), chance.choice([-1, 1]), chance.uniform(0.5, 3)
    there = lambda x, y: (origin[0] + x * side * along[0] + y * up[0], origin[1] + x * side * along[1] + y * up[1])
    radii = [chance.uniform(0.1, 0.3) for _ in range(chance.choice([1, 2]))]
    middles = [there(1.2 * k, chance.uniform(-0.2, 0.2) * k) for k in range(len(radii))]
    wheels = []
    for k, (middle, radius) in enumerate(zip(middles, radii)):
        body = f"{prefix}d{k}"
        machine.bodies.append(Body(body, "box", mass * chance.uniform(0.1, 1), middle, angle=chance.uniform(-1, 1), size=(radius, radius)))
        machine.pins.append((f"{prefix}pin{k}", Point(body), Point(None, middle)))
        wheels.append((body, radius, -side))
    ends = (there(-radii[0] - chance.uniform(-0.05, 0.2), -chance.uniform(2, 3)),
            there(1.2 * (len(radii) - 1) + radii[-1] + chance.uniform(-0.05, 0.2), -chance.uniform(2, 3)))
    for k, end in enumerate(ends):
        machine.bodies.append(Body(f"{prefix}w{k}", "puck", mass * chance.uniform(0.97, 1.03), end))
        if machine.gravity == (0.0, 0.0):
            machine.forces.append((f"{prefix}pull{k}", Point(f"{prefix}w{k}"), (-mass * up[0], -mass * up[1]), Signal("steady")))
    machine.torques.append((f"{prefix}turner", wheels[0][0], mass * chance.uniform(-0.1, 0.1), Signal("steady")))
    machine.grips.append((f"{prefix}r", Point(f"{prefix}w0"), wheels, Point(f"{prefix}w1")))
    machine.reports += [(f"{prefix}pulled{k}", "maximum", ("force", f"{prefix}r[{k + 1}]")) for k in range(len(wheels) + 1)]
    machine.reports.append((f"{prefix}fast", "maximum", ("speed", Point(f"{prefix}w0"))))


def shaken(chance, machine, prefix, origin):
    """A bead that friction holds between kicks: the force of friction as it sticks and slides, and how often it passes, within windows."""
    name, mass, toward, limit = f"{prefix}b", chance.uniform(0.3, 2), direction(chance), chance.uniform(0.5, 4)
    machine.bodies.append(Body(name, "puck", mass, origin))
    machine.rails.append((f"{prefix}rail", Point(name), origin, (-toward[1], toward[0])))
    machine.frictions.append((f"{prefix}rub", ("line", Point(name), origin, toward), limit, chance.choice([None, 1.3 * limit])))
    machine.springs.append((f"{prefix}spring", Point(None, (origin[0] + 0.3 * toward[0] - 0.2 * toward[1], origin[1] + 0.3 * toward[1] + 0.2 * toward[0])), Point(name),
                            mass * chance.uniform(20, 200), 0.15, 0.0))
    pull(chance, machine, f"{prefix}pull", Point(name), limit * chance.uniform(1.5, 4), toward)
    seen = ("along", Point(name), origin, toward)
    machine.events += [(f"{prefix}mark", (seen, ">", 0.05), []), (f"{prefix}half", (("time",), ">", machine.until * chance.uniform(0.3, 0.7)), [])]
    machine.reports += [(f"{prefix}often", "count", ("count", f"{prefix}mark", f"from {prefix}half")), (f"{prefix}before", "count", ("count", f"{prefix}mark", f"until {prefix}half")),
                        (f"{prefix}held", "maximum", ("force", f"{prefix}rub")), (f"{prefix}least", "minimum", ("force", f"{prefix}rub")), (f"{prefix}far", "maximum", seen)]


MORE_SCENES = {"capstan": capstan, "shaken": shaken}
SCENES = {"bungee": bungee, "staircase": staircase, "shot": shot, "slip": slip}
