#!/usr/bin/env python3
"""Tests of `lagrangia fmt`: what is in order stays so, and models mean the same before and after.

usage: formatting.py TOOL [--all]       --all: derives all models, not some of them
"""
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
OWN = sorted([*ROOT.glob("examples/**/*.lgr"), *ROOT.glob("library/*.lgr")])
OTHERS = sorted([*ROOT.glob("tests/**/*.lgr"), *ROOT.glob("bench/**/*.lgr")])


def run(*command, text=None, folder=None):
    return subprocess.run(command, input=text, capture_output=True, cwd=folder, check=False)


def disorder(text, rng):
    """Other spaces in places where they mean nothing: outside of comments and quotes."""
    lines = []
    for line in text.split("\n"):
        parts = re.split(r'("[^"]*"|#.*$)', line)
        for i in range(0, len(parts), 2):
            parts[i] = re.sub(r" +", lambda m: " " * rng.choice((1, 1, 2, 5)), parts[i])
            parts[i] = re.sub(r"([,;(\[)\]{}]|(?<![<>=])=(?!=))", lambda m: " " * rng.choice((0, 0, 1, 3)) + m[1] + " " * rng.choice((0, 1)), parts[i])
        lines.append(" " * rng.choice((0, 0, 4)) + "".join(parts) + " " * rng.choice((0, 2)))
        if not line.strip():
            lines.extend([""] * rng.choice((0, 2)))
    return "\n".join(lines)


def comments(text):
    found = []
    for line in text.split("\n"):
        bare = re.sub(r'"[^"]*"', lambda m: "_" * len(m[0]), line)
        if "#" in bare:
            found.append(line[bare.index("#"):].rstrip())
    return found


def check_order(tool):
    """The repository's own models are in order; all others are after one pass, or are left alone."""
    done = run(tool, "fmt", "--check", *OWN)
    assert done.returncode == 0, done.stdout.decode()
    with tempfile.TemporaryDirectory() as folder:
        copies = []
        for i, path in enumerate(OTHERS):
            copies.append(pathlib.Path(folder) / f"{i}.lgr")
            copies[-1].write_bytes(path.read_bytes())
        run(tool, "fmt", *copies)
        wrong = run(tool, "fmt", "--check", *copies).stdout.decode().split()
        assert not wrong, [OTHERS[int(pathlib.Path(name).stem)] for name in wrong]
        for path, copy in zip(OTHERS, copies):
            before, after = (name.read_text(encoding="utf-8-sig", errors="replace") for name in (path, copy))
            assert "".join(before.split()) == "".join(after.split()), path


def check_meaning(tool, everything):
    """Disordered, and put in order: the same comments, and the same equations to the byte."""
    rng, derived = random.Random(3), 0
    for i, path in enumerate(OWN):
        text = path.read_text()
        done = run(tool, "fmt", "-", text=disorder(text, rng).encode())
        assert done.returncode == 0, (path, done.stderr.decode())
        better = done.stdout.decode()
        assert comments(better) == comments(text), path
        assert "".join(better.split()) == "".join(text.split()), path
        assert better.strip("\n").count("\n\n") == text.strip("\n").count("\n\n"), path
        assert run(tool, "fmt", "-", text=better.encode()).stdout == done.stdout, path
        if "library" in path.parts or not (everything or i % 16 == 0):
            continue
        answers = [run(tool, "derive", "-", "--format", "json", text=version.encode(), folder=path.parent)
                   for version in (text, better)]
        assert answers[0].stdout == answers[1].stdout and answers[0].returncode == answers[1].returncode, path
        derived += 1
    print(f"{len(OWN)} models in order, {derived} derived twice")


def main():
    tool = str(pathlib.Path(sys.argv[1]).resolve())
    check_order(tool)
    check_meaning(tool, "--all" in sys.argv)


if __name__ == "__main__":
    main()
