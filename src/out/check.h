/* The parts of `check` that `analyze` begins with. */
#ifndef LGR_OUT_CHECK_H
#define LGR_OUT_CHECK_H

#include "out/writers.h"

/* The members of the object of `check --json` from its brace to the last; the object stays open. */
void out_add_structure_json(const out_check *check, strbuf *s);
/* Title, freedom and constraints for people. */
void out_add_structure_text(const out_check *check, strbuf *s);

#endif
