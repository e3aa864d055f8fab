/* What a code means, at more length than its title. */
#ifndef LGR_DIAG_EXPLAIN_H
#define LGR_DIAG_EXPLAIN_H

/* "E0107: unknown name", an empty line and a paragraph; NULL for an unknown code. */
const char *diag_explain(const char *code);

#endif
