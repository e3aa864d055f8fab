/* The derivatives of a run's reports, as sections of the writers; nothing if none were requested. */
#ifndef LGR_OUT_SLOPES_H
#define LGR_OUT_SLOPES_H

#include "out/page.h"
#include "out/writers.h"

void out_slopes_add_json(const out_run *run, strbuf *s);
void out_slopes_add_text(const text_page *p);

#endif
