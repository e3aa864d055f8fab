#!/usr/bin/env python3
"""Optional libraries are loaded when they are needed: no run opens them; where one is damaged, what needs it is refused by
name and all else is as before.

usage: late.py TOOL LIBRARY...
"""
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
MODEL = HERE.parent / "examples/pendulum/angle.lgr"
PARTS = {
    "SUNDIALS": (["run", MODEL, "--method", "cvode"], 2, "the method 'cvode' is not available: SUNDIALS is missing"),
    "LAPACK": (["analyze", MODEL], 0, "LAPACK is missing: no stability, no modes"),
    "NLopt": (["optimize", MODEL, "--maximize", "swing", "--over", "l"], 2, "nothing can be optimized: NLopt is missing"),
}


def run(tool, arguments, **environment):
    done = subprocess.run([tool, *map(str, arguments)], capture_output=True, text=True, check=False,
                          env={**os.environ, **environment})
    return done.returncode, done.stdout + done.stderr


def damage(folder, libraries):
    """An empty file for each, and for the name by which the loader knows it."""
    for library in libraries:
        for path in pathlib.Path(library).parent.glob(pathlib.Path(library).name + "*"):
            (folder / path.name).touch()


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    tool, libraries = sys.argv[1], sys.argv[2:]
    _, loaded = run(tool, ["--version"], LD_TRACE_LOADED_OBJECTS="1")
    early = [library for library in libraries if pathlib.Path(library).name in loaded]
    if early:
        sys.exit(f"loaded at the start: {', '.join(early)}")
    _, whole = run(tool, ["--version"])
    before = run(tool, ["run", MODEL, "-o", "-"])
    with tempfile.TemporaryDirectory() as folder:
        damage(pathlib.Path(folder), libraries)
        if run(tool, ["run", MODEL, "-o", "-"], LD_LIBRARY_PATH=folder) != before:
            sys.exit("a run is another without libraries that it does not need")
        _, version = run(tool, ["--version"], LD_LIBRARY_PATH=folder)
        for part, (arguments, status, words) in PARTS.items():
            if f"{part}: yes" not in whole:
                continue
            code, text = run(tool, arguments, LD_LIBRARY_PATH=folder)
            if code != status or words not in text or f"{part}: no" not in version:
                sys.exit(f"without {part}, exit status {code}:\n{text}{version}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
