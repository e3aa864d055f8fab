#!/usr/bin/env python3
"""Checks that the explanations tell the truth: every wrong example provokes its code and no other, every mended one none.

usage: explain.py TOOL

Examples of the codes that only a run can find (05xx) are run, the others go through `check`; mended ones of both kinds
must pass the same. A code without an example is excused below, with the reason.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

SECONDS = 60
EXCUSED = {
    "W0520": "needs a hundred thousand events",
    "E0108": "takes hundreds of brackets",
    "E0109": "takes a model too large to print",
    "E0114": "takes bytes that are no text",
    "E0115": "takes a second file",
    "E0117": "takes a second file",
    "W0424": "takes a second file",
    "E0503": "no short model is known that does it for certain",
    "E0506": "takes minutes",
    "E0408": "takes an option of the command line",
    "E0515": "takes an option of the command line",
    "E0522": "is an error of exporting alone",
}

CODE = re.compile(r"^([EW]\d{4})  \S")
FOUND = re.compile(r"^(?:error|warning)\[(\w+)\]: ", re.MULTILINE)
EXAMPLE = re.compile(r"\n\nwrong:\n((?:    .*\n)+)\nright:\n((?:    .*\n)+)$")


def call(tool, *arguments, cwd=None):
    return subprocess.run([tool, *arguments], cwd=cwd, capture_output=True, text=True, timeout=SECONDS, check=False)


def provoked(tool, code, model):
    """The codes that an example provokes, and the exit status."""
    command = ["run", "--quiet"] if code[1:].startswith("05") else ["check"]
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "model.lgr").write_text(re.sub(r"^    ", "", model, flags=re.MULTILINE), encoding="utf-8")
        done = call(tool, *command, "model.lgr", cwd=folder)
    return FOUND.findall(done.stderr), done.returncode


def check_example(tool, code, wrong, right):
    found, status = provoked(tool, code, wrong)
    if found != [code]:
        yield f"the wrong example provokes {found}"
    if (status == 0) != code.startswith("W"):
        yield f"the wrong example ends with exit status {status}"
    found, status = provoked(tool, code, right)
    if found or status:
        yield f"the right example provokes {found} and ends with exit status {status}"


def check_code(tool, code):
    text = call(tool, "explain", code).stdout
    example = EXAMPLE.search(text)
    if not text.startswith(f"{code}: "):
        yield "is not explained"
    elif not example and code not in EXCUSED:
        yield "has no example"
    elif example and code in EXCUSED:
        yield f"has an example, though it {EXCUSED[code]}"
    elif example:
        yield from check_example(tool, code, example[1], example[2])


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    tool = str(pathlib.Path(sys.argv[1]).resolve())
    codes = [match[1] for match in map(CODE.match, call(tool, "explain").stdout.splitlines()) if match]
    failures = [f"{code} {problem}" for code in codes for problem in check_code(tool, code)]
    failures += [f"{code} is excused, but does not exist" for code in EXCUSED if code not in codes]
    for failure in failures:
        print(f"FAIL {failure}")
    print(f"{len(codes)} codes, {len(failures)} failures")
    return 1 if failures or not codes else 0


if __name__ == "__main__":
    sys.exit(main())
