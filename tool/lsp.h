/* The language server: the documents that an editor has open, and what it asks about them. */
#ifndef LAGRANGIA_LSP_H
#define LAGRANGIA_LSP_H

#include "json_reader.h"
#include "tool.h"

typedef struct document {
    char *uri, *path; /* as the editor writes it; as the library knows it */
    char *text;
    size_t length;
    int version;
    bool stale;       /* its findings have not been sent */
    lgr_model *model; /* NULL: not read yet */
    struct document *next;
} document;

typedef struct server {
    document *documents;
    bool begun, ended;  /* by 'initialize', by 'shutdown' */
    bool shows_library; /* the editor asks for texts of the library by "lagrangia:NAME" */
    char *lent;         /* the file read last */
    char why[200];      /* of a request that failed */
} server;

/* lsp_documents.c */
document *lsp_find(server *s, json_value uri); /* NULL if it is not open */
/* Memory that runs out leaves things as they are. */
void lsp_open(server *s, json_value item);
void lsp_change(server *s, document *d, json_value change);
void lsp_close(server *s, document *d);
/* Read at the first call; NULL if there is no memory. */
lgr_model *lsp_model(server *s, document *d);
/* Others may include what has been changed. */
void lsp_forget(server *s, const document *changed);
/* The URI of a file that findings and declarations name; false if an editor cannot show it. */
bool lsp_put_uri(const server *s, json_value file, FILE *out);

/* lsp_requests.c */
/* What a request answers, written to `out`. */
typedef bool lsp_reply(server *s, json_value params, FILE *out);
/* NULL: there is no such request. */
lsp_reply *lsp_find_request(json_value method);
void lsp_put_capabilities(FILE *out);
void lsp_put_diagnostics(server *s, document *d, FILE *out);

#endif
