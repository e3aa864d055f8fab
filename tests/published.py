#!/usr/bin/env python3
"""Compares the models beside the source tree that have published trajectories with these, by two methods.

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
    command = [sys.executable, str(COMPARE), "--lagrangia", sys.argv[1]]
    return max(subprocess.run([*command, "--method", method], check=False).returncode for method in ("dop853", "auto"))


if __name__ == "__main__":
    sys.exit(main())
