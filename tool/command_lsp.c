/* lagrangia lsp: the language server, on stdin and stdout. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lsp.h"

/* Of JSON-RPC and of the protocol. */
enum {
    PARSE_ERROR = -32700,
    INVALID_REQUEST = -32600,
    UNKNOWN_METHOD = -32601,
    NOT_BEGUN = -32002,
    REQUEST_FAILED = -32803
};
enum { MOST_BYTES = 1 << 28, LONGEST_HEADER = 1 << 12 };

/* Bytes that have been read and not used. */
typedef struct input {
    char *at;
    size_t begin, end, room;
    bool over;
} input;

/* ---- Messages that come ---- */

static bool make_room(input *in) {
    if (in->begin > 0) {
        memmove(in->at, in->at + in->begin, in->end - in->begin);
        in->end -= in->begin;
        in->begin = 0;
    }
    if (in->end < in->room)
        return true;
    size_t room = in->room ? 2 * in->room : 1 << 16;
    char *at = realloc(in->at, room);
    if (!at)
        return false;
    in->at = at;
    in->room = room;
    return true;
}

static bool read_more(input *in) {
    if (in->over || !make_room(in))
        return false;
    ssize_t got;
    do
        got = read(STDIN_FILENO, in->at + in->end, in->room - in->end);
    while (got < 0 && errno == EINTR && !interrupts_came());
    in->over = got <= 0;
    in->end += got > 0 ? (size_t)got : 0;
    return !in->over;
}

static bool has_more(const input *in) {
    struct pollfd waiting = {.fd = STDIN_FILENO, .events = POLLIN};
    return in->end > in->begin || (!in->over && poll(&waiting, 1, 0) > 0 && (waiting.revents & POLLIN));
}

/* One line of a header without its end; NULL at the end of the input. */
static char *next_line(input *in, size_t *length) {
    for (size_t seen = 0;;) {
        char *from = in->end > in->begin ? in->at + in->begin : NULL;
        const char *end = from ? memchr(from + seen, '\n', in->end - in->begin - seen) : NULL;
        if (end) {
            *length = (size_t)(end - from);
            in->begin += *length + 1;
            *length -= *length > 0 && end[-1] == '\r';
            return from;
        }
        seen = in->end - in->begin;
        if (seen > LONGEST_HEADER) { /* no header: it is passed over */
            in->begin = in->end;
            seen = 0;
        }
        if (!read_more(in))
            return NULL;
    }
}

static bool is_header(const char *line, size_t length, const char *name) {
    size_t count = strlen(name);
    if (length <= count || line[count] != ':')
        return false;
    for (size_t i = 0; i < count; i++)
        if ((line[i] | 0x20) != (name[i] | 0x20))
            return false;
    return true;
}

/* 0 if it is no number, or too large a one. */
static size_t read_count(const char *at, const char *end) {
    size_t count = 0;
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    for (; at < end && *at >= '0' && *at <= '9' && count < MOST_BYTES; at++)
        count = 10 * count + (size_t)(*at - '0');
    return at == end && count < MOST_BYTES ? count : 0;
}

/* The bytes of the next message, which are good until the next call; NULL at the end. What has no length, or too large
   a one, is passed over. */
static const char *next_message(input *in, size_t *length) {
    size_t count = 0, size;
    for (char *line; (line = next_line(in, &size)) != NULL;) {
        if (is_header(line, size, "Content-Length"))
            count = read_count(line + strlen("Content-Length:"), line + size);
        if (size > 0 || count == 0)
            continue;
        while (in->end - in->begin < count)
            if (!read_more(in))
                return NULL;
        in->begin += count;
        *length = count;
        return in->at + in->begin - count;
    }
    return NULL;
}

/* ---- Messages that go ---- */

static void send_body(const char *body, size_t length) {
    printf("Content-Length: %zu\r\n\r\n", length);
    fwrite(body, 1, length, stdout);
    fflush(stdout);
}

/* "id": ..., "result" or "error" and what belongs to it. */
static void send_reply(json_value id, const char *kind, const char *body, size_t length) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return;
    fprintf(out, "{\"jsonrpc\":\"2.0\",\"id\":%.*s,\"%s\":", id.at ? (int)id.length : 4, id.at ? id.at : "null", kind);
    fwrite(body, 1, length, out);
    fputs("}", out);
    if (fclose(out) == 0)
        send_body(text, size);
    free(text);
}

static void send_error(json_value id, int code, const char *why) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return;
    fprintf(out, "{\"code\":%d,\"message\":", code);
    json_put_string(out, why, strlen(why));
    fputs("}", out);
    if (fclose(out) == 0)
        send_reply(id, "error", text, size);
    free(text);
}

static void send_diagnostics(server *s, document *d) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return;
    d->stale = false;
    fputs("{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/publishDiagnostics\",\"params\":", out);
    lsp_put_diagnostics(s, d, out);
    fputs("}", out);
    if (fclose(out) == 0)
        send_body(text, size);
    free(text);
}

/* A closed document has none. */
static void send_no_diagnostics(json_value uri) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return;
    fprintf(out,
            "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/"
            "publishDiagnostics\",\"params\":{\"uri\":%.*s,\"diagnostics\":[]}}",
            (int)uri.length, uri.at);
    if (fclose(out) == 0)
        send_body(text, size);
    free(text);
}

/* ---- What is done with them ---- */

static void begin(server *s, json_value params, FILE *out) {
    s->begun = true;
    s->shows_library = json_is(json_member(params, "initializationOptions.library"), "true");
    lsp_put_capabilities(out);
}

/* 0, or the code of an error; what the request answers is written to `out`. */
static int answer(server *s, json_value method, json_value params, FILE *out) {
    lsp_reply *reply = lsp_find_request(method);
    if (json_is(method, "initialize")) {
        if (s->begun)
            return INVALID_REQUEST;
        begin(s, params, out);
        return 0;
    }
    if (!s->begun)
        return NOT_BEGUN;
    if (s->ended)
        return INVALID_REQUEST;
    if (json_is(method, "shutdown")) {
        s->ended = true;
        fputs("null", out);
        return 0;
    }
    if (!reply)
        return UNKNOWN_METHOD;
    return reply(s, params, out) ? 0 : REQUEST_FAILED;
}

static const char *error_of(const server *s, int code) {
    return code == REQUEST_FAILED   ? s->why
           : code == UNKNOWN_METHOD ? "there is no such request"
           : code == NOT_BEGUN      ? "the first request is 'initialize'"
           : s->ended               ? "the server has been shut down"
                                    : "the server has been initialized";
}

static void take_request(server *s, json_value message) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    json_value id = json_member(message, "id");
    if (!out)
        return;
    int code = answer(s, json_member(message, "method"), json_member(message, "params"), out);
    bool whole = fclose(out) == 0;
    if (code != 0)
        send_error(id, code, error_of(s, code));
    else if (whole)
        send_reply(id, "result", text, size);
    free(text);
}

static void take_changes(server *s, json_value params) {
    document *d = lsp_find(s, json_member(params, "textDocument.uri"));
    json_value change;
    for (size_t state = 0; d && json_next(json_member(params, "contentChanges"), &state, &change);)
        lsp_change(s, d, change);
    if (d)
        d->version = json_int(json_member(params, "textDocument.version"), d->version);
}

/* Those that are not known are ignored. */
static void take_notice(server *s, json_value method, json_value params) {
    json_value uri = json_member(params, "textDocument.uri");
    if (!s->begun || s->ended)
        return;
    if (json_is(method, "textDocument/didOpen"))
        lsp_open(s, json_member(params, "textDocument"));
    else if (json_is(method, "textDocument/didChange"))
        take_changes(s, params);
    else if (json_is(method, "textDocument/didClose") && lsp_find(s, uri)) {
        lsp_close(s, lsp_find(s, uri));
        send_no_diagnostics(uri);
    }
}

/* False after 'exit'. */
static bool take(server *s, const char *text, size_t length) {
    json_value message = json_read(text, length), nobody = {NULL, 0};
    json_value method = json_member(message, "method"), id = json_member(message, "id");
    if (!message.at)
        send_error(nobody, PARSE_ERROR, "this is no JSON");
    else if (!method.at && (json_member(message, "result").at || json_member(message, "error").at))
        return true; /* an answer, though nothing has been asked */
    else if (!method.at || *method.at != '"')
        send_error(id, INVALID_REQUEST, "this is no request");
    else if (!id.at && json_is(method, "exit"))
        return false;
    else if (id.at)
        take_request(s, message);
    else
        take_notice(s, method, json_member(message, "params"));
    return true;
}

/* Findings wait until nothing else does: while somebody types they would come too late. */
static void send_stale(server *s, const input *in) {
    for (document *d = s->documents; d; d = d->next) {
        if (has_more(in))
            return;
        if (d->stale)
            send_diagnostics(s, d);
    }
}

int command_lsp(const settings *options) {
    (void)options;
    server s = {0};
    input in = {0};
    size_t length;
    bool goes_on = true;
    for (const char *text; goes_on && !ferror(stdout) && (text = next_message(&in, &length)) != NULL;) {
        goes_on = take(&s, text, length);
        if (goes_on && s.begun && !s.ended)
            send_stale(&s, &in);
    }
    while (s.documents)
        lsp_close(&s, s.documents);
    free(s.lent);
    free(in.at);
    return s.ended && !goes_on ? 0 : 1;
}
