"""Pages of HTML that the library writes."""
from __future__ import annotations

import html
import os
import pathlib


class Page(str):
    """A page of HTML by itself, with scripts; notebooks show it in a frame."""

    title = ""

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes it as a file, for a browser."""
        pathlib.Path(path).write_text(self, encoding="utf-8")

    def _repr_html_(self) -> str:
        return (f'<iframe srcdoc="{html.escape(self, quote=True)}" sandbox="allow-scripts" '
                f'style="width:100%;height:640px;border:0" title="{html.escape(self.title)}"></iframe>')


def page(text: str, title: str) -> Page:
    made = Page(text)
    made.title = title
    return made
