/* Fuzz entry: any bytes at all may be a model; they are parsed, the findings rendered, and what is sound is checked. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "lagrangia/lagrangia.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool swallow(void *user, const char *data, size_t length) {
    (void)data;
    *(size_t *)user += length;
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    lgr_model *model = lgr_model_parse("fuzz.lgr", (const char *)data, size, NULL, 0);
    size_t errors = 0, written = 0;
    for (size_t i = 0; i < lgr_model_finding_count(model); i++) {
        lgr_model_finding_text(model, i, i % 2 == 0);
        errors += lgr_model_finding_is_error(model, i);
    }
    if ((lgr_model_status(model) == LGR_STATUS_OK) != (errors == 0)) {
        abort(); /* an error without a finding, or a finding that nobody minds */
    }
    if (!errors) {
        lgr_model_check(model, "json", false, 0, swallow, &written);
    }
    lgr_model_destroy(model);
    return 0;
}
