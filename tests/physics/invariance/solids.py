"""Scenes of machines with bodies that are said by their shapes, rotors on them, and inputs from files.

Used by machines.py, which says from which seed on.
"""
import math

from description import Body, Point
from laws import direction, pull, signal


def shape(chance, long=None):
    """Words and lengths, and a volume where the body is said by its density; `long`: its length is that between two points."""
    a, b, c = long or chance.uniform(0.3, 1), chance.uniform(0.1, 0.3), chance.uniform(0.05, 0.2)
    inner = c / 2
    words, volume = chance.choice([
        (("box", a, "by", b), 0), (("box", a, "by", b, "by", c), a * b * c), (("plate", a, "by", b), 0), (("plate", a, "by", b, ", thickness", c), a * b * c),
        (("cylinder radius", c, *(() if long else (", length", a))), math.pi * c * c * a),
        (("cylinder radius", c, ", hollow", inner, *(() if long else (", length", a))), math.pi * (c * c - inner * inner) * a),
        *([] if long else [(("disc radius", b), 0), (("disc radius", b, ", hollow", b / 3), 0), (("disc radius", b, ", thickness", c), math.pi * b * b * c),
                           (("ball radius", b), 4 / 3 * math.pi * b ** 3), (("ball radius", b, ", hollow", b / 2), 4 / 3 * math.pi * b ** 3 * 7 / 8)])])
    return words, volume if chance.random() < 0.5 else 0


def series(chance, until):
    """What a file tells of a number over time, from the start to behind the end."""
    count = chance.randint(4, 12)
    return [(until * 1.2 * k / (count - 1), chance.uniform(-1, 1)) for k in range(count)]


def wheel(chance, machine, prefix, body, inertia):
    """A rotor with a motor of its own, one from a file, or a brake."""
    name = f"{prefix}w"
    machine.rotors.append((name, body, inertia, chance.uniform(-1, 1), chance.choice([0.0, chance.uniform(-20, 20)])))
    size = inertia * chance.uniform(1, 10)
    if chance.random() < 0.5:
        machine.motors.append((f"{prefix}motor", name, size, signal(chance, machine.until)))
    else:
        machine.inputs.append((f"{prefix}u", name, size, series(chance, machine.until)))


def thrown(chance, machine, prefix, origin):
    """A body of some shape, thrown and pushed beside its centre, perhaps with a wheel, perhaps against a wall."""
    name, mass, toward = f"{prefix}b", chance.uniform(0.3, 3), direction(chance)
    words, volume = shape(chance)
    speed = chance.uniform(0.5, 2)
    machine.bodies.append(Body(name, "solid", mass, origin, (speed * toward[0], speed * toward[1]), chance.uniform(0, 6), chance.uniform(-3, 3),
                               shape=words, volume=volume))
    point = Point(name, (chance.uniform(-0.1, 0.1), chance.uniform(-0.1, 0.1)))
    if chance.random() < 0.6:
        pull(chance, machine, f"{prefix}pull", point, mass * chance.uniform(1, 5), direction(chance))
    else:
        size = mass * chance.uniform(1, 5)
        machine.inputs.append((f"{prefix}v", point, (size * toward[0], -size * toward[1]), series(chance, machine.until)))
    if chance.random() < 0.6:
        wheel(chance, machine, prefix, name, mass * chance.uniform(0.005, 0.05))
    if chance.random() < 0.5:
        wall = (origin[0] + 1.5 * toward[0], origin[1] + 1.5 * toward[1])
        machine.walls.append((f"{prefix}stop", Point(name), wall, (-toward[0], -toward[1]), 0.3, chance.choice([0.0, 0.5, 1.0]), 0.0))
    machine.reports.append((f"{prefix}fast", "maximum", ("speed", point)))


def limb(chance, machine, prefix, origin):
    """A pendulum of some shape with a wheel that swings it, perhaps with a bob at its end."""
    name, length, mass = f"{prefix}l", chance.uniform(0.5, 1.2), chance.uniform(0.3, 3)
    words, volume = shape(chance, length)
    machine.bodies.append(Body(name, "limb", mass, angle=chance.uniform(0, 6), rate=chance.uniform(-2, 2), size=(length, 0.0), anchor=Point(None, origin),
                               shape=words, volume=volume))
    wheel(chance, machine, prefix, name, mass * chance.uniform(0.005, 0.1))
    if chance.random() < 0.3:
        machine.bodies.append(Body(f"{prefix}c", "bob", chance.uniform(0.2, 1), angle=chance.uniform(0, 6), rate=0.0, size=(chance.uniform(0.3, 0.6), 0.0),
                                   anchor=Point(name, end=True)))
    machine.reports.append((f"{prefix}far", "maximum", ("along", Point(name, end=True), origin, direction(chance))))


SCENES = {"thrown": thrown, "limb": limb}
