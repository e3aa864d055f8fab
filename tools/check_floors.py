#!/usr/bin/env python3
"""Checks the law of the floors: every #include goes to its own folder or to a floor below it; where a folder has rooms,
to its own room or to one below it.

usage: check_floors.py [ROOT]       reports FILE:LINE of each include that breaks the law; exit status 1 if there is any
       check_floors.py --self-test  proves on a small wrong tree that the breaches are found
"""
import pathlib
import re
import sys
import tempfile

FLOORS = {
    "base": 1,
    "diag": 2, "dim": 2, "num": 2, "expr": 2, "library": 2, "scene": 2,
    "syntax": 3, "tape": 3, "algebra": 3, "ode": 3,
    "model": 4,
    "mech": 5, "language": 5,
    "sim": 6, "analysis": 6, "derive": 6,
    "study": 7, "export": 7, "point": 7,
    "linear": 8,
    "out": 9,
    "api": 10,
}
# The rooms of a folder from bottom to top: sub-folders, or headers of the folder itself; a tuple holds rooms side by
# side. What else stands in the folder itself is above all its rooms.
ROOMS = {
    "analysis": ("probe", "discontinuity", "structure", "conserved", "equilibria"),
    "expr": ("number",),
    "model": ["model.h", "value", "builder.h", "names", "eval", "kinds", "functions", "build"],
    "algebra": ("operations.h", "poly", "form", "trig"),
    "out": ("out.h", "stream.h", "values", "words", ("text", "json", "csv", "typeset"), "drawing", "plot", "figure", "chart", "spectrum",
            "report", ("study", "notebook")),
    "sim": ("sim.h", "dynamics", "diagnose", "event", "record", "contact", "initial", "sensitivity", "hybrid", "run",
            "batch"),
    "syntax": ["letters.h", "numeral.h", "lexer.h", "words.h", "tree.h", "vocabulary.h", "parser.h", "parser"],
    "tape": (("tape.h", "eight.inc"), "sincos", "interpreter", ("c", "x86", "wasm"), "program", ("bounds", "series")),
}
# Floors alone would allow these.
FORBIDDEN = {("syntax", "expr"): "syntax knows no expressions, it only builds the tree"}
# Who may look into a folder at all, and through which headers, where not everybody above may through all of them.
GUESTS = {"syntax": ({"syntax", "model", "language", "api"},
                     "only model and language read the tree, and api has it made")}
DOORS = {"model": "model.h"}
PUBLIC = "lagrangia"
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<(lagrangia/[^>]+)>)')
SUFFIXES = {".c", ".h", ".inc"}


def room_of(inside, rooms):
    """The number of the room of a file of the folder, and its name; what is in no room is above them all."""
    first = inside.partition("/")[0]
    for number, names in enumerate(rooms):
        if first in ((names,) if isinstance(names, str) else names):
            return number, first
    return len(rooms), ""


def judge_rooms(folder, inside, target, rooms):
    """The same for two files of one folder."""
    (here, own), (there, other) = room_of(inside, rooms), room_of(target, rooms)
    if "/" in inside and not own:
        return f"src/{folder}/{inside.partition('/')[0]} is not on the list of rooms"
    if there < here or own == other:
        return None
    return f"{folder}/{other or target} is {'beside' if there == here else 'above'} {folder}/{own or inside}"


def judge_library(folder, inside, target, rooms):
    """What is wrong with including `target` from the file `inside` of src/`folder`; None if nothing is."""
    to, slash, rest = target.partition("/")
    if not slash:
        return f'"{target}" must be named with its folder'
    if to == PUBLIC:
        return None if folder == "api" else f"only api includes the public headers, not {folder}"
    if to not in FLOORS:
        return f"{to} is not on the list of floors"
    if (folder, to) in FORBIDDEN:
        return FORBIDDEN[(folder, to)]
    if to in GUESTS and folder not in GUESTS[to][0]:
        return GUESTS[to][1]
    if to in DOORS and to != folder and rest != DOORS[to]:
        return f"from outside only {to}/{DOORS[to]} is seen"
    if to != folder and FLOORS[to] >= FLOORS[folder]:
        relation = "beside" if FLOORS[to] == FLOORS[folder] else "above"
        return f"{to} (floor {FLOORS[to]}) is {relation} {folder} (floor {FLOORS[folder]})"
    return judge_rooms(folder, inside, rest, rooms.get(folder, ())) if to == folder else None


def judge_outside(folder, target, own):
    """The same for code that sees only the public headers (and the files beside it)."""
    to, slash, _ = target.partition("/")
    if to == PUBLIC or (own and not slash):
        return None
    return f'{folder} sees only include/{PUBLIC}/, not "{target}"'


def judge(path, target, rooms):
    """`path` is relative to the root."""
    top = path.parts[0]
    if top == "src":
        folder = path.parts[1]
        if folder not in FLOORS:
            return f"src/{folder} is not on the list of floors"
        return judge_library(folder, "/".join(path.parts[2:]), target, rooms)
    if top == "include":
        return judge_outside("a public header", target, own=False)
    return judge_outside("/".join(path.parts[:-1]), target, own=True)


def breaches(root, rooms):
    """All breaches under root, as (path, line, what is wrong)."""
    found = []
    for top in ("src", "include", "tool", "tests/cli", "tests/fuzz"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix not in SUFFIXES:
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                match = INCLUDE.match(line)
                wrong = judge(path.relative_to(root), match[1] or match[2], rooms) if match else None
                if wrong:
                    found.append((path.relative_to(root).as_posix(), number, wrong))
    return found


TEST_ROOMS = {"out": ["types.h", ("ink", "paper"), "press"]}
RIGHT = {
    "src/out/types.h": '#include "base/arena.h"\n',
    "src/out/ink/pen.c": '#include "out/ink/pen.h"\n#include "out/types.h"\n#include "sim/run.h"\n',
    "src/out/press/roll.c": '#include "out/ink/pen.h"\n#include "out/paper/sheet.h"\n',
    "src/out/book.c": '#include "out/book.h"\n#include "out/press/roll.h"\n',
    "src/base/arena.c": '#include "base/arena.h"\n#include <stdlib.h>\n',
    "src/mech/derive.c": '#include "mech/derive.h"\n#include "expr/graph.h"\n#include "model/model.h"\n',
    "src/api/run.c": '#include "lagrangia/lagrangia.h"\n#include "sim/run.h"\n',
    "tool/main.c": '#include "lagrangia/lagrangia.h"\n#include "commands.h"\n',
    "include/lagrangia/lagrangia.h": '#include <stddef.h>\n#include "lagrangia/status.h"\n',
}
WRONG = {
    "src/out/ink/blot.c": ('#include "out/types.h"\n#include "out/paper/sheet.h"\n', 2),
    "src/out/paper/sheet.c": ('#include "out/press/roll.h"\n', 1),
    "src/out/press/stop.c": ('#include "out/book.h"\n', 1),
    "src/out/shelf/row.c": ('#include "out/shelf/row.h"\n', 1),
    "src/derive/shelf/row.c": ('#include "derive/page.h"\n', 1),
    "src/base/strbuf.c": ('/* up */\n#include "diag/diag.h"\n', 2),
    "src/diag/diag.c": ('#include "expr/graph.h"\n', 1),
    "src/syntax/parser.c": ('\n\n#  include "expr/graph.h"\n', 3),
    "src/sim/run.c": ('#include "analysis/rank.h"\n', 1),
    "src/mech/kinds.c": ('#include <lagrangia/lagrangia.h>\n', 1),
    "src/num/dense.c": ('#include "dense.h"\n', 1),
    "src/study/tree.c": ('#include "syntax/tree.h"\n', 1),
    "src/sim/look.c": ('#include "model/model.h"\n#include "model/value/value.h"\n', 2),
    "src/attic/old.c": ('#include "base/arena.h"\n', 1),
    "tool/commands.c": ('#include "base/arena.h"\n', 1),
    "tests/cli/driver.c": ('#include "sim/run.h"\n', 1),
    "include/lagrangia/status.h": ('#include "base/check.h"\n', 1),
}


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in {**RIGHT, **{name: text for name, (text, _) in WRONG.items()}}.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
        got = sorted((path, line) for path, line, _ in breaches(root, TEST_ROOMS))
    want = sorted((name, line) for name, (_, line) in WRONG.items())
    for missed in set(want) - set(got):
        print(f"not noticed: {missed}")
    for wronged in set(got) - set(want):
        print(f"wrongly accused: {wronged}")
    return got == want


def main():
    if sys.argv[1:] == ["--self-test"]:
        return 0 if self_test() else 1
    root = pathlib.Path(sys.argv[1]) if sys.argv[1:] else pathlib.Path(__file__).resolve().parent.parent
    found = breaches(root, ROOMS)
    for path, line, wrong in found:
        print(f"{path}:{line}: {wrong}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
