/* Fuzz entry: what is a sound model is derived in one of the forms and formats, and analysed. */
#include "entry.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint64_t hash = entry_hash(data, size);
    lgr_model *model = entry_parse(data, size);
    if (lgr_model_status(model) == LGR_STATUS_OK) {
        lgr_derive_options options = lgr_derive_options_default();
        options.form = lgr_derive_form(hash % 4);
        options.steps = hash / 4 % 2;
        lgr_model_derive(model, &options, lgr_derive_format(hash / 8 % 5), false, 80, entry_swallow, NULL);
        static const char *const formats[] = {"text", "json", "csv"};
        lgr_model_analyze(model, formats[hash / 64 % 3], false, 80, entry_swallow, NULL);
    }
    lgr_model_destroy(model);
    return 0;
}
