/* Names: their declarations, and suggestions for unknown ones. */
#ifndef LGR_MODEL_NAMES_NAMES_H
#define LGR_MODEL_NAMES_NAMES_H

#include "model/builder.h"

table *names_create_table(arena *a);
/* The declaration in a part, or of the model itself (NULL); -1 if there is none. */
int names_find(const builder *b, const instance *in, name_space space, const char *name, bool indexed, int64_t index);
bool names_is_family(const builder *b, const instance *in, name_space space, const char *name);
/* What the text of a component may use of the model around it. */
bool names_is_for_components(decl_kind kind);
/* Whether a text may use the declaration: what its own part declares; of the model around a part parameters,
   definitions and components; of other texts what they declare that it includes. */
bool names_is_visible(const builder *b, int d, const scope *env, span at);
/* Adds a declaration; a finding and -1 where the name is taken. */
int names_declare(builder *b, name_space space, decl d, span at);
/* 'pi' or the letter. */
bool names_is_pi(const builder *b, const char *name);
/* Which energy of the whole system a name is, as in energy_vars; -1 if none. And the name of one. */
int names_energy(const builder *b, const char *name);
const char *names_energy_text(int k);
/* E0205: what the name is, and what is needed in its place. */
finding *names_refuse_kind(builder *b, int d, span at, const char *wanted);
/* What the user wrote there. */
const char *names_source_text(const builder *b, span at);

/* Helps with an unknown name: what it was probably meant to be; first among those of the kinds, as in eval_resolve. */
void names_suggest(builder *b, finding *f, const scope *env, span at, const char *name, unsigned kinds);
/* The same for what a part holds. */
void names_suggest_member(builder *b, finding *f, const instance *in, const char *name, unsigned kinds);
/* The name in this language of a function of other languages and books: "log(...), the natural logarithm"; NULL if
   unknown. */
const char *names_foreign_function(const char *name);

#endif
