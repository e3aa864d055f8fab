"""Finished runs: rows and columns as arrays, events, reports, states, pictures."""
from __future__ import annotations

import ctypes as c
import dataclasses
import html
import json
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from . import _native as n
from .forces import native_forces
from .model import Model, RunSettings, raise_status
from .errors import ModelError, UsageError
from .page import Page, page


@dataclasses.dataclass(frozen=True)
class Event:
    """Something that happened: an event of the model, or the opening, closing or impact of a contact.

    Arrays are over the coordinates of the model (NaN where there is none), `impulse` over its rows (None: no impact).
    """

    name: str
    kind: str
    index: int
    t: float
    q_before: np.ndarray
    v_before: np.ndarray
    q_after: np.ndarray
    v_after: np.ndarray
    impulse: np.ndarray | None
    energy_before: float
    energy_after: float
    mode_changed: bool


def event_of(x: n.StepEvent, coordinates: int, rows: int) -> Event:
    def copied(at: Any, count: int) -> np.ndarray:
        return np.array(at[:count], dtype=float)
    return Event(n.text(x.name), n.text(x.kind), x.index, x.t, copied(x.q_before, coordinates), copied(x.v_before, coordinates),
                 copied(x.q_after, coordinates), copied(x.v_after, coordinates),
                 copied(x.impulse, rows) if x.impulse else None, x.energy_before, x.energy_after, x.mode_changed)


@dataclasses.dataclass(frozen=True)
class State:
    """A state of a run, over the coordinates, rows and outputs of the model, in SI units."""

    t: float
    q: np.ndarray
    v: np.ndarray
    multipliers: np.ndarray
    outputs: np.ndarray
    kinetic: float
    potential: float
    energy: float


class Reports(Mapping[str, float]):
    """Reports by name, as attributes too; NaN where a report has no value."""

    def __init__(self, values: Mapping[str, float]) -> None:
        self.__dict__["_values"] = dict(values)

    def __getitem__(self, name: str) -> float:
        return self._values[name]

    def __getattr__(self, name: str) -> float:
        try:
            return self.__dict__["_values"][name]
        except KeyError:
            raise AttributeError(f"no report named {name!r}; there are {', '.join(self._values) or 'none'}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._values]

    def __repr__(self) -> str:
        return "Reports(" + ", ".join(f"{k}={v:.10g}" for k, v in self._values.items()) + ")"


class Svg(str):
    """A picture as SVG, shown by notebooks."""

    def _repr_svg_(self) -> str:
        return str(self)


class _Block:
    """Numbers in the library's memory, for numpy, with whom they belong to: that lives as long as they are used."""

    def __init__(self, address: int, count: int, owner: object) -> None:
        self.__array_interface__ = {"shape": (count,), "typestr": "=f8", "data": (address, True), "version": 3}
        self.owner = owner


def _view(address: int, count: int, owner: object) -> np.ndarray:
    """The library's numbers without a copy, read-only."""
    return np.asarray(_Block(address, count, owner)) if count else np.empty(0)


class Run:
    """A run and its results. `r["theta"]`, `r["theta'"]`, `r["lambda(rod)"]` and `r.t` are arrays over the recorded rows, in SI
    units, without copies of the library's numbers."""

    def __init__(self, model: Model, settings: RunSettings) -> None:
        self.model = model
        self.parameters = {x.name: x.value for x in model.parameters.values()}
        self._raised: BaseException | None = None
        options = settings.struct()
        kept = native_forces(settings.forces, len(model.coordinates), self._note)
        if kept:
            options.forces, options.force_count = kept.array, len(settings.forces)
        watch = n.RUN_WATCH(lambda _user, t, until, steps: self._ask(settings.watch, t, until, steps))
        if settings.watch:
            options.watch = watch
        known = n.lib.lgr_model_finding_count(model._handle)
        self._handle = n.Handle(n.lib.lgr_run_create(model._handle, c.byref(options)), n.lib.lgr_run_destroy, model._handle, kept,
                                watch)
        self._finish(known)

    def _note(self, raised: BaseException) -> None:
        self._raised = self._raised or raised

    def _ask(self, watch: Any, t: float, until: float, steps: int) -> bool:
        try:
            return bool(watch(t, until, steps))
        except BaseException as raised:  # noqa: B902: whatever it is goes on to the caller, not into the library
            self._note(raised)
            return True

    def _finish(self, known: int) -> None:
        status = n.lib.lgr_run_status(self._handle)
        if self._raised:
            raise self._raised
        if status == n.USAGE:
            raise UsageError(n.text(n.lib.lgr_run_usage_error(self._handle)))
        errors = self.model._errors(known) or self.model._errors()
        message = "\n".join(x.rendered for x in errors)
        if status == n.MODEL:
            raise ModelError(message or "the model has no consistent start", errors)
        if status not in (n.OK, n.EXPECT, n.INTERRUPTED):
            raise_status(status, message, self)

    # --- Results ---

    @property
    def columns(self) -> dict[str, str]:
        """Names of what is recorded, with their units."""
        return {name: unit for name, (unit, _values) in self._columns().items()}

    def _columns(self) -> dict[str, tuple[str, np.ndarray]]:
        if not hasattr(self, "_recorded"):
            self._recorded: dict[str, tuple[str, np.ndarray]] = {}
            x = n.Column()
            for i in range(n.lib.lgr_run_column_count(self._handle)):
                n.lib.lgr_run_column_at(self._handle, i, c.byref(x))
                address = c.cast(x.values, c.c_void_p).value or 0
                block = _view(address, (x.count - 1) * x.stride + 1 if x.count else 0, self._handle)
                self._recorded[n.text(x.name)] = n.text(x.unit), block[::x.stride] if x.count else block
        return self._recorded

    def __getitem__(self, name: str) -> np.ndarray:
        try:
            return self._columns()[name][1]
        except KeyError:
            raise UsageError(f"nothing named {name!r} is recorded; there are {', '.join(self._columns())}") from None

    @property
    def t(self) -> np.ndarray:
        """The times of the rows, s."""
        return self["t"]

    def _count(self, kind: str) -> int:
        return len(getattr(self.model, kind))

    @property
    def reports(self) -> Reports:
        """In SI units, by name or as attributes."""
        count = c.c_size_t()
        at = n.lib.lgr_run_reports(self._handle, c.byref(count))
        return Reports(dict(zip(self.model.reports, at[:count.value] if at else [])))

    @property
    def events(self) -> list[Event]:
        """What happened, in order."""
        rows, coordinates, x, found = self._count("rows"), self._count("coordinates"), n.StepEvent(), []
        for i in range(n.lib.lgr_run_event_count(self._handle)):
            n.lib.lgr_run_event(self._handle, i, c.byref(x))
            found.append(event_of(x, coordinates, rows))
        return found

    def _state(self, read: Any) -> State:
        x = n.RunState()
        if read(self._handle, c.byref(x)) != n.OK:
            raise UsageError("the run has no states")
        q, rows, outputs = (self._count(k) for k in ("coordinates", "rows", "outputs"))
        return State(x.t, *(np.array(at[:k], dtype=float)
                            for at, k in ((x.q, q), (x.v, q), (x.lambda_, rows), (x.outputs, outputs))),
                     x.kinetic, x.potential, x.energy)

    @property
    def initial(self) -> State:
        """The first, consistent state."""
        return self._state(n.lib.lgr_run_initial_state)

    @property
    def final(self) -> State:
        return self._state(n.lib.lgr_run_final_state)

    @property
    def summary(self) -> dict[str, Any]:
        """How it ended ("until", "event", "failed", "interrupted"), by which method, with how many steps, and its accuracy."""
        x = n.Summary()
        n.lib.lgr_run_summarize(self._handle, c.byref(x))
        values = {name: getattr(x, name) for name, _type in x._fields_[1:]}
        return {k: n.text(v) if isinstance(v, bytes) else v for k, v in values.items()}

    @property
    def unmet(self) -> list[str]:
        """Expectations of the model that do not hold, as messages."""
        return [n.text(n.lib.lgr_run_unmet_text(self._handle, i, False)) for i in range(n.lib.lgr_run_unmet_count(self._handle))]

    # --- What is asked of it later ---

    def verify(self) -> int:
        """Repeats the run at a tenth of its tolerance; on how many digits all results agree (16: all of them)."""
        status = n.lib.lgr_run_verify(self._handle)
        if status != n.OK:
            raise_status(status, n.text(n.lib.lgr_run_verify_trouble(self._handle, False)), self)
        return n.lib.lgr_run_verified_digits(self._handle)

    def sensitivity(self, *parameters: str) -> dict[str, dict[str, float]]:
        """d report / d parameter in SI units, by report and then by parameter; none given: all that are continuous."""
        names = parameters or tuple(x.name for x in self.model.parameters.values() if x.role != "structural")
        array = (c.c_char_p * max(len(names), 1))(*[x.encode() for x in names])
        status = n.lib.lgr_run_differentiate(self._handle, array, len(names))
        if status == n.USAGE:
            raise UsageError(n.text(n.lib.lgr_run_usage_error(self._handle)))
        if status not in (n.OK, n.EXPECT):
            raise_status(status, "the derivatives could not be found", self)
        return {r: {p: n.lib.lgr_run_slope(self._handle, r.encode(), p.encode()) for p in names} for r in self.model.reports}

    # --- Elsewhere ---

    def _write(self, format: str) -> bytes:
        trouble = n.lib.lgr_run_format_trouble(format.encode())
        if trouble:
            raise UsageError(n.text(trouble))
        out = n.Collected()
        if n.lib.lgr_run_write(self._handle, format.encode(), False, 0, out.sink, None) == n.USAGE:
            raise UsageError(f"a run cannot be written as {format!r}")
        return out.bytes()

    def to_dict(self) -> dict[str, Any]:
        """The object of `lagrangia run --json`."""
        return json.loads(self._write("json"))

    def to_html(self) -> Page:
        """A page that shows the moving machine."""
        return page(self._write("html").decode(), self.model.name)

    def to_svg(self) -> Svg:
        """A figure of the motion."""
        return Svg(self._write("svg").decode())

    def save(self, path: Any) -> None:
        """Writes a file: .html, .svg, .csv, .json (the results), by its ending."""
        import pathlib
        to = pathlib.Path(path)
        to.write_bytes(self._write(to.suffix.lstrip(".").lower() or "none"))

    def plot(self, *what: str) -> Svg:
        """A plot of recorded quantities over time, or of one over another: plot("theta", "theta'"), plot("y over x")."""
        out, text = n.Collected(), ", ".join(what).encode()
        self.model._check(n.lib.lgr_model_check_plot(self.model._handle, text))
        n.lib.lgr_run_plot(self._handle, text, b"svg", False, 0, out.sink, None)
        return Svg(out.text())

    def frame(self) -> Any:
        """All rows as a pandas DataFrame, indexed by time; its attrs["units"] tells units."""
        import pandas
        data = {name: values for name, (_unit, values) in self._columns().items()}
        frame = pandas.DataFrame(data).set_index("t")
        frame.attrs["units"] = self.columns
        return frame

    def __repr__(self) -> str:
        x = self.summary
        return f"<run of {self.model.name!r} to t = {x['t']:.6g} s ({x['end']}), {x['steps']} steps; {self.reports!r}>"

    def _repr_html_(self) -> str:
        """The moving machine."""
        try:
            return self.to_html()._repr_html_()
        except UsageError:
            return f"<pre>{html.escape(repr(self))}</pre>"
