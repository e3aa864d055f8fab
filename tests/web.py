#!/usr/bin/env python3
"""Tests the page that shows a run: its types, and in a browser what a person sees and does (web/tests).

usage: web.py BUILD TOOL      BUILD: the build folder, which holds the page; pictures of it go to BUILD/web-tests/results/shots
LGR_BROWSER names the browser if it is not one of the usual Chromium names.
"""
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SKIPPED = 77
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
INSTALL = ("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--fetch-retries=1")


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def program(*names):
    return next((path for path in map(shutil.which, names) if path), None)


def install(npm, folder):
    """Installs what the lock file names, unless that was done before."""
    lock = hashlib.sha256((folder / "package-lock.json").read_bytes()).hexdigest()
    stamp = folder / "node_modules" / f".lagrangia-{lock}"
    if stamp.exists():
        return
    try:
        subprocess.run([npm, *INSTALL], cwd=folder, capture_output=True, timeout=240, check=True)
    except subprocess.SubprocessError:
        skip("npm could not install what the tests need")
    stamp.touch()


def lay_out(build):
    """Copies the tests into the build folder, so that the source folder stays clean."""
    folder = build / "web-tests"
    folder.mkdir(exist_ok=True)
    for path in (ROOT / "web" / "tests").iterdir():
        if path.is_file():
            shutil.copy2(path, folder)
    shutil.rmtree(folder / "results", ignore_errors=True)
    return folder


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv[1]).resolve()
    page = build / "viewer" / "viewer.html"
    node, npm = program("node", "nodejs"), program("npm")
    browser = os.environ.get("LGR_BROWSER") or program(*BROWSERS)
    for there, what in ((node and npm, "node and npm are not found"), (page.exists(), "this build has no page"),
                        (browser, f"no browser is found ({', '.join(BROWSERS)})")):
        if not there:
            skip(what)
    folder = lay_out(build)
    install(npm, folder)
    typed = subprocess.run([node, "node_modules/typescript/bin/tsc", "--noEmit", "-p", "viewer"], cwd=page.parent, check=False)
    places = {"LGR_VIEWER_PAGE": str(page), "LGR_BROWSER": browser, "LGR_TOOL": str(pathlib.Path(sys.argv[2]).resolve()),
              "LGR_EXAMPLES": str(ROOT / "examples"), "LGR_SOURCE": str(ROOT)}
    shown = subprocess.run([node, "node_modules/@playwright/test/cli.js", "test"], cwd=folder, env={**os.environ, **places},
                           check=False)
    return 1 if typed.returncode or shown.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
