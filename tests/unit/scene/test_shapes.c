/* The tables of shapes and colours: what every row must hold, so that no interpreter has to ask. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "scene/scene.h"

static void names_are_there_once(void **state) {
    (void)state;
    for (int i = 0; i < DRAWING_SHAPE_COUNT; i++)
        for (int k = 0; k < i; k++)
            assert_string_not_equal(scene_shapes[i].name, scene_shapes[k].name);
    for (int i = 0; i < COLOUR_COUNT; i++)
        for (int k = 0; k < i; k++)
            assert_string_not_equal(scene_colours[i].name, scene_colours[k].name);
    for (int i = 0; i < FIELD_COUNT; i++)
        for (int k = 0; k < i; k++)
            assert_string_not_equal(scene_fields[i].name, scene_fields[k].name);
}

static const int counts[] = {[FIELD_IS_PLACE] = 3, [FIELD_IS_HEIGHT] = 3, [FIELD_IS_LENGTH] = 1,
                             [FIELD_IS_SIDES] = 3, [FIELD_IS_TURN] = 1,   [FIELD_IS_AXES] = 9};

/* No two fields of a shape share a number, and all are among those that a drawing has. */
static void fields_have_numbers_of_their_own(void **state) {
    (void)state;
    for (int shape = 0; shape < DRAWING_SHAPE_COUNT; shape++) {
        int taken[DRAWN_NUMBERS] = {0};
        for (int k = 0; k < FIELD_COUNT; k++)
            for (int i = 0; scene_takes((drawing_shape)shape, (scene_field)k) && i < counts[scene_fields[k].kind];
                 i++) {
                const int place = scene_fields[k].first + i;
                assert_in_range(place, 0, DRAWN_NUMBERS - 1);
                assert_int_equal(taken[place]++, 0);
            }
    }
}

/* What 'draw' knows has an example that names it, and every field that it needs has a clause. */
static void statements_can_be_written(void **state) {
    (void)state;
    for (int shape = 0; shape < DRAWING_SHAPE_COUNT; shape++) {
        const shape_row *row = &scene_shapes[shape];
        if (!*row->sample)
            continue;
        assert_memory_equal(row->sample, "draw ", 5);
        assert_memory_equal(row->sample + 5, row->name, strlen(row->name));
        for (int k = 0; k < FIELD_COUNT; k++)
            if (row->needs >> k & 1)
                assert_true(*scene_fields[k].clause);
    }
}

static void check_measure(const scene_measure *m) {
    assert_true(m->part >= 0 && m->least >= 0);
    assert_true(m->most == 0 || m->most >= m->least);
}

static void parts_can_be_seen(void **state) {
    (void)state;
    for (int shape = 0; shape < DRAWING_SHAPE_COUNT; shape++) {
        assert_true(scene_shapes[shape].parts->kind != PART_END);
        for (const scene_part *p = scene_shapes[shape].parts; p->kind != PART_END; p++) {
            const bool line = p->kind != PART_BALL && p->kind != PART_BOX && p->kind != PART_ARROW;
            assert_in_range(p->kind, 1, PART_KIND_COUNT - 1);
            assert_in_range(p->ink, 0, COLOUR_COUNT - 1);
            check_measure(&p->thick);
            check_measure(&p->reach);
            assert_true(!line || p->thick.part > 0 || p->thick.least > 0);
            assert_true(p->kind != PART_COIL || p->count > 0);
            assert_true(scene_is_inked(p->ink, p->kind == PART_BALL || p->kind == PART_BOX));
        }
    }
}

static void shapes_are_looked_up(void **state) {
    (void)state;
    assert_true(scene_is_body(DRAW_BALL) && !scene_is_body(DRAW_BEAM) && !scene_is_body(DRAW_ARC));
    assert_true(scene_takes(DRAW_BEAM, FIELD_TO) && !scene_takes(DRAW_BEAM, FIELD_AT));
    assert_non_null(scene_find_part(DRAW_SPRING, PART_COIL));
    assert_null(scene_find_part(DRAW_BEAM, PART_COIL));
    assert_true(scene_is_inked(COLOUR_ROPE, false) && !scene_is_inked(COLOUR_ROPE, true));
    assert_true(scene_is_inked(COLOUR_BOX, true) && !scene_is_inked(COLOUR_ACCENT, false));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_there_once),      cmocka_unit_test(fields_have_numbers_of_their_own),
        cmocka_unit_test(statements_can_be_written), cmocka_unit_test(parts_can_be_seen),
        cmocka_unit_test(shapes_are_looked_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
