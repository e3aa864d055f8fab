#!/usr/bin/env python3
"""Hostile models: whatever a text asks for, every command ends in time and in bounded memory, done or refused by name.

usage: run.py TOOL [--sanitized] [--measure] [NAME...]

Every model of models.py and machines.py goes through check, derive, run, analyze, a report in html, small motions and
export, those of constructs.py through the commands named there. A command must end by itself within SECONDS of processor
time, with an exit status of the tool and, if the model is refused, with a finding that has a code, if what is asked is,
with a sentence; its memory stays below MEGABYTES, which the system enforces too. Other programs on the same cores make
it slower, so that the system ends it only after HURRY times that.
With --sanitized the memory of the sanitizers is not counted, and only the two commands that read and run a model are
tried. --measure prints what each took, and judges nothing.
"""
import argparse
import os
import pathlib
import re
import resource
import signal
import sys
import tempfile

import constructs
import machines
import models

SECONDS = 2
MEGABYTES = 300
HURRY = 2
WAIT = 240  # a machine may be busy
COMMANDS = {
    "check": ["check", "m.lgr"],
    "derive": ["derive", "m.lgr"],
    "run": ["run", "m.lgr", "-o", "m.csv"],
    "analyze": ["analyze", "m.lgr"],
    "html": ["run", "m.lgr", "-o", "m.html"],
    "linear": ["analyze", "m.lgr", "--at", "start"],
    "export": ["export", "c", "m.lgr"],
}
FINDING = re.compile(r"^error\[E\d{4}\]: \S", re.MULTILINE)


def limit(sanitized):
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    most = (20 if sanitized else HURRY) * SECONDS
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))
    if not sanitized:
        most = 3 * MEGABYTES + 1000 << 20  # addresses, of which not all are used
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def execute(tool, arguments, folder, sanitized):
    """The exit status, minus the number of a signal; what it wrote; megabytes; seconds."""
    with open(folder / "out", "wb") as out:
        pid = os.fork()
        if pid == 0:
            os.chdir(folder)
            os.dup2(out.fileno(), 1)
            os.dup2(out.fileno(), 2)
            limit(sanitized)
            os.execv(tool, [tool, *arguments])
    signal.signal(signal.SIGALRM, lambda *_: os.kill(pid, signal.SIGKILL))
    signal.alarm(WAIT)
    _, status, usage = os.wait4(pid, 0)
    signal.alarm(0)
    text = (folder / "out").read_bytes().decode(errors="replace")
    return os.waitstatus_to_exitcode(status), text, usage.ru_maxrss >> 10, usage.ru_utime + usage.ru_stime


def trouble(status, text, megabytes, sanitized):
    refused = status == 2 and re.search(r"^lagrangia: \S", text, re.MULTILINE)
    if status not in (0, 1, 3, 4) and not refused:
        return f"ended with {status}: {text[-300:]}"
    if status == 1 and not FINDING.search(text):
        return f"refused without a finding: {text[-300:]}"
    if megabytes > MEGABYTES and not sanitized:
        return f"took {megabytes} MB"
    return None


def try_model(tool, row, arguments):
    name, text, files, commands = (*row, *({}, COMMANDS)[len(row) - 2:])
    failures = []
    for command, words in commands.items():
        if arguments.sanitized and command not in ("check", "run"):
            continue
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "m.lgr").write_text(text, encoding="utf-8")
            for file, content in files.items():
                (folder / file).write_text(content, encoding="utf-8")
            status, out, megabytes, seconds = execute(tool, words, folder, arguments.sanitized)
        if arguments.measure:
            codes = ",".join(sorted(set(re.findall(r"^error\[(E\d{4})\]", out, re.MULTILINE))))
            print(f"{name:38} {command:8} {status:4} {seconds:7.2f} s {megabytes:6} MB  {codes}", flush=True)
        why = trouble(status, out, megabytes, arguments.sanitized)
        failures += [f"{name}: {command}: {why}"] if why else []
    return failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--sanitized", action="store_true")
    parser.add_argument("--measure", action="store_true")
    arguments = parser.parse_intermixed_args()
    tool = os.path.abspath(arguments.tool)
    rows = [row for row in models.MODELS + machines.MODELS + constructs.MODELS if not arguments.names or row[0] in arguments.names]
    failures = [f for row in rows for f in try_model(tool, row, arguments)]
    for f in failures:
        print("FAIL", f)
    print(f"{len(rows)} models, {len(failures)} failures")
    return 1 if failures and not arguments.measure else 0


if __name__ == "__main__":
    sys.exit(main())
