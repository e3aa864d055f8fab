/* Pages of memory whose access rights change from writing to executing; modules where there are no pages. */
#define _DEFAULT_SOURCE 1 /* for MAP_ANONYMOUS, which POSIX of 2008 lacks */
#include "tape/program/executable.h"

#include <string.h>

#if defined(__unix__) && !defined(__wasm__)

#include <stdint.h>
#include <sys/mman.h>

#ifndef MAP_POPULATE
#define MAP_POPULATE 0
#endif

/* All pages are written at once: the system hands them out together where it can. */
const void *tape_executable_create(const void *bytes, size_t size) {
    void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (pages == MAP_FAILED) {
        return NULL;
    }
    memcpy(pages, bytes, size);
    if (mprotect(pages, size, PROT_READ | PROT_EXEC) != 0) {
        munmap(pages, size);
        return NULL;
    }
    return pages;
}

void tape_executable_destroy(const void *code, size_t size) {
    munmap((void *)(uintptr_t)code, size);
}

#elif defined(__wasm__)

#include <stdint.h>

#include "tape/wasm/host.h"

/* Functions of a module lie in the table of functions, where a place is an address. */
const void *tape_executable_create(const void *bytes, size_t size) {
    return (const void *)wasm_host_load(bytes, size);
}

void tape_executable_destroy(const void *code, size_t size) {
    (void)size;
    wasm_host_unload((uintptr_t)code);
}

#else

const void *tape_executable_create(const void *bytes, size_t size) {
    (void)bytes, (void)size;
    return NULL;
}

void tape_executable_destroy(const void *code, size_t size) {
    (void)code, (void)size;
}

#endif
