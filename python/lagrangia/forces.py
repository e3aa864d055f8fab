"""Forces of one's own, as the library calls them."""
from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from . import _native as n

OwnForce = Callable[[float, np.ndarray, np.ndarray], Any]
"""f(t, q, v) -> Q: generalized forces over the coordinates of the model, N for a length and N m for an angle."""


@dataclasses.dataclass
class NativeForces:
    array: Any
    callbacks: list[Any]


def native_forces(forces: Sequence[OwnForce], size: int, note: Callable[[BaseException], None]) -> NativeForces | None:
    """Structs for the library; `note` is told what a force raises, and the call that needed it fails."""
    if not forces:
        return None

    def wrap(force: OwnForce) -> Any:
        def add(_user: int, t: float, q: Any, v: Any, Q: Any, _Q_q: Any, _Q_v: Any) -> bool:
            try:
                to = np.ctypeslib.as_array(Q, (size,))
                to += np.asarray(force(t, np.ctypeslib.as_array(q, (size,)), np.ctypeslib.as_array(v, (size,))), dtype=float)
                return True
            except BaseException as raised:  # noqa: B902: must not go through the library
                note(raised)
                return False
        return n.FORCE(add)

    callbacks = [wrap(x) for x in forces]
    array = (n.Force * len(forces))(*[n.Force(add=x, differentiable=False) for x in callbacks])
    return NativeForces(array, callbacks)
