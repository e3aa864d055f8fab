#!/usr/bin/env python3
"""Runs every model under examples/ to its end: each must be accepted, reach its end, and meet its own expectations.

usage: examples.py TOOL [METHOD [EVERY]]    by this method; one of so many models of each folder
"""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SECONDS = 120


def run(tool, model, method):
    """What is wrong with one example; None if nothing is."""
    by = ["--method", method] if method else []
    try:
        done = subprocess.run([tool, "run", "--quiet", *by, model], cwd=ROOT, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return f"no answer in {SECONDS} s"
    if done.returncode:
        return f"exit status {done.returncode}\n{done.stderr.decode('utf-8', errors='replace').rstrip()}"
    return None


def main():
    if not 2 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    tool, method = str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2] if len(sys.argv) > 2 else None
    every = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    models = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "examples").rglob("*.lgr"))
    folders = {}
    for model in models:
        folders.setdefault(pathlib.PurePosixPath(model).parent, []).append(model)
    models = [model for those in folders.values() for model in those[::every]]
    failed = 0
    for model in models:
        problem = run(tool, model, method)
        if problem:
            failed += 1
            print(f"FAIL {model}: {problem}")
    print(f"{len(models) - failed} passed, {failed} failed")
    return 1 if failed or not models else 0


if __name__ == "__main__":
    sys.exit(main())
