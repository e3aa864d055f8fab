"""Makes a machine that breaks a symmetry as small as it can be: takes away what is not needed for the failure.

usage: shrink.py TOOL SEED SYMMETRY       prints both texts, and what differs
"""
import copy
import sys

import runner
from description import text_of
from machines import random_machine
from symmetries import AT_TOLERANCES, SYMMETRIES, comparable, judge, runs_at_tolerances, write

LISTS = ("reports", "events", "forces", "torques", "drags", "bands", "stops", "brakes", "springs", "touches", "walls", "links", "rails", "skates", "ropes", "ratchets", "bodies")


def failure(tool, machine, seed, symmetry):
    """What is wrong with a machine in a symmetry (None: in its own runs at other tolerances); an empty text if nothing, or if it cannot run."""
    names = {body.name for body in machine.bodies}
    if not names or any(point.body and point.body not in names for _, point, *_ in machine.forces):
        return ""
    runs = runs_at_tolerances(tool, machine)
    trouble = next((run.trouble() for run in runs if not run.ok), "")
    if trouble:
        return trouble if symmetry is None else ""
    until, parted = comparable(machine, runs)
    if symmetry is None or parted:
        return parted.what if symmetry is None and parted else ""
    return judge(tool, machine, seed, symmetry, runs[0], until).wrong


def real(wrong):
    """Not a text that has become meaningless because something it names is gone."""
    return wrong and not any(code in wrong for code in ("E01", "E02", "E03", "exit status 1"))


def without_scene(machine, prefix):
    """The machine without what a scene has brought."""
    other = copy.deepcopy(machine)
    for name in LISTS:
        setattr(other, name, [one for one in getattr(other, name) if not getattr(one, "name", one[0] if isinstance(one, tuple) else "").startswith(prefix)])
    return other


def smaller(machine):
    """All machines with one scene or one thing less."""
    if len({body.name[:3] for body in machine.bodies}) > 1:
        yield from (without_scene(machine, f"{machine.name[0]}{letter}_") for letter in "ab")
    for name in LISTS:
        for i in range(len(getattr(machine, name))):
            other = copy.deepcopy(machine)
            del getattr(other, name)[i]
            yield other


def shrink(tool, machine, seed, symmetry):
    """Takes things away as long as something stays wrong."""
    going = True
    while going:
        candidates = list(smaller(machine))
        found = tool.map(lambda one: failure(tool, one, seed, symmetry), candidates)
        good = [one for one, wrong in zip(candidates, found) if real(wrong)]
        going = bool(good)
        machine = good[0] if good else machine
    return machine


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    seed, name = int(sys.argv[2]), sys.argv[3]
    symmetry = None if name == AT_TOLERANCES else next(one for one in SYMMETRIES if one.name == name)
    with runner.Runner(sys.argv[1]) as tool:
        machine = random_machine(seed)
        if not real(failure(tool, machine, seed, symmetry)):
            sys.exit("nothing is wrong with it")
        machine = shrink(tool, machine, seed, symmetry)
        print(failure(tool, machine, seed, symmetry))
        print(text_of(machine)[0])
        if symmetry:
            text, files = write(machine, symmetry, seed)
            print(text)
            for file, rows in files.items():
                print(f"{file}:\n{rows}")


if __name__ == "__main__":
    main()
