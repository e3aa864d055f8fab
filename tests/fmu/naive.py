#!/usr/bin/env python3
"""FMUs in an importer as plain as one can be: ctypes, fixed steps, the binary made of the sources that the FMU lists.

usage: naive.py TOOL [--steps N] [--fmi 2|3] [MODEL...]

It knows nothing of master.c and of this library's own method. Model exchange: the classical method of order 4, an event where an
indicator has another sign after a step, by bisection. Co-simulation: steps that divide neither the time nor the events. Each
is compared with `lagrangia run`, within what so plain a method reaches (LOOSE) or within the tolerance of co-simulation (TIGHT). On
the way it does what importers do and tests forget: looks twice, goes back in time, updates twice, resets and runs again.
"""
import argparse
import ctypes
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
import zipfile

import rules

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"
MODELS = {"trebuchet/hinged": 2, "contact/bouncing-ball": 3, "contact/stick-slip": 3}  # and their versions
LOOSE, TIGHT = 1e-5, 1e-6
VALUES = ["Float32", "Float64", "Int8", "UInt8", "Int16", "UInt16", "Int32", "UInt32", "Int64", "UInt64", "Boolean", "String", "Binary"]
FUNCTIONS = {  # all that a binary for both kinds has to have
    2: """GetTypesPlatform GetVersion SetDebugLogging Instantiate FreeInstance SetupExperiment EnterInitializationMode
        ExitInitializationMode Terminate Reset GetReal GetInteger GetBoolean GetString SetReal SetInteger SetBoolean SetString
        GetFMUstate SetFMUstate FreeFMUstate SerializedFMUstateSize SerializeFMUstate DeSerializeFMUstate GetDirectionalDerivative
        EnterEventMode NewDiscreteStates EnterContinuousTimeMode CompletedIntegratorStep SetTime SetContinuousStates GetDerivatives
        GetEventIndicators GetContinuousStates GetNominalsOfContinuousStates SetRealInputDerivatives GetRealOutputDerivatives DoStep
        CancelStep GetStatus GetRealStatus GetIntegerStatus GetBooleanStatus GetStringStatus""".split(),
    3: """GetVersion SetDebugLogging InstantiateModelExchange InstantiateCoSimulation InstantiateScheduledExecution FreeInstance
        EnterInitializationMode ExitInitializationMode EnterEventMode Terminate Reset GetClock SetClock
        GetNumberOfVariableDependencies GetVariableDependencies GetFMUState SetFMUState FreeFMUState SerializedFMUStateSize
        SerializeFMUState DeserializeFMUState GetDirectionalDerivative GetAdjointDerivative EnterConfigurationMode
        ExitConfigurationMode GetIntervalDecimal GetIntervalFraction GetShiftDecimal GetShiftFraction SetIntervalDecimal
        SetIntervalFraction SetShiftDecimal SetShiftFraction EvaluateDiscreteStates UpdateDiscreteStates EnterContinuousTimeMode
        CompletedIntegratorStep SetTime SetContinuousStates GetContinuousStateDerivatives GetEventIndicators GetContinuousStates
        GetNominalsOfContinuousStates GetNumberOfEventIndicators GetNumberOfContinuousStates EnterStepMode GetOutputDerivatives
        DoStep ActivateModelPartition""".split() + [g + v for g in ("Get", "Set") for v in VALUES],
}
DISCARD = 2
POINTER, SIZE, REAL, INT, TEXT, BOOL = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_double, ctypes.c_int, ctypes.c_char_p, ctypes.c_bool)
LOG2 = ctypes.CFUNCTYPE(None, POINTER, TEXT, INT, TEXT, TEXT)  # as Python importers have it: without the values of the format
LOG3 = ctypes.CFUNCTYPE(None, POINTER, INT, TEXT, TEXT)


class Callbacks(ctypes.Structure):
    _fields_ = [("logger", LOG2), ("allocate", POINTER), ("free", POINTER), ("finished", POINTER), ("user", POINTER)]


class EventInfo(ctypes.Structure):
    _fields_ = [(n, INT) for n in ("again", "ends", "sizes", "values", "has_next")] + [("next", REAL)]


def compiled(folder, root, version):
    """The library of the sources that the description lists, with the macros that it (FMI 2.0: the standard) asks for."""
    sources, macros = [f.get("name") for f in root.findall("ModelExchange/SourceFiles/File")], ["FMI2_OVERRIDE_FUNCTION_PREFIX"]
    if version == 3:
        build = xml.parse(folder / "sources/buildDescription.xml").getroot().find("BuildConfiguration/SourceFileSet")
        sources = [f.get("name") for f in build.findall("SourceFile")]
        macros = [d.get("name") for d in build.findall("PreprocessorDefinition")]
    library = folder / "made.so"
    subprocess.run([os.environ.get("CC", "cc"), "-std=c99", "-O0", "-shared", "-fPIC", *(f"-D{m}" for m in macros), "-Isources", "-o", library,
                    *(f"sources/{s}" for s in sources), "-lm"], cwd=folder, check=True)
    return ctypes.CDLL(str(library))


class Fmu:
    """An instance; every call must succeed unless it says otherwise."""

    def __init__(self, library, root, version, exchange):
        self.lib, self.version, self.exchange, self.said = library, version, exchange, []
        self.token = (root.get("guid") or root.get("instantiationToken")).encode()
        rates = [v for v in rules.variables_of(root) if v.derivative]
        indicators = int(root.get("numberOfEventIndicators")) if version == 2 else len(root.findall("ModelStructure/EventIndicator"))
        self.x, self.dx, self.z = (REAL * len(rates))(), (REAL * len(rates))(), (REAL * indicators)()
        self.log = LOG2(lambda u, n, s, c, t: self.said.append(t.decode())) if version == 2 else (
            LOG3(lambda u, s, c, t: self.said.append(t.decode())))
        self.instance = self.made()

    def function(self, name, result=INT):
        f = getattr(self.lib, f"fmi{self.version}{name}")
        f.restype = result
        return f

    def made(self):
        if self.version == 2:
            self.outside = Callbacks(self.log)
            return POINTER(self.function("Instantiate", POINTER)(b"n", INT(not self.exchange), self.token, b"file:///nowhere/resources",
                                                                 ctypes.byref(self.outside), INT(0), INT(1)))
        if self.exchange:
            return POINTER(self.function("InstantiateModelExchange", POINTER)(b"n", self.token, b"/nowhere/", BOOL(False), BOOL(True), None,
                                                                              self.log))
        return POINTER(self.function("InstantiateCoSimulation", POINTER)(b"n", self.token, None, BOOL(False), BOOL(True), BOOL(False),
                                                                         BOOL(False), None, SIZE(0), None, self.log, None))

    def call(self, name, *values):
        status = self.function(name)(self.instance, *values)
        if status:
            raise RuntimeError(f"{name} gives {status}: {self.said[-1:]}")

    def list(self, name, numbers):
        self.call(name, numbers, SIZE(len(numbers)))

    def initialize(self, until):
        if self.version == 2:
            self.call("SetupExperiment", INT(0), REAL(0), REAL(0), INT(1), REAL(until))
            self.call("EnterInitializationMode")
        else:
            self.call("EnterInitializationMode", BOOL(False), REAL(0), REAL(0), BOOL(True), REAL(until))
        self.call("ExitInitializationMode")

    def value(self, reference):
        references, to = (ctypes.c_uint * 1)(reference), (REAL * 1)()
        self.call(*(("GetReal", references, SIZE(1), to) if self.version == 2 else ("GetFloat64", references, SIZE(1), to, SIZE(1))))
        return to[0]

    def update(self):
        """Whether the model ends, and the next time of an event."""
        if self.version == 2:
            i = EventInfo()
            self.call("NewDiscreteStates", ctypes.byref(i))
            return i.again, i.ends, i.next if i.has_next else math.inf
        flags, following = [BOOL() for _ in range(5)], REAL()
        self.call("UpdateDiscreteStates", *(ctypes.byref(f) for f in flags), ctypes.byref(following))
        return flags[0].value, flags[1].value, following.value if flags[4].value else math.inf

    def accept(self):
        event, ends = (INT(), INT()) if self.version == 2 else (BOOL(), BOOL())
        self.call("CompletedIntegratorStep", INT(1) if self.version == 2 else BOOL(True), ctypes.byref(event), ctypes.byref(ends))
        return bool(event.value)

    def rates(self, t, x):
        self.call("SetTime", REAL(t))
        self.list("SetContinuousStates", (REAL * len(x))(*x))
        self.list("GetDerivatives" if self.version == 2 else "GetContinuousStateDerivatives", self.dx)
        return list(self.dx)

    def indicators(self, t, x):
        self.call("SetTime", REAL(t))
        self.list("SetContinuousStates", (REAL * len(x))(*x))
        self.list("GetEventIndicators", self.z)
        return list(self.z)

    def states(self):
        self.list("GetContinuousStates", self.x)
        return list(self.x)

    def do_step(self, t, h):
        """Where it ended, and whether the model has."""
        if self.version == 3:
            flags, last = [BOOL() for _ in range(3)], REAL()
            self.call("DoStep", REAL(t), REAL(h), BOOL(True), *(ctypes.byref(f) for f in flags), ctypes.byref(last))
            return last.value, flags[1].value
        if self.function("DoStep")(self.instance, REAL(t), REAL(h), INT(1)) != DISCARD:
            return t + h, False
        last, ends = REAL(), INT()
        self.call("GetRealStatus", INT(2), ctypes.byref(last))
        self.call("GetBooleanStatus", INT(3), ctypes.byref(ends))
        return last.value, bool(ends.value)

    def free(self):
        self.function("FreeInstance", None)(self.instance)


def rk4(fmu, t, x, h):
    def moved(k, part):
        return [a + part * h * b for a, b in zip(x, k)]
    k1 = fmu.rates(t, x)
    k2 = fmu.rates(t + h / 2, moved(k1, 0.5))
    k3 = fmu.rates(t + h / 2, moved(k2, 0.5))
    k4 = fmu.rates(t + h, moved(k3, 1))
    return [a + h / 6 * (b + 2 * c + 2 * d + e) for a, b, c, d, e in zip(x, k1, k2, k3, k4)]


def crosses(before, now):
    return any((a > 0) != (b > 0) for a, b in zip(before, now))


def handle(fmu):
    again = True
    while again:
        again, ends, following = fmu.update()
    changed = fmu.states()
    again, ends, following = fmu.update()  # nothing is left to do
    assert all(abs(a - b) <= 1e-12 * max(1, abs(a)) for a, b in zip(fmu.states(), changed)), f"a second update changes the state from {changed} to {fmu.states()}"
    fmu.call("EnterContinuousTimeMode")
    return ends, following, fmu.states()


def exchanged(fmu, until, step):
    """The end of the run."""
    fmu.initialize(until)
    ends, following, x = handle(fmu)
    t = 0.0
    while t < until and not ends:
        goal = min(t + step, until, following)
        h, before = goal - t, fmu.indicators(t, x)
        new = rk4(fmu, t, x, h) if h > 0 else x
        assert fmu.rates(t, x) == fmu.rates(t, x), "rates differ when they are asked for again"
        if crosses(before, fmu.indicators(goal, new)):
            low, high = 0.0, h
            while high - low > 1e-13 * until:
                middle = (low + high) / 2
                low, high = (low, middle) if crosses(before, fmu.indicators(t + middle, rk4(fmu, t, x, middle))) else (middle, high)
            h = high
            goal, new = t + h, rk4(fmu, t, x, h)
        t, x = goal, new
        event = crosses(before, fmu.indicators(t, x))
        if fmu.accept() or event or t >= following:
            fmu.call("EnterEventMode")
            ends, following, x = handle(fmu)
    return t


def stepped(fmu, until, _):
    fmu.initialize(until)
    t, ends, h = 0.0, False, until / 37.3
    while t < until and not ends:
        t, ends = fmu.do_step(t, min(h, until - t))
    return t


def events_of(said):
    return sorted((line.split()[1], float(line.split()[-1])) for line in said if line.startswith("event "))


def differences(expected, root, fmu, end, tolerance):
    def far(a, b, size=1.0):
        return math.isnan(a) != math.isnan(b) or abs(a - b) > tolerance * max(abs(a), abs(b), size)
    wanted, found = sorted((e["name"], e["t"]) for e in expected["events"]), events_of(fmu.said)
    if [n for n, _ in wanted] != [n for n, _ in found]:
        yield f"events {found[:6]}, not {wanted[:6]}"
    yield from (f"{n} at {u!r}, not {t!r}" for (n, t), (_, u) in zip(wanted, found) if far(t, u))
    if far(end, expected["end"]["t"]):
        yield f"ends at {end!r}, not {expected['end']['t']!r}"
    units = rules.units_of(root)
    for v in rules.variables_of(root):
        name = v.name.removeprefix("report(").removesuffix(")") if v.name.startswith("report(") else v.name
        if v.a["causality"] == "output" and name in expected["report"] and (v.name != name or name not in expected["final"]["output"]):
            is_, should = fmu.value(v.reference) * rules.factor_of(units, v, expected["units"]), expected["report"][name]
            if far(is_, math.nan if should is None else should):
                yield f"{v.name} = {is_!r}, not {should!r}"


def check(tool, model, version, steps, folder):
    expected = json.loads(subprocess.run([tool, "run", model, "--json"], capture_output=True, text=True).stdout)
    subprocess.run([tool, "export", "fmu", model, "--fmi", str(version), "-o", folder / "x.fmu"], check=True, capture_output=True)
    with zipfile.ZipFile(folder / "x.fmu") as z:
        z.extractall(folder)
    root = xml.parse(folder / "modelDescription.xml").getroot()
    library = compiled(folder, root, version)
    for name in FUNCTIONS[version]:
        if not hasattr(library, f"fmi{version}{name}"):
            yield f"{name} is missing"
    until, step = float(root.find("DefaultExperiment").get("stopTime", 10)), expected["end"]["t"] / steps
    for way, run, tolerance in (("me", exchanged, LOOSE), ("cs", stepped, TIGHT)):
        fmu = Fmu(library, root, version, way == "me")
        end = run(fmu, until, step)
        yield from (f"{way}: {d}" for d in differences(expected, root, fmu, end, tolerance))
        first, fmu.said = list(fmu.said), []
        fmu.call("Terminate")
        fmu.function("SetDebugLogging")(fmu.instance, INT(1), SIZE(1), (TEXT * 1)(b"100%s#"))
        if (b"100%%s##" if version == 2 else b"100%s#").decode() not in fmu.said.pop():
            yield f"{way}: a message is no format without values"
        fmu.call("Reset")
        if run(fmu, until, step) != end or fmu.said != first:
            yield f"{way}: after a reset it goes another way"
        fmu.free()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--steps", type=int, default=600)
    parser.add_argument("--fmi", type=int, choices=(2, 3))
    parser.add_argument("models", nargs="*")
    o = parser.parse_intermixed_args()
    failed = 0
    runs = [(m, v) for m in o.models for v in (2, 3)] or [(EXAMPLES / f"{m}.lgr", v) for m, v in MODELS.items()]
    for model, version in runs:
        if o.fmi not in (None, version):
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                found = list(check(str(pathlib.Path(o.tool).resolve()), str(model), version, o.steps, pathlib.Path(folder)))
            except (RuntimeError, AssertionError, AttributeError) as e:
                found = [str(e)]
        failed += bool(found)
        for line in found[:6]:
            print(f"FAILED {pathlib.Path(model).stem}, FMI {version}, {line}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
