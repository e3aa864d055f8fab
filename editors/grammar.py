#!/usr/bin/env python3
"""Writes the words of the language into the grammars of editors/, from the tables of the library.

usage: grammar.py [--check]      --check: changes nothing; exit status 1 if a file is not as it would be written
"""
import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
SRC = HERE.parent / "src"


def rows(path, pattern):
    return re.findall(pattern, (SRC / path).read_text(), re.M)


def words():
    """Lists of words by what they are."""
    table = (SRC / "syntax/words.h").read_text()
    functions = [name for path in sorted((SRC / "model/functions").glob("*.c"))
                 for block in re.findall(r"const function_row functions_of_\w+\[\] = \{(.*?)\};", path.read_text(), re.S)
                 for name in re.findall(r'\{"(\w+)"', block)]
    units = rows("dim/unit.c", r'^    \{"([A-Za-z]+)", (true|false),')
    prefixes = rows("dim/unit.c", r'^    \{"([A-Za-z]+)", \d+, \d+\},')
    return {
        "statements": re.findall(r"^    ROW\(\w+, (\w+), HEAD_", table, re.M),
        "clauses": re.findall(r"^    ROW\([A-Z]+, (\w+)\)", table, re.M),
        "actions": re.findall(r"^    ROW\([A-Z]+, (\w+), ACTION_", table, re.M),
        "logic": rows("syntax/lexer.c", r'\{"(\w+)", TOKEN_(?:AND|OR|NOT|IF|THEN|ELSE)\}'),
        "others": ["in", "off", "as", "given", "when", "by"],
        "functions": [*functions, "sum"],
        "constants": ["t", "pi", "energy", "kinetic", "potential"],
        "prefixes": prefixes,
        "prefixed": [name for name, takes in units if takes == "true"],
        "units": [name for name, takes in units if takes == "false"],
    }


def choice(names):
    return "|".join(sorted(names, key=lambda name: (-len(name), name)))


def choice_of_units(names, no_inch):
    """Where a '[' follows, 'in' is the keyword."""
    return re.sub(r"\bin\b", lambda _: no_inch, choice(names))


def textmate(w):
    """A statement's keyword begins a line, or follows a ';' or a brace; everywhere else the word may be a clause or a name."""
    no_inch = r"in(?!\s*\[)"
    unit = f"(?:(?:{choice(w['prefixes'])})?(?:{choice(w['prefixed'])})|{choice_of_units(w['units'], no_inch)})"
    number = r"(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?"
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Lagrangia",
        "scopeName": "source.lagrangia",
        "fileTypes": ["lgr"],
        "patterns": [
            {"name": "comment.line.number-sign.lagrangia", "match": "#.*$"},
            {"name": "string.quoted.double.lagrangia", "match": '"[^"\\n]*"'},
            {"match": r"^\s*(include)\s*(<\w+>)", "captures": {"1": {"name": "keyword.control.lagrangia"},
                                                              "2": {"name": "string.other.lagrangia"}}},
            {"match": rf"(?:^|[;{{}}])\s*({choice(w['statements'])})\b(?:\s+([^\W\d]\w*))?",
             "captures": {"1": {"name": "keyword.control.lagrangia"}, "2": {"name": "entity.name.lagrangia"}}},
            {"match": rf"({number})\s*({unit}(?:\^-?\d+)?(?:\s*[*/]\s*{unit}(?:\^-?\d+)?|\s+{unit}(?:\^-?\d+)?)*)\b",
             "captures": {"1": {"name": "constant.numeric.lagrangia"}, "2": {"name": "support.type.unit.lagrangia"}}},
            {"name": "constant.numeric.lagrangia", "match": rf"\b{number}\b"},
            {"name": "keyword.operator.word.lagrangia", "match": rf"\b(?:{choice(w['logic'])})\b"},
            {"name": "support.function.lagrangia", "match": rf"\b(?:{choice(w['functions'])})(?=\s*\()"},
            {"name": "keyword.other.lagrangia",
             "match": rf"(?<![.\w])(?:{choice({*w['clauses'], *w['actions'], *w['others']})})\b(?!\s*[(=~'.])"},
            {"name": "constant.language.lagrangia", "match": rf"(?<![.\w])(?:{choice(w['constants'])})\b"},
            {"name": "keyword.operator.lagrangia", "match": r"[-+*/^=~<>']|\.\."},
        ],
    }


def vim(w):
    no_inch = "in%(\\s*\\[)@!"
    unit = f"%(%({choice(w['prefixes'])})?%({choice(w['prefixed'])})|{choice_of_units(w['units'], no_inch)})"
    return f"""" The model language of Lagrangia. Written by editors/grammar.py: change that.
if exists("b:current_syntax")
  finish
endif
syntax match lagrangiaName /\\v<\\h\\w*>/
syntax match lagrangiaOperator /[-+*/^=~<>']/
syntax match lagrangiaConstant /\\v\\.@<!<%({choice(w['constants'])})>/
syntax match lagrangiaClause /\\v\\.@<!<%({choice({*w['clauses'], *w['actions'], *w['others']})})>%(\\s*[(=~.'])@!/
syntax match lagrangiaFunction /\\v<%({choice(w['functions'])})>\\ze\\s*\\(/
syntax match lagrangiaLogic /\\v<%({choice(w['logic'])})>/
syntax match lagrangiaNumber /\\v<\\d+%(\\.\\d+)?%([eE][+-]?\\d+)?/ nextgroup=lagrangiaUnit skipwhite
syntax match lagrangiaUnit /\\v<{unit}>%(\\^-?\\d+)?%(%(\\s*[*/]\\s*|\\s+)<{unit}>%(\\^-?\\d+)?)*/ contained
syntax match lagrangiaStatement /\\v%(^|[;{{}}])\\s*\\zs<%({choice(w['statements'])})>/
syntax match lagrangiaFile /\\v%(^\\s*include\\s*)@<=\\<\\w+\\>/
syntax match lagrangiaString /"[^"]*"/
syntax match lagrangiaComment /#.*$/ contains=@Spell
highlight default link lagrangiaOperator Operator
highlight default link lagrangiaConstant Constant
highlight default link lagrangiaClause Keyword
highlight default link lagrangiaFunction Function
highlight default link lagrangiaLogic Conditional
highlight default link lagrangiaNumber Number
highlight default link lagrangiaUnit Type
highlight default link lagrangiaStatement Statement
highlight default link lagrangiaFile String
highlight default link lagrangiaString String
highlight default link lagrangiaComment Comment
let b:current_syntax = "lagrangia"
"""


def main():
    w = words()
    assert all(len(w[kind]) >= least for kind, least in (
        ("statements", 35), ("clauses", 40), ("actions", 5), ("logic", 6), ("functions", 50), ("prefixes", 10), ("prefixed", 15),
        ("units", 15))), {kind: len(found) for kind, found in w.items()}
    wrong = 0
    for path, text in ((HERE / "vscode/lagrangia.tmLanguage.json", json.dumps(textmate(w), indent=2) + "\n"),
                       (HERE / "vim/syntax/lagrangia.vim", vim(w))):
        if "--check" not in sys.argv:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            print(f"{path}: not as editors/grammar.py writes it")
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
