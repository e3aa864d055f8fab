/* The page of a study: places for data are filled, words read back. */
#include "out/reading.h"
#include "out/report/writers.h"
#include "out/study/writers.h"
#include "out/support.h"
#include "out/unpacking.h"

static void a_page_with_designs(void **state) {
    (void)state;
    if (!out_report_is_there())
        skip();
    motion x =
        motion_begin("model m \"A </script> & c\"\nparam a = 1 \"width\", b = 2\ncoord x = a*b\nkinetic T = x'^2\n"
                     "report r = final(x), s = 2*r\nsimulate until 1\n");
    static const int params[] = {0, 1};
    static const double at[] = {1, 2, 3, 4, 5, 6}, reports[] = {7, 14, NAN, 18, 11, 1 / 3.0};
    static const bool kept[] = {true, false, true};
    static const size_t front[] = {2};
    static const char *const limits[] = {"s < 30"};
    const out_designs d = {.m = x.of.m,
                           .what = "sweep",
                           .params = params,
                           .param_count = 2,
                           .x = at,
                           .reports = reports,
                           .kept = kept,
                           .count = 3,
                           .front = front,
                           .front_count = 1,
                           .goal = 1,
                           .other = -1,
                           .limits = limits,
                           .limit_count = 1,
                           .drawn = 2,
                           .page = {.version = "1.2.3"}};
    strbuf all = base_strbuf_make(x.memory);
    out_stream out = out_stream_make(x.memory, shown_take, &all);
    out_designs_write_html(&d, &out);
    assert_true(out_stream_flush(&out));
    const char *text = base_strbuf_text(&all);
    assert_int_equal(shown_count(text, "id=\"lagrangia-data\">{}<"), 1); /* nothing is drawn */
    assert_int_equal(shown_count(text, "id=\"lagrangia-designs\">{}<"), 0);
    assert_int_equal(shown_count(text, "default-src 'none'; script-src 'sha256-"), 1);
    const char *begin = strstr(text, "id=\"lagrangia-designs\">") + strlen("id=\"lagrangia-designs\">");
    size_t bytes;
    const unsigned char *packed = unpack_base64(begin, strcspn(begin, "<"), &bytes, x.memory);
    strbuf plain = unpack_stream(packed, bytes, x.memory);
    const char *words = base_strbuf_text(&plain) + 4; /* behind their length */
    reading_check(words);
    assert_reads(words, "count", 3);
    assert_reads(words, "columns/0/values/1", 3);
    assert_reads(words, "columns/2/values/1", NAN);
    assert_reads(words, "columns/3/values/2", 0.3333333);
    assert_reads(words, "kept/1", 0);
    assert_reads(words, "front/0", 2);
    assert_reads(words, "drawn", 2);
    assert_says(words, "\"goal\": \"s\"");
    assert_says(words, "\"limits\": [\"s < 30\"]");
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_page_with_designs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
