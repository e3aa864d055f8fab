"""The equations of one mode at any state, as numbers: M a + C^T lambda = h, A a = gamma."""
from __future__ import annotations

import ctypes as c
from typing import Any

import numpy as np

from . import _native as n
from .errors import ModelError, NoValue, UsageError
from .forces import OwnForce, native_forces
from .model import Model

_QUANTITIES = {"M": 0, "h": 1, "A": 2, "gamma": 3, "f": 4, "f_dot": 5, "acceleration": 6, "multiplier": 7, "force": 8, "output": 9,
               "energy": 10}
_VARIABLES = {"t": 0, "q": 1, "v": 2, "force": 3, "parameter": 4}


def _numbers(x: Any, count: int, what: str) -> np.ndarray:
    array = np.ascontiguousarray(x, dtype=float)
    if array.shape != (count,):
        raise UsageError(f"{what} has the shape {array.shape}, not ({count},)")
    return array


class Dynamics:
    """One choice of active coordinates (n of them, `coordinates`) and rows (m, `rows`), in SI units.

    A state is q and v = q', arrays of n numbers, and t in s; of a state or memory of the model v is the value, q has no
    effect. Errors: NoValue where the equations have no solution, UsageError for wrong shapes and names.
    """

    def __init__(self, model: Model, mode: str | None = None) -> None:
        options = n.DynamicsOptions(mode=mode.encode() if mode else None)
        self.model = model
        self._handle = n.Handle(n.lib.lgr_dynamics_create(model._handle, c.byref(options)), n.lib.lgr_dynamics_destroy,
                                model._handle)
        status = n.lib.lgr_dynamics_status(self._handle)
        if status == n.MODEL:
            errors = model._errors()
            raise ModelError("\n".join(x.rendered for x in errors), errors)
        self._check(status)
        self.n = n.lib.lgr_dynamics_coordinate_count(self._handle)
        self.m = n.lib.lgr_dynamics_row_count(self._handle)
        coordinates, rows = list(model.coordinates), list(model.rows)
        self.coordinates = [coordinates[n.lib.lgr_dynamics_coordinate(self._handle, i)] for i in range(self.n)]
        self.rows = [rows[n.lib.lgr_dynamics_row(self._handle, k)] for k in range(self.m)]
        self._forces: list[Any] = []
        self._raised: BaseException | None = None

    def _check(self, status: int) -> None:
        raised, self._raised = getattr(self, "_raised", None), None
        if raised:
            raise raised
        if status == n.OK:
            return
        message = n.text(n.lib.lgr_dynamics_error(self._handle))
        raise (NoValue if status == n.RUN else UsageError if status == n.USAGE else MemoryError)(message)

    def start(self) -> tuple[np.ndarray, np.ndarray, float]:
        """(q, v, t) of the consistent state at which the mode was found."""
        t, q, v = c.c_double(), np.empty(self.n), np.empty(self.n)
        self._check(n.lib.lgr_dynamics_start(self._handle, c.byref(t), q.ctypes.data, v.ctypes.data))
        return q, v, t.value

    def set(self, parameter: str, value: float) -> None:
        """Another value, in SI units, for a parameter; those defined by it follow."""
        known = self.model.parameters
        if parameter not in known:
            raise UsageError(f"no parameter named {parameter!r}; there are {known!r}")
        self._check(n.lib.lgr_dynamics_set(self._handle, known[parameter].index, value))

    def add_force(self, force: OwnForce) -> None:
        """Adds generalized forces f(t, q, v) -> Q, arrays over all coordinates of the model; from now on part of h."""
        def note(raised: BaseException) -> None:
            self._raised = self._raised or raised
        kept = native_forces([force], len(self.model.coordinates), note)
        self._forces.append(kept)
        self._check(n.lib.lgr_dynamics_add_force(self._handle, c.byref(kept.array[0])))  # type: ignore[union-attr]

    # --- Accelerations ---

    def solve(self, q: Any, v: Any, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """Accelerations (n) and multipliers (m)."""
        q, v, a, l = _numbers(q, self.n, "q"), _numbers(v, self.n, "v"), np.empty(self.n), np.empty(self.m)
        self._check(n.lib.lgr_dynamics_accelerate(self._handle, t, q.ctypes.data, v.ctypes.data, a.ctypes.data, l.ctypes.data))
        return a, l

    def acceleration(self, q: Any, v: Any, t: float = 0.0) -> np.ndarray:
        return self.solve(q, v, t)[0]

    def multipliers(self, q: Any, v: Any, t: float = 0.0) -> np.ndarray:
        return self.solve(q, v, t)[1]

    def accelerations(self, q: Any, v: Any, t: Any = 0.0) -> np.ndarray:
        """The same at many states at once: q and v of shape (count, n), t one number or count of them."""
        q, v = np.ascontiguousarray(q, dtype=float), np.ascontiguousarray(v, dtype=float)
        if q.ndim != 2 or q.shape[1] != self.n or q.shape != v.shape:
            raise UsageError(f"q and v have the shapes {q.shape} and {v.shape}, not (count, {self.n})")
        times = np.ascontiguousarray(np.broadcast_to(np.asarray(t, dtype=float), q.shape[:1]))
        a = np.empty_like(q)
        self._check(n.lib.lgr_dynamics_accelerate_many(self._handle, len(q), times.ctypes.data, q.ctypes.data, v.ctypes.data,
                                                       a.ctypes.data, None))
        return a

    def rhs(self, t: float, y: Any) -> np.ndarray:
        """y' for y = (q, v): for scipy.integrate.solve_ivp and others. Rows are kept in their accelerations only."""
        y, out = _numbers(y, 2 * self.n, "y"), np.empty(2 * self.n)
        half = 8 * self.n
        at, to = y.ctypes.data, out.ctypes.data
        status = n.lib.lgr_dynamics_accelerate(self._handle, t, at, at + half, to + half, None)
        if status != n.OK:
            self._check(status)
        out[:self.n] = y[self.n:]
        return out

    # --- Quantities at a state ---

    def evaluate(self, q: Any, v: Any, t: float = 0.0) -> None:
        """Goes to a state; `get`, `derivative` and `linearize` tell of it."""
        q, v = _numbers(q, self.n, "q"), _numbers(v, self.n, "v")
        self._check(n.lib.lgr_dynamics_evaluate(self._handle, t, q.ctypes.data, v.ctypes.data))

    def get(self, what: str) -> np.ndarray:
        """A quantity at the state evaluated last: M (n x n), h (n), A (m x n), gamma, f, f_dot (m), acceleration (n),
        multiplier (m), force (n: of the rows), output, energy (kinetic, potential, total, power)."""
        if what not in _QUANTITIES:
            raise UsageError(f"no quantity named {what!r}; there are {', '.join(_QUANTITIES)}")
        count = c.c_size_t()
        at = n.lib.lgr_dynamics_get(self._handle, _QUANTITIES[what], c.byref(count))
        if not at:
            if count.value == 0 and hasattr(self, "n") and what in ("A", "gamma", "f", "f_dot", "multiplier", "output"):
                return np.empty((0, self.n) if what == "A" else 0)
            raise UsageError("no state has been evaluated")
        values = np.array((c.c_double * count.value).from_address(at))
        return values.reshape({"M": (self.n, self.n), "A": (self.m, self.n)}.get(what, (-1,)))

    def _at(self, what: str, q: Any, v: Any, t: float) -> np.ndarray:
        self.evaluate(q, np.zeros(self.n) if v is None else v, t)
        return self.get(what)

    def M(self, q: Any, v: Any = None, t: float = 0.0) -> np.ndarray:
        """The mass matrix, n x n."""
        return self._at("M", q, v, t)

    def h(self, q: Any, v: Any, t: float = 0.0) -> np.ndarray:
        """Generalized forces less the velocity terms, n."""
        return self._at("h", q, v, t)

    def A(self, q: Any, v: Any = None, t: float = 0.0) -> np.ndarray:
        """Gradients of the rows, m x n."""
        return self._at("A", q, v, t)

    def energy(self, q: Any, v: Any, t: float = 0.0) -> np.ndarray:
        """Kinetic, potential and total energy (J), and the power of what changes the total (W)."""
        return self._at("energy", q, v, t)

    def derivative(self, what: str, by: str) -> np.ndarray:
        """d what / d by at the state evaluated last, with the axis of `by` ("t", "q", "v", "force", "parameter") last."""
        if by not in _VARIABLES:
            raise UsageError(f"nothing is differentiated by {by!r}; there are {', '.join(_VARIABLES)}")
        shape = self.get(what).shape
        width = {"t": 1, "parameter": len(self.model.parameters)}.get(by, self.n)
        out = np.empty((*shape, width))
        self._check(n.lib.lgr_dynamics_derivative(self._handle, _QUANTITIES[what], _VARIABLES[by], out.ctypes.data, out.size))
        return out[..., 0] if by == "t" else out

    def linearize(self, q: Any, v: Any, t: float = 0.0) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """(A, B, C, D): x' = x0' + A dx + B u, y = y0 + C dx + D u for x = (q, v), generalized forces u, outputs y."""
        self.evaluate(q, v, t)
        k, outputs = self.n, len(self.model.outputs)
        all_ = np.empty((2 * k, 2 * k)), np.empty((2 * k, k)), np.empty((outputs, 2 * k)), np.empty((outputs, k))
        self._check(n.lib.lgr_dynamics_linearize(self._handle, *(x.ctypes.data for x in all_)))
        return all_

    # --- Solving for ---

    def project(self, q: Any, v: Any, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """q and v moved onto the rows, by the least corrections in the metric of M."""
        q, v = _numbers(q, self.n, "q").copy(), _numbers(v, self.n, "v").copy()
        self._check(n.lib.lgr_dynamics_project(self._handle, t, q.ctypes.data, v.ctypes.data))
        return q, v

    def invert(self, q: Any, v: Any, a: Any, t: float = 0.0, driven: Any = None) -> tuple[np.ndarray, np.ndarray]:
        """Generalized forces (n) that make the accelerations a, and the multipliers. `driven`: names of the coordinates
        on which they act; None: all."""
        q, v, a = _numbers(q, self.n, "q"), _numbers(v, self.n, "v"), _numbers(a, self.n, "a")
        Q, l = np.empty(self.n), np.empty(self.m)
        mask = None
        if driven is not None:
            unknown = set(driven) - set(self.coordinates)
            if unknown:
                raise UsageError(f"no coordinate named {sorted(unknown)[0]!r}; there are {', '.join(self.coordinates)}")
            mask = np.array([x in driven for x in self.coordinates], dtype=np.bool_)
        self._check(n.lib.lgr_dynamics_invert(self._handle, t, q.ctypes.data, v.ctypes.data, a.ctypes.data,
                                              None if mask is None else mask.ctypes.data, Q.ctypes.data, l.ctypes.data))
        return Q, l

    def balance(self, q: Any, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """A place near q where the system can rest, and the multipliers there."""
        q, l = _numbers(q, self.n, "q").copy(), np.empty(self.m)
        self._check(n.lib.lgr_dynamics_balance(self._handle, t, q.ctypes.data, l.ctypes.data))
        return q, l
