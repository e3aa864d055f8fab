#!/usr/bin/env python3
"""What commands cost as machines grow: processor time and greatest memory of the tool, one row for each size.

usage: bench/growth.py TOOL [--plot FOLDER] [--quick] [NAME...]
NAME picks families by their beginning; --plot writes one svg for each with both axes logarithmic; --quick runs each once for four, to see
that all of it works. Times are the least of several runs, in processor time, so that other work on the machine matters little.
docs/benchmarks.md says what the families are.
"""
import math
import os
import pathlib
import sys
import tempfile

import plot

LIMIT = 60  # seconds of one run; greater sizes are left out then
SHORT = 1   # what takes less is repeated
REPEATS = 5
FEW = 4


def balls(n):
    """Elastic discs in a box: nearly every impact is between two that have not met before."""
    side = math.isqrt(n - 1) + 1
    return f"""param N = {n}, R = 0.25, W = {side}, v = 2
for i in 1..N {{
  coord x[i] = mod(i - 1, W) + 0.5 + 0.1*sin(7*i), y[i] = floor((i - 1)/W) + 0.5 + 0.1*cos(11*i)
  let P[i] = [x[i], y[i]]
  particle b[i]: mass 1 at P[i]
  initial x[i]' = v*sin(5*i), y[i]' = v*cos(5*i)
  contact left[i]: x[i] >= R, restitution 1
  contact right[i]: W - x[i] >= R, restitution 1
  contact low[i]: y[i] >= R, restitution 1
  contact high[i]: W - y[i] >= R, restitution 1
}}
for i in 1..N {{ for j in i+1..N {{ contact c[i*N + j]: norm(P[j] - P[i]) >= 2*R, restitution 1 }} }}
simulate until 3
expect final(sum(i in 1..N: x[i]'^2 + y[i]'^2)) = N*v^2 within 1e-6
"""


def events(n):
    return f"""coord x = 0
initial x' = 1
kinetic T = x'^2/2
for i in 1..{n} {{ event e[i] when x > 0.9/{n}*i {{ set x' = x' + 1e-9 }} }}
simulate until 1
"""


def maxima(n):
    return f"""coord x = 1
kinetic T = x'^2/2
potential V = x^2/2
for i in 1..{n} {{ report r[i] = maximum(sin((100 + i)*t)*x) }}
simulate until 20
"""


def chain(n, coordinates, end=""):
    return f"""param N = {n}
gravity 9.81
let P[0] = [0, 0]
{coordinates}
for i in 1..N {{ rod r[i]: mass 1, from P[i-1] to P[i] }}
{end}
simulate until 0.1
"""


def absolute(n):
    return chain(n, "for i in 1..N { coord q[i] = 0.1\n let P[i] = P[i-1] + dir(q[i]) }")


def relative(n):
    return chain(n, "let a[0] = 0.1\nfor i in 1..N { coord q[i] = 0\n let a[i] = a[i-1] + q[i]\n"
                    " let P[i] = P[i-1] + dir(a[i]) }")


def places(n):
    return chain(n, "for i in 1..N { coord x[i] = i*cos(0.1), y[i] = i*sin(0.1)\n let P[i] = [x[i], y[i]]\n"
                    " constraint c[i]: norm(P[i] - P[i-1]) = 1 }")


def ring(n):
    return chain(n, "for i in 1..N { coord q[i] = 2*pi*i/N\n let P[i] = P[i-1] + dir(q[i]) }",
                 "constraint closed: P[N] = [0, 0]")


def hung(n):
    """Links between two points in places, from a parabola: the start has to be found."""
    return f"""param N = {n}, a = max(0.1, 2/N)
gravity 9.81
let p[0] = [0, 0], p[N] = [1.2, 0.3]
for i in 1..N-1 {{
  coord x[i] ~ 1.2*i/N, y[i] ~ 0.3*i/N - 3*i*(N - i)/N^2
  let p[i] = [x[i], y[i]]
  particle joint[i]: mass a at p[i]
}}
for i in 1..N {{ constraint link[i]: norm(p[i] - p[i-1]) = a }}
simulate until 0.1
"""


def truss(n):
    """Masses on rods that make triangles, free to swing about one end."""
    return f"""param n = {n}
gravity 9.81
for i in 0..n {{
  coord x[i] = i, y[i] = 0, u[i] = i + 0.5, w[i] = 1
  let A[i] = [x[i], y[i]], B[i] = [u[i], w[i]]
  particle a[i]: mass 1 at A[i]
  particle b[i]: mass 1 at B[i]
  constraint d[i]: norm(B[i] - A[i]) = sqrt(1.25)
}}
for i in 1..n {{
  constraint e[i]: norm(A[i] - B[i-1]) = sqrt(1.25)
  constraint f[i]: norm(A[i] - A[i-1]) = 1
  constraint g[i]: norm(B[i] - B[i-1]) = 1
}}
constraint pin: A[0] = [0, 0]
simulate until 0.1
"""


def net(n):
    """n by n masses in space on threads along rows and columns, hung up along one side."""
    return f"""param n = {n}
gravity 9.81
for j in 1..n {{ let P[j] = [j, 0, 0] }}
for k in n+1..n*n+n {{
  let i[k] = floor((k - 1)/n), j[k] = k - n*i[k]
  coord x[k] = j[k], y[k] = 0.1*i[k], z[k] = i[k]*sqrt(0.99)
  let P[k] = [x[k], y[k], z[k]]
  particle b[k]: mass 1 at P[k]
  constraint down[k]: norm(P[k] - P[k-n]) = 1
}}
for i in 1..n {{ for j in 2..n {{ constraint across[i*n + j]: norm(P[i*n + j] - P[i*n + j - 1]) = 1 }} }}
simulate until 0.1
"""


# What is plotted and printed: the work, the model, the commands, the sizes.
FAMILIES = [
    ("balls in a box", balls, ("run",), (4, 8, 16, 32, 64)),
    ("events within one step", events, ("run",), (50, 100, 200, 400, 800)),
    ("maxima of quick signals", maxima, ("run",), (30, 60, 125, 250, 500)),
    ("rods in absolute angles", absolute, ("run", "check", "analyze"), (50, 100, 200, 500, 1000)),
    ("rods in relative angles", relative, ("run", "check"), (50, 100, 200, 500, 1000)),
    ("rods in places and lengths", places, ("run",), (25, 50, 100, 200, 400, 1000)),
    ("a ring of rods", ring, ("run",), (25, 50, 100, 200, 1000)),
    ("a chain hung at its ends", hung, ("run", "check"), (25, 50, 100, 200, 500)),
    ("bays of a truss", truss, ("run",), (10, 20, 40, 80, 160, 320)),
    ("rows of a net", net, ("run",), (4, 6, 8, 10, 14)),
    ("accelerations written out", absolute, ("derive --form explicit",), (5, 10, 20)),
]


def once(command):
    """Seconds of processor time, MiB, and whether it ended as it should."""
    child = os.fork()
    if child == 0:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        os.execv(command[0], command)
    _, status, used = os.wait4(child, 0)
    return used.ru_utime + used.ru_stime, used.ru_maxrss/1024, status == 0


def measure(command, quick):
    """The least of several; None where the command fails."""
    best = None
    for _ in range(1 if quick else REPEATS):
        seconds, memory, ended = once(command)
        if not ended:
            return None
        best = min(best or (seconds, memory), (seconds, memory))
        if seconds > SHORT:
            break
    return best


def measure_family(tool, scratch, family, quick):
    name, text, commands, sizes = family
    rows = {}
    for words in commands:
        for n in (FEW,) if quick else sizes:
            path = scratch/f"{text.__name__}.lgr"
            path.write_text(text(n), encoding="utf-8")
            found = measure([tool, *words.split(), str(path)], quick)
            print(f"{name:28} {words:24} {n:6} " +
                  (f"{found[0]*1e3:9.1f} ms {found[1]:8.1f} MiB" if found else "   refused"), flush=True)
            rows.setdefault(words, []).append((n, found))
            if not found or found[0] > LIMIT:
                break
    return rows


def svg(name, rows):
    points = {words: [(n, found[0]*1e3) for n, found in row if found] for words, row in rows.items()}
    return plot.picture(name, points)


def main():
    words = sys.argv[1:]
    quick = "--quick" in words
    folder = None
    if "--plot" in words:
        at = words.index("--plot")
        folder = pathlib.Path(words[at + 1])
        folder.mkdir(parents=True, exist_ok=True)
        del words[at:at + 2]
    words = [word for word in words if word != "--quick"]
    if not words:
        sys.exit(__doc__)
    tool, names = str(pathlib.Path(words[0]).resolve()), words[1:]
    failed = False
    with tempfile.TemporaryDirectory() as scratch:
        for family in FAMILIES:
            if names and not any(family[0].startswith(name) for name in names):
                continue
            rows = measure_family(tool, pathlib.Path(scratch), family, quick)
            failed |= any(found is None for row in rows.values() for _, found in row[:1])
            if folder and any(found for row in rows.values() for _, found in row):
                (folder/(family[0].replace(" ", "-") + ".svg")).write_text(svg(family[0], rows), encoding="utf-8")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
