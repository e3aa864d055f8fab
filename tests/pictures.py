#!/usr/bin/env python3
"""Writes the figure and a plot of every model under examples/: each must be well-formed XML, hold numbers only, and keep
its texts on the paper. Where ffmpeg is there, one film of each kind is written too.

usage: pictures.py TOOL
"""
import math
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
SECONDS = 120
UNMET = 4
NUMBERS = ("x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "width", "height")
FILMS = ("film.gif", "film.mp4", "film.webm")
FILMED = "examples/pendulum/double.lgr"
MODES, OF_A_MODE = 2, 96  # pictures
SVG = "{http://www.w3.org/2000/svg}"


def run(tool, *arguments):
    """Runs the tool; what is wrong with that, or None. Failed expectations are another test's."""
    try:
        done = subprocess.run([tool, "run", "--quiet", *arguments], cwd=ROOT, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return f"no answer in {SECONDS} s"
    return None if done.returncode in (0, UNMET) else f"exit status {done.returncode}\n{done.stderr.decode('utf-8', errors='replace')}"


def check_svg(path, wanted):
    """What is wrong with a picture that should hold elements of this class; None if nothing is."""
    try:
        root = ElementTree.parse(path).getroot()
    except ElementTree.ParseError as error:
        return f"not well-formed: {error}"
    width, height = float(root.get("width")), float(root.get("height"))
    classes = set()
    for element in root.iter():
        classes.update((element.get("class") or "").split())
        for name in NUMBERS:
            if element.get(name) is not None and not math.isfinite(float(element.get(name))):
                return f"{name} is {element.get(name)}"
        if element.tag == f"{SVG}text" and not (0 <= float(element.get("x")) <= width and 0 <= float(element.get("y")) <= height):
            return f"'{element.text}' lies outside the paper"
    return None if wanted in classes else f"nothing of class '{wanted}' is in it"


def has_shape(model):
    """Whether the model has places to draw; coordinates and constraints between them alone have none."""
    return re.search(r"^\s*(particle|rod|body|draw|spring|contact)\b", (ROOT / model).read_text(encoding="utf-8"), re.MULTILINE)


def check_model(tool, model, folder):
    """What is wrong with the pictures of one model; None if nothing is."""
    figure, plot = folder / "figure.svg", folder / "plot.svg"
    return (run(tool, model, "-o", str(figure)) or check_svg(figure, "instant" if has_shape(model) else "title")
            or run(tool, model, "--plot", "kinetic, potential, energy", "-o", str(plot)) or check_svg(plot, "s2")
            or run(tool, model, "--plot", "kinetic over potential"))


def check_films(tool, folder):
    """What is wrong with films; None if nothing is, or there is no ffmpeg to make them."""
    if not shutil.which("ffmpeg"):
        return None
    for name in FILMS:
        problem = run(tool, FILMED, "--until", "0.2", "-o", str(folder / name))
        if problem:
            return f"{name}: {problem}"
        if (folder / name).stat().st_size < 1000:
            return f"{name} holds next to nothing"
    return None


def pictures_of(film):
    """The pictures of a film as bytes, and their width."""
    done = subprocess.run(["ffmpeg", "-loglevel", "error", "-i", film, "-f", "image2pipe", "-c:v", "ppm", "-"],
                          capture_output=True, timeout=SECONDS, check=True)
    head = done.stdout[:done.stdout.index(b"255\n") + 4]
    size = len(head) + 3 * math.prod(int(side) for side in head.split()[1:3])
    return [done.stdout[at + len(head):at + size] for at in range(0, len(done.stdout), size)], int(head.split()[1])


def check_modes(tool, folder):
    """What is wrong with a film of modes; None if nothing is, or there is no ffmpeg to make one."""
    if not shutil.which("ffmpeg"):
        return None
    film = folder / "modes.gif"
    done = subprocess.run([tool, "analyze", FILMED, "--at", "rest", "-o", str(film)], cwd=ROOT, capture_output=True, timeout=SECONDS, check=False)
    if done.returncode:
        return f"exit status {done.returncode}\n{done.stderr.decode('utf-8', errors='replace')}"
    pictures, width = pictures_of(film)
    if len(pictures) != MODES * OF_A_MODE:
        return f"{len(pictures)} pictures"
    first, swung, second = pictures[0], pictures[OF_A_MODE // 4], pictures[OF_A_MODE]
    words = slice(0, 3 * width * 30)
    if first[words] == second[words] or first[words] != swung[words]:
        return "captions are not those of the modes"
    below = slice(3 * width * 30, -3 * width * 8)
    if len({picture[below] for picture in (first, swung, second)}) < 3:
        return "the machine does not move"
    return None if first[below] == pictures[OF_A_MODE // 2][below] else "a swing does not end where it began"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    tool = str(pathlib.Path(sys.argv[1]).resolve())
    models = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "examples").rglob("*.lgr"))
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        checks = [(model, lambda model=model: check_model(tool, model, pathlib.Path(folder))) for model in models]
        checks += [("films", lambda: check_films(tool, pathlib.Path(folder))), ("modes", lambda: check_modes(tool, pathlib.Path(folder)))]
        for name, check in checks:
            problem = check()
            failed += problem is not None
            if problem:
                print(f"FAIL {name}: {problem}")
    print(f"{len(checks) - failed} passed, {failed} failed")
    return 1 if failed or not models else 0


if __name__ == "__main__":
    sys.exit(main())
