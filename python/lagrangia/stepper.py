"""A run in steps: advanced, read and changed by the program that runs it, as a controller or a game does."""
from __future__ import annotations

import ctypes as c
from collections.abc import Iterator, Mapping, MutableMapping
from typing import Any

import numpy as np

from . import _native as n
from .errors import ModelError, RunError, UsageError
from .model import Model, RunSettings
from .run import Event, event_of

_ENDS = ("step", "time", "event", "end", "failed", "interrupted")


class _Inputs(MutableMapping[str, float]):
    """Inputs and parameters by name, in SI units; they change from the present time on."""

    def __init__(self, stepper: Stepper) -> None:
        self._stepper = stepper
        self._index = {x.name: x.index for x in stepper.model.parameters.values()}
        self._set = n.lib.lgr_stepper_set

    def _of(self, name: str) -> int:
        try:
            return self._index[name]
        except KeyError:
            raise UsageError(f"no input or parameter named {name!r}; there are {', '.join(self._index) or 'none'}") from None

    def __getitem__(self, name: str) -> float:
        return n.lib.lgr_stepper_parameter(self._stepper._handle, self._of(name))

    def __setitem__(self, name: str, value: float) -> None:
        stepper, index = self._stepper, self._index
        status = self._set(stepper._address, index[name] if name in index else self._of(name), value)
        stepper._read = False
        if status:
            stepper._check(status)

    def __delitem__(self, name: str) -> None:
        raise UsageError("inputs cannot be removed")

    def __iter__(self) -> Iterator[str]:
        return iter(self._index)

    def __len__(self) -> int:
        return len(self._index)

    def __repr__(self) -> str:
        return repr(dict(self))


class _Values(Mapping[str, float]):
    """Numbers of the present state by name."""

    def __init__(self, stepper: Stepper, names: Any, part: slice, sign: float = 1.0) -> None:
        self._stepper, self._sign = stepper, sign
        self._index = {name: i for i, name in enumerate(names, part.start)}

    def __getitem__(self, name: str) -> float:
        try:
            return self._sign * self._stepper._now().item(self._index[name])
        except KeyError:
            raise UsageError(f"nothing named {name!r}; there are {', '.join(self._index) or 'none'}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._index)

    def __len__(self) -> int:
        return len(self._index)

    def __repr__(self) -> str:
        return repr(dict(self))


class Snapshot:
    """All that decides how a stepper goes on."""

    def __init__(self, stepper: Stepper) -> None:
        address = n.lib.lgr_stepper_save(stepper._handle)
        if not address:
            raise UsageError(n.text(n.lib.lgr_stepper_usage_error(stepper._handle)) or "the stepper cannot be saved")
        self._handle = n.Handle(address, n.lib.lgr_snapshot_destroy, stepper.model._handle)


class Stepper:
    """Stands at a time; `advance`, `advance_to`, `step` and `step_to_event` go forward and return how the call ended: "time",
    "step", "event" (see `events`), "end".

    `q`, `v`, `a` are arrays over the coordinates of the model (NaN where there is none at present), `multipliers` over its
    rows, `outputs` over its outputs, in SI units; they are the caller's to keep. `input["u"] = 3.0` sets an input or a
    parameter; `force["rail"]` is the force of a row, `output["torque"]` an output. Errors: RunError where the motion cannot
    be continued.
    """

    def __init__(self, model: Model, settings: RunSettings, _address: int | None = None) -> None:
        self.model = model
        options = n.StepperOptions()
        n.lib.lgr_stepper_options_init(c.byref(options), c.sizeof(options))
        options.run = c.pointer(settings.struct())
        address = _address or n.lib.lgr_stepper_create(model._handle, c.byref(options))
        self._handle = n.Handle(address, n.lib.lgr_stepper_destroy, model._handle)
        self._address = self._handle._as_parameter_  # a number is passed on faster
        self._settings = settings
        self._step = n.Step()
        self._step.t = n.lib.lgr_stepper_time(self._address)
        self._at = c.byref(self._step)
        self._read = False
        status = n.lib.lgr_stepper_status(self._handle)
        if status == n.MODEL:
            raise ModelError(self._trouble() or "the model has no consistent start", model._errors())
        self._check(status)
        self._counts = len(model.coordinates), len(model.rows), len(model.outputs)
        self._make_room(*self._counts)
        self.input = _Inputs(self)
        self.force = _Values(self, model.rows, self._multipliers, -1.0)
        self.output = _Values(self, model.outputs, self._outputs)

    def _make_room(self, coordinates: int, rows: int, outputs: int) -> None:
        """Where the library puts the present state."""
        ends = np.cumsum([coordinates, coordinates, coordinates, rows, outputs]).tolist()
        self._parts = [slice(first, last) for first, last in zip([0, *ends], ends)]
        self._q, self._v, self._a, self._multipliers, self._outputs = self._parts
        self._buffer = np.empty(ends[-1])
        at = self._buffer.ctypes.data
        pointers = [c.cast(at + 8 * part.start, n.Doubles) for part in self._parts]
        self._motion = n.Motion(n.sizeof(n.Motion), *pointers)
        self._motion_at = c.byref(self._motion)

    def _trouble(self) -> str:
        return n.text(n.lib.lgr_stepper_trouble(self._handle, False))

    def _check(self, status: int) -> None:
        if status in (n.OK, n.INTERRUPTED):
            return
        if status == n.USAGE:
            raise UsageError(n.text(n.lib.lgr_stepper_usage_error(self._handle)))
        if status == n.MEMORY:
            raise MemoryError("memory is exhausted")
        raise RunError(self._trouble() or f"status {status}")

    def _made(self, status: int) -> str:
        self._read = False
        if status:
            self._check(status)
        return _ENDS[self._step.end]

    # --- Going on ---

    @property
    def t(self) -> float:
        """The present time, s."""
        return self._step.t

    def step(self) -> str:
        """One step of the method, at most to the next event."""
        return self._made(n.lib.lgr_stepper_step(self._address, self._at))

    def step_to_event(self) -> str:
        return self._made(n.lib.lgr_stepper_step_to_event(self._address, self._at))

    def step_to(self, t: float) -> str:
        """Exactly to a time, at most to the next event."""
        return self._made(n.lib.lgr_stepper_step_to(self._address, t, self._at))

    def advance_to(self, t: float) -> list[Event]:
        """Exactly to a time, through all events before it, which are returned; less far only where the run ends."""
        end = self.step_to(t)
        if end == "time":
            return []
        passed = self._passed(end)
        while end not in ("time", "end"):
            end = self.step_to(t)
            passed += self._passed(end)
        return passed

    def _passed(self, end: str) -> list[Event]:
        return self.events if end in ("event", "end") else []

    def advance(self, seconds: float) -> list[Event]:
        """As advance_to, from the present time."""
        return self.advance_to(self._step.t + seconds)

    @property
    def events(self) -> list[Event]:
        """Those that ended the last call."""
        x, found = n.StepEvent(), []
        for i in range(self._step.event_count):
            n.lib.lgr_stepper_event(self._handle, i, c.byref(x))
            found.append(event_of(x, self._counts[0], self._counts[1]))
        return found

    # --- The present state ---

    def _now(self) -> Any:
        """The numbers of the present state, read once."""
        if not self._read:
            status = n.lib.lgr_stepper_motion(self._address, self._motion_at)
            if status:
                self._check(status)
            self._values = self._buffer.copy()
            self._read = True
        return self._values

    q = property(lambda self: self._now()[self._q], doc="Coordinates.")
    v = property(lambda self: self._now()[self._v], doc="Their rates.")
    a = property(lambda self: self._now()[self._a], doc="Accelerations.")
    multipliers = property(lambda self: self._now()[self._multipliers], doc="Per row: minus its force; 0: not active.")
    outputs = property(lambda self: self._now()[self._outputs], doc="Outputs; NaN where there is no value.")

    @property
    def energy(self) -> tuple[float, float, float]:
        """Kinetic, potential and total energy, J."""
        self._now()
        return self._motion.kinetic, self._motion.potential, self._motion.energy

    @property
    def coordinates(self) -> list[str]:
        """Those of the present mode."""
        indices = (c.c_size_t * max(self._counts[0], 1))()
        count = n.lib.lgr_stepper_coordinates(self._handle, indices)
        names = list(self.model.coordinates)
        return [names[i] for i in indices[:count]]

    def set_state(self, q: Any = None, v: Any = None) -> tuple[float, float]:
        """Other values and rates of the coordinates, moved onto the constraints; by how much at most, positions and rates.
        NaN in an array, or None: the present ones are the guess."""
        arrays = []
        for x, what in ((q, "q"), (v, "v")):
            array = None if x is None else np.ascontiguousarray(x, dtype=float)
            if array is not None and array.shape != (self._counts[0],):
                raise UsageError(f"{what} has the shape {array.shape}, not ({self._counts[0]},)")
            arrays.append(array)
        moved = n.Correction()
        self._read = False
        self._check(n.lib.lgr_stepper_set_state(self._handle, *(None if x is None else x.ctypes.data for x in arrays),
                                                c.byref(moved)))
        return moved.position, moved.rate

    def save(self) -> Snapshot:
        return Snapshot(self)

    def restore(self, snapshot: Snapshot) -> None:
        """Goes back, or forward, to a snapshot, from which it goes on with the same bits."""
        self._check(n.lib.lgr_stepper_restore(self._handle, snapshot._handle))
        self._step.t = n.lib.lgr_stepper_time(self._address)
        self._read = False

    def clone(self) -> Stepper:
        """Another one at the same place."""
        return Stepper(self.model, self._settings, n.lib.lgr_stepper_clone(self._handle))
