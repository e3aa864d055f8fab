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

/* The mean of the pixels of a large picture that lie in one of the small, white where there are none; the picture
   stands in the middle of a square. */
static unsigned char mean_of(const unsigned char *pixels, const lgr_film_info *f, int x, int y, int colour) {
    const int side = f->width > f->height ? f->width : f->height;
    const int left = (side - f->width) / 2, top = (side - f->height) / 2;
    long sum = 0, count = 0;
    for (int v = y * side / SIDE; v < (y + 1) * side / SIDE; v++)
        for (int u = x * side / SIDE; u < (x + 1) * side / SIDE; u++, count++) {
            const bool inside = u >= left && u < left + f->width && v >= top && v < top + f->height;
            sum += inside ? pixels[3 * ((v - top) * f->width + u - left) + colour] : 255;
        }
    return (unsigned char)(count ? sum / count : 255);
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
    for (int y = 0; y < SIDE; y++) {
        *at++ = 0;
        for (int i = 0; i < 3 * SIDE; i++)
            *at++ = mean_of(pixels, f, i / 3, y, i % 3);
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
