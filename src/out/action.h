/* The test of Hamilton's principle as a section of the run's writers; nothing if it was not requested. */
#ifndef LGR_OUT_ACTION_H
#define LGR_OUT_ACTION_H

#include "out/page.h"
#include "out/writers.h"

void out_action_add_json(const out_run *run, strbuf *s);
void out_action_add_text(const text_page *p);

#endif
