#!/usr/bin/env python3
"""Runs the models of examples/modelica and compares their motions with published ones of the Modelica Standard Library.

usage: modelica.py TOOL [--table] [NAME...]

tests/modelica/NAME.csv holds rows of the reference, at even times. Its first line says how far a column may be off, as a
part of the range of its values: the error of the reference itself, which was made with a tolerance of 1e-6. A column is
named as in our model, with '-' before it where the reference counts the other way round.
"""
import concurrent.futures
import csv
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SECONDS = 120
MOST_LINES = 600    # of all models together
CONSTANT = 1e-6     # what varies less than this is compared as it is


def read_reference(path):
    with path.open(encoding="utf-8", newline="") as file:
        within = float(file.readline().split("within")[1])
        names, *rows = csv.reader(file)
    return within, names, [[float(x) for x in row] for row in rows]


def run(tool, model, every, until, folder):
    """Columns of a run by name; a text where it fails."""
    out = pathlib.Path(folder) / (model.stem + ".csv")
    command = [tool, "run", "--quiet", "--every", repr(every), "--until", repr(until), "-o", str(out), str(model)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    if done.returncode:
        return f"exit status {done.returncode}\n{done.stderr.rstrip()}"
    with out.open(encoding="utf-8", newline="") as file:
        names, *rows = csv.reader(file)
    return {name: [float(row[i]) if row[i] else float("nan") for row in rows] for i, name in enumerate(names)}


def deviation(times, wanted, own_times, own, sign):
    """The largest difference over the range of the reference; of two rows at one time the later counts."""
    span = max(wanted) - min(wanted)
    span = span if span > CONSTANT else 1
    at, worst = 0, 0.0
    for time, value in zip(times, wanted):
        close = 1e-9*max(1, times[-1])
        while at + 1 < len(own_times) and own_times[at + 1] <= time + close:
            at += 1
        if abs(own_times[at] - time) > close:
            return float("inf")
        worst = max(worst, abs(value - sign*own[at])) if own[at] == own[at] else float("inf")
    return worst/span


def compare(tool, model, data, folder):
    """(what is wrong or None, worst deviation, its column)"""
    within, names, rows = read_reference(data)
    times = [row[0] for row in rows]
    own = run(tool, model, round(times[1] - times[0], 9), times[-1], folder)
    if isinstance(own, str):
        return own, float("inf"), ""
    worst, where = 0.0, ""
    for i, name in enumerate(names[1:], 1):
        column = own.get(name.lstrip("-"))
        if column is None:
            return f"has no column {name.lstrip('-')}", float("inf"), name
        off = deviation(times, [row[i] for row in rows], own["t"], column, -1 if name.startswith("-") else 1)
        if not off <= worst:
            worst, where = off, name
    return None if worst <= within else f"{where} is off by {worst:.1e} of its range, allowed {within:g}", worst, where


def main():
    arguments = [a for a in sys.argv[1:] if a != "--table"]
    if not arguments:
        sys.exit(__doc__)
    tool, chosen = str(pathlib.Path(arguments[0]).resolve()), arguments[1:]
    models = sorted((ROOT / "examples" / "modelica").glob("*.lgr"))
    failed = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        pairs = [(m, ROOT / "tests" / "modelica" / (m.stem + ".csv")) for m in models if not chosen or m.stem in chosen]
        for (model, _), (problem, worst, where) in zip(pairs, pool.map(lambda p: compare(tool, *p, folder), pairs)):
            failed += problem is not None
            if problem:
                print(f"FAIL {model.stem}: {problem}")
            elif "--table" in sys.argv:
                print(f"{model.stem:30} {worst:8.1e} {where}")
    lines = sum(len(model.read_text(encoding="utf-8").splitlines()) for model in models)
    if lines > MOST_LINES:
        failed += 1
        print(f"FAIL {lines} lines in all, not {MOST_LINES}")
    print(f"{len(pairs) - failed} passed, {failed} failed")
    return 1 if failed or not pairs else 0


if __name__ == "__main__":
    sys.exit(main())
