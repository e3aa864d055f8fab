#!/usr/bin/env python3
"""Builds the programs of examples/embed and of docs/embedding.md against an installed build, and runs them.

usage: embed.py BUILD_FOLDER C_COMPILER [FLAG...]

A program of the page is a block of C with a main function; it must compile without warnings and exit with 0.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = ("docs/embedding.md", "README.md")
BLOCK = re.compile(r"^```c\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STRICT = ("-std=c11", "-pedantic", "-Wall", "-Wextra", "-Werror")
PROJECT = """cmake_minimum_required(VERSION 3.21)
project(pages LANGUAGES C)
find_package(lagrangia REQUIRED)
"""
SECONDS = 60


def run(*command, **settings):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, **settings)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\nexit status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def programs_of(page):
    """The complete programs of a page, each with the number of its line."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return [(text.count("\n", 0, block.start()) + 1, block[1]) for block in BLOCK.finditer(text) if "int main(" in block[1]]


def write_pages(folder):
    """A project of all programs on the pages; their names."""
    project, names = PROJECT, []
    for page in PAGES:
        for line, program in programs_of(page):
            name = f"{pathlib.Path(page).stem.lower()}_{line}"
            (folder / f"{name}.c").write_text(program, encoding="utf-8")
            project += f"add_executable({name} {name}.c)\n"
            project += f"target_compile_options({name} PRIVATE {' '.join(STRICT)})\n"
            project += f"target_link_libraries({name} PRIVATE lagrangia::lagrangia m)\n"
            names.append(name)
    (folder / "CMakeLists.txt").write_text(project, encoding="utf-8")
    return names


def build_and_run(source, build, prefix, compiler, flags, names):
    run("cmake", "-S", source, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_C_COMPILER={compiler}",
        f"-DCMAKE_C_FLAGS={' '.join(flags)}", f"-DCMAKE_CXX_FLAGS={' '.join(flags)}")
    run("cmake", "--build", build)
    for name in names:
        print(f"--- {name}\n{run(build / name, timeout=SECONDS, env=os.environ)}", end="")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    build, compiler, flags = sys.argv[1], sys.argv[2], sys.argv[3:]
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        run("cmake", "--install", build, "--prefix", scratch / "prefix")
        (scratch / "pages").mkdir()
        names = write_pages(scratch / "pages")
        if len(names) < 4:
            sys.exit(f"only {len(names)} programs were found on the pages")
        build_and_run(scratch / "pages", scratch / "pages-build", scratch / "prefix", compiler, flags, names)
        build_and_run(ROOT / "examples/embed", scratch / "embed-build", scratch / "prefix", compiler, flags,
                      ["controller", "game", "integrator", "study", "resonance"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
