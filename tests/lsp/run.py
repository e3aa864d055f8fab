#!/usr/bin/env python3
"""Tests of `lagrangia lsp` by a client that does what editors do, and some things that they do not.

usage: run.py TOOL [--all] [NAME...]      --all: renames everything in all examples, not in some of them
"""
import argparse
import json
import os
import pathlib
import random
import sys
import tempfile
import time
import traceback

from client import Client, apply, offset, place, span

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BALL = """# A ball that falls.
model ball "Ball"
param h = 2 m in [1 m, 9 m]   "height"
param e = 0.8
coord y = h
gravity 9.81 m/s^2
particle stone: mass 1 kg at [0 m, y]
contact floor: y >= 0 m, restitution e
event done when t > 3 s { stop }
report fall = time(floor.impact)
"""
URI = "file:///nowhere/ball.lgr"


def at(text, words, behind=0):
    """The place of the '|' in words that occur once."""
    mark = words.index("|") if "|" in words else behind
    plain = words.replace("|", "", 1)
    assert text.count(plain) == 1, plain
    return place(text, text.index(plain) + mark)


# --- Messages ---


def test_lifecycle(tool):
    client = Client(tool, begin=False)
    assert client.call("textDocument/hover", {})["error"]["code"] == -32002
    client.tell("textDocument/didOpen", {"textDocument": {"uri": URI, "text": "x", "version": 1}})
    able = client.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})["capabilities"]
    assert able["textDocumentSync"] == {"openClose": True, "change": 2}
    assert able["semanticTokensProvider"]["legend"]["tokenModifiers"] == ["declaration"]
    assert client.call("initialize", {})["error"]["code"] == -32600
    assert client.call("textDocument/unknown", {})["error"]["code"] == -32601
    assert client.call("$/unknown", {})["error"]["code"] == -32601
    client.tell("$/unknown", {})
    client.tell("$/cancelRequest", {"id": 77})
    assert client.about("hover", URI, {"line": 0, "character": 0}) is None  # it was opened too early
    assert client.ask("shutdown") is None
    assert client.call("textDocument/hover", {})["error"]["code"] == -32600
    client.tell("exit", None)
    assert client.wait() == 0


def test_end_without_shutdown(tool):
    client = Client(tool)
    client.tell("exit", None)
    assert client.wait() == 1
    client = Client(tool)
    client.open(URI, BALL)
    assert client.wait() == 1


def test_bad_messages(tool):
    client = Client(tool)

    def raw(body, header=b"Content-Length: %d\r\n\r\n"):
        client.send_bytes(header % len(body) + body)

    for body in (b"{", b"nonsense", b"[1, 2", b'{"a": 01}', b"\xff\xfe", b'{"id": 1} x', b"[" * 5000, b'"\\u12"', b'"a\nb"'):
        raw(body)
        assert client.answer(None)["error"]["code"] == -32700, body
    for body in (b"3", b"null", b"[]", b"{}", b'{"id": 5}', b'{"method": 3}', b'{"jsonrpc": "2.0", "method": null, "id": 5}'):
        raw(body)
        assert client.receive()["error"]["code"] == -32600, body
    raw(b'{"jsonrpc": "2.0", "id": 9, "result": null}')  # an answer to nothing
    raw(b'{"jsonrpc": "2.0", "id": "a \\"b\\"", "method": "shutdownn"}', b"content-length:  %d\r\nContent-Type: x\r\n\r\n")
    assert client.receive() == {"jsonrpc": "2.0", "id": 'a "b"',
                                "error": {"code": -32601, "message": "there is no such request"}}
    client.send_bytes(b"no header at all\r\n\r\n\n\nContent-Length: none\r\n\r\nContent-Length: -5\r\n\r\n")
    client.send_bytes(b"x" * 100000 + b"\r\n\r\n")
    for params in (None, 3, [], "x", {}, {"textDocument": 3}, {"textDocument": {"uri": 5}}, {"textDocument": {"uri": "a"}},
                   {"textDocument": {"uri": URI}, "position": {"line": -1, "character": 1e300}},
                   {"textDocument": {"uri": URI}, "position": {"line": "a", "character": []}},
                   {"textDocument": {"uri": URI}, "range": {"start": 3}, "newName": 4}):
        for opened in (False, True):
            for method in ("hover", "completion", "definition", "references", "rename", "prepareRename", "documentSymbol",
                           "foldingRange", "semanticTokens/full", "formatting", "codeAction", "documentHighlight"):
                client.call(f"textDocument/{method}", params)
            for method in ("didOpen", "didChange", "didClose"):
                client.tell(f"textDocument/{method}", params)
            if not opened:
                client.open(URI, BALL)
    client.open(URI, BALL)
    client.change(URI, *[({"start": {"line": a, "character": b}, "end": {"line": c, "character": d}}, "x")
                         for a in (0, 5, 10**9) for b in (0, 10**9) for c in (0, 3, 10**9) for d in (0, 1)])
    assert client.about("documentSymbol", URI) is not None
    assert client.end() == 0


# --- Documents ---


def random_edit(text, rng):
    begin = rng.randint(0, len(text))
    end = min(len(text), begin + rng.choice((0, 0, 1, 3, 20)))
    while text[begin - 1:begin + 1] == "\r\n":
        begin -= 1
    while text[end - 1:end + 1] == "\r\n":
        end += 1
    return begin, end, rng.choice(("", "x", "\n", "\r\n", "é", "𝜃", "param k = 1\n", "let", " ", "\U0001F600'", "{", "\""))


def test_changes_in_places(tool):
    client, rng = Client(tool), random.Random(1)
    text = BALL.replace("falls", "f𝜃lls").replace("\n", "\r\n")
    client.open(URI, text)
    for step in range(60):
        edits = []
        for _ in range(rng.randint(1, 4)):
            begin, end, new = random_edit(text, rng)
            edits.append((span(text, begin, end), new))
            text = text[:begin] + new + text[end:]
        client.change(URI, *edits)
        fresh = f"file:///nowhere/{step}.lgr"
        client.open(fresh, text)
        for method in ("semanticTokens/full", "documentSymbol", "foldingRange"):
            assert client.about(method, URI) == client.about(method, fresh), repr(text)
        client.close(fresh)
    client.change(URI, BALL)
    assert client.findings(URI) == []
    assert client.end() == 0


def test_findings(tool):
    client = Client(tool)
    text = BALL.replace("[0 m, y]", "[0 m, yy]")
    client.open(URI, text)
    first, = client.findings(URI)
    assert first["code"] == "E0107" and first["severity"] == 1 and first["source"] == "lagrangia"
    assert first["range"] == span(text, text.index("yy"), text.index("yy") + 2)
    assert "did you mean 'y'?" in first["message"], first
    fix, = client.about("codeAction", URI, range=first["range"], context={"diagnostics": [first]})
    text = apply(text, fix["edit"]["changes"][URI])
    assert text == BALL
    client.change(URI, text)
    assert client.findings(URI) == []
    assert client.about("codeAction", URI, range=first["range"], context={"diagnostics": []}) == []
    low = text.replace("coord y = h", "coord y = -h")
    client.change(URI, low)  # wrong only at the start
    assert [f["code"] for f in client.findings(URI)] == ["E0405"]
    twice = text + "param h = 3 m\n"
    client.change(URI, twice)
    second, = client.findings(URI)
    assert second["relatedInformation"][0]["location"]["uri"] == URI
    client.close(URI)
    while client.diagnostics[URI][1]:
        client.note(client.receive())
    assert client.end() == 0


def test_fixes_mend(tool):
    """What a fix is offered for is gone when it has been applied."""
    client, count = Client(tool), 0
    for file in sorted((ROOT / "tests/lang").glob("*.lgr")):
        text, uri = file.read_bytes().decode("utf-8", "replace"), file.as_uri()
        client.open(uri, text)
        for fix in client.about("codeAction", uri, range=span(text, 0, len(text)), context={"diagnostics": []}):
            client.change(uri, apply(text, fix["edit"]["changes"][uri]))
            wrong, = fix["diagnostics"]
            left = [(f["code"], f["message"].split("\n")[0], f["range"]["start"]) for f in client.findings(uri)]
            assert (wrong["code"], wrong["message"].split("\n")[0], wrong["range"]["start"]) not in left, (file, fix)
            count += 1
        client.close(uri)
    assert count >= 70, count
    assert client.end() == 0


def test_included_files(tool):
    client = Client(tool, library=True)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name) / "mödel s"
        folder.mkdir()
        (folder / "parts.lgr").write_text("# From the disk.\nparam m = 2 kg\n")
        model, parts = (folder / "a b.lgr").as_uri(), (folder / "parts.lgr").as_uri()
        text = 'include "parts.lgr"\ninclude <joints>\ncoord x = 0 m, y = 0 m\nparticle p: mass m at [x, y]\n' \
               "part j = pin(p, [0 m, 0 m])\n"
        client.open(model, text)
        assert client.findings(model) == []
        found, = client.about("definition", model, at(text, "mass |m at"))
        assert found == {"uri": parts, "range": {"start": {"line": 1, "character": 6}, "end": {"line": 1, "character": 7}}}
        assert "From the disk." in client.about("hover", model, at(text, "mass |m at"))["contents"]["value"]
        client.open(parts, "param k = 2 kg\n")  # the editor's text counts
        client.versions[model] += 0
        client.diagnostics.pop(model)
        client.findings(parts)
        assert [f["code"] for f in client.findings(model)] == ["E0107"]
        client.change(parts, "\nparam m = 2 kg\n")
        client.diagnostics.pop(model)
        client.findings(parts)
        assert client.findings(model) == []
        found, = client.about("definition", model, at(text, "mass |m at"))
        assert found["uri"] == parts and found["range"]["start"]["line"] == 1
        refused = client.call("textDocument/rename", {"textDocument": {"uri": model}, "position": at(text, "mass |m at"),
                                                      "newName": "mm"})
        assert "parts.lgr" in refused["error"]["message"]
        found, = client.about("definition", model, at(text, "= |pin("))
        assert found["uri"] == "lagrangia:joints.lgr"
        assert "component pin(A, B)" in client.ask("lagrangia/text", {"uri": found["uri"]})
        assert client.call("lagrangia/text", {"uri": "lagrangia:none.lgr"})["error"]["code"] == -32803
    assert client.end() == 0


def test_what_is_no_file(tool):
    """Nobody waits for a pipe to which nobody writes, and nothing is read that does not end."""
    client = Client(tool)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        os.mkfifo(folder / "pipe.lgr")
        for i, path in enumerate(("pipe.lgr", "/dev/zero", ".", "/proc/self/mem")):
            model = (folder / f"{i}.lgr").as_uri()
            client.open(model, f'include "{path}"\nlet f(u) = table("{path}", u)\ncoord x = 0\n')
            assert client.findings(model) != [], path
    assert client.end() == 0


# --- Questions ---


def test_questions(tool):
    client = Client(tool)
    client.open(URI, BALL)
    hover = client.about("hover", URI, at(BALL, "restitution |e"))
    assert "param e = 0.8" in hover["contents"]["value"]
    assert "2 m in [1 m, 9 m]" in client.about("hover", URI, at(BALL, "coord y = |h"))["contents"]["value"]
    labels = [item["label"] for item in client.about("completion", URI, at(BALL, "{ |stop"))]
    assert labels == ["drop", "hold", "set", "free", "stop"]
    assert [item["label"] for item in client.about("completion", URI, at(BALL, "floor.|impact"))] == \
        ["open", "close", "impact", "friction"]
    place_of_h = at(BALL, "coord y = |h")
    assert len(client.about("references", URI, place_of_h, context={"includeDeclaration": True})) == 2
    assert len(client.about("references", URI, place_of_h, context={"includeDeclaration": False})) == 1
    assert len(client.about("documentHighlight", URI, place_of_h)) == 2
    assert client.about("prepareRename", URI, place_of_h)["placeholder"] == "h"
    assert client.call("textDocument/prepareRename",
                       {"textDocument": {"uri": URI}, "position": at(BALL, "|gravity")})["error"]["code"] == -32803
    renamed = apply(BALL, client.about("rename", URI, place_of_h, newName="height")["changes"][URI])
    assert renamed == BALL.replace("param h", "param height").replace("y = h", "y = height")
    for taken in ("e", "t", "event", "2h", "", "if", "y"):
        assert "error" in client.call("textDocument/rename",
                                      {"textDocument": {"uri": URI}, "position": place_of_h, "newName": taken}), taken
    assert [s["name"] for s in client.about("documentSymbol", URI)] == \
        ["ball", "h", "e", "y", "stone", "floor", "done", "fall"]
    client.change(URI, "# one\n# two\ncomponent c(P) {\n  let x = P\n  let y = P\n}\n")
    assert client.about("foldingRange", URI) == [{"startLine": 2, "endLine": 4},
                                                 {"startLine": 0, "endLine": 1, "kind": "comment"}]
    assert client.end() == 0


def test_shapes_are_those_of_the_engine(tool):
    client = Client(tool)
    client.open(URI, "draw ")
    shapes = [item["label"] for item in client.about("completion", URI, {"line": 0, "character": 5})]
    for shape in [*shapes, "nothing"]:
        client.change(URI, f"draw {shape} at [0, 0]\n")
        unknown = [f["message"] for f in client.findings(URI) if f["code"] == "E0107"]
        assert len(unknown) == (shape == "nothing"), (shape, unknown)
    told = unknown[0].partition("the shapes are ")[2].replace(" and ", ", ").split(", ")
    assert sorted(told) == sorted(shapes), unknown
    assert client.end() == 0


def test_formatting(tool):
    client = Client(tool)
    for text in ("param m=1kg\n", "param m=1kg", "let a = 1\n\n\n\nlet b=2\n", "# x\nfor i in 1..2 {\nlet a=1\n}\n\n",
                 "let a=1\r\nlet b=2\r\n", "param a = 1\n  let b = 2\nlet c=3\n", BALL, "", "\n\n", "let a = 1\nlet b=[ 1,2 ]"):
        client.open(URI, text)
        edits = client.about("formatting", URI, options={"tabSize": 2, "insertSpaces": True})
        better = apply(text, edits)
        client.change(URI, better)
        assert client.about("formatting", URI, options={}) == [], (text, better)
        assert better.replace(" ", "").split() == text.replace(" ", "").split()
        assert len(edits) == (better != text)
    client.change(URI, "\n\nlet a = 1\nlet b = 2\n")  # what is kept is the whole of the better text
    assert client.about("formatting", URI, options={}) == [
        {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 2, "character": 0}}, "newText": ""}]
    client.change(URI, "let a = ")
    assert client.about("formatting", URI, options={}) == []
    assert client.end() == 0


def test_tokens_are_those_of_the_text(tool):
    client = Client(tool)
    legend = client.begun["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"]
    text = 'let 𝜃 = "é𝜃" # 𝜃\nparam k = 3 kg # mass\r\nlet b = k\n'
    client.open(URI, text)
    data, line, character, words = client.about("semanticTokens/full", URI)["data"], 0, 0, []
    for i in range(0, len(data), 5):
        line, character = line + data[i], data[i + 1] + (0 if data[i] else character)
        begin = offset(text, {"line": line, "character": character})
        end = offset(text, {"line": line, "character": character + data[i + 2]})
        words.append((text[begin:end], legend[data[i + 3]], data[i + 4]))
    assert words == [("let", "keyword", 0), ("𝜃", "property", 1), ("=", "operator", 0), ('"é𝜃"', "string", 0),
                     ("# 𝜃", "comment", 0), ("param", "keyword", 0), ("k", "parameter", 1), ("=", "operator", 0),
                     ("3", "number", 0), ("kg", "enumMember", 0), ("# mass", "comment", 0), ("let", "keyword", 0),
                     ("b", "property", 1), ("=", "operator", 0), ("k", "parameter", 0)], words
    assert client.end() == 0


def declared_names(symbols):
    for symbol in symbols:
        yield symbol
        yield from declared_names(symbol["children"])


def rename_all(client, uri, text, names):
    """Every name that is declared, one after the other; the name and where it stands move with what was renamed before."""
    done = 0
    for old, new in names:
        client.change(uri, text)
        places = [s["selectionRange"]["start"] for s in declared_names(client.about("documentSymbol", uri))
                  if s["name"] == old and s["detail"] != "model"]
        if not places:
            continue
        message = client.call("textDocument/rename", {"textDocument": {"uri": uri}, "position": places[0], "newName": new})
        if "error" in message:
            continue
        text = apply(text, message["result"]["changes"][uri])
        done += 1
    return text, done


def test_renaming_everything(tool, everything=False):
    """New names for all that examples declare: nothing is wrong then, and the old names give the old text."""
    client, files = Client(tool), sorted((ROOT / "examples").glob("**/*.lgr"))
    for file in files if everything else files[::25]:
        text, uri = file.read_text(), file.as_uri()
        client.open(uri, text)
        before = [f["code"] for f in client.findings(uri)]
        names = list(dict.fromkeys(s["name"] for s in declared_names(client.about("documentSymbol", uri))))
        pairs = [(name, f"zq{i}") for i, name in enumerate(names)]
        changed, done = rename_all(client, uri, text, pairs)
        assert done >= len(names) - 1, (file, done, len(names))
        client.change(uri, changed)
        assert [f["code"] for f in client.findings(uri)] == before, (file, client.findings(uri), changed)
        back, _ = rename_all(client, uri, changed, [(new, old) for old, new in reversed(pairs)])
        if back != text:  # an old name may be a unit, or a word of the language: it is refused
            left = {new for old, new in pairs if new in back}
            assert all(name in changed for name in left), (file, left)
        client.close(uri)
    assert client.end() == 0


def test_broken_texts(tool):
    """Half an example, with names as they are in the half: no answer fails."""
    client, rng = Client(tool), random.Random(2)
    for file in sorted((ROOT / "examples").glob("**/*.lgr"))[::12]:
        text = file.read_text()
        for _ in range(4):
            cut = rng.randint(0, len(text))
            half = text[:cut] + text[cut + rng.randint(0, 40):]
            client.open(URI, half)
            where = place(half, rng.randint(0, len(half)))
            for method in ("hover", "completion", "definition", "references", "documentSymbol", "semanticTokens/full",
                           "formatting"):
                client.about(method, URI, where, context={}, options={})
            client.close(URI)
    assert client.end() == 0


def test_answers_are_quick(tool):
    """Of the largest example; generous for builds with sanitizers on a machine that does other things."""
    file = max((ROOT / "examples").glob("**/*.lgr"), key=lambda f: f.stat().st_size)
    client, text = Client(tool), file.read_text()
    client.open(file.as_uri(), text)
    client.findings(file.as_uri())
    times = []
    for _ in range(20):
        begin = time.monotonic()
        client.about("completion", file.as_uri(), place(text, len(text) - 1))
        times.append(time.monotonic() - begin)
    print(f"completion in {file.name}: {1000 * min(times):.2f} ms at best, {1000 * sorted(times)[10]:.2f} ms in the median")
    assert min(times) < 0.1
    assert client.end() == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_intermixed_args()
    tests = {name[5:]: test for name, test in globals().items() if name.startswith("test_")}
    failed = 0
    for name, test in tests.items():
        if options.names and name not in options.names:
            continue
        try:
            test(options.tool, **({"everything": True} if options.all and name == "renaming_everything" else {}))
        except Exception:  # pylint: disable=broad-except
            failed += 1
            print(f"FAIL {name}\n{traceback.format_exc()}")
    print(f"{len(options.names or tests) - failed} passed, {failed} failed")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
