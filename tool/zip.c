/* A zip archive of files that are stored as they are (APPNOTE.TXT of PKWARE, version 2.0). */
#include "zip.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* What each byte leaves, by the polynomial of IEEE 802.3; found once. */
static const uint32_t *remainders(void) {
    static uint32_t table[256];
    for (uint32_t i = 0; !table[255] && i < 256; i++) {
        uint32_t rest = i;
        for (int k = 0; k < 8; k++)
            rest = rest & 1 ? 0xedb88320u ^ rest >> 1 : rest >> 1;
        table[i] = rest;
    }
    return table;
}

uint32_t zip_checksum(const char *data, size_t length) {
    const uint32_t *table = remainders();
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < length; i++)
        crc = table[(crc ^ (unsigned char)data[i]) & 255] ^ crc >> 8;
    return ~crc;
}

/* Little-endian numbers one after the other. */
typedef struct record {
    char bytes[64];
    size_t length;
} record;

static void put(record *r, uint32_t value, int size) {
    for (int i = 0; i < size; i++)
        r->bytes[r->length++] = (char)(value >> 8 * i & 255);
}

/* What stands before a file and in the list at the end: version, flags (names in UTF-8), stored, 1980-01-01. */
static void put_file(record *r, uint32_t crc, uint32_t length, uint32_t name) {
    put(r, 20, 2);
    put(r, 0x800, 2);
    put(r, 0, 2);
    put(r, 0, 2);
    put(r, 0x21, 2);
    put(r, crc, 4);
    put(r, length, 4);
    put(r, length, 4);
    put(r, name, 2);
    put(r, 0, 2);
}

static bool add_bytes(zip *z, const char *data, size_t length) {
    z->offset += length;
    return draft_add(z->to, data, length);
}

static bool keep(zip *z, const char *data, size_t length) {
    if (z->length + length > z->room) {
        const size_t room = 2 * (z->length + length);
        char *more = realloc(z->contents, room);
        if (!more)
            return false;
        z->contents = more;
        z->room = room;
    }
    memcpy(z->contents + z->length, data, length);
    z->length += length;
    return true;
}

bool zip_add(zip *z, const char *name, const char *data, size_t length) {
    const uint32_t crc = zip_checksum(data, length), at = (uint32_t)z->offset, named = (uint32_t)strlen(name);
    record before = {.length = 0}, listed = {.length = 0};
    if (z->offset + length > UINT32_MAX / 2)
        return false;
    put(&before, 0x04034b50, 4);
    put_file(&before, crc, (uint32_t)length, named);
    put(&listed, 0x02014b50, 4);
    put(&listed, 3 << 8 | 20, 2);
    put_file(&listed, crc, (uint32_t)length, named);
    put(&listed, 0, 2); /* comment, disk, kind */
    put(&listed, 0, 2);
    put(&listed, 0, 2);
    put(&listed, 0100644u << 16, 4);
    put(&listed, at, 4);
    z->count++;
    return keep(z, listed.bytes, listed.length) && keep(z, name, named) && add_bytes(z, before.bytes, before.length) &&
           add_bytes(z, name, named) && add_bytes(z, data, length);
}

bool zip_finish(zip *z) {
    const size_t at = z->offset;
    record end = {.length = 0};
    put(&end, 0x06054b50, 4);
    put(&end, 0, 4);
    put(&end, z->count, 2);
    put(&end, z->count, 2);
    put(&end, (uint32_t)z->length, 4);
    put(&end, (uint32_t)at, 4);
    put(&end, 0, 2);
    return add_bytes(z, z->contents, z->length) && add_bytes(z, end.bytes, end.length);
}

void zip_dispose(zip *z) {
    free(z->contents);
    *z = (zip){.to = NULL};
}
