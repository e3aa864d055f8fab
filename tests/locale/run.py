#!/usr/bin/env python3
"""The same bytes in every locale: runs other tests with a tool, or with a program, whose process has chosen the German
locale, where numbers have a decimal comma.

usage: run.py FOLDER COMMAND...     compiles the locale into FOLDER if the system has none, and runs the command in it;
                                    exit status 77, skipped, where neither is possible
       run.py FOLDER --scripts TOOL runs the scripts of the tests with a tool that was linked with host.c
"""
import os
import pathlib
import subprocess
import sys

TESTS = pathlib.Path(__file__).resolve().parent.parent
LOCALE = "de_DE.UTF-8"
SKIPPED = 77
# What is run by default: what a user reads, every message, the numbers of the examples, files that are resumed.
SCRIPTS = ("cli/run.py", "lang/run.py", "examples.py", "sweep.py")


def compile_locale(folder):
    """Where the locale is; None if it cannot be made. Needs no rights: LOCPATH names a folder of one's own."""
    made = folder / LOCALE
    if not (made / "LC_NUMERIC").exists():
        folder.mkdir(parents=True, exist_ok=True)
        try:
            subprocess.run(["localedef", "--no-archive", "-i", "de_DE", "-f", "UTF-8", str(made)], check=False,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        except FileNotFoundError:
            return None
    return folder if (made / "LC_NUMERIC").exists() else None


def environment(folder):
    found = compile_locale(folder)
    there = {"LOCPATH": str(found)} if found else {}
    return {**os.environ, **there, "LGR_TEST_LOCALE": LOCALE}


def run_scripts(env, tool):
    """The exit status of the first script that fails."""
    for script in SCRIPTS:
        print(f"{script} in {LOCALE}", flush=True)
        more = [tool] if script == "sweep.py" else []  # it is built without MPI and HDF5
        done = subprocess.run([sys.executable, str(TESTS / script), tool, *more], env=env, check=False)
        if done.returncode not in (0, SKIPPED):
            return done.returncode
    return 0


def main():
    folder, command = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    env = environment(folder)
    if command[0] != "--scripts":
        return subprocess.run(command, env=env, check=False).returncode
    tool = str(pathlib.Path(command[1]).resolve())
    if subprocess.run([tool, "--version"], env=env, stdout=subprocess.DEVNULL, check=False).returncode == SKIPPED:
        print(f"{LOCALE} is not to be had: install the package 'locales'")
        return SKIPPED
    return run_scripts(env, tool)


if __name__ == "__main__":
    sys.exit(main())
