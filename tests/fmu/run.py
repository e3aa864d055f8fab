#!/usr/bin/env python3
"""FMUs against `lagrangia run`: every model is exported, its description checked by the rules of the standard, and its
binary run by model exchange and by co-simulation, through the importer master.c.

usage: run.py TOOL [--all] [--fmi 2|3] [--jobs N] [MODEL...]

Without --all and models those of QUICK, each in one version, and those beside this file. Events, reports and the motion at 20 instants must agree to TOLERANCE, with
an integrator whose tolerance is a tenth of the model's for model exchange. What is refused or known to differ stands
in KNOWN, with the reason. The derivatives that each model gives are compared with differences of
its values by slopes.c; the models of QUICK are also called in wrong ways, in threads, and with kept states, by misuse.c.
"""
import argparse
import bisect
import concurrent.futures
import csv
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
import zipfile
import zlib

import rules

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = ROOT / "examples"
TOLERANCE = 1e-6
ROWS = 20
QUICK = {"trebuchet/hinged": 2, "contact/bouncing-ball": 3, "contact/billiards": 3}
KNOWN = {}


NO_SLOPES = {  # where differences tell nothing
    "linkage/bricard": "beside the motion its constraints contradict each other, and rounding decides which of them count",
}
NO_SLOPES_AT_START = {
    "modelica/FullRobot": "it starts at rest, where three joints are equally near to slipping, and each at a kink",
    "vehicle/abs-split": "its tyres start without slip, and forces of slips below 1e-9 m/s go by their squares",
}


def run_tool(tool, model):
    """The object of --json; None where the model has no run."""
    done = subprocess.run([tool, "run", str(model), "--json"], capture_output=True, text=True, timeout=300)
    expected = json.loads(done.stdout) if done.stdout.strip() else None
    return expected if expected and expected.get("end") and expected["end"].get("t") else None


def rows_of_tool(tool, model, until, at):
    path = at / "rows.csv"
    subprocess.run([tool, "run", str(model), "--every", repr(until / ROWS), "-o", str(path)], capture_output=True, timeout=300)
    with open(path, newline="") as f:
        return list(csv.DictReader(f))


def is_picture(png):
    """A square PNG of three bytes a pixel: checksums, and as many bytes as it says; something is drawn on it that fills a fair part, one way at
    least."""
    at, parts = 8, {}
    while at < len(png):
        length = int.from_bytes(png[at:at + 4], "big")
        kind, data = png[at + 4:at + 8], png[at + 8:at + 8 + length]
        if int.from_bytes(png[at + 8 + length:at + 12 + length], "big") != zlib.crc32(kind + data):
            return False
        parts[kind] = data
        at += 12 + length
    side = int.from_bytes(parts[b"IHDR"][:4], "big")
    pixels = zlib.decompress(parts[b"IDAT"])
    if png[:8] != b"\x89PNG\r\n\x1a\n" or len(pixels) != side * (1 + 3 * side):
        return False
    drawn = [(x, y) for y in range(side) for x in range(side)
             if (at := y * (1 + 3 * side) + 1 + 3 * x) and pixels[at:at + 3] != pixels[1:4]]
    return any(drawn) and max(max(p[k] for p in drawn) - min(p[k] for p in drawn) for k in (0, 1)) > side / 2


def export(tool, model, version, at):
    """The description of the FMU and its binary, or what is wrong."""
    path = at / f"{version}.fmu"
    environment = {"CFLAGS": "-O0 -Wall -Wextra -pedantic -Werror", **os.environ}
    done = subprocess.run([tool, "export", "fmu", str(model), "--fmi", str(version), "-o", str(path)], capture_output=True, text=True,
                          timeout=600, env=environment)
    if done.returncode:
        return None, None, f"export ends with {done.returncode}: {done.stderr.strip()[:300]}"
    folder = at / str(version)
    with zipfile.ZipFile(path) as z:
        if z.testzip():
            return None, None, "the archive is damaged"
        z.extractall(folder)
    xml.parse(folder / "sources" / "buildDescription.xml") if version == 3 else None
    icon = folder / ("terminalsAndIcons/icon.png" if version == 3 else "model.png")
    if icon.exists() and not is_picture(icon.read_bytes()):
        return None, None, "the icon is damaged"
    if not (folder / "documentation" / "index.html").stat().st_size:
        return None, None, "the documentation is empty"
    binaries = list(folder.glob("binaries/*/*"))
    return xml.parse(folder / "modelDescription.xml").getroot(), binaries and binaries[0], None


def plan_of(root, version, tolerance):
    """The plan for the importer and the names of the columns that it prints."""
    variables = rules.variables_of(root)
    experiment = root.find("DefaultExperiment").attrib
    until = float(experiment.get("stopTime", 10))
    rates = [v for v in variables if v.derivative]
    indicators = int(root.get("numberOfEventIndicators")) if version == 2 else len(root.findall("ModelStructure/EventIndicator"))
    lines = [f"token {root.get('guid') or root.get('instantiationToken')}", f"until {until!r}",
             f"tolerance {tolerance or float(experiment['tolerance'])!r}", f"states {len(rates)}", f"indicators {indicators}",
             f"rows {ROWS}"]
    columns = [v for v in variables if v.a["causality"] == "output"]
    lines += [f"row {v.reference}" for v in columns]
    lines += [f"report {v.reference} {v.reference}" for v in columns]
    return "\n".join(lines) + "\n", columns, until


def read_output(text, columns):
    events, rows, last = [], [], {}
    by_reference = {str(v.reference): v for v in columns}
    end = None
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        name, _, value = rest.rpartition(" ")
        if word == "event":
            events.append((name, float(value)))
        elif word == "report":
            last[by_reference[name].name] = float(value)
        elif word == "row":
            numbers = [float(x) for x in rest.split()]
            rows.append((numbers[0], dict(zip([v.name for v in columns], numbers[1:]))))
        elif word == "end":
            end = float(rest)
    return events, rows, last, end


def close(x, y, size, tolerance):
    if math.isnan(x) or math.isnan(y):
        return math.isnan(x) and math.isnan(y)
    return abs(x - y) <= tolerance * max(abs(x), abs(y), size)


def event_differences(wanted, found, tolerance):
    """Events at the same instant may come in another order."""
    if sorted(n for n, _ in wanted) != sorted(n for n, _ in found):
        first = next((i for i, (a, b) in enumerate(zip(wanted, found)) if a[0] != b[0]), min(len(wanted), len(found)))
        yield math.inf, f"{len(found)} events, not {len(wanted)}: at {first} {found[first:first + 2]} instead of {wanted[first:first + 2]}"
        return
    for (n, t), (_, u) in zip(sorted(wanted), sorted(found)):
        if not close(t, u, 0.01, tolerance):
            yield abs(t - u), f"{n} at {u!r}, not {t!r}"


def report_differences(expected, root, last, tolerance):
    units = rules.units_of(root)
    for v in rules.variables_of(root):
        name = v.name.removeprefix("report(").removesuffix(")") if v.name.startswith("report(") else v.name
        if name not in expected["report"] or v.a["causality"] != "output" or v.name not in last:
            continue
        value = expected["report"][name]
        is_report = v.name.startswith("report(") or name not in expected["final"]["output"]
        if not is_report:
            continue
        found = last[v.name] * rules.factor_of(units, v, expected["units"])
        if not close(math.nan if value is None else value, found, 1, tolerance):
            yield abs((value or 0) - found), f"{v.name} = {found!r}, not {value!r}"


def row_differences(rows, found, root, events, words, tolerance):
    """Files have outputs in the units that these ask for."""
    units = rules.units_of(root)
    factors = {v.name: rules.factor_of(units, v, words) for v in rules.variables_of(root)}
    sizes = {}
    for row in rows:
        for n, x in row.items():
            if x:
                sizes[n] = max(sizes.get(n, 0), abs(float(x)))
    floor = 1e-3 * max([1e-3, *sizes.values()])
    times = sorted(t for _, t in events)
    wanted = {round(float(r["t"]), 9): r for r in rows}
    for t, values in found:
        row = wanted.get(round(t, 9))
        at = bisect.bisect_left(times, t - 1e-6 * max(t, 1))
        if not row or (at < len(times) and times[at] <= t + 1e-6 * max(t, 1)):
            continue
        for n, x in values.items():
            x *= factors[n]
            if n in row and row[n] != "" and not math.isnan(x) and not close(float(row[n]), x, max(sizes.get(n, 0), floor), 10 * tolerance):
                yield abs(float(row[n]) - x), f"{n}({t:g}) = {x!r}, not {row[n]}"


def differences(expected, rows, root, text, columns, tolerance):
    events, found, last, end = read_output(text, columns)
    wanted = [(e["name"], e["t"]) for e in expected["events"]]
    result = list(event_differences(wanted, events, tolerance))
    if end is None or not close(end, expected["end"]["t"], 0.01, tolerance):
        result.append((math.inf, f"ends at {end!r}, not {expected['end']['t']!r}"))
    result += report_differences(expected, root, last, tolerance)
    result += row_differences(rows, found, root, wanted, expected["units"], tolerance)
    return [text for _, text in sorted(result, reverse=True)]


def misuse_errors(tools, root, binary, version, at):
    """What calls in wrong states, kept states and threads find."""
    parameters = {v.a["variability"]: v for v in rules.variables_of(root) if v.a["causality"] == "parameter"}
    words = {"fixed": "set", "tunable": "tunable"}
    lines = "".join(f"{words[k]} {v.reference} {v.n['start']}\n" for k, v in parameters.items())
    (at / "plan").write_text(plan_of(root, version, None)[0] + lines)
    ran = subprocess.run([tools / "misuse", str(binary), str(at / "plan"), str(version)], capture_output=True, text=True, timeout=600)
    return [f"{version} misuse: {line}" for line in (ran.stdout + ran.stderr).splitlines()] or (
        [f"{version} misuse: ends with {ran.returncode}"] if ran.returncode else [])


def slope_errors(tools, name, root, binary, version, at):
    """Where the derivatives that the binary gives differ from differences of its values."""
    variables = rules.variables_of(root)
    plan = plan_of(root, version, None)[0]
    names = {v.derivative: v for v in variables if v.derivative}
    states = [v for i, v in enumerate(variables) if str(i + 1 if version == 2 else v.reference) in names]
    unknowns = [v for v in variables if v.derivative or v.name.startswith("indicator(") or (
        v.a["causality"] == "output" and v not in states)]
    for word, all_of in (("state", states), ("unknown", unknowns), ("input", [v for v in variables if v.a["causality"] == "input"])):
        plan += "".join(f"{word} {v.reference}\n" for v in all_of)
    (at / "plan").write_text(plan)
    command = [tools / "slopes", str(binary), str(at / "plan"), str(version)]
    try:
        ran = subprocess.run(command + (["moving"] if name in NO_SLOPES_AT_START else []), capture_output=True, text=True, timeout=600)
    except subprocess.TimeoutExpired:
        return [f"{version} slopes: takes too long"]
    by = {str(v.reference): v.name for v in variables}
    lines = [" ".join(by.get(w.rstrip(":"), w) if p in ("of", "by") else w for p, w in zip([""] + l.split(), l.split()))
             for l in ran.stderr.splitlines() if l.startswith("t =")]
    return [f"{version} slopes: {line}" for line in lines[:4]] or (
        [f"{version} slopes: ends with {ran.returncode}"] if ran.returncode else [])


def check_version(tool, tools, model, version, expected, at, misuse):
    root, binary, wrong = export(tool, model, version, at)
    if wrong:
        return [wrong]
    broken = rules.errors(root)
    if broken:
        return [f"modelDescription.xml: {b}" for b in broken[:4]]
    if not binary:
        return ["there is no binary"]
    until = plan_of(root, version, None)[2]
    rows = rows_of_tool(tool, model, until, at)
    found = misuse_errors(tools, root, binary, version, at) if misuse else []
    if name_of(model) not in NO_SLOPES:
        found += slope_errors(tools, name_of(model), root, binary, version, at)
    for kind in ("cs", "me"):
        given = float(root.find("DefaultExperiment").get("tolerance"))
        plan, columns, _ = plan_of(root, version, max(given / 10, 1e-13) if kind == "me" else given)
        (at / "plan").write_text(plan)
        try:
            ran = subprocess.run([tools / "master", str(binary), str(at / "plan"), str(version), kind], capture_output=True, text=True, timeout=600)
        except subprocess.TimeoutExpired:
            found.append(f"{version} {kind}: takes too long")
            continue
        if ran.returncode:
            found.append(f"{version} {kind}: ends with {ran.returncode}: {ran.stderr.strip()[-300:]}")
            continue
        found += [f"{version} {kind}: {d}" for d in differences(expected, rows, root, ran.stdout, columns, TOLERANCE)[:3]]
    return found


def check(tool, tools, model, versions, misuse):
    with tempfile.TemporaryDirectory() as folder:
        at = pathlib.Path(folder)
        expected = run_tool(tool, model)
        if not expected:
            return ["it has no run"]
        return [line for v in versions for line in check_version(tool, tools, model, v, expected, at, misuse)]


STARTS = """model starts
coord x = {x} m, y ~ -0.8 m, s = 2*x
initial s' = {rate} m/s
gravity 9.81 m/s^2
particle bob: mass 1 kg at [x, y]
particle slider: mass 2 kg at [s, 3 m]
spring link: from bob to slider, stiffness 30 N/m, length 3 m
constraint rod: x^2 + y^2 = 1 m^2
event low when x < 0 {{}}
report passes = time(low), speed = final(s')
simulate until 2 s
"""


def check_other_starts(tool, tools, version):
    """Initial values that an importer sets are those of a model with others in its text; what follows from them does."""
    with tempfile.TemporaryDirectory() as folder:
        at = pathlib.Path(folder)
        models = [at / "given.lgr", at / "set.lgr"]
        models[0].write_text(STARTS.format(x=0.6, rate=0))
        models[1].write_text(STARTS.format(x=0.28, rate=0.5))
        root, binary, wrong = export(tool, models[0], version, at)
        if wrong:
            return [wrong]
        variables = {v.name: v for v in rules.variables_of(root)}
        begins = {name: variables[name].a["initial"] for name in ("x", "y", "s", "x'", "y'", "s'", "der(x)")}
        found = [] if begins == {"x": "exact", "y": "approx", "s": "exact", "x'": "approx", "y'": "approx", "s'": "exact",
                                 "der(x)": "calculated"} else [f"{version} starts: {begins}"]
        rows, speed = rows_of_tool(tool, models[1], 2.0, at), variables["s'"].reference
        for kind in ("cs", "me"):
            plan, columns, _ = plan_of(root, version, 1e-10 if kind == "me" else 1e-9)
            (at / "plan").write_text(plan + f"set {variables['x'].reference} 0.28\nset {speed} 0.5\n")
            ran = subprocess.run([tools / "master", str(binary), str(at / "plan"), str(version), kind], capture_output=True, text=True, timeout=600)
            found += [f"{version} {kind} starts: {d}" for d in
                      differences(run_tool(tool, models[1]), rows, root, ran.stdout, columns, TOLERANCE)[:3]]
        return found


WORDS = """param k = 2 N m/rad, K = 3 N m/A, f = 2 Hz, l = 4 ft, c = 3 kg m^2/s^2
coord a = 20 deg, nominal 3 deg
coord b = 0 deg
kinetic T = (1 kg m^2)*(a'^2 + b'^2)/2
torsion coil: angle a, stiffness k
output moment = k*a in N m
simulate until 1 s
"""


def check_words(tool, version):
    """A unit is called as the model calls it, where that is another word for the SI's; nominal sizes are there."""
    with tempfile.TemporaryDirectory() as folder:
        at = pathlib.Path(folder)
        (at / "words.lgr").write_text(WORDS)
        root, _, wrong = export(tool, at / "words.lgr", version, at)
        if wrong:
            return [wrong]
        variables = {v.name: v for v in rules.variables_of(root)}
        called = {name: variables[name].n["unit"] for name in ("k", "K", "f", "l", "c", "moment")}
        wanted = {"k": "N m/rad", "K": "N m/A", "f": "Hz", "l": "m", "c": "kg m^2/s^2", "moment": "N m"}
        nominal = {name: float(v.n["nominal"]) for name, v in variables.items() if "nominal" in v.n}
        given = list(nominal) == ["a"] and math.isclose(nominal["a"], math.radians(3), rel_tol=1e-14)
        return [] if called == wanted and given else [f"{version} words: {called} {nominal}"]


def check_files(tool, version):
    """An input whose values come from a file is no variable: it would have one value."""
    with tempfile.TemporaryDirectory() as folder:
        at = pathlib.Path(folder)
        (at / "u.csv").write_text("clock,u\n0,1\n1,3\n")
        (at / "filed.lgr").write_text("input u = 7\nmodel filed\ncoord x = 0\nkinetic T = x'^2\ngeneralized f: x = u\nsimulate until 1\n")
        done = subprocess.run([tool, "export", "fmu", "filed.lgr", "--fmi", str(version), "--input", "u=u.csv:clock:u", "-o", "filed.fmu"],
                              cwd=at, capture_output=True, text=True, timeout=120)
        if done.returncode:
            return [f"{version} files: {done.stderr}"]
        text = subprocess.run(["unzip", "-p", "filed.fmu", "modelDescription.xml"], cwd=at, capture_output=True, text=True, check=True).stdout
        return [f"{version} files: u is a variable"] if 'name="u"' in text else []


def name_of(model):
    return str(model.relative_to(EXAMPLES)).removesuffix(".lgr") if EXAMPLES in model.parents else str(model)


def build_tools(at):
    for name in ("master", "misuse", "slopes"):
        subprocess.run([os.environ.get("CC", "cc"), "-O1", str(HERE / f"{name}.c"), "-o", str(at / name), "-ldl", "-lm", "-lpthread"],
                       check=True)
    return at


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--fmi", type=int, choices=(2, 3))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("models", nargs="*")
    o = parser.parse_intermixed_args()
    tool = str(pathlib.Path(o.tool).resolve())
    own = [*sorted(HERE.glob("*.lgr")), HERE.parent / "export" / "lost-slip.lgr", HERE.parent / "export" / "blow-at-start.lgr",
           EXAMPLES / "modelica/T_Friction.lgr"]
    models = [pathlib.Path(m).resolve() for m in o.models] or [
        *own, *(sorted(EXAMPLES.rglob("*.lgr")) if o.all else [EXAMPLES / f"{q}.lgr" for q in QUICK])]
    quick = not o.all and not o.models

    def versions(m):
        return [o.fmi] if o.fmi else [QUICK.get(name_of(m), 2)] if quick else [2, 3]

    failed = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        tools = build_tools(pathlib.Path(folder))
        for version in (o.fmi,) if o.fmi else (2, 3):
            for line in check_other_starts(tool, tools, version) + check_words(tool, version) + check_files(tool, version):
                failed += 1
                print(f"FAILED starts and units: {line}")
        for model, found in zip(models, pool.map(lambda m: check(tool, tools, m, versions(m), quick), models)):
            name = name_of(model)
            known = KNOWN.get(name)
            if found and known:
                print(f"known: {name}: {known}")
            elif found:
                failed += 1
                print("\n    ".join([f"FAILED {name}", *found]), flush=True)
            elif known and o.all:
                failed += 1
                print(f"FAILED {name}: passes, but is listed as known: {known}")
    print(f"{len(models) - failed} of {len(models)} models as FMUs agree with run")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
