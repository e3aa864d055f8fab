#!/usr/bin/env python3
"""What digits cost: the time of a run again and its error, by dop853 and by taylor, at one tolerance after the other.

usage: bench/precision.py FOLDER [--plot FOLDER] [--quick] [NAME...]
FOLDER is where bench_precision is. NAME picks motions by their beginning; --plot writes one svg for each; --quick runs each once at one
tolerance, to see that all of it works. Errors are those of the first report, in parts of what it is at most in the motion where EXACT
knows that, else of itself as taylor has it at a tolerance of 1e-16. docs/benchmarks.md says what the motions are, and where the times
of heyoka are from, beside which those of taylor are set at last.
"""
import pathlib
import subprocess
import sys
import tempfile

import plot

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = HERE.parent / "examples"
METHODS = ("dop853", "taylor")
TOLERANCES = ("1e-5", "1e-6", "1e-7", "1e-8", "1e-9", "1e-10", "1e-11", "1e-12", "1e-13", "1e-14", "1e-15", "1e-16")
# Milliseconds of heyoka 7.2.1 (LLVM 19) for one motion, at errors of the same results, without what it takes to compile (32 to
# 44 ms, 225 to 590, 406 to 670, 4.3 to 13 s): measured beside Lagrangia on a processor of the kind that docs/benchmarks.md names (Zen 4).
HEYOKA = {
    "pendulum": ((1.5e-10, 0.176), (1e-13, 0.219)),
    "double pendulum": ((2e-9, 1.658), (6e-12, 2.308), (4e-14, 3.884)),
    "flight": ((5e-10, 0.209), (2e-13, 0.290)),
    "outer solar system": ((3.5e-8, 0.530), (6e-11, 0.924), (2e-13, 1.307)),
}
# Ends of the motions and the greatest that the number is on the way, by bench/peers/exact.c with 33 digits.
EXACT = {
    "pendulum": (-0.0140630048049844740981285, 1),
    "double pendulum": (0.083955417787752376, 0.708),
    "flight": (-33.0899119917600540085481, 33.1),
    "outer solar system": (-5.22291263382384349968116, 5.44),
}
SMALLEST = "1e-16"  # tolerance
LEAST = 1e-16  # an error that a picture shows

DOUBLE = """model double
coord a = 0.5, b = -0.3
gravity 9.81
let p = [sin(a), -cos(a)]
particle A: mass 1 at p
particle B: mass 1 at p + [sin(b), -cos(b)]
report r = final(b)
simulate until 100
"""

# The sun with the inner planets, Jupiter, Saturn, Uranus, Neptune and Pluto on September 5, 1994 (Hairer, Lubich and Wanner: Geometric
# Numerical Integration, section I.2): masses in suns, places in astronomical units, velocities a day.
BODIES = (
    ("1.00000597682", (-4.06428567034226e-3, -6.08813756435987e-3, -1.66162304225834e-6),
     (6.69048890636161e-6, -6.33922479583593e-6, -3.13202145590767e-9)),
    ("1/1047.355", (3.40546614227466, 3.62978190075864, 3.42386261766577e-2),
     (-5.59797969310664e-3, 5.51815399480116e-3, -2.66711392865591e-6)),
    ("1/3501.6", (6.60801554403466, 6.38084674585064, -1.36145963724542e-1),
     (-4.17354020307064e-3, 3.99723751748116e-3, 1.67206320571441e-5)),
    ("1/22869", (11.1636331405597, 16.0373479057256, 3.61783279369958e-1),
     (-3.25884806151064e-3, 2.06438412905916e-3, -2.17699042180559e-5)),
    ("1/19314", (-30.1777243405203, 1.91155314998064, -1.53887595621042e-1),
     (-2.17471785045538e-4, -3.11361111025884e-3, 3.58344705491441e-5)),
    ("7.4074074e-9", (-21.3858977531573, 32.0719104739886, 2.49245689556096),
     (-1.76936577252484e-3, -2.06720938381724e-3, 6.58091931493844e-4)),
)


def outer():
    text = "param G = 0.01720209895^2*365^2\n"
    for i, (mass, place, velocity) in enumerate(BODIES):
        text += f"param m{i} = {mass}\n"
        for axis, x, v in zip("xyz", place, velocity):
            text += f"coord {axis}{i} = {x!r}\ninitial {axis}{i}' = {v!r}*365\n"
        text += f"particle p{i}: mass m{i} at [x{i}, y{i}, z{i}]\n"
    for i in range(len(BODIES)):
        for j in range(i):
            text += f"potential V{i}_{j} = -G*m{i}*m{j}/norm(p{i} - p{j})\n"
    return text + "report r = final(x1)\nsimulate until 100\n"


PENDULUM = """model pendulum
coord x = 1
gravity 9.81
particle b: mass 1 at [sin(x), -cos(x)]
report r = final(x)
simulate until 100
"""


def flight():
    """The machine of the launch without ground and release."""
    lines = (HERE/"launch.lgr").read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not line.startswith(("contact", "event", "report", "simulate"))]
    return "\n".join(kept + ["report r = final(c)", "simulate until 5", ""])


def example(name, report):
    """Without what it expects, which would be computed too."""
    lines = (EXAMPLES/name).read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not line.startswith(("expect", "for i in 2..N { expect", "output"))]
    return "\n".join(kept + [f"report r = {report}", ""])


MOTIONS = {
    "pendulum": lambda: PENDULUM,
    "flight": flight,
    "launch": lambda: (HERE/"launch.lgr").read_text(encoding="utf-8"),
    "double pendulum": lambda: DOUBLE,
    "outer solar system": outer,
    "four-bar": lambda: (HERE/"fourbar.lgr").read_text(encoding="utf-8"),
    "Andrews": lambda: example("linkage/andrews.lgr", "final(beta)"),
    "chain": lambda: example("chain/chain.lgr", "final(theta[8])"),
}


def run(program, path, method, tolerances, quick):
    """Seconds and value by tolerance."""
    words = [program, path, method, *tolerances] + ["--quick"]*quick
    out = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=True).stdout
    rows = (line.split("\t") for line in out.splitlines())
    return {tolerance: (float(seconds), float(value)) for tolerance, _, _, seconds, value in rows}


def measure(program, scratch, name, quick):
    path = scratch/"motion.lgr"
    path.write_text(MOTIONS[name](), encoding="utf-8")
    end = EXACT[name][0] if name in EXACT else run(program, path, "taylor", [SMALLEST], True).popitem()[1][1]
    size = EXACT[name][1] if name in EXACT else abs(end)
    series = {}
    for method in METHODS:
        for tolerance, (seconds, value) in run(program, path, method, TOLERANCES[4:5] if quick else TOLERANCES, quick).items():
            error = abs(value - end)/size
            print(f"{name:20} {method:8} {tolerance:6} {error:9.1e} {seconds*1e3:10.4f} ms", flush=True)
            if not error < 1e-3:
                if quick or error != error:
                    sys.exit(f"{name} by {method} at {tolerance}: {value}, not {end}")
                continue
            series.setdefault(method, []).append((max(error, LEAST), seconds*1e3))
    return series


def time_at(points, error):
    """At the greatest tolerance from which on no error is greater; None: it is not reached. From the greatest tolerance on."""
    time = None
    for reached, milliseconds in reversed(points):
        if reached > error:
            break
        time = milliseconds
    return time


def compare(name, points):
    for error, theirs in HEYOKA.get(name, ()):
        ours = time_at(points, error)
        text = f"{ours:8.3f} ms: {ours/theirs:.2f}" if ours else "not reached"
        print(f"{name:20} at {error:7.1e}: heyoka {theirs:8.3f} ms, taylor {text}", flush=True)


def main():
    words = sys.argv[1:]
    quick = "--quick" in words
    words = [word for word in words if word != "--quick"]
    folder = None
    if "--plot" in words:
        at = words.index("--plot")
        folder = pathlib.Path(words[at + 1])
        folder.mkdir(parents=True, exist_ok=True)
        del words[at:at + 2]
    if not words:
        sys.exit(__doc__)
    program, names = pathlib.Path(words[0])/"bench_precision", words[1:]
    with tempfile.TemporaryDirectory() as scratch:
        for name in MOTIONS:
            if names and not any(name.startswith(begin) for begin in names):
                continue
            series = measure(program, pathlib.Path(scratch), name, quick)
            compare(name, series.get("taylor", []))
            if folder:
                points = {method: sorted(row) for method, row in series.items()}
                (folder/(name.replace(" ", "-") + ".svg")).write_text(plot.picture(name, points, 1e-4, "relative error"), encoding="utf-8")


if __name__ == "__main__":
    main()
