"""What can go wrong, as exceptions."""
from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True)
class Finding:
    """An error or a warning about a model's text; line and column count from 1, 0 where there is no place."""

    code: str
    severity: str
    file: str
    line: int
    column: int
    length: int
    text: str
    note: str
    help: str
    rendered: str = dataclasses.field(repr=False, compare=False, default="")


class LagrangiaError(Exception):
    """All of them."""


class ModelError(LagrangiaError):
    """The model has errors, or no consistent start. `code`, `line` and `column` are those of the first error."""

    def __init__(self, message: str, findings: tuple[Finding, ...] = ()) -> None:
        super().__init__(message)
        self.findings = findings
        first = next((x for x in findings if x.severity == "error"), None)
        self.code = first.code if first else ""
        self.file = first.file if first else ""
        self.line = first.line if first else 0
        self.column = first.column if first else 0


class UsageError(LagrangiaError, ValueError):
    """A setting is wrong: an unknown parameter, method, format or name, or a value that does not suit."""


class RunError(LagrangiaError):
    """A run failed numerically. `run` holds the results up to there, None where there are none."""

    def __init__(self, message: str, run: object = None) -> None:
        super().__init__(message)
        self.run = run


class NoValue(LagrangiaError, ArithmeticError):
    """The equations have no solution at a state."""


class InternalError(LagrangiaError):
    """An error of the library itself."""
