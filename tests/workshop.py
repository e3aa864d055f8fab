#!/usr/bin/env python3
"""The six trebuchets of the workshop say everything in feet, pounds and degrees: tables on the terminal, figures, and the
numbers of pages.

usage: workshop.py TOOL
"""
import base64
import pathlib
import re
import subprocess
import sys
import tempfile
import zlib

MODELS = pathlib.Path(__file__).resolve().parent.parent / "examples" / "trebuchet" / "workshop"
METRIC = re.compile(r"(?:m|cm|mm|km|kg|g|N|kN|J|kJ|W|rad|Pa|N m|N s|kg m\^2)(?:/s(?:\^2)?|/m(?:\^3)?)?")
AMOUNT = re.compile(rf"(?:\d|\[)\s*(?:{METRIC.pattern})(?=[\s,;)\]<]|$)")
BOUNDED = re.compile(r"^param (\w+) = .* in \[(-?[\d.]+) [^,]*, (-?[\d.]+) ", re.MULTILINE)
SECONDS = 120


def metric_amounts(text):
    """Lines with an amount in metric units; frequencies of modes are in rad/s everywhere."""
    return [line.strip() for line in text.splitlines() if AMOUNT.search(line) and " Hz " not in line]


def units_of_page(page):
    packed = re.search(r'id="lagrangia-data">\s*(.*?)</script>', page, re.DOTALL)[1]
    data = zlib.decompress(base64.b64decode(packed)).decode("utf-8", "replace")
    return set(re.findall(r'"unit":\s*"([^"]*)"', data))


def problems_of(tool, model, folder):
    def call(*arguments):
        done = subprocess.run([tool, *arguments], capture_output=True, text=True, cwd=folder, timeout=SECONDS, check=False)
        return done.stdout + done.stderr + (f"\nexit status {done.returncode}" if done.returncode else "")
    (one, low, high), (other, *ends) = BOUNDED.findall(model.read_text(encoding="utf-8"))[:2]
    middle = f"{one}={(float(low) + float(high)) / 2}"
    commands = {"check": (), "run": (), "analyze": (), "derive": (), "sensitivities": ("--sensitivity", f"{one},{other}"), "set": ("--set", middle),
                "verify": ("--verify",), "sweep": ("--vary", f"{one}={low}..{high}:2", "--vary", f"{other}={'..'.join(ends)}:2"),
                "compare": (f"{model}:{middle}",), "pictures": ("-o", "m.html", "-o", "m.svg")}
    for name, arguments in commands.items():
        said = call(name if name in ("check", "analyze", "derive", "sweep", "compare") else "run", str(model), *arguments)
        if "exit status" in said or (name != "derive" and metric_amounts(said)):
            yield name, metric_amounts(said) or said[-300:]
    texts = re.findall(r"<text[^>]*>(.*?)</text>", (folder / "m.svg").read_text(encoding="utf-8"), re.DOTALL)
    if metric_amounts("\n".join(texts)):
        yield "figure", metric_amounts("\n".join(texts))
    units = units_of_page((folder / "m.html").read_text(encoding="utf-8"))
    if len(units) < 5 or any(METRIC.fullmatch(unit) for unit in units):
        yield "page", sorted(units)


def main():
    tool = str(pathlib.Path(sys.argv[1]).resolve())
    models, bad = sorted(MODELS.glob("*.lgr")), 0
    for model in models:
        with tempfile.TemporaryDirectory() as folder:
            for name, words in problems_of(tool, model, pathlib.Path(folder)):
                print(f"FAIL {model.name}: {name}: {words}")
                bad += 1
    print(f"{len(models)} models, {bad} problems")
    return 1 if bad or len(models) != 6 else 0


if __name__ == "__main__":
    sys.exit(main())
