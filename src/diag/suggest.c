/* Suggestions of similar names: the candidates with the smallest edit distance, if that is small enough. */
#include <string.h>

#include "base/check.h"
#include "base/utf8.h"
#include "diag/diag.h"

enum {
    LONGEST_NAME = 64, /* longer names get no suggestion */
    SLIP = 20,         /* a character missing, too many, or two exchanged */
    OTHER_SLIP = 21,   /* another character: a little more, as it keeps less of what was written */
    CASE_SLIP = 10,    /* upper for lower case or the other way round */
    FARTHEST = 1000000,
    MOST_OFFERED = 3 /* of equally near names */
};

typedef struct word {
    uint32_t at[LONGEST_NAME];
    size_t len;
} word;

/* False if the name is too long. */
static bool spell(const char *name, word *out) {
    out->len = 0;
    for (size_t left = strlen(name); left > 0;) {
        if (out->len == LONGEST_NAME)
            return false;
        utf8_char c = base_utf8_decode(name, left);
        out->at[out->len++] = c.code;
        name += c.bytes;
        left -= c.bytes;
    }
    return true;
}

static uint32_t lower(uint32_t c) {
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

static int replace_cost(uint32_t a, uint32_t b) {
    return a == b ? 0 : lower(a) == lower(b) ? CASE_SLIP : OTHER_SLIP;
}

static int smaller(int a, int b) {
    return a < b ? a : b;
}

/* Edit distance with exchanged neighbours (optimal string alignment), three rows of the table at a time. */
static int distance(const word *a, const word *b) {
    int rows[3][LONGEST_NAME + 1];
    for (size_t j = 0; j <= b->len; j++)
        rows[0][j] = (int)j * SLIP;
    for (size_t i = 1; i <= a->len; i++) {
        int *row = rows[i % 3];
        const int *above = rows[(i + 2) % 3], *two_above = rows[(i + 1) % 3];
        row[0] = (int)i * SLIP;
        for (size_t j = 1; j <= b->len; j++) {
            row[j] = above[j - 1] + replace_cost(a->at[i - 1], b->at[j - 1]);
            row[j] = smaller(row[j], smaller(above[j], row[j - 1]) + SLIP);
            if (i > 1 && j > 1 && a->at[i - 1] == b->at[j - 2] && a->at[i - 2] == b->at[j - 1])
                row[j] = smaller(row[j], two_above[j - 2] + SLIP);
        }
    }
    return rows[a->len % 3][b->len];
}

/* One slip in three characters; in a single letter only its case. */
static int tolerated(const word *a, const word *b) {
    int longest = (int)(a->len > b->len ? a->len : b->len);
    return longest < 2 ? CASE_SLIP : longest < 6 ? OTHER_SLIP : longest / 3 * OTHER_SLIP;
}

static bool stands_at(const diag *d, span at, const char *name) {
    size_t length = strlen(name);
    return at.end - at.begin == length && memcmp(diag_text_at(d, at.begin), name, length) == 0;
}

/* Where the number at its end begins; its length where there is none. */
static size_t number_of(const word *w, int *value) {
    size_t begin = w->len;
    while (begin > 0 && w->at[begin - 1] >= '0' && w->at[begin - 1] <= '9')
        begin--;
    *value = 0;
    for (size_t i = begin; i < w->len; i++)
        *value = smaller(10 * *value + (int)(w->at[i] - '0'), FARTHEST);
    return begin;
}

/* How far a name is away; 0: too far, or the same. Where only the number at its end is another one that is one slip,
   and the next number is the nearest. */
static int cost_of(const word *wanted, const word *offered) {
    int a, b;
    const size_t begin = number_of(wanted, &a);
    if (begin == number_of(offered, &b) && begin > 0 && begin < wanted->len && begin < offered->len && a != b &&
        memcmp(wanted->at, offered->at, begin * sizeof *wanted->at) == 0)
        return SLIP - 1 + (a > b ? a - b : b - a);
    const int cost = distance(wanted, offered);
    return cost > tolerated(wanted, offered) ? 0 : cost;
}

bool diag_suggest(diag *d, finding *f, const char *name, const char *const *candidates, size_t count) {
    word wanted, offered;
    if (!diag_is_kept(d, f) || !spell(name, &wanted))
        return false;
    const char *best[MOST_OFFERED];
    int least = 0;
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        LGR_ASSERT(candidates[i] != NULL);
        if (!spell(candidates[i], &offered))
            continue;
        const int cost = cost_of(&wanted, &offered);
        if (cost == 0 || (found && cost > least))
            continue;
        found = cost < least ? 0 : found;
        least = cost;
        bool again = found == MOST_OFFERED;
        for (size_t k = 0; k < found && !again; k++)
            again = strcmp(best[k], candidates[i]) == 0;
        if (!again)
            best[found++] = candidates[i];
    }
    if (found == 1)
        diag_primary(d, f, "did you mean '%s'?", best[0]);
    if (found == 2)
        diag_primary(d, f, "did you mean '%s' or '%s'?", best[0], best[1]);
    if (found == MOST_OFFERED)
        diag_primary(d, f, "did you mean '%s', '%s' or '%s'?", best[0], best[1], best[2]);
    if (found == 1 && stands_at(d, f->at, name))
        diag_fix(d, f, f->at, "%s", best[0]);
    return found > 0;
}
