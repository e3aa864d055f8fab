"""Equations of motion as text, LaTeX, MathML, numbers and SymPy expressions."""
from __future__ import annotations

import ctypes as c
import json
import re
from typing import TYPE_CHECKING, Any

from . import _native as n
from .page import Page, page

if TYPE_CHECKING:
    from .model import Model


def options_of(form: str, mode: str | None, steps: bool, at: str | None = None) -> n.DeriveOptions:
    return n.DeriveOptions(form=form.encode(), mode=mode.encode() if mode else None, steps=steps, at=at.encode() if at else None)


def notebook(model: Model, form: str, mode: str | None, around: str | None) -> Page:
    out, options = n.Collected(), options_of(form, mode, True)
    places = None if around is None else around.encode()
    model._check(n.lib.lgr_model_notebook(model._handle, c.byref(options), places, out.sink, None))
    return page(out.text(), model.name)


class Equations:
    """The equations of motion of a model in one form; notebooks show them typeset."""

    def __init__(self, model: Model, form: str, mode: str | None, steps: bool, at: str | None) -> None:
        self._model = model
        self._options = options_of(form, mode, steps, at)
        self.text = self._write("text")

    def _write(self, format: str) -> str:
        out = n.Collected()
        handle = self._model._handle
        self._model._check(n.lib.lgr_model_derive(handle, c.byref(self._options), format.encode(), False, 0, out.sink, None))
        return out.text()

    @property
    def latex(self) -> str:
        """The equations alone, to be put into a document."""
        return self._write("latex-fragment")

    @property
    def html(self) -> str:
        """A page with the equations in MathML."""
        return self._write("mathml")

    def to_dict(self) -> dict[str, Any]:
        """The object of `lagrangia derive --json`."""
        return json.loads(self._write("json"))

    def sympy(self) -> Any:
        """The equations for SymPy: `equations` (each left side less its right side, to be 0), `constraints`, `definitions`
        put in, and the `symbols` by their names here; coordinates are functions of `t`, multipliers are symbols."""
        from .sympy import translate
        return translate(self.to_dict())

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        body = re.search(r"<body[^>]*>(.*)</body>", self.html, re.S)
        return body.group(1) if body else f"<pre>{self.text}</pre>"
