#!/usr/bin/env python3
"""Writes docs/examples.md, the index of examples/, and the small pictures in it.

usage: examples_page.py TOOL [--check]

The pictures are what 'TOOL run MODEL -o FILE.svg' draws, without scales and hatching, with fewer points on each path and
coordinates of whole pixels. --check writes nothing and fails where a file is not what would be written.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "examples.md"
PICTURES = ROOT / "docs" / "pictures" / "examples"
SECONDS = 120
MOST_POINTS = 90  # of a path
WIDTH = 200       # of a picture on the page
FOLDERS = {
    "pendulum": "Pendulums", "trebuchet": "Trebuchets", "trebuchet/workshop": "Trebuchets in feet and pounds",
    "linkage": "Linkages", "arm": "Robot arms", "chain": "Chains", "rope": "Ropes", "pulley": "Pulleys", "springs": "Springs",
    "bead": "Beads on wires", "rolling": "Rolling", "contact": "Contact and friction", "orbit": "Orbits", "space": "Space",
    "fit": "Fitting to measurements", "control": "Motors and controllers", "vehicle": "Vehicles", "machine": "Machines",
    "components": "Components", "modelica": "After the Modelica standard library",
}
# One or two of a folder; the rest of a table has links alone.
DRAWN = """pendulum/double pendulum/cartesian trebuchet/hinged trebuchet/whipper trebuchet/workshop/propped
trebuchet/workshop/walking-arm linkage/four-bar linkage/andrews chain/chain pulley/atwood springs/elastic-pendulum
bead/sine-wire rolling/coin rolling/skate contact/cradle contact/ladder orbit/pleiades space/heavy-top arm/two-link
vehicle/abs machine/clutch-launch machine/excavator components/machines""".split()
LEFT_OUT = ("hatch", "grid", "tick", "notch", "label", "caption", "zero", "title", "name", "halo", "leader")


def title_of(text, name):
    match = re.search(r'^model\s+\w+\s+"([^"]*)"', text, re.MULTILINE)
    return match[1] if match else name


def thinner(match):
    """A path with whole coordinates and at most so many points."""
    def line(part):
        numbers = [str(round(float(x))) for x in re.findall(r"-?[\d.]+", part)]
        points = [" ".join(pair) for pair in zip(numbers[::2], numbers[1::2])]
        step = max(1, -(-len(points) // MOST_POINTS))
        kept = points[::step] + ([points[-1]] if (len(points) - 1) % step else [])
        kept = [p for i, p in enumerate(kept) if i == 0 or p != kept[i - 1]]
        return "M" + "L".join([kept[0], " ".join(kept[1:])]) if len(kept) > 1 else "M" + kept[0]
    d = match[2]
    if re.search(r"[A-Zac-z]", re.sub(r"[ML]", "", d)):  # arcs and curves stay
        return match[0]
    return match[1] + "".join(line(part) for part in d.split("M") if part.strip()) + match[3]


def smaller(svg):
    lines = [line for line in svg.splitlines() if not re.search(r'class="(?:%s)\b' % "|".join(LEFT_OUT), line)]
    return re.sub(r'(<path[^>]* d=")([^"]*)(")', thinner, "\n".join(lines)) + "\n"


def picture_of(tool, model):
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "picture.svg"
        done = subprocess.run([tool, "run", str(model), "--quiet", "-o", str(out)], capture_output=True, timeout=SECONDS,
                              check=False)
        if not out.exists():
            sys.exit(f"{model}: {done.stderr.decode('utf-8', errors='replace')}")
        return smaller(out.read_text(encoding="utf-8"))


def rows_of(folder):
    for path in sorted((ROOT / "examples" / folder).glob("*.lgr")):
        name = f"{folder}/{path.stem}"
        title = title_of(path.read_text(encoding="utf-8"), path.stem)
        picture = f'<img src="pictures/examples/{name.replace("/", "-")}.svg" width="{WIDTH}">' if name in DRAWN else ""
        yield f"| [{path.stem}](../examples/{name}.lgr) | {title} | {picture} |"


def files_of(tool):
    """Every file as it should be: its path and its text."""
    page = ["# Examples", "", "Every model runs as it is, `lagrangia run examples/pendulum/double.lgr`, and states results from",
            "elsewhere that it must meet. This page is written by `tools/examples_page.py`.", ""]
    folders = sorted({p.parent.relative_to(ROOT / "examples").as_posix() for p in (ROOT / "examples").rglob("*.lgr")})
    for folder in sorted(folders, key=lambda f: (list(FOLDERS).index(f) if f in FOLDERS else len(FOLDERS), f)):
        page += [f"## {FOLDERS.get(folder, folder)}", "", "| model | | |", "|---|---|---|", *rows_of(folder), ""]
    yield PAGE, "\n".join(page)
    for name in DRAWN:
        model = ROOT / "examples" / f"{name}.lgr"
        yield PICTURES / f"{name.replace('/', '-')}.svg", picture_of(tool, model)


def main():
    if len(sys.argv) < 2 or sys.argv[2:] not in ([], ["--check"]):
        sys.exit(__doc__)
    check, wrong = len(sys.argv) > 2, 0
    for path, text in files_of(str(pathlib.Path(sys.argv[1]).resolve())):
        if check and (not path.exists() or path.read_text(encoding="utf-8") != text):
            wrong += 1
            print(f"FAIL {path.relative_to(ROOT)} is not what tools/examples_page.py writes")
        elif not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    print(f"{wrong} files to be written again" if check else "written")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
