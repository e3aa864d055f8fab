#!/usr/bin/env python3
"""Command-line tests: what the tool prints, where, and with which exit status.

usage: run.py TOOL [--bless] [NAME...]

Each NAME.test beside this script holds cases. A case starts with `=== what it shows` and has these parts:

    args: run model.lgr --set "l = 2 m"       the arguments, quoted as in a shell; {root} is the top of the source tree
    exit: 0                                   the exit status; 0 if not given
    env: NO_COLOR=1                           a variable for this case; may be repeated
    --- write model.lgr                       a file that is there before
    --- stdin                                 what is typed; nothing if not given
    --- stdout                                what is printed, to the letter; nothing if not given
    --- stderr glob                           the same with `*` for any part of a line, and a line `...` for any lines
    --- file out.csv [glob]                   a file that is there afterwards

Each case runs in an empty folder of its own; blank lines at the end of a part do not count. --bless rewrites the parts
without `glob` and the exit status as the tool now gives them.
"""
import argparse
import difflib
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SECONDS = 60

TITLE = re.compile(r"^=== (.+)$")
SETTING = re.compile(r"^(args|exit|env): ?(.*)$")
PART = re.compile(r"^--- (stdin|stdout|stderr|write \S+|file \S+)( glob)?$")


class Case:
    """One case: settings, and parts as name -> (text, whether it is a glob), in the order of the file."""

    def __init__(self, title):
        self.title, self.args, self.exit, self.env, self.parts = title, "", 0, [], {}

    def set(self, name, value):
        if name == "args":
            self.args = value
        elif name == "exit":
            self.exit = int(value)
        else:
            self.env.append(value)

    def text(self, part):
        return self.parts.get(part, ("", False))[0]

    def write(self):
        """The case as it stands in its file."""
        lines = [f"=== {self.title}", f"args: {self.args}"]
        lines += [f"exit: {self.exit}"] if self.exit else []
        lines += [f"env: {variable}" for variable in self.env]
        for name, (text, glob) in self.parts.items():
            lines += [f"--- {name}{' glob' if glob else ''}"] + text.splitlines()
        return "\n".join(lines) + "\n"


def tidy(text):
    """Blank lines at the end do not count; what is there ends with a newline."""
    text = text.rstrip("\n")
    return text + "\n" if text else ""


def read_cases(path):
    """The comment lines before the first case, and the cases."""
    opening, cases, part = [], [], None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        title, setting, start = TITLE.match(line), SETTING.match(line), PART.match(line)
        if title:
            cases.append(Case(title[1]))
            part = None
        elif not cases:
            opening.append(line)
        elif start:
            part = start[1]
            cases[-1].parts[part] = ("", bool(start[2]))
        elif part:
            text, glob = cases[-1].parts[part]
            cases[-1].parts[part] = (text + line + "\n", glob)
        elif setting:
            cases[-1].set(setting[1], setting[2])
        elif line:
            sys.exit(f"{path.name}:{number}: neither a setting nor a part: {line}")
    for case in cases:
        case.parts = {name: (tidy(text), glob) for name, (text, glob) in case.parts.items()}
    return opening, cases


def execute(tool, case):
    """Runs the case in a folder of its own; returns the exit status and the parts that came out."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch).resolve()
        for name in case.parts:
            if name.startswith("write "):
                (folder / name[6:]).write_text(case.text(name), encoding="utf-8")
        arguments = [argument.replace("{root}", str(ROOT)) for argument in shlex.split(case.args)]
        environment = {**os.environ, **dict(variable.split("=", 1) for variable in case.env)}
        done = subprocess.run([tool] + arguments, input=case.text("stdin").encode(), cwd=folder, env=environment,
                              capture_output=True, timeout=SECONDS, check=False)

        def clean(raw):
            return tidy(raw.decode("utf-8", errors="replace").replace(str(ROOT), "{root}"))

        out = {"stdout": clean(done.stdout), "stderr": clean(done.stderr)}
        for name in case.parts:
            if name.startswith("file ") and (folder / name[5:]).exists():
                out[name] = clean((folder / name[5:]).read_bytes())
        return done.returncode, out


def glob_pattern(text):
    """A regular expression for a glob part."""
    pattern = ""
    for line in text.splitlines():
        pattern += r"(?:[^\n]*\n)*" if line == "..." else ".*".join(map(re.escape, line.split("*"))) + "\n"
    return re.compile(pattern)


def differs(name, want, glob, got):
    if got is None:
        return [f"{name} was not written"]
    if glob:
        return [] if glob_pattern(want).fullmatch(got) else [f"{name} does not match; it is\n{got}"]
    return [] if got == want else [
        "".join(difflib.unified_diff(want.splitlines(True), got.splitlines(True), name, "now"))]


def run_case(tool, case, bless):
    """The problems of one case; with `bless` the case is changed to agree as far as it may."""
    try:
        status, out = execute(tool, case)
    except subprocess.TimeoutExpired:
        return [f"no answer in {SECONDS} s"]
    outputs = [n for n in case.parts if n.startswith("file ")] + ["stdout", "stderr"]
    if bless and 0 <= status < 128:
        case.exit = status
        for name in outputs:
            if not case.parts.get(name, ("", False))[1] and name in out:
                case.parts[name] = (out[name], False)
        case.parts = {n: part for n, part in case.parts.items() if part[0] or n not in ("stdout", "stderr")}
    problems = [] if status == case.exit else [f"exit status {status}, not {case.exit}"]
    for name in outputs:
        problems += differs(name, *case.parts.get(name, ("", False)), out.get(name))
    return problems


def run_file(tool, path, bless):
    """Runs all cases of a file; returns whether each passed."""
    opening, cases = read_cases(path)
    results = []
    for case in cases:
        problems = run_case(tool, case, bless)
        results.append(not problems)
        if problems:
            print(f"FAIL {path.stem}: {case.title}")
            print("\n".join("     " + line for problem in problems for line in problem.splitlines()))
    if bless:
        path.write_text("\n".join(opening + [case.write() for case in cases]), encoding="utf-8")
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("names", nargs="*")
    parser.add_argument("--bless", action="store_true")
    options = parser.parse_intermixed_args()

    paths = [HERE / f"{name}.test" for name in options.names] or sorted(HERE.glob("*.test"))
    results = [passed for path in paths for passed in run_file(options.tool, path, options.bless)]
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
