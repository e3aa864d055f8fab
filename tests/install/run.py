#!/usr/bin/env python3
"""Installs a build into an empty folder and builds a consumer against it, found by CMake and by pkg-config.

usage: run.py BUILD_FOLDER COMPILER [FLAG...]
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def run(*command, **settings):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, **settings)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\nexit status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def by_cmake(prefix, scratch, compiler, flags):
    build = scratch / "build"
    run("cmake", "-S", HERE, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_C_COMPILER={compiler}",
        f"-DCMAKE_C_FLAGS={' '.join(flags)}")
    run("cmake", "--build", build)
    run(build / "consumer")


def by_pkg_config(prefix, scratch, compiler, flags):
    folders = [str(path.parent) for path in prefix.rglob("lagrangia.pc")]
    environment = {**os.environ, "PKG_CONFIG_PATH": ":".join(folders)}
    words = run("pkg-config", "--define-prefix", "--static", "--cflags", "--libs", "lagrangia", env=environment).split()
    run(compiler, *flags, HERE / "consumer.c", "-o", scratch / "consumer", *words, "-lm")
    run(scratch / "consumer", env={**os.environ, "LD_LIBRARY_PATH": str(pathlib.Path(folders[0]).parent)})


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    build, compiler, flags = sys.argv[1], sys.argv[2], sys.argv[3:]
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        prefix = scratch / "prefix"
        run("cmake", "--install", build, "--prefix", prefix)
        by_cmake(prefix, scratch, compiler, flags)
        if shutil.which("pkg-config"):
            by_pkg_config(prefix, scratch, compiler, flags)
    return 0


if __name__ == "__main__":
    sys.exit(main())
