/* What an editor asks of the language server: what the library answers, in the envelopes of the protocol. */
#include <stdlib.h>
#include <string.h>

#include "lsp.h"

/* ---- Questions ---- */

typedef struct gathered {
    char *text;
    size_t length, room;
} gathered;

static bool gather(void *user, const char *data, size_t length) {
    gathered *g = user;
    if (g->length + length > g->room) {
        size_t room = 2 * (g->length + length);
        char *text = realloc(g->text, room);
        if (!text)
            return false;
        g->text = text;
        g->room = room;
    }
    memcpy(g->text + g->length, data, length);
    g->length += length;
    return true;
}

/* The answer about a document at a place; {NULL, 0} if there is none. The caller frees its text. */
static json_value ask(server *s, document *d, const char *what, json_value place, const char *argument) {
    gathered g = {0};
    lgr_model *model = d ? lsp_model(s, d) : NULL;
    int line = json_int(json_member(place, "line"), 0), character = json_int(json_member(place, "character"), 0);
    if (model && lgr_model_ask(model, what, line, character, argument, gather, &g) == LGR_STATUS_OK)
        return json_read(g.text, g.length);
    free(g.text);
    return (json_value){NULL, 0};
}

/* What is asked about: of a document that is not open everything is null. */
static json_value ask_about(server *s, json_value params, const char *what) {
    document *d = lsp_find(s, json_member(params, "textDocument.uri"));
    return ask(s, d, what, json_member(params, "position"), NULL);
}

static void put(json_value value, FILE *out) {
    if (value.at)
        fwrite(value.at, 1, value.length, out);
    else
        fputs("null", out);
}

static bool answer(server *s, json_value params, const char *what, FILE *out) {
    json_value found = ask_about(s, params, what);
    put(found, out);
    free((char *)found.at);
    return true;
}

static bool fail(server *s, const char *why, size_t length) {
    snprintf(s->why, sizeof s->why, "%.*s", (int)length, why);
    return false;
}

#define AS_IT_IS(name, what)                                                                                           \
    static bool name(server *s, json_value params, FILE *out) {                                                        \
        return answer(s, params, what, out);                                                                           \
    }
AS_IT_IS(hover, "hover")
AS_IT_IS(complete, "completion")
AS_IT_IS(list_symbols, "symbols")
AS_IT_IS(list_folds, "folds")
AS_IT_IS(list_tokens, "tokens")

/* ---- Places ---- */

static bool define(server *s, json_value params, FILE *out) {
    json_value found = ask_about(s, params, "definition"), item;
    const char *comma = "";
    fputs("[", out);
    for (size_t state = 0; json_next(found, &state, &item);) {
        json_value file = json_member(item, "file");
        char *uri = NULL;
        size_t length;
        FILE *held = open_memstream(&uri, &length);
        bool known = held && lsp_put_uri(s, file, held);
        if (held)
            fclose(held);
        if (known) {
            fprintf(out, "%s{\"uri\":%s,\"range\":", comma, uri);
            put(json_member(item, "range"), out);
            fputs("}", out);
            comma = ",";
        }
        free(uri);
    }
    fputs("]", out);
    free((char *)found.at);
    return true;
}

/* Of references and highlights: both lists have a range for each use. */
static void list_uses(server *s, json_value params, bool located, FILE *out) {
    json_value found = ask_about(s, params, "uses"), item, uri = json_member(params, "textDocument.uri");
    bool all = !json_is(json_member(params, "context.includeDeclaration"), "false");
    const char *comma = "";
    fputs("[", out);
    for (size_t state = 0; json_next(found, &state, &item);) {
        if (!all && json_is(json_member(item, "declares"), "true"))
            continue;
        fprintf(out, "%s{", comma);
        if (located) {
            fputs("\"uri\":", out);
            put(uri, out);
            fputs(",", out);
        }
        fputs("\"range\":", out);
        put(json_member(item, "range"), out);
        fputs("}", out);
        comma = ",";
    }
    fputs("]", out);
    free((char *)found.at);
}

static bool refer(server *s, json_value params, FILE *out) {
    list_uses(s, params, true, out);
    return true;
}

static bool highlight(server *s, json_value params, FILE *out) {
    list_uses(s, params, false, out);
    return true;
}

/* ---- Changes ---- */

static bool refuse(server *s, json_value found) {
    json_value why = json_member(found, "refused");
    if (!why.at)
        return false;
    char *text = json_string(why, NULL);
    fail(s, text ? text : "", text ? strlen(text) : 0);
    free(text);
    return true;
}

static bool prepare_rename(server *s, json_value params, FILE *out) {
    json_value found = ask_about(s, params, "rename");
    bool refused = refuse(s, found);
    if (!refused)
        put(found, out);
    free((char *)found.at);
    return !refused;
}

static void put_changes(json_value uri, json_value edits, FILE *out) {
    fputs("{\"changes\":{", out);
    put(uri, out);
    fputs(":", out);
    put(edits, out);
    fputs("}}", out);
}

static bool rename_all(server *s, json_value params, FILE *out) {
    char *name = json_string(json_member(params, "newName"), NULL);
    document *d = lsp_find(s, json_member(params, "textDocument.uri"));
    if (!name || !d) {
        free(name);
        return fail(s, "a rename needs an open document and a name", 200);
    }
    json_value found = ask(s, d, "rename", json_member(params, "position"), name);
    bool refused = refuse(s, found);
    if (!refused)
        put_changes(json_member(params, "textDocument.uri"), json_member(found, "edits"), out);
    free((char *)found.at);
    free(name);
    return !refused;
}

static size_t line_of(const char *text, size_t offset) {
    size_t line = 0;
    for (size_t i = 0; i < offset; i++)
        line += text[i] == '\n';
    return line;
}

static bool begins_line(const char *text, size_t at) {
    return at == 0 || text[at - 1] == '\n';
}

/* The lines that differ, from the first to the last, so that the cursor stays where it is. */
static void put_edit(const document *d, const char *text, size_t length, FILE *out) {
    size_t begin = 0, end = 0, least = d->length < length ? d->length : length;
    while (begin < least && d->text[begin] == text[begin])
        begin++;
    if (begin == d->length && begin == length)
        return;
    while (begin > 0 && text[begin - 1] != '\n')
        begin--;
    while (end < least - begin && d->text[d->length - 1 - end] == text[length - 1 - end])
        end++;
    while (end > 0 && !(begins_line(text, length - end) && begins_line(d->text, d->length - end)))
        end--;
    size_t last = d->length - end, column = 0; /* without an end of line the text ends in its last one */
    bool ragged = end == 0 && d->length > 0 && d->text[d->length - 1] != '\n';
    if (ragged)
        column = 1000000000;
    fprintf(
        out,
        "{\"range\":{\"start\":{\"line\":%zu,\"character\":0},\"end\":{\"line\":%zu,\"character\":%zu}},\"newText\":",
        line_of(d->text, begin), line_of(d->text, last), column);
    json_put_string(out, text + begin, length - end - begin);
    fputs("}", out);
}

static bool format(server *s, json_value params, FILE *out) {
    document *d = lsp_find(s, json_member(params, "textDocument.uri"));
    json_value found = ask(s, d, "format", (json_value){NULL, 0}, NULL);
    size_t length;
    char *text = json_string(json_member(found, "text"), &length);
    fputs("[", out);
    if (text)
        put_edit(d, text, length, out);
    fputs("]", out);
    free(text);
    free((char *)found.at);
    return true;
}

/* ---- Findings ---- */

static void put_text(json_value first, const char *between, json_value second, FILE *out) {
    size_t count = 0, more = 0;
    char *a = json_string(first, &count), *b = json_string(second, &more), *both = malloc(count + more + 8);
    if (both)
        json_put_string(
            out, both,
            (size_t)snprintf(both, count + more + 8, "%s%s%s", a ? a : "", more ? between : "", more ? b : ""));
    else
        fputs("\"\"", out);
    free(both);
    free(b);
    free(a);
}

static void put_related(const server *s, json_value list, FILE *out) {
    json_value item;
    const char *comma = "";
    fputs(",\"relatedInformation\":[", out);
    for (size_t state = 0; json_next(list, &state, &item);) {
        json_value file = json_member(item, "file");
        if (file.length > 1 && file.at[1] == '<' && !s->shows_library)
            continue;
        fprintf(out, "%s{\"location\":{\"uri\":", comma);
        if (!lsp_put_uri(s, file, out))
            put(file, out);
        fputs(",\"range\":", out);
        put(json_member(item, "range"), out);
        fputs("},\"message\":", out);
        put(json_member(item, "message"), out);
        fputs("}", out);
        comma = ",";
    }
    fputs("]", out);
}

static void put_diagnostic(const server *s, json_value finding, FILE *out) {
    static const char *const same[] = {"range", "severity", "code", "source"};
    fputs("{", out);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        fprintf(out, "\"%s\":", same[i]);
        put(json_member(finding, same[i]), out);
        fputs(",", out);
    }
    json_value help = json_member(finding, "help");
    bool note = help.length <= 2; /* what stands at the place says it where there is no help */
    fputs("\"message\":", out);
    put_text(json_member(finding, "message"), note ? ": " : "\n", note ? json_member(finding, "note") : help, out);
    put_related(s, json_member(finding, "related"), out);
    fputs("}", out);
}

static bool ignore(void *user, const char *data, size_t length) {
    (void)user, (void)data, (void)length;
    return true;
}

/* Also of the start. */
void lsp_put_diagnostics(server *s, document *d, FILE *out) {
    lgr_model *model = lsp_model(s, d);
    if (model && lgr_model_status(model) == LGR_STATUS_OK)
        lgr_model_check(model, "json", false, 0, ignore, NULL);
    json_value found = ask(s, d, "findings", (json_value){NULL, 0}, NULL), item;
    const char *comma = "";
    fputs("{\"uri\":", out);
    json_put_string(out, d->uri, strlen(d->uri));
    fprintf(out, ",\"version\":%d,\"diagnostics\":[", d->version);
    for (size_t state = 0; json_next(found, &state, &item);) {
        fputs(comma, out);
        put_diagnostic(s, item, out);
        comma = ",";
    }
    fputs("]}", out);
    free((char *)found.at);
}

static long place_of(json_value place) {
    return json_int(json_member(place, "line"), 0) * 100000L + json_int(json_member(place, "character"), 0);
}

static bool meets(json_value a, json_value b) {
    return place_of(json_member(a, "start")) <= place_of(json_member(b, "end")) &&
           place_of(json_member(b, "start")) <= place_of(json_member(a, "end"));
}

static bool list_fixes(server *s, json_value params, FILE *out) {
    json_value found = ask_about(s, params, "findings"), item;
    const char *comma = "";
    fputs("[", out);
    for (size_t state = 0; json_next(found, &state, &item);) {
        json_value fix = json_member(item, "fix");
        if (!json_member(fix, "edits").at || !meets(json_member(item, "range"), json_member(params, "range")))
            continue;
        fprintf(out, "%s{\"kind\":\"quickfix\",\"isPreferred\":true,\"title\":", comma);
        put(json_member(fix, "title"), out);
        fputs(",\"diagnostics\":[", out);
        put_diagnostic(s, item, out);
        fputs("],\"edit\":", out);
        put_changes(json_member(params, "textDocument.uri"), json_member(fix, "edits"), out);
        fputs("}", out);
        comma = ",";
    }
    fputs("]", out);
    free((char *)found.at);
    return true;
}

/* A text that comes with the library, for editors that can show what is no file. */
static bool show_library(server *s, json_value params, FILE *out) {
    char *uri = json_string(json_member(params, "uri"), NULL), name[64] = "";
    const char *begin = uri ? strchr(uri, ':') : NULL;
    size_t length = begin ? strcspn(begin + 1, ".") : 0;
    if (begin && length < sizeof name)
        memcpy(name, begin + 1, length);
    const char *text = lgr_component_text(name);
    free(uri);
    if (!text)
        return fail(s, "the library has no such file", 200);
    json_put_string(out, text, strlen(text));
    return true;
}

/* ---- The table ---- */

static const struct {
    const char *method;
    lsp_reply *reply;
} requests[] = {
    {"textDocument/hover", hover},
    {"textDocument/completion", complete},
    {"textDocument/definition", define},
    {"textDocument/references", refer},
    {"textDocument/documentHighlight", highlight},
    {"textDocument/prepareRename", prepare_rename},
    {"textDocument/rename", rename_all},
    {"textDocument/documentSymbol", list_symbols},
    {"textDocument/foldingRange", list_folds},
    {"textDocument/semanticTokens/full", list_tokens},
    {"textDocument/formatting", format},
    {"textDocument/codeAction", list_fixes},
    {"lagrangia/text", show_library},
};

lsp_reply *lsp_find_request(json_value method) {
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
        if (json_is(method, requests[i].method))
            return requests[i].reply;
    return NULL;
}

/* The classes of the library's tokens by names that themes know; the others keep their own. */
static const char *standard_class(json_value class) {
    static const char *const names[][2] = {
        {"unit", "enumMember"},     {"coordinate", "variable"}, {"state", "variable"},  {"definition", "property"},
        {"body", "struct"},         {"energy", "property"},     {"force", "interface"}, {"constraint", "interface"},
        {"result", "property"},     {"component", "class"},     {"part", "namespace"},  {"local", "parameter"},
        {"member", "property"},     {"constant", "macro"},      {"title", "namespace"}, {"name", "variable"},
        {"parameter", "parameter"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (json_is(class, names[i][0]))
            return names[i][1];
    return NULL;
}

static void put_legend(FILE *out) {
    gathered g = {0};
    lgr_model *model = lgr_model_parse("", "", 0, NULL, 0);
    json_value item;
    const char *comma = "";
    if (model)
        lgr_model_ask(model, "legend", 0, 0, NULL, gather, &g);
    json_value legend = json_read(g.text ? g.text : "", g.length);
    fputs("{\"tokenTypes\":[", out);
    for (size_t state = 0; json_next(json_member(legend, "tokenTypes"), &state, &item);) {
        const char *name = standard_class(item);
        fputs(comma, out);
        if (name)
            json_put_string(out, name, strlen(name));
        else
            put(item, out);
        comma = ",";
    }
    fputs("],\"tokenModifiers\":[\"declaration\"]}", out);
    lgr_model_destroy(model);
    free(g.text);
}

void lsp_put_capabilities(FILE *out) {
    fputs("{\"capabilities\":{\"positionEncoding\":\"utf-16\","
          "\"textDocumentSync\":{\"openClose\":true,\"change\":2},"
          "\"hoverProvider\":true,\"definitionProvider\":true,\"referencesProvider\":true,"
          "\"documentHighlightProvider\":true,\"renameProvider\":{\"prepareProvider\":true},"
          "\"documentSymbolProvider\":true,\"foldingRangeProvider\":true,\"documentFormattingProvider\":true,"
          "\"codeActionProvider\":{\"codeActionKinds\":[\"quickfix\"]},"
          "\"completionProvider\":{\"triggerCharacters\":[\".\",\"<\"]},"
          "\"semanticTokensProvider\":{\"full\":true,\"legend\":",
          out);
    put_legend(out);
    fputs("}},\"serverInfo\":{\"name\":\"lagrangia\",\"version\":", out);
    json_put_string(out, lgr_version(), strlen(lgr_version()));
    fputs("}}", out);
}
