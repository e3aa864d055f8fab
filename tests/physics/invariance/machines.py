"""Random machines in the plane: each is made of one or two scenes of discs, boxes, rods, pendulums, beads, springs, pushes, contacts and events;
laws.py and solids.py have more.

`random_machine(seed)` gives the same machine for the same seed, for ever: tests and messages name machines by their seeds.
"""
import copy
import dataclasses
import math
import random

import elements
import laws
import mixtures
import solids
from description import Body, Machine, Point, Signal

RESTITUTIONS = (0.0, 0.0, 0.5, 0.8, 1.0)
FRICTIONS = (0.0, 0.0, 0.2, 0.6)


def random_signal(chance, until):
    """A push of a millisecond to half a second at any time, or something that goes on."""
    kind = chance.choice(["if", "if", "gauss", "table", "sine", "steady"])
    if kind == "sine":
        return Signal(kind, chance.uniform(0, 1), chance.uniform(0.3, 2))
    return Signal(kind, chance.uniform(0.3, 0.7) * until, 10 ** chance.uniform(-3, -0.3))


def push(chance, machine, name, point, mass):
    """A force that changes the speed by about a metre per second if it is a short one."""
    signal = random_signal(chance, machine.until)
    brief = signal.kind in ("if", "gauss", "table")
    size = mass * chance.uniform(0.5, 2) / (signal.width if brief else 1.0)
    angle = chance.uniform(0, 2 * math.pi)
    machine.forces.append((name, point, (size * math.cos(angle), size * math.sin(angle)), signal))


def watch(chance, machine, name, point, scale=1.0):
    """An event on a place, a velocity or the time that does nothing: it is only seen."""
    angle = chance.uniform(0, 2 * math.pi)
    normal = (math.cos(angle), math.sin(angle))
    kind = chance.choice(["place", "rate", "time", "window"])
    if kind == "time":
        condition = (("time",), ">", chance.uniform(0.1, 0.9) * machine.until)
    elif kind == "rate":
        condition = (("rate", point, normal), ">", chance.uniform(4, 6))
    else:
        place = (chance.uniform(-50, -30) * normal[0], chance.uniform(-50, -30) * normal[1])
        far = dot_from(machine, point, place, normal) + chance.uniform(0.2, 1) * scale
        condition = (("along", point, place, normal), ">", far)
        if kind == "window":
            condition = [condition, (("along", point, place, normal), "<", far + 10 ** chance.uniform(-4, -1))]
    machine.events.append((name, condition, []))


def dot_from(machine, point, place, normal):
    """Where a point stands at the start, beyond a place along a normal."""
    x, y = where(machine, point)
    return (x - place[0]) * normal[0] + (y - place[1]) * normal[1]


def where(machine, point):
    """The place of a point at the start."""
    if point.body is None:
        return point.at
    body = machine.body(point.body)
    c, s = math.cos(body.angle), math.sin(body.angle)
    if body.kind in ("bob", "arm"):
        x, y = where(machine, body.anchor)
        part = 1.0 if point.end or body.kind == "bob" else 0.5
        return x + part * body.size[0] * c, y + part * body.size[0] * s
    if body.kind == "bead":
        return body.place[0] + body.along * c, body.place[1] + body.along * s
    x, y = body.place
    if point.end:
        return x + body.size[0] / 2 * c, y + body.size[0] / 2 * s
    return x + c * point.at[0] - s * point.at[1], y + s * point.at[0] + c * point.at[1]


def ice(chance, machine, prefix, origin):
    """Pucks that slide toward each other, posts and walls."""
    count, ox, oy = chance.randint(2, 3), *origin
    for i in range(count):
        place = (ox + 2.0 * i, oy + chance.uniform(-0.15, 0.15))
        velocity = (chance.uniform(0.5, 2) * (1 if i == 0 else -0.3), chance.uniform(-0.05, 0.05))
        machine.bodies.append(Body(f"{prefix}p{i}", "puck", chance.uniform(0.1, 2), place, velocity))
    for i in range(count):
        for j in range(i):
            machine.touches.append((f"{prefix}hit{j}{i}", Point(f"{prefix}p{j}"), Point(f"{prefix}p{i}"), 0.3, chance.choice(RESTITUTIONS)))
    if chance.random() < 0.5:
        place = (ox + 2.0 * count, oy + chance.uniform(-0.2, 0.2))
        machine.touches.append((f"{prefix}post", Point(f"{prefix}p{count - 1}"), Point(None, place), 0.4, chance.choice(RESTITUTIONS)))
    if chance.random() < 0.5:
        lean = chance.uniform(-0.3, 0.3)
        machine.walls.append((f"{prefix}wall", Point(f"{prefix}p0"), (ox - 1, oy), (math.cos(lean), math.sin(lean)), 0.15, chance.choice(RESTITUTIONS),
                              chance.choice(FRICTIONS)))
    if chance.random() < 0.4:
        machine.drags.append((f"{prefix}drag", Point(f"{prefix}p0"), chance.uniform(0.05, 0.5)))
    if chance.random() < 0.5:
        push(chance, machine, f"{prefix}push", Point(f"{prefix}p1"), 1.0)
    machine.reports.append((f"{prefix}nearest", "minimum", ("distance", Point(f"{prefix}p0"), Point(f"{prefix}p1"))))
    watch(chance, machine, f"{prefix}seen", Point(f"{prefix}p0"))


def up_and_along(machine, chance):
    """The unit vectors upward and along a floor; without gravity any."""
    size = math.hypot(*machine.gravity)
    if size == 0:
        angle = chance.uniform(0, 2 * math.pi)
        return (math.cos(angle), math.sin(angle)), (math.sin(angle), -math.cos(angle))
    up = (-machine.gravity[0] / size, -machine.gravity[1] / size)
    return up, (up[1], -up[0])


def floor(chance, machine, prefix, origin):
    """A puck that falls, bounces and slides on a floor, or lies there, and is pushed."""
    up, along = up_and_along(machine, chance)
    lying = chance.random() < 0.4
    height = 0.2 if lying else chance.uniform(0.3, 1.5)
    speed = chance.choice([0.0, chance.uniform(-2, 2)])
    place = (origin[0] + height * up[0], origin[1] + height * up[1])
    machine.bodies.append(Body(f"{prefix}d", "puck", chance.uniform(0.2, 3), place, (speed * along[0], speed * along[1])))
    disc, mass = Point(f"{prefix}d"), machine.bodies[-1].mass
    machine.walls.append((f"{prefix}floor", disc, origin, up, 0.2, chance.choice(RESTITUTIONS), chance.choice(FRICTIONS)))
    push(chance, machine, f"{prefix}push", disc, 3 * mass)
    if chance.random() < 0.4:
        wall = (origin[0] + 1.5 * along[0], origin[1] + 1.5 * along[1])
        machine.walls.append((f"{prefix}stop", disc, wall, (-along[0], -along[1]), 0.2, chance.choice(RESTITUTIONS), 0.0))
    if chance.random() < 0.3:
        machine.events.append((f"{prefix}kick", (("time",), ">", chance.uniform(0.2, 0.8) * machine.until),
                               [("kick", f"{prefix}d", (2 * up[0] + along[0], 2 * up[1] + along[1]))]))
    machine.reports += [(f"{prefix}top", "maximum", ("along", disc, origin, up)), (f"{prefix}press", "maximum", ("force", f"{prefix}floor"))]
    watch(chance, machine, f"{prefix}seen", disc)


def crate(chance, machine, prefix, origin):
    """A box that falls on two of its corners, slides, and may meet a wall or be pushed over."""
    up, along = up_and_along(machine, chance)
    turn = math.atan2(along[1], along[0])
    a, b = chance.uniform(0.1, 0.5), chance.uniform(0.1, 0.4)
    lying, level = chance.random() < 0.5, chance.random() < 0.5
    height = b if lying else math.hypot(a, b) + chance.uniform(0.05, 0.6)
    tilt = 0.0 if lying or level else chance.uniform(-0.5, 0.5)
    speed = chance.uniform(-2, 2)
    place = (origin[0] + height * up[0], origin[1] + height * up[1])
    name, mass = f"{prefix}b", chance.uniform(0.5, 10)
    machine.bodies.append(Body(name, "box", mass, place, (speed * along[0], speed * along[1]), turn + tilt, 0.0, (a, b)))
    friction = chance.choice([0.0, 0.0, 0.2])
    for i, corner in enumerate(((-a, -b), (a, -b))):
        machine.walls.append((f"{prefix}foot{i}", Point(name, corner), origin, up, 0.0, 0.0, friction))
    if chance.random() < 0.5:
        wall = (origin[0] + 1.2 * along[0], origin[1] + 1.2 * along[1])
        for i, corner in enumerate(((a, b), (a, -b))):
            machine.walls.append((f"{prefix}side{i}", Point(name, corner), wall, (-along[0], -along[1]), 0.0, 0.0, 0.0))
    if chance.random() < 0.4:
        push(chance, machine, f"{prefix}push", Point(name), mass)
    machine.reports.append((f"{prefix}fast", "maximum", ("speed", Point(name))))
    watch(chance, machine, f"{prefix}seen", Point(name))


def swing(chance, machine, prefix, origin):
    """A pendulum, single or double, that may be driven, braked, pushed, or strike a wall."""
    arm = chance.choice(["bob", "arm"])
    length = chance.uniform(0.4, 1.2)
    start, rate = chance.uniform(0, 2 * math.pi), chance.uniform(-2, 2)
    machine.bodies.append(Body(f"{prefix}a", arm, chance.uniform(0.2, 2), angle=start, rate=rate, size=(length, 0.0), anchor=Point(None, origin)))
    tip = Point(f"{prefix}a", end=True)
    if chance.random() < 0.4:
        machine.bodies.append(Body(f"{prefix}c", "bob", chance.uniform(0.2, 1), angle=chance.uniform(-1, 1) + start, rate=0.0,
                                   size=(chance.uniform(0.3, 0.6), 0.0), anchor=tip))
    elif chance.random() < 0.6:
        side = start + chance.choice([-1, 1]) * chance.uniform(0.3, 1.5)
        normal = (math.cos(start) - math.cos(side), math.sin(start) - math.sin(side))
        size = math.hypot(*normal)
        normal = (normal[0] / size, normal[1] / size)
        wall = (origin[0] + length * math.cos(side), origin[1] + length * math.sin(side))
        machine.walls.append((f"{prefix}wall", tip, wall, normal, 0.0, chance.choice(RESTITUTIONS), 0.0))
    if chance.random() < 0.6:
        signal = random_signal(chance, machine.until)
        machine.torques.append((f"{prefix}motor", f"{prefix}a", chance.uniform(0.3, 1) / (signal.width if signal.kind in ("if", "gauss", "table") else 1), signal))
    if chance.random() < 0.4:
        machine.drags.append((f"{prefix}drag", tip, chance.uniform(0.05, 0.5)))
    machine.reports += [(f"{prefix}far", "maximum", ("along", tip, origin, (0.6, 0.8))), (f"{prefix}fast", "maximum", ("speed", tip))]
    watch(chance, machine, f"{prefix}seen", tip)


def bead(chance, machine, prefix, origin):
    """A bead on a line, with a spring, stops and pushes; a second one that it strikes."""
    lean = chance.uniform(0, 2 * math.pi)
    line = (math.cos(lean), math.sin(lean))
    mass = chance.uniform(0.2, 3)
    machine.bodies.append(Body(f"{prefix}s", "bead", mass, origin, angle=lean, along=0.0, along_rate=chance.uniform(-2, 2)))
    point = Point(f"{prefix}s")
    anchor = (origin[0] + chance.uniform(-1, 1), origin[1] + chance.uniform(-1, 1))
    machine.springs.append((f"{prefix}coil", Point(None, anchor), point, mass * chance.uniform(5, 60), 0.3, chance.choice([0.0, 0.2])))
    if chance.random() < 0.6:
        end = chance.uniform(0.2, 0.8)
        wall = (origin[0] + end * line[0], origin[1] + end * line[1])
        machine.walls.append((f"{prefix}stop", point, wall, (-line[0], -line[1]), 0.0, chance.choice(RESTITUTIONS), 0.0))
    push(chance, machine, f"{prefix}push", point, mass)
    if chance.random() < 0.3:
        machine.events.append((f"{prefix}snap", (("time",), ">", chance.uniform(0.3, 0.9) * machine.until), [("drop", f"{prefix}coil")]))
    machine.reports += [(f"{prefix}mean", "mean", ("along", point, origin, line)), (f"{prefix}least", "minimum", ("along", point, origin, line))]
    watch(chance, machine, f"{prefix}seen", point, 0.4)


def thrown(chance, machine, prefix, origin):
    """A spinning rod or two pucks on a string, thrown; the string may be cut."""
    if chance.random() < 0.5:
        machine.bodies.append(Body(f"{prefix}r", "rod", chance.uniform(0.2, 2), origin, (chance.uniform(-2, 2), chance.uniform(-2, 2)), chance.uniform(0, 6),
                                   chance.uniform(-25, 25), (chance.uniform(0.3, 1), 0.0)))
        point = Point(f"{prefix}r", end=True)
        push(chance, machine, f"{prefix}push", point, machine.bodies[-1].mass)
    else:
        spin, drift, angle, half = chance.uniform(-6, 6), (chance.uniform(-1, 1), chance.uniform(-1, 1)), chance.uniform(0, 6), chance.uniform(0.2, 0.5)
        toward = (math.cos(angle), math.sin(angle))
        for i, side in enumerate((-1, 1)):
            place = (origin[0] + side * half * toward[0], origin[1] + side * half * toward[1])
            velocity = (drift[0] - side * half * spin * toward[1], drift[1] + side * half * spin * toward[0])
            machine.bodies.append(Body(f"{prefix}e{i}", "puck", chance.uniform(0.2, 2), place, velocity))
        point = Point(f"{prefix}e1")
        machine.links.append((f"{prefix}string", Point(f"{prefix}e0"), point, 2 * half))
        if chance.random() < 0.6:
            machine.events.append((f"{prefix}cut", (("time",), ">", chance.uniform(0.2, 0.9) * machine.until), [("drop", f"{prefix}string")]))
        push(chance, machine, f"{prefix}push", point, 1.0)
    angle = chance.uniform(0, 6)
    machine.reports.append((f"{prefix}top", "maximum", ("along", point, origin, (math.cos(angle), math.sin(angle)))))
    watch(chance, machine, f"{prefix}seen", point)


def skate(chance, machine, prefix, origin):
    """A skate that is turned by a torque and pushed; or a puck on a rail."""
    angle, speed = chance.uniform(0, 6), chance.uniform(0.5, 2)
    toward = (math.cos(angle), math.sin(angle))
    if chance.random() < 0.6:
        machine.bodies.append(Body(f"{prefix}k", "box", chance.uniform(1, 5), origin, (speed * toward[0], speed * toward[1]), angle, chance.uniform(-2, 2), (0.4, 0.2)))
        machine.skates.append((f"{prefix}edge", f"{prefix}k"))
        machine.torques.append((f"{prefix}turner", f"{prefix}k", chance.uniform(0.2, 1), random_signal(chance, machine.until)))
    else:
        machine.bodies.append(Body(f"{prefix}k", "puck", chance.uniform(1, 5), origin, (speed * toward[0], speed * toward[1])))
        machine.rails.append((f"{prefix}rail", Point(f"{prefix}k"), origin, (-toward[1], toward[0])))
        end = (origin[0] + 2 * toward[0], origin[1] + 2 * toward[1])
        machine.walls.append((f"{prefix}stop", Point(f"{prefix}k"), end, (-toward[0], -toward[1]), 0.1, chance.choice(RESTITUTIONS), 0.0))
    push(chance, machine, f"{prefix}push", Point(f"{prefix}k"), 1.0)
    machine.reports.append((f"{prefix}fast", "maximum", ("speed", Point(f"{prefix}k"))))
    watch(chance, machine, f"{prefix}seen", Point(f"{prefix}k"))


def track(chance, machine, prefix, origin):
    """A bead on a line that crosses a band in which a force acts, comes to an elastic stop, and may be braked to rest."""
    lean = chance.uniform(0, 2 * math.pi)
    line = (math.cos(lean), math.sin(lean))
    name, mass, speed = f"{prefix}s", chance.uniform(0.2, 3), chance.uniform(1, 3)
    machine.bodies.append(Body(name, "bead", mass, origin, angle=lean, along=0.0, along_rate=speed))
    point = Point(name)
    begin = chance.uniform(0.1, 0.8)
    size = chance.choice([-1, 1]) * mass * chance.uniform(0.1, 0.3) * speed * speed
    width = 10 ** chance.uniform(-3, -0.7)
    machine.bands.append((f"{prefix}band", point, origin, line, begin, begin + width, (size / width * line[0], size / width * line[1])))
    if chance.random() < 0.7:
        machine.stops.append((f"{prefix}buffer", point, origin, line, chance.uniform(1, 2), mass * 10 ** chance.uniform(2, 5)))
    if chance.random() < 0.4:
        machine.brakes.append((f"{prefix}brake", point, line, mass * chance.uniform(0.3, 3)))
    if chance.random() < 0.4:
        machine.events.append((f"{prefix}back", (("rate", point, (-line[0], -line[1])), ">=", chance.uniform(0.1, 0.9) * speed), []))
    machine.reports.append((f"{prefix}far", "maximum", ("along", point, origin, line)))
    watch(chance, machine, f"{prefix}seen", point, 0.4)


def tangent(a, r, b, s):
    """From a disc at a to one at b: length and direction; radii are positive where discs lie to the left."""
    x, y, d = b[0] - a[0], b[1] - a[1], s - r
    length = math.sqrt(x * x + y * y - d * d)
    return length, math.atan2(y, x) - math.atan2(d, length)


def length_of(a, discs, b):
    """The length of a rope that turns by less than a turn at each disc, and on its side."""
    places = [(a, 0.0)] + [(place, radius * side) for place, radius, side in discs] + [(b, 0.0)]
    spans = [tangent(*one, *other) for one, other in zip(places, places[1:])]
    arcs = [radius * math.remainder(out[1] - into[1], 2 * math.pi) for (_, radius), into, out in zip(places[1:], spans, spans[1:])]
    return sum(length for length, _ in spans) + sum(arcs)


def hoist(chance, machine, prefix, origin):
    """Two weights of nearly one mass on a rope over one disc or two, taut or a little slack, which swing."""
    up, along = up_and_along(machine, chance)
    side, radius, apart = chance.choice([-1, 1]), chance.uniform(0.1, 0.3), chance.uniform(0.8, 1.5)
    there = lambda x, y: (origin[0] + x * side * along[0] + y * up[0], origin[1] + x * side * along[1] + y * up[1])
    discs = [(origin, radius, -side)]
    if chance.random() < 0.5:
        discs.append((there(apart, chance.uniform(-0.2, 0.2)), chance.uniform(0.1, 0.3), -side))
    far = apart + discs[1][1] if len(discs) == 2 else radius
    ends = (there(-radius - chance.uniform(-0.05, 0.3), -chance.uniform(2, 3)), there(far + chance.uniform(-0.05, 0.3), -chance.uniform(2, 3)))
    mass, heavy = chance.uniform(0.5, 3), math.hypot(*machine.gravity) > 0
    for k, end in enumerate(ends):
        velocity = [chance.uniform(-0.2, 0.2) if heavy else 0.0 for _ in range(2)]
        machine.bodies.append(Body(f"{prefix}w{k}", "puck", mass * chance.uniform(0.99, 1.01), end, tuple(velocity)))
        if not heavy:
            machine.forces.append((f"{prefix}pull{k}", Point(f"{prefix}w{k}"), (-mass * up[0], -mass * up[1]), Signal("steady")))
    slack = chance.choice([0.0, 0.0, chance.uniform(0.005, 0.05)])
    stiffness = chance.choice([None, None, mass * chance.uniform(20, 100)])
    length = length_of(ends[0], discs, ends[1]) + slack if slack or stiffness else None
    machine.ropes.append((f"{prefix}r", Point(f"{prefix}w0"), discs, Point(f"{prefix}w1"), None, length, stiffness))
    if stiffness is None:           # else it is a small difference of lengths
        machine.reports.append((f"{prefix}tension", "maximum", ("force", f"{prefix}r")))
    watch(chance, machine, f"{prefix}seen", Point(f"{prefix}w0"))


def pole(chance, machine, prefix, origin):
    """A puck on a string that winds up on a pole, or a pendulum whose string meets a peg and leaves it again."""
    up, along = up_and_along(machine, chance)
    side, mass, radius = chance.choice([-1, 1]), chance.uniform(0.2, 2), chance.uniform(0.03, 0.1)
    there = lambda x, y: (origin[0] + x * side * along[0] + y * up[0], origin[1] + x * side * along[1] + y * up[1])
    if machine.gravity == (0.0, 0.0):
        far, speed = chance.uniform(1.5, 2), chance.uniform(1, 2)
        place, start, middle = there(far, -radius), there(-0.5, -radius), origin
        velocity = (speed * up[0], speed * up[1])
    else:
        angle, peg = chance.uniform(0.3, 0.8), chance.uniform(0.3, 0.6)
        place, start, middle = there(-math.sin(angle), -math.cos(angle)), origin, there(radius + chance.uniform(-0.05, 0.1), -peg)
        velocity = (0.0, 0.0)
    machine.bodies.append(Body(f"{prefix}w", "puck", mass, place, velocity))
    machine.ropes.append((f"{prefix}r", Point(None, start), [(middle, radius, side)], Point(f"{prefix}w"), None, None, None))
    machine.reports.append((f"{prefix}tension", "maximum", ("force", f"{prefix}r")))
    watch(chance, machine, f"{prefix}seen", Point(f"{prefix}w"))


def drum(chance, machine, prefix, origin):
    """A box on a string that is wound on it, turned by a torque as well."""
    up, along = up_and_along(machine, chance)
    side, mass, radius = chance.choice([-1, 1]), chance.uniform(0.5, 2), chance.uniform(0.05, 0.2)
    place = (origin[0] + radius * along[0] - up[0], origin[1] + radius * along[1] - up[1])
    machine.bodies.append(Body(f"{prefix}d", "box", mass, place, angle=chance.uniform(-1, 1), size=(radius, radius)))
    machine.ropes.append((f"{prefix}r", Point(None, origin), [], Point(f"{prefix}d"), (radius, side), None, None))
    if chance.random() < 0.5:
        machine.torques.append((f"{prefix}turner", f"{prefix}d", mass * chance.uniform(-0.05, 0.05), random_signal(chance, machine.until)))
    if machine.gravity == (0.0, 0.0):
        machine.forces.append((f"{prefix}pull", Point(f"{prefix}d"), (-mass * up[0], -mass * up[1]), Signal("steady")))
    machine.reports.append((f"{prefix}fast", "maximum", ("speed", Point(f"{prefix}d"))))
    watch(chance, machine, f"{prefix}seen", Point(f"{prefix}d"))


def ratchet(chance, machine, prefix, origin):
    """A puck that cannot go back along a direction, pushed to and fro, and hit by another one."""
    lean = chance.uniform(0, 2 * math.pi)
    toward, speed, mass = (math.cos(lean), math.sin(lean)), chance.uniform(0.2, 1), chance.uniform(0.3, 2)
    machine.bodies.append(Body(f"{prefix}c", "puck", mass, origin, (speed * toward[0], speed * toward[1])))
    machine.ratchets.append((f"{prefix}way", Point(f"{prefix}c"), toward, chance.choice([0.0, -0.2])))
    size = mass * chance.uniform(1, 3)
    machine.forces.append((f"{prefix}pull", Point(f"{prefix}c"), (-size * toward[0], -size * toward[1]), random_signal(chance, machine.until)))
    if chance.random() < 0.5:
        place = (origin[0] + 2 * toward[0], origin[1] + 2 * toward[1])
        machine.bodies.append(Body(f"{prefix}h", "puck", mass, place, (-2 * toward[0] + 0.05, -2 * toward[1])))
        machine.touches.append((f"{prefix}hit", Point(f"{prefix}c"), Point(f"{prefix}h"), 0.3, chance.choice(RESTITUTIONS)))
    machine.reports.append((f"{prefix}held", "maximum", ("force", f"{prefix}way")))
    watch(chance, machine, f"{prefix}seen", Point(f"{prefix}c"))


def shaken(machine):
    """The same machine a little otherwise: speeds by 2 parts in 1e11, limits of events by 1e-12. What this changes no observer can be held to."""
    other, factor = copy.deepcopy(machine), 1 + 2e-11
    for body in other.bodies:
        body.velocity = (body.velocity[0] * factor, body.velocity[1] * factor)
        body.rate, body.along_rate = body.rate * factor, body.along_rate * factor
    for i, (name, condition, actions) in enumerate(other.events):
        if isinstance(condition, list):
            condition = [(what, sign, limit + 1e-12) for what, sign, limit in condition]
        else:
            condition = (condition[0], condition[1], condition[2] + 1e-12)
        other.events[i] = (name, condition, actions)
    return other


CLOCK_ROUNDINGS = 8             # of the time by the clock: an instant and the length of what begins there are no better known than this


def by_another_clock(machine, shows):
    """The same machine where what acts in the course of time begins a few roundings of a clock that shows this later, and lasts as much longer. What this
    changes nobody can be held to who reads the time there."""
    other, late = copy.deepcopy(machine), CLOCK_ROUNDINGS * math.ulp(shows)
    for acting in (other.forces, other.torques, other.motors, other.motors_of_shafts):
        for i, one in enumerate(acting):
            if one[-1].kind != "steady":
                acting[i] = (*one[:-1], dataclasses.replace(one[-1], begin=one[-1].begin + late, width=one[-1].width + late))
    return other


SCENES = {"ice": ice, "floor": floor, "crate": crate, "swing": swing, "bead": bead, "thrown": thrown, "skate": skate, "track": track}

# Of machines from this number on: what came before keeps its numbers.
FIRST_WITH_ROPES, FIRST_WITH_LAWS, FIRST_WITH_CONES, FIRST_WITH_SOLIDS, FIRST_WITH_MIXTURES = 1000000, 2000000, 3000000, 4000000, 5000000
FIRST_WITH_ELEMENTS = 6000000
FIRST_WITH_MORE = 7000000     # of elements, too
ONCE_WRONG = (5000018, 5000063, 5000073, 5000142, 5000157, 5000346, 5000377, 5000529)     # mixtures that had faults which few others have
ROPE_SCENES = {"hoist": hoist, "pole": pole, "drum": drum, "ratchet": ratchet}

WEIGHTLESS = ("ice", "skate", "thrown", "bead", "swing", "track")
HEAVY = ("floor", "crate", "swing", "bead", "thrown", "track")


def random_machine(seed, name="one", gravity=None, until=None):
    """One or two scenes, five metres apart; ice has no gravity, floors have."""
    chance = random.Random(seed)
    machine = Machine(name, until or chance.uniform(2, 4))
    if FIRST_WITH_ROPES <= seed < FIRST_WITH_ROPES + 100000:
        machine.gravity = chance.choice([(0.0, 0.0), (0.0, -9.81), (3.0, -8.0)])
        ROPE_SCENES[chance.choice(list(ROPE_SCENES))](chance, machine, f"{name[0]}a_", (chance.uniform(-1, 1), chance.uniform(-1, 1)))
        return machine
    if FIRST_WITH_LAWS <= seed < FIRST_WITH_LAWS + 100000:
        machine.gravity = chance.choice([(0.0, 0.0), (0.0, -9.81), (3.0, -8.0)])
        laws.SCENES[chance.choice(list(laws.SCENES))](chance, machine, f"{name[0]}a_", (chance.uniform(-1, 1), chance.uniform(-1, 1)))
        return machine
    if FIRST_WITH_CONES <= seed < FIRST_WITH_CONES + 100000:
        laws.CONE_SCENES[chance.choice(list(laws.CONE_SCENES))](chance, machine, f"{name[0]}a_", (chance.uniform(-1, 1), chance.uniform(-1, 1)))
        return machine
    if FIRST_WITH_SOLIDS <= seed < FIRST_WITH_SOLIDS + 100000:
        machine.gravity = chance.choice([(0.0, 0.0), (0.0, -9.81), (3.0, -8.0)])
        solids.SCENES[chance.choice(list(solids.SCENES))](chance, machine, f"{name[0]}a_", (chance.uniform(-1, 1), chance.uniform(-1, 1)))
        return machine
    if FIRST_WITH_MIXTURES <= seed < FIRST_WITH_MIXTURES + 100000:
        machine.gravity = chance.choice([(0.0, 0.0), (0.0, 0.0), (0.0, -9.81), (3.0, -8.0)])
        mixtures.mixture(chance, machine, name[0], ROPE_SCENES)
        return machine
    if FIRST_WITH_ELEMENTS <= seed < FIRST_WITH_ELEMENTS + 100000:
        machine.gravity = chance.choice([(0.0, 0.0), (0.0, -9.81), (3.0, -8.0)])
        elements.SCENES[chance.choice(list(elements.SCENES))](chance, machine, f"{name[0]}a_", (chance.uniform(-1, 1), chance.uniform(-1, 1)))
        return machine
    if FIRST_WITH_MORE <= seed < FIRST_WITH_MORE + 100000:
        machine.gravity = chance.choice([(0.0, 0.0), (0.0, -9.81), (3.0, -8.0)])
        elements.MORE_SCENES[chance.choice(list(elements.MORE_SCENES))](chance, machine, f"{name[0]}a_", (chance.uniform(-1, 1), chance.uniform(-1, 1)))
        return machine
    first = chance.choice(list(SCENES))
    machine.gravity = (0.0, 0.0) if first in ("ice", "skate") else chance.choice([(0.0, -9.81), (0.0, -9.81), (3.0, -8.0)])
    if gravity is not None:
        machine.gravity = gravity
        first = chance.choice(list(WEIGHTLESS if gravity == (0.0, 0.0) else HEAVY))
    SCENES[first](chance, machine, f"{name[0]}a_", (chance.uniform(-1, 1), chance.uniform(-1, 1)))
    if chance.random() < 0.5:
        fits = WEIGHTLESS if machine.gravity == (0.0, 0.0) else HEAVY
        SCENES[chance.choice(fits)](chance, machine, f"{name[0]}b_", (chance.uniform(4, 6), chance.uniform(-1, 1)))
    return machine
