"""Expectations of models as tests, for pytest and others."""
from __future__ import annotations

import os
from typing import Any

from .model import Value, load


def check(path: str | os.PathLike[str], **values: Value) -> Any:
    """Runs a model and raises AssertionError where an expectation of its text does not hold; returns the run.

        def test_trebuchet():
            lagrangia.testing.check("trebuchet.lgr")
    """
    run = load(path, **values).run(frames=False)
    if run.unmet:
        raise AssertionError("\n".join(run.unmet))
    return run
