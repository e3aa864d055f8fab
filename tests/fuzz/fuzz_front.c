/* Fuzz entry: any bytes at all may be a model; they are parsed, the findings rendered, and what is sound is checked. */
#include <stdlib.h>

#include "entry.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    lgr_model *model = entry_parse(data, size);
    size_t errors = 0;
    for (size_t i = 0; i < lgr_model_finding_count(model); i++) {
        lgr_model_finding_text(model, i, i % 2 == 0);
        errors += lgr_model_finding_is_error(model, i);
    }
    if ((lgr_model_status(model) == LGR_STATUS_OK) != (errors == 0))
        abort(); /* an error without a finding, or a finding that nobody minds */
    if (!errors)
        lgr_model_check(model, entry_hash(data, size) % 2 ? "json" : "text", false, 0, entry_swallow, NULL);
    lgr_model_destroy(model);
    return 0;
}
