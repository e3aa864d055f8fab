"""Scenes of machines with laws of their own: friction of known limits, of constraints and of hinges, static friction, states, memories, grids, components,
Coulomb's cone, wind.

Used by machines.py, which says from which seed on.
"""
import math

from description import Body, Point, Signal

KINDS = ("linear", "smooth", "periodic", "if", "steady")


def direction(chance):
    angle = chance.uniform(0, 2 * math.pi)
    return math.cos(angle), math.sin(angle)


def across(normal):
    return -normal[1], normal[0]


def signal(chance, until):
    kind = chance.choice(KINDS)
    width = chance.uniform(0.3, 2) if kind == "periodic" else 10 ** chance.uniform(-2, 0)
    return Signal(kind, chance.uniform(0.1, 0.6) * until, width)


def pull(chance, machine, name, point, size, toward):
    machine.forces.append((name, point, (size * toward[0], size * toward[1]), signal(chance, machine.until)))


def rail(chance, machine, prefix, origin):
    """A puck on a rail that rubs, pressed by gravity or a push from the side, on either side."""
    toward, name, mass = direction(chance), f"{prefix}c", chance.uniform(0.3, 3)
    speed, slip = chance.uniform(-2, 2), ("line", Point(name), origin, toward)
    machine.bodies.append(Body(name, "puck", mass, origin, (speed * toward[0], speed * toward[1])))
    machine.rails.append((f"{prefix}rail", Point(name), origin, across(toward)))
    mu = chance.uniform(0.05, 0.6)
    machine.rubs.append((f"{prefix}rub", f"{prefix}rail", slip, mu, chance.choice([None, 1.5 * mu])))
    pull(chance, machine, f"{prefix}press", Point(name), mass * chance.uniform(1, 20), across(toward))
    pull(chance, machine, f"{prefix}pull", Point(name), mass * chance.uniform(1, 8), toward)
    machine.reports.append((f"{prefix}far", "maximum", ("along", Point(name), origin, toward)))


def hinge(chance, machine, prefix, origin):
    """A rod on a hinge with friction, that of the size of the hinge's force or of a known limit; perhaps a second one on it."""
    angle, length, mass = chance.uniform(0, 6), chance.uniform(0.5, 1.5), chance.uniform(0.3, 3)
    toward, rate = (math.cos(angle), math.sin(angle)), chance.uniform(-6, 6)
    name = f"{prefix}r"
    middle = (origin[0] - length / 2 * toward[0], origin[1] - length / 2 * toward[1])
    speed = (length / 2 * rate * toward[1], -length / 2 * rate * toward[0])
    machine.bodies.append(Body(name, "rod", mass, middle, speed, angle, rate, (length, 0.0)))
    machine.pins.append((f"{prefix}pin", Point(name, end=True), Point(None, origin)))
    if chance.random() < 0.7:
        machine.rubs.append((f"{prefix}rub", f"{prefix}pin", ("angle", name), chance.uniform(0.01, 0.1), None))
    else:
        limit = mass * chance.uniform(0.2, 2)
        machine.frictions.append((f"{prefix}rub", ("angle", name), limit, chance.choice([None, 1.4 * limit])))
    if chance.random() < 0.5:
        pull(chance, machine, f"{prefix}pull", Point(name), mass * chance.uniform(1, 20), direction(chance))
    machine.reports.append((f"{prefix}fast", "maximum", ("speed", Point(name))))


def blocks(chance, machine, prefix, origin):
    """Two beads on one line that rub on the ground and on each other, by known limits: what stands holds what moves."""
    toward, limit = direction(chance), chance.uniform(0.5, 4)
    angle = math.atan2(toward[1], toward[0])
    for i in range(2):
        machine.bodies.append(Body(f"{prefix}b{i}", "bead", chance.uniform(0.3, 2), origin, angle=angle, along=0.3 * i,
                                   along_rate=chance.choice([0.0, chance.uniform(-1, 1)])))
        static = chance.choice([None, 1.5 * limit])
        machine.frictions.append((f"{prefix}g{i}", ("line", Point(f"{prefix}b{i}"), origin, toward), limit, static))
        pull(chance, machine, f"{prefix}pull{i}", Point(f"{prefix}b{i}"), limit * chance.uniform(0.5, 4), toward)
    machine.coils.append((f"{prefix}coil", Point(f"{prefix}b0"), Point(None, (origin[0] + 3, origin[1] + 1)), chance.uniform(1, 30), 0.5))
    machine.reports.append((f"{prefix}far", "maximum", ("along", Point(f"{prefix}b1"), origin, toward)))


def controlled(chance, machine, prefix, origin):
    """A puck driven by a force with a lag and by a sampled one, over a field given by a grid."""
    name, mass = f"{prefix}p", chance.uniform(0.3, 3)
    machine.bodies.append(Body(name, "puck", mass, origin, (chance.uniform(-1, 1), chance.uniform(-1, 1))))
    a, b = direction(chance), direction(chance)
    machine.lags.append((f"{prefix}lag", 10 ** chance.uniform(-2, 0), ("along", Point(name), origin, a), -mass * chance.uniform(1, 20), Point(name), a))
    machine.samples.append((f"{prefix}held", chance.uniform(0.02, 0.3), ("rate", Point(name), b), -mass * chance.uniform(0.3, 2), Point(name), b))
    machine.maps.append((f"{prefix}field", Point(name), origin, (mass * chance.uniform(-5, 5), mass), chance.random() < 0.5))
    machine.reports.append((f"{prefix}far", "maximum", ("along", Point(name), origin, a)))


def sled(chance, machine, prefix, origin):
    """A puck on a floor with static friction that is more than sliding friction, pulled by a force that grows."""
    size = math.hypot(*machine.gravity)
    up = (-machine.gravity[0] / size, -machine.gravity[1] / size) if size else direction(chance)
    name, mass, mu = f"{prefix}s", chance.uniform(0.3, 3), chance.uniform(0.1, 0.5)
    along = (up[1], -up[0])
    machine.bodies.append(Body(name, "puck", mass, (origin[0] + 0.2 * up[0], origin[1] + 0.2 * up[1])))
    machine.walls.append((f"{prefix}floor", Point(name), origin, up, 0.2, 0.0, mu))
    machine.statics[f"{prefix}floor"] = mu * chance.uniform(1, 2)
    machine.coils.append((f"{prefix}coil", Point(name), Point(None, (origin[0] + 2 * along[0], origin[1] + 2 * along[1])), mass * chance.uniform(1, 10), 0.3))
    pull(chance, machine, f"{prefix}pull", Point(name), mass * chance.uniform(1, 9), along)
    machine.reports.append((f"{prefix}fast", "maximum", ("speed", Point(name))))


def on_table(chance, machine, name, place, speed=(0.0, 0.0)):
    """A puck with Coulomb's cone under it, as seen from above."""
    mass, mu = chance.uniform(0.3, 3), chance.uniform(0.05, 0.5)
    machine.bodies.append(Body(name, "puck", mass, place, speed))
    machine.tables.append((f"{name}_table", Point(name), mass, mass * chance.uniform(3, 15), mu, chance.choice([None, 1.4 * mu])))
    machine.reports.append((f"{name}_far", "maximum", ("along", Point(name), place, direction(chance))))
    return mass


def table(chance, machine, prefix, origin):
    """A puck that slides over a rough table, turned aside by a push, perhaps on a spring."""
    name, speed, toward = f"{prefix}t", chance.uniform(0, 4), direction(chance)
    mass = on_table(chance, machine, name, origin, (speed * toward[0], speed * toward[1]))
    if chance.random() < 0.7:
        pull(chance, machine, f"{prefix}pull", Point(name), mass * chance.uniform(1, 8), direction(chance))
    if chance.random() < 0.5:
        machine.coils.append((f"{prefix}coil", Point(name), Point(None, (origin[0] + 2, origin[1] + 1)), mass * chance.uniform(2, 20), 0.4))
    machine.reports.append((f"{prefix}fast", "maximum", ("speed", Point(name))))


def train(chance, machine, prefix, origin):
    """Two pucks on a rough table with a spring between them: one is pulled, the other sticks until it is dragged along."""
    toward = direction(chance)
    on_table(chance, machine, f"{prefix}a", origin)
    mass = on_table(chance, machine, f"{prefix}b", (origin[0] + toward[0], origin[1] + toward[1]))
    machine.coils.append((f"{prefix}coil", Point(f"{prefix}a"), Point(f"{prefix}b"), mass * chance.uniform(5, 30), 0.8))
    pull(chance, machine, f"{prefix}pull", Point(f"{prefix}b"), mass * chance.uniform(3, 12), direction(chance))


def kite(chance, machine, prefix, origin):
    """A puck in a wind, perhaps on a spring, perhaps on a table."""
    name, toward = f"{prefix}k", direction(chance)
    if chance.random() < 0.5:
        mass = on_table(chance, machine, name, origin, (2 * toward[0], 2 * toward[1]))
    else:
        mass = chance.uniform(0.3, 3)
        machine.bodies.append(Body(name, "puck", mass, origin, chance.choice([(0.0, 0.0), toward])))
    wind = direction(chance)
    machine.winds.append((f"{prefix}wind", name, mass * chance.uniform(0.05, 0.5), chance.uniform(0.2, 1.2), 1.2, chance.choice([(0.0, 0.0), (6 * wind[0], 6 * wind[1])])))
    machine.coils.append((f"{prefix}coil", Point(name), Point(None, (origin[0] + 1.5, origin[1] - 1)), mass * chance.uniform(1, 10), 0.5))
    machine.reports.append((f"{prefix}fast", "maximum", ("speed", Point(name))))


CONE_SCENES = {"table": table, "train": train, "kite": kite}

SCENES = {"rail": rail, "hinge": hinge, "blocks": blocks, "controlled": controlled, "sled": sled}


def rests(machine):
    """Whether something rubs at a constraint, or sticks at a floor: who holds everything still beside it leaves its force open."""
    return bool(machine.rubs or machine.statics or machine.tables or machine.patches or machine.couplings)
