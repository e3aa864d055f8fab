"""Models as programs for others: a folder of C, an FMU; equations for Octave, Julia, SymPy, LaTeX."""
from __future__ import annotations

import ctypes as c
import pathlib
import zipfile
from typing import TYPE_CHECKING

from . import _native as n
from .errors import UsageError

if TYPE_CHECKING:
    from .model import Model


def files_of(model: Model, format: str, precision: str, fmi: int, mode: str | None) -> dict[str, bytes]:
    """The files by their names, with '/' between folders."""
    if precision not in ("double", "float"):
        raise UsageError(f"numbers are double or float, not {precision!r}")
    files: dict[str, bytes] = {}

    @n.FILE_SINK
    def keep(user: object, name: bytes, data: c._Pointer[c.c_char], length: int) -> bool:
        files[name.decode()] = c.string_at(data, length)
        return True

    options = n.ExportOptions(single=precision == "float", fmi=fmi, mode=mode.encode() if mode else None)
    model._check(n.lib.lgr_model_export(model._handle, format.encode(), c.byref(options), keep, None))
    return files


def write(model: Model, path: pathlib.Path, format: str, precision: str, fmi: int, mode: str | None) -> list[str]:
    files = files_of(model, format, precision, fmi, mode)
    if format == "fmu":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in files.items():
                archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    else:
        path.mkdir(exist_ok=True)
        for name, data in files.items():
            (path / name).write_bytes(data)
    return list(files)
