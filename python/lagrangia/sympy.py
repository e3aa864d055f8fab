"""Formulas as SymPy expressions."""
from __future__ import annotations

import dataclasses
import re
from typing import Any

import sympy
from sympy.parsing.sympy_parser import parse_expr

from .errors import UsageError

_TOKEN = re.compile(r"""(?P<multiplier>lambda\([^()]*\))
    |(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
    |(?P<name>[^\W\d]\w*(?:\[[^\]]*\])*(?:\.[^\W\d]\w*(?:\[[^\]]*\])*)*)(?P<primes>\'*)
    |(?P<sign>[-+*/^(),]|\s+)""", re.X)
_FUNCTIONS = {"sin": sympy.sin, "cos": sympy.cos, "tan": sympy.tan, "asin": sympy.asin, "acos": sympy.acos, "atan": sympy.atan,
              "atan2": sympy.atan2, "sinh": sympy.sinh, "cosh": sympy.cosh, "tanh": sympy.tanh, "exp": sympy.exp,
              "log": sympy.log, "sqrt": sympy.sqrt, "abs": sympy.Abs, "sign": sympy.sign, "min": sympy.Min, "max": sympy.Max,
              "floor": sympy.floor, "ceil": sympy.ceiling, "mod": sympy.Mod,
              "hypot": lambda *x: sympy.sqrt(sum(a**2 for a in x)), "norm": lambda *x: sympy.sqrt(sum(a**2 for a in x))}


@dataclasses.dataclass
class SympyEquations:
    equations: list[Any]
    constraints: list[Any]
    symbols: dict[str, Any]
    t: Any


class _Reader:
    def __init__(self, coordinates: list[str]) -> None:
        self.t = sympy.Symbol("t", real=True)
        self.symbols: dict[str, Any] = {"t": self.t}
        self.definitions: dict[str, Any] = {}
        for name in coordinates:
            self.symbols[name] = sympy.Function(name, real=True)(self.t)

    def _value(self, name: str, primes: int) -> Any:
        if name in self.definitions:
            return self.definitions[name]
        if name == "pi":
            return sympy.pi
        if name not in self.symbols:
            self.symbols[name] = sympy.Symbol(name, real=True)
        found = self.symbols[name]
        return found.diff(self.t, primes) if primes else found

    def read(self, text: str) -> Any:
        """A formula as `derive` prints it. Conditions and vectors are refused."""
        known: dict[str, Any] = {"Integer": sympy.Integer, "Float": sympy.Float}
        written, at = [], 0
        while at < len(text):
            token = _TOKEN.match(text, at)
            if not token or token["name"] in ("if", "and", "or", "not"):
                raise UsageError(f"SymPy is not told of '{text[at:at + 20]}' in '{text}'")
            at = token.end()
            if token["number"] is not None:
                written.append(f"{'Integer' if token['number'].isdigit() else 'Float'}('{token['number']}')")
            elif token["sign"] is not None:
                written.append(token["sign"].replace("^", "**"))
            elif token["name"] in _FUNCTIONS and text[at:].lstrip().startswith("("):
                known[token["name"]] = _FUNCTIONS[token["name"]]
                written.append(token["name"])
            else:
                name = token["multiplier"] or token["name"]
                key = f"x{len(known)}_"
                known[key] = self._value(name, len(token["primes"] or ""))
                written.append(key)
        return parse_expr("".join(written), local_dict=known, global_dict={}, transformations=())


def translate(page: dict[str, Any]) -> SympyEquations:
    reader = _Reader([x["of"] for x in page["coordinates"]])
    for line in page.get("definitions", []):
        reader.definitions[line["text"][0]] = reader.read(line["text"][1])

    def differences(lines: list[dict[str, Any]]) -> list[Any]:
        return [reader.read(line["text"][0]) - reader.read(line["text"][1]) for line in lines]
    return SympyEquations(differences(page.get("equations", [])), differences(page.get("constraints", [])), reader.symbols, reader.t)
