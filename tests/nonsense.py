#!/usr/bin/env python3
"""Numbers that no machine has are refused by the components of the library, whose results would be wrong without a word:
filters with negative time constants, gears without a radius, springs that push the wrong way.

usage: nonsense.py TOOL
"""
import pathlib
import subprocess
import sys
import tempfile

SECONDS = 30
TURN = "coord a = 0 rad, b = 0 rad, c = 0 rad\nkinetic E = 1/2*(1 kg m^2)*(a'^2 + b'^2 + c'^2)\ngeneralized M: a = 1 N m\n"
SLIDE = "coord x = 0 m, y = 0 m\ninitial x' = 1 m/s\nkinetic E = 1/2*(1 kg)*(x'^2 + y'^2)\n"
BALL = """orientation p = [1, 0, 0, 0]
frame B = quaternion(p), W = B*rotation(x, 80 deg)
coord x = 0 m, y = 0 m
body ball: mass 1 kg, inertia (1 kg m^2)*[1, 1, 1], at [x, y, 1 m], frame B
"""
# file, model, call, and values: one that is taken, and those that are not.
CASES = [
    ("drives", TURN, "dc_motor(a, 12 V, {}, 1 mH, 0.1 N m/A)", "0 ohm", ["-1 ohm"]),
    ("drives", TURN, "dc_motor(a, 12 V, 1 ohm, {}, 0.1 N m/A)", "1 mH", ["0 H", "-1 mH"]),
    ("drives", TURN, "low_pass(a, {}, 0 rad)", "0.1 s", ["0 s", "-0.1 s"]),
    ("drives", TURN, "derivative(a, {}, 0 rad)", "0.1 s", ["0 s", "-0.1 s"]),
    ("drives", TURN, "pid(1 - a, 1 N m, 1 N m/s, 1 N m s, {})", "0 N m", ["-3 N m"]),
    ("drives", TURN, "sampled_pid(1 - a, 1 N m, 1 N m/s, 1 N m s, {}, 10 ms)", "0 N m", ["-3 N m"]),
    ("drives", TURN, "ptp({}, 1 s^-2)", "1 Hz", ["0 Hz", "-1 Hz"]),
    ("drives", TURN, "ptp(1 Hz, {})", "1 s^-2", ["0 s^-2", "-1 s^-2"]),
    ("gears", TURN, "gear_pair(a, b, {}, 1 m)", "-1 m", ["0 m"]),
    ("gears", TURN, "gear_pair(a, b, 1 m, {})", "-1 m", ["0 m"]),
    ("gears", TURN, "lossy_gear(a, b, {}, 0.9)", "-2", ["0"]),
    ("gears", TURN, "lossy_gear(a, b, 2, {})", "0", ["-0.5", "-1", "1.3"]),
    ("gears", TURN, "lossy_gear(a, b, 2, {})", "1", ["-0.001", "1.001"]),
    ("gears", TURN, "planetary(a, b, c, {}, 3 m)", "1 m", ["0 m", "-1 m", "3 m"]),
    ("gears", TURN, "planetary(a, b, c, 1 m, {})", "1.1 m", ["1 m", "0.5 m", "-3 m"]),
    ("gears", TURN, "belt(a, b, {}, 1 m)", "-1 m", ["0 m"]),
    ("gears", TURN, "belt(a, b, 1 m, {})", "-1 m", ["0 m"]),
    ("machines", SLIDE, "link([x, y], 0 rad, 1 kg, {})", "1 m", ["0 m", "-1 m"]),
    ("machines", SLIDE, "pendulum([x, y], 1 kg, {}, 0 rad)", "1 m", ["0 m", "-1 m"]),
    ("machines", BALL, "rolling_ball(ball, {})", "1 m", ["0 m", "-1 m"]),
    ("machines", BALL, "rolling_wheel(ball, W, {})", "1 m", ["0 m", "-1 m"]),
    ("machines", "", "quarter_car(0 m, {}, 40 kg, 20 kN/m, 200 kN/m, 1 kN s/m, 9.81 m/s^2)", "1 kg", ["0 kg", "-1 kg"]),
    ("machines", "", "quarter_car(0 m, 300 kg, {}, 20 kN/m, 200 kN/m, 1 kN s/m, 9.81 m/s^2)", "40 kg", ["0 kg", "-1 kg"]),
    ("machines", "", "quarter_car(0 m, 300 kg, 40 kg, {}, 200 kN/m, 1 kN s/m, 9.81 m/s^2)", "1 N/m", ["0 N/m", "-1 N/m"]),
    ("machines", "", "quarter_car(0 m, 300 kg, 40 kg, 20 kN/m, {}, 1 kN s/m, 9.81 m/s^2)", "1 kN/m", ["0 N/m", "-1 N/m"]),
    ("machines", "", "quarter_car(0 m, 300 kg, 40 kg, 20 kN/m, 200 kN/m, {}, 9.81 m/s^2)", "0 N s/m", ["-1 N s/m"]),
    ("ropes", SLIDE, "tackle(x, y, {})", "4", ["0", "-4"]),
    ("stops", SLIDE, "elastic_stop(x, 1 m, {}, 0 N s/m)", "1 N/m", ["0 N/m", "-1 N/m"]),
    ("stops", SLIDE, "elastic_stop(x, 1 m, 1 N/m, {})", "0 N s/m", ["-1 N s/m"]),
    ("stops", SLIDE, "elastic_backlash(x, y, {}, 1 N/m)", "0 m", ["-1 mm"]),
    ("stops", SLIDE, "elastic_backlash(x, y, 1 mm, {})", "1 N/m", ["0 N/m", "-1 N/m"]),
    ("stops", SLIDE, "elastic_backlash(x, y, 1 mm, 1 N/m, {})", "0 N s/m", ["-1 N s/m"]),
]


def errors_of(tool, path, file, model, call):
    path.write_text(f'model m "m"\ninclude <{file}>\n{model}part tried = {call}\nsimulate until 10 ms\n', encoding="utf-8")
    done = subprocess.run([tool, "run", "--quiet", path], capture_output=True, text=True, timeout=SECONDS, check=False)
    return done.stderr if done.returncode else ""


def main():
    tool, failures = sys.argv[1], 0
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "m.lgr"
        for file, model, call, good, bad in CASES:
            said = errors_of(tool, path, file, model, call.format(good))
            if said:
                print(f"FAIL {call.format(good)}: {said}")
                failures += 1
            for value in bad:
                said = errors_of(tool, path, file, model, call.format(value))
                if not said.startswith("error[E0425]") or "in part 'tried' at" not in said:
                    print(f"FAIL {call.format(value)} is taken, or refused by other words: {said}")
                    failures += 1
    print(f"{len(CASES)} arguments, {failures} problems")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
