"""The symmetries of mechanics: random machines as other observers see them come out the same.

usage: symmetries.py TOOL [--count N] [--first SEED] [--only SYMMETRY] [--verbose]

Every machine (machines.py) is run as it is, at three tolerances, and then moved, turned, mirrored, later, by a clock, from a moving observer, in other units,
with its statements permuted, and beside a second machine. Times and states are taken back to the machine's own numbers and compared (compare.py).
"""
import argparse
import collections
import dataclasses
import random
import sys

import runner
from compare import first_wrong, horizon, marks_of
from description import Frame, text_of
from laws import rests
from machines import by_another_clock, random_machine, shaken

BASE, FINER, FINEST = "1e-9", "1e-10", "1e-11"
TWO = 2.0


@dataclasses.dataclass(frozen=True)
class Symmetry:
    name: str
    frame: Frame = Frame()
    permuted: bool = False
    beside: bool = False


SYMMETRIES = [
    Symmetry("moved by 1000 m", Frame(shift=(936.3, -351.2))),
    Symmetry("turned", Frame(turn=0.7312)),
    Symmetry("mirrored", Frame(mirror=True, turn=2.2)),
    Symmetry("1e6 s later", Frame(late=1e6)),
    Symmetry("by a clock at 1e6 s", Frame(clock=1e6)),
    Symmetry("from a moving train", Frame(boost=(7.1, -3.3))),
    Symmetry("lengths x 1e-6", Frame(length=1e-6)),
    Symmetry("lengths x 1e6", Frame(length=1e6)),
    Symmetry("times x 1e-9", Frame(time=1e-9)),
    Symmetry("times x 1e3", Frame(time=1e3)),
    Symmetry("masses x 1e-24", Frame(mass=1e-24)),
    Symmetry("all units", Frame(length=1e-6, time=1e-3, mass=1e-15)),
    Symmetry("units of powers of two", Frame(length=TWO ** -20, time=TWO ** -9, mass=TWO ** -30, exact=True)),
    Symmetry("moved, turned and mirrored", Frame(shift=(-412.0, 903.0), turn=-1.9, mirror=True)),
    Symmetry("statements permuted", permuted=True),
    Symmetry("a second machine beside it", beside=True),
]
AT_TOLERANCES = "at other tolerances"
NAMES = [AT_TOLERANCES] + [one.name for one in SYMMETRIES]


@dataclasses.dataclass
class Verdict:
    """What came of one machine in one symmetry."""
    seed: int
    symmetry: str
    wrong: str                  # empty if nothing
    text: str = ""


def write(machine, symmetry, seed):
    """The text and tables of a machine in a symmetry."""
    order = random.Random(seed * 7919 + 1) if symmetry.permuted else None
    return text_of(machine, symmetry.frame, companion(machine, seed) if symmetry.beside else None, order)


def companion(machine, seed):
    """Another machine, which does nothing to this one."""
    return random_machine(seed + 100000, "two", gravity=machine.gravity, until=machine.until)


def alone(tool, machine, seed):
    """What comes of the companion by itself."""
    text, files = text_of(companion(machine, seed))
    return tool.run(text, "--tolerance", BASE, files=files)


def judge(tool, machine, seed, symmetry, base, until):
    text, files = write(machine, symmetry, seed)
    answer = tool.run(text, "--tolerance", BASE, files=files)
    if not answer.ok:
        wrong = answer.trouble()
        if "error" in answer.data and answer.data["error"].get("t") is not None and symmetry.frame.instant_back(answer.data["error"]["t"]) > until:
            wrong = ""
        if symmetry.beside and not alone(tool, machine, seed).ok:   # what cannot run by itself cannot beside another one
            wrong = ""
        return Verdict(seed, symmetry.name, wrong, text=text)
    mark = first_wrong(marks_of(machine, (Frame(), base.data), (symmetry.frame, answer.data)), until)
    return Verdict(seed, symmetry.name, f"{mark.what} (apart by {mark.apart:.1e})" if mark else "", text)


def runs_at_tolerances(tool, machine):
    """The machine as it is at three tolerances, then shaken."""
    text, files = text_of(machine)
    runs = [tool.run(text, "--tolerance", tolerance, files=files) for tolerance in (BASE, FINER, FINEST)]
    return runs + [tool.run(text_of(shaken(machine))[0], "--tolerance", BASE, files=files)]


def comparable(machine, runs):
    """Until when the machine's own runs agree, and what parts them at once where they agreed well before (None: nothing)."""
    own, until, parted = Frame(), float("inf"), None
    for other in runs[1:]:
        end, sudden = horizon(marks_of(machine, (own, runs[0].data), (own, other.data)))
        until, parted = min(until, end), parted or sudden
    return until, parted


def known_by_clock(tool, machine, base, until, shows):
    """Until when the instants of a clock that shows this are good enough for the motion to be compared: the machine agrees with itself as they round."""
    text, files = text_of(by_another_clock(machine, shows))
    answer = tool.run(text, "--tolerance", BASE, files=files)
    return min(until, horizon(marks_of(machine, (Frame(), base.data), (Frame(), answer.data)))[0]) if answer.ok else until


def shakes(machine):
    """Whether a force swings, or fades, all the time: to wait means to follow it, for millions of waves."""
    return bool(machine.lags) or any(each[-1].kind in ("sine", "periodic") for each in machine.forces + machine.torques + machine.motors + machine.motors_of_shafts)


def examine(tool, seed, symmetries):
    """All verdicts about one machine, and the part of its motion that could be compared."""
    machine = random_machine(seed)
    text, runs = text_of(machine)[0], runs_at_tolerances(tool, machine)
    trouble = next((run.trouble() for run in runs if not run.ok), "")
    if trouble:
        return [Verdict(seed, AT_TOLERANCES, trouble, text=text)], 0.0
    until, parted = comparable(machine, runs)
    verdicts = [Verdict(seed, AT_TOLERANCES, f"{parted.what} (apart by {parted.apart:.1e})" if parted else "", text=text)]
    if not parted:
        for symmetry in symmetries:
            if symmetry.frame.late and (shakes(machine) or rests(machine)):
                continue
            shows = symmetry.frame.late or symmetry.frame.clock
            end = known_by_clock(tool, machine, runs[0], until, shows) if shows else until
            verdicts.append(judge(tool, machine, seed, symmetry, runs[0], end))
    return verdicts, min(until, machine.until) / machine.until


COARSE, COARSE_IN_POWERS_OF_TWO = Frame(coarse=True), Frame(length=TWO ** -20, time=TWO ** -9, mass=TWO ** -30, exact=True, coarse=True)


def same_bits(tool, seed):
    """Whether a machine of coarse numbers comes out the same to the last bit in units of powers of two; None if it cannot start with them."""
    machine = random_machine(seed)
    runs = [tool.run(text, files=files) for text, files in (text_of(machine, frame) for frame in (COARSE, COARSE_IN_POWERS_OF_TWO))]
    if not runs[0].ok:
        return None
    return runs[1].ok and all(mark.apart == 0 for mark in marks_of(machine, (COARSE, runs[0].data), (COARSE_IN_POWERS_OF_TWO, runs[1].data)))


def bits(tool, seeds):
    """How many machines come out the same to the last bit, and of how many. An absolute constant anywhere shows here, however small; not all can be the
    same, because products of literals are rounded at different places once they do not fit into exact fractions."""
    found = [same for same in tool.map(lambda seed: same_bits(tool, seed), seeds) if same is not None]
    return sum(found), len(found)


def survey(tool, seeds, symmetries=None):
    """Verdicts by symmetry, and the part of all motions that was compared."""
    chosen = SYMMETRIES if symmetries is None else symmetries
    found, parts = collections.OrderedDict((name, []) for name in NAMES), []
    for verdicts, part in tool.map(lambda seed: examine(tool, seed, chosen), seeds):
        parts.append(part)
        for verdict in verdicts:
            found[verdict.symmetry].append(verdict)
    return found, sum(parts) / len(parts)


def tell(found, part, examples=1, texts=False):
    """Prints a line for each symmetry; returns the names of those that fail."""
    failing = []
    for name, verdicts in found.items():
        wrong = [verdict for verdict in verdicts if verdict.wrong]
        if not verdicts:
            continue
        print(f"{'FAIL' if wrong else 'ok  '} {name}: {len(wrong)} of {len(verdicts)} wrong")
        for verdict in wrong[:examples]:
            print(f"       machine {verdict.seed}: {verdict.wrong}" + (f"\n{verdict.text}" if texts else ""))
        if wrong:
            failing.append(name)
    print(f"     compared {100 * part:.1f} % of all motions; the rest is too sensitive", flush=True)
    return failing


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only", help="a part of the name of a symmetry")
    parser.add_argument("--examples", type=int, default=3)
    parser.add_argument("--verbose", action="store_true", help="with the texts of machines that fail")
    given = parser.parse_args()
    chosen = [one for one in SYMMETRIES if not given.only or given.only in one.name]
    with runner.Runner(given.tool) as tool:
        found, part = survey(tool, range(given.first, given.first + given.count), chosen)
        failing = tell(found, part, given.examples, given.verbose)
        same, count = bits(tool, range(given.first, given.first + given.count))
        print(f"     the same to the last bit in units of powers of two: {same} of {count}")
        print(f"     {tool.starts} starts of the tool")
    return 1 if failing else 0


if __name__ == "__main__":
    sys.exit(main())
