#!/usr/bin/env python3
"""Textbook systems: are their equations printed as in the book, with as many terms and no more operations?

usage: books.py TOOL [--list]

tests/readability/books.txt has models, each followed by equations as the books print them, `--- coordinate: ...`, of
another form than Lagrange's after `--- form: kane`.
Each must have the values of the page's at random states, up to a factor that does not change; how many systems are as
short as in the book is counted and may not become fewer. --list prints what is longer, and why.
"""
import json
import math
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import readability

ROOT = pathlib.Path(__file__).resolve().parent
SECONDS = 60
LEAST = 42
STATES = 5
FUNCTIONS = {"sin": math.sin, "cos": math.cos, "tan": math.tan, "sqrt": math.sqrt}


def read_systems():
    for block in (ROOT / "readability" / "books.txt").read_text(encoding="utf-8").split("=== ")[1:]:
        title, _, rest = block.partition("\n")
        model = "\n".join(line for line in rest.splitlines() if not line.startswith("---"))
        lines = re.findall(r"^--- (\w+): (.*)$", rest, re.M)
        form = next((text for of, text in lines if of == "form"), "lagrange")
        yield title, model, form, [line for line in lines if line[0] != "form"]


def size(sides):
    """(terms of the outermost sums, operations); a side that is 0 has none."""
    formulas = [readability.Formula(side) for side in sides if side != "0"]
    return (sum(len(f.root[1]) if f.root[0] == "sum" else 1 for f in formulas), sum(f.operations for f in formulas))


def value(side, at):
    text = re.sub(r"[A-Za-z_]\w*'*", lambda m: m[0].replace("'", "_d"), side).replace("^", "**")
    return eval(text, dict(FUNCTIONS), dict(at))


def is_equal(book, sides, definitions):
    """Of both at random states, the quotient is the same."""
    dice = random.Random(1)
    names = sorted(set(re.findall(r"[A-Za-z_]\w*'*", " ".join([book, *sides, *(d for _, d in definitions)]))) - set(FUNCTIONS))
    moving = {name.rstrip("'") for name in names if name.endswith("'")} | {"t"}
    at, quotients = {}, []
    for state in range(STATES):
        at.update({name.replace("'", "_d"): dice.uniform(0.3, 1.7) for name in names
                   if state == 0 or name.rstrip("'") in moving})
        for name, text in definitions:
            at[name] = value(text, at)
        quotients.append((value(sides[0], at) - value(sides[1], at))/value(book, at))
    return all(abs(x - quotients[0]) < 1e-9*abs(quotients[0]) for x in quotients)


def derive(tool, model, form, folder):
    path = pathlib.Path(folder) / "book.lgr"
    path.write_text(model, encoding="utf-8")
    done = subprocess.run([tool, "derive", path, "--form", form, "--json"], capture_output=True, timeout=SECONDS, check=False)
    if done.returncode:
        raise ValueError(done.stderr.decode("utf-8", errors="replace"))
    return json.loads(done.stdout)


def compare(title, page, equations):
    """What is longer than in the book; wrong equations raise ValueError."""
    definitions = [line["text"] for line in page.get("definitions", [])]
    longer = []
    for of, book in equations:
        sides = next(line["text"] for line in page["equations"] if line["of"] == of)
        if not is_equal(book, sides, definitions):
            raise ValueError(f"{of}: {' = '.join(sides)} is not {book}")
        here, there = size(sides), size([book])
        if here[0] > there[0] or here[1] > there[1]:
            longer.append(f"{title}: {of} has {here[0]} terms, {here[1]} operations: {' = '.join(sides)}\n"
                          f"    the book {there[0]} and {there[1]}: {book} = 0")
    return longer


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    tool = str(pathlib.Path(sys.argv[1]).resolve())
    failed, short, count = 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for title, model, form, equations in read_systems():
            count += 1
            try:
                longer = compare(title, derive(tool, model, form, folder), equations)
                short += not longer
                if "--list" in sys.argv:
                    print("\n".join(longer), end="\n" if longer else "")
            except ValueError as problem:
                failed += 1
                print(f"FAIL {title}: {problem}")
    print(f"{short} of {count} systems as short as in the book")
    if short < LEAST:
        failed += 1
        print(f"FAIL {LEAST} were")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
