"""Parameters of a model from measurements."""
from __future__ import annotations

import ctypes as c
import dataclasses
import json
import math
import os
import pathlib
from collections.abc import Mapping, Sequence
from typing import Any

from . import _native as n
from .errors import UsageError
from .model import Model, RunSettings, axes_of, check_study, value_text


@dataclasses.dataclass
class Experiment:
    """A text of columns, "t,theta [deg]", and the parameters that are otherwise in it."""

    text: str
    set: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    name: str = "data"

    @classmethod
    def read(cls, path: str | os.PathLike[str], **set: Any) -> Experiment:
        return cls(pathlib.Path(path).read_text(encoding="utf-8"), set, pathlib.Path(path).name)


class Fit:
    """`values`, `errors` (standard deviations), `intervals` (95 %) and `state` of each unknown by name, in SI units;
    `correlation(a, b)`; `to_dict()` is the object of `lagrangia fit --json`, `text("html")` a page."""

    def __init__(self, model: Model, handle: n.Handle) -> None:
        self.model, self._handle = model, handle
        found = []
        for i in range(n.lib.lgr_fit_unknown_count(handle)):
            u = n.FitUnknown()
            n.lib.lgr_fit_get(handle, i, c.byref(u))
            found.append((n.text(u.name), u.value, u.error, (u.low, u.high), n.text(u.state)))
        self.values: dict[str, float] = {x[0]: x[1] for x in found}
        self.errors: dict[str, float] = {x[0]: x[2] for x in found}
        self.intervals: dict[str, tuple[float, float]] = {x[0]: x[3] for x in found}
        self.state: dict[str, str] = {x[0]: x[4] for x in found}

    def correlation(self, a: str, b: str) -> float:
        names = list(self.values)
        return n.lib.lgr_fit_correlation(self._handle, names.index(a), names.index(b))

    def text(self, form: str = "text") -> str:
        """As "text", "json", "json-series", "csv", "svg" or "html"."""
        out = n.Collected()
        if n.lib.lgr_fit_write(self._handle, form.encode(), False, 0, out.sink, None):
            raise UsageError(f"a fit is not written as {form!r}")
        return out.text()

    def to_dict(self) -> dict[str, Any]:
        return json.loads(self.text("json-series"))

    def __repr__(self) -> str:
        shown = (f"{k} = {v:.6g}" + ("" if math.isnan(self.errors[k]) else f" +- {self.errors[k]:.2g}") for k, v in self.values.items())
        return f"<fit {', '.join(shown)}>"


def _experiments(data: Any) -> list[Experiment]:
    one = isinstance(data, (str, os.PathLike, Experiment))
    return [x if isinstance(x, Experiment) else Experiment.read(x) for x in ([data] if one else data)]


def _matches(match: Mapping[str, str] | None, scale: Sequence[str], noise: Mapping[str, float] | None) -> list[n.Match]:
    if (scale or noise) and not match:
        raise UsageError("scale and noise need the quantities in match")
    columns = list((match or {}).values())
    for column in [*scale, *(noise or {})]:
        if column not in columns:
            raise UsageError(f"no quantity is matched with the column {column!r}")
    return [n.Match(quantity.encode(), column.encode(), repr(noise[column]).encode() if noise and column in noise else None,
                    column in scale) for quantity, column in (match or {}).items()]


def fit(model: Model, data: Any, over: Any, match: Mapping[str, str] | None, time: str | None, offset: Any, scale: Sequence[str],
        noise: Mapping[str, float] | None, loss: str | None, starts: int | None, settings: RunSettings) -> Fit:
    """See Model.fit. Raises RunError where no run reaches the measured instants."""
    axes = axes_of(over)
    experiments, matches = [], _matches(match, scale, noise)
    for x in _experiments(data):
        text = x.text.encode()
        sets = (n.Override * max(len(x.set), 1))(*[n.Override(k.encode(), value_text(v)) for k, v in x.set.items()])
        experiments.append(n.Experiment(x.name.encode(), text, len(text), sets, len(x.set)))
    options = n.FitOptions()
    n.lib.lgr_fit_options_init(c.byref(options), c.sizeof(options))
    options.run = c.pointer(settings.struct())
    options.over, options.over_count = (n.Axis * max(len(axes), 1))(*axes), len(axes)
    options.data, options.data_count = (n.Experiment * max(len(experiments), 1))(*experiments), len(experiments)
    options.match, options.match_count = (n.Match * max(len(matches), 1))(*matches), len(matches)
    options.time, options.loss, options.offset = time and time.encode(), loss and loss.encode(), bool(offset)
    if offset and offset is not True:
        options.offset_low, options.offset_high = (repr(float(x)).encode() for x in offset)
    if starts is not None:
        options.starts = starts
    handle = n.Handle(n.lib.lgr_model_fit(model._handle, c.byref(options)), n.lib.lgr_fit_destroy, model._handle)
    check_study(model, handle, "fit")
    return Fit(model, handle)
