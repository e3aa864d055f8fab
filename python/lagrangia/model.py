"""Models: reading, what they contain, and what is made from them."""
from __future__ import annotations

import ctypes as c
import dataclasses
import json
import numbers
import os
import pathlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Callable, Union

from . import _native as n
from .errors import Finding, InternalError, LagrangiaError, ModelError, RunError, UsageError

Value = Union[str, float, int]
"""Of a parameter: a text with a unit, "4.2 m", or a number in the unit of the parameter's declaration."""

_KINDS = {"coordinates": 0, "parameters": 1, "rows": 2, "contacts": 3, "events": 4, "outputs": 5, "reports": 6}


@dataclasses.dataclass(frozen=True)
class Info:
    """One coordinate, parameter, row, event, output or report of a model, as lgr_info of info.h describes it.

    `value`, `low` and `high` are those of a parameter, in SI units; `line`, `column` and `file` tell its
    declaration.
    """

    index: int
    name: str
    role: str
    label: str
    unit: str
    rate_unit: str
    value: float
    low: float
    high: float
    line: int
    column: int
    file: str


class Named(Mapping[str, Info]):
    """Things of one kind by name, in the order of the model."""

    def __init__(self, items: Iterable[Info]) -> None:
        self._items = {x.name: x for x in items}

    def __getitem__(self, name: str) -> Info:
        return self._items[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __repr__(self) -> str:
        return f"<{', '.join(self._items) or 'none'}>"


def value_text(value: Value) -> bytes:
    """As the library reads it."""
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, numbers.Real):
        return repr(float(value)).encode()
    raise UsageError(f"{value!r} is neither a text with a unit nor a number")


def load(path: str | os.PathLike[str], *, files: str = "any", parameters: Mapping[str, Value] | None = None,
         **values: Value) -> Model:
    """Reads a model file.

    Values for parameters are given by name, `load("a.lgr", l="4.2 m")`, or in `parameters` where a name is none of
    Python's. `files` says which files its text may name: "any", those of its "folder", or "none". Raises ModelError.
    """
    data = pathlib.Path(path).read_bytes()
    return Model(os.fspath(path), data, files, {**(parameters or {}), **values})


def parse(text: str, name: str = "model.lgr", *, files: str = "any", parameters: Mapping[str, Value] | None = None,
          **values: Value) -> Model:
    """Reads a model from a text; `name` is shown in messages, and its folder is where tables are looked for."""
    return Model(name, text.encode(), files, {**(parameters or {}), **values})


class Model:
    """A model. Its attributes `coordinates`, `parameters`, `rows`, `contacts`, `events`, `outputs` and `reports` tell what
    it contains, by name. One thread at a time works with it; threads that work at once take a `copy` each."""

    def __init__(self, name: str, data: bytes, files: str, values: Mapping[str, Value]) -> None:
        try:
            options = n.ParseOptions(files=("any", "folder", "none").index(files))
        except ValueError:
            raise UsageError(f"files = {files!r}: it is 'any', 'folder' or 'none'") from None
        overrides = (n.Override * max(len(values), 1))(*[(k.encode(), value_text(v)) for k, v in values.items()])
        self._adopt(n.lib.lgr_model_parse_with(os.fsencode(name), data, len(data), overrides, len(values), c.byref(options)))
        self._check(n.lib.lgr_model_status(self._handle))

    def _adopt(self, address: int | None, *made_from: object) -> None:
        self._handle = n.Handle(address, n.lib.lgr_model_destroy, *made_from)
        self._derived: dict[frozenset[str], Model] = {}

    def __repr__(self) -> str:
        return f"<lagrangia model {self.name!r}: {len(self.coordinates)} coordinates, {len(self.parameters)} parameters>"

    # --- What it contains ---

    @property
    def name(self) -> str:
        return n.text(n.lib.lgr_model_name(self._handle))

    @property
    def text(self) -> str:
        length = c.c_size_t()
        at = n.lib.lgr_model_text(self._handle, c.byref(length))
        return c.string_at(at, length.value).decode("utf-8", "replace")

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Warnings, and errors of what was asked last."""
        return tuple(self._finding(i) for i in range(n.lib.lgr_model_finding_count(self._handle)))

    def _finding(self, i: int) -> Finding:
        x = n.Finding()
        n.lib.lgr_model_finding(self._handle, i, c.byref(x))
        return Finding(n.text(x.code), n.text(x.severity), n.text(x.file), x.at.line, x.at.column, x.at.length, n.text(x.text),
                       n.text(x.note), n.text(x.help), n.text(n.lib.lgr_model_finding_text(self._handle, i, False)))

    def _all(self, kind: str) -> Named:
        def one(i: int) -> Info:
            x = n.Info()
            n.lib.lgr_model_info(self._handle, _KINDS[kind], i, c.byref(x))
            return Info(i, n.text(x.name), n.text(x.role), n.text(x.label), n.text(x.unit), n.text(x.rate_unit), x.value, x.low,
                        x.high, x.at.line, x.at.column, n.text(x.file))
        return Named(one(i) for i in range(n.lib.lgr_model_count(self._handle, _KINDS[kind])))

    coordinates = property(lambda self: self._all("coordinates"), doc="Those of bodies that events free come last.")
    parameters = property(lambda self: self._all("parameters"), doc="Inputs are among them.")
    rows = property(lambda self: self._all("rows"), doc="Scalar equations of constraints, contacts and sticking friction.")
    contacts = property(lambda self: self._all("contacts"), doc="The rows of contacts alone.")
    events = property(lambda self: self._all("events"))
    outputs = property(lambda self: self._all("outputs"))
    reports = property(lambda self: self._all("reports"))

    # --- Errors ---

    def _errors(self, first: int = 0) -> tuple[Finding, ...]:
        return tuple(x for x in self.findings[first:] if x.severity == "error")

    def _check(self, status: int, message: str = "") -> None:
        """Raises what a status of a call on this model means."""
        if status in (n.OK, n.EXPECT):
            return
        if status == n.MODEL:
            errors = self._errors()
            raise ModelError("\n".join(x.rendered for x in errors) or message or "the model has an error", errors)
        if status == n.USAGE:
            raise UsageError(message or n.text(n.lib.lgr_model_usage_error(self._handle)))
        raise_status(status, message)

    # --- Other values ---

    def copy(self, *, parameters: Mapping[str, Value] | None = None, **values: Value) -> Model:
        """The same model with other values of some parameters; its text is not read again."""
        twin = object.__new__(Model)
        twin._adopt(n.lib.lgr_model_copy(self._handle), self._handle)
        twin.set(parameters=parameters, **values)
        return twin

    def set(self, *, parameters: Mapping[str, Value] | None = None, **values: Value) -> None:
        """Changes values of parameters; those defined by them follow. What was made before keeps its values."""
        for name, value in {**(parameters or {}), **values}.items():
            self._check(n.lib.lgr_model_set(self._handle, name.encode(), value_text(value)))

    def _with(self, values: Mapping[str, Value]) -> Model:
        """Itself, or one that has these values: always the same for the same names, which keeps its compiled equations."""
        if not values:
            return self
        names = frozenset(values)
        if names not in self._derived:
            self._derived[names] = self.copy()
        self._derived[names].set(parameters=values)
        return self._derived[names]

    # --- What is made from it ---

    def run(self, *, parameters: Mapping[str, Value] | None = None, until: float | None = None, tolerance: float | None = None,
            first_step: float | None = None, every: float | None = None, method: str | None = None,
            max_steps: int | None = None, frames: bool = True, forces: Sequence[Any] = (),
            watch: Callable[[float, float, int], Any] | None = None, **values: Value) -> Any:
        """Runs the model; returns a Run, or raises ModelError (no consistent start), UsageError, RunError.

        Parameters are given by name (`l3="4.2 m"`), or in `parameters` where a name is one of the options or none of
        Python's. Times are in s. `frames`: keep what pictures, plots and pages need. `forces`: callables
        `f(t, q, v) -> Q`, arrays over the coordinates. `watch(t, until, steps)` is called once a step; a true result ends
        the run.
        """
        from .run import Run
        model = self._with({**(parameters or {}), **values})
        return Run(model, RunSettings(until, tolerance, first_step, every, method, max_steps, frames, forces, watch))

    def check(self) -> dict[str, Any]:
        """The structure of the system: the object of `lagrangia check --json`."""
        return self._json(lambda sink: n.lib.lgr_model_check(self._handle, b"json", False, 0, sink, None))

    def analyze(self) -> dict[str, Any]:
        """Conserved quantities, equilibria, stability, modes: the object of `lagrangia analyze --json`."""
        return self._json(lambda sink: n.lib.lgr_model_analyze(self._handle, b"json", False, 0, sink, None))

    def linearize(self, at: str = "start", vary: tuple[str, Any, Any, int] | None = None) -> dict[str, Any]:
        """Small motions about a state, `at="theta = 30 deg"`, or eigenvalues over a parameter, `vary=("v", 0, 10, 101)`:
        the object of `lagrangia analyze --json` with `--at` and `--vary`."""
        options = n.LinearOptions(at=at.encode())
        if vary:
            name, low, high, count = vary
            axis = n.Axis(name.encode(), str(low).encode(), str(high).encode(), count)
            options.vary = c.pointer(axis)
        return self._json(lambda sink: n.lib.lgr_model_linearize(self._handle, options, b"json", False, 0, sink, None))

    def periodic(self, at: str = "start", period: str | None = None, mode: int = 0,
                 vary: tuple[str, Any, Any, int] | None = None) -> dict[str, Any]:
        """The periodic motion near that from a state, with its Floquet multipliers, or those over a parameter,
        `vary=("W", 1, 9, 81)`, or of a mode over its energy, `mode=1, vary=("energy", 0.1, 2, 20)`: the object of
        `lagrangia analyze --json` with `--at`, `--periodic`, `--period`, `--mode` and `--vary`."""
        options = n.LinearOptions(at=at.encode(), periodic=True, period=period.encode() if period else None, mode=mode)
        if vary:
            name, low, high, count = vary
            options.vary = c.pointer(n.Axis(name.encode(), str(low).encode(), str(high).encode(), count))
        return self._json(lambda sink: n.lib.lgr_model_linearize(self._handle, options, b"json", False, 0, sink, None))

    def _json(self, write: Callable[[Any], int]) -> dict[str, Any]:
        out = n.Collected()
        self._check(write(out.sink))
        return json.loads(out.text())

    def equations(self, form: str = "lagrange", mode: str | None = None, steps: bool = False, at: str | None = None) -> Any:
        """The equations of motion; a notebook shows them typeset. `mode`: "start", "end" or an event's name. `at`: with
        form="linear" the state that small motions are about, "theta = 180 deg"."""
        from .equations import Equations
        return Equations(self, form, mode, steps, at)

    def notebook(self, form: str = "lagrange", mode: str | None = None, *, page: str | None = None) -> Any:
        """A page to study the model, as `lagrangia derive -o page.html` writes it: the derivation step by step, small motions,
        conserved quantities and equilibria beside the moving machine. A text of HTML that notebooks show, with `save(path)`.

        `form` and `mode` as with `equations`. `page`: the text of a page with places for all this, as `make studio` makes one
        (build/studio/notebook.html) with sliders for the parameters; None: the library's own, of which nothing can be changed.
        Raises ModelError, and UsageError where the library was built without the page.
        """
        from .equations import notebook
        return notebook(self, form, mode, page)

    def export(self, path: str | os.PathLike[str], format: str = "c", *, precision: str = "double", fmi: int = 2,
               mode: str | None = None) -> list[str]:
        """Writes the model as a program: "c" into a folder, "fmu" as one file that contains sources and no binary, by version
        2 or 3 of the standard; its equations at the start or after an event, `mode`, as "octave", "julia", "sympy" or "latex"
        into a folder. The names of the files."""
        from .export import write
        return write(self, pathlib.Path(path), format, precision, fmi, mode)

    def dynamics(self, mode: str | None = None, *, parameters: Mapping[str, Value] | None = None, **values: Value) -> Any:
        """The equations of one mode at any state, as numbers."""
        from .dynamics import Dynamics
        return Dynamics(self._with_own({**(parameters or {}), **values}), mode)

    def stepper(self, *, parameters: Mapping[str, Value] | None = None, until: float | None = None,
                tolerance: float | None = None, first_step: float | None = None, method: str | None = None,
                **values: Value) -> Any:
        """A run in steps. `until`: None for no end."""
        from .stepper import Stepper
        settings = RunSettings(float("inf") if until is None else until, tolerance, first_step, method=method)
        return Stepper(self._with_own({**(parameters or {}), **values}), settings)

    def _with_own(self, values: Mapping[str, Value]) -> Model:
        return self.copy(parameters=values) if values else self

    def sweep(self, *, sample: str = "grid", samples: int = 0, seed: int = 0, threads: int = 0, until: float | None = None,
              tolerance: float | None = None, method: str | None = None, parameters: Mapping[str, Any] | None = None,
              scatter: Mapping[str, Any] | None = None, limits: Sequence[str] = (), **axes: Any) -> Any:
        """Runs many designs; returns a structured numpy array with a field for each varied parameter and report.

        An axis is `linspace("3 m", "5 m", 101)`, a list of values, or with `sample="random"` or "sobol" a pair
        (low, high); `samples` is then the number of designs. `scatter={"l3": "1%", "gamma": "0.5 deg"}` instead lets
        parameters scatter about their values with these standard deviations, in 1000 designs unless `samples` says
        otherwise. With `limits`, ["range > 238 m"], the field `kept` says which designs keep all of them. See
        `lagrangia.sweeps.sweep`.
        """
        from .sweeps import sweep
        return sweep(self, {**(parameters or {}), **axes}, sample, samples, seed, threads,
                     RunSettings(until, tolerance, method=method), scatter or {}, limits)

    def optimize(self, maximize: str | None = None, minimize: str | None = None, over: Any = (),
                 limits: Sequence[str] = (), max_runs: int | None = None, threads: int = 0, until: float | None = None,
                 tolerance: float | None = None, method: str | None = None, scatter: Mapping[str, Any] | None = None,
                 deviations: float | None = None, machines: int | None = None) -> Any:
        """The best design: `over` is a list of parameters that have bounds, or a mapping of names to (low, high).

        With `scatter={"l3": "1%"}` each design stands for `machines` (64) whose parameters scatter with these standard
        deviations; what counts is the mean less `deviations` (2) standard deviations of the report, and of limits.
        """
        from .optimum import optimize
        return optimize(self, maximize, minimize, over, limits, max_runs, threads, RunSettings(until, tolerance, method=method),
                        scatter, deviations, machines)

    def front(self, maximize: str | Sequence[str] = (), minimize: str | Sequence[str] = (), over: Any = (),
              limits: Sequence[str] = (), points: int | None = None, seed: int = 0, max_runs: int | None = None, threads: int = 0,
              until: float | None = None, tolerance: float | None = None, method: str | None = None,
              scatter: Mapping[str, Any] | None = None, deviations: float | None = None, machines: int | None = None) -> Any:
        """Designs of which none is better for one of these reports without being worse for another: an even choice of at
        most `points` of them (default 30). `over`, `limits`, `scatter` as with `optimize`. See `lagrangia.front.Front`."""
        from .front import front
        great, small = ([x] if isinstance(x, str) else list(x) for x in (maximize, minimize))
        return front(self, great, small, over, limits, points, seed, max_runs, threads, RunSettings(until, tolerance, method=method),
                     scatter, deviations, machines)

    def fit(self, data: Any, over: Any = (), match: Mapping[str, str] | None = None, time: str | None = None,
            offset: Any = False, scale: Sequence[str] = (), noise: Mapping[str, float] | None = None, loss: str | None = None,
            starts: int | None = None, tolerance: float | None = None, method: str | None = None) -> Any:
        """Parameters from measurements: `data` is the path of a csv file, an Experiment, or a list of them; `over` a list of
        parameters or a mapping of names to (low, high); `match` maps quantities to columns; `offset` True or (low, high) in
        s finds each clock's offset; `scale` and `noise` name columns."""
        from .fit import fit
        return fit(self, data, over, match, time, offset, scale, noise, loss, starts, RunSettings(None, tolerance, method=method))


@dataclasses.dataclass
class RunSettings:
    """Options of runs as Python has them; None: the library's default."""

    until: float | None = None
    tolerance: float | None = None
    first_step: float | None = None
    every: float | None = None
    method: str | None = None
    max_steps: int | None = None
    frames: bool = False
    forces: Sequence[Any] = ()
    watch: Callable[[float, float, int], Any] | None = None

    def _fill(self, options: n.RunOptions) -> None:
        for name in ("until", "tolerance", "first_step", "every", "max_steps"):
            value = getattr(self, name)
            if value is not None:
                setattr(options, name, value)
        if self.method is not None:
            options.method = self.method.encode()
        options.keep_frames = self.frames

    def struct(self) -> n.RunOptions:
        options = n.RunOptions()
        n.lib.lgr_run_options_init(c.byref(options), c.sizeof(options))
        self._fill(options)
        return options


def axes_of(over: Mapping[str, Any] | Sequence[str]) -> list[n.Axis]:
    """Parameters to search over, with their ranges or within those of their declarations."""
    ranges = over if isinstance(over, Mapping) else {name: None for name in over}
    return [n.Axis(name.encode(), None, None, 0) if x is None else n.Axis(name.encode(), value_text(x[0]), value_text(x[1]), 0)
            for name, x in ranges.items()]


def check_study(model: Model, handle: n.Handle, kind: str, fine: Sequence[int] = (n.OK, n.INTERRUPTED)) -> None:
    """Raises what went wrong with an optimum, a front or a fit."""
    status = getattr(n.lib, f"lgr_{kind}_status")(handle)
    if status == n.USAGE:
        raise UsageError(n.text(getattr(n.lib, f"lgr_{kind}_usage_error")(handle)))
    if status == n.MODEL:
        model._check(status)
    if status not in fine:
        raise_status(status, n.text(getattr(n.lib, f"lgr_{kind}_trouble")(handle)))


def raise_status(status: int, message: str, run: object = None) -> None:
    """For every status but OK, EXPECT, MODEL and USAGE."""
    if status == n.MEMORY:
        raise MemoryError(message or "memory is exhausted")
    if status == n.RUN:
        raise RunError(message or "the run failed", run)
    if status == n.INTERNAL:
        raise InternalError(message or "an assertion of the library is broken")
    if status == n.INTERRUPTED:
        return
    raise LagrangiaError(message or f"status {status}")
