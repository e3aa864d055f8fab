"""The best design of a model."""
from __future__ import annotations

import ctypes as c
import json
from collections.abc import Mapping, Sequence
from typing import Any

from . import _native as n
from .errors import UsageError
from .model import Model, RunSettings, axes_of, check_study, value_text


class Optimum:
    """`value` of the report and `parameters` of the best design, in SI units; `to_dict()` is the object of
    `lagrangia optimize --json`."""

    def __init__(self, model: Model, report: str, over: Sequence[str], handle: n.Handle) -> None:
        self.model, self.report = model, report
        self._handle = handle
        self.value: float = n.lib.lgr_optimum_value(handle)
        self.parameters = {name: n.lib.lgr_optimum_parameter(handle, i) for i, name in enumerate(over)}

    def to_dict(self) -> dict[str, Any]:
        out = n.Collected()
        n.lib.lgr_optimum_write(self._handle, b"json", False, 0, out.sink, None)
        return json.loads(out.text())

    def __repr__(self) -> str:
        return f"<optimum {self.report} = {self.value:.10g} at {', '.join(f'{k} = {v:.6g}' for k, v in self.parameters.items())}>"


def spread_over(options: Any, scatter: Mapping[str, Any] | None, deviations: float | None, machines: int | None) -> None:
    """What scatters, into the options of an optimum or a front."""
    spread = [n.Axis(name.encode(), None, value_text(x), 0) for name, x in (scatter or {}).items()]
    options.scatter, options.scatter_count = (n.Axis * max(len(spread), 1))(*spread), len(spread)
    if deviations is not None:
        options.deviations = deviations
    if machines is not None:
        options.machines = machines


def optimize(model: Model, maximize: str | None, minimize: str | None, over: Any, limits: Sequence[str], max_runs: int | None,
             threads: int, settings: RunSettings, scatter: Mapping[str, Any] | None = None, deviations: float | None = None,
             machines: int | None = None) -> Optimum:
    """See Model.optimize. Raises RunError where no design has a value and satisfies the limits."""
    if (maximize is None) == (minimize is None):
        raise UsageError("name one report, to maximize or to minimize")
    report = maximize if minimize is None else minimize
    axes = axes_of(over)
    kept = (c.c_char_p * max(len(limits), 1))(*[x.encode() for x in limits])
    options = n.OptimizeOptions()
    n.lib.lgr_optimize_options_init(c.byref(options), c.sizeof(options))
    options.run = c.pointer(settings.struct())
    options.report, options.minimize = str(report).encode(), minimize is not None
    options.over, options.over_count = (n.Axis * max(len(axes), 1))(*axes), len(axes)
    options.limits, options.limit_count = kept, len(limits)
    options.threads = threads
    spread_over(options, scatter, deviations, machines)
    if max_runs is not None:
        options.max_runs = max_runs
    handle = n.Handle(n.lib.lgr_optimum_create(model._handle, c.byref(options)), n.lib.lgr_optimum_destroy, model._handle)
    check_study(model, handle, "optimum", (n.OK, n.EXPECT, n.INTERRUPTED))
    return Optimum(model, str(report), list(over), handle)
