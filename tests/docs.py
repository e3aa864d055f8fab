#!/usr/bin/env python3
"""Runs every whole model in the documentation: each must be accepted, reach its end, and meet its own expectations.

usage: docs.py TOOL

A model is a fenced block that opens with ```lgr. Blocks that open with ```lgr fragment are pieces and are left alone.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SECONDS = 60
FENCE = re.compile(r"^```lgr[ \t]*([^\n]*)\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)


def models(page):
    """The whole models of a page, each with the number of its first line."""
    text = page.read_text(encoding="utf-8")
    for block in FENCE.finditer(text):
        if block[1].strip() not in ("", "fragment"):
            raise ValueError(f"{page.name}: a block of lgr is whole or a fragment, not '{block[1].strip()}'")
        if not block[1].strip():
            yield text.count("\n", 0, block.start(2)) + 1, block[2]


def run(tool, model):
    """What is wrong with a model; None if nothing is."""
    try:
        done = subprocess.run([tool, "run", "-", "--quiet"], input=model.encode(), capture_output=True,
                              timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return f"no answer in {SECONDS} s"
    if done.returncode:
        return f"exit status {done.returncode}\n{done.stderr.decode('utf-8', errors='replace').rstrip()}"
    return None


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    tool = str(pathlib.Path(sys.argv[1]).resolve())
    passed = failed = 0
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for line, model in models(page):
            problem = run(tool, model)
            passed += not problem
            failed += bool(problem)
            if problem:
                print(f"FAIL {page.relative_to(ROOT)}:{line}: {problem}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
