"""Lagrangia: mechanical systems written as in a textbook; their equations, motion, forces and best designs.

    import lagrangia as lgr
    m = lgr.load("trebuchet.lgr")
    r = m.run(l3="4.2 m")
    r.reports.range, r["theta"], r.events
"""
from __future__ import annotations

from . import _native
from .dynamics import Dynamics
from .equations import Equations
from .errors import Finding, InternalError, LagrangiaError, ModelError, NoValue, RunError, UsageError
from .fit import Experiment, Fit
from .front import Front
from .model import Info, Model, load, parse
from .optimum import Optimum
from .page import Page
from .run import Event, Reports, Run, State
from .stepper import Snapshot, Stepper
from .sweeps import Axis, linspace
from .text import Text

__all__ = ["Axis", "Dynamics", "Equations", "Event", "Experiment", "Finding", "Fit", "Front", "Info", "InternalError", "LagrangiaError", "Model", "ModelError",
           "NoValue", "Optimum", "Page", "Reports", "Run", "RunError", "Snapshot", "State", "Stepper", "Text", "UsageError",
           "explain", "linspace", "load", "parse"]

__version__ = _native.text(_native.lib.lgr_version())


def explain(code: str) -> str:
    """What the code of a finding, "E0107", means, with a wrong and a corrected model."""
    found = _native.text(_native.lib.lgr_explain(code.encode()))
    if not found:
        raise UsageError(f"no finding has the code {code!r}")
    return found
