/* A small picture of a model at its start: the only picture of a film of no length, in PNG (RFC 2083) with blocks that
   are stored as they are (RFC 1950, 1951). */
#include "icon.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "zip.h"

enum {
    SIDE = 128,
    ROW = 1 + 3 * SIDE,
    MOST_IN_BLOCK = 65535,
    IMAGE = 2 + SIDE * ROW + 5 + 4,
    ICON = 8 + 3 * 12 + 13 + IMAGE
};

_Static_assert(SIDE *ROW <= MOST_IN_BLOCK, "one block is enough");

/* A part of a large picture: a square, which may reach beyond it. */
typedef struct square {
    int left, top, side;
} square;

static int least(int x, int y) {
    return x < y ? x : y;
}

static int most(int x, int y) {
    return x > y ? x : y;
}

/* Around what is drawn, that is of another colour than the corner, with a margin: a stone alone is a dot in a large
   picture. */
static square square_of(const unsigned char *pixels, const lgr_film_info *f) {
    int left = f->width, right = -1, top = f->height, bottom = -1;
    for (int y = 0; y < f->height; y++)
        for (int x = 0; x < f->width; x++) {
            if (memcmp(pixels + 3 * ((size_t)y * (size_t)f->width + (size_t)x), pixels, 3) == 0)
                continue;
            left = least(left, x);
            right = most(right, x);
            top = least(top, y);
            bottom = most(bottom, y);
        }
    if (right < 0)
        return (square){0, 0, most(f->width, f->height)};
    const int extent = most(right - left, bottom - top) + 1, side = extent + extent / 5 + 2;
    return (square){(left + right + 1 - side) / 2, (top + bottom + 1 - side) / 2, side};
}

static int colour_at(const unsigned char *pixels, const lgr_film_info *f, int u, int v, int colour) {
    const bool inside = u >= 0 && u < f->width && v >= 0 && v < f->height;
    return inside ? pixels[3 * (v * f->width + u) + colour] : 255;
}

/* The mean of the pixels of the square that lie in one of the small picture, white where there are none. */
static unsigned char mean_of(const unsigned char *pixels, const lgr_film_info *f, square s, int x, int y, int colour) {
    long sum = 0, count = 0;
    for (int v = y * s.side / SIDE; v < (y + 1) * s.side / SIDE; v++)
        for (int u = x * s.side / SIDE; u < (x + 1) * s.side / SIDE; u++, count++)
            sum += colour_at(pixels, f, s.left + u, s.top + v, colour);
    return (unsigned char)(sum / count);
}

/* Between the four pixels around, of a square that is smaller than the picture. */
static unsigned char between(const unsigned char *pixels, const lgr_film_info *f, square s, int x, int y, int colour) {
    const int across = (2 * x + 1) * s.side + SIDE, down = (2 * y + 1) * s.side + SIDE; /* in 2 SIDE, from -1 on */
    const int u = s.left + across / (2 * SIDE) - 1, v = s.top + down / (2 * SIDE) - 1;
    const int right = across % (2 * SIDE), below = down % (2 * SIDE), left = 2 * SIDE - right, above = 2 * SIDE - below;
    const int upper = left * colour_at(pixels, f, u, v, colour) + right * colour_at(pixels, f, u + 1, v, colour);
    const int lower =
        left * colour_at(pixels, f, u, v + 1, colour) + right * colour_at(pixels, f, u + 1, v + 1, colour);
    return (unsigned char)((above * upper + below * lower) / (4 * SIDE * SIDE));
}

static void put_number(unsigned char **to, uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8)
        *(*to)++ = (unsigned char)(value >> shift);
}

/* Length, kind, data, checksum; the data stand where they belong already. */
static void put_chunk(unsigned char **to, const char *kind, uint32_t length) {
    unsigned char *at = *to;
    put_number(&at, length);
    memcpy(at, kind, 4);
    at += 4 + length;
    put_number(&at, zip_checksum((const char *)*to + 4, length + 4));
    *to = at;
}

static uint32_t adler_of(const unsigned char *data, size_t length) {
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < length; i++) {
        a = (a + data[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

/* Rows of the picture, each after a 0: no filter. */
static void put_image(unsigned char *to, const unsigned char *pixels, const lgr_film_info *f) {
    const unsigned char head[] = {
        0x78, 0x01, 1, SIDE * ROW & 255, SIDE * ROW >> 8, ~(SIDE * ROW) & 255, ~(SIDE * ROW) >> 8 & 255};
    memcpy(to, head, sizeof head);
    unsigned char *at = to + sizeof head;
    const square part = square_of(pixels, f);
    for (int y = 0; y < SIDE; y++) {
        *at++ = 0;
        for (int i = 0; i < 3 * SIDE; i++)
            *at++ = (part.side < SIDE ? between : mean_of)(pixels, f, part, i / 3, y, i % 3);
    }
    put_number(&at, adler_of(to + sizeof head, SIDE * ROW));
}

static void put_picture(unsigned char *to, const unsigned char *pixels, const lgr_film_info *f) {
    static const unsigned char signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    static const unsigned char kind[] = {8, 2, 0, 0, 0}; /* bits, red-green-blue */
    memcpy(to, signature, sizeof signature);
    to += sizeof signature;
    unsigned char *at = to + 8;
    put_number(&at, SIDE);
    put_number(&at, SIDE);
    memcpy(at, kind, sizeof kind);
    put_chunk(&to, "IHDR", 13);
    put_image(to + 8, pixels, f);
    put_chunk(&to, "IDAT", IMAGE);
    put_chunk(&to, "IEND", 0);
}

char *icon_make(lgr_model *model, size_t *length) {
    lgr_run_options options = lgr_run_options_default();
    options.until = 0;
    options.keep_frames = true;
    lgr_run *run = lgr_run_create(model, &options);
    lgr_film *film = lgr_film_create(run);
    const lgr_film_info about = lgr_film_about(film);
    const unsigned char *pixels = about.count ? lgr_film_picture(film, 0) : NULL;
    char *icon = pixels ? malloc(ICON) : NULL;
    if (icon)
        put_picture((unsigned char *)icon, pixels, &about);
    *length = icon ? ICON : 0;
    lgr_film_destroy(film);
    lgr_run_destroy(run);
    return icon;
}
