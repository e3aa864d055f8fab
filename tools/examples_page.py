#!/usr/bin/env python3
"""Writes docs/examples.md, the index of examples/, and the small pictures in it.

usage: examples_page.py TOOL [--check]

The pictures are what 'TOOL run MODEL -o FILE.svg' draws, without scales and hatching, with fewer instants, fewer points on
each path and rounded coordinates. --check writes nothing and fails where a file is not what would be written; of the
pictures it draws some again, the rest must be there.
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
MOST_POINTS = 50  # of a path
MOST_INSTANTS = 7
MOST_BYTES = 30000  # of a picture
WIDTH = 200       # of a picture on the page
FOLDERS = {
    "pendulum": "Pendulums", "trebuchet": "Trebuchets", "trebuchet/workshop": "Trebuchets in feet and pounds",
    "linkage": "Linkages", "arm": "Robot arms", "chain": "Chains", "rope": "Ropes", "pulley": "Pulleys", "springs": "Springs",
    "bead": "Beads on wires", "rolling": "Rolling", "contact": "Contact and friction", "orbit": "Orbits", "space": "Space",
    "fit": "Fitting to measurements", "control": "Motors and controllers", "vehicle": "Vehicles", "machine": "Machines",
    "components": "Components", "modelica": "After the Modelica standard library",
}
# Those that --check draws again: one or two of a folder.
AGAIN = """pendulum/double pendulum/cartesian trebuchet/hinged trebuchet/whipper trebuchet/workshop/propped
trebuchet/workshop/walking-arm linkage/four-bar linkage/andrews chain/chain pulley/atwood springs/elastic-pendulum
bead/sine-wire rolling/coin rolling/skate contact/cradle contact/ladder orbit/pleiades space/heavy-top arm/two-link
vehicle/abs machine/clutch-launch machine/excavator components/machines""".split()
LEFT_OUT = ("hatch", "grid", "tick", "notch", "label", "caption", "zero", "title", "name", "halo", "leader")


def title_of(text, name):
    match = re.search(r'^model\s+\w+\s+"([^"]*)"', text, re.MULTILINE)
    return match[1] if match else name


def rounded(text, digits):
    return re.sub(r"-?\d+\.\d+", lambda m: f"{round(float(m[0]), digits):g}", text)


def thinner(match):
    """A path with whole coordinates and at most so many points; nothing where it has one."""
    def line(part):
        numbers = [str(round(float(x))) for x in re.findall(r"-?[\d.]+", part)]
        points = [" ".join(pair) for pair in zip(numbers[::2], numbers[1::2])]
        step = max(1, -(-len(points) // MOST_POINTS))
        kept = points[::step] + ([points[-1]] if (len(points) - 1) % step else [])
        kept = [p for i, p in enumerate(kept) if i == 0 or p != kept[i - 1]]
        return "M" + "L".join([kept[0], " ".join(kept[1:])]) if len(kept) > 1 else ""
    d = match[2]
    if re.search(r"[A-Zac-z]", re.sub(r"[ML]", "", d)):  # arcs and curves stay
        return match[1] + rounded(d, 1) + match[3]
    d = "".join(line(part) for part in d.split("M") if part.strip())
    return match[1] + d + match[3] if d else ""


def joined(svg):
    """Curves that go on where another one of their class ends are one path."""
    lines = []
    for line in svg.splitlines():
        here = re.match(r'(<path class="s\d" d=")M([\d. L]*)("/>)$', line)
        before = here and lines and re.match(re.escape(here[1]) + r'M([\d. L]*)"/>$', lines[-1])
        if before and re.split("[L]", here[2])[0] == " ".join(re.split("[L ]", before[1])[-2:]):
            lines[-1] = f"{here[1]}M{before[1]} {here[2].split('L', 1)[1]}{here[3]}"
        else:
            lines.append(line)
    return "\n".join(lines) + "\n"


def with_fewer_instants(svg):
    """The first one, the last one and some between."""
    groups = re.findall(r'<g class="instant".*?</g>\n', svg, re.DOTALL)
    step = max(1, -(-(len(groups) - 1) // (MOST_INSTANTS - 1)))
    for i, group in enumerate(groups):
        if i % step and i < len(groups) - 1:
            svg = svg.replace(group, "", 1)
    return svg


def with_its_own_style(svg):
    """Without the rules of classes that nothing has, and without text that the rest of the picture does not have."""
    used = {word for words in re.findall(r'class="([^"]*)"', svg) for word in words.split()}
    style = re.search(r"<style>\n(.*?)</style>\n", svg, re.DOTALL)
    rules = re.findall(r"([^{}\n]+)(\{[^}]*\})", style[1])
    kept = "".join(f"{names}{rule}\n" for names, rule in rules if not names.startswith(".") or names[1:] in used)
    return svg.replace(style[1], kept)


def smaller(svg):
    lines = [line for line in svg.splitlines() if not re.search(r'class="(?:%s)\b' % "|".join(LEFT_OUT), line)]
    svg = with_fewer_instants("\n".join(lines) + "\n")
    svg = re.sub(r' data-\w+="[^"]*"', "", svg)
    for _ in range(2):
        svg = joined(re.sub(r'(<path[^>]* d=")([^"]*)("\s*/>\n?)', thinner, svg))
    svg = re.sub(r' (?:c?[xy][12]?|r|rx|ry|width|height|stroke-width)="[^"]*"', lambda m: rounded(m[0], 1), svg)
    return with_its_own_style(svg)


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
        picture = f'<img src="pictures/examples/{name.replace("/", "-")}.svg" width="{WIDTH}" alt="">'
        yield f"| [{path.stem}](../examples/{name}.lgr) | {title} | {picture} |"


def files_of(tool, check):
    """Every file as it should be: its path and its text; None for one that only has to be there."""
    page = ["# Examples", "", "Every model runs as it is, `lagrangia run examples/pendulum/double.lgr`, and states results from",
            "elsewhere that it must meet. This page is written by `tools/examples_page.py`.", ""]
    folders = sorted({p.parent.relative_to(ROOT / "examples").as_posix() for p in (ROOT / "examples").rglob("*.lgr")})
    for folder in sorted(folders, key=lambda f: (list(FOLDERS).index(f) if f in FOLDERS else len(FOLDERS), f)):
        page += [f"## {FOLDERS.get(folder, folder)}", "", "| model | | |", "|---|---|---|", *rows_of(folder), ""]
    yield PAGE, "\n".join(page)
    for model in sorted((ROOT / "examples").rglob("*.lgr")):
        name = model.relative_to(ROOT / "examples").with_suffix("").as_posix()
        drawn = not check or name in AGAIN
        yield PICTURES / f"{name.replace('/', '-')}.svg", picture_of(tool, model) if drawn else None


def main():
    if len(sys.argv) < 2 or sys.argv[2:] not in ([], ["--check"]):
        sys.exit(__doc__)
    check, wrong = len(sys.argv) > 2, 0
    for path, text in files_of(str(pathlib.Path(sys.argv[1]).resolve()), check):
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or (text is not None and path.read_text(encoding="utf-8") != text):
            wrong += 1
            print(f"FAIL {path.relative_to(ROOT)} is not what tools/examples_page.py writes")
        if path.suffix == ".svg" and path.exists() and path.stat().st_size > MOST_BYTES:
            wrong += 1
            print(f"FAIL {path.relative_to(ROOT)} has more than {MOST_BYTES} bytes")
    print(f"{wrong} files to be written again" if check else "written")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
