#!/usr/bin/env python3
"""The launch in exported C against the same by hand, in alternation: the ratio of their times.

usage: exported.py TOOL [--runs N] [--cc COMPILER] [--flags=FLAGS]

Both have the tolerance 1e-8. Times are processor times, each the median within its process, and the least of all processes;
the ratio is that of these, beside the quartiles of the ratios of neighbouring processes.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PEERS = HERE / "peers"


def measure(program):
    """Seconds of a launch, and its range; a reference too where the program has one."""
    rows = [line.split("\t") for line in subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines()]
    exact = [float(row[4]) for row in rows if row[1] == "reference"]
    return float(rows[-1][3]), float(rows[-1][4]), exact[0] if exact else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--runs", type=int, default=25)
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("--flags", default="-O3 -march=native -fno-math-errno")
    o = parser.parse_args()
    with tempfile.TemporaryDirectory() as at:
        folder = pathlib.Path(at)
        subprocess.run([o.tool, "export", "c", HERE / "launch.lgr", "-o", folder], check=True)
        for name in ("launch_exported", "launch_hand"):
            subprocess.run([o.cc, *o.flags.split(), "-D_GNU_SOURCE", f"-I{folder}", f"-I{PEERS}", f"-I{HERE.parent / 'src'}",
                            PEERS / f"{name}.c", "-o", folder / name, "-lm"], check=True)
        pairs = [(measure(folder / "launch_hand"), measure(folder / "launch_exported")) for _ in range(o.runs)]
    (_, by_hand, exact), (_, exported, _) = pairs[0]
    ratios = sorted(b[0] / a[0] for a, b in pairs)
    hand_time, exported_time = (min(pair[k][0] for pair in pairs) for k in (0, 1))
    print(f"{o.cc} {o.flags}: by hand {hand_time * 1e6:.1f} us (error {abs(by_hand / exact - 1):.0e}), "
          f"exported {exported_time * 1e6:.1f} us ({abs(exported / exact - 1):.0e}), "
          f"ratio {exported_time / hand_time:.2f} ({ratios[len(ratios) // 4]:.2f} to {ratios[3 * len(ratios) // 4]:.2f})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
