#!/usr/bin/env python3
"""Acceptance cases: run models through the program and compare what it prints with reference values.

usage: run.py PROGRAM [CASE ...] [--dir DIR] [-v]

Each case is NAME.json beside this script: {"model": "FILE.lgr", "runs": [RUN, ...]}, a RUN being
  {"args": ["run", ...], "expect": {PATH: EXPECTATION, ...}, "exit": 0}
MODEL is put in for "{model}" in args ("--json" is added). PATH walks the printed object: final.q.x, report.range,
events[landing].t (the first event of that name), events[bounce#3].t (the third), stages.0.dof.
An EXPECTATION is {"value": v, "tol": abs} | {"value": v, "rel": r} | {"below": b} | {"above": b} | {"equals": anything} |
{"contains": text}. "stderr": text must occur in what the program wrote to stderr.
The last line is 'N passed, N failed'.
"""
import json, math, os, re, subprocess, sys, time


def walk(obj, path):
    cur = obj
    for part in re.findall(r"[^.\[\]]+\[[^\]]*\]|\[[^\]]*\]|[^.\[\]]+", path):
        m = re.fullmatch(r"([^.\[\]]*)\[([^\]]*)\]", part)
        name, idx = (m.group(1), m.group(2)) if m else (part, None)
        if idx is not None and isinstance(cur, dict) and part in cur:   # an indexed name, q[3]
            cur = cur[part]
            continue
        if name:
            cur = cur[int(name)] if isinstance(cur, list) else cur[name]
        if idx is not None:
            want, _, nth = idx.partition("#")
            hits = [e for e in cur if e.get("name") == want]
            cur = hits[int(nth or 1) - 1]
    return cur




def lookup(obj, path):
    try:
        return walk(obj, path)
    except (KeyError, IndexError, ValueError, TypeError):
        pass
    # names that hold dots ("pin.x", "ground.open"): split by hand
    m = re.match(r"(.*?events)\[([^\]]+)\](.*)$", path)
    if m:
        want, _, nth = m.group(2).partition("#")
        hits = [e for e in walk(obj, m.group(1)) if e.get("name") == want]
        rest = m.group(3).lstrip(".")
        return lookup(hits[int(nth or 1) - 1], rest) if rest else hits[int(nth or 1) - 1]
    cur, parts = obj, path.split(".")
    while parts:
        for k in range(len(parts), 0, -1):
            key = ".".join(parts[:k])
            if isinstance(cur, dict) and key in cur:
                cur, parts = cur[key], parts[k:]
                break
            if isinstance(cur, list) and key.isdigit() and int(key) < len(cur):
                cur, parts = cur[int(key)], parts[k:]
                break
        else:
            raise KeyError(path)
    return cur


def judge(got, exp):
    if "equals" in exp:
        return got == exp["equals"], f"got {got!r}, want {exp['equals']!r}"
    if "contains" in exp:
        return exp["contains"] in str(got), f"got {got!r}, want it to contain {exp['contains']!r}"
    if not isinstance(got, (int, float)) or isinstance(got, bool) or not math.isfinite(got):
        return False, f"got {got!r}, want a number"
    if "below" in exp:
        return got <= exp["below"], f"got {got:.3e}, want <= {exp['below']:.3e}"
    if "above" in exp:
        return got >= exp["above"], f"got {got:.3e}, want >= {exp['above']:.3e}"
    tol = exp.get("tol", 0.0) + exp.get("rel", 0.0) * abs(exp["value"])
    err = abs(got - exp["value"])
    return err <= tol, f"got {got:.17g}, want {exp['value']:.17g} (off by {err:.2e}, allowed {tol:.1e})"


def run_case(program, path, verbose):
    base = os.path.dirname(os.path.abspath(path))
    case = json.load(open(path))
    problems = []
    for i, run in enumerate(case["runs"]):
        model = os.path.join(base, run.get("model", case.get("model", "")))
        args = [model if a == "{model}" else a for a in run["args"]]
        if run.get("json", True):
            args.append("--json")
        try:
            p = subprocess.run([program] + args, capture_output=True, text=True, timeout=run.get("seconds", 60))
        except subprocess.TimeoutExpired:
            problems.append(f"run {i}: no answer in {run.get('seconds', 60)} s")
            continue
        if p.returncode != run.get("exit", 0):
            tail = (p.stderr.strip().splitlines() or [""])
            problems.append(f"run {i}: exit {p.returncode}, want {run.get('exit', 0)}: {tail[0][:160]}")
            continue
        if "stderr" in run and run["stderr"] not in p.stderr:
            problems.append(f"run {i}: stderr lacks {run['stderr']!r}")
        if not run.get("expect"):
            continue
        try:
            out = json.loads(p.stdout)
        except ValueError as e:
            problems.append(f"run {i}: stdout is not one JSON object: {e}")
            continue
        for where, exp in run["expect"].items():
            try:
                ok, msg = judge(lookup(out, where), exp)
            except (KeyError, IndexError, TypeError, ValueError):
                ok, msg = False, "not in the output"
            if not ok:
                problems.append(f"run {i}: {where}: {msg}")
            elif verbose:
                print(f"      {where}: {msg}")
    return problems


def main():
    args = sys.argv[1:]
    verbose = "-v" in args
    args = [a for a in args if a != "-v"]
    where = os.path.dirname(os.path.abspath(__file__))
    if "--dir" in args:
        k = args.index("--dir")
        where = args[k + 1]
        del args[k:k + 2]
    if not args:
        sys.exit(__doc__)
    program = os.path.abspath(args[0])
    names = args[1:] or sorted(f[:-5] for f in os.listdir(where) if f.endswith(".json"))
    passed = failed = 0
    for name in names:
        t = time.time()
        problems = run_case(program, os.path.join(where, name + ".json"), verbose)
        passed, failed = passed + (not problems), failed + bool(problems)
        print(f"{'ok  ' if not problems else 'FAIL'} {name}  ({time.time() - t:.2f} s)")
        for p in problems[:8]:
            print(f"      {p}")
        if len(problems) > 8:
            print(f"      ... and {len(problems) - 8} more")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
