"""Designs that none betters in all of several reports: Pareto's front."""
from __future__ import annotations

import csv
import ctypes as c
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from . import _native as n
from .errors import UsageError
from .model import Model, RunSettings, axes_of, check_study
from .optimum import spread_over


class Front:
    """`table`: a structured array with a row for each design, its parameters and reports in the units of their
    declarations, by the first goal, the best first; `to_dict()` is the object of `lagrangia optimize --json`."""

    def __init__(self, model: Model, goals: Sequence[tuple[str, bool]], handle: n.Handle) -> None:
        self.model, self._handle = model, handle
        self.goals = [("minimize" if least else "maximize", report) for report, least in goals]
        header, *rows = csv.reader(io.StringIO(self.text("csv")))
        self.table: np.ndarray = np.array([tuple(float(x or "nan") for x in row) for row in rows],
                                          dtype=[(name, float) for name in header])

    def text(self, form: str = "text") -> str:
        """As "text", "json", "csv" or "svg"."""
        out = n.Collected()
        if n.lib.lgr_front_write(self._handle, form.encode(), False, 0, out.sink, None):
            raise UsageError(f"a front is not written as {form!r}")
        return out.text()

    def to_dict(self) -> dict[str, Any]:
        return json.loads(self.text("json"))

    def _repr_svg_(self) -> str:
        return self.text("svg")

    def __len__(self) -> int:
        return len(self.table)

    def __repr__(self) -> str:
        return f"<front of {len(self)} designs: {', '.join(f'{how} {report}' for how, report in self.goals)}>"


def front(model: Model, maximize: Sequence[str], minimize: Sequence[str], over: Any, limits: Sequence[str], points: int | None,
          seed: int, max_runs: int | None, threads: int, settings: RunSettings, scatter: Mapping[str, Any] | None = None,
          deviations: float | None = None, machines: int | None = None) -> Front:
    """See Model.front. Raises RunError where no design has all values and satisfies the limits."""
    goals = [(str(x), False) for x in maximize] + [(str(x), True) for x in minimize]
    axes = axes_of(over)
    options = n.FrontOptions()
    n.lib.lgr_front_options_init(c.byref(options), c.sizeof(options))
    options.run = c.pointer(settings.struct())
    options.goals, options.goal_count = (n.Goal * max(len(goals), 1))(*[n.Goal(x.encode(), y) for x, y in goals]), len(goals)
    options.over, options.over_count = (n.Axis * max(len(axes), 1))(*axes), len(axes)
    options.limits = (c.c_char_p * max(len(limits), 1))(*[x.encode() for x in limits])
    options.limit_count, options.seed, options.threads = len(limits), seed, threads
    spread_over(options, scatter, deviations, machines)
    if points is not None:
        options.points = points
    if max_runs is not None:
        options.max_runs = max_runs
    handle = n.Handle(n.lib.lgr_model_front(model._handle, c.byref(options)), n.lib.lgr_front_destroy, model._handle)
    check_study(model, handle, "front")
    return Front(model, goals, handle)
