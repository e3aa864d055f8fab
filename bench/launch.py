#!/usr/bin/env python3
"""Times one trebuchet launch, from text to printed result and simulation alone, beside hand-written C where it is there.

usage: bench/launch.py TOOL [RUNS]
Prints the median and the least of RUNS (30) whole processes and of their simulations, for some tolerances. Where
../shared/yardsticks lies beside the project, its hand-written launch is built and run in the same go.
"""
import json, os, statistics, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
YARDSTICKS = os.path.join(HERE, "..", "..", "shared", "yardsticks")


def launch(tool, tolerance, runs):
    whole, alone, steps = [], [], None
    for _ in range(runs):
        t = time.perf_counter()
        out = subprocess.run([tool, "run", os.path.join(HERE, "launch.lgr"), "--tolerance", tolerance, "--json"],
                             capture_output=True, text=True, check=True).stdout
        whole.append(1e3 * (time.perf_counter() - t))
        result = json.loads(out)
        alone.append(1e3 * result["work"]["seconds"])
        steps = result["work"]
    return whole, alone, steps


def yardstick():
    if not os.path.isfile(os.path.join(YARDSTICKS, "treb_scalar.c")):
        print("hand-written C: not beside the project, skipped")
        return
    with tempfile.TemporaryDirectory() as build:
        try:
            table = subprocess.run(["/usr/bin/python3", os.path.join(YARDSTICKS, "gen_dop853.py")], capture_output=True,
                                   text=True, check=True).stdout
        except subprocess.CalledProcessError:
            print("hand-written C: its table needs python3-scipy, skipped")
            return
        with open(os.path.join(build, "dop853_gen.h"), "w") as f:
            f.write(table)
        binary = os.path.join(build, "treb")
        subprocess.run(["gcc", "-w", "-O3", "-march=native", "-I" + build, os.path.join(YARDSTICKS, "treb_scalar.c"),
                        "-o", binary, "-lm"], check=True)
        print("hand-written C, one launch to the release:")
        print("  " + subprocess.run([binary], capture_output=True, text=True).stdout.strip().replace("\n", "\n  "))


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 30
    print("tolerance   whole process ms (median, least)   simulation ms (median, least)   steps   evaluations")
    for tolerance in ("1e-6", "1e-8", "1e-10"):
        whole, alone, work = launch(sys.argv[1], tolerance, runs)
        print(f"{tolerance:>9}   {statistics.median(whole):14.2f} {min(whole):12.2f}   {statistics.median(alone):18.3f} "
              f"{min(alone):10.3f}   {work['steps']:5d}   {work['evaluations']:7d}")
    yardstick()


if __name__ == "__main__":
    main()
