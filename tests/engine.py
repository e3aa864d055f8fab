#!/usr/bin/env python3
"""Tests the library as WebAssembly (web/engine) in node, with and without sums and products rounded once, and in a browser:
programs give the bits of the interpreter, examples those of the tool. The build is that of `make studio`; it is brought up
to date.

usage: engine.py TOOL         LGR_BROWSER names the browser if it is not one of the usual Chromium names
"""
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "wasm"
SKIPPED = 77
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FUSING = "--experimental-wasm-relaxed-simd"  # what newer versions of node have without asking


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def links():
    """Whether there is a compiler for WebAssembly with its C library."""
    if not all(map(shutil.which, ("clang", "wasm-ld", "llvm-ar"))):
        return False
    command = ["clang", "--target=wasm32-wasi", "-x", "c", "-", "-o", os.devnull]
    return subprocess.run(command, input=b"#include <stdio.h>\nint main(void) { return puts(\"\"); }", capture_output=True,
                          check=False).returncode == 0


def build(*targets):
    chosen = ["--target", *targets] if targets else []
    for command in (["tools/configure.sh", "wasm"], ["cmake", "--build", "--preset", "wasm", "-j2", *chosen]):
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode:
            print(done.stdout[-5000:])
            sys.exit(1)


class Page(http.server.BaseHTTPRequestHandler):
    """The page, its scripts, the module and the examples; takes what the page sends."""

    def log_message(self, *_):
        pass

    def find(self):
        if self.path == "/":
            return "text/html", b'<!doctype html><script type="module" src="/web/engine/tests/browser.mjs"></script>'
        if self.path == "/engine.wasm":
            return "application/wasm", (BUILD / "engine.wasm").read_bytes()
        if self.path == "/files.json":
            texts = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8", errors="replace")
                     for path in (ROOT / "examples").rglob("*") if path.is_file()}
            return "application/json", json.dumps(texts).encode()
        if re.fullmatch(r"/web/engine/(tests/)?\w+\.mjs", self.path):
            return "text/javascript", (ROOT / self.path[1:]).read_bytes()
        return None

    def do_GET(self):
        found = self.find()
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", found[0] if found else "text/plain")
        self.end_headers()
        self.wfile.write(found[1] if found else b"")

    def do_POST(self):
        self.server.answer = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.end_headers()
        self.server.answered.set()


def in_browser(browser, expected):
    """How many examples write something else there."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    server.answered = threading.Event()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    profile = tempfile.mkdtemp()
    command = [browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}",
               f"http://127.0.0.1:{server.server_port}/"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        answered = server.answered.wait(240)
        process.terminate()
    shutil.rmtree(profile, ignore_errors=True)
    server.shutdown()
    if not answered:
        print("FAIL browser: no answer")
        return 1
    written = {name: re.sub(r'"[a-z_]*seconds[a-z_]*": *[0-9.e+-]+', "", text)
               for name, text in server.answer["written"].items()}
    wrong = [name for name in {**expected, **written} if expected.get(name) != written.get(name)]
    for name in wrong:
        print(f"FAIL browser, {name}: {written.get(name, 'missing')[:300]}")
    how = "an instruction" if server.answer["fuses"] else "emulated"
    print(f"{len(written) - len(wrong)} passed in the browser (sums and products rounded once: {how}), {len(wrong)} failed")
    return len(wrong)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    tool, node = pathlib.Path(sys.argv[1]).resolve(), shutil.which("node") or shutil.which("nodejs")
    if not node:
        skip("node is not found")
    if not links():
        skip("the tools for WebAssembly are not there (tools/setup.sh studio installs them)")
    build()
    here = ROOT / "web" / "engine" / "tests"
    outputs = BUILD / "examples.json"
    failed = 0
    typescript = tool.parent / "viewer" / "node_modules" / "typescript" / "bin" / "tsc"
    if typescript.exists():
        failed += subprocess.run([node, typescript, "-p", here.parent], check=False).returncode != 0
    for options in ([], [FUSING]):
        if options and subprocess.run([node, *options, "-e", "0"], capture_output=True, check=False).returncode:
            continue
        programs = sorted(str(path) for path in (BUILD / "tests").glob("*.wasm"))
        engine = str(BUILD / "engine.wasm")
        compared = [engine, str(outputs)] if options else [engine, str(outputs), str(tool)]
        for script, arguments in (("programs.mjs", programs), ("service.mjs", [str(BUILD / "engine_export.wasm"), str(tool)]), ("examples.mjs", compared)):
            failed += subprocess.run([node, *options, here / script, *arguments], cwd=ROOT, check=False).returncode != 0
    browser = os.environ.get("LGR_BROWSER") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser:
        failed += in_browser(browser, json.loads(outputs.read_text(encoding="utf-8")))
    else:
        print(f"no browser is found ({', '.join(BROWSERS)}): node alone")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
