"""The counted attacks: families of machines with a closed form, in which nothing may be missed, nothing may hang, and every number is known.

usage: attacks.py TOOL [ATTACK...] [--count N] [--verbose]     attacks are pucks, post, crates, "pushes by if" (table, gauss), batons, sweeps

Each attack prints one line with its figures; the exit status is that of the worst: 1 if anything was missed, hung, failed or wrong.
`--count N` makes fewer (or more) of each family than the whole attack has.
"""
import argparse
import csv
import io
import math
import random
import sys

import runner
from runner import near, number

TIMES = 10.0                    # length of the runs with a push


class Tally:
    """Counts what went wrong in one family, and keeps the first examples."""

    def __init__(self, name, verbose):
        self.name, self.verbose = name, verbose
        self.kinds, self.examples, self.count, self.figures = {}, {}, 0, {}

    def wrong(self, kind, words, text=None):
        self.kinds[kind] = self.kinds.get(kind, 0) + 1
        self.examples.setdefault(kind, []).append((words, text))

    def most(self, name, value):
        self.figures[name] = max(self.figures.get(name, 0.0), value)

    def examples_in_words(self):
        """One example of each kind of failure."""
        return [f"{kind}: {examples[0][0]}" for kind, examples in self.examples.items()]

    def close(self):
        figures = ", ".join(f"{name} {value:.2e}" for name, value in self.figures.items())
        wrong = ", ".join(f"{count} {kind}" for kind, count in sorted(self.kinds.items())) or "0 wrong"
        print(f"{'FAIL' if self.kinds else 'ok  '} {self.name}: {wrong} of {self.count}" + (f" ({figures})" if figures else ""), flush=True)
        for kind, examples in self.examples.items():
            for words, text in examples[:3 if self.verbose else 1]:
                print(f"       {kind}: {words}" + (f"\n{text}" if self.verbose and text else ""), flush=True)
        return bool(self.kinds)


def failed(tally, answer, words, text):
    """Counts a run that hung or failed."""
    if answer.hung:
        tally.wrong("hang", words, text)
    elif not answer.ok:
        tally.wrong("failed", f"{words}: {answer.trouble()}", text)
    return answer.hung or not answer.ok


# Two pucks on ice: the second is struck by the first, off-centre.

PUCKS = """\
model pucks "Two pucks of 20 cm diameter on ice"
param d = 1 m in [0.3 m, 6 m], off = 0.05 m in [0 m, 0.19 m], T = 8 s in [1 s, 20 s]
coord x1 = -d, y1 = off, x2 = 0 m, y2 = 0 m
initial x1' = 1 m/s
particle a: mass 0.2 kg at [x1, y1]
particle b: mass 0.2 kg at [x2, y2]
contact hit: norm(a - b) >= 20 cm, restitution 0.9
report v1 = final(x1')
report dmin = minimum(norm(a - b))
report th = time(hit.impact)
simulate until T
"""


def pucks_by_hand(d, off, until):
    """Time of the blow and what the run reports; None where they have not met or just meet."""
    meet = d - math.sqrt(0.04 - off * off)
    if abs(meet - until) < 1e-3:
        return None
    if meet > until:
        return {"v1": 1.0, "dmin": math.hypot(d - until, off), "th": None}
    return {"v1": 1 - 0.95 * (1 - (off / 0.2) ** 2), "dmin": 0.2, "th": meet}


def judge_pucks(tally, words, got, want):
    if want["th"] is not None and got["th"] is None:
        tally.wrong("missed", f"{words}: no impact, wanted at {want['th']:.6f}")
    elif want["th"] is None and got["th"] is not None:
        tally.wrong("invented", f"{words}: impact at {got['th']}, wanted none")
    else:
        bad = [name for name, value in want.items() if value is not None and not near(got[name], value, 1e-7)]
        if bad:
            tally.wrong("inexact", f"{words}: {bad[0]} = {got[bad[0]]}, wanted {want[bad[0]]}")


def pucks(tool, tally, count):
    """Designs in which they meet, at every possible distance, offset and end of the run."""
    chance, designs = random.Random(20), []
    while len(designs) < count:
        d, off, until = chance.uniform(0.3, 6), chance.uniform(0, 0.19), chance.uniform(1, 20)
        want = pucks_by_hand(d, off, until)
        if want and want["th"] is not None:
            designs.append((d, off, until, want))
    answers = tool.map(lambda one: tool.run(PUCKS, *options(("d", "off", "T"), one)), designs)
    for (d, off, until, want), answer in zip(designs, answers):
        words = f'--set "d={d!r}" --set "off={off!r}" --set "T={until!r}"'
        if not failed(tally, answer, words, PUCKS):
            judge_pucks(tally, words, answer.data["report"], want)
    tally.count = count


# A puck and a round post: inelastic or not, anywhere.

def post_text(x, y, gap, off, restitution, mass, until):
    return f"""\
coord x = {number(x - gap)}, y = {number(y + off)}
initial x' = 1
particle p: mass {number(mass)} at [x, y]
contact post: norm(p - [{number(x)}, {number(y)}]) >= 0.2, restitution {number(restitution)}
report th = time(post.impact)
report vx = final(x')
report vy = final(y')
report push = minimum(force(post))
simulate until {number(until)}
"""


def post(tool, tally, count):
    chance, designs = random.Random(34), []
    for _ in range(count):
        far = chance.choice([0, 0, 1, 50, 300])
        gap, off = chance.uniform(0.3, 5), chance.uniform(0, 0.19)
        restitution = chance.choice([0, 0, 0.5, 0.9, 1])
        until = gap + chance.uniform(0.2, 10)
        place = [chance.uniform(-far, far), chance.uniform(-far, far)]
        designs.append((*place, gap, off, restitution, chance.uniform(0.1, 3), until))
    answers = tool.map(lambda one: tool.run(post_text(*one)), designs)
    for one, answer in zip(designs, answers):
        judge_post(tally, one, answer)
    tally.count = count


def judge_post(tally, one, answer):
    """A blow takes (1 + e) of the speed along the normal; an inelastic one then leaves the post along the tangent."""
    x, _, gap, off, restitution, _, _ = one
    text, words = post_text(*one), f"at x = {x:.4g}, off {off:.4g}, restitution {restitution}"
    if failed(tally, answer, words, text):
        return
    sine = off / 0.2
    meet, normal = gap - math.sqrt(0.04 - off * off), -math.sqrt(1 - sine * sine)
    got = answer.data["report"]
    want = {"th": meet, "vx": 1 - (1 + restitution) * normal * normal, "vy": -(1 + restitution) * normal * sine}
    if got["th"] is None:
        tally.wrong("missed", f"{words}: no impact, wanted at {meet:.6f}", text)
        return
    bad = [name for name, value in want.items() if not near(got[name], value, 1e-6)]
    if bad:
        tally.wrong("inexact", f"{words}: {bad[0]} = {got[bad[0]]}, wanted {want[bad[0]]}", text)
    elif got["push"] < -1e-9:
        tally.wrong("pulls", f"{words}: force {got['push']}", text)


# A crate that falls, slides to a wall and rests there, beside a cart that passes a mark.

def crate_text(one):
    return f"""\
coord x = {number(one['x'])}, y = {number(one['y'])}, th = 0
initial x' = {number(-one['speed'])}
coord X = 0
initial X' = {number(one['cart'])}
gravity 9.81
body crate: mass {number(one['mass'])}, inertia {number(one['inertia'])}, at [x, y], angle th
particle cart: mass 5 at [X, -1]
let c1 = crate + rotate([{number(-one['a'])}, {number(one['b'])}], th)
let c2 = crate + rotate([{number(-one['a'])}, {number(-one['b'])}], th)
let c3 = crate + rotate([{number(one['a'])}, {number(-one['b'])}], th)
contact floor2: c2.y >= 0
contact floor3: c3.y >= 0
contact wall1: c1.x >= 0
contact wall2: c2.x >= 0
event pass when X > {number(one['mark'])} and X < {number(one['mark'] + one['width'])} {{ }}
report t_pass = time(pass)
simulate until 5
"""


def random_crate(chance):
    a, b = chance.uniform(0.1, 0.8), chance.uniform(0.1, 0.8)
    mass = chance.uniform(1, 50)
    cart = chance.uniform(0.5, 2)
    return {"a": a, "b": b, "x": a + chance.uniform(0.05, 1.5), "y": b + chance.uniform(0.01, 0.8), "mass": mass,
            "inertia": mass * (a * a + b * b) / 3 * chance.uniform(0.5, 1), "speed": chance.uniform(0.5, 4), "cart": cart,
            "mark": cart * chance.uniform(0.3, 4.8), "width": chance.choice([0.001, 0.01, 0.05, 0.2])}


def crates(tool, tally, count):
    chance = random.Random(92)
    ones = [random_crate(chance) for _ in range(count)]
    answers = tool.map(lambda one: tool.run(crate_text(one)), ones)
    for number_of, (one, answer) in enumerate(zip(ones, answers)):
        text, words = crate_text(one), f"crate {number_of}"
        tally.most("longest run, s", answer.seconds)
        if failed(tally, answer, words, text):
            continue
        want, got = one["mark"] / one["cart"], answer.data["report"]["t_pass"]
        final = answer.data["final"]["q"]
        if got is None:
            tally.wrong("lost", f"{words}: the cart never passes, wanted at {want:.6f}", text)
        elif not near(got, want, 1e-8):
            tally.wrong("inexact", f"{words}: passes at {got}, wanted {want}", text)
        elif not (near(final["x"], one["a"], 1e-9) and near(final["y"], one["b"], 1e-9) and near(final["th"], 0, 1e-9)):
            tally.wrong("elsewhere", f"{words}: the crate ends at {final}, wanted {one['a']}, {one['b']}", text)
        elif tool.timed and answer.seconds > 0.1:
            tally.wrong("slow", f"{words}: {answer.seconds:.3f} s", text)
    tally.count = count


# Pushes: alone, on a rough floor, in flight; from an `if`, a table and a smooth pulse.

GRAVITY = 9.81


class Push:
    """A force F(t) along x for some time, what it is in the language, and what it does to a mass."""

    def __init__(self, chance, shape, setting, tolerance):
        self.shape, self.setting, self.tolerance = shape, setting, tolerance
        self.width = 10 ** chance.uniform(-3, math.log10(2))
        self.mass, self.mu = chance.uniform(0.2, 5), chance.uniform(0.1, 0.6)
        self.middle = chance.uniform(1.5, TIMES - 3)
        self.start = chance.choice([0, chance.uniform(-1, 1)]) if setting != "floor" else 0.0
        gain = chance.uniform(0.3, 3)
        self.force = self.mass * (gain / self.width + (2 * self.mu * GRAVITY if setting == "floor" else 0))
        self.begin, self.end = self.middle - self.width / 2, self.middle + self.width / 2

    def formula(self):
        if self.shape == "if":
            return f"if t > {number(self.begin)} and t < {number(self.end)} then {number(self.force)} else 0"
        if self.shape == "table":
            return f'({number(self.force)})*table("push.csv", t)'
        return f"({number(self.force)})*exp(-((t - {number(self.middle)})/{number(self.width / 4)})^2)"

    def files(self):
        rows = [(0, 0), (self.begin, 0), (self.middle, 1), (self.end, 0), (TIMES, 0)]
        return {"push.csv": "".join(f"{number(a)},{number(b)}\n" for a, b in rows)} if self.shape == "table" else {}

    def at(self, t):
        """The force at t. Between three points with level ends runs the cubic u^2 (3 - 2u)."""
        if self.shape == "if":
            return self.force if self.begin <= t <= self.end else 0.0
        if self.shape == "table":
            u = max(0.0, 1 - abs(t - self.middle) / (self.width / 2))
            return self.force * u * u * (3 - 2 * u)
        return self.force * math.exp(-((t - self.middle) / (self.width / 4)) ** 2)

    def corners(self):
        """Between these the force is smooth, and beyond the outer ones it is nothing."""
        if self.shape == "gauss":
            reach = 2.2 * self.width
            return [max(0.0, self.middle - reach), self.middle, min(TIMES, self.middle + reach)]
        return [self.begin, self.middle, self.end]

    def text(self):
        floor, flight = self.setting == "floor", self.setting == "flight"
        lines = ["coord x = 0, y = 0", f"particle box: mass {number(self.mass)} at [x, y]", f"force push: [{self.formula()}, 0] at box"]
        lines += [f"initial x' = {number(self.start)}" + (", y' = 30" if flight else "")]
        lines += ["gravity 9.81"] if floor or flight else []
        lines += [f"contact floor: y >= 0, friction {number(self.mu)} along x"] if floor else []
        return "\n".join([*lines, "report way = final(x)", "report speed = maximum(abs(x'))", f"simulate until {number(TIMES)}", ""])

    def by_hand(self):
        """The way at the end and the greatest speed."""
        if self.setting == "floor":
            return self._with_friction()
        points = self.corners()
        gained = integral(self.at, points) / self.mass
        way = self.start * TIMES + integral(lambda t: self.at(t) * (TIMES - t), points) / self.mass
        return way, max(abs(self.start), abs(self.start + gained))

    def _with_friction(self):
        """Breaks away where the force exceeds friction, slides until its speed is used up."""
        held = self.mu * self.mass * GRAVITY
        first, middle, last = self.corners()
        rise = first if self.at(first) > held else root(lambda t: self.at(t) - held, first, middle)
        fall = last if self.at(last) > held else root(lambda t: self.at(t) - held, middle, last)

        def rate(t):
            return (self.at(t) - held) / self.mass

        top = integral(rate, [rise, middle, fall])

        def speed(t):
            return top + integral(rate, sorted({fall, min(t, last), t}))
        stop = min(TIMES, root(speed, fall, fall + top / (self.mu * GRAVITY) + 2 * (last - fall) + 1))
        corners = sorted({rise, middle, fall, min(last, stop), stop})
        return integral(lambda t: rate(t) * (stop - t), corners), top


NODES = ((0.1488743389816312, 0.2955242247147529), (0.4333953941292472, 0.2692667193099963), (0.6794095682990244, 0.2190863625159820),
         (0.8650633666889845, 0.1494513491505806), (0.9739065285171717, 0.0666713443086881))


def integral(f, points, panels=24):
    """Gauss's rule of ten points in many panels between neighbouring corners."""
    total = 0.0
    for a, b in zip(points, points[1:]):
        half = (b - a) / panels / 2
        for i in range(panels):
            middle = a + (2 * i + 1) * half
            total += half * sum(w * (f(middle - x * half) + f(middle + x * half)) for x, w in NODES)
    return total


def root(f, a, b):
    low = f(a) > 0
    for _ in range(80):
        middle = (a + b) / 2
        if (f(middle) > 0) == low:
            a = middle
        else:
            b = middle
    return (a + b) / 2


def pushes(tool, tally, count, shapes=("if", "table", "gauss")):
    chance, ones = random.Random(78), []
    kinds = [(shape, setting) for setting in ("alone", "floor", "flight") for shape in shapes]
    for i in range(count):
        ones.append(Push(chance, *kinds[i % len(kinds)], 10.0 ** -chance.randint(4, 12)))
    answers = tool.map(lambda one: tool.run(one.text(), "--tolerance", repr(one.tolerance), files=one.files()), ones)
    for one, answer in zip(ones, answers):
        judge_push(tally, one, answer)
    tally.count = count


def judge_push(tally, one, answer):
    """A push counts as found if the way is right to a hundredth; it is exact if way and speed are right to the tolerance."""
    text, words = one.text(), f"{one.shape}, {one.setting}, {one.width:.4g} s about {one.middle:.4g} s, tolerance {one.tolerance:g}"
    if failed(tally, answer, words, text):
        return
    way, top = one.by_hand()
    got = answer.data["report"]
    size = max(abs(way), top)
    error = max(abs(got["way"] - way), abs(got["speed"] - top)) / size
    if error > 0.01:
        found = f"way {got['way']:.9g}, wanted {way:.9g}; speed {got['speed']:.9g}, wanted {top:.9g}"
        tally.wrong(f"missed ({one.shape}, {one.setting})", f"{words}: {found}", text)
    elif error > 100 * one.tolerance + 1e-8:
        tally.wrong(f"inexact ({one.shape}, {one.setting})", f"{words}: off by {error:.1e}, way {got['way']!r}, wanted {way!r}", text)
    tally.most("work: most rejected steps", answer.data["work"]["rejected"])


# Batons: thrown up, spinning; how high one end comes.

BATON = """\
param v = 9 m/s in [2 m/s, 15 m/s], w = 20 in [1, 80], T = 2 s
coord x = 0 m, y = 0 m, th = 0.3
initial y' = v, x' = 1 m/s, th' = w/(1 s)
gravity 9.81 m/s^2
rod baton: mass 0.3 kg, from [x, y] - (0.4 m)*dir(th) to [x, y] + (0.4 m)*dir(th)
report top = maximum(y + (0.4 m)*sin(th))
simulate until T
"""


def baton_by_hand(v, w, until):
    """The greatest of v t - g t^2/2 + 0.4 sin(0.3 + w t): from the best of many places by Newton's method."""
    def height(t):
        return v * t - GRAVITY / 2 * t * t + 0.4 * math.sin(0.3 + w * t)
    count = int(until * w * 16) + 400
    step, best = until / count, max(height(0), height(until))
    values = [height(i * step) for i in range(count + 1)]
    for i in range(1, count):
        if values[i] >= values[i - 1] and values[i] >= values[i + 1] and values[i] > best - 0.4 * (w * step) ** 2:
            t = i * step
            for _ in range(20):
                t -= (v - GRAVITY * t + 0.4 * w * math.cos(0.3 + w * t)) / (-GRAVITY - 0.4 * w * w * math.sin(0.3 + w * t))
            best = max(best, height(t) if abs(t - i * step) <= 1.01 * step else values[i])
    return best


def batons(tool, tally, count):
    chance = random.Random(301)
    designs = [(chance.uniform(2, 15), chance.uniform(1, 80), chance.choice([0.5, 1, 2, 3])) for _ in range(count)]
    answers = tool.map(lambda one: tool.run(BATON, *options("vwT", one)), designs)
    for one, answer in zip(designs, answers):
        words = " ".join(f'--set "{name}={value!r}"' for name, value in zip("vwT", one))
        if failed(tally, answer, words, BATON):
            continue
        want, got = baton_by_hand(*one), answer.data["report"]["top"]
        tally.most("greatest error, m", abs(got - want))
        if not near(got, want, 1e-6):
            tally.wrong("wrong", f"{words}: {got}, wanted {want}", BATON)
    tally.count = count


# Sweeps find what single runs find.

def rows_of(answer):
    return list(csv.DictReader(io.StringIO(answer.out)))


def value(cell):
    return float(cell) if cell else None


def options(names, values):
    """Arguments that set these parameters."""
    return [part for name, one in zip(names, values) for part in ("--set", f"{name}={one}")]


def sweep_rows(tool, tally, text, arguments, samples, files=None):
    answer = tool.start("sweep", text, "--quiet", "-o", "-", *arguments, *samples, files=files)
    rows = rows_of(answer)
    if answer.hung or answer.status:
        tally.wrong("failed sweep", answer.trouble() or f"exit status {answer.status}", text)
    return rows


def beside_single_runs(tool, tally, text, names, rows, tolerance, files=None):
    """Runs each design of a sweep alone and compares all reports and how it ended."""
    def single(row):
        return tool.run(text, *options(names, (row[name] for name in names)), files=files)
    for row, answer in zip(rows, tool.map(single, rows)):
        words = " ".join(f'--set "{name}={row[name]}"' for name in names)
        if failed(tally, answer, words, text):
            continue
        for name, alone in answer.data["report"].items():
            swept = value(row[name])
            if (swept is None) != (alone is None) or (alone is not None and not near(swept, alone, tolerance)):
                tally.wrong("differs from the run alone", f"{words}: {name} = {swept} in the sweep, {alone} alone", text)
                break
    tally.count += len(rows)


def sweeps(tool, tally, count):
    """Pucks (by hand and alone), crates' carts, pushes, batons: each as one sweep."""
    rows = sweep_rows(tool, tally, PUCKS, ["--vary", "d=0.3..6", "--vary", "off=0..0.19", "--vary", "T=1..20"],
                      ["--sample", "random", "--samples", str(count)])
    tally.count += len(rows)
    for row in rows:
        want = pucks_by_hand(*(float(row[name]) for name in ("d", "off", "T")))
        if want:
            words = f"sweep, d={row['d']} off={row['off']} T={row['T']}"
            judge_pucks(tally, words, {name: value(row[name]) for name in want}, want)
    few = max(10, count // 10)
    beside_single_runs(tool, tally, PUCKS, ("d", "off", "T"), rows[:few], 1e-9)
    crate = random_crate(random.Random(7))
    text = crate_text(crate).replace(f"X > {number(crate['mark'])} and X < {number(crate['mark'] + crate['width'])}", "X > mark and X < mark + 0.05")
    text = "param mark = 1, fall = 0.5\n" + text.replace(f"y = {number(crate['y'])}", f"y = {number(crate['b'])} + fall")
    rows = sweep_rows(tool, tally, text, ["--vary", f"mark={0.3 * crate['cart']}..{4.8 * crate['cart']}", "--vary", "fall=0.01..0.8"], ["--sample", "sobol", "--samples", str(few)])
    for row in rows:
        want, got = float(row["mark"]) / crate["cart"], value(row["t_pass"])
        if not near(got, want, 1e-8):
            tally.wrong("lost in a sweep", f"mark={row['mark']} fall={row['fall']}: {got}, wanted {want}", text)
    beside_single_runs(tool, tally, text, ("mark", "fall"), rows, 1e-9)
    rows = sweep_rows(tool, tally, BATON, ["--vary", "v=2..15", "--vary", "w=1..80"], ["--sample", "sobol", "--samples", str(few)])
    beside_single_runs(tool, tally, BATON, ("v", "w"), rows, 1e-8)
    push = "param a = 3, w = 0.1, F = 4\ncoord x = 0, y = 0\ngravity 9.81\nparticle box: mass 1 at [x, y]\ncontact floor: y >= 0, friction 0.3 along x\n" \
           "force push: [if t > a and t < a + w then F + 3 else 0, 0] at box\nreport way = final(x)\nsimulate until 20\n"
    rows = sweep_rows(tool, tally, push, ["--vary", "a=0.5..6", "--vary", "w=0.001..2"], ["--sample", "sobol", "--samples", str(few)])
    for row in rows:
        held, width = 0.3 * GRAVITY, float(row["w"])
        top = (7 - held) * width
        want = top * width / 2 + top * top / (2 * held)
        if not near(value(row["way"]), want, 1e-6 * max(1, want)):
            tally.wrong("push missed in a sweep", f"a={row['a']} w={row['w']}: way {row['way']}, wanted {want}", push)
    beside_single_runs(tool, tally, push, ("a", "w"), rows, 1e-8)


def pushes_of(shape):
    return lambda tool, tally, count: pushes(tool, tally, count, (shape,))


ATTACKS = {"pucks": (pucks, 2000), "post": (post, 300), "crates": (crates, 200), "pushes by if": (pushes_of("if"), 134), "pushes by table": (pushes_of("table"), 134),
           "pushes by gauss": (pushes_of("gauss"), 134), "batons": (batons, 301), "sweeps": (sweeps, 2000)}


def attack(tool, name, count=None, verbose=False):
    """Makes one attack; what it found."""
    function, whole = ATTACKS[name]
    tally = Tally(name, verbose)
    function(tool, tally, count or whole)
    return tally


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool")
    parser.add_argument("names", nargs="*", metavar="attack")
    parser.add_argument("--count", type=int)
    parser.add_argument("--verbose", action="store_true")
    given = parser.parse_args()
    unknown = [name for name in given.names if name not in ATTACKS]
    if unknown:
        parser.error(f"no attack is called {unknown[0]}; there are {', '.join(ATTACKS)}")
    with runner.Runner(given.tool) as tool:
        found = [attack(tool, name, given.count, given.verbose).close() for name in given.names or ATTACKS]
    return 1 if any(found) else 0


if __name__ == "__main__":
    sys.exit(main())
