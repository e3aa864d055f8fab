/* Fuzz entry: any bytes at all may be given as a model; they are parsed and the model is thrown away again. */
#include <stddef.h>
#include <stdint.h>

#include "lagrangia/lagrangia.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    lgr_model *model = lgr_model_parse("fuzz.lgr", (const char *)data, size, NULL, 0);
    if (model) {
        lgr_model_destroy(model);
    }
    return 0;
}
