#!/usr/bin/env python3
"""Runs of no length and of no extent, far from the origin, tiny, huge, and with values that do not exist: every writer
comes to an end with a picture or a sentence, in seconds and little memory.

usage: degenerate.py TOOL [--only NAME] [--keep FOLDER]
"""
import argparse
import base64
import csv
import itertools
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
import zlib

PLANE = """\
coord x = {at}, y = {at}
kinetic T = 1/2*(x'^2 + y'^2)
initial x' = {vx}, y' = {vy}
particle p: mass 1 at [x, y]
draw ball at [x, y] radius {size}
draw beam from [{at}, {at}] to [x, y]
draw trail of p
output nothing = sqrt(-1 - x^2), far = {at}*x, same = 7
{more}simulate until {until}
"""
SPACE = """\
coord x = {at}, y = {at}, z = {at}
kinetic T = 1/2*(x'^2 + y'^2 + z'^2)
initial x' = {vx}, y' = {vy}
particle p: mass 1 at [x, y, z]
draw ball at [x, y, z] radius {size}
draw ground at {at}
output nothing = sqrt(-1 - x^2), far = {at}*x, same = 7
{more}simulate until {until}
"""
# name, place, velocities, radius, end: what becomes of a motion that has no length, no extent, or too much of either
RUNS = [
    ("no-length", "0", "1", "1", "0.1", "0"),
    ("short", "0", "1", "1", "0.1", "1e-12"),
    ("shortest", "0", "1", "1", "0.1", "1e-300"),
    ("long", "0", "1e-300", "0", "0.1", "1e300"),
    ("at-rest", "0", "0", "0", "0", "1"),
    ("at-rest-elsewhere", "3", "0", "0", "0", "1"),
    ("vertical", "0", "0", "1", "0", "1"),
    ("vertical-short", "3", "0", "1", "0", "1e-12"),
    ("level", "0", "1", "0", "0", "1"),
    ("far", "1e8", "1", "1", "1", "1"),
    ("farther", "1e15", "1", "1", "1", "1"),
    ("farthest", "1e300", "1", "1", "1", "1"),
    ("far-and-small", "1e15", "1e-9", "1e-9", "1e-9", "1"),
    ("tiny", "0", "1e-300", "1e-300", "1e-300", "1"),
    ("denormal-beam", "0", "1", "0", "0", "1"),
    ("tiniest", "0", "5e-324", "5e-324", "5e-324", "1"),
    ("huge", "0", "1e300", "1e300", "1e300", "1"),
    ("beyond", "1e308", "1.7e308", "-1.7e308", "1e308", "1"),
    ("line-at-once", "0", "0", "0", "0", "1"),
    ("least", "0", "1", "1", "0.1", "5e-324"),
    ("longest", "0", "1e-9", "1e-9", "0.1", "1.7e308"),
    ("stop-at-once", "0", "1", "1", "0.1", "1"),
]
MORE = {
    # of what is that short, 1/length is infinite
    "denormal-beam": "draw beam from [0, 0{z}] to [1e-320*x, 1e-320{z}]\ndraw spring from [0, 0{z}] to [1e-320, 0{z}]\n",
    "stop-at-once": "event now when x >= 0 { stop }\n",
    # to and fro at one instant, along a line
    "line-at-once": "event up when t >= 0 { set y = 2 }\nevent down when y > 1.5 { set y = 0.2 }\n"
                    "event again when y < 1.3 { set y = 1.4; stop }\n",
}
CANNOT_END = {"least"}  # no step fits into such a time (E0501)
FILES = ("svg", "html", "csv", "json")
PLOTS = ("x, y", "y over x", "nothing", "far", "same, nothing", "energy")
NUMBER = re.compile(r"(?i)\b(nan|inf(inity)?)\b")


LIMITED = [True]  # a sanitizer takes more room than any limit allows


def limits():
    if LIMITED[0]:
        resource.setrlimit(resource.RLIMIT_AS, (1 << 31, 1 << 31))
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))


def run(tool, folder, *arguments):
    env = {**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}"}
    try:
        done = subprocess.run([tool, *arguments], cwd=folder, env=env, capture_output=True, timeout=60, check=False, preexec_fn=limits)
    except subprocess.TimeoutExpired:
        return None, "", "no answer"
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def strict(text):
    return json.loads(text, parse_constant=lambda name: (_ for _ in ()).throw(ValueError(name)))


def check_svg(text):
    root = xml.fromstring(text)
    for element in root.iter():
        for name, value in element.attrib.items():
            if NUMBER.search(value):
                return f"{element.tag} {name}={value!r}"
    return f"{len(text)} bytes" if len(text) > 5_000_000 else None


def check_csv(text):
    rows = list(csv.reader(text.splitlines()))
    return None if len(rows) >= 2 and len({len(row) for row in rows}) == 1 else "rows are not of one length"


def check_json(text):
    strict(text)


def check_html(text):
    pieces = re.findall(r'<script[^>]*id="lagrangia-data"[^>]*>(.*?)</script>', text, re.S)
    for piece in pieces:
        packed = zlib.decompress(base64.b64decode(piece))
        length = int.from_bytes(packed[:4], "little")
        strict(packed[4:4 + length].decode())
    return None if pieces and text.rstrip().endswith("</html>") else "the page is not whole"


CHECKS = {"svg": check_svg, "csv": check_csv, "json": check_json, "html": check_html}


def checked(ending, path):
    try:
        return CHECKS[ending](path.read_text(encoding="utf-8"))
    except (ValueError, xml.ParseError, OSError) as wrong:
        return f"{type(wrong).__name__}: {wrong}"


def check_run(tool, folder, model, html, orderly, parity):
    """Problems of all writers with one model; of the plots every other one, by parity, is drawn with letters too."""
    paths = {ending: folder / f"m.{ending}" for ending in FILES if html or ending != "html"}
    for path in paths.values():
        path.unlink(missing_ok=True)
    status, _, said = run(tool, folder, "run", model, "--quiet", *(word for path in paths.values() for word in ("-o", path.name)))
    problems = [] if status in orderly else [f"files: {status} {said[:300]}"]
    problems += [f"{ending}: {wrong}" for ending, path in paths.items() if (wrong := checked(ending, path))]
    status, _, said = run(tool, folder, "run", model, "--quiet", "-o", "m.mp4")  # read in part only
    if status not in (0, 3):
        problems.append(f"film: {status} {said[:300]}")
    for number, names in enumerate(PLOTS):
        path = folder / "p.svg"
        path.unlink(missing_ok=True)
        for more in ((), ("-o", path.name))[number % 2 != parity:]:
            status, _, said = run(tool, folder, "run", model, "--quiet", "--plot", names, *more)
            if status not in orderly:
                problems.append(f"plot {names} {more}: {status} {said[:300]}")
            elif more and path.exists() and (wrong := checked("svg", path)):
                problems.append(f"plot {names}: {wrong}")
    for command in (("run", model), ("run", model, "--json"), ("check", model)):
        status, out, said = run(tool, folder, *command)
        if status not in orderly:
            problems.append(f"{command[0]}: {status} {said[:300]}")
        elif "--json" in command:
            try:
                strict(out)
            except ValueError as wrong:
                problems.append(f"json: {wrong}")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--only")
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or pathlib.Path(scratch)
        folder.mkdir(exist_ok=True)
        LIMITED[0] = run(options.tool, folder, "--version")[0] == 0
        (folder / "bin").mkdir(exist_ok=True)
        ffmpeg = folder / "bin" / "ffmpeg"
        ffmpeg.write_text("#!/bin/sh\nhead -c 5000000 >/dev/null\n", encoding="utf-8")
        ffmpeg.chmod(0o755)
        (folder / "try.lgr").write_text("coord x = 1\nkinetic T = x'^2\nsimulate until 1\n", encoding="utf-8")
        html = run(options.tool, folder, "run", "try.lgr", "--quiet", "-o", "try.html")[0] == 0
        runs = itertools.product((("plane", PLANE), ("space", SPACE)), enumerate(RUNS))
        for (kind, text), (place, (name, at, vx, vy, size, until)) in runs:
            if options.only and options.only not in f"{kind}/{name}":
                continue
            orderly = (0, 3) if name in CANNOT_END else (0,)
            more = MORE.get(name, "").replace("{z}", ", 0" if kind == "space" else "")
            model = folder / f"{kind}-{name}.lgr"
            model.write_text(text.format(at=at, vx=vx, vy=vy, size=size, until=until, more=more), encoding="utf-8")
            problems = check_run(options.tool, folder, model.name, html, orderly, (place + (kind == "space")) % 2)
            failed += bool(problems)
            for problem in problems:
                print(f"FAIL {kind}/{name}: {problem}")
    print(f"{failed} runs failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
