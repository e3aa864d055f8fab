#!/usr/bin/env python3
"""What docs/studies.md shows runs, and its files are written.

usage: studies.py TOOL [--all]        exit status 77 where the tool is built without NLopt
--all: with those that search through thousands of runs, for builds without sanitizers
"""
import concurrent.futures
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOC = ROOT / "docs" / "studies.md"


def commands():
    """The commands of the page: indented lines that begin with the tool's name, joined where they end in a backslash."""
    text = DOC.read_text(encoding="utf-8").replace("\\\n", " ")
    return [shlex.split(line) for line in text.splitlines() if re.match(r" {4}lagrangia ", line)]


def is_long(words):
    return words[1] == "optimize" and ("--scatter" in words or "--minimize" in words and "--maximize" in words)


def problem_of(tool, words):
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "examples").symlink_to(ROOT / "examples")
        done = subprocess.run([str(tool), *words[1:]], capture_output=True, text=True, cwd=folder, check=False)
        files = [pathlib.Path(folder) / word for before, word in zip(words, words[1:]) if before == "-o"]
        missing = [str(path) for path in files if not path.exists() or not path.stat().st_size]
        if done.returncode:
            return f"exit {done.returncode}: {done.stderr}"
        return f"{', '.join(missing)} not written" if missing else None if done.stdout else "printed nothing"


def main():
    tool = pathlib.Path(sys.argv[1]).resolve()
    if "NLopt: no" in subprocess.run([tool, "--version"], capture_output=True, text=True, check=True).stdout:
        return 77
    shown = [words for words in commands() if "--all" in sys.argv or not is_long(words)]
    if len(shown) < 4:
        print(f"{DOC} shows only {len(shown)} commands")
        return 1
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = [(words, problem) for words, problem in zip(shown, pool.map(lambda x: problem_of(tool, x), shown)) if problem]
    for words, problem in found:
        print(f"{shlex.join(words)}: {problem}")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
