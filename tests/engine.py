#!/usr/bin/env python3
"""Tests the library as WebAssembly (web/engine) in node, with and without sums and products rounded once: programs give
the bits of the interpreter, examples those of the tool. The build is that of `make studio`; it is brought up to date.

usage: engine.py TOOL
"""
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "wasm"
SKIPPED = 77
FUSING = "--experimental-wasm-relaxed-simd"  # what newer versions of node have without asking


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def links():
    """Whether there is a compiler for WebAssembly with its C library."""
    if not all(map(shutil.which, ("clang", "wasm-ld", "llvm-ar"))):
        return False
    command = ["clang", "--target=wasm32-wasi", "-x", "c", "-", "-o", os.devnull]
    return subprocess.run(command, input=b"#include <stdio.h>\nint main(void) { return puts(\"\"); }", capture_output=True,
                          check=False).returncode == 0


def build():
    for command in (["cmake", "--preset", "wasm"], ["cmake", "--build", "--preset", "wasm", "-j2"]):
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode:
            print(done.stdout[-5000:])
            sys.exit(1)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    tool, node = pathlib.Path(sys.argv[1]).resolve(), shutil.which("node") or shutil.which("nodejs")
    if not node:
        skip("node is not found")
    if not links():
        skip("the tools for WebAssembly are not there (tools/setup.sh studio installs them)")
    build()
    here = ROOT / "web" / "engine" / "tests"
    failed = 0
    typescript = tool.parent / "viewer" / "node_modules" / "typescript" / "bin" / "tsc"
    if typescript.exists():
        failed += subprocess.run([node, typescript, "-p", here.parent], check=False).returncode != 0
    for options in ([], [FUSING]):
        if options and subprocess.run([node, *options, "-e", "0"], capture_output=True, check=False).returncode:
            continue
        programs = sorted(str(path) for path in (BUILD / "tests").glob("*.wasm"))
        both = [str(BUILD / "engine.wasm"), str(tool)]
        for script, arguments in (("programs.mjs", programs), ("service.mjs", both), ("examples.mjs", both)):
            failed += subprocess.run([node, *options, here / script, *arguments], cwd=ROOT, check=False).returncode != 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
