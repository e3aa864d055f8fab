/* Tests of the texts that come with the library: found by name, in order, whole. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "library/library.h"

static void finds(void **state) {
    (void)state;
    const char *names[LIBRARY_MAX];
    size_t count = library_list(names);
    assert_true(count > 0 && count <= LIBRARY_MAX);
    for (size_t i = 0; i < count; i++) {
        size_t length = 0;
        const char *text = library_find(names[i], &length);
        assert_non_null(text);
        assert_int_equal(strlen(text), length);
        assert_int_equal(text[length - 1], '\n');
        assert_true(i == 0 || strcmp(names[i - 1], names[i]) < 0);
    }
}

static void finds_not(void **state) {
    (void)state;
    size_t length;
    assert_null(library_find("nothing", &length));
    assert_null(library_find("", &length));
    assert_null(library_find("joints.lgr", &length));
}

/* The bytes of the file, whatever they are. */
static void is_the_file(void **state) {
    (void)state;
    static char file[1 << 16];
    FILE *f = fopen("library/joints.lgr", "rb");
    assert_non_null(f);
    size_t length = 0, size = fread(file, 1, sizeof file, f);
    fclose(f);
    const char *text = library_find("joints", &length);
    assert_non_null(text);
    assert_int_equal(length, size);
    assert_memory_equal(text, file, size);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds),
        cmocka_unit_test(finds_not),
        cmocka_unit_test(is_the_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
