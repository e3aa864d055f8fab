/* Fuzz entry: a session of the language server, from its beginning to its end. Data is the text of a document, about
   which everything is asked at places within it and beyond, and which is changed in places and asked about again; data
   that begins with '{' is a session itself, one message a line. What is answered is JSON, one answer for each request.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "entry.h"
#include "json_reader.h"
#include "tool.h"

enum { PIPE_BYTES = 1 << 20, MOST_BYTES = PIPE_BYTES - (1 << 12), MOST_TEXT = 1 << 14 };

/* Messages with their headers, and how many of them are requests. */
typedef struct session {
    FILE *out;
    char *bytes;
    size_t size;
    long requests;
} session;

static void begin(session *x) {
    *x = (session){0};
    x->out = open_memstream(&x->bytes, &x->size);
    if (!x->out)
        abort();
}

static void add_message(session *x, const char *text, size_t length) {
    const json_value message = json_read(text, length), method = json_member(message, "method");
    fflush(x->out);
    if (x->size + length > MOST_BYTES)
        return;
    const bool answer = !method.at && (json_member(message, "result").at || json_member(message, "error").at);
    const bool notice = method.at && *method.at == '"' && !json_member(message, "id").at;
    x->requests += !answer && !notice;
    fprintf(x->out, "Content-Length: %zu\r\n\r\n", length);
    fwrite(text, 1, length, x->out);
}

/* One message from a format, with a string of JSON in the place of %s. */
static void add(session *x, const char *before, const char *text, size_t length, const char *behind) {
    char *bytes = NULL;
    size_t size;
    FILE *out = open_memstream(&bytes, &size);
    if (!out)
        abort();
    fputs(before, out);
    if (text)
        json_put_string(out, text, length);
    fputs(behind, out);
    if (fclose(out) != 0)
        abort();
    add_message(x, bytes, size);
    free(bytes);
}

static const char *const questions[] = {
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/semanticTokens/full",
    "textDocument/formatting",
    "textDocument/codeAction",
};

static uint64_t next(uint64_t *chance) {
    *chance = *chance * 6364136223846793005u + 1442695040888963407u;
    return *chance >> 33;
}

static void put_place(char *out, size_t room, uint64_t *chance) {
    const int line = (int)(next(chance) % 80) - 1, character = (int)(next(chance) % 90) - 1;
    snprintf(out, room, "{\"line\":%d,\"character\":%d}", line, character);
}

#define DOCUMENT "\"textDocument\":{\"uri\":\"fuzz:a.lgr\",\"version\":2}"

static void ask_all(session *x, uint64_t *chance) {
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        char text[600], from[60], to[60];
        put_place(from, sizeof from, chance);
        put_place(to, sizeof to, chance);
        snprintf(text, sizeof text,
                 "{\"jsonrpc\":\"2.0\",\"id\":%zu,\"method\":\"%s\",\"params\":{" DOCUMENT
                 ",\"position\":%s,\"range\":{\"start\":%s,\"end\":%s},\"newName\":\"zz%d\","
                 "\"context\":{\"diagnostics\":[],\"includeDeclaration\":true},\"options\":{\"tabSize\":2}}}",
                 i, questions[i], from, from, to, (int)(next(chance) % 3));
        add_message(x, text, strlen(text));
    }
}

/* A part of the text comes once more, somewhere. */
static void change(session *x, const char *text, size_t length, uint64_t *chance) {
    char before[300], from[60], to[60];
    put_place(from, sizeof from, chance);
    put_place(to, sizeof to, chance);
    const bool whole = next(chance) % 4 == 0;
    const size_t at = length ? next(chance) % length : 0, count = next(chance) % 40;
    snprintf(before, sizeof before,
             "{\"method\":\"textDocument/didChange\",\"params\":{" DOCUMENT ",\"contentChanges\":[{%s%s%s%s%s\"text\":",
             whole ? "" : "\"range\":{\"start\":", whole ? "" : from, whole ? "" : ",\"end\":", whole ? "" : to,
             whole ? "" : "},");
    add(x, before, text + at, count < length - at ? count : length - at, "}]}}");
}

#define BEGIN "{\"id\":0,\"method\":\"initialize\",\"params\":{\"initializationOptions\":{\"library\":true}}}"
#define SHUTDOWN "{\"id\":\"end\",\"method\":\"shutdown\"}"
#define OVER "{\"method\":\"exit\"}"

static void write_about(session *x, const char *text, size_t length, uint64_t hash) {
    length = length < MOST_TEXT ? length : MOST_TEXT;
    add_message(x, BEGIN, strlen(BEGIN));
    add(x,
        "{\"method\":\"textDocument/"
        "didOpen\",\"params\":{\"textDocument\":{\"uri\":\"fuzz:a.lgr\",\"version\":1,\"text\":",
        text, length, "}}}");
    ask_all(x, &hash);
    for (int i = 0; i < 3; i++)
        change(x, text, length, &hash);
    ask_all(x, &hash);
    if (next(&hash) % 2 == 0) { /* else findings are sent, as nothing else waits */
        add_message(x, SHUTDOWN, strlen(SHUTDOWN));
        add_message(x, OVER, strlen(OVER));
    }
}

static void write_given(session *x, const char *text, size_t length) {
    for (const char *end = text + length; text < end;) {
        const char *line = memchr(text, '\n', (size_t)(end - text));
        const size_t size = (size_t)((line ? line : end) - text);
        if (size > 0)
            add_message(x, text, size);
        text += size + 1;
    }
}

/* ---- Its answers ---- */

/* Whether all that was sent is framed JSON; counts answers. */
static bool is_in_order(const char *at, size_t length, long *answers) {
    for (const char *end = at + length; at < end;) {
        char *body = NULL;
        if (end - at < 20 || strncmp(at, "Content-Length: ", 16) != 0)
            return false;
        const size_t size = strtoul(at + 16, &body, 10);
        if (strncmp(body, "\r\n\r\n", 4) != 0 || size > (size_t)(end - body - 4))
            return false;
        const json_value message = json_read(body + 4, size);
        if (!message.at)
            return false;
        *answers += !json_member(message, "method").at;
        at = body + 4 + size;
    }
    return true;
}

/* The server reads its stdin and writes its stdout: these are lent to it. */
static void hold(const session *x, FILE *said) {
    int ends[2], kept[] = {dup(STDIN_FILENO), dup(STDOUT_FILENO)};
    fflush(stdout);
    if (pipe(ends) != 0 || fcntl(ends[1], F_SETPIPE_SZ, PIPE_BYTES) < 0 ||
        write(ends[1], x->bytes, x->size) != (ssize_t)x->size || dup2(ends[0], STDIN_FILENO) < 0 ||
        dup2(fileno(said), STDOUT_FILENO) < 0)
        abort();
    close(ends[0]);
    close(ends[1]);
    command_lsp(NULL);
    fflush(stdout);
    for (int i = 0; i < 2; i++) {
        if (kept[i] < 0)
            close(i);
        else
            dup2(kept[i], i);
        close(kept[i]);
    }
}

/* A session that ends before its requests do has fewer answers, never more. */
static void check(FILE *said, const session *x, bool given) {
    const long length = lseek(fileno(said), 0, SEEK_END);
    char *text = malloc((size_t)length + 1);
    long answers = 0;
    if (!text || pread(fileno(said), text, (size_t)length, 0) != length)
        abort();
    text[length] = '\0';
    if (!is_in_order(text, (size_t)length, &answers) || answers > x->requests || (!given && answers != x->requests))
        abort();
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static FILE *said;
    session x;
    const bool given = size > 0 && data[0] == '{';
    entry_begin();
    said = said ? said : tmpfile();
    if (!said || ftruncate(fileno(said), 0) != 0 || lseek(fileno(said), 0, SEEK_SET) != 0)
        abort();
    begin(&x);
    if (given)
        write_given(&x, (const char *)data, size);
    else
        write_about(&x, (const char *)data, size, entry_hash(data, size));
    if (fclose(x.out) != 0)
        abort();
    hold(&x, said);
    check(said, &x, given);
    free(x.bytes);
    return 0;
}
