/* What a model contains, what was found in its text, and other values for its parameters. */
#ifndef LAGRANGIA_INFO_H
#define LAGRANGIA_INFO_H

#include "lagrangia/lagrangia.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A place in the model's text. Lines and columns count from 1, columns and length in characters (not bytes); all are 0
   where there is no place. */
typedef struct lgr_place {
    int line, column, length;
} lgr_place;

/* What is counted in a model. The numbers stay; further kinds come behind. */
typedef enum lgr_kind {
    LGR_KIND_COORDINATE = 0, /* declared ones first, states and memories among them, then those of bodies
                                that events free */
    LGR_KIND_PARAMETER = 1,
    LGR_KIND_ROW = 2,     /* scalar equations, each with a multiplier: of constraints, contacts, sticking friction */
    LGR_KIND_CONTACT = 3, /* the rows of contacts alone */
    LGR_KIND_EVENT = 4,   /* those that the text declares; contacts have events of their own, "floor.impact" */
    LGR_KIND_OUTPUT = 5,
    LGR_KIND_REPORT = 6
} lgr_kind;

/* One of them. The strings live as long as the model and are never NULL. */
typedef struct lgr_info {
    size_t size;       /* of this struct: set by the caller before the call */
    const char *name;  /* "theta", "pin.x" */
    const char *role;  /* coordinate: "declared" or "freed", "state" or "memory", or "internal", of the library's own;
                          parameter: "continuous", "input" or "structural", which decides sizes; row: "constraint",
                          "contact" or "friction"; event: "event", "stop" or "internal"; "" */
    const char *label; /* the text's own words; "" if it gives none */
    const char *unit;  /* of its value, "rad", of a row's multiplier; "" for plain numbers and events */
    const char *rate_unit; /* of a coordinate: of its velocity; else "" */
    double value;          /* of a parameter at present, in SI units; NaN for all others */
    double low, high;      /* bounds of a parameter, in SI units; -infinity and infinity if it has none */
    lgr_place at;          /* its declaration */
    const char *file;      /* where that is: the model's name, or a file that it includes; "" where `at` is 0 */
} lgr_info;

/* How many there are; 0 for an unknown kind or a model whose status is LGR_STATUS_MODEL. */
LGR_API size_t lgr_model_count(const lgr_model *model, lgr_kind kind);
/* Fills in `info`, whose size must be set. LGR_STATUS_USAGE for an unknown kind, size or an index out of range. */
LGR_API lgr_status lgr_model_info(const lgr_model *model, lgr_kind kind, size_t i, lgr_info *info);
/* The index of a name. LGR_STATUS_USAGE if there is none: see lgr_model_usage_error, which suggests one. */
LGR_API lgr_status lgr_model_find(lgr_model *model, lgr_kind kind, const char *name, size_t *i);

/* A finding in parts. The strings live as long as the model. */
typedef struct lgr_finding {
    size_t size;          /* of this struct: set by the caller before the call */
    const char *code;     /* "E0107" */
    const char *severity; /* "error" or "warning" */
    const char *file;     /* the model's name as given to lgr_model_parse, or a file that it includes */
    lgr_place at;
    const char *text; /* one sentence */
    const char *note; /* what stands at the place; "" if the sentence says it all */
    const char *help; /* what to write instead; "" if there is no suggestion */
} lgr_finding;

/* Fills in `finding`, whose size must be set; i as for lgr_model_finding_text. LGR_STATUS_USAGE for an index out of
   range. */
LGR_API lgr_status lgr_model_finding(const lgr_model *model, size_t i, lgr_finding *finding);

/* Gives a parameter of a model whose status is LGR_STATUS_OK another value, "4.2 m", "0.5"; parameters defined by it
   follow. The text is not read again unless the parameter is structural or the value asks for other equations. What was
   made from the model before keeps its values. No other thread may use the model during the call. LGR_STATUS_USAGE,
   with lgr_model_usage_error and the values as before, if there is no such parameter, the value cannot be read or does
   not suit the model, or a sweep or an optimum of the model has not been destroyed. */
LGR_API lgr_status lgr_model_set(lgr_model *model, const char *parameter, const char *value);

/* Another handle of the same model, with parameters and compiled equations of its own: one for each thread of a
   parameter study. Reads no text. NULL only if memory is exhausted. Either may be destroyed first. */
LGR_API lgr_model *lgr_model_copy(const lgr_model *model);

#ifdef __cplusplus
}
#endif

#endif
