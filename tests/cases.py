#!/usr/bin/env python3
"""Runs those of the acceptance cases beside the source tree that are listed in cases_expected.txt.

usage: cases.py TOOL
"""
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
CHECK = HERE.parent.parent / "shared" / "cases" / "check"
SKIPPED = 77


def expected():
    lines = (HERE / "cases_expected.txt").read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    names = expected()
    if not CHECK.exists() or not names:
        print("skipped")
        return SKIPPED
    return subprocess.run([sys.executable, str(CHECK), sys.argv[1], *names], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
