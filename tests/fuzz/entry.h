/* What the fuzz entries share: the call of libFuzzer, sinks that swallow, runs that end soon. */
#ifndef LAGRANGIA_FUZZ_ENTRY_H
#define LAGRANGIA_FUZZ_ENTRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <lagrangia/lagrangia.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Before all else: models that multiply are refused soon, and not only once they have taken what a user may have. */
static inline void entry_begin(void) {
    static bool begun;
    lgr_library_options options = lgr_library_options_default();
    options.most_bytes = (size_t)48 << 20;
    if (!begun)
        lgr_library_configure(&options);
    begun = true;
}

/* A number that depends on every byte, by which an entry chooses among its ways. */
static inline uint64_t entry_hash(const uint8_t *data, size_t size) {
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < size; i++)
        h = (h ^ data[i]) * 1099511628211u;
    return h ^ h >> 29;
}

/* user: bytes so far; NULL: nobody counts. */
static inline bool entry_swallow(void *user, const char *data, size_t length) {
    volatile char last = length ? data[length - 1] : 0; /* both ends are read */
    last = length ? data[0] : 0;
    (void)last;
    if (user)
        *(size_t *)user += length;
    return true;
}

/* A short run by one of the methods. */
static inline lgr_run_options entry_run_options(uint64_t hash) {
    lgr_run_options options = lgr_run_options_default();
    options.until = 0.1;
    options.tolerance = 1e-4;
    options.max_steps = 100;
    size_t methods = 0;
    while (lgr_method_name(methods))
        methods++;
    options.method = hash % 4 ? NULL : lgr_method_name((size_t)(hash / 4 % methods));
    return options;
}

static inline lgr_model *entry_parse(const uint8_t *data, size_t size) {
    lgr_parse_options options = lgr_parse_options_default();
    options.files = LGR_FILES_NONE;
    return lgr_model_parse_with("fuzz.lgr", (const char *)data, size, NULL, 0, &options);
}

#endif
