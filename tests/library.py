#!/usr/bin/env python3
"""Checks the library of components and numbers: each is described where it stands, listed in docs/components.md as it is
written, used by an example that checks it and of which there is a picture, and components are printed by 'lagrangia
explain'.

usage: library.py TOOL
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
NUMBER = re.compile(r'^let (\w+) = (\d+) kg/m\^3', re.MULTILINE)
COMPONENT = re.compile(r"((?:^#.*\n)*)^component (\w+)\((.*)\) \{$", re.MULTILINE)
SECONDS = 30


def problems_of(tool, file, component, page, examples):
    comment, name, arguments = component.groups()
    if not comment:
        yield "has no comment above it"
    if f"`{name}({arguments})`" not in page:
        yield f"docs/components.md does not list `{name}({arguments})`"
    users = [path for path, text in examples if re.search(rf"^include <{file}>$", text, re.MULTILINE)
             and re.search(rf"= {name}\(", text) and "\nexpect " in text]
    if not users:
        yield "no example in examples/components uses it"
    elif not any(f"pictures/examples/components-{path.stem}.svg" in page for path in users):
        yield "docs/components.md has no picture of it"
    done = subprocess.run([tool, "explain", name], capture_output=True, text=True, timeout=SECONDS, check=False)
    wanted = [line.lstrip("# ") for line in comment.splitlines()] + [f"component {name}({arguments}) {{"]
    if done.returncode or any(line not in done.stdout for line in wanted):
        yield f"'explain {name}' does not print it"


def main():
    tool = sys.argv[1]
    page = (ROOT / "docs" / "components.md").read_text(encoding="utf-8")
    examples = [(path, path.read_text(encoding="utf-8")) for path in sorted((ROOT / "examples" / "components").glob("*.lgr"))]
    count = failures = 0
    for path in sorted((ROOT / "library").glob("*.lgr")):
        text = path.read_text(encoding="utf-8")
        if f"`include <{path.stem}>`" not in page:
            print(f"FAIL docs/components.md does not name <{path.stem}>")
            failures += 1
        for component in COMPONENT.finditer(text):
            count += 1
            for problem in problems_of(tool, path.stem, component, page, examples):
                print(f"FAIL {path.stem}: {component[2]}: {problem}")
                failures += 1
        for name, value in NUMBER.findall(text):
            count += 1
            if f"| `{name}` | {value} |" not in page:
                print(f"FAIL docs/components.md does not list {name} of <{path.stem}> with {value}")
                failures += 1
            if not any(re.search(rf"\b{name}\b", text) for _, text in examples):
                print(f"FAIL no example in examples/components uses {name} of <{path.stem}>")
                failures += 1
    listed = re.findall(r"^\| `(\w+)\(", page, re.MULTILINE)
    known = {c[2] for path in (ROOT / "library").glob("*.lgr") for c in COMPONENT.finditer(path.read_text(encoding="utf-8"))}
    for name in sorted(set(listed) - known):
        print(f"FAIL docs/components.md lists {name}, which is not in library/")
        failures += 1
    print(f"{count} components and numbers, {failures} problems")
    return 1 if failures or not count else 0


if __name__ == "__main__":
    sys.exit(main())
