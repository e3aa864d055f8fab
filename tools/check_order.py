#!/usr/bin/env python3
"""Checks that it is not left to the compiler which expression nodes are made first: of any two calls that make nodes one
is an argument of the other, or comes in an expression after it.

usage: check_order.py [ROOT]       reports FILE:LINE of each expression that makes nodes in no fixed order
       check_order.py --makers     prints the functions that make nodes
       check_order.py --self-test  proves on small texts that the breaches are found
"""
import collections
import pathlib
import re
import sys

# All nodes come from here.
ROOT = "append in src/expr/graph.c"
# Makes no node: these numbers stand in every graph from its beginning (expr_graph_create).
STANDING = re.compile(r"expr_int \( [\w>. -]+ , [01] \)")

NOT_CODE = re.compile(r"""/\*.*?\*/ | //[^\n]* | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' | \\\n""",
                      re.DOTALL | re.VERBOSE)
DIRECTIVE = re.compile(r"^[ \t]*\#[ \t]*(?:define[ \t]+(\w+)(\([^)\n]*\))?)?((?:\\\n|[^\n])*)", re.MULTILINE)
TOKEN = re.compile(r"\n|\w+|->|\+\+|--|&&|\|\||[-+*/%&|^<>=!]=|<<|>>|[^\s\w]")
TABLE = re.compile(r"\. (\w+) = (\w+) [,}]")
WORD = re.compile(r"[A-Za-z_]\w*$")
HEADED = {"if", "while", "for", "switch"}
NOT_CALLED = HEADED | {"return", "sizeof", "case", "else", "do", "__attribute__", "_Static_assert", "_Alignas"}


def as_code(text):
    """The text without comments and strings; a macro stands there as a function of its name. Lines stay."""
    def blank(match):
        kept = {'"': '""', "'": "0", "\\": "\\"}.get(match[0][0], " ")
        return kept + "\n" * match[0].count("\n")

    def directive(match):
        lines = "\n" * match[0].count("\n")
        if not match[2]:
            return lines
        return f"static {match[1]}() {{ {match[3]} ; }}".replace("\\\n", "\n")

    return DIRECTIVE.sub(directive, NOT_CODE.sub(blank, text)).replace("\\\n", "\n")


def tokens_of(text):
    """All words and signs, and the line of each."""
    words, lines, line = [], [], 1
    for match in TOKEN.finditer(as_code(text)):
        if match[0] == "\n":
            line += 1
        else:
            words.append(match[0])
            lines.append(line)
    return words, lines


def closing(words, at):
    """Where the bracket that opens at `at` closes."""
    depth = 0
    for end in range(at, len(words)):
        depth += (words[end] in "([{") - (words[end] in ")]}")
        if depth == 0:
            return end
    return len(words) - 1


def is_call(words, at):
    return WORD.match(words[at]) and words[at] not in NOT_CALLED and words[at + 1:at + 2] == ["("]


def callee(words, at):
    """What is called at `at`; '.name' if it is a pointer in a struct."""
    return "." + words[at] if at and words[at - 1] in ("->", ".") else words[at]


def functions(words):
    """All definitions: (name, whether it is known in its file only, where the body begins, where it ends)."""
    at, start = 0, 0
    while at < len(words):
        if words[at] == "{":
            end = closing(words, at)
            heads = [k for k in range(start, at) if is_call(words, k)]
            if heads and words[at - 1] == ")":
                yield words[heads[0]], "static" in words[start:at], at, end
            at, start = end + 1, end + 1
        else:
            start = at + 1 if words[at] == ";" else start
            at += 1


class File:
    def __init__(self, name, text):
        self.name = name
        self.words, self.lines = tokens_of(text)
        self.functions = [*functions(self.words)]
        self.own = {name for name, static, _, _ in self.functions if static}

    def identity(self, name):
        """Functions of the same name in several files are told apart."""
        return f"{name} in {self.name}" if name in self.own else name

    def calls(self, begin, end):
        return {self.identity(callee(self.words, k)) for k in range(begin, end)
                if is_call(self.words, k) and not self.stands(k)}

    def stands(self, at):
        return self.words[at] == "expr_int" and STANDING.match(" ".join(self.words[at:at + 12]))

    def edges(self):
        for name, _, begin, end in self.functions:
            for called in self.calls(begin, end):
                yield self.identity(name), called
        for member, function in TABLE.findall(" ".join(self.words)):
            yield "." + member, self.identity(function)


def makers_in(files):
    """All functions that make nodes, by way of others or not."""
    callers = collections.defaultdict(set)
    for file in files:
        for caller, called in file.edges():
            callers[called].add(caller)
    found, ready = set(), [ROOT]
    if ROOT not in callers:
        raise LookupError(f"there is no {ROOT}")
    while ready:
        name = ready.pop()
        if name not in found:
            found.add(name)
            ready.extend(callers[name])
            if " in " in name and name.endswith((".h", ".inc")):  # whoever includes it
                ready.append(name.partition(" ")[0])
    return found


class Scan:
    """Finds the breaches in one function body."""

    def __init__(self, file, makers):
        self.file, self.words, self.makers, self.found = file, file.words, makers, []

    def makes(self, at):
        return not self.file.stands(at) and self.file.identity(callee(self.words, at)) in self.makers

    def group(self, at, end, in_order):
        """What makes nodes between brackets, of which only one may; in_order: commas separate what is done in turn."""
        made, part, most = [], [], []

        def finish_part():  # what comes after '&&', '?' and the like is done later, or instead
            nonlocal part, most
            most, part = max(most, part, key=len), []

        def finish():
            nonlocal made, most
            finish_part()
            made, most = made + most, []

        while at < end:
            word = self.words[at]
            if word in ("&&", "||", "?", ":") or (in_order and word in (",", ";")):
                finish_part()
            elif word == ",":
                finish()
            elif is_call(self.words, at):
                close = closing(self.words, at + 1)
                inside = self.group(at + 2, close, in_order=False)
                part = part + ([at] if self.makes(at) else inside)
                at = close
            elif word in "([{":
                close = closing(self.words, at)
                listed = word == "{" and self.words[at - 1] in ("=", ")", ",", "{", "(", "]")
                part = part + self.group(at + 1, close, in_order=not listed)
                at = close
            at += 1
        finish()
        return self.judge(made)

    def judge(self, made):
        if len(made) > 1:
            names = " and ".join(self.words[k] for k in made[:2])
            self.found.append((self.file.lines[made[0]], f"{names} make nodes in no fixed order"))
        return made[:1]

    def block(self, at, end):
        """Statement by statement."""
        start = at
        while at < end:
            word = self.words[at]
            if word == ";":
                self.group(start, at, in_order=True)
                start = at + 1
            elif word in HEADED and self.words[at + 1] == "(":
                close = closing(self.words, at + 1)
                self.group(at + 2, close, in_order=True)
                at, start = close, close + 1
            elif word == "{" and at == start or word == "{" and self.words[at - 1] in ("else", "do", ":"):
                close = closing(self.words, at)
                self.block(at + 1, close)
                at, start = close, close + 1
            elif word in "([{":
                at = closing(self.words, at)
                if word == "(" and self.words[at + 1] == "{" and is_call(self.words, start):  # a macro's loop
                    self.group(start, at + 1, in_order=True)
                    start = at + 1
            elif word in ("else", "do"):
                start = at + 1
            at += 1
        self.group(start, end, in_order=True)


def files_in(root):
    for path in sorted((root / "src").rglob("*")):
        if path.suffix in (".c", ".h", ".inc"):
            yield File(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8"))


def breaches(files):
    makers = makers_in(files)
    for file in files:
        for _, _, begin, end in file.functions:
            scan = Scan(file, makers)
            scan.block(begin + 1, end)
            yield from ((file.name, line, wrong) for line, wrong in sorted(set(scan.found)))


TEST = """
static int make(graph *g) { return append(g, 1); }          /* 2 */
static int wrap(graph *g) { if (g) { return 2 * make(g); } return 0; }
static int plain(int a, int b) { return a + b; }
static const struct table { int (*apply)(graph *); } table = {.apply = wrap, };
#define ADD(a, b) plain(wrap(a), \\
                        wrap(b))                            /* 7 */
int right(graph *g) {
    int a = make(g), b = wrap(g), c = a ? make(g) : wrap(g);
    for (a = make(g), b = make(g); plain(1, make(g)); a++) { wrap(g); b = make(g); }
    if (make(g) && wrap(g)) b = plain(make(g), 2) ? make(g) : 1; else a = plain(plain(3, make(g)), "wrap(g)"[0]);
    plain(expr_int(g, 0), make(g));
    return plain(a, make(g, wrap(g)));
}
int wrong(graph *g) {
    int a = make(g) + wrap(g);                              /* 17 */
    int list[] = {make(g), 2, wrap(g)};                     /* 18 */
    plain(plain(1, make(g)), g->table->apply(g));           /* 19 */
    if (a) list[make(g)] = make(g);                         /* 20 */
    else return plain(make(g) ? 1 : 2, (wrap(g)));          /* 21 */
    return plain(a, plain(make(g, 2 * wrap(g)), 1) - expr_int(g, 3)) - 1;  /* 22 */
}
"""


def self_test():
    file = File(ROOT.partition(" in ")[2], "static int append(graph *g, int n) { return ++g->size; }" + TEST +
                "int expr_int(graph *g, int n) { return append(g, n); }")
    got = [line for _, line, _ in breaches([file])]
    want = [number for number, line in enumerate(TEST.splitlines(), 1) if re.search(r"/\* (\d+) \*/$", line)
            and number > 2]
    want[0] = 6
    if got != want:
        print(f"found in lines {got}, not {want}")
    return got == want


def main():
    if sys.argv[1:] == ["--self-test"]:
        return 0 if self_test() else 1
    roots = [argument for argument in sys.argv[1:] if not argument.startswith("-")]
    files = [*files_in(pathlib.Path(roots[0]) if roots else pathlib.Path(__file__).resolve().parent.parent)]
    if "--makers" in sys.argv:
        print("\n".join(sorted(makers_in(files))))
        return 0
    found = [*breaches(files)]
    for name, line, wrong in found:
        print(f"{name}:{line}: {wrong}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
