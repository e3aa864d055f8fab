/* Members of larger objects; nothing where a part was not requested. */
#ifndef LGR_OUT_JSON_SECTIONS_H
#define LGR_OUT_JSON_SECTIONS_H

#include "out/out.h"

void out_action_add_json(const out_run *run, strbuf *s);
/* The derivatives of reports. */
void out_slopes_add_json(const out_run *run, strbuf *s);
/* The digits that agree with those of the repeated run. */
void out_verify_add_json(const out_run *run, strbuf *s);
/* "parameters": a list with their numbers in SI units; null where there is none. With a comma before it. */
void out_parameters_add_json(const model *m, strbuf *s);
/* The object of `check --json` from its brace to its last member; it stays open. */
void out_add_structure_json(const out_check *check, strbuf *s);
/* "modes": a list, and "state_space": an object; with a comma before each. Shapes are of n named coordinates. */
void out_modes_add_json(const char *const *names, int n, const linear_mode *modes, size_t count, strbuf *s);
void out_system_add_json(const linear_system *l, strbuf *s);
void out_matrix_add_json(const char *key, const double *x, int rows, int columns, strbuf *s);
/* "periodic": a periodic motion with its multipliers; with a comma before it. */
void out_periodic_add_json(const out_linear *l, strbuf *s);
void out_periodic_members_add_json(const linear_periodic *x, strbuf *s, bool *first);
/* Members of periodic motions over a parameter or their energy; with a comma before them. */
void out_family_add_json(const out_linear *l, strbuf *s);

#endif
