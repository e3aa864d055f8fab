#!/usr/bin/env python3
"""Tests the Python package with a Python that has numpy: the modules of this folder, and what docs/python.md shows; then
again without the packages that may be there besides.

usage: run.py TOOL LIBRARY [PRELOAD]     PRELOAD: the runtime of the sanitizers, if the library was built with them
LGR_PYTHON names the Python; else the first of the usual ones that has numpy. None: skipped.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SKIPPED = 77
COMPANIONS = ["pandas", "matplotlib", "scipy", "sympy"]


def has_numpy(python):
    return python and subprocess.run([python, "-c", "import numpy"], capture_output=True, check=False).returncode == 0


def main():
    tool, library, *preload = sys.argv[1:]
    candidates = [os.environ.get("LGR_PYTHON"), sys.executable, "/usr/bin/python3", shutil.which("python3")]
    python = next(filter(has_numpy, candidates), None)
    if not python:
        print("skipped: no Python has numpy")
        return SKIPPED
    env = dict(os.environ, PYTHONPATH=str(ROOT / "python"), LAGRANGIA_LIBRARY=library, LAGRANGIA_TOOL=tool, PYTHONDONTWRITEBYTECODE="1")
    if preload and preload[0]:  # the interpreter itself leaks
        env |= {"LD_PRELOAD": preload[0], "ASAN_OPTIONS": env.get("ASAN_OPTIONS", "").replace("detect_leaks=1", "detect_leaks=0")}
        env["ASAN_OPTIONS"] = env["ASAN_OPTIONS"] or "detect_leaks=0"
    command = [python, "-m", "unittest", "discover", "-s", ROOT / "tests/python", "-t", ROOT / "tests/python"]
    with tempfile.TemporaryDirectory() as hidden:
        for name in COMPANIONS:
            (pathlib.Path(hidden) / f"{name}.py").write_text(f"raise ImportError('{name} is hidden')\n", encoding="utf-8")
        paths = (env["PYTHONPATH"], f"{hidden}:{env['PYTHONPATH']}")
        return max(subprocess.run(command, env={**env, "PYTHONPATH": path}, cwd=ROOT, check=False).returncode for path in paths)


if __name__ == "__main__":
    sys.exit(main())
