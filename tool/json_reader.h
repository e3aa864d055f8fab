/* Reads JSON as it arrives from editors: a text that has been checked once, and parts of it by name; and writes
 * strings. */
#ifndef LAGRANGIA_TOOL_JSON_READER_H
#define LAGRANGIA_TOOL_JSON_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A value in a text that outlives it; {NULL, 0} where there is none. */
typedef struct json_value {
    const char *at;
    size_t length;
} json_value;

/* The one value that a text is; {NULL, 0} if it is no JSON by RFC 8259, or nested more than 100 deep. */
json_value json_read(const char *text, size_t length);
/* A member of an object, or of an object in it: "params.textDocument.uri". The last one if there are several. */
json_value json_member(json_value object, const char *path);
/* The next item of an array; begins with *state = 0. False after the last, and where `array` is none. */
bool json_next(json_value array, size_t *state, json_value *item);
/* The text of a string in UTF-8, ended by zero: the caller frees it; NULL if it is none, or memory runs out. Lone
   surrogates become U+FFFD. */
char *json_string(json_value value, size_t *length);
/* A whole number, brought into -1 to 1e9; `otherwise` if it is none. */
int json_int(json_value value, int otherwise);
bool json_is(json_value value, const char *text); /* null, true or the text of a string without escapes, "didOpen" */

/* The bytes of the character at the start of a text of at least one; 0 if it is not UTF-8. */
size_t json_character(const unsigned char *text, size_t length);
/* A string with its quotes; invalid UTF-8 is replaced. */
void json_put_string(FILE *out, const char *text, size_t length);

#endif
