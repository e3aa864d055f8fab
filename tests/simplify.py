#!/usr/bin/env python3
"""The systems of bench/simplify/: no equation set has more operations here than SymPy's simplify leaves.

usage: simplify.py BENCH_SIMPLIFY

SymPy's numbers are those of bench/simplify/sympy.txt, which bench/simplify.py measures and checks where SymPy is installed.
"""
import pathlib
import subprocess
import sys

SYSTEMS = pathlib.Path(__file__).resolve().parent.parent / "bench" / "simplify"


def operations(program, path):
    """Of the simplified mass matrix, forces and constraints; the energies are not compared."""
    done = subprocess.run([program, "--formulas", path], capture_output=True, text=True, check=True)
    lines = [line.split(" ", 3) for line in done.stdout.splitlines() if line.startswith("after ")]
    return sum(int(count) for _, name, count, _ in lines if name[:2] not in ("T[", "V["))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    known = dict(line.split() for line in (SYSTEMS / "sympy.txt").read_text(encoding="utf-8").splitlines())
    models = {path.stem: path for path in SYSTEMS.glob("*.lgr")}
    failed = [f"{name} has no number of SymPy's" for name in sorted(set(models) ^ set(known))]
    for name in sorted(set(models) & set(known)):
        here = operations(sys.argv[1], models[name])
        if here > int(known[name]):
            failed.append(f"{name}: {here} operations, {known[name]} in SymPy")
    print("\n".join([*(f"FAIL {problem}" for problem in failed), f"{len(models) - len(failed)} passed, {len(failed)} failed"]))
    return 1 if failed or not models else 0


if __name__ == "__main__":
    sys.exit(main())
