#!/usr/bin/env python3
"""Sweeps that are killed go on where they were: nothing is lost, nothing is there twice, the file is that of a whole sweep.

usage: sweep.py TOOL BARE_TOOL    the second one is built without MPI and HDF5
"""
import fcntl
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

MODEL = """\
param l = 1 m, a = 10 deg, g = 9.81 m/s^2
coord theta = a
gravity g
particle bob: mass 1 kg at l*dir(theta - pi/2)
report top = maximum(theta')
simulate until 20 s
"""
VARY = ["--vary", "l=0.5..2:90", "--vary", "a=5deg..90deg:10", "--quiet"]


def sweep(tool, folder, name, *more):
    return [tool, "sweep", str(folder / "m.lgr"), *VARY, "-o", str(folder / name), *more]


def whole_sweep(tool, folder):
    """The rows of all of it, of runs so long that there is time to kill it."""
    for until in (20, 100, 500):
        (folder / "m.lgr").write_text(MODEL.replace("20 s", f"{until} s"), encoding="utf-8")
        begin = time.monotonic()
        subprocess.run(sweep(tool, folder, "whole.csv", "--threads", "1"), check=True)
        if time.monotonic() - begin > 0.6:
            break
        if until < 500:
            (folder / "whole.csv").unlink()
    return (folder / "whole.csv").read_bytes()


def rows(path):
    return path.read_bytes().count(b"\n") if path.exists() else 0


def kill_after(command, part, seconds, number):
    """Runs the command until the file has grown and the time is over, then ends it; returns its exit status."""
    before = rows(part)
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        begin = time.monotonic()
        while process.poll() is None and (rows(part) <= before or time.monotonic() - begin < seconds):
            time.sleep(0.005)
        process.send_signal(number)
        process.communicate(timeout=60)
        return process.returncode


def check_goes_on(tool, folder, whole):
    path, part = folder / "killed.csv", folder / "killed.csv.part"
    command = sweep(tool, folder, path.name)
    kills = 0
    for seconds, number, status in ((0.05, signal.SIGKILL, -9), (0.02, signal.SIGKILL, -9), (0, signal.SIGINT, 130)):
        got = kill_after(command, part, seconds, number)
        kills += got == status
        if path.exists():
            break  # a fast machine was done before it could be killed
        if got != status:
            return f"ended with {got}, not {status}"
        with part.open("ab") as f:
            f.write(b"77,0.5")  # a row that was cut off
    if kills == 0:
        return "it was never killed"
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0 or part.exists():
        return f"did not go on: {done.returncode} {done.stderr}"
    return None if path.read_bytes() == whole else "the rows are not those of a whole sweep"


def check_again(tool, folder, whole):
    done = subprocess.run(sweep(tool, folder, "killed.csv"), capture_output=True, text=True, check=False)
    if done.returncode != 0 or "complete already" not in done.stderr:
        return f"a finished sweep was not recognised: {done.stderr}"
    done = subprocess.run(sweep(tool, folder, "killed.csv", "--until", "3"), capture_output=True, text=True, check=False)
    if done.returncode != 2 or "belongs to another sweep" not in done.stderr:
        return f"another sweep's file was taken: {done.returncode} {done.stderr}"
    return None if (folder / "killed.csv").read_bytes() == whole else "the file was changed"


def check_others(tool, folder, _):
    """What is half done is not taken by a sweep with another parameter given, range, sample or start of the samples."""
    model = folder / "other.lgr"
    model.write_text(MODEL.replace("20 s", "1 s"), encoding="utf-8")
    part = folder / "other.csv.part"

    def run(*more):
        return subprocess.run([tool, "sweep", str(model), "--quiet", "-o", str(folder / "other.csv"), *more], capture_output=True,
                              text=True, check=False)

    usual = ("--vary", "l=0.5..2", "--sample", "8", "--set", "g=9.8")
    if run(*usual).returncode != 0:
        return "the first sweep failed"
    (folder / "other.csv").rename(part)
    half = part.read_bytes()
    for other in (("--vary", "l=0.5..2", "--sample", "8", "--set", "g=9.9"), ("--vary", "l=0.5..2", "--sample", "8"),
                  ("--vary", "l=0.5..2.5", "--sample", "8", "--set", "g=9.8"), ("--vary", "l=0.6..2", "--sample", "8", "--set", "g=9.8"),
                  ("--vary", "l=0.5..2", "--sample", "9", "--set", "g=9.8"), (*usual, "--seed", "3")):
        done = run(*other)
        if done.returncode != 2 or "belongs to another sweep" not in done.stderr or part.read_bytes() != half:
            return f"{' '.join(other)} took what is another's: {done.returncode} {done.stderr}"
    done = run(*usual)
    return None if done.returncode == 0 and not part.exists() else f"its own was not taken: {done.returncode} {done.stderr}"


def check_lock(tool, folder, _):
    """While somebody writes to the file no second sweep does."""
    with subprocess.Popen(sweep(tool, folder, "locked.csv"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as first:
        part = folder / "locked.csv.part"
        while first.poll() is None and rows(part) < 2:
            time.sleep(0.005)
        first.kill()
        first.wait()
    if not part.exists():
        return "a fast machine was done before it could be stopped"
    with part.open("r+b") as held:
        fcntl.lockf(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        before = held.read()
        done = subprocess.run(sweep(tool, folder, "locked.csv"), capture_output=True, text=True, check=False)
        held.seek(0)  # closing another handle of the file would give the lock back
        if done.returncode != 2 or "another process is writing" not in done.stderr or held.read() != before:
            return f"two sweeps wrote to one file: {done.returncode} {done.stderr}"
    done = subprocess.run(sweep(tool, folder, "locked.csv"), capture_output=True, text=True, check=False)
    return None if done.returncode == 0 else f"the lock outlived its owner: {done.stderr}"


def check_shards(tool, folder, whole):
    header, body = b"", b""
    for i in range(1, 5):
        subprocess.run(sweep(tool, folder, f"{i}.csv", "--shard", f"{i}/4"), check=True)
        header, _, rest = (folder / f"{i}.csv").read_bytes().partition(b"\n")
        body += rest
    return None if header + b"\n" + body == whole else "shards are not parts of the whole"


EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / "examples"
MIXED = {  # some designs cannot be had of the model as it was read
    "trebuchet/floating-arm.lgr": ["--vary", "L=2.5..5:7", "--vary", "d=0.4..1.4:3"],
    "contact/cradle.lgr": ["--vary", "N=3..5:3", "--vary", "m=0.1..0.3:4"],
}


def check_alone(tool, folder, _):
    """A design has the same digits whoever is computed beside it: alone, and in the whole sweep."""
    for model, vary in MIXED.items():
        def lines(*more):
            command = [tool, "sweep", str(EXAMPLES / model), *vary, "--quiet", "-o", "-", *more]
            return subprocess.run(command, capture_output=True, check=True).stdout.splitlines()[1:]

        whole = lines("--threads", "1")
        for i, line in enumerate(whole, 1):
            if lines("--shard", f"{i}/{len(whole)}") != [line]:
                return f"{model}: design {i} depends on its neighbours"
    return None


TABLED = """\
param k = 1 N/m
coord x = 1 m
potential V = 1/2*k*table("stiffness.csv", x/(1 m))*(1 m^2)
kinetic T = 1/2*(1 kg)*x'^2
report fastest = maximum(abs(x'))
simulate until 1 s
"""


def check_tables(tool, folder, _):
    """A table that has changed makes another sweep of it: finished or not, its file is not taken."""
    (folder / "tabled.lgr").write_text(TABLED, encoding="utf-8")
    table = folder / "stiffness.csv"
    command = [tool, "sweep", str(folder / "tabled.lgr"), "--vary", "k=1..2:3", "--quiet", "-o", str(folder / "tabled.csv")]

    def run(rows):
        table.write_text(rows, encoding="utf-8")
        return subprocess.run(command, capture_output=True, text=True, check=False)

    first, again, changed = run("0,0\n1,1\n2,4\n"), run("0,0\n1,1\n2,4\n"), run("0,0\n1,1\n2,5\n")
    if first.returncode != 0 or again.returncode != 0 or "complete already" not in again.stderr:
        return f"a finished sweep with a table was not recognised: {first.stderr}{again.stderr}"
    if changed.returncode != 2 or "belongs to another sweep" not in changed.stderr:
        return f"a changed table was not noticed: {changed.returncode} {changed.stderr}"
    (folder / "tabled.csv").rename(folder / "tabled.csv.part")
    changed = run("0,0\n1,1\n2,6\n")
    if changed.returncode != 2 or "belongs to another sweep" not in changed.stderr:
        return f"a changed table was not noticed halfway: {changed.returncode} {changed.stderr}"
    return None


def check_bare(tool, folder, _):
    """A build without MPI and HDF5 says so instead of doing everything several times, or something else."""
    cases = [({"OMPI_COMM_WORLD_SIZE": "3", "OMPI_COMM_WORLD_RANK": "0"}, "bare.csv", "3 processes"),
             ({"PMI_SIZE": "2", "PMI_RANK": "0"}, "bare.csv", "PMI_SIZE"),
             ({"PMI_SIZE": "2", "PMI_RANK": "1"}, "bare.csv", ""),
             ({}, "bare.h5", "no HDF5"), ({}, "bare.hdf5", "no HDF5")]
    for variables, name, said in cases:
        done = subprocess.run(sweep(tool, folder, name), env={**os.environ, **variables}, capture_output=True, text=True,
                              check=False)
        if done.returncode != 2 or said not in done.stderr or (not said and done.stderr):
            return f"{variables} {name}: {done.returncode} {done.stderr}"
        if list(folder.glob("bare.*")):
            return f"{variables} {name}: files were left"
    alone = {"OMPI_COMM_WORLD_SIZE": "1", "OMPI_COMM_WORLD_RANK": "0"}
    done = subprocess.run(sweep(tool, folder, "bare.csv"), env={**os.environ, **alone}, check=False)
    return None if done.returncode == 0 else "one process under mpirun did not do it"


def main():
    tool, bare = (str(pathlib.Path(name).resolve()) for name in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        whole = whole_sweep(tool, folder)
        problems = [check(tool, folder, whole) for check in
                    (check_goes_on, check_again, check_others, check_lock, check_shards, check_alone, check_tables)]
        problems.append(check_bare(bare, folder, whole))
    for problem in filter(None, problems):
        print(problem)
    return 1 if any(problems) else 0


if __name__ == "__main__":
    sys.exit(main())
