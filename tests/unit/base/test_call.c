/* Calls that are broken off: what they took is given back in reverse order, within and around other calls. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/call.h"
#include "base/memory.h"

static char given[20]; /* names of what was given back, in this order */

static void note(void *of) {
    strcat(given, of);
}

static void take_and_fail(base_outcome why) {
    base_taken a, b, c;
    base_take(&a, note, "a");
    base_take(&b, note, "b");
    base_take(&c, note, "c");
    base_keep(&b);
    base_call_break(why);
}

static int start(void **state) {
    (void)state;
    given[0] = '\0';
    return 0;
}

static void what_is_taken_is_given_back_in_reverse(void **state) {
    (void)state;
    base_outcome outcome;
    BASE_CALL(outcome, true, take_and_fail(BASE_NO_MEMORY));
    assert_int_equal(outcome, BASE_NO_MEMORY);
    assert_string_equal(given, "ca");
    BASE_CALL(outcome, true, take_and_fail(BASE_BROKEN));
    assert_int_equal(outcome, BASE_BROKEN);
}

static base_taken kept;

static void complete(void) {
    base_taken a;
    base_take(&a, note, "a");
    base_take(&kept, note, "k");
    base_give_back(&a);
}

static void a_complete_call_keeps_what_it_did_not_give_back(void **state) {
    (void)state;
    base_outcome outcome;
    BASE_CALL(outcome, true, complete());
    assert_int_equal(outcome, BASE_COMPLETE);
    assert_string_equal(given, "a");
    base_call_break(BASE_NO_MEMORY); /* no call: returns */
    base_give_back(&kept);
    assert_string_equal(given, "ak");
}

static void part_and_whole(bool of_host) {
    base_taken o;
    base_outcome inner;
    base_take(&o, note, "o");
    BASE_CALL(inner, of_host, complete());
    assert_int_equal(inner, BASE_COMPLETE);
    BASE_TRY(inner, take_and_fail(BASE_BROKEN));
    assert_int_equal(inner, BASE_BROKEN);
    assert_string_equal(given, "aca");
    base_call_break(BASE_NO_MEMORY);
}

static void what_a_part_took_belongs_to_the_whole(void **state) {
    (void)state;
    base_outcome outcome;
    BASE_CALL(outcome, true, part_and_whole(false));
    assert_int_equal(outcome, BASE_NO_MEMORY);
    assert_string_equal(given, "acako");
}

static void what_a_call_from_a_callback_made_belongs_to_its_handles(void **state) {
    (void)state;
    base_outcome outcome;
    BASE_CALL(outcome, true, part_and_whole(true));
    assert_int_equal(outcome, BASE_NO_MEMORY);
    assert_string_equal(given, "acao");
    base_give_back(&kept);
}

static void fill(arena **outside) {
    base_arena_create();
    *outside = base_arena_create();
    base_arena_keep(*outside);
    base_memory_exhausted();
}

/* The leak sanitizer sees the others. */
static void arenas_go_with_their_call_unless_they_are_kept(void **state) {
    (void)state;
    static arena *outside; /* what a call assigned before it was broken off */
    base_outcome outcome;
    BASE_CALL(outcome, true, fill(&outside));
    assert_int_equal(outcome, BASE_NO_MEMORY);
    assert_non_null(base_arena_alloc(outside, 10));
    base_arena_destroy(outside);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(what_is_taken_is_given_back_in_reverse, start),
        cmocka_unit_test_setup(a_complete_call_keeps_what_it_did_not_give_back, start),
        cmocka_unit_test_setup(what_a_part_took_belongs_to_the_whole, start),
        cmocka_unit_test_setup(what_a_call_from_a_callback_made_belongs_to_its_handles, start),
        cmocka_unit_test_setup(arenas_go_with_their_call_unless_they_are_kept, start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
