/* The client of `lagrangia lsp` in Visual Studio Code: passes documents and questions on, and answers back. It needs no
   other package. */
"use strict";
const { spawn } = require("child_process");
const vscode = require("vscode");

const SELECTOR = { language: "lagrangia" };
const RESTARTS = 5; // of a server that ends by itself

/* ---- The server ---- */

class Server {
    constructor(program, tell) {
        this.waiting = new Map();
        this.next = 1;
        this.bytes = Buffer.alloc(0);
        this.tell = tell;
        this.process = spawn(program, ["lsp"], { stdio: ["pipe", "pipe", "ignore"] });
        this.ended = new Promise(resolve => {
            this.process.on("error", error => resolve(`cannot start '${program}': ${error.message}`));
            this.process.on("exit", () => resolve(""));
        });
        this.ended.then(() => this.waiting.forEach(({ reject }) => reject(new Error("the language server has ended"))));
        this.process.stdin.on("error", () => undefined);
        this.process.stdout.on("data", data => this.receive(data));
    }

    send(message) {
        const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
        this.process.stdin.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]));
    }

    note(method, params) {
        this.send({ method, params });
    }

    ask(method, params) {
        const id = this.next++;
        this.send({ id, method, params });
        return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    }

    receive(data) {
        this.bytes = Buffer.concat([this.bytes, data]);
        for (;;) {
            const end = this.bytes.indexOf("\r\n\r\n");
            const size = end < 0 ? 0 : Number(/Content-Length: (\d+)/.exec(this.bytes.subarray(0, end).toString())[1]);
            if (end < 0 || this.bytes.length < end + 4 + size)
                return;
            const message = JSON.parse(this.bytes.subarray(end + 4, end + 4 + size).toString());
            this.bytes = this.bytes.subarray(end + 4 + size);
            this.take(message);
        }
    }

    take(message) {
        const asked = this.waiting.get(message.id);
        this.waiting.delete(message.id);
        if (message.method)
            this.tell(message.method, message.params);
        else if (asked && message.error)
            asked.reject(new Error(message.error.message));
        else if (asked)
            asked.resolve(message.result);
    }

    stop() {
        this.ask("shutdown").then(() => this.note("exit"), () => undefined);
    }
}

/* ---- From the protocol to the editor ---- */

const position = at => new vscode.Position(at.line, at.character);
const range = r => new vscode.Range(position(r.start), position(r.end));
const location = l => new vscode.Location(vscode.Uri.parse(l.uri), range(l.range));
const textEdit = e => new vscode.TextEdit(range(e.range), e.newText);
const place = (document, at) => ({ textDocument: { uri: document.uri.toString() }, position: at && { line: at.line, character: at.character } });

function workspaceEdit(edit) {
    const changes = new vscode.WorkspaceEdit();
    for (const [uri, edits] of Object.entries(edit.changes))
        changes.set(vscode.Uri.parse(uri), edits.map(textEdit));
    return changes;
}

function diagnostic(d) {
    const found = new vscode.Diagnostic(range(d.range), d.message, d.severity - 1);
    found.code = d.code;
    found.source = d.source;
    found.relatedInformation = (d.relatedInformation ?? []).map(r =>
        new vscode.DiagnosticRelatedInformation(location(r.location), r.message));
    return found;
}

function symbol(s) {
    const found = new vscode.DocumentSymbol(s.name, s.detail, s.kind - 1, range(s.range), range(s.selectionRange));
    found.children = s.children.map(symbol);
    return found;
}

function completion(item) {
    const found = new vscode.CompletionItem(item.label, item.kind - 1);
    found.detail = item.detail;
    found.documentation = item.documentation;
    return found;
}

function action(a) {
    const found = new vscode.CodeAction(a.title, vscode.CodeActionKind.QuickFix);
    found.diagnostics = a.diagnostics.map(diagnostic);
    found.edit = workspaceEdit(a.edit);
    found.isPreferred = a.isPreferred;
    return found;
}

/* ---- What the editor asks ---- */

function provide(ask, legend) {
    const about = (method, document, at, more = {}) => ask(`textDocument/${method}`, { ...place(document, at), ...more });
    const l = vscode.languages;
    return [
        l.registerHoverProvider(SELECTOR, { provideHover: async (d, p) => {
            const found = await about("hover", d, p);
            return found && new vscode.Hover(new vscode.MarkdownString(found.contents.value), range(found.range));
        } }),
        l.registerCompletionItemProvider(SELECTOR, {
            provideCompletionItems: async (d, p) => (await about("completion", d, p) ?? []).map(completion) }, ".", "<"),
        l.registerDefinitionProvider(SELECTOR, {
            provideDefinition: async (d, p) => (await about("definition", d, p)).map(location) }),
        l.registerReferenceProvider(SELECTOR, {
            provideReferences: async (d, p, context) => (await about("references", d, p, { context })).map(location) }),
        l.registerDocumentHighlightProvider(SELECTOR, { provideDocumentHighlights: async (d, p) =>
            (await about("documentHighlight", d, p)).map(h => new vscode.DocumentHighlight(range(h.range))) }),
        l.registerRenameProvider(SELECTOR, {
            prepareRename: async (d, p) => {
                const found = await about("prepareRename", d, p);
                return found && { range: range(found.range), placeholder: found.placeholder };
            },
            provideRenameEdits: async (d, p, newName) => workspaceEdit(await about("rename", d, p, { newName })),
        }),
        l.registerDocumentSymbolProvider(SELECTOR, {
            provideDocumentSymbols: async d => (await about("documentSymbol", d) ?? []).map(symbol) }),
        l.registerFoldingRangeProvider(SELECTOR, { provideFoldingRanges: async d => (await about("foldingRange", d) ?? []).map(f =>
            new vscode.FoldingRange(f.startLine, f.endLine, f.kind && vscode.FoldingRangeKind.Comment)) }),
        l.registerDocumentFormattingEditProvider(SELECTOR, {
            provideDocumentFormattingEdits: async d => (await about("formatting", d, undefined, { options: {} })).map(textEdit) }),
        l.registerCodeActionsProvider(SELECTOR, { provideCodeActions: async (d, r) => (await about("codeAction", d, undefined, {
            range: { start: r.start, end: r.end }, context: { diagnostics: [] } })).map(action) },
        { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] }),
        l.registerDocumentSemanticTokensProvider(SELECTOR, { provideDocumentSemanticTokens: async d =>
            new vscode.SemanticTokens(new Uint32Array((await about("semanticTokens/full", d)).data)) },
        new vscode.SemanticTokensLegend(legend.tokenTypes, legend.tokenModifiers)),
        vscode.workspace.registerTextDocumentContentProvider("lagrangia", {
            provideTextDocumentContent: uri => ask("lagrangia/text", { uri: uri.toString() }) }),
    ];
}

/* ---- Documents ---- */

const isModel = document => document.languageId === "lagrangia" && document.uri.scheme !== "lagrangia";

function open(server, document) {
    if (isModel(document))
        server.note("textDocument/didOpen", { textDocument: {
            uri: document.uri.toString(), languageId: "lagrangia", version: document.version, text: document.getText() } });
}

function follow(server) {
    const w = vscode.workspace;
    w.textDocuments.forEach(document => open(server, document));
    return [
        w.onDidOpenTextDocument(document => open(server, document)),
        w.onDidCloseTextDocument(document => isModel(document) && server.note("textDocument/didClose", place(document))),
        w.onDidChangeTextDocument(event => isModel(event.document) && event.contentChanges.length > 0 &&
            server.note("textDocument/didChange", {
                textDocument: { uri: event.document.uri.toString(), version: event.document.version },
                contentChanges: event.contentChanges.map(c => ({ range: { start: c.range.start, end: c.range.end }, text: c.text })),
            })),
    ];
}

/* ---- Begin and end ---- */

let stop = () => undefined;

async function begin(findings, restarts) {
    const program = vscode.workspace.getConfiguration("lagrangia").get("path");
    const server = new Server(program, (method, params) => {
        if (method === "textDocument/publishDiagnostics")
            findings.set(vscode.Uri.parse(params.uri), params.diagnostics.map(diagnostic));
    });
    let wanted = true, uses = [];
    stop = () => {
        wanted = false;
        server.stop();
    };
    server.ended.then(why => {
        uses.forEach(use => use.dispose());
        if (why)
            vscode.window.showErrorMessage(`Lagrangia: ${why}. The setting 'lagrangia.path' tells where it is.`);
        else if (wanted && restarts > 0)
            begin(findings, restarts - 1);
    });
    try {
        const { capabilities } = await server.ask("initialize", {
            processId: process.pid, rootUri: null, capabilities: {}, initializationOptions: { library: true } });
        server.note("initialized", {});
        uses = [...provide((method, params) => server.ask(method, params), capabilities.semanticTokensProvider.legend), ...follow(server)];
    } catch {
        // it has ended, and that is told above
    }
}

exports.activate = context => {
    const findings = vscode.languages.createDiagnosticCollection("lagrangia");
    context.subscriptions.push(findings);
    return begin(findings, RESTARTS);
};

exports.deactivate = () => stop();
