/* What the C library for WebAssembly leaves out: paths, and what the compiler calls for setjmp and longjmp, a table in
   each function that marks places, thrown through as an exception. */
#include <errno.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>

/* A place that was marked: the number that stands in the jmp_buf, and which setjmp of the function it was. */
typedef struct place {
    unsigned long id;
    uint32_t which;
} place;

enum { TAG_LONGJMP = 1 }; /* the compiler's number of the exception */

static unsigned long marked;
static uint32_t second;
static struct {
    void *buffer;
    int value;
} thrown;

place *saveSetjmp(unsigned long *buffer, uint32_t which, place *table, uint32_t size);
uint32_t testSetjmp(unsigned long id, const place *table, uint32_t size);
uint32_t getTempRet0(void);
void setTempRet0(uint32_t x);
_Noreturn void __wasm_longjmp(void *buffer, int value);

/* The second result of the functions below. */
uint32_t getTempRet0(void) {
    return second;
}

void setTempRet0(uint32_t x) {
    second = x;
}

/* The table ends with an id of 0, and has room for one more than `size`. Returns it, and its size. */
place *saveSetjmp(unsigned long *buffer, uint32_t which, place *table, uint32_t size) {
    uint32_t i = 0;
    *buffer = ++marked;
    while (i < size && table[i].id)
        i++;
    if (i == size) {
        place *larger = realloc(table, sizeof *table * (2 * size + 1));
        if (!larger)
            abort();
        table = larger;
        size *= 2;
    }
    table[i] = (place){marked, which};
    table[i + 1].id = 0;
    second = size;
    return table;
}

/* 0: the jump goes to a function further out. */
uint32_t testSetjmp(unsigned long id, const place *table, uint32_t size) {
    for (uint32_t i = 0; i < size && table[i].id; i++)
        if (table[i].id == id)
            return table[i].which;
    return 0;
}

void __wasm_longjmp(void *buffer, int value) {
    thrown.buffer = buffer;
    thrown.value = value ? value : 1;
    __builtin_wasm_throw(TAG_LONGJMP, &thrown);
}

char *realpath(const char *path, char *whole) {
    (void)path, (void)whole;
    errno = ENOSYS;
    return NULL;
}
