/* Reading files: whole, bounded, and only what is a file; paths beside other files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/files.h"

static char path[] = "/tmp/lagrangia-files-XXXXXX";

static int make_file(void **state) {
    int f = mkstemp(path);
    *state = base_arena_create();
    return f < 0 || close(f);
}

static int remove_file(void **state) {
    base_arena_destroy(*state);
    return unlink(path);
}

static void fill(size_t length) {
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    for (size_t i = 0; i < length; i++)
        fputc((int)('a' + i % 23), f);
    assert_int_equal(fclose(f), 0);
}

static void whole(void **state) {
    static const size_t sizes[] = {0, 1, 16383, 16384, 16385, 100000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        fill(sizes[i]);
        size_t length;
        const char *why = NULL, *text = base_read_file(*state, path, sizes[i], &length, &why);
        assert_non_null(text);
        assert_int_equal(length, sizes[i]);
        for (size_t k = 0; k < length; k++)
            assert_int_equal(text[k], 'a' + (int)(k % 23));
        assert_int_equal(text[length], 0);
        assert_null(why);
    }
}

static void too_long(void **state) {
    size_t length;
    const char *why;
    fill(20001);
    assert_null(base_read_file(*state, path, 20000, &length, &why));
    assert_string_equal(why, "it is too long");
    assert_non_null(base_read_file(*state, path, 20001, &length, &why));
}

static void no_file(void **state) {
    size_t length;
    const char *why = "";
    assert_null(base_read_file(*state, "/tmp", 100, &length, &why));
    assert_string_equal(why, "it is not a file");
    why = "";
    assert_null(base_read_file(*state, "/dev/zero", 100, &length, &why));
    assert_string_equal(why, "it is not a file");
    why = "";
    assert_null(base_read_file(*state, "/nowhere/at/all", 100, &length, &why));
    assert_true(strlen(why) > 0);
    if (geteuid() == 0)
        return;
    why = "";
    assert_int_equal(chmod(path, 0), 0);
    assert_null(base_read_file(*state, path, 100, &length, &why));
    assert_true(strlen(why) > 0);
    assert_int_equal(chmod(path, 0600), 0);
}

/* A pipe that nobody writes to, and what the system makes up, are refused at once. */
static void what_may_never_end(void **state) {
    char pipe[64];
    snprintf(pipe, sizeof pipe, "%s.fifo", path);
    size_t length;
    const char *why = "";
    assert_int_equal(mkfifo(pipe, 0600), 0);
    assert_null(base_read_file(*state, pipe, 100, &length, &why));
    assert_string_equal(why, "it is not a file");
    assert_int_equal(unlink(pipe), 0);
    if (access("/proc/self/environ", R_OK) != 0)
        return;
    why = "";
    assert_null(base_read_file(*state, "/proc/self/environ", 1 << 20, &length, &why));
    assert_string_equal(why, "it is not a file");
}

/* Who asks again gets the same bytes, also when the file has changed or is gone. */
static void read_once(void **state) {
    files *f = base_files_create(FILES_ANY, "model.lgr", NULL, NULL);
    size_t length, again;
    const char *why = NULL;
    fill(100);
    assert_null(base_files_path(f, 0));
    assert_null(base_files_read(f, *state, "/nowhere/at/all", 1000, &again, &why));
    assert_string_equal(why, "No such file or directory");
    const char *text = base_files_read(f, *state, path, 1000, &length, &why);
    assert_non_null(text);
    assert_int_equal(length, 100);
    assert_string_equal(base_files_path(f, 0), path);
    assert_null(base_files_path(f, 1));
    assert_false(base_files_changed(f, 0));
    fill(101);
    assert_ptr_equal(base_files_read(f, *state, path, 1000, &again, &why), text);
    assert_int_equal(again, 100);
    assert_true(base_files_changed(f, 0));
    assert_null(base_files_read(f, *state, path, 10, &again, &why)); /* another limit is another question */
    assert_string_equal(why, "it is too long");
    fill(100);
    assert_false(base_files_changed(f, 0));
    base_files_destroy(f);
}

/* A file system in memory, of one file that changes. */
static const char *from_memory(void *user, const char *name, size_t *length) {
    const char *const *text = user;
    *length = strlen(*text);
    return strcmp(name, "far/a.csv") == 0 ? *text : NULL;
}

static void hosts_can_read(void **state) {
    const char *text = "0,1\n";
    files *f = base_files_create(FILES_FOLDER, "far/m.lgr", from_memory, &text),
          *none = base_files_create(FILES_NONE, "far/m.lgr", from_memory, &text);
    size_t length;
    const char *why = "";
    assert_string_equal(base_files_read(f, *state, "far/a.csv", 1000, &length, &why), "0,1\n");
    assert_int_equal(length, 4);
    assert_false(base_files_changed(f, 0));
    text = "0,2\n";
    assert_true(base_files_changed(f, 0));
    assert_string_equal(base_files_read(f, *state, "far/a.csv", 1000, &length, &why), "0,1\n");
    assert_null(base_files_read(f, *state, "far/a.csv", 3, &length, &why));
    assert_string_equal(why, "it is too long");
    assert_null(base_files_read(f, *state, "b.csv", 1000, &length, &why));
    assert_string_equal(why, "there is no such file");
    assert_null(base_files_read(none, *state, "far/a.csv", 1000, &length, &why));
    base_files_destroy(f);
    base_files_destroy(none);
}

static void only_what_is_allowed(void **state) {
    files *none = base_files_create(FILES_NONE, path, NULL, NULL),
          *folder = base_files_create(FILES_FOLDER, path, NULL, NULL);
    char link[64];
    snprintf(link, sizeof link, "%s.link", path);
    size_t length;
    const char *why = "";
    fill(10);
    assert_null(base_files_read(none, *state, path, 1000, &length, &why));
    assert_string_equal(why, "files named in a model are not read here");
    assert_non_null(base_files_read(folder, *state, path, 1000, &length, &why));
    assert_null(base_files_read(folder, *state, "/etc/passwd", 100000, &length, &why));
    assert_string_equal(why, "only files in the folder of the model are read here");
    assert_null(base_files_read(folder, *state, "/tmp/../etc/passwd", 100000, &length, &why));
    assert_string_equal(why, "only files in the folder of the model are read here");
    assert_int_equal(symlink("/etc/passwd", link), 0);
    assert_null(base_files_read(folder, *state, link, 100000, &length, &why));
    assert_string_equal(why, "only files in the folder of the model are read here");
    assert_int_equal(unlink(link), 0);
    base_files_destroy(none);
    base_files_destroy(folder);
}

static void beside(void **state) {
    assert_string_equal(base_path_beside(*state, "model.lgr", "t.csv"), "t.csv");
    assert_string_equal(base_path_beside(*state, "<stdin>", "t.csv"), "t.csv");
    assert_string_equal(base_path_beside(*state, "a/b/model.lgr", "t.csv"), "a/b/t.csv");
    assert_string_equal(base_path_beside(*state, "a/model.lgr", "../t.csv"), "a/../t.csv");
    assert_string_equal(base_path_beside(*state, "/model.lgr", "t.csv"), "/t.csv");
    assert_string_equal(base_path_beside(*state, "a/model.lgr", "/etc/t.csv"), "/etc/t.csv");
}

static void clean(void **state) {
    assert_string_equal(base_path_clean(*state, "a.lgr"), "a.lgr");
    assert_string_equal(base_path_clean(*state, "./a.lgr"), "a.lgr");
    assert_string_equal(base_path_clean(*state, "a/./b//c.lgr"), "a/b/c.lgr");
    assert_string_equal(base_path_clean(*state, "a/../b.lgr"), "b.lgr");
    assert_string_equal(base_path_clean(*state, "a/b/../../c.lgr"), "c.lgr");
    assert_string_equal(base_path_clean(*state, "../a/../b.lgr"), "../b.lgr");
    assert_string_equal(base_path_clean(*state, "../../b.lgr"), "../../b.lgr");
    assert_string_equal(base_path_clean(*state, "/a/../b.lgr"), "/b.lgr");
    assert_string_equal(base_path_clean(*state, "/../b.lgr"), "/../b.lgr");
    assert_string_equal(base_path_clean(*state, "..a/b.lgr"), "..a/b.lgr");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole),          cmocka_unit_test(too_long),
        cmocka_unit_test(no_file),        cmocka_unit_test(what_may_never_end),
        cmocka_unit_test(read_once),      cmocka_unit_test(only_what_is_allowed),
        cmocka_unit_test(hosts_can_read), cmocka_unit_test(beside),
        cmocka_unit_test(clean),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
