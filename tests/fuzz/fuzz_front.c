/* Fuzz entry: any bytes at all may be a model; they are parsed, the findings rendered, and what is sound is checked. */
#include <stdlib.h>

#include "entry.h"

static size_t count_errors(const lgr_model *model) {
    size_t errors = 0;
    for (size_t i = 0; i < lgr_model_finding_count(model); i++)
        errors += lgr_model_finding_is_error(model, i);
    return errors;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    lgr_model *model = entry_parse(data, size);
    for (size_t i = 0; i < lgr_model_finding_count(model); i++)
        lgr_model_finding_text(model, i, i % 2 == 0);
    size_t errors = count_errors(model);
    if ((lgr_model_status(model) == LGR_STATUS_OK) != (errors == 0))
        abort(); /* an error without a finding, or a finding that nobody minds */
    const char *format = entry_hash(data, size) % 2 ? "json" : "text";
    if (!errors && lgr_model_check(model, format, false, 0, entry_swallow, NULL) == LGR_STATUS_MODEL &&
        !count_errors(model))
        abort(); /* refused without a word */
    lgr_model_destroy(model);
    return 0;
}
