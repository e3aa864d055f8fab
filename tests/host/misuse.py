#!/usr/bin/env python3
"""Every public function is called wrongly by a test: with NULL, or with an index out of range.

usage: misuse.py
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
DECLARED = re.compile(r"^LGR_API [^;(]*?\b(lgr_\w+)\(", re.MULTILINE)
HARMLESS = {"lgr_version"}  # nothing is given to it


def main():
    declared = {name for header in (ROOT / "include/lagrangia").glob("*.h") for name in DECLARED.findall(header.read_text(encoding="utf-8"))}
    tests = "".join((ROOT / "tests/unit/api" / name).read_text(encoding="utf-8") for name in ("test_misuse.c", "test_nothing.c"))
    left_out = sorted(declared - HARMLESS - set(re.findall(r"\b(lgr_\w+)\(", tests)))
    for name in left_out:
        print(f"{name} is not called wrongly in tests/unit/api/test_nothing.c")
    print(f"{len(declared)} functions, {len(left_out)} left out")
    return 1 if left_out or not declared else 0


if __name__ == "__main__":
    sys.exit(main())
