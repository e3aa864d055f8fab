#!/usr/bin/env python3
"""Checks that C files and functions stay short, and that each file opens with a sentence that says what it is.

usage: check_lengths.py [ROOT]       reports FILE:LINE of each breach; exit status 1 if there is any
       check_lengths.py --measure    prints median, 90th percentile and maximum of the library's functions and files
       check_lengths.py --self-test  proves on small texts that the breaches are found
"""
import pathlib
import re
import sys

MAX_FUNCTION = 100
MAX_FILE = 800
FOLDERS = ("src", "include", "tool", "tests", "bench")

NOT_CODE = re.compile(
    r"""/\*.*?\*/ | //[^\n]* | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' | ^[ \t]*\#(?:\\\n|[^\n])*""",
    re.DOTALL | re.MULTILINE | re.VERBOSE)
HEAD = re.compile(r"(\w+)\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\s*$")
OPENING = re.compile(r"/\*\s*(.*?)\*/", re.DOTALL)


def blank(match):
    """Newlines stay, so that line numbers do; a string leaves its quotes, so that extern "C" stays visible."""
    kept = '""' if match[0].startswith('"') else ""
    return kept + "\n" * match[0].count("\n")


def functions(text):
    """All function definitions as (name, first line, number of lines), the head counted with the body."""
    code = NOT_CODE.sub(blank, text)
    found, stack, start, head = [], [], 0, None
    for at, char in enumerate(code):
        inside = any(kind != "extern" for kind in stack)
        if char == "{":
            before = code[start:at].strip()
            kind = "extern" if before.endswith('extern ""') else "block"
            if not inside and kind == "block":
                match = HEAD.search(before)
                first = start + len(code[start:at]) - len(code[start:at].lstrip())
                head = (match[1], code.count("\n", 0, first) + 1) if match else None
            stack.append(kind)
            if kind == "extern":
                start = at + 1
        elif char == "}" and stack:
            kind = stack.pop()
            if kind == "extern" or not any(k != "extern" for k in stack):
                if head and kind == "block":
                    found.append((*head, code.count("\n", 0, at) + 2 - head[1]))
                head, start = None, at + 1
        elif char == ";" and not inside:
            start = at + 1
    return found


def opening_breach(text):
    match = OPENING.match(text)
    if not match:
        return "opens without a comment that says what the file is"
    sentence = " ".join(match[1].split())
    if not re.match(r"\w", sentence) or not sentence.endswith((".", ":")):
        return "the opening comment is not a sentence"
    if re.search(r"copyright|licen[cs]e|spdx", sentence, re.IGNORECASE):
        return "the opening comment is a licence, not a description"
    return None


def breaches(name, text):
    """All breaches in one file, as (line, what is wrong)."""
    found = []
    opening = opening_breach(text)
    if opening:
        found.append((1, opening))
    lines = text.count("\n")
    if lines > MAX_FILE:
        found.append((lines, f"{lines} lines; a file has {MAX_FILE} at most"))
    for function, line, length in functions(text):
        if length > MAX_FUNCTION:
            found.append((line, f"{function} has {length} lines; a function has {MAX_FUNCTION} at most"))
    return found


def sources(root, folders=FOLDERS):
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".c", ".h", ".inc"):
                yield path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")


def measure(root):
    texts = list(sources(root, ("src", "tool")))
    rows = {"function lines": [length for _, text in texts for _, _, length in functions(text)],
            "file lines": [text.count("\n") for name, text in texts if name.endswith(".c")]}
    for what, values in rows.items():
        values.sort()
        if values:
            print(f"{what}: {len(values)} counted, median {values[len(values) // 2]}, "
                  f"p90 {values[len(values) * 9 // 10]}, max {values[-1]}")


SAMPLE = '''/* A sample. */
#define TWICE(x) \\
    { x }
typedef struct pair {
    int a; /* } */
} pair;
static const int table[] = {1, 2};
#ifdef __cplusplus
extern "C" {
#endif
static int first(const pair *p,
                 int (*f)(int)) {
    char c = '{';
    if (f) {
        return f(p->a);
    }
    return "}"[0] + c;
}

// A } that is no code.
pair second(void) { return (pair){table[0]}; }
#ifdef __cplusplus
}
#endif
'''


def self_test():
    long_function = "int f(void) {\n" + "    f();\n" * 99 + "}\n"
    checks = [
        (functions(SAMPLE), [("first", 11, 8), ("second", 21, 1)]),
        (breaches("a.c", SAMPLE), []),
        (len(breaches("a.c", "/* Long. */\n" + long_function)), 1),
        (breaches("a.c", "/* Long. */\n" + long_function)[0][0], 2),
        (breaches("a.c", "/* Just short enough. */\n" + long_function.replace("    f();\n", "", 1)), []),
        (len(breaches("a.c", "int a;\n")), 1),
        (len(breaches("a.c", "/* no sentence */\n")), 1),
        (len(breaches("a.c", "/* Copyright by nobody. */\n")), 1),
        (len(breaches("a.c", "/* Too much of it. */\n" + "int a;\n" * MAX_FILE)), 1),
    ]
    for number, (got, want) in enumerate(checks):
        if got != want:
            print(f"check {number}: got {got}, want {want}")
    return all(got == want for got, want in checks)


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    if sys.argv[1:] == ["--self-test"]:
        return 0 if self_test() else 1
    if sys.argv[1:] == ["--measure"]:
        measure(root)
        return 0
    found = [(name, *breach) for name, text in sources(pathlib.Path(sys.argv[1]) if sys.argv[1:] else root)
             for breach in breaches(name, text)]
    for name, line, wrong in found:
        print(f"{name}:{line}: {wrong}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
