#!/usr/bin/env python3
"""Fits from the command line: what docs/fitting.md shows runs, and two machines are recovered from noisy data.

usage: fit.py TOOL
"""
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOC = ROOT / "docs" / "fitting.md"
# What the data of examples/fit were made of; noise of 0.01 rad and of 3 cm.
# Least squares of Galileo's ways, x = a t^2/2: the estimate and its standard deviation, by hand.
WAYS = [33, 130, 298, 526, 824, 1192, 1620]
FOURTH = sum((i + 1) ** 4 for i in range(7))
SLOPE = 2 * sum(x * (i + 1) ** 2 for i, x in enumerate(WAYS)) / FOURTH
SQUARES = sum((x - SLOPE * (i + 1) ** 2 / 2) ** 2 for i, x in enumerate(WAYS))
EXACT = {"examples/fit/inclined-plane.lgr": (SLOPE, math.sqrt(SQUARES / 6 / (FOURTH / 4)))}
TRUTH = {
    "examples/fit/inclined-plane.lgr": {"a": SLOPE},
    "examples/fit/wall-pendulum.lgr": {"l": 0.62, "c": 0.012, "e": 0.8, "offset": -0.35},
    "examples/trebuchet/rough-trough.lgr": {"mu": 0.3, "gamma": 40},
}


def commands():
    """The commands of the page: indented lines that begin with the tool's name, joined where they end in a backslash."""
    text = DOC.read_text(encoding="utf-8").replace("\\\n", " ")
    return [line.strip() for line in text.splitlines() if re.match(r" {4}lagrangia ", line)]


def run(tool, command, folder):
    words = [str(tool)] + command.split()[1:]
    words = [str(folder / word) if words[i - 1] == "-o" else word for i, word in enumerate(words)]
    return subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=False)


def problems_of(tool, command, folder):
    done = run(tool, command, folder)
    if done.returncode:
        yield f"exit {done.returncode}: {done.stderr}"
        return
    files = [folder / word for before, word in zip(command.split(), command.split()[1:]) if before == "-o"]
    yield from (f"{path} was not written" for path in files if not path.stat().st_size)
    if "-o" in command or " fit " not in command:
        return
    found = json.loads(run(tool, command + " --json", folder).stdout)
    for u in found["unknowns"]:
        true = TRUTH[command.split()[2]].get(u["name"])
        # Four standard deviations; robust losses and unknowns that are tied have none that count.
        if true is not None and u["state"] == "free" and abs(u["value"] - true) > 4 * u["error"]:
            yield f"{u['name']} = {u['value']} +- {u['error']}, not {true}"
    if command.split()[2] in EXACT:
        u, (value, deviation) = found["unknowns"][0], EXACT[command.split()[2]]
        half = 2.4469118511 * deviation  # Student's t of 6 degrees of freedom
        if abs(u["value"] - value) > 1e-7 or abs(u["high"] - value - half) > 1e-6:
            yield f"{u} is not {value} +- {half}"
    if found["work"]["slopes"] != "through events":
        yield f"derivatives are differences: {found['work']}"


def main():
    tool = pathlib.Path(sys.argv[1]).resolve()
    all_commands = commands()
    failed = 0
    if len(all_commands) < 4:
        print(f"{DOC} shows only {len(all_commands)} commands")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        for command in all_commands:
            for problem in problems_of(tool, command, pathlib.Path(folder)):
                print(f"{command}: {problem}")
                failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
