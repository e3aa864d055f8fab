#!/usr/bin/env python3
"""Runs every model under examples/ to its end: each must be accepted, reach its end, and meet its own expectations.

usage: examples.py TOOL
"""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SECONDS = 120


def run(tool, model):
    """What is wrong with one example; None if nothing is."""
    try:
        done = subprocess.run([tool, "run", "--quiet", model], cwd=ROOT, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return f"no answer in {SECONDS} s"
    if done.returncode:
        return f"exit status {done.returncode}\n{done.stderr.decode('utf-8', errors='replace').rstrip()}"
    return None


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    tool = str(pathlib.Path(sys.argv[1]).resolve())
    models = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "examples").rglob("*.lgr"))
    failed = 0
    for model in models:
        problem = run(tool, model)
        if problem:
            failed += 1
            print(f"FAIL {model}: {problem}")
    print(f"{len(models) - failed} passed, {failed} failed")
    return 1 if failed or not models else 0


if __name__ == "__main__":
    sys.exit(main())
