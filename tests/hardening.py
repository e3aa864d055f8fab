#!/usr/bin/env python3
"""Looks at a built program or library: is it hardened as cmake/flags.cmake asks?

usage: hardening.py READELF FILE...    exit status 77 where the compiler offers nothing of it
"""
import re
import subprocess
import sys

SKIPPED = 77


def told(readelf, option, path):
    return subprocess.run([readelf, "-W", option, path], capture_output=True, text=True, check=True).stdout


def problems(readelf, path):
    header, dynamic, segments, symbols = (told(readelf, option, path) for option in ("-h", "-d", "-l", "--dyn-syms"))
    wanted = {
        "is loaded at any place (PIE)": re.search(r"Type:\s+DYN", header),
        "read-only relocations (RELRO)": "GNU_RELRO" in segments,
        "all functions bound at the start (BIND_NOW)": re.search(r"BIND_NOW|FLAGS_1.*\bNOW\b", dynamic),
        "a stack that is not executable": re.search(r"GNU_STACK\s.*\sRW\s", segments),
        "a stack protector": "__stack_chk_fail" in symbols,
        "checked calls of the C library (_FORTIFY_SOURCE)": re.search(r"__\w+_chk\b", symbols.replace("__stack_chk_fail", "")),
    }
    paths = re.search(r"\((?:RUN|R)PATH\).*\[(.*)\]", dynamic)
    wanted["a path of libraries without the present folder"] = not paths or all(paths[1].split(":"))
    writable = re.search(r"LOAD\s.*\sRWE\s", segments)
    return [f"{path} lacks {what}" for what, found in wanted.items() if not found] + (
        [f"{path} has a segment that can be written and executed"] if writable else [])


def main():
    readelf, files = sys.argv[1], sys.argv[2:]
    if not files:
        return SKIPPED
    found = [problem for path in files for problem in problems(readelf, path)]
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
