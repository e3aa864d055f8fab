#!/usr/bin/env python3
"""Checks the documents: their models and commands run, the names and paths that they mention exist, their lines are short.

usage: docs.py TOOL

A model is a fenced block that opens with ```lgr; it must be accepted, reach its end, and meet its own expectations. Blocks that
open with ```lgr fragment are pieces and are left alone. A command is a line 'lagrangia ...' about models of examples/, with the
lines that it goes on in; it must end well beside a copy of them. Searches, and docs/studies.md, have tests of their own. Names are words in backticks with an underscore, paths those that begin
with a folder of the tree. Lines of tables may be long.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SECONDS = 60
WIDTH = 110
SOURCES = ("src", "tool", "tests", "include", "bench", "library", "web/viewer/src", "web/shared", "web/engine")
NAME = re.compile(r"[a-z]{2,}[a-z0-9]*_[a-z0-9_]{2,}")
PATH = re.compile(r"(src|tool|tools|tests|bench|web|include|docs|examples)/[\w./-]+")
COMMAND = re.compile(r"^ *(lagrangia (?!optimize)[a-z](?:[^\n]*\\\n)*[^\n]*)", re.MULTILINE)
ELSEWHERE = ("docs/studies.md",)
MISSING = ("is not on the PATH", "the page of the studio was not built")  # what a machine may lack
FENCE = re.compile(r"^```lgr[ \t]*([^\n]*)\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)


def models(page):
    """The whole models of a page, each with the number of its first line."""
    text = page.read_text(encoding="utf-8")
    for block in FENCE.finditer(text):
        if block[1].strip() not in ("", "fragment"):
            raise ValueError(f"{page.name}: a block of lgr is whole or a fragment, not '{block[1].strip()}'")
        if not block[1].strip():
            yield text.count("\n", 0, block.start(2)) + 1, block[2]


def known_names():
    """Every word of the sources and every name of a file."""
    words = set()
    for folder in SOURCES:
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and path.suffix in (".c", ".h", ".inc", ".py", ".ts", ".mjs", ".cpp", ".lgr"):
                words.update(re.findall(r"\w+", path.read_text(encoding="utf-8", errors="replace")), [path.name])
    return words


def mentions(text):
    """What stands in backticks outside of blocks, each with its line."""
    plain = re.sub(r"^```.*?^```", lambda block: "\n" * block[0].count("\n"), text, flags=re.MULTILINE | re.DOTALL)
    for match in re.finditer(r"`([^`]+)`", plain):
        yield plain.count("\n", 0, match.start()) + 1, match[1]


def problems_of_prose(page, names):
    text = page.read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > WIDTH and not line.startswith("|"):
            yield number, f"{len(line)} columns"
    for number, word in mentions(text):
        if NAME.fullmatch(word) and word not in names:
            yield number, f"'{word}' is not in the sources"
        if re.fullmatch(r"\w+\.(c|h|inc)", word) and word not in names:
            yield number, f"there is no file '{word}'"
        if PATH.fullmatch(word) and not (ROOT / word).exists():
            yield number, f"there is no '{word}'"


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


def commands(page):
    """The commands of a page whose models are all there, each with its line."""
    text = page.read_text(encoding="utf-8")
    for match in COMMAND.finditer(text):
        named = re.findall(r"[\w./-]+\.lgr", match[1])
        if named and all((ROOT / path).is_file() for path in named):
            yield text.count("\n", 0, match.start()) + 1, match[1]


def call(folder, command):
    """What is wrong with a command; None if nothing is, or if it wants a program that is not installed here."""
    env = {**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}", "CFLAGS": "-O0"}  # FMUs are compiled, not run
    try:
        done = subprocess.run(["sh", "-c", command], cwd=folder, env=env, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return f"no answer in {SECONDS} s"
    said = done.stderr.decode("utf-8", errors="replace").rstrip()
    return None if not done.returncode or any(what in said for what in MISSING) else f"exit status {done.returncode}\n{said}"


def call_all(tool, pages):
    """How many different commands ended well, and how many did not."""
    failed, known = 0, set()
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "bin").mkdir()
        os.symlink(tool, f"{folder}/bin/lagrangia")
        os.symlink(ROOT / "examples", f"{folder}/examples")
        for page in pages:
            for line, command in commands(page):
                if command in known:
                    continue
                known.add(command)
                problem = call(folder, command)
                failed += problem is not None
                if problem:
                    print(f"FAIL {page.relative_to(ROOT)}:{line}: {command}\n{problem}")
    return len(known) - failed, failed


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    tool = str(pathlib.Path(sys.argv[1]).resolve())
    passed = failed = 0
    names = known_names()
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
    for page in pages:
        for line, problem in problems_of_prose(page, names):
            failed += 1
            print(f"FAIL {page.relative_to(ROOT)}:{line}: {problem}")
        for line, model in models(page):
            problem = run(tool, model)
            passed += not problem
            failed += bool(problem)
            if problem:
                print(f"FAIL {page.relative_to(ROOT)}:{line}: {problem}")
    well, badly = call_all(tool, [page for page in pages if page.relative_to(ROOT).as_posix() not in ELSEWHERE])
    passed, failed = passed + well, failed + badly
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
