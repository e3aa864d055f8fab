#!/usr/bin/env python3
"""Checks that the lists are complete: every source file is built and every unit test is run, and what is listed exists.

usage: check_lists.py [ROOT]
"""
import pathlib
import re
import sys


def listed(text, function):
    """The arguments of every call of `function` in a CMake file."""
    code = re.sub(r"#[^\n]*", "", text)
    found = [match[1].split() for match in re.finditer(rf"^ *{function}\(([^)]*)\)", code, re.MULTILINE)]
    return [words for words in found if "$" not in words[0]]  # no call within a function of its own


def listed_sources(root):
    text = (root / "src" / "CMakeLists.txt").read_text(encoding="utf-8")
    return [f"src/{folder}/{name}" for folder, *names in listed(text, "lgr_sources") for name in names]


def listed_tests(root):
    text = (root / "tests" / "CMakeLists.txt").read_text(encoding="utf-8")
    paths = [pathlib.PurePosixPath(path) for path, *_ in listed(text, "lgr_unit_test")]
    paths += [pathlib.PurePosixPath(folder, name) for folder, *names in listed(text, "lgr_unit_tests") for name in names]
    return [f"tests/unit/{path.parent}/test_{path.name}.c" for path in paths]


def compare(root, pattern, names):
    there = {path.relative_to(root).as_posix() for path in root.glob(pattern)}
    for name in sorted(there - set(names)):
        yield f"{name} is not listed"
    for name in sorted(set(names) - there):
        yield f"{name} is listed but not there"
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"{name} is listed twice"


def main():
    root = pathlib.Path(sys.argv[1]) if sys.argv[1:] else pathlib.Path(__file__).resolve().parent.parent
    found = [*compare(root, "src/**/*.c", listed_sources(root)),
             *compare(root, "tests/unit/**/test_*.c", listed_tests(root))]
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
