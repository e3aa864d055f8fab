#!/usr/bin/env python3
"""Compares the models beside the source tree that have published trajectories with these, by the method that the tool
chooses itself; tests/modelica.py does the same with the shorter models of examples/modelica by dop853.

usage: published.py TOOL
"""
import pathlib
import subprocess
import sys

COMPARE = pathlib.Path(__file__).resolve().parent.parent.parent / "shared" / "suites" / "modelica" / "compare.py"
SKIPPED = 77


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if not COMPARE.exists():
        print("skipped")
        return SKIPPED
    command = [sys.executable, str(COMPARE), "--lagrangia", sys.argv[1], "--method", "auto"]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
