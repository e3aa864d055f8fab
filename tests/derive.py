#!/usr/bin/env python3
"""Writes the equations of every example in every format and two of the forms, which take turns: JSON that parses, HTML whose
tags match, LaTeX that compiles and whose lines fit the page, and no more faults for a reader than there were (readability.py).

usage: derive.py TOOL [--all]          --all: in every form

LaTeX is compiled where pdflatex with its common packages is installed; otherwise a line says that it was not.
"""
import html.parser
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import readability

ROOT = pathlib.Path(__file__).resolve().parent.parent
SECONDS = 120
FORMS = ("lagrange", "matrix", "explicit", "first-order")
LARGE = 30000  # characters of a page: those that are longer take as long as all others, and are written in one form
LONG = {"FullRobot", "EngineV6_analytic", "GyroscopicEffects", "RollingWheel"}  # thousands of terms: their faults are counted alone
TOO_WIDE = 30  # points beyond the margin that nobody would mind


def derive(tool, model, *options):
    done = subprocess.run([tool, "derive", model, *options], cwd=ROOT, capture_output=True, timeout=SECONDS, check=False)
    if done.returncode:
        raise ValueError(f"{' '.join(options)}: exit status {done.returncode}\n{done.stderr.decode(errors='replace')}")
    return done.stdout.decode("utf-8")


class Tags(html.parser.HTMLParser):
    """Demands that every tag that is opened is closed in its order."""

    VOID = {"meta", "!doctype"}

    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attrs):
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            raise ValueError(f"</{tag}> closes nothing at {self.getpos()}")


def check_html(text):
    tags = Tags()
    tags.feed(text)
    if tags.open:
        raise ValueError(f"open: {tags.open}")
    if re.search(r"(src|href)\s*=", text):
        raise ValueError("the page points outside itself")


def check_json(text):
    page = json.loads(text)
    for section in ("coordinates", "energies", "equations"):
        if not isinstance(page[section], list):
            raise ValueError(f"no list of {section}")
    if not page["equations"] and not page.get("states"):
        raise ValueError("no equations")
    return page


def has_latex():
    if not shutil.which("pdflatex"):
        return False
    found = subprocess.run(["kpsewhich", "amsmath.sty", "geometry.sty"], capture_output=True, text=True, check=False)
    return len(found.stdout.splitlines()) == 2


def compile_latex(name, text, folder):
    (folder / f"{name}.tex").write_text(text, encoding="utf-8")
    done = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", f"{name}.tex"], cwd=folder,
                          capture_output=True, timeout=SECONDS, check=False)
    log = done.stdout.decode("utf-8", errors="replace")
    if done.returncode:
        raise ValueError("LaTeX: " + "\n".join(line for line in log.splitlines() if line.startswith("!") or line.startswith("l.")))
    return max((float(x) for x in re.findall(r"Overfull \\hbox \(([\d.]+)pt", log)), default=0)


def other_forms(every, turn):
    """Beside the first: in which forms a page is written as JSON, and as LaTeX."""
    return (FORMS[1:], FORMS[1:2]) if every else (FORMS[1 + turn % 3:][:1], FORMS[1:2] if turn % 3 == 0 else ())


def main():
    if len(sys.argv) < 2 or sys.argv[2:] not in ([], ["--all"]):
        sys.exit(__doc__)
    tool = str(pathlib.Path(sys.argv[1]).resolve())
    latex, failed, total = has_latex(), 0, dict.fromkeys(readability.KINDS, 0)
    if not latex:
        print("pdflatex is not installed: LaTeX was written, not compiled")
    models = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "examples").rglob("*.lgr"))
    with tempfile.TemporaryDirectory() as folder:
        for turn, model in enumerate(models):
            name = model.replace("/", "-")[:-4]
            try:
                page = derive(tool, model, "--steps", "--json")
                read = check_json(page)
                for kind, _ in readability.faults_of(read)[0]:
                    total[kind] += 1
                if pathlib.Path(model).stem in LONG:
                    continue
                as_json, as_latex = ((), ()) if len(page) > LARGE else other_forms("--all" in sys.argv, turn)
                for form in as_json:
                    check_json(derive(tool, model, "--steps", "--form", form, "--json"))
                check_html(derive(tool, model, "--steps", "--format", "mathml"))
                for form in (FORMS[0], *as_latex):
                    text = derive(tool, model, "--steps", "--form", form, "--format", "latex")
                    over = compile_latex(name, text, pathlib.Path(folder)) if latex else 0
                    if over > TOO_WIDE:
                        raise ValueError(f"{form}: {over:.0f} pt too wide")
            except ValueError as problem:
                failed += 1
                print(f"FAIL {model}: {problem}")
    for problem in readability.broken(total):
        failed += 1
        print(f"FAIL {problem}")
    print(f"{len(models) - failed} passed, {failed} failed")
    return 1 if failed or not models else 0


if __name__ == "__main__":
    sys.exit(main())
