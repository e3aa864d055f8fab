/* Texts as an editor has them: opened, changed in places, closed; read as models when something is asked. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lsp.h"

/* ---- URIs ---- */

static int hex_digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* file:///a%20b.lgr as /a b.lgr; other schemes stay as they are. */
static char *path_of(const char *uri) {
    static const char scheme[] = "file://";
    bool file = strncmp(uri, scheme, strlen(scheme)) == 0;
    const char *from = file ? strchr(uri + strlen(scheme), '/') : uri;
    char *path = malloc(strlen(uri) + 1), *out = path;
    for (from = from ? from : uri; path && *from; from++) {
        int high = file && *from == '%' ? hex_digit(from[1]) : -1, low = high >= 0 ? hex_digit(from[2]) : -1;
        bool coded = low >= 0 && high * 16 + low != 0;
        *out++ = coded ? (char)(high * 16 + low) : *from;
        from += coded ? 2 : 0;
    }
    if (path)
        *out = '\0';
    return path;
}

static void put_file_uri(const char *path, FILE *out) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~/";
    fputs("\"file://", out);
    for (; *path; path++)
        if (strchr(plain, *path))
            putc(*path, out);
        else
            fprintf(out, "%%%02X", (unsigned)(unsigned char)*path);
    putc('"', out);
}

static const document *find_path(const server *s, const char *path) {
    const document *d = s->documents;
    while (d && strcmp(d->path, path) != 0)
        d = d->next;
    return d;
}

bool lsp_put_uri(const server *s, json_value file, FILE *out) {
    char *path = json_string(file, NULL);
    const document *open = path ? find_path(s, path) : NULL;
    bool library = path && *path == '<', known = path && (open || *path == '/' || (library && s->shows_library));
    if (open)
        json_put_string(out, open->uri, strlen(open->uri));
    else if (known && library)
        fprintf(out, "\"lagrangia:%.*s.lgr\"", (int)strcspn(path + 1, ">"), path + 1);
    else if (known)
        put_file_uri(path, out);
    free(path);
    return known;
}

/* ---- Documents ---- */

document *lsp_find(server *s, json_value uri) {
    char *name = json_string(uri, NULL);
    document *d = s->documents;
    while (name && d && strcmp(d->uri, name) != 0)
        d = d->next;
    free(name);
    return name ? d : NULL;
}

static void forget_model(document *d) {
    lgr_model_destroy(d->model);
    d->model = NULL;
    d->stale = true;
}

static void dispose(document *d) {
    lgr_model_destroy(d->model);
    free(d->uri);
    free(d->path);
    free(d->text);
    free(d);
}

void lsp_open(server *s, json_value item) {
    document *before = lsp_find(s, json_member(item, "uri")), *d = calloc(1, sizeof *d);
    if (before)
        lsp_close(s, before);
    if (!d)
        return;
    d->uri = json_string(json_member(item, "uri"), NULL);
    d->path = d->uri ? path_of(d->uri) : NULL;
    d->text = json_string(json_member(item, "text"), &d->length);
    d->version = json_int(json_member(item, "version"), 0);
    d->stale = true;
    if (!d->path || !d->text) {
        dispose(d);
        return;
    }
    d->next = s->documents;
    s->documents = d;
    lsp_forget(s, d);
}

void lsp_close(server *s, document *d) {
    document **link = &s->documents;
    while (*link != d)
        link = &(*link)->next;
    *link = d->next;
    lsp_forget(s, d);
    dispose(d);
}

/* Lines end as they do for editors; a character is a unit of UTF-16. */
static size_t offset_of(const document *d, json_value place) {
    int line = json_int(json_member(place, "line"), 0), character = json_int(json_member(place, "character"), 0);
    size_t at = 0;
    for (; line > 0 && at < d->length; at++)
        line -= d->text[at] == '\n' || (d->text[at] == '\r' && !(at + 1 < d->length && d->text[at + 1] == '\n'));
    if (line > 0)
        return d->length;
    while (character > 0 && at < d->length && d->text[at] != '\n' && d->text[at] != '\r') {
        size_t bytes = json_character((const unsigned char *)d->text + at, d->length - at);
        at += bytes ? bytes : 1;
        character -= bytes == 4 ? 2 : 1;
    }
    return at;
}

void lsp_change(server *s, document *d, json_value change) {
    size_t added, begin = 0, end = d->length;
    json_value range = json_member(change, "range");
    char *more = json_string(json_member(change, "text"), &added);
    if (range.at && *range.at == '{') {
        begin = offset_of(d, json_member(range, "start"));
        end = offset_of(d, json_member(range, "end"));
    }
    end = end < begin ? begin : end;
    size_t rest = d->length - end;
    char *text = more ? malloc(begin + added + rest + 1) : NULL;
    if (text) {
        memcpy(text, d->text, begin);
        memcpy(text + begin, more, added);
        memcpy(text + begin + added, d->text + end, rest);
        d->length = begin + added + rest;
        text[d->length] = '\0';
        free(d->text);
        d->text = text;
        forget_model(d);
        lsp_forget(s, d);
    }
    free(more);
}

/* ---- Models ---- */

/* NULL for what is no file: a pipe that nobody writes to would be waited for. */
static FILE *open_file(const char *path) {
    struct stat about;
    const int handle = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    FILE *f = handle >= 0 && fstat(handle, &about) == 0 && S_ISREG(about.st_mode) ? fdopen(handle, "rb") : NULL;
    if (!f && handle >= 0)
        close(handle);
    return f;
}

/* A file that a text names, as the editor has it if it is open there. */
static const char *read_file(void *user, const char *path, size_t *length) {
    enum { MOST = 1 << 26 };
    server *s = user;
    const document *open = find_path(s, path);
    if (open) {
        *length = open->length;
        return open->text;
    }
    FILE *f = open_file(path);
    size_t room = 1 << 16;
    free(s->lent);
    s->lent = f ? malloc(room) : NULL;
    *length = 0;
    while (s->lent && room <= MOST) {
        *length += fread(s->lent + *length, 1, room - *length, f);
        if (*length < room)
            break;
        char *bigger = realloc(s->lent, room *= 2);
        if (!bigger)
            free(s->lent);
        s->lent = bigger;
    }
    if (f)
        fclose(f);
    return s->lent;
}

lgr_model *lsp_model(server *s, document *d) {
    lgr_parse_options o = lgr_parse_options_default();
    o.read = read_file;
    o.user = s;
    if (!d->model)
        d->model = lgr_model_parse_with(d->path, d->text, d->length, NULL, 0, &o);
    return d->model;
}

void lsp_forget(server *s, const document *changed) {
    for (document *d = s->documents; d; d = d->next)
        for (size_t i = 0; d != changed && d->model && lgr_model_file(d->model, i); i++)
            if (strcmp(lgr_model_file(d->model, i), changed->path) == 0) {
                forget_model(d);
                break;
            }
}
