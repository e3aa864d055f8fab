#!/usr/bin/env python3
"""Analyses every model under examples/, and those of the acceptance cases beside the source tree that can be read: each
must give one JSON object that has its members, and every mode must be one of the state matrix: A x = s x.

usage: analyze.py TOOL
"""
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CASES = ROOT.parent / "shared" / "cases"
SECONDS = 120
CONFIRMED, NEGLIGIBLE = 1e-6, 1e-11  # of the terms that a row adds up; of the largest of all
MEMBERS = {"model", "coordinates", "constraints", "rank", "redundant", "dof", "independent_initial_conditions",
           "holonomic", "scleronomic", "conservative", "why", "conserved", "equilibria"}


def refuse_constant(name):
    raise ValueError(f"{name} is no JSON")


def number(value):
    return complex(*value) if isinstance(value, list) else complex(value)


def state_of(mode, names):
    """The mode as a vector of states: rates of coordinates are s times the displacements."""
    rate = complex(mode["re"], mode["im"])
    shape = {name: number(value) for name, value in mode["shape"].items()}
    return [shape[name[:-1]] * rate if name.endswith("'") else shape[name] for name in names]


def wrong_mode(place):
    """The first mode of a place that is none of its state matrix; None if all are."""
    system = place["state_space"]
    for mode in place["modes"]:
        rate, x = complex(mode["re"], mode["im"]), state_of(mode, system["states"])
        rows = [[entry * other for entry, other in zip(row, x)] + [-rate * own] for row, own in zip(system["A"], x)]
        sizes = [sum(map(abs, terms)) for terms in rows]
        dust = NEGLIGIBLE * max(sizes, default=0) + NEGLIGIBLE * max(map(abs, sum(system["A"], [])), default=0)
        if not any(x) or any(abs(sum(terms)) > CONFIRMED * size + dust for terms, size in zip(rows, sizes)):
            return mode
    return None


def problem_of(tool, model):
    """What is wrong with the answer for one model; None if nothing is."""
    try:
        done = subprocess.run([tool, "analyze", "--json", str(model)], cwd=ROOT, capture_output=True, timeout=SECONDS,
                              check=False)
    except subprocess.TimeoutExpired:
        return f"no answer in {SECONDS} s"
    try:
        answer = json.loads(done.stdout, parse_constant=refuse_constant)
    except ValueError as error:
        return f"exit status {done.returncode}, and no JSON: {error}\n{done.stderr.decode('utf-8', 'replace')}"
    if done.returncode == 1 and "error" in answer:
        return None if CASES in model.parents else "the model is refused"
    if done.returncode:
        return f"exit status {done.returncode}"
    missing = MEMBERS - answer.keys()
    if missing:
        return f"without {', '.join(sorted(missing))}"
    for place in answer["equilibria"]:
        mode = wrong_mode(place)
        if mode:
            return f"the shape {mode['shape']} does not belong to {mode['re']} + {mode['im']} i"
    if not answer["equilibria"] and not answer.get("no_equilibria"):
        return "neither equilibria nor a reason why there are none"
    return None


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    tool = str(pathlib.Path(sys.argv[1]).resolve())
    models = sorted((ROOT / "examples").rglob("*.lgr")) + sorted(CASES.glob("*.lgr"))
    failed = 0
    for model in models:
        problem = problem_of(tool, model)
        if problem:
            failed += 1
            print(f"FAIL {model}: {problem}")
    print(f"{len(models) - failed} passed, {failed} failed")
    return 1 if failed or not models else 0


if __name__ == "__main__":
    sys.exit(main())
