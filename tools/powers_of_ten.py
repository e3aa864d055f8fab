#!/usr/bin/env python3
"""Prints src/base/powers_of_ten.h: powers of ten to 128 bits, for decimal.c.

usage: powers_of_ten.py > src/base/powers_of_ten.h
"""
FIRST, LAST = -293, 324

HEAD = """/* Powers of ten to 128 bits, rounded up, for decimal.c; printed by tools/powers_of_ten.py. */
#ifndef LGR_BASE_POWERS_OF_TEN_H
#define LGR_BASE_POWERS_OF_TEN_H

#include <stdint.h>

enum { FIRST_POWER = %d, LAST_POWER = %d };

/* 10^k is at most high 2^64 + low, times the power of two that leaves the first bit of `high` set. */
static const struct power {
    uint64_t high, low;
} powers_of_ten[LAST_POWER - FIRST_POWER + 1] = {"""


def significand(k):
    """The first 128 bits of 10^k, rounded up where there are more."""
    if k >= 0:
        shift = (10 ** k).bit_length() - 128
        return 10 ** k << -shift if shift <= 0 else -(-10 ** k >> shift)
    bits = (10 ** -k).bit_length()
    return -(-(1 << 127 + bits) // 10 ** -k)


def main():
    print(HEAD % (FIRST, LAST))
    rows = []
    for k in range(FIRST, LAST + 1):
        g = significand(k)
        assert g.bit_length() == 128
        rows.append("{0x%016x, 0x%016x}," % (g >> 64, g & (1 << 64) - 1))
    for i in range(0, len(rows), 2):
        print("    " + " ".join(rows[i:i + 2]))
    print("};\n\n#endif")


if __name__ == "__main__":
    main()
