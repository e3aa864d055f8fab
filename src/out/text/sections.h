/* The parts of longer texts; nothing where a part was not requested. */
#ifndef LGR_OUT_TEXT_SECTIONS_H
#define LGR_OUT_TEXT_SECTIONS_H

#include "out/text/page.h"

void out_action_add_text(const text_page *p);
/* The derivatives of reports. */
void out_slopes_add_text(const text_page *p);
/* The digits that agree with those of the repeated run. */
void out_verify_add_text(const text_page *p);
/* Title, freedom and constraints: what `analyze` begins with. */
void out_add_structure_text(const out_check *check, strbuf *s);
/* One line for each mode; its shape is of n named coordinates. */
void out_modes_add_text(const out_page *page, const char *const *names, int n, const linear_mode *modes, size_t count,
                        strbuf *s);
/* A periodic motion with its multipliers. */
void out_periodic_add_text(const out_linear *l, strbuf *s);
/* Periodic motions over a parameter or their energy. */
void out_family_add_text(const out_linear *l, strbuf *s);

#endif
