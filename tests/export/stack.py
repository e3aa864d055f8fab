#!/usr/bin/env python3
"""The stack of exported C on a processor without an operating system: nothing calls itself, nothing has arrays whose size is not
known, and the trebuchet keeps within what docs/export.md tells.

usage: stack.py TOOL        exit status 77 without arm-none-eabi-gcc
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"
COMPILER = ["arm-none-eabi-gcc", "-mcpu=cortex-m4", "-mthumb", "-O2", "-c", "-fcallgraph-info=su"]
MOST = 3 * 1024  # bytes, of the trebuchet
SKIPPED = 77
PROGRAM = re.compile(r"(^|:)(m\d+_|run_|\w+_part)")  # what is called through tables


def graph_of(text):
    """Per function its bytes and how they are known, and whom it calls."""
    sizes, calls = {}, {}
    for title, label in re.findall(r'node: \{ title: "([^"]+)" label: "([^"]*)"', text):
        found = re.search(r"(\d+) bytes \(([^)]+)\)", label)
        sizes[title] = (int(found[1]), found[2]) if found else (0, "outside")
    for one, other in re.findall(r'edge: \{ sourcename: "([^"]+)" targetname: "([^"]+)"', text):
        calls.setdefault(one, set()).add(other)
    return sizes, calls


def deepest(name, sizes, calls, done, above):
    """Bytes from a function on; raises where it comes back to itself."""
    if name in above:
        raise RecursionError(name)
    if name not in done:
        inner = [deepest(c, sizes, calls, done, above | {name}) for c in calls.get(name, ())]
        done[name] = sizes.get(name, (0, ""))[0] + max(inner, default=0)
    return done[name]


def problems_of(tool, model, most):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([tool, "export", "c", model, "-o", folder], check=True, capture_output=True)
        header = next(pathlib.Path(folder).glob("*.h"))
        subprocess.run([*COMPILER, header.with_suffix(".c"), "-o", f"{folder}/o.o"], check=True)
        sizes, calls = graph_of(pathlib.Path(folder, "o.ci").read_text())
    yield from (f"{name} has a stack of no fixed size" for name, (_, how) in sizes.items() if "dynamic" in how and "bounded" not in how)
    sizes["__indirect_call"] = (max(size for name, (size, _) in sizes.items() if PROGRAM.search(name)), "static")
    done = {}
    try:
        bytes_of = {n: deepest(n, sizes, calls, done, frozenset()) for n in sizes if re.fullmatch(rf"{header.stem}_\w+", n)}
    except RecursionError as e:
        yield f"{e} calls itself"
        return
    if len(bytes_of) < 8 or max(bytes_of.values()) < 500:
        yield f"the call graph is not understood: {bytes_of}"
    if most and max(bytes_of.values()) > most:
        yield f"{max(bytes_of.values())} bytes of stack, more than {most}"


def main():
    if not shutil.which(COMPILER[0]):
        print(f"skipped: there is no {COMPILER[0]}")
        return SKIPPED
    failed = 0
    for model, most in (("trebuchet/hinged", MOST), ("machine/clutch-launch", None)):
        for problem in problems_of(sys.argv[1], EXAMPLES / f"{model}.lgr", most):
            print(f"FAILED {model}: {problem}")
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
