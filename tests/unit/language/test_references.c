/* Declarations and uses of names, and new names for them. */
#include "language/support.h"

static size_t count_of(const char *text, const char *part) {
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, part)); at += strlen(part))
        count++;
    return count;
}

typedef struct counted {
    const char *marked;
    size_t uses;
} counted;

static void uses_are_those_of_the_same_thing(void **state) {
    (void)state;
    static const counted all[] = {
        {"param |k = 1\nlet a = k + k'\nlet b = 2*k", 4},
        {"param k = 1\nlet a(k) = k + 1\nlet b = 2*|k", 2}, /* not the argument */
        {"param k = 1\nlet a(k) = |k + 1\nlet b = 2*k", 2},
        {"param k = 1\nlet a = sum(k in 1..3: |k) + k", 2},
        {"coord q[1..3] = 0\nlet a = q[1] + |q[2]", 3},
        {"for |i in 1..3 { coord q[i] = i }\nlet i = 2", 3},
        {"event |land when t > 1 { stop }\nreport r = at(land, t)\nevent b when t > 2 after land { stop }", 3},
        {"contact |c: t >= 0\nevent e when closed(c) after c.open { drop c }", 4},
        {"component a(P, |k = 1) {\n  let x = P*k\n}\npart z = a([0, 0], k = 3)\nparam k = 2", 3},
        {"component a(P) {\n  let |x = P\n}\npart z = a([0, 0])\nlet x = z.x", 2},
        {"let |f(x) = x\nlet f2 = f(3) + f(4)", 3},
        {"report |r = final(t)\nexpect r = 3\nexpect r < 4", 3},
        {"param |k = 1\nlet a = 2*k +\nlet b = k", 3}, /* also in what cannot be read */
        {"param |k = 1\nfoo bar k\nlet b = k", 3},
        {"param l = 1 |m\nparam m = 2", 0}, /* a unit */
        {"frame x = rotation(|z, t)\nlet z = 2", 0},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char *answer = ask(all[i].marked, "uses");
        if (count_of(answer, "\"range\"") != all[i].uses)
            fail_msg("%s\n%s", all[i].marked, answer);
        free(answer);
    }
}

static void declarations_are_found(void **state) {
    (void)state;
    static const expectation all[] = {
        {"let a = 2*|k\nparam k = 1", "\"file\":\"test.lgr\",\"range\":{\"start\":{\"line\":1,\"character\":6}", NULL},
        {"include <joints>\npart p = |pin([0, 0], [0, 0])", "\"file\":\"<joints>\"", NULL},
        {"include <joints>\npart p = pin([0, 0], [0, 0])\nlet f = p.|pin", "\"file\":\"<joints>\"", NULL},
        {"let \xCE\xB8\xF0\x9D\x9C\x83 = 1; let b = 1; let c = b|", "{\"line\":0,\"character\":17}", NULL},
        {"let a = |t", "[]", NULL},
    };
    CHECK_ANSWERS("definition", all);
}

typedef struct renaming {
    const char *marked, *name, *has;
} renaming;

static void new_names_are_judged(void **state) {
    (void)state;
    static const renaming all[] = {
        {"param |k = 1\nlet a = k", "stiff", "\"newText\":\"stiff\""},
        {"param |k = 1\nlet a = k", NULL, "\"placeholder\":\"k\""},
        {"param |k = 1\nlet a = k", "a", "refused"},
        {"param |k = 1\nlet a = k", "t", "built in"},
        {"param |k = 1\nlet a = k", "event", "word of the language"},
        {"param |k = 1\nlet a = k", "mass", "word of the language"},
        {"param |k = 1\nlet a = k", "if", "word of the language"},
        {"param |k = 1\nlet a = k", "2k", "a name has letters"},
        {"param |k = 1\nlet a = k", "a b", "a name has letters"},
        {"param |k = 1\nlet a = k", "", "a name has letters"},
        {"param |k = 1 kg\nlet a = k", "kg", "unit"},
        {"param |k = 1\nlet f(x) = k", "x", "refused"},
        {"let |f(x) = 3", "sin", "function of the language"},
        {"let a = 3 |kg", "x", "nothing here"},
        {"include <joints>\npart p = |pin([0, 0], [0, 0])", "x", "is declared in <joints>"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char *answer = ask_named(all[i].marked, "rename", all[i].name);
        if (!strstr(answer, all[i].has))
            fail_msg("%s: %s\n%s", all[i].marked, all[i].name, answer);
        free(answer);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(uses_are_those_of_the_same_thing),
                                       cmocka_unit_test(declarations_are_found),
                                       cmocka_unit_test(new_names_are_judged)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
