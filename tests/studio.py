#!/usr/bin/env python3
"""Tests the studio: its types, and in a browser what a person sees and does (web/tests/studio); in Firefox too where
that is installed. The build is that of `make studio`; it is brought up to date.

usage: studio.py [NAME]       NAME: only tests with this in their names. LGR_BROWSER names the browser if it is not one of the usual
                              Chromium names; pictures go to build/wasm/studio-tests/results/shots
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys

import engine
import web

ROOT = engine.ROOT
FIREFOX = ("firefox", "firefox-esr")
MODULES = engine.BUILD / "studio" / "node_modules"


def check_types(node):
    """Whether the page's TypeScript is consistent; its packages are in the build folder."""
    settings = engine.BUILD / "studio" / "tsconfig.json"
    settings.write_text(json.dumps({
        "extends": str(ROOT / "web" / "studio" / "tsconfig.json"),
        "compilerOptions": {"paths": {"*": [f"{MODULES}/@types/*", f"{MODULES}/*"]}},
        "include": [str(ROOT / "web" / "studio" / "src")]}), encoding="utf-8")
    return subprocess.run([node, MODULES / "typescript" / "bin" / "tsc", "-p", settings], check=False).returncode == 0


def lay_out():
    """Copies the tests into the build folder, so that the source folder stays clean."""
    folder = engine.BUILD / "studio-tests"
    folder.mkdir(exist_ok=True)
    for path in (ROOT / "web" / "tests" / "studio").iterdir():
        shutil.copy2(path, folder)
    for name in ("package.json", "package-lock.json"):
        shutil.copy2(ROOT / "web" / "tests" / name, folder)
    shutil.rmtree(folder / "results", ignore_errors=True)
    return folder


def in_firefox(node, folder):
    """Whether the studio does in Firefox what people do first; true where there is none."""
    firefox = web.program(*FIREFOX)
    if not firefox:
        print("Firefox is not found: Chromium alone")
        return True
    page = ROOT / "build" / "studio" / "studio.html"
    return subprocess.run([node, "firefox.mjs", firefox, page], cwd=folder, timeout=600, check=False).returncode == 0


def main():
    if len(sys.argv) > 2 or "--help" in sys.argv:
        sys.exit(__doc__)
    node, npm = web.program("node", "nodejs"), web.program("npm")
    browser = os.environ.get("LGR_BROWSER") or web.program(*web.BROWSERS)
    for there, what in ((node and npm, "node and npm are not found"), (browser, f"no browser is found ({', '.join(web.BROWSERS)})"),
                        (engine.links(), "the tools for WebAssembly are not there (tools/setup.sh studio installs them)")):
        if not there:
            web.skip(what)
    engine.build("studio")
    if not MODULES.exists():
        web.skip("npm could not install what the page is made of")
    folder = lay_out()
    web.install(npm, folder)
    well_typed = check_types(node)
    command = [node, "node_modules/@playwright/test/cli.js", "test", *(["-g", sys.argv[1]] if len(sys.argv) > 1 else [])]
    places = {"LGR_STUDIO": str(ROOT / "build" / "studio"), "LGR_EXAMPLES": str(ROOT / "examples"), "LGR_BROWSER": browser}
    shown = subprocess.run(command, cwd=folder, env={**os.environ, **places}, check=False)
    in_others = len(sys.argv) > 1 or in_firefox(node, folder)
    return 0 if well_typed and shown.returncode == 0 and in_others else 1


if __name__ == "__main__":
    sys.exit(main())
