"""Every model under examples/ comes out the same with its statements permuted, and with an independent second machine beside it.

usage: examples.py TOOL [NAME...]

Their texts are taken as they are, so only what can be done to any text is done to them: what acts on places, times and units needs a description
(description.py). Events keep their order among themselves (those of one instant fire in the order of the text), and so do loops and indexed names.
"""
import math
import pathlib
import random
import re
import sys

import runner
from compare import AGREES, Mark, TOLERANCE, first_wrong
from runner import number

ROOT = pathlib.Path(__file__).resolve().parents[3]
TOLERANCES = ("1e-9", "1e-10", "1e-11")
PERMUTED, BESIDE = "examples, statements permuted", "examples, a second machine beside"
IN_UNITS = {"examples, lengths x 2^-20": (2.0 ** -20, 1, 1), "examples, lengths x 2^20": (2.0 ** 20, 1, 1), "examples, times x 2^-30": (1, 2.0 ** -30, 1),
            "examples, times x 2^10": (1, 1024.0, 1), "examples, masses x 2^-80": (1, 1, 2.0 ** -80)}
GOES_ON = re.compile(r"([-+*/^,=<>]|\b(and|or|not|then|else|if))$")
KEEPS_ITS_ORDER = re.compile(r"\s*(for\b|event\b|\w+\s+\w+'*\[)")
ENERGIES = {"energy", "kinetic", "potential"}
TINY = 1e-4
BOUNCES = 7                     # about so many times the second machine falls within the run


def without_comments(line):
    """A line without its comment; a # within a string is none."""
    quoted = False
    for i, letter in enumerate(line):
        quoted ^= letter == '"'
        if letter == "#" and not quoted:
            return line[:i].rstrip()
    return line.rstrip()


def statements(text):
    """The statements of a text: lines, with those on which brackets or an operator let them go on."""
    found, open_now = [], ""
    for line in text.splitlines():
        line = without_comments(line)
        if not line.strip() and not open_now:
            continue
        if line.strip().startswith("else") and not open_now:
            found[-1] += "\n" + line
            continue
        open_now = f"{open_now}\n{line}" if open_now else line
        bare = re.sub(r'"[^"]*"', "", open_now)
        depth = sum(bare.count(one) for one in "([{") - sum(bare.count(one) for one in ")]}")
        if depth <= 0 and not GOES_ON.search(bare.rstrip()):
            found.append(open_now)
            open_now = ""
    return found + ([open_now] if open_now else [])


def permuted(text, seed):
    """The text with its statements in another order."""
    found = statements(text)
    places = list(range(len(found)))
    random.Random(seed).shuffle(places)
    ordered = iter(sorted(place for place in places if KEEPS_ITS_ORDER.match(found[place])))
    return "\n".join(found[next(ordered) if KEEPS_ITS_ORDER.match(found[place]) else place] for place in places) + "\n"


def has_units(text):
    """Whether anything that is declared has a unit that counts."""
    if re.search(r"^\s*initial\b[^#\n]*\d\s*(rad|deg|rev)/s\b", text, re.MULTILINE):
        return True
    return re.search(r"^\s*(param|coord|initial|let|gravity|body|particle|rod|spring|torsion)\b[^#\n]*\d\s*(m|mm|cm|km|kg|g|s|ms|N|kN|J|ft|in(?!\s*\[)|lb|slug|Hz|rpm|W|C|F|H)\b(?!\s*\()", text, re.MULTILINE) is not None


def beside(text, until):
    """The text with a ball that bounces beside it, seven times within the run."""
    pull = 2 * (BOUNCES / until) ** 2 * 1.3
    length, speed, mass, weight = (" m", " m/s", "(1 kg)*", f"({number(pull)} N)*") if has_units(text) else ("", "", "", f"{number(pull)}*")
    return text + f"""
coord zz_u = 1.3{length}
initial zz_u' = {number(0.1 / until)}{speed}
kinetic zz_K = {mass}zz_u'^2/2
potential zz_V = {weight}zz_u
contact zz_c: zz_u >= 0, restitution 0.9
event zz_seen when zz_u < 0.4{length} {{ }}
"""


# Units of quantities as powers of length, time and mass; what has none of these keeps its number.
POWERS = {"m": (1, 0, 0), "g": (0, 0, 1), "s": (0, 1, 0), "N": (1, -2, 1), "J": (2, -2, 1), "W": (2, -3, 1), "Pa": (-1, -2, 1), "Hz": (0, -1, 0),
          "rad": (0, 0, 0), "deg": (0, 0, 0), "rev": (0, 0, 0), "rpm": (0, -1, 0), "min": (0, 1, 0), "h": (0, 1, 0), "in": (1, 0, 0), "ft": (1, 0, 0),
          "mi": (1, 0, 0), "mph": (1, -1, 0), "oz": (0, 0, 1), "lb": (0, 0, 1), "slug": (0, 0, 1), "lbf": (1, -2, 1), "yd": (1, 0, 0),
          "kgf": (1, -2, 1), "tonne": (0, 0, 1), "bar": (-1, -2, 1), "A": (0, 0, 0), "V": (2, -3, 1), "ohm": (2, -3, 1), "H": (2, -2, 1), "F": (-2, 4, -1)}
PREFIXED = re.compile(r"(?:da|[TGMkhdcmuµμnpf])(m|g|s|N|J|W|Pa|Hz|rad|A|V|ohm|H|F)")
UNIT = r"(?!in\s*\[)[^\W\d]\w*(?:\^-?\d+)?"
QUANTITY = re.compile(rf"(?<![\w.])(\d+\.?\d*(?:[eE][-+]?\d+)?)(\s*)({UNIT}(?:(?:\s+|[/*]){UNIT})*)")


def powers_of(name):
    if name in POWERS:
        return POWERS[name]
    match = PREFIXED.fullmatch(name)
    return POWERS[match[1]] if match else None


# What the tool adds in SI units, whatever those of the text are: materials, things to throw, and the air.
IN_SI = re.compile(r"^include <(materials|projectiles)>|^drag (?!.*\bair\b)", re.MULTILINE)


def in_units(text, units):
    """The text with every quantity in these units of length, time and mass: 1.2 m becomes as many of the new metres."""
    def one(match):
        factor, ways = 1.0, re.findall(rf"([/*\s]*)({UNIT})", match[3])
        for before, word in ways:
            name, _, power = word.partition("^")
            powers = powers_of(name)
            if powers is None:
                break
            for unit, exponent in zip(units, powers):
                factor *= unit ** (exponent * int(power or 1) * (-1 if "/" in before else 1))
        return match[0] if factor == 1.0 else f"{float(match[1]) * factor!r}{match[2]}{match[3]}"
    parts = re.split(r'("[^"\n]*")', "\n".join(statements(text)))
    return "".join(part if part.startswith('"') else QUANTITY.sub(one, part) for part in parts) + "\n"


def in_units_wrong(base, answer, until, time):
    """What is wrong with a run in other units: its own expectations, or the times of its events."""
    if not answer.ok:
        return answer.trouble()
    broken = [each["text"] for each in answer.data["expect"] if not each["ok"]]
    if broken:
        return f"does not hold: {broken[0]}"
    names = [[(event["name"], event["t"] / unit) for event in data["events"]] for data, unit in ((base, 1.0), (answer.data, time))]
    for (name, t), (other, u) in zip(*names):
        if t < until and (apart(t, u, base["end"]["t"]) > TOLERANCE or (name != other and abs(t - u) > TOLERANCE)):
            return f"{name} at {t} becomes {other} at {u}"
    return "" if len(names[0]) == len(names[1]) or until < base["end"]["t"] else f"{len(names[0])} events become {len(names[1])}"


def about_energy(text):
    """Names of reports that speak of the energy of all there is, by whatever way."""
    tainted = set(ENERGIES)
    while True:
        more = {match[2] for match in re.finditer(r"\b(let|output|report|,)\s*([^\W\d]\w*)\s*=([^\n]*)", text)
                if tainted & set(re.findall(r"[^\W\d]\w*", match[3]))} - tainted
        if not more:
            return tainted
        tainted |= more


def sizes(data):
    """How large each coordinate, velocity and report becomes in a run: beside that it is judged."""
    table = {}
    for shot in [data["initial"], data["final"], *data["events"]]:
        for kind in "qv":
            for name, value in shot[kind].items():
                if value is not None:
                    table[kind, name] = max(table.get((kind, name), 0.0), abs(value))
    for kind in "qv":
        all_of_them = [size for (which, _), size in table.items() if which == kind]
        floor = 1e-3 * max(all_of_them, default=0.0)
        table.update({key: max(size, floor) for key, size in table.items() if key[0] == kind})
    return table


def apart(a, b, size):
    if a is None or b is None:
        return 0.0 if a is b else math.inf
    return 0.0 if a == b else abs(a - b) / max(abs(a), abs(b), size)


def state_marks(one, other, table, t, when):
    marks = []
    for kind in "qv":
        for name, value in one[kind].items():
            gap = apart(value, other[kind].get(name), table.get((kind, name), 0.0))
            marks.append(Mark(t, gap, f"{name}{kind == 'v' and chr(39) or ''} {when}: {value} and {other[kind].get(name)}"))
    return marks


def matters(data, name):
    """The events of a name, without impacts that are tiny beside the hardest: they end a series of bounces, and their number means nothing."""
    found = [event for event in data["events"] if event["name"] == name]
    own = name.partition(".")[0]
    blows = [abs(event.get("impulse", {}).get(own, math.inf)) for event in found]
    hardest = max((blow for blow in blows if blow < math.inf), default=0.0)
    return [event for event, blow in zip(found, blows) if blow >= TINY * hardest]


def marks_of(one, other, skipped):
    """All marks between two runs of an example, in the order of time; events named zz_ are not its own."""
    end, table = one["end"]["t"], sizes(one)
    marks = [Mark(end, apart(end, other["end"]["t"], end), f"the end: {end} and {other['end']['t']}")]
    names = {event["name"] for event in one["events"] + other["events"] if not event["name"].startswith("zz_")}
    for name in sorted(names):
        times = [[event["t"] for event in matters(data, name)] for data in (one, other)]
        for i in range(max(map(len, times))):
            a, b = (each[i] if i < len(each) else None for each in times)
            marks.append(Mark(b if a is None else a, apart(a, b, end), f"time of {name} {i + 1}: {a} and {b}"))
    marks += state_marks(one["initial"], other["initial"], table, 0.0, "at the start")
    marks += state_marks(one["final"], other["final"], table, end, "at the end")
    largest = max((abs(value) for value in one["report"].values() if value is not None), default=0.0)
    for name, value in one["report"].items():
        if name not in skipped:
            marks.append(Mark(end, apart(value, other["report"].get(name), 1e-6 * largest), f"report {name}: {value} and {other['report'].get(name)}"))
    return sorted(marks, key=lambda mark: mark.t)


def tables_of(path):
    return {other.name: other.read_text(encoding="utf-8") for other in path.parent.glob("*.csv")}


def run(tool, path, text, tolerance):
    """One run of a text that stands for an example: its tables come along."""
    return tool.run(text, "--tolerance", tolerance, files=tables_of(path))


def difference(base, answer, until, skipped):
    if not answer.ok:
        return answer.trouble()
    mark = first_wrong(marks_of(base, answer.data, skipped), until)
    return f"{mark.what} (apart by {mark.apart:.1e})" if mark else ""


def examine(tool, path, orders, units_of):
    """(symmetry, example, what is wrong) of one example."""
    text, name = path.read_text(encoding="utf-8"), path.relative_to(ROOT / "examples").as_posix()
    runs = [run(tool, path, text, tolerance) for tolerance in TOLERANCES]
    if not all(each.ok for each in runs):
        return [(PERMUTED, name, next(each.trouble() for each in runs if not each.ok))]
    until, base = math.inf, runs[0].data
    for other in runs[1:]:
        until = min([until] + [mark.t for mark in marks_of(base, other.data, ()) if mark.apart > AGREES])
    found = [(PERMUTED, name, difference(base, run(tool, path, permuted(text, seed), TOLERANCES[0]), until, ())) for seed in range(orders)]
    other = run(tool, path, beside(text, base["end"]["t"]), TOLERANCES[0])
    own = tool.run(text, model=path)
    for unit in units_of if own.status == 0 and has_units(text) and not IN_SI.search(text) else ():
        units = IN_UNITS[unit]
        tolerance = ("--tolerance", TOLERANCES[0]) if "tolerance" not in text else ()
        answer = tool.run(in_units(text, units), *tolerance, files=tables_of(path))
        found.append((unit, name, in_units_wrong(own.data, answer, until, units[1])))
    return found + [(BESIDE, name, difference(base, other, until, about_energy(text)))]


def survey(tool, names=(), orders=3, units_of=tuple(IN_UNITS), without=()):
    paths = sorted(path for path in (ROOT / "examples").rglob("*.lgr")
                   if path.parent.name not in without and (not names or any(name in path.as_posix() for name in names)))
    return [each for found in tool.map(lambda path: examine(tool, path, orders, units_of), paths) for each in found]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    with runner.Runner(sys.argv[1], limit=120) as tool:
        found = survey(tool, sys.argv[2:])
    wrong = [each for each in found if each[2]]
    for symmetry, name, words in wrong:
        print(f"FAIL {symmetry}: {name}: {words}")
    print(f"examples: {len(wrong)} of {len(found)} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
