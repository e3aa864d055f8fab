#!/usr/bin/env python3
"""Sweeps as HDF5: the columns are those of the csv to the bit, killed sweeps go on. Skipped in builds without HDF5.

usage: sweep_hdf5.py TOOL
"""
import csv
import math
import os
import pathlib
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

from sweep import kill_after

SKIPPED = 77
MODEL = """\
model throw "far"
param v = 20 m/s "speed", a = 45 deg
coord x = 0 m, y = 0 m
gravity 10 m/s^2
particle stone: mass 1 kg at [x, y]
initial x' = v*cos(a), y' = v*sin(a)
event landing when y < -1 mm { stop }
report range = at(landing, x) "how far"
report height = maximum(y)
simulate until 2 s
"""
UNITS = {"parameters/v": ("m/s", "speed"), "parameters/a": ("", ""), "reports/range": ("m", "how far"),
         "reports/height": ("m", "")}


def sweep(tool, folder, name, *more):
    return [tool, "sweep", str(folder / "m.lgr"), "--vary", "v=-5..25:100", "--vary", "a=0deg..90deg:100", "-o",
            str(folder / name), *more]


def call(command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def dump(path, *what):
    return subprocess.run(["h5dump", *what, str(path)], capture_output=True, check=True).stdout


def numbers(path, scratch, name, code):
    """A dataset's values as they lie in the file."""
    dump(path, "-d", name, "-b", "LE", "-o", str(scratch))
    return [value for value, in struct.iter_unpack(code, scratch.read_bytes())]


def texts(path, scratch, name):
    """A dataset of texts without quotation marks."""
    dump(path, "-d", name, "-y", "-w", "65535", "-o", str(scratch))
    return re.findall(r'"([^"]*)"', scratch.read_text(encoding="utf-8"))


def attribute(path, name):
    return re.search(r'\(0\): "(.*)"', dump(path, "-a", name).decode())[1]


def check_whole(tool, folder):
    """The file holds what the csv holds."""
    path, table = folder / "whole.h5", folder / "whole.csv"
    first, second = call(sweep(tool, folder, path.name)), call(sweep(tool, folder, table.name))
    if first.returncode != 0 or first.stdout != second.stdout:
        return f"{first.returncode} {first.stderr}: the summaries differ"
    if sorted(one.name for one in folder.glob("whole.h5*")) != ["whole.h5"]:
        return "other files were left"
    if not shutil.which("h5dump"):
        print("h5dump is not found: the columns were not compared")
        return None
    rows, scratch = list(csv.DictReader(table.open(encoding="utf-8", newline=""))), folder / "scratch"
    for name, (unit, label) in UNITS.items():
        wanted = [float(row[name.partition("/")[2]] or "nan") for row in rows]
        found = numbers(path, scratch, name, "<d")
        if [math.isnan(x) or x for x in found] != [math.isnan(x) or x for x in wanted]:
            return f"{name} is not the column of the csv"
        if (attribute(path, f"/{name}/unit"), attribute(path, f"/{name}/label")) != (unit, label):
            return f"{name} has another unit or label"
    if numbers(path, scratch, "design", "<Q") != list(range(1, len(rows) + 1)):
        return "the designs are not numbered"
    for name in ("end", "note"):
        if texts(path, scratch, name) != [row[name] for row in rows] or len({row[name] for row in rows}) < 2:
            return f"{name} is not the column of the csv"
    return check_head(path, folder)


def check_head(path, folder):
    if attribute(path, "/key") != (folder / "whole.csv.key").read_text(encoding="utf-8").strip():
        return "the key is another one"
    if "".join(MODEL.split()) not in "".join(dump(path, "-d", "model").decode().split()):  # it is dumped indented
        return "the model's text is another one"
    layout = dump(path, "-p", "-H", "-d", "/reports/range")
    if b"CHUNKED" not in layout or b"DEFLATE" not in layout:
        return "it is not compressed"
    return None


def check_again(tool, folder):
    """A finished file is known by what is in it; that of another sweep, or no HDF5 at all, is left alone."""
    path = folder / "whole.h5"
    before, summary = path.read_bytes(), call(sweep(tool, folder, "whole.csv")).stdout
    again = call(sweep(tool, folder, path.name))
    if again.returncode != 0 or "complete already: 10000" not in again.stderr or again.stdout != summary:
        return f"a finished sweep was not recognised: {again.stderr}"
    other = call(sweep(tool, folder, path.name, "--until", "1"))
    (folder / "text.h5").write_text("no HDF5", encoding="utf-8")
    text = call(sweep(tool, folder, "text.h5"))
    if any(one.returncode != 2 or "belongs to another sweep" not in one.stderr for one in (other, text)):
        return f"another sweep's file was taken: {other.stderr}{text.stderr}"
    return None if path.read_bytes() == before else "the file was changed"


def check_bytes(tool, folder):
    """The same sweep gives the same file, whenever it is done."""
    path = folder / "whole.h5"
    first = path.read_bytes()
    path.unlink()
    time.sleep(1.1)  # HDF5 notes seconds, if any
    call(sweep(tool, folder, path.name))
    return None if path.read_bytes() == first else "a second file of the same sweep has other bytes"


def check_goes_on(tool, folder):
    """Killed while it computes, and between the last row and the file."""
    path, part = folder / "killed.h5", folder / "killed.h5.part"
    for number in (signal.SIGKILL, signal.SIGINT):
        kill_after(sweep(tool, folder, path.name), part, 0, number)
        if path.exists():
            break  # a fast machine was done before
        with part.open("ab") as f:
            f.write(b"77,0.5")  # a row that was cut off
    shutil.copy(folder / "whole.csv", folder / "late.h5.part")
    shutil.copy(folder / "whole.csv.key", folder / "late.h5.key")
    (folder / "late.h5.new").write_bytes(b"half of a file")
    for name in ("killed.h5", "late.h5"):
        done = call(sweep(tool, folder, name))
        if done.returncode != 0 or list(folder.glob(f"{name}.*")):
            return f"{name} did not go on: {done.returncode} {done.stderr}"
        if done.stdout != call(sweep(tool, folder, "whole.csv")).stdout:
            return f"{name}: the summary is not that of a whole sweep"
        if shutil.which("h5dump"):
            for column in (*UNITS, "design", "end", "note"):
                columns = [numbers(folder / file, folder / "scratch", column, "<B") for file in (name, "whole.h5")]
                if columns[0] != columns[1]:
                    return f"{name}: {column} is not that of a whole sweep"
    return None


def limit_files():
    """No file may grow beyond 4 KB: as on a disk that is full."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))


def check_full(tool, folder):
    """What cannot be written is said, and nothing is lost by it."""
    shutil.copy(folder / "whole.csv", folder / "full.h5.part")
    shutil.copy(folder / "whole.csv.key", folder / "full.h5.key")
    command = sweep(tool, folder, "full.h5")
    done = subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=limit_files)
    if done.returncode != 3 or "cannot write" not in done.stderr or (folder / "full.h5").exists():
        return f"a full disk: {done.returncode} {done.stderr}"
    return None if call(command).returncode == 0 else "it did not go on"


def check_small(tool, folder):
    """One design, and a shard without any."""
    for shard, count in (("1/3", 1), ("3/3", 0)):
        path = folder / f"small{count}.hdf5"
        command = [tool, "sweep", str(folder / "m.lgr"), "--vary", "v=1..2:1", "--shard", shard, "-o", str(path)]
        for said in ("", f"complete already: {count} designs"):
            done = call(command)
            if done.returncode != 0 or said not in done.stderr:
                return f"{count} designs: {done.returncode} {done.stderr}"
    return None


def check_pipe(tool, folder):
    """A pipe is no result file, and nobody waits for it."""
    os.mkfifo(folder / "pipe.h5")
    try:
        done = subprocess.run(sweep(tool, folder, "pipe.h5"), capture_output=True, text=True, timeout=60, check=False)
    except subprocess.TimeoutExpired:
        return "a pipe is waited for"
    refused = done.returncode == 2 and "it is no regular file" in done.stderr
    return None if refused else f"a pipe: {done.returncode} {done.stderr}"


def main():
    tool = str(pathlib.Path(sys.argv[1]).resolve())
    if "HDF5: yes" not in call([tool, "--version"]).stdout:
        print("skipped: this build has no HDF5")
        return SKIPPED
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "m.lgr").write_text(MODEL, encoding="utf-8")
        for check in (check_whole, check_again, check_bytes, check_goes_on, check_full, check_small, check_pipe):
            problem = check(tool, folder)
            if problem:
                print(problem)
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
