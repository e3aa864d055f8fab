/* Equations and what follows from them as a page for browsers. */
#ifndef LGR_OUT_NOTEBOOK_WRITERS_H
#define LGR_OUT_NOTEBOOK_WRITERS_H

#include "out/out.h"
#include "out/stream.h"

/* All that stands on the page. */
typedef struct out_notebook {
    const model *m;
    const derive_page *derivation;
    const derive_page *linear;       /* small motions as formulas; NULL: */
    const char *no_linear;           /* why there are none */
    const char *analysis;            /* what out_analysis_write_scenes wrote; NULL: nothing */
    const out_run *run;              /* the machine that moves; NULL: there is none */
    const model_override *overrides; /* the values with which the text was read */
    size_t override_count;
    const char *page; /* with places for the data; NULL: that of the library */
    out_page about;
} out_notebook;

void out_notebook_write(const out_notebook *n, out_stream *out);
/* Conserved quantities and equilibria as the page reads them, each equilibrium with the shapes of the machine there. */
void out_analysis_write_scenes(const out_analysis *x, out_stream *out);
/* The machine in a mode's course: {"time": [...], "shapes": [...]}, series as lists. */
void out_mode_write(const model *m, const sim_result *motion, out_stream *out);
/* Whether a page has places for its data. */
bool out_notebook_is_page(const char *page);

#endif
