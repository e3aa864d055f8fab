/* Tests of WebAssembly modules as bytes: numbers of any length, sections that fit together, what cannot be written.
   That they compute the same is tested where they can run (tests/engine.py). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tape/wasm/emit.h"
#include "tape/wasm/encode.h"

static void test_numbers_of_any_length(void **state) {
    static const struct {
        int64_t value;
        uint8_t bytes[10];
        size_t length;
    } cases[] = {
        {0, {0}, 1},
        {63, {63}, 1},
        {64, {0xc0, 0}, 2},
        {-1, {0x7f}, 1},
        {-64, {0x40}, 1},
        {-65, {0xbf, 0x7f}, 2},
        {624485, {0xe5, 0x8e, 0x26}, 3},
        {-123456, {0xc0, 0xbb, 0x78}, 3},
        {INT64_C(0x4338000000000000), {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x9c, 0xc3, 0}, 10},
    };
    (void)state;
    arena *a = base_arena_create();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wasm_bytes b = {.a = a};
        wasm_signed(&b, cases[i].value);
        assert_int_equal(b.length, cases[i].length);
        assert_memory_equal(b.at, cases[i].bytes, b.length);
    }
    wasm_bytes b = {.a = a};
    wasm_unsigned(&b, 127);
    wasm_unsigned(&b, 128);
    wasm_unsigned(&b, UINT32_MAX);
    assert_int_equal(b.length, 8);
    assert_memory_equal(b.at, ((uint8_t[]){0x7f, 0x80, 1, 0xff, 0xff, 0xff, 0xff, 0x0f}), 8);
    base_arena_destroy(a);
}

static size_t read_length(const uint8_t *at, size_t *value) {
    size_t count = 0;
    *value = 0;
    do
        *value |= (size_t)(at[count] & 0x7f) << 7 * count;
    while (at[count++] & 0x80);
    return count;
}

static tape *make_tape(arena *a, graph *g) {
    const expr_id x = expr_new_var(g, "x"), y = expr_new_var(g, "y");
    const expr_id angle = expr_mul(g, x, y);
    expr_id roots[] = {expr_unary(g, EXPR_SIN, angle), expr_unary(g, EXPR_EXP, x)};
    const uint32_t vars[] = {expr_node_at(g, x)->var, expr_node_at(g, y)->var};
    const tape_group group = {.roots = roots, .count = 2};
    return tape_build(a, g, vars, 2, 0, &group, 1);
}

static void test_sections_follow_each_other_to_the_end(void **state) {
    static const uint8_t kinds[] = {1, 2, 3, 7, 10};
    (void)state;
    arena *a = base_arena_create();
    const tape *t = make_tape(a, expr_graph_create(a));
    size_t entries[2] = {9, 9}, length = 0, at = 8;
    const uint8_t *bytes = wasm_emit(a, t, NULL, entries, &length);
    assert_non_null(bytes);
    assert_memory_equal(bytes, "\0asm\1\0\0\0", at);
    for (size_t i = 0; i < sizeof kinds; i++) {
        size_t size;
        assert_int_equal(bytes[at++], kinds[i]);
        at += read_length(bytes + at, &size);
        at += size;
        assert_true(at <= length);
    }
    assert_int_equal(at, length);
    assert_int_equal(entries[0], 0);
    assert_int_equal(entries[1], 1);
    base_arena_destroy(a);
}

static void test_what_cannot_be_written(void **state) {
    (void)state;
    arena *a = base_arena_create();
    size_t entries[1], length;
    const tape great = {.slot_count = (size_t)1 << 29};
    assert_null(wasm_emit(a, &great, NULL, entries, &length));
    const tape_instr unknown = {.op = TAPE_VAR};
    const tape strange = {.slot_count = 1, .code = &unknown, .code_count = 1};
    assert_null(wasm_emit(a, &strange, NULL, entries, &length));
    base_arena_destroy(a);
}

static void test_there_is_no_host_here(void **state) {
    (void)state;
    arena *a = base_arena_create();
    assert_false(tape_wasm.available());
    assert_ptr_equal(tape_backend_of(tape_load(a, make_tape(a, expr_graph_create(a)), &tape_wasm)), &tape_scalar);
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_of_any_length),
        cmocka_unit_test(test_sections_follow_each_other_to_the_end),
        cmocka_unit_test(test_what_cannot_be_written),
        cmocka_unit_test(test_there_is_no_host_here),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
