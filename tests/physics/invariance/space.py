"""Ropes, and bodies by their shape between two points, in space: a machine that is turned and moved as a whole goes on as it did.

Every machine has a body with a frame, which hangs from a rope, and a weight that is tied to its centre by another one.
"""
import math
import random

from runner import near, number

REPORTS = ["often", "late", "moving", "pull", "tie", "apart", "far", "spin"]
TOLERANCE = 1e-5                # of what a rope that becomes taut again and again magnifies


def product(a, b):
    """Of quaternions."""
    (w, x, y, z), (u, p, q, r) = a, b
    return (w * u - x * p - y * q - z * r, w * p + x * u + y * r - z * q, w * q - x * r + y * u + z * p, w * r + x * q - y * p + z * u)


def turned(q, v):
    w, x, y, z = q
    return product(product(q, (0.0, *v)), (w, -x, -y, -z))[1:]


def attitude(chance):
    q = [chance.gauss(0, 1) for _ in range(4)]
    return tuple(c / math.hypot(*q) for c in q)


def vector(v):
    return "[" + ", ".join(number(c) for c in v) + "]"


def coordinates(names, place, velocity):
    given = [f"coord {', '.join(f'{name} = {number(c)}' for name, c in zip(names, place))}"]
    return given + [f"initial {', '.join(f'{name}{chr(39)} = {number(c)}' for name, c in zip(names, velocity))}"]


def shape(chance, length):
    a, b = chance.uniform(0.05, 0.3), chance.uniform(0.05, 0.3)
    return chance.choice([f"cylinder radius {number(a)}", f"cylinder radius 0.3 hollow {number(a / 2)}", f"box {number(length)} by {number(a)} by {number(b)}",
                          f"plate {number(length)} by {number(a)}, thickness 0.02"])


def text_of(seed, turn=(1.0, 0.0, 0.0, 0.0), away=(0.0, 0.0, 0.0)):
    """The machine of a seed, turned and then moved."""
    chance = random.Random(seed)
    some = lambda size: tuple(chance.uniform(-size, size) for _ in range(3))
    place = lambda v: tuple(a + b for a, b in zip(turned(turn, v), away))
    q, centre, line, arm, hook = attitude(chance), some(0.3), some(1), some(0.4), some(1)
    hook = (hook[0], hook[1], hook[2] + 1.5)
    weight, end = some(0.3), tuple(c + d for c, d in zip(centre, turned(q, arm)))
    along, tip = f"(B*{vector(line)})", f"(limb + B*{vector(arm)})"
    lines = [f"orientation q = {vector(product(turn, q))}", "frame B = quaternion(q)", f"gravity {vector(turned(turn, (0.0, 0.0, -9.81)))}",
             *coordinates("xyz", place(centre), turned(turn, some(1))), f"initial omega(B) = {vector(turned(turn, some(4)))}",
             *coordinates("uvw", place(weight), turned(turn, some(2))), "particle weight: mass 0.7 at [u, v, w]",
             f"body limb: {shape(chance, math.hypot(*line))}, density 300, from [x, y, z] - {along}/2 to [x, y, z] + {along}/2, frame B",
             f"rope r: from {vector(place(hook))} to {tip}, length {number(math.dist(end, hook) + chance.uniform(0, 0.3))}"
             + chance.choice(["", ", stiffness 300, damping 1", ", restitution 0.4"]),
             f"rope s: from weight to limb, length {number(math.dist(centre, weight) + 0.05)}",
             "event near_it when norm(weight - limb) < 0.3 {}", "event half when t > 0.4 {}",
             "report often = count(near_it), late = count(near_it, from half), moving = final(kinetic)",
             "report pull = maximum(force(r)), tie = maximum(force(s))", "report apart = final(norm(weight - limb))",
             f"report far = final(norm({tip} - {vector(place(hook))})), spin = final(norm(omega(B)))", "simulate until 0.8, tolerance 1e-11"]
    return "\n".join(lines) + "\n"


def differences(tool, seed):
    """What is another in a machine that is turned, and moved as well; words."""
    chance = random.Random(-seed - 1)
    turn = attitude(chance)
    answers = [tool.run(text_of(seed, *how)) for how in ((), (turn,), (turn, (3.0, -2.0, 5.0)))]
    wrong = [one.trouble() for one in answers if not one.ok]
    if wrong:
        return f"machine {seed}: {wrong[0]}"
    first, *others = [one.data["report"] for one in answers]
    wrong = [f"{name} = {one[name]}, not {first[name]}" for one in others for name in REPORTS if not near(one[name], first[name], TOLERANCE * max(1, abs(first[name])))]
    return f"machine {seed}: {wrong[0]}" if wrong else None


def survey(tool, count):
    """Words about each machine that is wrong."""
    return [words for words in tool.map(lambda seed: differences(tool, seed), range(count)) if words]
