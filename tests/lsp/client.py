"""A client of `lagrangia lsp`: an editor as the server sees it."""
import json
import os
import select
import subprocess
import time

PATIENCE = 60  # seconds for an answer


class Client:
    """One server, and what it has said of documents."""

    def __init__(self, tool, begin=True, **options):
        self.server = subprocess.Popen([tool, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.bytes = b""
        self.next = 1
        self.versions = {}
        self.diagnostics = {}  # by URI: (version, list)
        if begin:
            self.begun = self.ask("initialize", {"capabilities": {}, "initializationOptions": options})
            self.tell("initialized", {})

    # --- Messages ---

    def send_bytes(self, data):
        self.server.stdin.write(data)
        self.server.stdin.flush()

    def send(self, message):
        body = json.dumps(message, ensure_ascii=self.next % 2 == 0).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def receive(self, seconds=PATIENCE):
        """The next message; None if none comes in this time, or the server has ended."""
        end = time.monotonic() + seconds
        while True:
            head, blank, rest = self.bytes.partition(b"\r\n\r\n")
            if blank:
                size = int(head.split(b"Content-Length: ")[1])
                if len(rest) >= size:
                    self.bytes = rest[size:]
                    return json.loads(rest[:size])
            if not select.select([self.server.stdout], [], [], max(0, end - time.monotonic()))[0]:
                return None
            more = os.read(self.server.stdout.fileno(), 1 << 20)
            if not more:
                return None
            self.bytes += more

    def note(self, message):
        if message and message.get("method") == "textDocument/publishDiagnostics":
            found = message["params"]
            self.diagnostics[found["uri"]] = (found.get("version"), found["diagnostics"])
            return True
        return False

    def answer(self, number):
        while True:
            message = self.receive()
            if message is None:
                raise AssertionError(f"no answer; the server says: {self.server.stderr.read().decode() if self.ended() else ''}")
            if not self.note(message):
                assert message.get("id") == number, message
                assert message["jsonrpc"] == "2.0", message
                return message

    def call(self, method, params=None):
        number, self.next = self.next, self.next + 1
        self.send({"jsonrpc": "2.0", "id": number, "method": method, **({} if params is None else {"params": params})})
        return self.answer(number)

    def ask(self, method, params=None):
        message = self.call(method, params)
        assert "error" not in message, message
        return message["result"]

    def tell(self, method, params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ended(self):
        return self.server.poll() is not None

    def end(self):
        """The exit status after an orderly end."""
        self.ask("shutdown")
        self.tell("exit", None)
        return self.wait()

    def wait(self):
        self.server.stdin.close()
        status = self.server.wait(PATIENCE)
        errors = self.server.stderr.read().decode()
        assert not errors, errors
        self.server.stdout.close()
        self.server.stderr.close()
        return status

    # --- Documents ---

    def open(self, uri, text):
        self.versions[uri] = 1
        self.tell("textDocument/didOpen",
                  {"textDocument": {"uri": uri, "languageId": "lagrangia", "version": 1, "text": text}})

    def change(self, uri, *changes):
        """Each a whole text, or (range, text)."""
        self.versions[uri] += 1
        listed = [{"text": c} if isinstance(c, str) else {"range": c[0], "text": c[1]} for c in changes]
        self.tell("textDocument/didChange",
                  {"textDocument": {"uri": uri, "version": self.versions[uri]}, "contentChanges": listed})

    def close(self, uri):
        self.tell("textDocument/didClose", {"textDocument": {"uri": uri}})

    def about(self, method, uri, place=None, **more):
        params = {"textDocument": {"uri": uri}, **more}
        if place is not None:
            params["position"] = place
        return self.ask(f"textDocument/{method}", params)

    def findings(self, uri):
        """Those of the present version."""
        while self.diagnostics.get(uri, (None,))[0] != self.versions[uri]:
            assert self.note(self.receive()), f"no diagnostics of {uri}"
        return self.diagnostics[uri][1]


# --- Texts as editors count them ---


def place(text, offset):
    before = text[:offset].replace("\r\n", "\n").replace("\r", "\n")
    return {"line": before.count("\n"), "character": len(before[before.rfind("\n") + 1:].encode("utf-16-le")) // 2}


def offset(text, at):
    begins = [0] + [i + 1 for i, c in enumerate(text) if c == "\n" or (c == "\r" and text[i + 1:i + 2] != "\n")]
    if at["line"] >= len(begins):
        return len(text)
    i, left = begins[at["line"]], at["character"]
    while left > 0 and i < len(text) and text[i] not in "\r\n":
        left -= 2 if ord(text[i]) > 0xFFFF else 1
        i += 1
    return i


def span(text, begin, end):
    return {"start": place(text, begin), "end": place(text, end)}


def apply(text, edits):
    for edit in sorted(edits, key=lambda e: (e["range"]["start"]["line"], e["range"]["start"]["character"]), reverse=True):
        begin, end = offset(text, edit["range"]["start"]), offset(text, edit["range"]["end"])
        text = text[:begin] + edit["newText"] + text[end:]
    return text
