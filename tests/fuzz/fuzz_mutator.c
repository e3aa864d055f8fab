/* Gives libFuzzer the mutations of mutate.c: most of the time a change of what a model is made of, else of bytes. The
   texts that lend their parts are in the folders that the command line names, and in LGR_FUZZ_LENDERS. */
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mutate.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static bool lends; /* folders with texts were named */

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed) {
    return seed % 8 && lends ? mutate(data, size, room, seed) : LLVMFuzzerMutate(data, size, room);
}

static void lend_file(const char *folder, const char *name) {
    static uint8_t bytes[1 << 14];
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = *name == '.' ? NULL : fopen(path, "rb");
    if (!file)
        return;
    mutate_lend(bytes, fread(bytes, 1, sizeof bytes, file));
    lends = true;
    fclose(file);
}

static void lend_folder(const char *name) {
    DIR *folder = name && *name != '-' ? opendir(name) : NULL;
    for (struct dirent *e; folder && (e = readdir(folder)) != NULL;)
        lend_file(name, e->d_name);
    if (folder)
        closedir(folder);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    for (int i = 1; i < *argc; i++)
        lend_folder((*argv)[i]);
    lend_folder(getenv("LGR_FUZZ_LENDERS"));
    return 0;
}
