/* Assertions: a true one does nothing, a false one ends the process and says where. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/check.h"

/* Runs `action` in a child that is expected to abort, and returns what the child wrote on stderr. */
static const char *abort_message(void (*action)(void)) {
    static char text[1000];
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        signal(SIGABRT, SIG_DFL);
        dup2(ends[1], STDERR_FILENO);
        action();
        _exit(0);
    }
    close(ends[1]);
    size_t length = 0;
    for (ssize_t got; (got = read(ends[0], text + length, sizeof text - 1 - length)) > 0;)
        length += (size_t)got;
    text[length] = '\0';
    close(ends[0]);
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGABRT);
    return text;
}

static void break_an_invariant(void) {
    int wheels = 3;
    LGR_ASSERT(wheels == 4);
}

static void release_a_foreign_mark(void) {
    arena *a = base_arena_create(), *b = base_arena_create();
    base_arena_release(a, base_arena_get_mark(b));
}

static void release_a_mark_twice_crossed(void) {
    arena *a = base_arena_create();
    arena_mark outer = base_arena_get_mark(a);
    base_arena_alloc(a, 100);
    arena_mark inner = base_arena_get_mark(a);
    base_arena_release(a, outer);
    base_arena_release(a, inner);
}

static void ask_for_too_much(void) {
    base_arena_alloc(base_arena_create(), SIZE_MAX - 3);
}

static void test_false_condition_aborts(void **state) {
    (void)state;
    const char *text = abort_message(break_an_invariant);
    assert_non_null(strstr(text, "test_check.c:"));
    assert_non_null(strstr(text, "wheels == 4"));
}

static void test_arena_notices_misuse(void **state) {
    (void)state;
    assert_non_null(strstr(abort_message(release_a_foreign_mark), "arena.c:"));
    assert_non_null(strstr(abort_message(release_a_mark_twice_crossed), "arena.c:"));
    assert_non_null(strstr(abort_message(ask_for_too_much), "arena.c:"));
}

static void test_true_condition_is_evaluated_once(void **state) {
    (void)state;
    int count = 0;
    LGR_ASSERT(++count == 1);
    assert_int_equal(count, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_false_condition_aborts),
        cmocka_unit_test(test_arena_notices_misuse),
        cmocka_unit_test(test_true_condition_is_evaluated_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
