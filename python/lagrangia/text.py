"""Texts of models as editors see them, right or wrong."""
from __future__ import annotations

import ctypes as c
import json
from typing import Any

from . import _native as n
from .errors import UsageError


class Text:
    """A text that may be wrong or incomplete; `ask` answers what an editor asks about it."""

    def __init__(self, text: str, name: str = "model.lgr") -> None:
        data = text.encode()
        options = n.ParseOptions()
        address = n.lib.lgr_model_parse_with(name.encode(), data, len(data), (n.Override * 1)(), 0, c.byref(options))
        self._handle = n.Handle(address, n.lib.lgr_model_destroy)

    def ask(self, what: str, line: int = 0, character: int = 0, argument: str | None = None) -> Any:
        """The answer to one of `questions()`, in the shapes of the Language Server Protocol: see language.h."""
        out = n.Collected()
        if n.lib.lgr_model_ask(self._handle, what.encode(), line, character, argument and argument.encode(), out.sink, None):
            raise UsageError(f"{what!r} cannot be asked: there are {', '.join(questions())}")
        return json.loads(out.text())


def questions() -> list[str]:
    """What can be asked."""
    found: list[str] = []
    while name := n.text(n.lib.lgr_model_question(len(found))):
        found.append(name)
    return found
