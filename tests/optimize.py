#!/usr/bin/env python3
"""The trebuchet's best sling: what `optimize` finds is what a fine sweep round it shows, and its front what a sweep does not better.

usage: optimize.py TOOL [--front]        exit status 77 where the tool is built without NLopt
--front: with the front, thousands of runs
"""
import csv
import io
import json
import pathlib
import subprocess
import sys

MODEL = str(pathlib.Path(__file__).resolve().parent.parent / "examples" / "trebuchet" / "hinged.lgr")


def run(tool, *arguments):
    return subprocess.run([tool, *arguments], capture_output=True, text=True, check=True).stdout


def optimize(tool, *more):
    found = json.loads(run(tool, "optimize", MODEL, "--maximize", "range", "--over", "l3,gamma", "--json", *more))
    found["work"].pop("seconds")
    return found


def sweep(tool, *varied):
    ranges = [word for name, low, high, count in varied for word in ("--vary", f"{name}={low!r}..{high!r}:{count}")]
    return list(csv.DictReader(io.StringIO(run(tool, "sweep", MODEL, *ranges, "-o", "-"))))


def problems(tool):
    found = optimize(tool, "--threads", "1")
    if optimize(tool, "--threads", "4") != found:
        yield "the result depends on the number of threads"
    l3, gamma = (p["value"] for p in found["parameters"])
    coarse = max(float(r["range"]) for r in sweep(tool, ("l3", 2.0, 6.0, 21), ("gamma", 0.2, 1.5, 14)))
    fine = max(float(r["range"]) for r in sweep(tool, ("l3", l3 - 0.002, l3 + 0.002, 9), ("gamma", gamma - 0.002, gamma + 0.002, 9)))
    if found["value"] < coarse:
        yield f"a coarse sweep shows more: {coarse} against {found['value']}"
    if abs(found["value"] - fine) > 1e-6 * fine:
        yield f"a fine sweep shows {fine} against {found['value']}"
    if max(abs(p["elasticity"]) for p in found["parameters"]) > 1e-4:
        yield f"the slopes at the top are not zero: {found['parameters']}"
    if found["work"]["slopes"] != "through events":
        yield f"the slopes are differences: {found['work']}"
    limited = optimize(tool, "--subject", "peak < 2 kN")
    if not limited["limits"][0]["binds"] or abs(limited["report"]["peak"] - 2000) > 0.1 or limited["present"]["limits_hold"]:
        yield f"the limit does not bind: {limited}"
    low = json.loads(run(tool, "optimize", MODEL, "--maximize", "range", "--over", "l3=2.5..3", "--json"))
    if not 2.5 <= low["parameters"][0]["value"] <= 3 or low["value"] >= low["present"]["value"]:
        yield f"the present design, which lies outside the bounds, was taken: {low}"


def dominates(p, q):
    """Farther than q, or as far, with no more pull."""
    return p[0] >= q[0] and p[1] <= q[1]


def problems_of_front(tool):
    """Range against the sling's pull: no design of a sweep is better than one of the front."""
    arguments = ["optimize", MODEL, "--maximize", "range", "--minimize", "peak", "--over", "l3=3..6,gamma", "--points", "7",
                 "--subject", "range > 150 m", "-o", "-"]
    text = run(tool, *arguments)
    front = [(float(r["range"]), float(r["peak"])) for r in csv.DictReader(io.StringIO(text))]
    if len(front) < 5 or any(x < 150 - 1e-6 for x, _ in front):
        yield f"the front has too few designs, or breaks its limit: {front}"
    swept = [(float(r["range"]), float(r["peak"])) for r in sweep(tool, ("l3", 3.0, 6.0, 25), ("gamma", 0.6, 1.5, 19)) if r["range"]]
    for design in front:
        less = (design[0] + 0.1, design[1] - 1)  # a thousandth of the front
        if any(dominates(other, less) for other in swept):
            yield f"a sweep shows better designs than {design}"
    if not any(dominates(design, other) for design in front for other in swept):
        yield "the front betters no design of the sweep"


def main():
    tool = str(pathlib.Path(sys.argv[1]).resolve())
    if "NLopt: no" in run(tool, "--version"):
        return 77
    found = [*problems(tool), *(problems_of_front(tool) if "--front" in sys.argv else [])]
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
