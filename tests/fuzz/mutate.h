/* Mutations that know how a model is written, for the fuzzers and for the replay of what they found. */
#ifndef LAGRANGIA_FUZZ_MUTATE_H
#define LAGRANGIA_FUZZ_MUTATE_H

#include <stddef.h>
#include <stdint.h>

/* Adds a text (copied) to those from which mutations borrow statements, names, numbers and units. */
void mutate_lend(const uint8_t *bytes, size_t size);
/* Changes the text in place, by a few changes that follow from the seed; returns its new size, at most `room`. */
size_t mutate(uint8_t *bytes, size_t size, size_t room, uint64_t seed);

#endif
