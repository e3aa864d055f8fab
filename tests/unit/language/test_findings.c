/* Findings at their places, and what mends them. */
#include "language/support.h"

static void findings_have_places_and_fixes(void **state) {
    (void)state;
    static const expectation all[] = {
        {"coord theta = 0\nlet a = thteta", "\"newText\":\"theta\"", NULL},
        {"coord theta = 0\nlet a = thteta",
         "{\"start\":{\"line\":1,\"character\":8},\"end\":{\"line\":1,\"character\":14}}", NULL},
        {"parm m = 1", "\"newText\":\"param\"", NULL},
        {"param m = 1 metres", "\"newText\":\"m\"", NULL},
        {"let a = ln(3)", "\"newText\":\"log\"", NULL},
        {"coord x = 0\nlet a = x_dot", "\"newText\":\"x'\"", NULL},
        {"let a = 3 \xE2\x80\x93 2", "\"newText\":\"-\"", NULL},
        {"let a = 3\xE2\x80\x8B", "\"newText\":\"\"", NULL},
        {"let k = 1; let a = 2 m*k", "\"newText\":\"(2 m)\"", NULL},
        {"event e when t > 1 stop", "\"newText\":\"{ stop }\"", NULL},
        {"let a = 1\nlet a = 2", "\"message\":\"first here\",\"file\":\"test.lgr\"", NULL},
        {"let a = +", "\"fix\":null", "newText"},
        {"include <joints>\npart p = pin(1 kg, [0, 0])\nparam m = 1 kg", "\"line\":1", NULL},
        {"param m = 1 kg\ncoord x = 0 m\nparticle p: mass m at [x, 0 m]", "[]", NULL},
    };
    CHECK_ANSWERS("findings", all);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(findings_have_places_and_fixes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
