#!/usr/bin/env python3
"""Two processes under mpirun write the file of one: the same bytes, also after they were killed. Skipped without mpirun.

usage: sweep_mpi.py TOOL
"""
import fcntl
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from sweep import MODEL, rows, sweep, whole_sweep

SKIPPED = 77
# Allowed to run as root and on a machine with one processor; within containers.
OPEN_MPI = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1",
            "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe", "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
            "OMPI_MCA_hwloc_base_binding_policy": "none"}
# What MPI itself leaves behind is no leak of ours.
ENVIRONMENT = {**os.environ, **OPEN_MPI, "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"}


def together(command, **settings):
    return subprocess.run(["mpirun", "-np", "2", *command], env=ENVIRONMENT, capture_output=True, text=True, check=False,
                          timeout=120, **settings)


def check_same(tool, folder, whole):
    for name, more in (("one.csv", ["--threads", "1"]), ("more.csv", ["--threads", "3"]), ("chosen.csv", [])):
        done = together(sweep(tool, folder, name, *more))
        if done.returncode != 0:
            return f"ended with {done.returncode}: {done.stderr}"
        if (folder / name).read_bytes() != whole:
            return "two processes write other rows than one"
        if (folder / f"{name}.part").exists():
            return "the part was left"
    alone = subprocess.run(sweep(tool, folder, "more.csv"), capture_output=True, text=True, check=False)
    return None if "complete already" in alone.stderr else "one process does not know what two have done"


def check_output(tool, folder, _):
    """Rows on stdout, and the summary, come once."""
    for more in (["--quiet", "-o", "-"], []):
        command = [tool, "sweep", str(folder / "m.lgr"), "--vary", "l=1..2:150", *more]
        alone = subprocess.run(command, capture_output=True, text=True, check=True)
        both = together(command)
        if both.returncode != 0 or both.stdout != alone.stdout:
            return f"{both.returncode} {both.stdout[:500]}{both.stderr}"
    return None


def check_shards(tool, folder, _):
    subprocess.run(sweep(tool, folder, "part.csv", "--shard", "2/3"), check=True)
    done = together(sweep(tool, folder, "parts.csv", "--shard", "2/3"))
    same = done.returncode == 0 and (folder / "part.csv").read_bytes() == (folder / "parts.csv").read_bytes()
    return None if same else f"a shard of two processes is not that of one: {done.stderr}"


def processes_of(parent):
    """The ids of the processes that a process has started."""
    found = []
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            found.append(int(stat.parent.name))
    return found


def is_leader(process):
    try:
        return b"OMPI_COMM_WORLD_RANK=0" in pathlib.Path(f"/proc/{process}/environ").read_bytes().split(b"\0")
    except OSError:
        return False


def chosen(whom, mpirun):
    started = processes_of(mpirun)
    return {"mpirun": [mpirun], "all": started, "leader": list(filter(is_leader, started)),
            "other": [one for one in started if not is_leader(one)]}[whom]


def kill_within(command, part, number, whom):
    """Runs the command until its file has grown, then sends a signal to mpirun, or to processes that it started."""
    before = rows(part)
    with subprocess.Popen(["mpirun", "-np", "2", *command], env=ENVIRONMENT, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE) as process:
        while process.poll() is None and rows(part) <= before + 1:
            time.sleep(0.002)
        for one in chosen(whom, process.pid):
            try:
                os.kill(one, number)
            except ProcessLookupError:
                pass
        return process.communicate(timeout=60)[1].decode(errors="replace"), process.returncode


def check_goes_on(tool, folder, _):
    """Killed in all ways and continued by two processes, at last by one."""
    (folder / "long").mkdir()
    whole, path = whole_sweep(tool, folder / "long"), folder / "long" / "killed.csv"
    command, part = sweep(tool, folder / "long", path.name), folder / "long" / "killed.csv.part"
    kills = 0
    for number, whom in ((signal.SIGINT, "leader"), (signal.SIGKILL, "all"), (signal.SIGKILL, "leader"),
                         (signal.SIGKILL, "other"), (signal.SIGINT, "mpirun")):
        said, status = kill_within(command, part, number, whom)
        if path.exists():
            break  # a fast machine was done before
        kills += 1
        if status == 0 or (whom == "leader" and number == signal.SIGINT and (status != 130 or "resumes" not in said)):
            return f"{whom} got signal {number}: {status} {said}"
        with part.open("ab") as f:
            fcntl.lockf(f, fcntl.LOCK_EX)  # the leader may outlive mpirun by a moment
            f.write(b"77,0.5")  # a row that was cut off
    if kills == 0:
        return "it was never killed"
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0 or part.exists():
        return f"did not go on: {done.returncode} {done.stderr}"
    return None if path.read_bytes() == whole else "the rows are not those of a whole sweep"


def check_refusals(tool, folder, _):
    done = together([tool, "sweep", "-", "--vary", "l=1..2:3"], input=MODEL)
    if done.returncode != 2 or done.stderr.count("standard input") != 1:
        return f"a model from standard input: {done.returncode} {done.stderr}"
    done = together(sweep(tool, folder, "rows.csv", "--vary", "nothing=1..2:3"))
    if done.returncode != 2 or done.stderr.count("no parameter 'nothing'") != 1:
        return f"an unknown parameter: {done.returncode} {done.stderr}"
    strangers = {**ENVIRONMENT, "MV2_COMM_WORLD_SIZE": "2", "MV2_COMM_WORLD_RANK": "0"}
    done = subprocess.run(sweep(tool, folder, "rows.csv"), env=strangers, capture_output=True, text=True, check=False)
    if done.returncode != 2 or "do not see each other" not in done.stderr:
        return f"processes that do not see each other: {done.returncode} {done.stderr}"
    if list(folder.glob("rows.csv*")):
        return "files were left"
    different = 'exec "$0" "$@" --until $((20 + ${OMPI_COMM_WORLD_RANK:-$PMI_RANK}))'
    done = together(["sh", "-c", different, *sweep(tool, folder, "mixed.csv")])
    if done.returncode == 0 or "do not agree on the sweep" not in done.stderr:
        return f"processes with other options: {done.returncode} {done.stderr}"
    return None


def main():
    tool = str(pathlib.Path(sys.argv[1]).resolve())
    version = subprocess.run([tool, "--version"], capture_output=True, text=True, check=True).stdout
    if "MPI: yes" not in version or not shutil.which("mpirun"):
        print("skipped: " + ("mpirun is not found" if "MPI: yes" in version else "this build has no MPI"))
        return SKIPPED
    if together(["true"]).returncode != 0:
        print("skipped: mpirun starts nothing here\n" + together(["true"]).stderr)
        return SKIPPED
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "m.lgr").write_text(MODEL, encoding="utf-8")
        subprocess.run(sweep(tool, folder, "whole.csv", "--threads", "1"), check=True)
        whole = (folder / "whole.csv").read_bytes()
        checks = (check_same, check_output, check_shards, check_goes_on, check_refusals)
        problems = [check(tool, folder, whole) for check in checks]
    for problem in filter(None, problems):
        print(problem)
    return 1 if any(problems) else 0


if __name__ == "__main__":
    sys.exit(main())
