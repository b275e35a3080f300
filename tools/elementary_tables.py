# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Writes the constants of src/base/elementary.c, computed with 500 digits.

    python3 tools/elementary_tables.py > src/base/elementary_tables.h
"""

import decimal
from decimal import Decimal
from fractions import Fraction

decimal.getcontext().prec = 500

PIECES = 64  # Of a power of two, of a number that has a logarithm
PIECES_OF_ARCUS = 16

HEAD = """// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Constants of base/elementary.c. Written by tools/elementary_tables.py.

#ifndef JW_ELEMENTARY_TABLES_H
#define JW_ELEMENTARY_TABLES_H

#include <stdint.h>

// clang-format off
"""

TAIL = """
// clang-format on

#endif // JW_ELEMENTARY_TABLES_H
"""


def rounded(x, bits=53):
    """The number of so many bits that is nearest to x."""
    x = Fraction(x)
    if x == 0:
        return 0.0
    exponent = 0
    while abs(x) * Fraction(2) ** exponent < 2 ** (bits - 1):
        exponent += 1
    while abs(x) * Fraction(2) ** exponent >= 2**bits:
        exponent -= 1
    return float(Fraction(round(x * Fraction(2) ** exponent)) / Fraction(2) ** exponent)


def parts(x, *bits):
    """Numbers of so many bits each, and a double, whose sum is x."""
    found, rest = [], Fraction(x)
    for n in [*bits, 53]:
        found.append(rounded(rest, n))
        rest -= Fraction(found[-1])
    return found


def hexadecimal(x):
    """As C writes it, without zeros at the end."""
    mantissa, exponent = float(x).hex().split("p")
    return f"{mantissa.rstrip('0').rstrip('.') if '.' in mantissa else mantissa}p{exponent}"


def arcus(x):
    """The angle whose tangent is x, a fraction from 0 to 1."""
    # Halved twice, the series is short.
    x = Decimal(x.numerator) / Decimal(x.denominator)
    for _ in range(2):
        x = x / (1 + (1 + x * x).sqrt())
    total, power, n = Decimal(0), x, 1
    while abs(power) > Decimal(10) ** -510:
        total += power / n if n % 4 == 1 else -power / n
        power *= x * x
        n += 2
    return 4 * total


def define(name, x, meaning):
    print(f"#define {name:<15} {hexadecimal(x)} // {meaning}")


def define_parts(name, x, bits, meaning):
    hi, lo = parts(x, bits)
    define(name + "_HI", hi, f"{meaning}, {bits} bits of it")
    define(name + "_LO", lo, "The rest")


def define_constants(ln2, pi):
    define("PIECES_A_LN", PIECES / ln2, f"{PIECES}/ln 2")
    # A whole number of them of up to 17 bits is exact, of LN2 and LOG10_2 one of up to 11 bits.
    define_parts("LN_PIECE", ln2 / PIECES, 36, f"ln 2/{PIECES}")
    define_parts("LN2", ln2, 42, "ln 2")
    define_parts("LN2_WHOLE", ln2, 53, "ln 2")
    define_parts("LOG2_E", 1 / ln2, 53, "1/ln 2")
    define_parts("LOG10_E", 1 / Decimal(10).ln(), 53, "1/ln 10")
    define_parts("LOG10_2", Decimal(2).ln() / Decimal(10).ln(), 42, "log10 2")
    define("QUARTERS_A_RAD", 2 / pi, "2/pi")
    first, second, third = parts(pi / 2, 33, 33)
    define("QUARTER_1", first, "pi/2, 33 bits of it")
    define("QUARTER_2", second, "The next 33 bits")
    define("QUARTER_3", third, "The rest")
    define_parts("QUARTER", pi / 2, 53, "pi/2")


def rows(numbers, a_row):
    texts = [hexadecimal(x) if isinstance(x, float) else x for x in numbers]
    for i in range(0, len(texts), a_row):
        yield "    " + " ".join(text + "," for text in texts[i : i + a_row])


def print_powers(ln2):
    print(f"\n/// 2^(i/{PIECES}): a double, and the rest.")
    print(f"static const double power_of_two[{PIECES}][2] = {{")
    for i in range(PIECES):
        hi, lo = parts((ln2 * i / PIECES).exp(), 53)
        print(f"    {{{hexadecimal(hi)}, {hexadecimal(lo)}}},")
    print("};")


def print_logarithms():
    first, last = 45, 91  # sqrt(1/2) and sqrt(2) of them
    print(f"\n/// For i/{PIECES}, from i = LOG_FIRST on: c, of 10 bits, near {PIECES}/i; -ln c, and its rest.")
    print(f"#define LOG_FIRST {first}")
    print(f"static const double inverse_and_log[{last - first + 1}][3] = {{")
    for i in range(first, last + 1):
        inverse = rounded(Fraction(PIECES, i), 10)
        hi, lo = parts(-Decimal(inverse).ln(), 53)
        print(f"    {{{hexadecimal(inverse)}, {hexadecimal(hi)}, {hexadecimal(lo)}}},")
    print("};")


def print_arcus():
    print(f"\n/// The angle whose tangent is i/{PIECES_OF_ARCUS}, and its rest.")
    print(f"static const double arcus_of[{PIECES_OF_ARCUS + 1}][2] = {{")
    for i in range(PIECES_OF_ARCUS + 1):
        hi, lo = parts(arcus(Fraction(i, PIECES_OF_ARCUS)), 53)
        print(f"    {{{hexadecimal(hi)}, {hexadecimal(lo)}}},")
    print("};")


def print_two_over_pi(pi):
    # The largest double's bit is 1023 before the point; its sine takes 192 bits from there on.
    n_words = 39
    bits = int(2 / pi * 2 ** (32 * n_words))
    words = [f"0x{bits >> 32 * (n_words - 1 - i) & 0xffffffff:08x}" for i in range(n_words)]
    print("\n/// The binary digits of 2/pi after 64 zeros, 32 in each.")
    print(f"static const uint32_t two_over_pi[{n_words + 2}] = {{")
    print("\n".join(rows(["0", "0", *words], 8)))
    print("};")


def main():
    ln2, pi = Decimal(2).ln(), 4 * arcus(Fraction(1))
    print(HEAD)
    define_constants(ln2, pi)
    print_powers(ln2)
    print_logarithms()
    print_arcus()
    print_two_over_pi(pi)
    print(TAIL, end="")


if __name__ == "__main__":
    main()
