/* Linearisations as csv: blocks, rows and fields, and nothing where there is no value. */
#include "out/csv/writers.h"
#include "out/linear.h"

static void blocks_of_matrices(void **state) {
    (void)state;
    made *x = made_begin();
    x->linear.about = &x->about;
    const char *text = made_text(x, out_linear_write_csv);
    assert_true(reading_begins(text, "M 1,x,y\nx,1,0\ny,0.125,0.1875\n\nC of x' 1,x,y\nx,0.1,0.05\n"));
    assert_says(text, "\nK 1,x,y\nx,4,0.5\ny,0.75,0.375\n");
    assert_says(text, "\nB of forces 1,\"u, \"\"<&>\"\"\",y\nx,1,0\ny,0.25,0.5\n");
    assert_says(text, "\nconstraints of x' 1,x,y\nrod,-2,1\n\nconstraints of x 1,x,y\nrod,0,0.5\n");
    assert_says(text, "\nA 1,x,x'\nx,0,1\nx',-4,-0.2\n");
    assert_says(text, "\nD 1,\"u, \"\"<&>\"\"\",y\nout,0,11\n");
    x->about.trouble = "none";
    assert_string_equal(made_text(x, out_linear_write_csv), "");
    made_end(x);
}

static void a_row_for_each_value(void **state) {
    (void)state;
    made *x = made_begin();
    x->linear.study = &x->study;
    assert_string_equal(made_text(x, out_linear_write_csv),
                        "P,growth,re 1,im 1,re 2,im 2\n0,-1,-1,3,-2,0\n1,-0.5,-0.5,3.5,-2,0\n2,,,,,\n"
                        "3,0.5,0.5,4,-3,0\n4,,0.75,0,-3,0\n");
    x->study.count = x->study.track_count = 0;
    assert_string_equal(made_text(x, out_linear_write_csv), "P,growth\n");
    made_end(x);
}

static void a_row_for_each_point_of_a_branch(void **state) {
    (void)state;
    made *x = made_begin();
    x->linear.branches = &x->branches;
    assert_string_equal(made_text(x, out_linear_write_csv),
                        "branch,P,x,y,growth\n1,1,0.5,-1,-1\n1,2,1,-2,-0.5\n1,3,2,-3,\n1,4,3,-4,0.5\n"
                        "2,0,0,0.5,-1\n2,1,1,1,-0.5\n2,2,,1.5,\n2,3,2,2,0.5\n2,4,2.5,2.5,\n");
    made_end(x);
}

static void a_response(void **state) {
    (void)state;
    made *x = made_begin();
    const linear_response r = made_response();
    x->linear.about = &x->about;
    x->linear.response = &r;
    const char *text = made_text(x, out_linear_write_csv);
    assert_true(reading_begins(text, "w,gain,phase,re,im\n0.1,0.25,0,0.25,0\n"));
    assert_says(text, "\n10,0,,0,0\n");
    made_end(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_of_matrices),
        cmocka_unit_test(a_row_for_each_value),
        cmocka_unit_test(a_row_for_each_point_of_a_branch),
        cmocka_unit_test(a_response),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
