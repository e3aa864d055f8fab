/* Runs the fuzz entry without libFuzzer: over each file named, whole, cut short, and with a byte spoilt. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIZE = 1 << 16, CUTS = 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* An exact copy on the heap, so that the address sanitizer sees every byte read too far. */
static void feed(const uint8_t *data, size_t size) {
    uint8_t *copy = malloc(size ? size : 1);
    if (!copy) {
        exit(2);
    }
    memcpy(copy, data, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

static void feed_variants(uint8_t *data, size_t size) {
    feed(data, size);
    for (size_t k = 0; k < CUTS; k++) {
        size_t at = size * k / CUTS;
        feed(data, at);
        uint8_t kept = data[at];
        data[at] = (uint8_t)(kept ^ (1u << (k % 8)));
        feed(data, size);
        data[at] = kept;
    }
}

int main(int argc, char **argv) {
    static uint8_t data[MAX_SIZE];
    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        if (!file) {
            perror(argv[i]);
            return 1;
        }
        size_t size = fread(data, 1, sizeof data, file);
        fclose(file);
        printf("%s\n", argv[i]);
        fflush(stdout);
        feed_variants(data, size);
    }
    return 0;
}
