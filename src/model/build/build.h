/* Building a model: its statements expanded, read step by step, and checked. */
#ifndef LGR_MODEL_BUILD_BUILD_H
#define LGR_MODEL_BUILD_BUILD_H

#include "model/functions/functions.h"

/* Reads what the statements of a tree include, unless that has been done for it. */
void build_read_includes(builder *b, syn_tree tree);
/* The components of the tree, and what they must not hold. */
void build_declare_components(builder *b, syn_tree tree);
void build_check_components(builder *b);
/* Whether declarations have units, and whether the vectors have three components: of the tree and of what it uses. */
/* The first unit that switches the checks on; nothing if there is none. */
const syn_expr *build_find_units(builder *b, syn_tree tree);
/* model.customary, from the lengths that the model's own text gives. */
void build_find_customary(model *m, syn_tree tree);
bool build_is_spatial(builder *b, syn_tree tree);
/* Loops unrolled, parts made, names declared. */
void build_expand(builder *b, syn_tree tree);
/* Tells in which file of the library a component of this name is; false if in none. */
bool build_tell_file_of(builder *b, finding *f, const char *word);
/* The component that a part is made of; NULL with a finding if there is none, or it is made of itself. */
const syn_stmt *build_find_component(builder *b, const syn_stmt *part_stmt, const scope *env);
/* What a part gives for each argument of its component, NULL where the default stands; NULL with a finding if they do
   not fit. */
const syn_stmt *const *build_match_arguments(builder *b, const syn_stmt *part_stmt, const syn_stmt *component);
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
