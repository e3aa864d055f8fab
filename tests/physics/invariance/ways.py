"""The same machine by other ways: other methods, other names, as a row of a sweep, and with its derivatives.

usage: ways.py TOOL [--first SEED] [--count N] [--verbose]

A machine (machines.py) with a parameter `knob` by which all its first velocities are multiplied is run alone. Other methods must give the same motion, or one
that comes nearer as the tolerance falls; a sweep over the knob the same reports; derivatives by it those that differences give; and a machine
with other names, its statements in another order, the same.
"""
import argparse
import collections
import csv
import io
import json
import math
import random
import re
import sys

import runner
from compare import difference, first_wrong, marks_of
from description import Frame, text_of
from machines import FIRST_WITH_MIXTURES, random_machine
from symmetries import BASE, FINER, FINEST, Verdict, comparable, runs_at_tolerances

METHODS = {"taylor": (BASE, FINEST), "cvode": (FINER, "1e-12"), "variational": (2000, 8000)}    # tolerances, or steps of one size
METHOD_TOLERANCE = 1e-5         # allowed difference between two methods, as in compare.py
KNOBS = (0.9, 1.0, 1.1)
SWEPT = 1e-7                    # of rows of sweeps, whose lanes take other steps
SLOPES = 2e-3                   # of derivatives beside differences, which events and slips make rough
REFUSED = "E0511"
NAMES = ["renamed", "as a row of a sweep", "derivatives"] + [f"by {method}" for method in METHODS]


def with_knob(text):
    """All first velocities times a parameter."""
    return "param knob = 1\n" + re.sub(r"^(initial \w+') = (.*)$", r"\1 = knob*(\2)", text, flags=re.M)


def renamed(machine, seed):
    """Names that are other ones and sort in another order, the statements shuffled."""
    text, files = text_of(machine, order=random.Random(seed + 17))
    own = sorted(set(re.findall(r"\bo(?:[abc]_\w+|tie\w*|lead\w*)", text)))
    names = {name: f"z{len(own) - k}q" for k, name in enumerate(own)}
    for name in own:            # an angle, an end, a coordinate keep their places beside the names of their bodies
        whole = next((other for other in own if name.startswith(f"{other}_")), None)
        names[name] = f"{names[whole]}{name[len(whole):]}" if whole else names[name]
    forth = lambda words: re.sub(r"[A-Za-z_]\w*", lambda found: names.get(found[0], found[0]), words)
    return forth(text), {forth(name): content for name, content in files.items()}, {new: old for old, new in names.items()}


def in_old_names(data, back):
    return json.loads(re.sub(r"[A-Za-z_]\w*", lambda found: back.get(found[0], found[0]), json.dumps(data)))


def judge_renamed(tool, machine, seed, base, until):
    text, files, back = renamed(machine, seed)
    answer = tool.run(text, "--tolerance", BASE, files=files)
    if not answer.ok:
        return answer.trouble()
    mark = first_wrong(marks_of(machine, (Frame(), base.data), (Frame(), in_old_names(answer.data, back))), until)
    return f"{mark.what} (apart by {mark.apart:.1e})" if mark else ""


def judge_method(tool, machine, method, base, until):
    """Wrong if it is off, and no nearer for a tolerance a hundredth of that or steps of a quarter."""
    text, files = text_of(machine)
    worst = None
    for fine in METHODS[method]:
        how = ("--tolerance", BASE, "--step", str(machine.until / fine)) if isinstance(fine, int) else ("--tolerance", fine)
        answer = tool.run(text, "--method", method, *how, files=files)
        if not answer.ok:
            return "" if answer.data.get("error", {}).get("code") == REFUSED or REFUSED in answer.err or answer.hung else answer.trouble()
        marks = [mark for mark in marks_of(machine, (Frame(), base.data), (Frame(), answer.data)) if mark.t < until and mark.apart > METHOD_TOLERANCE]
        if not marks:
            return ""
        mark = max(marks, key=lambda one: one.apart)
        if worst and mark.apart < 0.2 * worst.apart:
            return ""
        worst = mark
    return f"{worst.what} (apart by {worst.apart:.1e})"


def reports(data):
    return {name: value for name, value in data["report"].items()}


def judge_sweep(tool, machine):
    text, files = text_of(machine)
    text, inputs = with_knob(text), [name for name in files if name.endswith(".input")]
    if inputs:
        return ""
    low, high = KNOBS[0], KNOBS[-1]
    answer = tool.start("sweep", text, "--vary", f"knob={low}..{high}:{len(KNOBS)}", "--tolerance", BASE, "-o", "-", files=files)
    rows = list(csv.DictReader(io.StringIO(answer.out)))
    if len(rows) != len(KNOBS):
        return f"exit status {answer.status}: {answer.err.strip()[:110]}"
    for row in rows:
        alone = tool.run(text, "--tolerance", BASE, "--set", f"knob={row['knob']}", files=files)
        for name, value in reports(alone.data).items() if alone.ok else ():
            swept = row.get(name, "")
            if (value is None) != (swept in ("", "nan")) or (value is not None and difference(float(swept), value) > SWEPT):
                return f"knob = {row['knob']}: {name} = {swept}, alone {value}"
        if not alone.ok and any(row.get(name) for name, *_ in machine.reports):
            return f"knob = {row['knob']}: numbers, alone {alone.trouble()}"
    return ""


def judge_slopes(tool, machine):
    """By differences of two sizes, which have to agree."""
    text, files = text_of(machine)
    text = with_knob(text)
    answer = tool.run(text, "--tolerance", FINER, "--sensitivity", "knob", files=files)
    if not answer.ok:
        return answer.trouble()
    found = answer.data.get("sensitivity", {})
    for name, entry in found.items():
        slope = entry["slope"].get("knob")
        if entry.get("found") == "differences" or slope is None:
            continue
        slopes = []
        for h in (1e-4, 5e-5):
            ends = [tool.run(text, "--tolerance", FINEST, "--set", f"knob={1 + side * h}", files=files) for side in (-1, 1)]
            if not all(end.ok and end.data["report"].get(name) is not None for end in ends):
                break
            slopes.append((ends[1].data["report"][name] - ends[0].data["report"][name]) / (2 * h))
        size = abs(answer.data["report"][name] or 0) + 1e-3
        if len(slopes) == 2 and abs(slopes[1] - slopes[0]) < 0.1 * SLOPES * (abs(slopes[1]) + size) and \
                abs(slope - slopes[1]) > SLOPES * (abs(slopes[1]) + size):
            return f"d {name}/d knob = {slope}, by differences {slopes[1]}"
    return ""


def examine(tool, seed):
    machine = random_machine(seed)
    runs = runs_at_tolerances(tool, machine)
    if not all(run.ok for run in runs):
        return []           # symmetries.py tells
    until, parted = comparable(machine, runs)
    if parted:
        return []
    found = {"renamed": judge_renamed(tool, machine, seed, runs[0], until), "as a row of a sweep": judge_sweep(tool, machine)}
    if math.isinf(until):
        found["derivatives"] = judge_slopes(tool, machine)
    found.update({f"by {method}": judge_method(tool, machine, method, runs[2], until) for method in METHODS})
    return [Verdict(seed, name, wrong) for name, wrong in found.items()]


def survey(tool, seeds):
    found = collections.OrderedDict((name, []) for name in NAMES)
    for verdicts in tool.map(lambda seed: examine(tool, seed), seeds):
        for verdict in verdicts:
            found[verdict.symmetry].append(verdict)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool")
    parser.add_argument("--first", type=int, default=FIRST_WITH_MIXTURES)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--examples", type=int, default=5)
    given = parser.parse_args()
    with runner.Runner(given.tool) as tool:
        found = survey(tool, range(given.first, given.first + given.count))
    bad = 0
    for name, verdicts in found.items():
        wrong = [verdict for verdict in verdicts if verdict.wrong]
        bad += len(wrong)
        print(f"{'FAIL' if wrong else 'ok  '} {name}: {len(wrong)} of {len(verdicts)} wrong")
        for verdict in wrong[:given.examples]:
            print(f"       machine {verdict.seed}: {verdict.wrong}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
