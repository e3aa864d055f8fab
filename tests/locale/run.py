#!/usr/bin/env python3
"""The same bytes in every locale: runs a test with a tool, or a program, whose process has chosen the German locale, where
numbers have a decimal comma.

usage: run.py FOLDER PROGRAM...                       compiles the locale into FOLDER if the system has none, and runs the
                                                      program in it; exit status 77, skipped, where neither is possible
       run.py FOLDER --programs PROGRAM...            one after the other, and prints what those say that fail
       run.py FOLDER --script TOOL ABROAD SCRIPT...   runs a script of the tests with ABROAD, the tool linked with host.c,
                                                      in that locale; with TOOL where the locale is not to be had
"""
import os
import pathlib
import shutil
import subprocess
import sys

LOCALE = "de_DE.UTF-8"
SKIPPED = 77


def compile_locale(folder):
    """Where the locale is; None if it cannot be made. Needs no rights: LOCPATH names a folder of one's own."""
    made, own = folder / LOCALE, folder / str(os.getpid())
    if not (made / "LC_NUMERIC").exists():
        folder.mkdir(parents=True, exist_ok=True)
        try:
            subprocess.run(["localedef", "--no-archive", "-i", "de_DE", "-f", "UTF-8", str(own)], check=False,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            own.rename(made)  # whole, or not at all: other tests look for it at the same time
        except FileNotFoundError:
            return None
        except OSError:  # another test has been quicker
            shutil.rmtree(own, ignore_errors=True)
    return folder if (made / "LC_NUMERIC").exists() else None


def environment(folder):
    found = compile_locale(folder)
    there = {"LOCPATH": str(found)} if found else {}
    return {**os.environ, **there, "LGR_TEST_LOCALE": LOCALE}


def run_script(env, tool, abroad, script, more):
    """A script's expectations do not change with the locale: run in the German one, they hold in that of the C library."""
    if subprocess.run([abroad, "--version"], env=env, stdout=subprocess.DEVNULL, check=False).returncode == SKIPPED:
        print(f"{LOCALE} is not to be had (install the package 'locales'): run without it")
        return subprocess.run([sys.executable, script, tool, *more], check=False).returncode
    return subprocess.run([sys.executable, script, abroad, *more], env=env, check=False).returncode


def run_programs(env, programs):
    failed = skipped = 0
    for program in programs:
        done = subprocess.run([program], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        skipped += done.returncode == SKIPPED
        if done.returncode not in (0, SKIPPED):
            failed += 1
            print(f"{program} ended with {done.returncode}:\n{done.stdout.decode(errors='replace')}")
    print(f"{len(programs)} programs, {failed} failures")
    return SKIPPED if skipped == len(programs) else failed > 0


def main():
    folder, command = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    env = environment(folder)
    if command[0] == "--programs":
        return run_programs(env, command[1:])
    if command[0] != "--script":
        return subprocess.run(command, env=env, check=False).returncode
    tool, abroad, script, *more = command[1:]
    return run_script(env, str(pathlib.Path(tool).resolve()), str(pathlib.Path(abroad).resolve()), script, more)


if __name__ == "__main__":
    sys.exit(main())
