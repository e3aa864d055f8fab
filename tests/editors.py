#!/usr/bin/env python3
"""Tests what comes with editors/: the grammars have the words of the library and can be used, the extension talks to the
server, Vim colours and formats.

usage: editors.py TOOL         what needs node or vim is left out where they are not there
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
EDITORS = ROOT / "editors"
TEXT = """param m=3 kg/s^2 in [0 kg, 2 kg]  "mass # x" # comment
particle p: mass m at [sin(t), 2.5e-3 m]
include <joints>
event e when t > 1 and x.at < 2 { drop p }
"""
# Some words of that text, and what they are: in the grammar of TextMate, in Vim.
WORDS = [
    (1, "param", "keyword.control", "Statement"), (1, "3", "constant.numeric", "Number"),
    (1, "kg/s^2", "support.type.unit", "Unit"), (1, "in", "keyword.other", "Clause"),
    (1, '"mass # x"', "string.quoted.double", "String"), (1, "# comment", "comment.line.number-sign", "Comment"),
    (2, "mass", "keyword.other", "Clause"), (2, "sin", "support.function", "Function"),
    (2, "2.5e-3", "constant.numeric", "Number"), (3, "<joints>", "string.other", "File"), (4, "and", "keyword.operator.word", "Logic"),
    (4, "t", "constant.language", "Constant"), (4, "drop", "keyword.other", "Clause"),
]

# Each pattern at the leftmost place where one matches, as editors do it.
COLOUR = """
const [grammar, text] = JSON.parse(require("fs").readFileSync(0, "utf8")), found = [];
text.split("\\n").forEach((line, number) => {
    for (let at = 0; at < line.length;) {
        let best = null;
        for (const rule of grammar.patterns) {
            const match = new RegExp(rule.match.replaceAll("[^\\\\W\\\\d]", "[A-Za-z_]"), "dg");
            match.lastIndex = at;
            const hit = match.exec(line);
            if (hit && hit[0] && (!best || hit.index < best.hit.index))
                best = { rule, hit };
        }
        if (!best)
            break;
        const { rule, hit } = best;
        if (rule.name)
            found.push([number + 1, hit[0], rule.name]);
        for (const [group, { name }] of Object.entries(rule.captures ?? {}))
            if (hit[group])
                found.push([number + 1, hit[group], name]);
        at = hit.index + hit[0].length;
    }
});
console.log(JSON.stringify(found));
"""

# Enough of the editor for the extension: what it registers is called as the editor would.
EDITOR = """
const Module = require("module"), assert = require("assert");
const providers = {}, findings = new Map(), events = {};
class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
class Range { constructor(start, end) { Object.assign(this, { start, end }); } }
const plain = names => Object.fromEntries(names.map(name => [name, class { constructor(...args) { this.args = args; } }]));
const register = name => (selector, provider, ...rest) => { providers[name] = provider; providers[`${name} rest`] = rest; return { dispose() {} }; };
const on = name => use => { events[name] = use; return { dispose() {} }; };
const text = "param k = 1\\ncoord x = kk\\nkinetic T = x'^2/2\\n";
const document = { languageId: "lagrangia", version: 1, uri: { scheme: "file", toString: () => "file:///nowhere/a.lgr" }, getText: () => text };
const vscode = {
    Position, Range, ...plain(["Hover", "MarkdownString", "CompletionItem", "Location", "TextEdit", "Diagnostic", "DocumentSymbol",
        "DiagnosticRelatedInformation", "CodeAction", "DocumentHighlight", "FoldingRange", "SemanticTokens", "SemanticTokensLegend"]),
    WorkspaceEdit: class { constructor() { this.changes = []; } set(uri, edits) { this.changes.push([uri, edits]); } },
    CodeActionKind: { QuickFix: "quickfix" }, FoldingRangeKind: { Comment: 1 }, Uri: { parse: uri => uri },
    languages: new Proxy({ createDiagnosticCollection: () => ({ set: (uri, list) => findings.set(uri, list), dispose() {} }) },
        { get: (own, name) => own[name] ?? register(name) }),
    workspace: { textDocuments: [document], getConfiguration: () => ({ get: () => process.argv[1] }),
        registerTextDocumentContentProvider: register("content"), onDidOpenTextDocument: on("open"),
        onDidCloseTextDocument: on("close"), onDidChangeTextDocument: on("change") },
    window: { showErrorMessage: message => { throw new Error(message); } },
};
const load = Module._load;
Module._load = (name, ...rest) => name === "vscode" ? vscode : load(name, ...rest);
const extension = require(process.argv[2]);
(async () => {
    await extension.activate({ subscriptions: [] });
    const p = new Position(1, 10), get = name => providers[`register${name}Provider`];
    assert.match((await get("Hover").provideHover(document, new Position(0, 6))).args[0].args[0], /parameter `k`/);
    assert.ok((await get("CompletionItem").provideCompletionItems(document, p)).some(item => item.args[0] === "k"));
    assert.deepEqual(providers["registerCompletionItemProvider rest"], [".", "<"]);
    assert.equal((await get("DocumentSymbol").provideDocumentSymbols(document)).length, 3);
    assert.equal((await get("DocumentSemanticTokens").provideDocumentSemanticTokens(document)).args[0].length % 5, 0);
    assert.equal((await get("Rename").provideRenameEdits(document, new Position(0, 6), "c")).changes[0][1].length, 1);
    await assert.rejects(get("Rename").provideRenameEdits(document, new Position(0, 6), "x"), /something else/);
    assert.deepEqual(await get("DocumentFormattingEdit").provideDocumentFormattingEdits(document), []);
    const [fix] = await get("CodeActions").provideCodeActions(document, new Range(p, p));
    assert.equal(fix.args[0], "write 'k'");
    assert.match(await providers.content.provideTextDocumentContent("lagrangia:joints.lgr"), /component pin/);
    while (!findings.has("file:///nowhere/a.lgr"))
        await new Promise(resolve => setTimeout(resolve, 10));
    assert.match(findings.get("file:///nowhere/a.lgr")[0].args[1], /unknown name 'kk'/);
    findings.clear();
    events.change({ document: { ...document, version: 2 }, contentChanges: [{ range: new Range(new Position(1, 11), new Position(1, 12)), text: "" }] });
    while (!findings.has("file:///nowhere/a.lgr"))
        await new Promise(resolve => setTimeout(resolve, 10));
    assert.deepEqual(findings.get("file:///nowhere/a.lgr"), []);
    extension.deactivate();
    console.log("the extension works");
})().catch(error => { console.log(error); process.exit(1); });
"""

VIM = r"""
set nocompatible
set rtp^={editors}/vim
let g:lagrangia_path = "{tool}"
filetype plugin on
syntax on
edit {folder}/a.lgr
let out = []
for [line, word] in {words}
  call add(out, synIDattr(synID(line, 1 + match(getline(line), '\V\(\^\|\W\)\zs' . escape(word, '\') . '\(\W\|\$\)'), 1), "name"))
endfor
normal gggqG
call writefile(out + getline(1, "$"), "{folder}/out")
quit!
"""


def colours(node):
    grammar = json.loads((EDITORS / "vscode/lagrangia.tmLanguage.json").read_text())
    done = subprocess.run([node, "-e", COLOUR], input=json.dumps([grammar, TEXT]), capture_output=True, text=True, check=True)
    found = {(line, word): name for line, word, name in json.loads(done.stdout)}
    for line, word, name, _ in WORDS:
        assert found.get((line, word)) == f"{name}.lagrangia", (line, word, found.get((line, word)))


def vim(program, tool):
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "a.lgr").write_text(TEXT)
        script = pathlib.Path(folder) / "test.vim"
        words = json.dumps([[line, word] for line, word, *_ in WORDS])
        for name, value in (("editors", EDITORS), ("tool", tool), ("folder", folder), ("words", words)):
            script.write_text((script.read_text() if script.exists() else VIM).replace("{" + name + "}", str(value)))
        subprocess.run([program, "-es", "-u", "NONE", "-S", script], timeout=60, check=False, env={**os.environ, "HOME": folder})
        out = (pathlib.Path(folder) / "out").read_text().split("\n")
    for (line, word, _, name), found in zip(WORDS, out):
        assert found == f"lagrangia{name}", (line, word, found)
    assert out[len(WORDS)] == 'param m = 3 kg/s^2 in [0 kg, 2 kg] "mass # x" # comment', out[len(WORDS)]


def main():
    tool = str(pathlib.Path(sys.argv[1]).resolve())
    subprocess.run([sys.executable, EDITORS / "grammar.py", "--check"], check=True)
    for name in ("package.json", "language-configuration.json"):
        json.loads((EDITORS / "vscode" / name).read_text())
    node, editor = shutil.which("node"), shutil.which("vim")
    if node:
        colours(node)
        subprocess.run([node, "-e", EDITOR, tool, EDITORS / "vscode/extension.js"], timeout=60, check=True)
    if editor and subprocess.run([editor, "-es", "-u", "NONE", "-c", "if has('syntax') | quit | endif | cquit"], timeout=60,
                                 check=False).returncode == 0:
        vim(editor, tool)
        print("Vim colours and formats")


if __name__ == "__main__":
    main()
