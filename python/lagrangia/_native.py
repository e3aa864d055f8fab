"""The shared library and its functions and structs, as include/lagrangia/*.h declares them."""
from __future__ import annotations

import ctypes as c
import os
import pathlib
import sys
from typing import Any

OK, MODEL, USAGE, RUN, EXPECT, MEMORY, INTERNAL, INTERRUPTED = 0, 1, 2, 3, 4, 5, 6, 130

SINK = c.CFUNCTYPE(c.c_bool, c.c_void_p, c.POINTER(c.c_char), c.c_size_t)
FILE_SINK = c.CFUNCTYPE(c.c_bool, c.c_void_p, c.c_char_p, c.POINTER(c.c_char), c.c_size_t)
RUN_WATCH = c.CFUNCTYPE(c.c_bool, c.c_void_p, c.c_double, c.c_double, c.c_long)
SWEEP_WATCH = c.CFUNCTYPE(c.c_bool, c.c_void_p, c.c_size_t, c.c_size_t)
OPTIMIZE_WATCH = c.CFUNCTYPE(c.c_bool, c.c_void_p, c.c_long)
FORCE = c.CFUNCTYPE(c.c_bool, c.c_void_p, c.c_double, *[c.POINTER(c.c_double)] * 5)

Doubles = c.POINTER(c.c_double)
sizeof = c.sizeof


class Struct(c.Structure):
    """A struct whose first member is its size, which is filled in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if hasattr(type(self), "size") and not self.size:
            self.size = c.sizeof(self)


class Override(c.Structure):
    _fields_ = [("name", c.c_char_p), ("value", c.c_char_p)]


class ParseOptions(Struct):
    _fields_ = [("size", c.c_size_t), ("files", c.c_int)]


class Place(c.Structure):
    _fields_ = [("line", c.c_int), ("column", c.c_int), ("length", c.c_int)]


class Info(Struct):
    _fields_ = [("size", c.c_size_t), ("name", c.c_char_p), ("role", c.c_char_p), ("label", c.c_char_p), ("unit", c.c_char_p),
                ("rate_unit", c.c_char_p), ("value", c.c_double), ("low", c.c_double), ("high", c.c_double), ("at", Place),
                ("file", c.c_char_p)]


class Finding(Struct):
    _fields_ = [("size", c.c_size_t), ("code", c.c_char_p), ("severity", c.c_char_p), ("file", c.c_char_p), ("at", Place),
                ("text", c.c_char_p), ("note", c.c_char_p), ("help", c.c_char_p)]


class DeriveOptions(Struct):
    _fields_ = [("size", c.c_size_t), ("form", c.c_char_p), ("mode", c.c_char_p), ("steps", c.c_bool),
                ("at", c.c_char_p)]


class ExportOptions(Struct):
    _fields_ = [("size", c.c_size_t), ("single", c.c_bool), ("fmi", c.c_int), ("mode", c.c_char_p)]


class Force(Struct):
    _fields_ = [("size", c.c_size_t), ("add", FORCE), ("differentiable", c.c_bool), ("user", c.c_void_p)]


class RunOptions(Struct):
    _fields_ = [("size", c.c_size_t), ("until", c.c_double), ("tolerance", c.c_double), ("first_step", c.c_double),
                ("every", c.c_double), ("method", c.c_char_p), ("max_steps", c.c_long), ("keep_trajectory", c.c_bool),
                ("rows", SINK), ("rows_user", c.c_void_p), ("rows_units", c.c_bool), ("keep_frames", c.c_bool),
                ("csv", c.c_char_p), ("watch", RUN_WATCH), ("user", c.c_void_p), ("forces", c.POINTER(Force)),
                ("force_count", c.c_size_t)]


class Summary(Struct):
    _fields_ = [("size", c.c_size_t), ("end", c.c_char_p), ("event", c.c_char_p), ("t", c.c_double), ("method", c.c_char_p),
                ("tolerance", c.c_double), ("energy_drift", c.c_double), ("position_residual", c.c_double),
                ("velocity_residual", c.c_double), ("steps", c.c_long), ("rejected", c.c_long), ("evaluations", c.c_long)]


class Column(Struct):
    _fields_ = [("size", c.c_size_t), ("name", c.c_char_p), ("unit", c.c_char_p), ("values", Doubles), ("count", c.c_size_t),
                ("stride", c.c_size_t)]


class StepEvent(Struct):
    _fields_ = [("size", c.c_size_t), ("name", c.c_char_p), ("kind", c.c_char_p), ("index", c.c_size_t), ("t", c.c_double),
                ("q_before", Doubles), ("v_before", Doubles), ("q_after", Doubles), ("v_after", Doubles), ("impulse", Doubles),
                ("energy_before", c.c_double), ("energy_after", c.c_double), ("mode_changed", c.c_bool)]


class RunState(Struct):
    _fields_ = [("size", c.c_size_t), ("t", c.c_double), ("q", Doubles), ("v", Doubles), ("lambda_", Doubles),
                ("outputs", Doubles), ("kinetic", c.c_double), ("potential", c.c_double), ("energy", c.c_double)]


class Axis(c.Structure):
    _fields_ = [("name", c.c_char_p), ("low", c.c_char_p), ("high", c.c_char_p), ("count", c.c_size_t)]


class LinearOptions(Struct):
    _fields_ = [("size", c.c_size_t), ("at", c.c_char_p), ("vary", c.POINTER(Axis)), ("response", c.c_char_p),
                ("orders", c.c_char_p), ("periodic", c.c_bool), ("period", c.c_char_p),
                ("mode", c.c_int)]


class SweepOptions(Struct):
    _fields_ = [("size", c.c_size_t), ("axes", c.POINTER(Axis)), ("axis_count", c.c_size_t), ("sample", c.c_char_p),
                ("samples", c.c_size_t), ("seed", c.c_ulonglong), ("shard", c.c_size_t), ("shards", c.c_size_t),
                ("threads", c.c_int), ("run", c.POINTER(RunOptions)), ("watch", SWEEP_WATCH), ("user", c.c_void_p),
                ("limits", c.POINTER(c.c_char_p)), ("limit_count", c.c_size_t), ("keep_designs", c.c_bool)]


class SweepColumn(c.Structure):
    _fields_ = [("name", c.c_char_p), ("unit", c.c_char_p), ("label", c.c_char_p), ("is_report", c.c_bool)]


class OptimizeOptions(Struct):
    _fields_ = [("size", c.c_size_t), ("report", c.c_char_p), ("minimize", c.c_bool), ("over", c.POINTER(Axis)),
                ("over_count", c.c_size_t), ("limits", c.POINTER(c.c_char_p)), ("limit_count", c.c_size_t),
                ("max_runs", c.c_long), ("threads", c.c_int), ("run", c.POINTER(RunOptions)), ("watch", OPTIMIZE_WATCH),
                ("user", c.c_void_p), ("scatter", c.POINTER(Axis)), ("scatter_count", c.c_size_t), ("machines", c.c_size_t),
                ("deviations", c.c_double)]


class Goal(c.Structure):
    _fields_ = [("report", c.c_char_p), ("minimize", c.c_bool)]


class FrontOptions(Struct):
    _fields_ = [("size", c.c_size_t), ("goals", c.POINTER(Goal)), ("goal_count", c.c_size_t), ("over", c.POINTER(Axis)),
                ("over_count", c.c_size_t), ("limits", c.POINTER(c.c_char_p)), ("limit_count", c.c_size_t),
                ("points", c.c_size_t), ("seed", c.c_ulonglong), ("max_runs", c.c_long), ("threads", c.c_int),
                ("run", c.POINTER(RunOptions)), ("watch", OPTIMIZE_WATCH), ("user", c.c_void_p),
                ("scatter", c.POINTER(Axis)), ("scatter_count", c.c_size_t), ("machines", c.c_size_t),
                ("deviations", c.c_double)]


class Experiment(c.Structure):
    _fields_ = [("name", c.c_char_p), ("text", c.c_char_p), ("length", c.c_size_t), ("set", c.POINTER(Override)),
                ("set_count", c.c_size_t)]


class Match(c.Structure):
    _fields_ = [("quantity", c.c_char_p), ("column", c.c_char_p), ("noise", c.c_char_p), ("scaled", c.c_bool)]


class FitOptions(Struct):
    _fields_ = [("size", c.c_size_t), ("over", c.POINTER(Axis)), ("over_count", c.c_size_t), ("data", c.POINTER(Experiment)),
                ("data_count", c.c_size_t), ("match", c.POINTER(Match)), ("match_count", c.c_size_t), ("time", c.c_char_p),
                ("offset", c.c_bool), ("offset_low", c.c_char_p), ("offset_high", c.c_char_p), ("loss", c.c_char_p),
                ("starts", c.c_int), ("run", c.POINTER(RunOptions)), ("watch", OPTIMIZE_WATCH), ("user", c.c_void_p)]


class FitUnknown(Struct):
    _fields_ = [("size", c.c_size_t), ("name", c.c_char_p), ("value", c.c_double), ("error", c.c_double), ("low", c.c_double),
                ("high", c.c_double), ("state", c.c_char_p)]


class DynamicsOptions(Struct):
    _fields_ = [("size", c.c_size_t), ("mode", c.c_char_p)]


class StepperOptions(Struct):
    _fields_ = [("size", c.c_size_t), ("run", c.POINTER(RunOptions))]


class Step(Struct):
    _fields_ = [("size", c.c_size_t), ("end", c.c_int), ("t", c.c_double), ("event_count", c.c_size_t)]


class Motion(Struct):
    _fields_ = [("size", c.c_size_t), ("q", Doubles), ("v", Doubles), ("a", Doubles), ("lambda_", Doubles), ("outputs", Doubles),
                ("kinetic", c.c_double), ("potential", c.c_double), ("energy", c.c_double)]


class Correction(Struct):
    _fields_ = [("size", c.c_size_t), ("position", c.c_double), ("rate", c.c_double), ("position_of", c.c_size_t),
                ("rate_of", c.c_size_t)]


H, T, D, S, B, I, Z = c.c_void_p, c.c_char_p, c.c_double, c.c_int, c.c_bool, c.c_int, c.c_size_t
P = c.POINTER
# Plain addresses of numbers: a pointer object for each argument would cost more than the call.
A = c.c_void_p

FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "lgr_version": (T, []),
    "lgr_version_part": (T, [Z, P(B)]),
    "lgr_model_parse_with": (H, [T, T, Z, P(Override), Z, P(ParseOptions)]),
    "lgr_model_copy": (H, [H]),
    "lgr_model_destroy": (None, [H]),
    "lgr_model_status": (S, [H]),
    "lgr_model_usage_error": (T, [H]),
    "lgr_model_name": (T, [H]),
    "lgr_model_text": (c.c_void_p, [H, P(Z)]),
    "lgr_model_finding_count": (Z, [H]),
    "lgr_model_finding_text": (T, [H, Z, B]),
    "lgr_model_finding": (S, [H, Z, P(Finding)]),
    "lgr_model_count": (Z, [H, I]),
    "lgr_model_info": (S, [H, I, Z, P(Info)]),
    "lgr_model_find": (S, [H, I, T, P(Z)]),
    "lgr_model_set": (S, [H, T, T]),
    "lgr_model_check": (S, [H, T, B, I, SINK, H]),
    "lgr_model_derive": (S, [H, P(DeriveOptions), T, B, I, SINK, H]),
    "lgr_model_notebook": (S, [H, P(DeriveOptions), T, SINK, H]),
    "lgr_export_options_init": (None, [P(ExportOptions), Z]),
    "lgr_model_export": (S, [H, T, P(ExportOptions), FILE_SINK, H]),
    "lgr_model_analyze": (S, [H, T, B, I, SINK, H]),
    "lgr_linear_options_init": (None, [P(LinearOptions), Z]),
    "lgr_model_linearize": (S, [H, P(LinearOptions), T, B, I, SINK, H]),
    "lgr_model_check_plot": (S, [H, T]),
    "lgr_run_options_init": (None, [P(RunOptions), Z]),
    "lgr_run_create": (H, [H, P(RunOptions)]),
    "lgr_run_destroy": (None, [H]),
    "lgr_run_status": (S, [H]),
    "lgr_run_usage_error": (T, [H]),
    "lgr_run_verify": (S, [H]),
    "lgr_run_verified_digits": (I, [H]),
    "lgr_run_verify_trouble": (T, [H, B]),
    "lgr_run_differentiate": (S, [H, P(T), Z]),
    "lgr_run_slope": (D, [H, T, T]),
    "lgr_run_write": (S, [H, T, B, I, SINK, H]),
    "lgr_run_format_trouble": (T, [T]),
    "lgr_run_plot": (S, [H, T, T, B, I, SINK, H]),
    "lgr_run_unmet_count": (Z, [H]),
    "lgr_run_unmet_text": (T, [H, Z, B]),
    "lgr_run_summarize": (S, [H, P(Summary)]),
    "lgr_run_row_count": (Z, [H]),
    "lgr_run_column_count": (Z, [H]),
    "lgr_run_column_at": (S, [H, Z, P(Column)]),
    "lgr_run_event_count": (Z, [H]),
    "lgr_run_event": (S, [H, Z, P(StepEvent)]),
    "lgr_run_reports": (Doubles, [H, P(Z)]),
    "lgr_run_initial_state": (S, [H, P(RunState)]),
    "lgr_run_final_state": (S, [H, P(RunState)]),
    "lgr_sweep_options_init": (None, [P(SweepOptions), Z]),
    "lgr_sweep_create": (H, [H, P(SweepOptions)]),
    "lgr_sweep_destroy": (None, [H]),
    "lgr_sweep_status": (S, [H]),
    "lgr_sweep_usage_error": (T, [H]),
    "lgr_sweep_count": (Z, [H]),
    "lgr_sweep_column_count": (Z, [H]),
    "lgr_sweep_column": (SweepColumn, [H, Z]),
    "lgr_sweep_run": (S, [H, SINK, H]),
    "lgr_optimize_options_init": (None, [P(OptimizeOptions), Z]),
    "lgr_optimum_create": (H, [H, P(OptimizeOptions)]),
    "lgr_optimum_destroy": (None, [H]),
    "lgr_optimum_status": (S, [H]),
    "lgr_optimum_usage_error": (T, [H]),
    "lgr_optimum_trouble": (T, [H]),
    "lgr_optimum_value": (D, [H]),
    "lgr_optimum_parameter": (D, [H, Z]),
    "lgr_front_options_init": (None, [P(FrontOptions), Z]),
    "lgr_model_front": (H, [H, P(FrontOptions)]),
    "lgr_front_destroy": (None, [H]),
    "lgr_front_status": (S, [H]),
    "lgr_front_usage_error": (T, [H]),
    "lgr_front_trouble": (T, [H]),
    "lgr_front_write": (S, [H, T, B, I, SINK, H]),
    "lgr_optimum_write": (S, [H, T, B, I, SINK, H]),
    "lgr_fit_options_init": (None, [P(FitOptions), Z]),
    "lgr_model_fit": (H, [H, P(FitOptions)]),
    "lgr_fit_destroy": (None, [H]),
    "lgr_fit_status": (S, [H]),
    "lgr_fit_usage_error": (T, [H]),
    "lgr_fit_trouble": (T, [H]),
    "lgr_fit_unknown_count": (Z, [H]),
    "lgr_fit_get": (S, [H, Z, P(FitUnknown)]),
    "lgr_fit_correlation": (D, [H, Z, Z]),
    "lgr_fit_write": (S, [H, T, B, I, SINK, H]),
    "lgr_dynamics_create": (H, [H, P(DynamicsOptions)]),
    "lgr_dynamics_destroy": (None, [H]),
    "lgr_dynamics_status": (S, [H]),
    "lgr_dynamics_error": (T, [H]),
    "lgr_dynamics_coordinate_count": (Z, [H]),
    "lgr_dynamics_row_count": (Z, [H]),
    "lgr_dynamics_coordinate": (Z, [H, Z]),
    "lgr_dynamics_row": (Z, [H, Z]),
    "lgr_dynamics_start": (S, [H, P(D), A, A]),
    "lgr_dynamics_set": (S, [H, Z, D]),
    "lgr_dynamics_add_force": (S, [H, P(Force)]),
    "lgr_dynamics_accelerate": (S, [H, D, A, A, A, A]),
    "lgr_dynamics_accelerate_many": (S, [H, Z, A, A, A, A, A]),
    "lgr_dynamics_evaluate": (S, [H, D, A, A]),
    "lgr_dynamics_get": (c.c_void_p, [H, I, P(Z)]),
    "lgr_dynamics_derivative": (S, [H, I, I, A, Z]),
    "lgr_dynamics_linearize": (S, [H, A, A, A, A]),
    "lgr_dynamics_project": (S, [H, D, A, A]),
    "lgr_dynamics_invert": (S, [H, D, A, A, A, A, A, A]),
    "lgr_dynamics_balance": (S, [H, D, A, A]),
    "lgr_stepper_options_init": (None, [P(StepperOptions), Z]),
    "lgr_stepper_create": (H, [H, P(StepperOptions)]),
    "lgr_stepper_destroy": (None, [H]),
    "lgr_stepper_status": (S, [H]),
    "lgr_stepper_usage_error": (T, [H]),
    "lgr_stepper_trouble": (T, [H, B]),
    "lgr_stepper_step": (S, [H, P(Step)]),
    "lgr_stepper_step_to_event": (S, [H, P(Step)]),
    "lgr_stepper_step_to": (S, [H, D, P(Step)]),
    "lgr_stepper_event": (S, [H, Z, P(StepEvent)]),
    "lgr_stepper_time": (D, [H]),
    "lgr_stepper_motion": (S, [H, P(Motion)]),
    "lgr_stepper_coordinates": (Z, [H, P(Z)]),
    "lgr_stepper_set": (S, [H, Z, D]),
    "lgr_stepper_parameter": (D, [H, Z]),
    "lgr_stepper_set_state": (S, [H, A, A, P(Correction)]),
    "lgr_stepper_save": (H, [H]),
    "lgr_stepper_restore": (S, [H, H]),
    "lgr_snapshot_destroy": (None, [H]),
    "lgr_stepper_clone": (H, [H]),
    "lgr_method_name": (T, [Z]),
    "lgr_model_ask": (S, [H, T, c.c_int, c.c_int, T, SINK, c.c_void_p]),
    "lgr_model_question": (T, [Z]),
    "lgr_explain": (T, [T]),
    "lgr_component_file": (T, [Z]),
    "lgr_component_text": (T, [T]),
}


def _find() -> str:
    """The library beside this file, as wheels have it; LAGRANGIA_LIBRARY names another."""
    named = os.environ.get("LAGRANGIA_LIBRARY")
    if named:
        return named
    suffix = ".dylib" if sys.platform == "darwin" else ".so"
    beside = pathlib.Path(__file__).with_name("liblagrangia" + suffix)
    return str(beside) if beside.exists() else "liblagrangia" + suffix


def _load() -> c.CDLL:
    path = _find()
    try:
        library = c.CDLL(path)
    except OSError as error:
        raise ImportError(f"the library of Lagrangia cannot be loaded: {error}; 'make python' builds a wheel that holds it, "
                          "the environment variable LAGRANGIA_LIBRARY names another") from None
    for name, (result, arguments) in FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


lib = _load()


def text(value: bytes | None) -> str:
    """What the library says, "" for nothing."""
    return value.decode("utf-8", "replace") if value else ""


class Handle:
    """Something that the library made, destroyed when nothing uses it any more, and always before what it was made from:
    the collector of garbage finds both in any order."""

    def __init__(self, address: int | None, destroy: Any, made_from: Handle | None = None, *keep: object) -> None:
        if not address:
            raise MemoryError("memory is exhausted")
        self._as_parameter_ = address
        self._destroy, self._made_from, self._keep = destroy, made_from, keep
        self._users = 1
        if made_from:
            made_from._users += 1

    def _release(self) -> None:
        self._users -= 1
        if not self._users:
            self._destroy(self._as_parameter_)
            if self._made_from:
                self._made_from._release()

    def __del__(self) -> None:
        if hasattr(self, "_users"):
            self._release()


class Collected:
    """A sink that collects what is written."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []
        self.sink = SINK(self._take)

    def _take(self, _user: int, data: Any, length: int) -> bool:
        self.pieces.append(c.string_at(data, length))
        return True

    def bytes(self) -> bytes:
        return b"".join(self.pieces)

    def text(self) -> str:
        return self.bytes().decode("utf-8", "replace")
