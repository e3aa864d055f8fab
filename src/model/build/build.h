/* Building a model: its statements expanded, read step by step, and checked. */
#ifndef LGR_MODEL_BUILD_BUILD_H
#define LGR_MODEL_BUILD_BUILD_H

#include "model/functions/functions.h"

/* Loops unrolled, names declared. */
void build_expand(builder *b, syn_tree tree);
/* One step of all statements. */
void build_step(builder *b, kind_step step);

model_system *build_begin_system(builder *b, const bool *freed);
void build_read_system(builder *b, model_system *s);
/* Hands the arrays to the model; they may have grown. */
void build_publish(builder *b);
void build_sketches(builder *b);

/* Makes the quantity of a reaction free in the variant that is read next; its ordinary value goes to `system`. */
void build_hold_begin(builder *b, int reaction, model_system *system);
void build_hold_end(builder *b);

/* Findings about the whole. What is too large is refused before the system is read, and not read then. */
void build_check_sizes(builder *b);
void build_check_single(builder *b);
void build_check_whole(builder *b);
void build_check_reactions(builder *b);

#endif
