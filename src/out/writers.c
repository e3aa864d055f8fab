/* The tables of formats. */
#include "out/writers.h"

#include <string.h>

#include "base/check.h"
#include "out/csv/writers.h"
#include "out/figure/writers.h"
#include "out/json/writers.h"
#include "out/notebook/writers.h"
#include "out/report/writers.h"
#include "out/spectrum/writers.h"
#include "out/text/writers.h"
#include "out/typeset/writers.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))

static const run_writer run_writers[] = {
    {"json", out_run_write_json},  {"json-series", out_run_write_json_series},
    {"csv", out_run_write_csv},    {"csv-units", out_run_write_csv_units},
    {"text", out_run_write_text},  {"html", out_run_write_html},
    {"svg", out_run_write_figure},
};

static const check_writer check_writers[] = {
    {"json", out_check_write_json},
    {"text", out_check_write_text},
};

static const derive_writer derive_writers[] = {
    {"text", out_derive_write_text},
    {"latex", out_derive_write_latex},
    {"latex-fragment", out_derive_write_latex_fragment},
    {"mathml", out_derive_write_mathml},
    {"json", out_derive_write_json},
};

static const analysis_writer analysis_writers[] = {
    {"json", false, out_analysis_write_json},         {"text", false, out_analysis_write_text},
    {"csv", false, out_analysis_write_csv},           {"html", false, out_analysis_write_html},
    {"json-scenes", true, out_analysis_write_scenes},
};

static const linear_writer linear_writers[] = {
    {"json", 0, false, out_linear_write_json},  {"text", 0, false, out_linear_write_text},
    {"csv", 0, false, out_linear_write_csv},    {"svg", 24, false, out_linear_write_svg},
    {"html", 24, false, out_linear_write_html}, {"ppm", 48, true, out_modes_write_film},
};

const run_writer *out_run_writer_find(const char *name) {
    LGR_ASSERT(name);
    for (size_t i = 0; i < COUNT(run_writers); i++)
        if (strcmp(run_writers[i].name, name) == 0)
            return &run_writers[i];
    return NULL;
}

const check_writer *out_check_writer_find(const char *name) {
    LGR_ASSERT(name);
    for (size_t i = 0; i < COUNT(check_writers); i++)
        if (strcmp(check_writers[i].name, name) == 0)
            return &check_writers[i];
    return NULL;
}

const derive_writer *out_derive_writer_find(const char *name) {
    LGR_ASSERT(name);
    for (size_t i = 0; i < COUNT(derive_writers); i++)
        if (strcmp(derive_writers[i].name, name) == 0)
            return &derive_writers[i];
    return NULL;
}

const char *out_derive_format(size_t i) {
    return i < COUNT(derive_writers) ? derive_writers[i].name : NULL;
}

const analysis_writer *out_analysis_writer_find(const char *name) {
    LGR_ASSERT(name);
    for (size_t i = 0; i < COUNT(analysis_writers); i++)
        if (strcmp(analysis_writers[i].name, name) == 0)
            return &analysis_writers[i];
    return NULL;
}

const linear_writer *out_linear_writer_find(const char *name) {
    LGR_ASSERT(name);
    for (size_t i = 0; i < COUNT(linear_writers); i++)
        if (strcmp(linear_writers[i].name, name) == 0)
            return &linear_writers[i];
    return NULL;
}
