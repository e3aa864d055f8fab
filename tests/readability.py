#!/usr/bin/env python3
"""Counts what a textbook would not print on the pages of `lagrangia derive`, by example, and the operations on them.

usage: readability.py TOOL [--list] [MODEL...]

repeated  terms of one sum that differ in their number only: x - x, 2*y + y
once      abbreviations that the page uses once
signs     angles that stand with both signs on one page: sin(a - b) beside sin(b - a)
order     equations whose accelerations are out of order: the coordinate's own first, then by index
doubled   angles of which a page has sin u cos u in one product and elsewhere sin 2 u or cos 2 u
digits    numbers that rounding has made long: 13.500000000000002

All pages are counted, also those with thousands of terms.
No kind may become more than MOST, which tests/derive.py checks on the pages that it writes; --list prints each fault.
"""
import json
import pathlib
import re
import resource
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SECONDS = 120
KINDS = ("repeated", "once", "signs", "order", "doubled", "digits")
MOST = {"repeated": 0, "once": 0, "signs": 0, "order": 0, "doubled": 0, "digits": 0}
TOKEN = re.compile(r"\s*(\d+(?:\.\d+)?(?:e[-+]?\d+)?|[A-Za-z_\u0080-\uffff][\w.\u0080-\uffff]*(?:\[[^]]*\])*(?:\.\w+)*'*"
                   r"|<=|>=|==|!=|[-+*/^(),<>])")
NUMBER = re.compile(r"\d+\.\d*?(?:0{7,}|9{7,})\d+")


class Formula:
    """A formula's text as nested tuples: ("sum", ((sign, term), ...)), ("product", factors), ("call", name, arguments)."""

    def __init__(self, text):
        self.tokens = TOKEN.findall(text)
        if "".join(self.tokens) != re.sub(r"\s", "", text):
            raise ValueError(f"cannot read {text}")
        self.at, self.sums, self.products, self.angles, self.operations = 0, [], [], [], 0
        self.root = self.sum()
        if self.at < len(self.tokens):
            raise ValueError(f"cannot read on at {self.tokens[self.at:]}")

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def sum(self):
        terms, sign = [], 1
        if self.peek() == "-":
            self.take()
            sign = -1
            self.operations += 1
        terms.append((sign, self.product()))
        while self.peek() in ("+", "-"):
            sign = 1 if self.take() == "+" else -1
            self.operations += 1
            terms.append((sign, self.product()))
        if len(terms) == 1 and terms[0][0] > 0:
            return terms[0][1]
        self.sums.append(terms)
        return ("sum", tuple(terms))

    def product(self):
        factors = [("*", self.power())]
        while self.peek() in ("*", "/"):
            factors.append((self.take(), self.power()))
            self.operations += 1
        if len(factors) == 1:
            return factors[0][1]
        self.products.append(factors)
        return ("product", tuple(factors))

    def power(self):
        base = self.primary()
        if self.peek() != "^":
            return base
        self.take()
        self.operations += 1
        sign = self.take() if self.peek() == "-" else ""
        return ("power", base, sign, self.power())

    def primary(self):
        token = self.take()
        if token == "(":
            inner = self.sum()
            self.close()
            return inner
        if self.peek() != "(" or token[0].isdigit():
            return token
        self.take()
        arguments = [self.sum()]
        while self.peek() == ",":
            self.take()
            arguments.append(self.sum())
        self.close()
        self.operations += token != "lambda"
        if token in ("sin", "cos", "tan"):
            self.angles.append(arguments[0])
        return ("call", token, tuple(arguments))

    def close(self):
        if self.take() != ")":
            raise ValueError("a bracket is not closed")


def is_number(part):
    return isinstance(part, str) and part[0].isdigit()


def without_number(term):
    """The term's factors but for numbers, in any order."""
    factors = term[1] if term[0] == "product" else (("*", term),)
    return tuple(sorted((f for f in factors if not is_number(f[1])), key=repr))


def factors_of(term):
    return [f[1] for f in (term[1] if term[0] == "product" else (("*", term),))]


def read(text):
    """The formula; None for what is none: a function by cases, words."""
    try:
        return Formula(text)
    except (ValueError, IndexError):
        return None


def order_of(side, coordinates, own):
    """Whether the accelerations of the outermost sum come in order; a sum begins with its first positive term."""
    terms = side.root[1] if side.root[0] == "sum" else ((1, side.root),)
    met = []
    for sign, term in terms:
        met += [(-1 if f[:-2] == own else coordinates.index(f[:-2]), -sign) for f in factors_of(term)
                if isinstance(f, str) and f.endswith("''") and f[:-2] in coordinates]
    wanted = sorted(met)
    positive = [m for m in wanted if m[1] < 0][:1]
    return met in (wanted, positive + [m for m in wanted if m not in positive])


def like_terms(terms):
    keys = [without_number(term) for _, term in terms]
    return [key for key in set(keys) if keys.count(key) > 1]


def angle_of(argument):
    """(the sum with its first sign taken out, that sign)"""
    terms = sorted(argument[1], key=lambda t: repr(t[1]))
    return tuple((sign*terms[0][0], term) for sign, term in terms), terms[0][0]


def doubles_of(side):
    """Angles whose sine and cosine are factors of one product; angles that stand doubled in a sine or cosine."""
    pairs, doubled = set(), set()
    for factors in side.products:
        calls = [f for sign, f in factors if sign == "*" and f[0] == "call"]
        sines, cosines = ({f[2] for f in calls if f[1] == name} for name in ("sin", "cos"))
        pairs |= sines & cosines
    for angle in side.angles:
        if angle[0] == "product" and len(angle[1]) == 2 and angle[1][0][1] == "2":
            doubled.add((angle[1][1][1],))
    return pairs, doubled


def faults_of(page):
    """([(kind, text)], operations) of a page as JSON."""
    faults, operations, angles, pairs, doubled = [], 0, {}, set(), set()
    coordinates = [line["of"] for line in page["coordinates"]]
    lines = [(key, line) for key, section in page.items() if isinstance(section, list) for line in section]
    texts = [(key, line, text) for key, line in lines
             for text in line.get("text", []) + [e for row in line.get("entries", []) for e in row]]
    for key, line, text in texts:
        faults += [("digits", number) for number in NUMBER.findall(text)]
        side = read(text)
        if side is None:
            continue
        operations += side.operations
        more = doubles_of(side)
        pairs, doubled = pairs | more[0], doubled | more[1]
        for terms in side.sums:
            faults += [("repeated", f"{like} in {text[:100]}") for like in like_terms(terms)]
        for argument in side.angles:
            if argument[0] == "sum":
                angle, sign = angle_of(argument)
                angles.setdefault(angle, set()).add(sign)
        if key == "equations" and not order_of(side, coordinates, line["of"]):
            faults.append(("order", text[:100]))
    faults += [("signs", repr(angle)) for angle, signs in angles.items() if len(signs) > 1]
    faults += [("doubled", repr(angle)) for angle in pairs & doubled]
    everything = " ".join(text for _, _, text in texts)
    for line in page.get("definitions", []):
        name = line["text"][0]
        if len(re.findall(rf"(?<![\w.]){re.escape(name)}(?![\w.'\[])", everything)) == 2:
            faults.append(("once", f"{name} = {line['text'][1][:100]}"))
    return faults, operations


def processor_time():
    """Seconds of all commands that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def report(tool, models, everything):
    total = dict.fromkeys(KINDS, 0)
    operations, slowest = 0, (0, "")
    for model in models:
        before = processor_time()
        done = subprocess.run([tool, "derive", model, "--steps", "--json"], cwd=ROOT, capture_output=True, timeout=SECONDS, check=False)
        if done.returncode:
            sys.exit(f"{model}: exit status {done.returncode}")
        slowest = max(slowest, (processor_time() - before, model))
        faults, ops = faults_of(json.loads(done.stdout))
        operations += ops
        for kind, text in faults:
            total[kind] += 1
            if everything:
                print(f"{model}: {kind}: {text}")
    print(f"{len(models)} pages, {operations} operations; " + ", ".join(f"{kind} {total[kind]}" for kind in KINDS))
    print(f"slowest page: {slowest[1]}, {slowest[0]:.2f} s of processor time")
    return total


def broken(total):
    """What to say about kinds of which there are more than there were."""
    return [f"{kind}: {total[kind]} faults on the pages of examples, {MOST[kind]} are known; see readability.py --list"
            for kind in KINDS if total[kind] > MOST[kind]]


def main():
    arguments = [a for a in sys.argv[1:] if a != "--list"]
    if not arguments:
        sys.exit(__doc__)
    tool = str(pathlib.Path(arguments[0]).resolve())
    given = [str(pathlib.Path(a).resolve()) for a in arguments[1:]]
    models = given or sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "examples").rglob("*.lgr"))
    total = report(tool, models, "--list" in sys.argv)
    for problem in broken(total):
        print(f"FAIL {problem}")
    return 1 if broken(total) else 0


if __name__ == "__main__":
    sys.exit(main())
