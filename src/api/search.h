/* What fits, fronts and optima have in common: a search over runs of a model, from its settings to its result. */
#ifndef LGR_API_SEARCH_H
#define LGR_API_SEARCH_H

#include "api/designs.h"

typedef struct api_search {
    arena *memory; /* of the whole handle */
    lgr_model *of;
    lgr_model *longer;                 /* the same text with limits or quantities behind it; NULL before */
    const char *usage_error, *trouble; /* trouble: why there is no result; NULL */
    lgr_status status;
    double seconds;     /* that it took */
    base_taken counted; /* as one of the model's studies */
} api_search;

/* A kind of search. Each function is given the handle, whose first member is its api_search. */
typedef struct api_search_kind {
    size_t size; /* of the handle */
    /* Reads the settings (NULL: none were given); what is wrong with them, or NULL. */
    const char *(*prepare)(void *handle, const void *options);
    /* Whether every parameter has a number; if not, the model is told. */
    bool (*has_numbers)(const void *handle);
    /* Searches, and says in `trouble` why nothing was found; whether it was interrupted. */
    bool (*find)(void *handle);
    /* What writers get to see. */
    void (*show)(void *handle);
} api_search_kind;

/* The handle, zeroed but for what the functions of its kind fill in; NULL without memory. */
void *api_search_create(const api_search_kind *kind, lgr_model *of, const void *options);
void api_search_destroy(api_search *s);

/* The page of what a search has tried, with the run of the design at `x` (in SI units). */
typedef struct api_search_page {
    const api_search *of;
    const int *params;
    const double *x;
    size_t param_count;
    const lgr_run_options *run;
    /* The designs in `a`, and all else that the page says. */
    out_designs (*list)(const void *handle, arena *a);
} api_search_page;

lgr_status api_search_draw(const api_search_page *p, lgr_sink sink, void *user);

#endif
