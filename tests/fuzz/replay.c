/* Runs a fuzz entry without libFuzzer: over kept inputs, and over mutations of them and of seeds that follow from a
   number, the same every time.

   usage: replay [--mutations N] [--first K] [--seconds S] [KEPT...] [--seeds FILE...] [--lend FILE...]

   What is about to be tried is in the file 'fuzz-input.ENTRY' of the working directory, so that it is there after a
   crash. Mutations are those from number K (1) on; what follows
   --lend is not changed itself, but parts of it are borrowed. An input may take S (20) seconds of processor time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "entry.h"
#include "mutate.h"

enum { MOST_BYTES = 1 << 14, MOST_FILES = 4096 };

static struct {
    const char *paths[MOST_FILES];
    uint8_t *bytes[MOST_FILES];
    size_t sizes[MOST_FILES], count, kept; /* how many are tried as they are */
    unsigned long mutations, first;
    double seconds;
    const char *scratch;
} inputs = {.first = 1, .seconds = 20};

static int too_slow;

static void keep(const uint8_t *data, size_t size) {
    FILE *file = fopen(inputs.scratch, "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0)
        exit(2);
}

/* An exact copy on the heap, so that the address sanitizer sees every byte read too far. */
static void feed(const char *what, unsigned long number, const uint8_t *data, size_t size) {
    uint8_t *copy = malloc(size ? size : 1);
    if (!copy)
        exit(2);
    if (size)
        memcpy(copy, data, size);
    keep(data, size);
    clock_t begin = clock();
    LLVMFuzzerTestOneInput(copy, size);
    double took = (double)(clock() - begin) / CLOCKS_PER_SEC;
    if (took > inputs.seconds) {
        printf("too slow: %s, mutation %lu: %.1f s\n", what, number, took);
        too_slow++;
    }
    free(copy);
}

static void read_file(const char *path, bool lends_only) {
    FILE *file = inputs.count < MOST_FILES ? fopen(path, "rb") : NULL;
    uint8_t *bytes = malloc(MOST_BYTES);
    if (!file || !bytes) {
        perror(path);
        exit(2);
    }
    size_t size = fread(bytes, 1, MOST_BYTES, file);
    fclose(file);
    mutate_lend(bytes, size);
    if (lends_only) {
        free(bytes);
        return;
    }
    inputs.paths[inputs.count] = path;
    inputs.bytes[inputs.count] = bytes;
    inputs.sizes[inputs.count++] = size;
}

static void feed_mutation(unsigned long number) {
    static uint8_t bytes[MOST_BYTES];
    size_t which = (size_t)((number * 0x9e3779b97f4a7c15u >> 20) % inputs.count), size = inputs.sizes[which];
    memcpy(bytes, inputs.bytes[which], size);
    feed(inputs.paths[which], number, bytes, mutate(bytes, size, sizeof bytes, number));
}

static bool is(const char *a, const char *b) {
    return strcmp(a, b) == 0;
}

static int read_options(int argc, char **argv) {
    int i = 1;
    for (; i + 1 < argc && strncmp(argv[i], "--", 2) == 0 && !is(argv[i], "--seeds") && !is(argv[i], "--lend");
         i += 2) {
        unsigned long number = strtoul(argv[i + 1], NULL, 10);
        if (is(argv[i], "--mutations"))
            inputs.mutations = number;
        else if (is(argv[i], "--first"))
            inputs.first = number;
        else if (is(argv[i], "--seconds"))
            inputs.seconds = (double)number;
        else
            exit(2);
    }
    return i;
}

static void read_files(int argc, char **argv, int from) {
    bool lends_only = false;
    inputs.kept = MOST_FILES;
    for (int i = from; i < argc; i++) {
        if (is(argv[i], "--seeds"))
            inputs.kept = inputs.count;
        else if (is(argv[i], "--lend"))
            lends_only = true;
        else
            read_file(argv[i], lends_only);
    }
    inputs.kept = inputs.kept < inputs.count ? inputs.kept : inputs.count;
}

int main(int argc, char **argv) {
    static char scratch[200];
    const char *slash = strrchr(argv[0], '/');
    snprintf(scratch, sizeof scratch, "fuzz-input.%s", slash ? slash + 1 : argv[0]);
    inputs.scratch = scratch;
    read_files(argc, argv, read_options(argc, argv));
    for (size_t i = 0; i < inputs.kept; i++)
        feed(inputs.paths[i], 0, inputs.bytes[i], inputs.sizes[i]);
    for (unsigned long k = 0; inputs.count && k < inputs.mutations; k++)
        feed_mutation(inputs.first + k);
    printf("%zu inputs, %lu mutations, %d too slow\n", inputs.kept, inputs.mutations, too_slow);
    return too_slow ? 1 : 0;
}
