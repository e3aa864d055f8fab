#!/usr/bin/env python3
"""Every construct of the language in every command: a small model of each is run alone, as rows of a sweep, with the
derivatives of its reports, by every method, drawn, and derived step by step.

usage: run.py TOOL [--all] [--measure] [NAME...]

Rows of a sweep are those of single runs; derivatives are those of differences; methods agree; pictures and pages of
equations are whole and name what the model declares. Only the method 'variational' refuses some, by name. --all:
by all methods too, for builds without sanitizers. --measure prints how far all of it is apart.
"""
import concurrent.futures
import csv
import io
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import models

SECONDS = 120
LOW, HIGH = 1.0, 1.1
SWEPT = 1e-9        # lanes of a sweep take other steps
METHODS = {"taylor": (1e-7, ()), "cvode": (2e-5, ("--tolerance", "1e-10")), "auto": (2e-5, ("--tolerance", "1e-10")),
           "variational": (1e-4, ("--step", "0.001"))}
REFUSED = "E0511"
EXACT, ROUGH = 1e-6, 1e-3   # of derivatives: those carried along the motion, those by differences
NO_VALUE = "it has no value"
DECLARES = re.compile(r"^\s*(?:coord|state|memory|input|constraint|friction|rope|contact|spring|cable|buffer|drag)\s+(\w+)", re.M)


class Model:
    """A construct in a folder of its own."""
    def __init__(self, tool, folder, name, text, files=None):
        self.tool, self.folder, self.name = tool, pathlib.Path(folder), name
        self.text = text if re.search(r"^(param|input) k\b", text, re.M) else "param k = 1\n" + text
        for file, content in {"m.lgr": self.text, **(files or {})}.items():
            (self.folder / file).write_text(content, encoding="utf-8")

    def call(self, command, *arguments):
        return subprocess.run([self.tool, command, "m.lgr", *arguments], cwd=self.folder, capture_output=True, text=True, timeout=SECONDS, check=False)

    def run(self, *arguments):
        """What a run found, or None and its words."""
        done = self.call("run", "--json", *arguments)
        return (None, done.stderr) if done.returncode else (json.loads(done.stdout), "")


def apart(one, other):
    """How far two numbers are apart beside their size; without a value on one side only, infinitely."""
    if one is None or other is None:
        return 0.0 if one is other else math.inf
    return abs(one - other) / max(abs(one), abs(other), 1e-3)


def gaps(ones, others):
    return {name: apart(value, others.get(name)) for name, value in ones.items()}


def sweep(model):
    """The rows of a sweep beside single runs."""
    done = model.call("sweep", "--vary", f"k={LOW}..{HIGH}:2", "--quiet", "-o", "-")
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    if done.returncode or len(rows) != 2:
        yield "sweep", f"exit status {done.returncode}: {done.stderr[:300]}", 0
        return
    for row in rows:
        data, words = model.run("--set", f"k={row['k']}")
        if not data:
            yield "sweep", f"a row of what does not run alone: {words[:300]}", 0
            continue
        swept = {name: float(row[name]) if row.get(name) else None for name in data["report"]}
        for name, gap in gaps(data["report"], swept).items():
            yield "sweep", f"k = {row['k']}: {name} = {swept[name]}, alone {data['report'][name]}" if gap > SWEPT else "", gap


def by_differences(model, reports):
    """Derivatives of central differences of two sizes, extrapolated."""
    ends = {k: model.run("--tolerance", "1e-11", "--set", f"k={k!r}")[0] for k in (0.9995, 0.99975, 1.00025, 1.0005)}
    for name in reports:
        near, far, *rest = [ends[1 + h]["report"][name] - ends[1 - h]["report"][name] if None not in (ends[1 + h]["report"][name], ends[1 - h]["report"][name]) else None
                            for h in (0.00025, 0.0005)]
        yield name, None if near is None or far is None else (4 * near / 0.0005 - far / 0.001) / 3


def slopes(model):
    data, words = model.run("--tolerance", "1e-11", "--sensitivity", "k")
    if not data:
        yield "sensitivity", words[:300], 0
        return
    excused = models.BY_DIFFERENCES.get(model.name)
    reasons = []
    for name, wanted in by_differences(model, data["report"]):
        entry = data["sensitivity"][name]
        found, why = entry["slope"]["k"], entry.get("why", "")
        gap = apart(found, wanted)
        reasons.append(why)
        if gap > (ROUGH if why else EXACT):
            yield "sensitivity", f"d {name}/dk = {found}, by differences {wanted} ({entry['found']})", gap
        elif why and why != NO_VALUE and not (excused and excused in why):
            yield "sensitivity", f"d {name}/dk by differences: {why}", gap
        else:
            yield "sensitivity", "", gap
    if excused and not any(excused in why for why in reasons):
        yield "sensitivity", f"is said to be found by differences: {excused}", 0


def methods(model):
    base, words = model.run("--tolerance", "1e-11")
    if not base:
        yield "methods", words[:300], 0
        return
    for method, (allowed, arguments) in METHODS.items():
        data, words = model.run("--method", method, *arguments)
        if data is None and "is not available" in words:
            continue
        if data is None:
            refused = method == "variational" and f"error[{REFUSED}]: the method 'variational'" in words and "help: use the method" in words
            yield method, "" if refused else words[:300], 0
            continue
        for name, gap in gaps(base["report"], data["report"]).items():
            yield method, f"{name} = {data['report'][name]}, by dop853 {base['report'][name]}" if gap > allowed else "", gap


def pictures(model):
    done = model.call("run", "--quiet", "-o", "m.svg", "-o", "m.html")
    if done.returncode:
        yield "pictures", done.stderr[:300], 0
        return
    svg = (model.folder / "m.svg").read_text(encoding="utf-8")
    page = (model.folder / "m.html").read_text(encoding="utf-8")
    shapes = [part for part in xml.etree.ElementTree.fromstring(svg).iter() if part.tag.endswith(("path", "line", "circle", "polyline", "polygon", "rect"))]
    words = re.search(r"\b(nan|inf)\b", svg, re.I)
    yield "svg", "nothing is drawn" if len(shapes) < 2 else f"{words[0]} in a picture" if words else "", 0
    yield "html", "" if page.rstrip().endswith("</html>") and "NaN" not in re.sub(r"<script.*?</script>", "", page, flags=re.S) else "not whole", 0


def pages(model):
    """The derivation names all that the model declares."""
    done = model.call("derive", "--steps")
    if done.returncode:
        yield "derive", done.stderr[:300], 0
        return
    missing = [name for name in DECLARES.findall(model.text) if not re.search(rf"\b{name}\b", done.stdout)]
    yield "derive", f"{', '.join(missing)} is not on the page" if missing else "", 0


def examine(tool, asked, name, text, files=None):
    with tempfile.TemporaryDirectory() as folder:
        model = Model(tool, folder, name, text, files)
        return [found for ask in asked for found in ask(model)]


def main():
    measure = "--measure" in sys.argv
    asked = (sweep, slopes, *((methods,) if "--all" in sys.argv else ()), pictures, pages)
    tool, *wanted = [word for word in sys.argv[1:] if not word.startswith("--")]
    tool = str(pathlib.Path(tool).resolve())
    rows = [row for row in models.MODELS if not wanted or row[0] in wanted]
    bad = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for row, found in zip(rows, pool.map(lambda row: examine(tool, asked, *row), rows)):
            wrong = [(command, words) for command, words, _ in found if words]
            bad += len(wrong)
            if measure:
                worst = {command: max(gap for each, _, gap in found if each == command) for command, *_ in found}
                print(row[0], {command: f"{gap:.0e}" for command, gap in worst.items() if gap})
            for command, words in wrong:
                print(f"FAIL {row[0]}: {command}: {words.strip()}")
    print(f"{len(rows)} constructs, {bad} problems")
    return 1 if bad or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
