#!/usr/bin/env python3
"""Renders every example into a static page: a card per system with its picture, a sentence, its degrees of freedom, its report.

usage: gallery.py TOOL FOLDER    writes FOLDER/index.html and, beside it, a report and a picture of each example
"""
import html
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SECONDS = 120

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lagrangia: gallery</title>
<style>
:root { color-scheme: light dark; --line: #8884; --soft: GrayText; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 76rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin: 2.5rem 0 0.75rem; font-size: 1.2rem; text-transform: capitalize; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 1.25rem; }
.card { border: 1px solid var(--line); border-radius: 0.6rem; overflow: hidden; display: flex; flex-direction: column; }
.card img { width: 100%; aspect-ratio: 4 / 3; object-fit: contain; background: #fff; border-bottom: 1px solid var(--line); }
.card div { padding: 0.75rem 1rem 1rem; }
.card h3 { margin: 0; font-size: 1.05rem; }
.card p { margin: 0.35rem 0; }
.card .facts { color: var(--soft); font-size: 0.9rem; }
</style>
</head>
<body>
<h1>Gallery</h1>
<p>Every system here is one text file of <code>examples/</code>. Open its report to see it move.</p>
"""


def call(tool, *arguments):
    done = subprocess.run([tool, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=SECONDS, check=False)
    if done.returncode:
        raise ValueError(f"lagrangia {' '.join(arguments)}: exit status {done.returncode}\n{done.stderr}")
    return done.stdout


def first_sentence(text):
    """Of the comment at the head of a model."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        lines.append(line.lstrip("# ").strip())
    words = " ".join(lines)
    found = re.match(r"(.+?[.!?:])(\s|$)", words)
    return (found[1] if found else words).rstrip(":") if words else ""


def title_of(text, name):
    found = re.search(r'^model\s+\S+\s+"([^"]*)"', text, re.MULTILINE)
    return found[1] if found else name


def card(tool, path, folder):
    name = f"{path.parent.name}-{path.stem}"
    model = path.relative_to(ROOT).as_posix()
    text = path.read_text(encoding="utf-8")
    call(tool, "run", model, "--quiet", "-o", str(folder / f"{name}.html"), "-o", str(folder / f"{name}.svg"))
    what = json.loads(call(tool, "check", model, "--json"))
    dof = what["dof"]
    facts = [f"{dof} degree{'' if dof == 1 else 's'} of freedom", "holonomic" if what["holonomic"] else "nonholonomic"]
    if what["conservative"]:
        facts.append("conservative")
    title, sentence = html.escape(title_of(text, name)), html.escape(first_sentence(text))
    return (f'<article class="card"><a href="{name}.html"><img src="{name}.svg" alt="{title}" loading="lazy"></a>'
            f'<div><h3><a href="{name}.html">{title}</a></h3><p>{sentence}</p>'
            f'<p class="facts">{", ".join(facts)} · <code>{html.escape(model)}</code></p></div></article>\n')


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    tool, folder = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    groups = {}
    for path in sorted((ROOT / "examples").rglob("*.lgr")):
        groups.setdefault(path.parent.name, []).append(path)
    page = PAGE
    for group in sorted(groups, key=lambda g: (g != "trebuchet", g)):
        page += f"<h2>{html.escape(group)}</h2>\n<div class=\"cards\">\n"
        page += "".join(card(tool, path, folder) for path in groups[group])
        page += "</div>\n"
    (folder / "index.html").write_text(page + "</body>\n</html>\n", encoding="utf-8")
    print(f"{sum(map(len, groups.values()))} systems: {folder / 'index.html'}")


if __name__ == "__main__":
    main()
