#!/usr/bin/env python3
"""Exported equations against those of the library: mass matrix, forces, gradients, accelerations, multipliers, outputs
and the Jacobian at the start and at states beside it.

usage: languages.py TOOL VALUES [--all] [--states N] [--only octave|sympy|julia] [MODEL[:MODE]...]

VALUES is the program of values.c. Octave and SymPy run what is exported for them, and are skipped where they are not
there; the functions of the text for Julia are read here, its equations with Python's arithmetic.
"""
import argparse
import json
import keyword
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import types

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
TOLERANCE = 1e-10  # of the largest number of the matrix or vector
SOLVED = 1e-8      # accelerations: what the matrices' condition makes of that
SLOPES = 1e-7
QUICK = ["pendulum/double", "trebuchet/hinged", "trebuchet/hinged:release", "space/lagrange-top", "linkage/four-bar",
         "contact/stick-slip", "machine/clutch-launch", "contact/bouncing-ball", "rope/winding"]
KNOWN = {"linkage/bricard": "the Jacobian where rows are redundant at the states of the motion alone"}


def find_python():
    """One with SymPy and NumPy, or None."""
    for python in (sys.executable, "/usr/bin/python3"):
        if shutil.which(python) and subprocess.run([python, "-c", "import numpy, sympy"], capture_output=True).returncode == 0:
            return python
    return None


# --- What runs there: each prints one JSON object for every state ---

OCTAVE = """
function show(model, state, t)
  par = model.parameters;
  A = []; gamma = [];
  if isfield(model, 'rows') [M, h, A, gamma] = model.equations(t, state, par);
  else [M, h] = model.equations(t, state, par); end
  [a, mult] = model.accelerations(t, state, par);
  one('M', M'); one('h', h); one('A', A'); one('gamma', gamma); one('a', a); one('mult', mult);
  one('rhs', model.rhs(t, state, par)); one('J', model.jacobian(t, state, par)');
  f = []; f_dot = []; out = [];
  if isfield(model, 'constraints') [f, f_dot] = model.constraints(t, state, par); end
  if isfield(model, 'outputs') out = model.outputs(t, state, par); end
  one('f', f); one('f_dot', f_dot); one('out', out);
  printf('"end": 0}\\n');
end
function one(name, x)
  printf('"%s": [', name);
  for i = 1:numel(x)
    if i > 1 printf(', '); end
    if isreal(x(i)) && isfinite(x(i)) printf('%.17g', x(i)); else printf('null'); end
  end
  printf('], ');
end
"""

SYMPY = """
import importlib, json, sys, warnings
import numpy as np
warnings.simplefilter("ignore")
sys.path.insert(0, sys.argv[1])
for line in sys.stdin:
    name, states = json.loads(line)
    sys.path[0] = name[:name.rindex("/")]
    sys.modules.pop(name[name.rindex("/") + 1:], None)
    model = importlib.import_module(name[name.rindex("/") + 1:])
    f = model.functions()
    for t, state in states:
        state = np.array(state)
        names = ["M", "h", "A", "gamma", "C"]
        found = dict(zip(names, f.equations(t, state, f.parameters)))
        found["a"], found["mult"] = f.accelerations(t, state, f.parameters)
        found["rhs"] = f.rhs(t, state, f.parameters)
        found["J"] = f.jacobian(t, state, f.parameters)
        if hasattr(f, "constraints"):
            found["f"], found["f_dot"] = f.constraints(t, state, f.parameters)
        if hasattr(f, "outputs"):
            found["out"] = f.outputs(t, state, f.parameters)
        print(json.dumps({k: [y if np.isfinite(y) else None for y in map(float, np.ravel(x))] for k, x in found.items()}))
"""


def run_octave(files, states, folder):
    lines = [f"1;\n{OCTAVE}"]
    for path, of in zip(files, states):
        lines.append(f"addpath('{path.parent}'); model = {path.stem}(); rmpath('{path.parent}');")
        lines += [f"try printf('{{'); show(model, [{'; '.join(map(repr, y))}], {t!r}); catch e, printf('\\n{{}}\\n'); "
                  f"fprintf(stderr, '%s: %s\\n', model.name, e.message); end" for t, y in of]
        lines.append(f"clear {path.stem}")
    script = folder / "compare_all.m"
    script.write_text("\n".join(lines) + "\n")
    done = subprocess.run(["octave-cli", "--norc", "--silent", "--no-history", str(script)], capture_output=True, text=True, timeout=1200)
    return [json.loads(x) for x in done.stdout.splitlines() if x.startswith("{") and x.endswith("}")], done.stderr


def run_sympy(python, files, states, folder):
    text = "\n".join(json.dumps([str(path.with_suffix("")), of]) for path, of in zip(files, states)) + "\n"
    done = subprocess.run([python, "-c", SYMPY, str(folder)], input=text, capture_output=True, text=True, timeout=3000)
    return [json.loads(x) for x in done.stdout.splitlines()], done.stderr


# --- Julia, read ---

class Array:
    def __init__(self, numbers=()):
        self.at = {i + 1: x for i, x in enumerate(numbers)}

    def __getitem__(self, i):
        return self.at.get(i, 0.0)

    def __setitem__(self, i, x):
        self.at[i] = x


WORDS = re.compile(r"\b(" + "|".join(set(keyword.kwlist) - {"return", "and", "or", "not"}) + r")\b")


def as_python(line):
    line = line.replace("^", "**").replace("&&", " and ").replace("||", " or ").replace("!(", "not (")
    while " ? " in line:
        line = choice(line)
    return WORDS.sub(r"\1_", line)


def choice(line):
    """The last (condition ? yes : no) as a call."""
    mark = line.rindex(" ? ")
    depth, begin = 0, mark
    while depth >= 0:
        begin -= 1
        depth += (line[begin] == ")") - (line[begin] == "(")
    depth, colon = 0, mark + 2
    while depth or line[colon:colon + 3] != " : ":
        depth += (line[colon] == "(") - (line[colon] == ")")
        colon += 1
    return f"{line[:begin]}choose({line[begin + 1:mark]}, {line[mark + 3:colon]}, {line[colon + 3:]}"


def guarded(f):
    def call(*x):
        try:
            return f(*x)
        except (ValueError, OverflowError):
            return math.nan
    return call


NAMES = {k: guarded(getattr(math, k)) for k in ("sin", "cos", "tan", "asin", "acos", "sinh", "cosh", "tanh", "exp", "log", "sqrt", "hypot",
                                                "floor")}
NAMES |= {"abs": abs, "min": min, "max": max, "pi": math.pi, "Inf": math.inf, "NaN": math.nan,
          "sign": lambda x: (x > 0) - (x < 0), "atan": lambda *x: math.atan2(*x) if len(x) == 2 else math.atan(*x),
          "choose": lambda c, x, y: x if c else y, "vec": lambda x: x, "zeros": lambda T, rows, cols: Array()}


def run_julia(path, states):
    text = path.read_text()
    par = types.SimpleNamespace(**{WORDS.sub(r"\1_", k): float(x) for k, x in re.findall(r"^    (\w+) = ([-0-9.e+]+),", text.split("const parameters")[1], re.M)})
    body = re.search(r"^function equations\(.*?\n(.*?)^end", text, re.M | re.S)[1]
    body = re.sub(r"\n {8}", " ", body)
    lines = [as_python(x.strip()) for x in body.splitlines()]
    result = next(x for x in lines if x.startswith("return "))
    code = compile("\n".join(x for x in lines if not x.startswith(("return ", "T = "))), "<equations>", "exec")
    names = re.findall(r"\w+", result.replace("vec", "").replace("return", ""))
    for t, y in states:
        scope = {**NAMES, "t": t, "par": par, "state": Array(y), "T": 0}
        exec(code, scope)
        yield dict(zip(["M", "h", "A", "gamma", "C"], (scope[k] for k in names)))


# --- Comparison ---

class Reference:
    """The library's values with places and states apart, in the order of exported equations."""

    def __init__(self, kinds, values):
        self.places = [i for i, k in enumerate(kinds) if k]
        self.rest = [i for i, k in enumerate(kinds) if not k]
        self.n = len(kinds)
        self.m = len(values["gamma"])
        self.values = values

    def state(self):
        q, v = self.values["q"], self.values["v"]
        return [q[i] for i in self.places] + [v[i] for i in self.places] + [v[i] for i in self.rest]

    def matrix(self, name, rows, cols):
        x = self.values[name]
        return [x[i * self.n + j] for i in rows for j in cols]

    def wanted(self, signs):
        p, v = self.places, self.values
        a = [v["a"][i] for i in p]
        flip = lambda x: [s * y if y is not None else None for s, y in zip(signs, x)]
        found = {"M": self.matrix("M", p, p), "h": [v["h"][i] for i in p], "a": a, "gamma": flip(v["gamma"]), "mult": flip(v["mult"]),
                 "f": flip(v["f"]), "f_dot": flip(v["f_dot"]), "out": [x for x in v["out"] if x is not None],
                 "rhs": [v["v"][i] for i in p] + a + [v["a"][i] for i in self.rest]}
        if "a_q" in v and "a_v" in v:
            n, z, w = len(p), len(self.rest), 2 * len(p) + len(self.rest)
            J = [0.0] * (w * w)
            for i in range(n):
                J[i * w + n + i] = 1.0
            for i, of in enumerate([*p, *self.rest]):
                for j in range(n):
                    J[(n + i) * w + j] = v["a_q"][of * self.n + p[j]]
                    J[(n + i) * w + n + j] = v["a_v"][of * self.n + p[j]]
                for j in range(z):
                    J[(n + i) * w + 2 * n + j] = v["a_v"][of * self.n + self.rest[j]]
            found["J"] = J
        return found

    def signs(self, A):
        """Ropes have the other sign there."""
        mine = self.matrix("A", range(self.m), self.places) if self.m else []
        n = len(self.places)
        rows = [(mine[k * n:k * n + n], A[k * n:k * n + n]) for k in range(self.m)]
        return [-1 if sum(x * (y or 0) for x, y in zip(a, b) if x) < 0 else 1 for a, b in rows], mine


def differs(wanted, found, tolerance, size=0.0):
    known = [x for x in wanted if x is not None]
    if len(known) < len(wanted):
        return None
    if len(wanted) != len(found):
        return f"{len(found)} numbers, not {len(wanted)}"
    scale = max([abs(x) for x in wanted] + [size]) or 1.0
    worst = max(((math.inf if y is None else abs(x - y), i) for i, (x, y) in enumerate(zip(wanted, found))), default=(0, 0))
    return None if worst[0] <= tolerance * scale else f"number {worst[1]} is {found[worst[1]]!r}, not {wanted[worst[1]]!r}"


def compare(reference, found):
    if not found:
        yield "no values"
        return
    signs, A = reference.signs(found.get("A", []))
    n = len(reference.places)
    wanted = reference.wanted(signs)
    wanted["A"] = [signs[i // n] * x if x is not None else None for i, x in enumerate(A)] if n else []
    most = {k: max((abs(x) for x in reference.values[k] if x is not None), default=0) for k in ("q", "v", "a", "M", "A")}
    change = most["a"] + most["v"] ** 2 + 1e-3
    sizes = {"h": most["M"] * change, "gamma": most["A"] * change, "f": most["A"] * most["q"], "f_dot": most["A"] * most["v"], "a": change,
             "rhs": change, "mult": most["M"] * change, "out": most["M"] * change}
    tolerances = {"a": SOLVED, "mult": SOLVED, "rhs": SOLVED, "out": SOLVED, "J": SLOPES}
    for name, numbers in found.items():
        if name in wanted and (numbers or wanted[name]):
            what = differs(wanted[name], numbers, tolerances.get(name, TOLERANCE), sizes.get(name, 0.0))
            if what:
                yield f"{name}: {what}"


def flat(found, n, m):
    """Arrays that count from 1 as lists."""
    shapes = {"M": (n, n), "h": (n, 0), "A": (m, n), "gamma": (m, 0), "C": (m, n)}
    def numbers(x, rows, cols):
        if not cols:
            return [x[i + 1] for i in range(rows)]
        return [x.at.get((i + 1, j + 1), x.at.get(i + 1, 0.0) if cols == 1 else 0.0) for i in range(rows) for j in range(cols)]
    return {k: numbers(x, *shapes[k]) for k, x in found.items()}


# --- The manual ---

def run_page(tool, octave, python):
    """What is wrong with the commands of docs/export.md and its pieces for Octave and Python, each run in one folder."""
    text = (ROOT / "docs/export.md").read_text()
    text = text[text.index("## Equations in other languages"):]
    with tempfile.TemporaryDirectory() as at:
        (pathlib.Path(at) / "examples").symlink_to(EXAMPLES)
        for command in re.search(r"```\n(.*?)```", text, re.S)[1].splitlines():
            ran = subprocess.run([tool, *command.split()[1:]], cwd=at, capture_output=True, text=True, timeout=120)
            if ran.returncode:
                yield f"{command}: {ran.stderr.strip()}"
        told = re.search(r"% ([\d.]+ s)\n", text)[1]
        (pathlib.Path(at) / "piece.m").write_text(re.search(r"```octave\n(.*?)```", text, re.S)[1])
        if octave:
            ran = subprocess.run([octave, "--norc", "--silent", "piece.m"], cwd=at, capture_output=True, text=True, timeout=120)
            if told not in ran.stdout:
                yield f"octave prints {ran.stdout!r}: {ran.stderr[-500:]}"
        if python:
            ran = subprocess.run([python, "-c", re.search(r"```python\n(.*?)```", text, re.S)[1]], cwd=at, capture_output=True, text=True,
                                 timeout=120)
            if ran.returncode or "cos(theta1" not in ran.stdout:
                yield f"python prints {ran.stdout!r}: {ran.stderr[-500:]}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("values")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--states", type=int, default=3)
    parser.add_argument("--only", choices=["octave", "sympy", "julia"])
    parser.add_argument("models", nargs="*")
    o = parser.parse_intermixed_args()
    o.tool = str(pathlib.Path(o.tool).resolve())
    models = o.models or ([str(p.relative_to(EXAMPLES))[:-4] for p in sorted(EXAMPLES.rglob("*.lgr"))] if o.all else QUICK)
    paths = [str(EXAMPLES / m.partition(":")[0]) + ".lgr" + (":" + m.partition(":")[2] if ":" in m else "") for m in models]
    python, octave = find_python(), shutil.which("octave-cli")
    targets = [t for t, there in (("julia", True), ("octave", octave), ("sympy", python)) if there and o.only in (None, t)]
    for name, there in (("octave", octave), ("sympy", python)):
        if not there:
            print(f"no {name}: what is exported for it is not run")
    done = subprocess.run([o.values, str(o.states), *paths], capture_output=True, text=True, timeout=600)
    expected = [json.loads(x) for x in done.stdout.splitlines()]
    if len(expected) != len(models):
        print(done.stderr)
        return 1
    failed, refused = 0, []
    for wrong in run_page(o.tool, octave, python) if not o.models and not o.only else ():
        failed += 1
        print(f"FAILED docs/export.md: {wrong}")
    with tempfile.TemporaryDirectory() as at:
        folder = pathlib.Path(at)
        files = {t: [] for t in targets}
        kept = []
        for number, (model, path, of) in enumerate(zip(models, paths, expected)):
            if not of or not any("M" in s for s in of["states"]):
                continue
            place = folder / str(number)
            made = {}
            for target in targets:
                path_of, _, mode = path.partition(":")
                ran = subprocess.run([o.tool, "export", target, path_of, "-o", str(place), *(["--mode", mode] if mode else [])],
                                     capture_output=True, text=True, timeout=300)
                if ran.returncode:
                    made = None
                    refused.append(model)
                    if "E0522" not in ran.stderr:
                        failed += 1
                        print(f"FAILED {model}: {ran.stderr.strip()[:300]}")
                    break
                made[target] = next(place.glob({"octave": "*.m", "julia": "*.jl", "sympy": "*.py"}[target]))
            if made:
                kept.append((model, [Reference(of["places"], s) for s in of["states"] if "M" in s]))
                for target in targets:
                    files[target].append(made[target])
        states = [[(r.values["t"], r.state()) for r in of] for _, of in kept]
        for target in targets:
            found, errors = [], ""
            if target == "octave":
                found, errors = run_octave(files[target], states, folder)
            elif target == "sympy":
                found, errors = run_sympy(python, files[target], states, folder)
            else:
                for path, of, (_, r) in zip(files[target], states, kept):
                    found += [flat(x, len(r[0].places), r[0].m) for x in run_julia(path, of)]
            if len(found) != sum(map(len, states)):
                failed += 1
                print(f"FAILED {target}: {len(found)} of {sum(map(len, states))} states\n{errors[-1500:]}")
                continue
            rest = iter(found)
            print(errors, end="")
            for model, of in kept:
                wrong = [f"state {i}, {w}" for i, r in enumerate(of) for w in compare(r, next(rest))]
                if wrong and model not in KNOWN:
                    failed += 1
                    print(f"FAILED {target} {model}")
                    for line in wrong[:4]:
                        print(f"    {line}")
        for model in refused:
            print(f"refused: {model}")
        print(f"{len(kept)} models in {', '.join(targets)}, {len(refused)} refused, {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
