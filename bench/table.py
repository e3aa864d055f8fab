#!/usr/bin/env python3
"""One table: this project beside the peers that are installed and beside hand-written C, on the same work in the same run.

usage: bench/table.py TOOL FOLDER [--markdown] [--quick]
TOOL is the command-line tool, FOLDER where bench_chain, bench_lanes and bench_run are. --markdown prints tables for a README; --quick runs
this project alone, once, to see that all of it works. docs/benchmarks.md says what is measured and how.
"""
import csv
import json
import os
import pathlib
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
PEERS = HERE / "peers"
OURS, HAND, REFERENCE = "Lagrangia", "hand-written C", "reference"
LIMIT = 100  # seconds for each peer
SIZES = (2, 5, 10, 20, 50, 100, 200)
SWEPT = {"Ls": "3.2..3.8", "Lc": "0.7..1.3", "M": "800..1300"}

NATIVE = ["-O3", "-march=native", "-fno-math-errno"]
# Name, Debian's package, source in peers/, flags of the compiler, libraries; the C++ libraries are built for any processor
# and must be used so.
PROGRAMS = [
    (HAND, None, "chain_hand.c", NATIVE, ""),
    (HAND, None, "fourbar_hand.c", NATIVE, ""),
    (HAND, None, "launch_hand.c", NATIVE, ""),
    (HAND, None, "launch_lanes.c", NATIVE, ""),
    (HAND, None, "launch_lanes.c", ["-O3", "-mavx2", "-mfma", "-fno-math-errno", '-DVECTORS=", AVX2"'], ""),
    ("SUNDIALS", "libsundials-dev", "sundials.c", NATIVE,
     "sundials_cvode sundials_arkode sundials_ida sundials_nvecserial sundials_sunmatrixdense sundials_sunlinsoldense"
     " sundials_sunnonlinsolfixedpoint"),
    ("Simbody", "libsimbody-dev", "simbody.cpp", ["-O2", "-I/usr/include/simbody"], "SimTKsimbody SimTKmath SimTKcommon"),
    ("MuJoCo", "libmujoco-dev", "mujoco.c", ["-O2"], "mujoco"),
    ("DART", "libdart-dev", "dart.cpp", ["-O2", "-I/usr/include/eigen3"], "dart fcl assimp"),
    ("Bullet", "libbullet-dev", "bullet.cpp", ["-O2", "-DBT_USE_DOUBLE_PRECISION", "-I/usr/include/bullet"],
     "BulletDynamics-float64 BulletCollision-float64 LinearMath-float64"),
    ("Orocos KDL", "liborocos-kdl-dev", "kdl.cpp", ["-O2", "-I/usr/include/eigen3"], "orocos-kdl"),
    ("ODE", "libode-dev", "ode.c", ["-O2"], "ode"),
    ("GiNaC", "libginac-dev", "ginac.cpp", ["-O2"], "ginac cln"),
]

LEGEND = ["error: the greatest relative one, of the last rod's acceleration, the crank's angle after 10 s, the range",
          f"-: not offered by the peer, not asked of it, or longer than {LIMIT} s"]


class Table:
    """Rows by work, who did it, and column; and what is to be said below them."""

    def __init__(self):
        self.rows, self.notes = {}, []

    def add(self, work, who, column, seconds, value):
        self.rows.setdefault(work, {}).setdefault(who, {})[column] = (seconds, value)

    def read(self, text, name):
        """Rows as the programs print them; those of hand-written C and the references bring their own names."""
        for line in text.splitlines():
            fields = line.strip().split("\t")
            if len(fields) == 5:
                work, who, column, seconds, value = fields
                if name and name != HAND:
                    who = f"{name}: {who.strip()}"
                self.add(work, who, int(column), float(seconds), float(value))

    def error(self, work, who):
        """The greatest relative one of all columns; None where there is nothing to compare."""
        exact = self.rows[work].get(REFERENCE, {})
        errors = [abs(value / exact[column][1] - 1) for column, (_, value) in self.rows[work][who].items()
                  if column in exact and value == value]
        return max(errors, default=None)


# What this project does itself.

def run_tool(tool, model):
    begin = time.perf_counter()
    text = subprocess.run([tool, "run", HERE / model, "--tolerance", "1e-8", "--json"], capture_output=True, text=True,
                          check=True, timeout=LIMIT).stdout
    return time.perf_counter() - begin, next(iter(json.loads(text)["report"].values()))


def time_tool(table, tool, work, model, repeats):
    runs = [run_tool(tool, model) for _ in range(repeats)]
    table.add(work, f"{OURS}: whole process, text to result", 0, statistics.median(run[0] for run in runs), runs[0][1])


def read_ours(table, command):
    """Rows of a program that uses the library."""
    for line in subprocess.run(command, capture_output=True, text=True, check=True, timeout=LIMIT).stdout.splitlines():
        work, who, column, seconds, value = line.split("\t")
        table.add(work, who if who.startswith(" ") else f"{OURS}: {who}", int(column), float(seconds), float(value))


def time_runs(table, bench_run, work, model, repeats):
    """Medians of processes: what is done for the first time is done once in each."""
    several = [Table() for _ in range(repeats)]
    for one in several:
        read_ours(one, [bench_run, work, HERE / model] + ["--quick"]*(repeats == 1))
    for who, row in several[0].rows[work].items():
        table.add(work, who, 0, statistics.median(one.rows[work][who][0][0] for one in several), row[0][1])


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def time_sweep(table, tool, scratch, samples):
    """A sweep by one thread; its designs are left in a file for the hand-written programs."""
    rows = scratch / "sweep.csv"
    command = [tool, "sweep", HERE / "launch.lgr", "--sample", "sobol", "--samples", str(samples), "--threads", "1",
               "--tolerance", "1e-8", "--quiet", "-o", rows]
    for name, bounds in SWEPT.items():
        command += ["--vary", f"{name}={bounds}"]
    begin = processor_seconds()
    subprocess.run(command, check=True, timeout=LIMIT)
    seconds = (processor_seconds() - begin) / samples
    with open(rows, newline="", encoding="utf-8") as f, open(scratch / "designs", "w", encoding="utf-8") as designs:
        for i, row in enumerate(csv.DictReader(f)):
            print(*(row[name] for name in SWEPT), file=designs)
            table.add("sweep", f"{OURS}: sweep, one thread", i, seconds, float(row["range"]))


def time_exported(table, tool, scratch):
    """The launch as C without this library."""
    subprocess.run([tool, "export", "c", HERE / "launch.lgr", "-o", scratch / "exported"], check=True, timeout=LIMIT)
    program = build("launch_exported.c", [*NATIVE, f"-I{scratch / 'exported'}"], "", scratch)
    if program:
        read_ours(table, [program])
    else:
        table.notes.append("exported C: skipped, launch_exported.c does not build here")


def time_ours(table, tool, folder, scratch, quick):
    read_ours(table, [folder / "bench_chain"] + ["--quick"]*quick)
    for work, model in (("fourbar", "fourbar.lgr"), ("launch", "launch.lgr")):
        time_tool(table, tool, work, model, 1 if quick else 31)
        time_runs(table, folder / "bench_run", work, model, 1 if quick else 15)
    time_exported(table, tool, scratch)
    time_sweep(table, tool, scratch, 20 if quick else 8000)
    if not quick:
        read_ours(table, [folder / "bench_lanes", "--rows"])


# What others do.

def version(package):
    """As Debian calls it, without Debian's own part."""
    if not package or not shutil.which("dpkg-query"):
        return ""
    out = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True)
    return " " + re.sub(r"^\d+:|[-+~].*", "", out.stdout) if out.returncode == 0 else ""


def build(source, flags, libraries, folder):
    """The path of the program, or None. What is newer than everything in peers/ is not built again."""
    program = folder / (source.split(".")[0] + "_avx2" * ("-mavx2" in flags))
    newest = max(path.stat().st_mtime for path in PEERS.iterdir())
    if program.exists() and program.stat().st_mtime > newest:
        return program
    language = [os.environ.get("CC", "cc"), "-std=gnu17"] if source.endswith(".c") else [os.environ.get("CXX", "c++")]
    for choice in ([flags + ["-mprefer-vector-width=512"]] if "-march=native" in flags else []) + [flags]:
        command = [*language, "-w", *choice, "-D_GNU_SOURCE", f"-I{HERE.parent / 'src'}", str(PEERS / source),
                   "-o", str(program), *(f"-l{name}" for name in libraries.split()), "-lm"]
        try:
            if subprocess.run(command, capture_output=True, timeout=LIMIT).returncode == 0:
                return program
        except (OSError, subprocess.TimeoutExpired):
            pass
    return None


def run_peer(table, name, command, scratch):
    """Reads what it has printed, even where it comes to no end."""
    quiet = dict(os.environ, OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")
    with open(scratch / "output", "w+", encoding="utf-8", errors="replace") as out:
        try:
            status = subprocess.run(command, stdout=out, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, env=quiet,
                                    cwd=scratch, timeout=LIMIT).returncode
            if status:
                table.notes.append(f"{name}: ended with status {status}")
        except subprocess.TimeoutExpired:
            table.notes.append(f"{name}: stopped after {LIMIT} s, what is missing takes longer")
        out.seek(0)
        table.read(out.read(), name)


def python_with_sympy():
    for python in dict.fromkeys((sys.executable, "/usr/bin/python3")):
        if os.path.exists(python) and subprocess.run([python, "-c", "import scipy, sympy"],
                                                     capture_output=True).returncode == 0:
            return python
    return None


def run_peers(table, folder, scratch):
    folder.mkdir(parents=True, exist_ok=True)
    for name, package, source, flags, libraries in PROGRAMS:
        program = build(source, flags, libraries, folder)
        if program:
            run_peer(table, name + version(package), [program, scratch / "designs"], scratch)
        else:
            table.notes.append(f"{name}: skipped, {source} does not build here" + f" ({package}?)"*bool(package))
    python = python_with_sympy()
    if python:
        name = f"SymPy{version('python3-sympy')} and SciPy{version('python3-scipy')}"
        run_peer(table, name, [python, "-B", PEERS / "sympy_scipy.py"], scratch)
    else:
        table.notes.append("SymPy, SciPy: skipped, not there (python3-sympy, python3-scipy)")
    if shutil.which("maxima"):
        run_peer(table, "Maxima" + version("maxima"),
                 ["maxima", "--very-quiet", f'--batch-string=load("{PEERS / "maxima.mac"}")$'], scratch)
    else:
        table.notes.append("Maxima: skipped, not there (maxima)")


# The printed form.

def short(number):
    if number is None or number != number:
        return "-"
    return f"{number:.0f}" if number >= 99.95 else f"{number:.3g}"


def exponent(number):
    return "-" if number is None else f"{number:.0e}" if number else "0"


def by_size(table, work, unit):
    sizes = [n for n in SIZES if any(n in row for row in table.rows[work].values())]
    lines = [["", *(f"N = {n}" for n in sizes), "error"]]
    for who, row in table.rows[work].items():
        if who != REFERENCE:
            lines.append([who, *(short(row[n][0]*unit if n in row else None) for n in sizes),
                          exponent(table.error(work, who))])
    return lines


def by_time(table, work, unit, name):
    lines = [["", name, "a second", "times hand", "error"]]
    hand = table.rows[work].get(HAND, {0: (float("nan"), 0)})[0][0]
    for who, row in table.rows[work].items():
        if who != REFERENCE:
            seconds = row[0][0]
            lines.append([who, short(seconds*unit), short(1/seconds), short(seconds/hand), exponent(table.error(work, who))])
    return lines


def print_lines(title, lines, markdown):
    print(f"\n**{title}**\n" if markdown else f"\n{title}")
    width = [max(len(line[k]) for line in lines) for k in range(len(lines[0]))]
    for i, line in enumerate(lines):
        cells = [line[0].ljust(width[0])] + [cell.rjust(w) for cell, w in zip(line[1:], width[1:])]
        print("| " + " | ".join(cells) + " |" if markdown else "  " + "  ".join(cells))
        if markdown and i == 0:
            print("|---" + "|--:"*(len(line) - 1) + "|")


def machine():
    model = "processor unknown"
    try:
        model = re.search(r"model name\s*:\s*(.*)", pathlib.Path("/proc/cpuinfo").read_text())[1]
    except (OSError, TypeError):
        pass
    try:
        out = subprocess.run([os.environ.get("CC", "cc"), "--version"], capture_output=True, text=True).stdout
    except OSError:
        out = ""
    return f"{model}, {os.cpu_count()} cores; {out.splitlines()[0] if out else 'no C compiler'}"


def print_table(table, markdown):
    print(machine())
    for work, title, lines in (
            ("chain", "Chain of N rods: one evaluation of its accelerations, µs", lambda w: by_size(table, w, 1e6)),
            ("derive", "Chain of N rods: from the model to its equations, ms", lambda w: by_size(table, w, 1e3)),
            ("fourbar", "Four-bar linkage for 10 s, tolerance 1e-8", lambda w: by_time(table, w, 1e3, "ms")),
            ("launch", "One launch of a trebuchet, tolerance 1e-8", lambda w: by_time(table, w, 1e6, "µs")),
            ("sweep", "Launches of different trebuchets, for each on one core, tolerance 1e-8",
             lambda w: by_time(table, w, 1e6, "µs"))):
        print_lines(title, lines(work), markdown)
    print()
    for note in LEGEND + table.notes:
        print(f"- {note}" if markdown else f"  {note}")


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    options = set(sys.argv[1:]) - set(words)
    if len(words) != 2 or options - {"--markdown", "--quick"}:
        sys.exit(__doc__)
    tool, programs = (pathlib.Path(word).resolve() for word in words)
    table = Table()
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        time_ours(table, tool, programs, scratch, "--quick" in options)
        if "--quick" not in options:
            run_peers(table, programs / "peers", scratch)
            exact = table.rows["chain"].get(REFERENCE)
            if exact:
                table.rows["derive"][REFERENCE] = exact
        print_table(table, "--markdown" in options)


if __name__ == "__main__":
    main()
