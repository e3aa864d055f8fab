#!/usr/bin/env python3
"""Language tests: every finding stands where the model marks it, and reads exactly as it was read before.

usage: run.py TOOL [--bless] [NAME...]

Each NAME.lgr beside this script marks the lines that are wrong: `# error E0107`, `# warning W0420`; several marks may
stand on one line, and `nowhere` after the code marks a finding without a place. Files in included/ that a model names
have marks of their own. All marks must be met and nothing else may be found. NAME.expected holds the full text of the findings (absent where there are none); --bless rewrites it.
Models go through `TOOL check`; a first line `# run` sends them through `TOOL run` instead.
Without names it also checks that every code used in the sources is provoked by a model here, or excused with a reason
in unprovoked.txt.
"""
import argparse
import collections
import difflib
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = HERE.parent.parent / "src"
SUFFIXES = {".c", ".h", ".inc"}
SECONDS = 60

MARK = re.compile(r"#\s*(error|warning)\s+([EW]\d{4})(\s+nowhere)?\b")
HEADLINE = re.compile(r"^(error|warning)\[(\w+)\]: \S")
INCLUDED = re.compile(r'^include "(included/[^"]+|[^"/]+\.lgr)"', re.MULTILINE)
PLACE = re.compile(r"^ *--> (.*):(\d+):(\d+)$")
# What a run that was not stopped by the model's text or by the numbers never exits with.
ORDERLY_EXITS = {"check": {0, 1}, "run": {0, 1, 3, 4}}


def texts(model):
    """The files of a model, which come to (name, text): its own first, then what it includes here."""
    todo, read = [model.name], {}
    while todo:
        name = todo.pop(0)
        path = HERE / name
        if name in read or not path.exists():
            continue
        read[name] = path.read_text(encoding="utf-8", errors="replace")
        todo += [str(pathlib.PurePosixPath(name).parent / other) for other in INCLUDED.findall(read[name])]
    return read


def marks(model):
    """The findings that a model announces, as (severity, code, file, line); no file and line for `nowhere`."""
    return collections.Counter(
        (match[1], match[2], None if match[3] else name, None if match[3] else number)
        for name, text in texts(model).items()
        for number, line in enumerate(text.splitlines(), 1) for match in MARK.finditer(line))


def findings(stderr, names):
    """The findings that the tool printed, in the same form, and what is wrong with their rendering."""
    found, problems, lines = collections.Counter(), [], stderr.splitlines()
    for line, following in zip(lines, lines[1:] + [""]):
        headline, place = HEADLINE.match(line), PLACE.match(following)
        if not headline:
            continue
        if place and place[1] not in names:
            problems.append(f"a place in another file: {following.strip()}")
        found[(headline[1], headline[2], place[1] if place else None, int(place[2]) if place else None)] += 1
    return found, problems


def describe(finding):
    severity, code, name, line = finding
    return f"{severity} {code} " + ("without a place" if line is None else f"at line {line} of {name}")


def compare_text(path, got, bless):
    """Compares with the .expected file, or rewrites it."""
    want = path.read_text(encoding="utf-8") if path.exists() else ""
    if got == want:
        return []
    if bless:
        if got:
            path.write_text(got, encoding="utf-8")
        else:
            path.unlink()
        print(f"blessed {path.name}")
        return []
    return ["".join(difflib.unified_diff(want.splitlines(True), got.splitlines(True), path.name, "now")).rstrip()]


def run_model(tool, model, bless):
    """The problems of one model; empty if all is as it should be."""
    text = model.read_text(encoding="utf-8", errors="replace")
    command = "run" if text.startswith("# run") else "check"
    try:
        done = subprocess.run([tool, command, model.name] + (["--quiet"] if command == "run" else []), cwd=HERE,
                              capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return [f"no answer in {SECONDS} s"]
    stderr = done.stderr.decode("utf-8", errors="replace")
    if done.returncode not in ORDERLY_EXITS[command]:
        return [f"exit status {done.returncode}", stderr.rstrip()]

    want = marks(model)
    got, problems = findings(stderr, texts(model))
    problems += [f"not found: {describe(f)}" for f in (want - got).elements()]
    problems += [f"not announced: {describe(f)}" for f in (got - want).elements()]
    wrong = any(severity == "error" for severity, *_ in want)
    if (done.returncode != 0) != wrong:
        problems.append(f"exit status {done.returncode}, with{'' if wrong else 'out'} an error announced")
    if problems and not got:
        problems.append(stderr.rstrip())
    return problems + ([] if problems and bless else compare_text(model.with_suffix(".expected"), stderr, bless))


def excused():
    """The codes of unprovoked.txt; each line is a code and the reason why no model here provokes it."""
    codes, problems = set(), []
    for line in (HERE / "unprovoked.txt").read_text(encoding="utf-8").splitlines():
        code, _, reason = line.partition(" ")
        if not line or line.startswith("#"):
            continue
        if not reason.strip():
            problems.append(f"unprovoked.txt gives no reason for {code}")
        codes.add(code)
    return codes, problems


def check_codes(models):
    """Every code that the sources can report is provoked or excused, and nothing is excused without need."""
    used = {match for path in SOURCES.rglob("*.*") if path.suffix in SUFFIXES and path.name != "codes.h"
            for match in re.findall(r"\bDIAG_([EW]\d{4})\b", path.read_text(encoding="utf-8"))}
    provoked = {code for model in models
                for _, code, *_ in marks(model)}
    excuses, problems = excused()
    problems += [f"{code} is used in src/ but no model provokes it" for code in sorted(used - provoked - excuses)]
    problems += [f"unprovoked.txt excuses {code}, which a model provokes" for code in sorted(excuses & provoked)]
    problems += [f"unprovoked.txt excuses {code}, which src/ never uses" for code in sorted(excuses - used)]
    return problems


def report(name, problems):
    if problems:
        print(f"FAIL {name}")
        print("\n".join("     " + line for problem in problems for line in problem.splitlines()))
    return not problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("names", nargs="*")
    parser.add_argument("--bless", action="store_true")
    options = parser.parse_intermixed_args()

    models = [HERE / f"{name}.lgr" for name in options.names] or sorted(HERE.glob("*.lgr"))
    results = [report(model.name, run_model(options.tool, model, options.bless)) for model in models]
    if not options.names:
        results.append(report("every code is provoked", check_codes(models)))
        orphans = {p.stem for p in HERE.glob("*.expected")} - {m.stem for m in models}
        results.append(report("every .expected has its model", sorted(orphans)))
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
