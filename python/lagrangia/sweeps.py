"""Many runs of one model: grids and samples, in threads of the library."""
from __future__ import annotations

import ctypes as c
import csv
import io
import itertools
import numbers
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from . import _native as n
from .errors import UsageError
from .model import Model, RunSettings, Value, raise_status, value_text


class Axis(NamedTuple):
    """Values of a parameter at equal intervals, both ends included."""

    low: Value
    high: Value
    count: int


def linspace(low: Value, high: Value, count: int) -> Axis:
    """`count` values from low to high: numbers in the unit of the parameter's declaration, or texts with units."""
    return Axis(low, high, count)


SCATTERED = 1000  # designs, unless told otherwise


class _Listed(NamedTuple):
    """Values that are not at equal intervals: one sweep for each."""

    values: Sequence[Value]


def _axis(name: str, given: Any, grid: bool) -> Axis | _Listed:
    if isinstance(given, Axis):
        return given
    if isinstance(given, (str, bytes, numbers.Real)) or not hasattr(given, "__iter__"):
        raise UsageError(f"{name} = {given!r}: write linspace(low, high, count) or a list of values")
    values = list(given)
    if not grid:
        if len(values) != 2:
            raise UsageError(f"{name}: a range of samples is (low, high)")
        return Axis(values[0], values[1], 0)
    if not values:
        raise UsageError(f"{name}: no values")
    if len(values) == 2:
        return Axis(values[0], values[1], 2)
    if len(values) > 2 and all(isinstance(x, numbers.Real) for x in values):
        if np.array_equal(np.asarray(values, dtype=float), np.linspace(values[0], values[-1], len(values))):
            return Axis(values[0], values[-1], len(values))
    return _Listed(values)


class _Study(NamedTuple):
    """What all designs share."""

    sample: str
    samples: int
    seed: int
    threads: int
    settings: RunSettings
    limits: tuple[str, ...]


def sweep(model: Model, axes: Mapping[str, Any], sample: str, samples: int, seed: int, threads: int,
          settings: RunSettings, scatter: Mapping[str, Any] | None = None, limits: Sequence[str] = ()) -> np.ndarray:
    """A structured array with a row for each design: its parameters and reports, in the units of their declarations
    (`Info.unit`; NaN: no value), with limits `kept`, then `end` ("until", "event landing", "failed") and `note`, as `end'`
    where a report is called `end`. The last axis changes fastest.

    Raises UsageError for what is not a parameter; a design that fails has a row that says so.
    """
    study = _Study(sample, samples, seed, threads, settings, tuple(limits))
    if scatter:
        if axes or sample != "grid":
            raise UsageError("scatter goes without axes and sample: all designs scatter, or none")
        return _compute(model, {name: Axis(None, x, 0) for name, x in scatter.items()},
                        study._replace(sample="normal", samples=samples or SCATTERED))
    if not axes:
        raise UsageError("nothing is varied")
    read = {name: _axis(name, given, sample == "grid") for name, given in axes.items()}
    listed = {name: x for name, x in read.items() if isinstance(x, _Listed)}
    even = {name: x for name, x in read.items() if isinstance(x, Axis)}
    if not listed:
        return _compute(model, even, study)
    parts = [_compute_one(model, dict(zip(listed, values)), even, study)
             for values in itertools.product(*(x.values for x in listed.values()))]
    return _in_order(parts, read, list(listed))


def _compute_one(model: Model, values: Mapping[str, Value], even: Mapping[str, Axis], study: _Study) -> np.ndarray:
    """The designs in which the listed parameters have these values, one of them in each row."""
    axes = {**{name: Axis(value, value, 1) for name, value in values.items()}, **even}
    return _compute(model, axes, study._replace(samples=0, seed=0))


def _in_order(parts: Sequence[np.ndarray], read: Mapping[str, Any], listed: Sequence[str]) -> np.ndarray:
    """Rows in the order of a grid over all axes, the last one fastest; parameters' fields in the order given."""
    lengths = {name: len(x.values) if isinstance(x, _Listed) else x.count for name, x in read.items()}
    order = [*listed, *(name for name in read if name not in listed)]
    rows = np.concatenate(parts).reshape([lengths[name] for name in order])
    rows = rows.transpose([order.index(name) for name in read]).reshape(-1)
    names = [*read, *(x for x in rows.dtype.names if x not in read)]
    return np.ascontiguousarray(rows[names].astype([(x, rows.dtype[x]) for x in names]))


class _Sweep:
    """A sweep and what it must not outlive."""

    def __init__(self, model: Model, axes: Mapping[str, Axis], study: _Study) -> None:
        self.raised: BaseException | None = None
        self._texts = [(name.encode(), None if x.low is None else value_text(x.low), value_text(x.high), x.count) for name, x in axes.items()]
        self._axes = (n.Axis * len(axes))(*[n.Axis(*x) for x in self._texts])
        options = n.SweepOptions()
        n.lib.lgr_sweep_options_init(c.byref(options), c.sizeof(options))
        options.run = c.pointer(study.settings.struct())
        options.axes, options.axis_count, options.sample = self._axes, len(axes), study.sample.encode()
        options.samples, options.seed, options.threads = study.samples, study.seed, study.threads
        options.limits = (c.c_char_p * max(len(study.limits), 1))(*[x.encode() for x in study.limits])
        options.limit_count = len(study.limits)
        self._watch = n.SWEEP_WATCH(self._look)
        options.watch = self._watch
        self.handle = n.Handle(n.lib.lgr_sweep_create(model._handle, c.byref(options)), n.lib.lgr_sweep_destroy, model._handle,
                               self._watch)
        if n.lib.lgr_sweep_status(self.handle) == n.USAGE:
            raise UsageError(n.text(n.lib.lgr_sweep_usage_error(self.handle)))
        model._check(n.lib.lgr_sweep_status(self.handle))

    def _look(self, _user: int, _done: int, _count: int) -> bool:
        return False  # that Python runs at all lets an interrupt in, which _guarded keeps

    def columns(self) -> list[tuple[str, bool]]:
        count = n.lib.lgr_sweep_column_count(self.handle)
        return [(n.text(x.name), x.is_report) for x in (n.lib.lgr_sweep_column(self.handle, i) for i in range(count))]


def _compute(model: Model, axes: Mapping[str, Axis], study: _Study) -> np.ndarray:
    sweep = _Sweep(model, axes, study)
    out = n.Collected()
    status = n.lib.lgr_sweep_run(sweep.handle, out.sink, None)
    if status not in (n.OK, n.EXPECT):
        raise_status(status, "the sweep was broken off")
    return _rows(out.bytes(), [name for name, _is_report in sweep.columns()], bool(study.limits))


def _rows(data: bytes, names: Sequence[str], limited: bool) -> np.ndarray:
    """Lines of csv: design, numbers, with limits 1 or 0, how it ended, a note."""
    width = len(names) + 1 + limited
    lines = data.decode().splitlines()
    plain = [line.split(",") for line in lines] if '"' not in "".join(lines[:1]) else []
    if not plain or any(len(x) != width + 2 for x in plain):
        plain = list(csv.reader(io.StringIO("\n".join(lines))))
    numbers_ = np.array([[x or "nan" for x in row[1:width]] for row in plain], dtype=float)
    room = [max([len(row[k]) for row in plain], default=0) or 1 for k in (-2, -1)]
    own = {name: name + "'" * (name in names) for name in ("kept", "end", "note")}
    kept = [(own["kept"], bool)] if limited else []
    table = np.empty(len(plain), dtype=[*((name, float) for name in names), *kept, (own["end"], f"U{room[0]}"),
                                        (own["note"], f"U{room[1]}")])
    for i, name in enumerate(names):
        table[name] = numbers_[:, i]
    if limited:
        table[own["kept"]] = numbers_[:, -1] == 1
    table[own["end"]], table[own["note"]] = [row[-2] for row in plain], [row[-1] for row in plain]
    return table
