#!/usr/bin/env python3
"""A machine written with components moves to the last bit as the same machine written by hand.

usage: run.py TOOL [NAME...]

NAME.lgr has components; its first line lists its parts, '# parts: upper lower'. NAME.hand.lgr is the same without: what
'upper.m' is there, is called 'upper_m' here, and statements stand in the same order. Their rows, reports, sensitivities
and sweeps must be the same bytes; --set and --vary reach what parts hold.
"""
import json
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SECONDS = 120
# A parameter inside of a part, and a value for it.
PARAMS = {"double": ("upper.m", "3"), "events": ("sling.l", "0.45"), "space": ("top.core.J", "0.035"),
          "chain": ("l[3].m", "0.7"), "names": ("lower.m", "1.5")}


def by_hand(text, parts):
    """Names of the model with parts, as the other one writes them."""
    for part in parts:
        text = re.sub(rf"(?<![\w.]){re.escape(part)}\.", part.replace("[", "").replace("]", "") + "_", text)
    return text.replace("top_core.", "top_core_")


def call(tool, *arguments):
    done = subprocess.run([tool, *arguments], cwd=HERE, capture_output=True, text=True, timeout=SECONDS, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(arguments)}: exit status {done.returncode}\n{done.stderr}")
    return done.stdout


def results(tool, model, param, value, parts):
    """What is compared, each with its name."""
    def named(text):
        return by_hand(text, parts)
    yield "rows", named(call(tool, "run", model, "-o", "-", "--quiet"))
    yield "rows of another value", named(call(tool, "run", model, "-o", "-", "--quiet", "--set", f"{param}={value}"))
    for name, extra in (("reports", ()), ("sensitivities", ("--sensitivity", param))):
        data = json.loads(named(call(tool, "run", model, "--json", *extra)))
        yield name, json.dumps({key: what for key, what in data.items() if key != "work"}, sort_keys=True)
    yield "sweep", named(call(tool, "sweep", model, "--vary", f"{param}={value}..{float(value)*1.1}:5", "-o", "-"))


def check(tool, name):
    text = (HERE / f"{name}.lgr").read_text(encoding="utf-8")
    parts = re.match(r"# parts: (.*)\n", text)[1].split()
    param, value = PARAMS[name]
    pairs = zip(results(tool, f"{name}.lgr", param, value, parts),
                results(tool, f"{name}.hand.lgr", by_hand(param, parts), value, []))
    problems = [f"{what} differ" for (what, one), (_, other) in pairs if one != other or not one]
    print(f"{'FAIL' if problems else 'ok  '} {name}" + "".join(f"\n     {p}" for p in problems))
    return not problems


def main():
    tool = str(pathlib.Path(sys.argv[1]).resolve())
    results_of = [check(tool, name) for name in sys.argv[2:] or PARAMS]
    return 0 if all(results_of) else 1


if __name__ == "__main__":
    sys.exit(main())
