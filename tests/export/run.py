#!/usr/bin/env python3
"""Exported C against `lagrangia run`: every model is exported, compiled, run, and compared.

usage: run.py TOOL [--quick] [--all] [--way WAY] [--jobs N] [MODEL...]

Besides the examples there are the models beside this file. --quick takes those and QUICK, --way compiles in another of the
ways of WAYS or by another compiler, --all in all of WAYS. Reports and times of events must agree to TOLERANCE, the outputs at the end to FINAL. The section C of docs/export.md is run as it stands. Besides, what is refused or known to differ stands in KNOWN, with the reason.
"""
import argparse
import concurrent.futures
import csv
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOLERANCE = 1e-9
FINAL = 1e-6
IN_SI = {"lbf": 4.4482216152605, "ft": 0.3048, "deg": math.pi / 180}  # units that outputs of the examples are shown in
STRICT = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror"]
QUICK = ["pendulum/double", "trebuchet/hinged", "contact/cradle", "contact/bouncing-ball", "contact/stick-slip", "contact/billiards", "rolling/ring",
         "space/lagrange-top", "linkage/four-bar", "orbit/kepler", "machine/clutch-launch"]
# Compilers and their flags; the last two make objects only, as tcc does with --quick.
WAYS = {
    "gcc -O0": ["gcc", "-O0", *STRICT],
    "gcc -O3": ["gcc", "-O3", *STRICT],
    "clang -O0": ["clang", "-O0", *STRICT],
    "clang -O3": ["clang", "-O3", *STRICT],
    "C++": ["g++", "-x", "c++", "-O1", "-Wall", "-Wextra", "-Werror"],
    "C++, clang": ["clang++", "-x", "c++", "-O1", "-Wall", "-Wextra", "-Werror"],
    "tcc": ["tcc", "-std=c99"],
    "wasm32": ["clang", "--target=wasm32-wasi", "-O1", "-c"],
    "Cortex-M": ["arm-none-eabi-gcc", "-mcpu=cortex-m4", "-mthumb", "-O2", "-c", *STRICT],
}
KNOWN = {}


# What ends with a status, as docs/export.md says.
ENDS = {"round": "friction could be shared with other forces in many ways"}


def close(x, y, size=1.0):
    if x is None or y is None:
        return x is None and y is None
    return abs(x - y) <= TOLERANCE * max(abs(x), abs(y), size)


def run_tool(tool, model, folder):
    """The tool's results; its rows go to tool.csv in the folder."""
    command = [tool, "run", str(model), "--json", "--header", "units", "-o", str(folder / "tool.csv")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    return json.loads(done.stdout) if done.stdout.strip() else None


def read_output(text):
    events, reports = [], {}
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        name, _, value = rest.rpartition(" ")
        if word == "event":
            events.append((name, float(value)))
        elif word == "report":
            reports[name] = None if math.isnan(float(value)) else float(value)
    return events, reports


def differences(expected, text):
    events, reports = read_output(text)
    wanted = [(e["name"], e["t"]) for e in expected["events"]]
    found = []
    if [n for n, _ in events] != [n for n, _ in wanted]:
        first = next((i for i, (a, b) in enumerate(zip(events, wanted)) if a[0] != b[0]), min(len(events), len(wanted)))
        found.append(f"{len(events)} events, not {len(wanted)}: at {first} {events[first:first + 2]} "
                     f"instead of {wanted[first:first + 2]}")
    else:
        found += [f"{n} at {t!r}, not {u!r}" for (n, t), (_, u) in zip(events, wanted) if not close(t, u)]
    for name, value in expected["report"].items():
        if not close(reports.get(name), value):
            found.append(f"{name} = {reports.get(name)!r}, not {value!r}")
    return found


def last_row(path):
    """Numbers by name, in SI units: the tool's files have outputs in those in which the model shows them."""
    with open(path, newline="") as f:
        row = list(csv.DictReader(f))[-1]
    words = {name: name.partition(" [") for name in row}
    return {words[name][0]: float(x) * IN_SI.get(words[name][2][:-1], 1) if x else None for name, x in row.items()}


def final_differences(names, folder):
    """Of the outputs in the last rows of both files."""
    ours, exported = last_row(folder / "tool.csv"), last_row(folder / "rows.csv")
    for name in names:
        value, found = ours[name], exported[name]
        if (value is None) != (found is None) or (found is not None and abs(found - value) > FINAL * max(abs(value), 1)):
            yield f"{name} at the end is {found!r}, not {value!r}"


def compile_one(way, folder, name):
    sources = [str(folder / f"{name}.c")]
    if "-c" in way:
        return subprocess.run([*way, *sources, "-o", str(folder / "object.o")], capture_output=True, text=True)
    return subprocess.run([*way, *sources, str(folder / f"{name}_main.c"), "-o", str(folder / "run"), "-lm"],
                          capture_output=True, text=True)


def check(tool, model, ways):
    """What is wrong with one model, as lines."""
    with tempfile.TemporaryDirectory() as at:
        folder = pathlib.Path(at)
        expected = run_tool(tool, model, folder)
        if not expected or not expected.get("end") or expected["end"].get("t") is None:
            return ["it has no run"]
        done = subprocess.run([tool, "export", "c", str(model), "-o", at], capture_output=True, text=True, timeout=120)
        if done.returncode:
            return [f"export ends with {done.returncode}: {done.stderr.strip()[:200]}"]
        name = next(folder.glob("*_main.c")).name[:-len("_main.c")]
        for label, way in ways.items():
            built = compile_one(way, folder, name)
            if built.returncode or built.stderr:
                errors = [e for e in built.stderr.splitlines() if "error" in e or "warning" in e]
                return [f"{label}: {e}" for e in (errors or [built.stderr[:200]])[:3]]
            if "-c" in way:
                continue
            ran = subprocess.run([str(folder / "run"), "--csv", str(folder / "rows.csv")], capture_output=True, text=True, timeout=300)
            said = ENDS.get(model.stem)
            if said and (ran.returncode and said in ran.stderr):
                continue
            if said or ran.returncode:
                return [f"{label}: ends with {ran.returncode}: {ran.stderr.strip()} {ran.stdout[-200:]}"]
            found = [*differences(expected, ran.stdout), *final_differences(expected["final"]["output"], folder)]
            if found:
                return [f"{label}: {f}" for f in found[:4]]
    return []


VALUELESS = """model valueless
coord x = 1
kinetic T = x'^2/2
memory n = {start}
event kick when t > 0.5 {{ set n = {then} }}
{force}
simulate until 1
"""
WITHOUT_VALUE = [  # the memory at the start, after the event, a force that has no value with one of them
    (0, 2, "generalized f: x = tanh(max(t, 1/n))"),
    (2, 0, "generalized f: x = exp(-abs(sqrt(n - 1)))"),
    (2, 0, "state s = 0.2, rate 1/(1 + exp(log(n - 1)))"),
    (2, 0, "generalized f: x = sin(1/n)"),
    (2, 0, "generalized f: x = sign(sqrt(-1 - n^2)*(1/n))"),
    (2, 0, "memory u = 2\nevent tick every 0.25 { set u = 1/n }\ngeneralized f: x = tanh(u)"),
]


def runs_on_without_value(tool):
    """Models that should have ended with the status for a value that is not finite, in `run` and as exported C."""
    for start, then, force in WITHOUT_VALUE:
        with tempfile.TemporaryDirectory() as at:
            model = pathlib.Path(at) / "valueless.lgr"
            model.write_text(VALUELESS.format(start=start, then=then, force=force))
            ran = subprocess.run([tool, "run", str(model)], capture_output=True, text=True, timeout=60)
            if "E0505" not in ran.stderr:
                yield f"{force}: run tells {ran.stderr[:200]}"
            done = subprocess.run([tool, "export", "c", str(model), "-o", at], capture_output=True, text=True, timeout=60)
            if "E0505" in done.stderr:  # at the start
                continue
            compile_one(["cc", "-O0"], pathlib.Path(at), "valueless")
            try:
                ran = subprocess.run([f"{at}/run"], capture_output=True, text=True, timeout=60)
                if ran.returncode == 0 or "a value that is not finite" not in ran.stderr:
                    yield f"{force}: {ran.returncode} {ran.stderr[:100]} {ran.stdout[-100:]}"
            except subprocess.TimeoutExpired:
                yield f"{force}: never ends"


BUILT_IN = """model built
param N = 3, k = 2, twice = 2*k
input u = 1
coord x[1..N] = 0
kinetic T = sum(i in 1..N: x[i]'^2)/2
potential V = N*k*sum(i in 1..N: x[i]^2)/2
generalized f: x[1] = u
report last = final(x[1])
simulate until 1
"""


def takes_what_is_built_in(tool):
    """What decides sizes, follows from others or comes from a file cannot be set in exported programs, nor to what is no number."""
    with tempfile.TemporaryDirectory() as folder:
        at = pathlib.Path(folder)
        (at / "built.lgr").write_text(BUILT_IN)
        (at / "u.csv").write_text("0,0\n2,1\n")
        subprocess.run([tool, "export", "c", at / "built.lgr", "--input", f"u={at}/u.csv", "-o", at], check=True, timeout=60)
        compile_one(["cc", "-O0"], at, "built")
        for given, right in ("N=5", False), ("u=3", False), ("twice=5", False), ("k=two", False), ("k=3", True):
            ran = subprocess.run([at / "run", "--set", given], capture_output=True, text=True, timeout=60)
            if (ran.returncode == 0) != right:
                yield f"--set {given} ends with {ran.returncode}"


OWN_NAMES = ["begin", "find", "run", "start", "take", "main", "tick"]  # those of every program, or near them


def names_that_collide(tool):
    """What the compiler says about models that are called as something in every program."""
    for name in OWN_NAMES:
        with tempfile.TemporaryDirectory() as at:
            model = pathlib.Path(at) / "named.lgr"
            model.write_text(f"model {name}\nparam k = 1\nparam l = 2*k\ncoord x = 1\nkinetic T = 1/2*l*x'^2\ncontact c: x >= 0\n")
            subprocess.run([tool, "export", "c", str(model), "-o", at], capture_output=True, timeout=60)
            done = subprocess.run(["cc", "-fsyntax-only", *STRICT, *map(str, pathlib.Path(at).glob("*.c"))], capture_output=True, text=True)
            if done.returncode:
                yield f"{name}: {done.stderr[:300]}"


AROUND = """#include "hinged.h"
static void tell(void *user, hinged_sim *s, const char *name) { (void)user, (void)s, (void)name; }
int main(void) {
    static hinged_sim s;
    hinged_init(&s);
%s    return hinged_advance(&s, 30);
}
"""


def page_problems(tool):
    """What is wrong with the commands and pieces of the section C of docs/export.md, run in one folder as they stand."""
    text = (ROOT / "docs/export.md").read_text(encoding="utf-8")
    text = text[text.index("## C\n"):text.index("**What is in it.**")]
    shell, pieces = re.findall(r"```\n(.*?)```", text, re.S), re.findall(r"```c\n(.*?)```", text, re.S)
    with tempfile.TemporaryDirectory() as at:
        (pathlib.Path(at) / "examples").symlink_to(ROOT / "examples")
        launch = pathlib.Path(at) / "launch"

        def run(command, folder):
            done = subprocess.run(command, cwd=folder, shell=isinstance(command, str), capture_output=True, text=True, timeout=300)
            return None if done.returncode == 0 else f"{command}: {done.returncode} {done.stdout[-200:]} {done.stderr[-300:]}"

        yield run([tool, *shell[0].split()[1:]], at)
        yield from (run(line, launch) for line in shell[1].splitlines())
        for i, program in enumerate((pieces[0], AROUND % pieces[1].replace("hinged_step", "hinged_start(&s);\nhinged_step"))):
            (launch / f"piece{i}.c").write_text(program, encoding="utf-8")
            yield run(f"cc {' '.join(STRICT)} piece{i}.c hinged.c -lm -o piece{i} && ./piece{i}", launch)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--way", default="gcc -O0")
    parser.add_argument("models", nargs="*")
    o = parser.parse_intermixed_args()
    tool = str(pathlib.Path(o.tool).resolve())
    examples = ROOT / "examples"
    own = sorted(pathlib.Path(__file__).resolve().parent.glob("*.lgr"))
    models = [pathlib.Path(m) for m in o.models] or (
        [*own, *(m for m in (examples / f"{q}.lgr" for q in QUICK) if m.exists())] if o.quick else [*own, *sorted(examples.rglob("*.lgr"))])
    compiler, _, level = o.way.partition(" ")
    ways = {o.way: WAYS.get(o.way) or [compiler, *level.split(), *STRICT]}
    if o.quick and shutil.which("tcc"):  # takes no time, and less for constants
        ways["tcc"] = [*WAYS["tcc"], "-c"]
    if o.all:
        ways = {k: w for k, w in WAYS.items() if shutil.which(w[0])}
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        for model, found in zip(models, pool.map(lambda m: check(tool, m, ways), models)):
            name = str(model.resolve().relative_to(examples)) if examples in model.resolve().parents else str(model)
            known = KNOWN.get(name.removesuffix(".lgr"))
            if found and known:
                print(f"known: {name}: {known}")
            elif found:
                failed += 1
                print(f"FAILED {name}", flush=True)
                for line in found:
                    print(f"    {line}", flush=True)
            elif known:
                failed += 1
                print(f"FAILED {name}: passes, but is listed as known: {known}")
    print(f"{len(models) - failed} of {len(models)} models exported as C agree with run")
    for wrong in filter(None, page_problems(tool) if not o.models else ()):
        failed += 1
        print(f"FAILED docs/export.md: {wrong}")
    for wrong in () if o.models else names_that_collide(tool):
        failed += 1
        print(f"FAILED name of a model: {wrong}")
    for wrong in () if o.models else runs_on_without_value(tool):
        failed += 1
        print(f"FAILED without a value: {wrong}")
    for wrong in () if o.models else takes_what_is_built_in(tool):
        failed += 1
        print(f"FAILED what is built in: {wrong}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
