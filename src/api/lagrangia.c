/* Information about the library: its version and parts, its integration methods, the meaning of its codes; how it
   spells numbers. */
#include "lagrangia/lagrangia.h"

#include <math.h>
#include <string.h>

#include "base/call.h"
#include "base/decimal.h"
#include "base/print.h"
#include "diag/diag.h"
#include "diag/explain.h"
#include "library/library.h"
#include "num/eigen.h"
#include "ode/ode.h"
#include "sim/sim.h"
#include "study/local.h"

const char *lgr_version(void) {
    return LGR_VERSION;
}

/* Looking for a library may find no memory to do so. */
static bool is_there(bool (*available)(void)) {
    base_outcome outcome;
    volatile bool there = false;
    BASE_TRY(outcome, there = available());
    return outcome == BASE_COMPLETE && there;
}

const char *lgr_version_part(size_t i, bool *present) {
    const char *part = i == 0 ? ode_cvode.part : i == 1 ? "LAPACK" : i == 2 ? "NLopt" : NULL;
    if (part && present)
        *present = is_there(i == 0 ? ode_cvode.available : i == 1 ? num_eigen_available : study_local_available);
    return part;
}

const char *lgr_method_name(size_t i) {
    return i < sim_method_count ? sim_methods[i]->name : NULL;
}

const char *lgr_method_description(size_t i) {
    return i < sim_method_count ? sim_methods[i]->what : NULL;
}

double lgr_number_read(const char *text, const char **end) {
    if (end)
        *end = text;
    return text ? base_read_number(text, end) : NAN;
}

static size_t print(char *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

static size_t print(char *out, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int length = base_print(out, LGR_NUMBER_ROOM, format, args);
    va_end(args);
    return (size_t)length;
}

size_t lgr_number_write(double x, int digits, char out[LGR_NUMBER_ROOM]) {
    if (!out || digits < 0 || digits > 17)
        return 0;
    if (isnan(x))
        return print(out, "nan");
    if (digits > 0 || !isfinite(x))
        return print(out, "%.*g", digits, x);
    char text[DECIMAL_ROOM];
    const size_t length = base_write_decimal(x, text);
    memcpy(out, text, length);
    out[length] = '\0';
    return length;
}

const char *lgr_code_name(size_t i) {
    return i < DIAG_CODE_COUNT ? diag_code_name((diag_code)i) : NULL;
}

const char *lgr_code_title(const char *code) {
    diag_code known = code ? diag_code_find(code) : DIAG_CODE_COUNT;
    return known == DIAG_CODE_COUNT ? NULL : diag_code_title(known);
}

const char *lgr_explain(const char *code) {
    diag_code known = code ? diag_code_find(code) : DIAG_CODE_COUNT;
    return known == DIAG_CODE_COUNT ? NULL : diag_explain(known);
}

const char *lgr_component_file(size_t i) {
    const char *names[LIBRARY_MAX];
    return i < library_list(names) ? names[i] : NULL;
}

const char *lgr_component_text(const char *name) {
    size_t length;
    return name ? library_find(name, &length) : NULL;
}
