/* What pages take for granted about signs: used, said, and not more than that. */
#include "out/public.h"

static void assert_page(const char *text, const char *const *says, const char *const *lacks) {
    written w = written_equations(text, NULL, false, "text");
    for (; *says; says++)
        assert_says(WRITTEN_TEXT(w), *says);
    for (; *lacks; lacks++)
        assert_null(strstr(WRITTEN_TEXT(w), *lacks));
    written_end(&w);
}
#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})

static const char given[] = "param m = 2, c in [1, 3]\ncoord r = 1, a = 0\nassume r > 0\n"
                            "kinetic T = m*(r'^2 + r^2*a'^2)/2\npotential V = c*sqrt(c^2*r^4) + m*abs(r)^3\n";

static void what_is_assumed(void **state) {
    (void)state;
    assert_page(given, LIST("Assumptions\n", "  0 < r   given", "  0 < c   its bounds", "V = r^2*(m*r + c^2)", "+ r*(3*m*r + 2*c^2) = 0"),
                LIST("abs(", "sign(", "sqrt("));
}

/* Without it nothing is said of r. */
static void what_is_not(void **state) {
    (void)state;
    char text[sizeof given];
    strcpy(text, given);
    memset(strstr(text, "assume r > 0"), ' ', strlen("assume r > 0"));
    assert_page(text, LIST("abs(r)"), LIST("0 < r"));
}

/* r > a and a > 0 say that r is positive, and r - a; not that r - 2 a is. */
static void what_follows(void **state) {
    (void)state;
    static const char begin[] = "param a in [1, 2]\ncoord r = 5, s = 1\nassume r > a\nkinetic T = r'^2 + s'^2\n";
    char text[300];
    snprintf(text, sizeof text, "%spotential V = s*abs(r) + s*abs(2*r - 2*a)\n", begin);
    assert_page(text, LIST("a < r", "3*r - 2*a"), LIST("abs("));
    snprintf(text, sizeof text, "%spotential V = s*abs(r - 2*a)\n", begin);
    assert_page(text, LIST("abs(r - 2*a)"), LIST("0 < a"));
}

/* Springs along a line, but not what the model itself writes by its size. */
static void springs_at_their_side(void **state) {
    (void)state;
    static const char begin[] = "param k = 2, l = 1\ncoord x = 1\nparticle p: mass 1 at [x, 0]\n";
    char text[300];
    snprintf(text, sizeof text, "%sspring s: from [-3, 0] to p, stiffness k, length l\n", begin);
    assert_page(text, LIST("0 < x + 3   as at the start", "k*(x - l + 3)"), LIST("sign("));
    snprintf(text, sizeof text, "%spotential V = k*abs(x)\n", begin);
    assert_page(text, LIST("sign(x)"), LIST("Assumptions"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_assumed),
        cmocka_unit_test(what_is_not),
        cmocka_unit_test(what_follows),
        cmocka_unit_test(springs_at_their_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
