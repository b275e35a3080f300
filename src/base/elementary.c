// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Methods. exp() and log() look up the nearest of 64 pieces of their range and take a short Taylor
// series for the rest (P. T. P. Tang, "Table-driven implementation of the exponential function in
// IEEE floating-point arithmetic", ACM TOMS 15, 1989, and of the logarithm, TOMS 16, 1990). Sums
// and products that need more bits than a double are pairs of doubles (T. J. Dekker, "A
// floating-point technique for extending the available precision", Numerische Mathematik 18, 1971;
// D. E. Knuth, TAOCP 2, 4.2.2). Angles lose their quarter turns by subtraction of pi/2 in three
// parts (W. J. Cody and W. Waite, Software Manual for the Elementary Functions, 1980), large ones
// by multiplication with the digits of 2/pi that count (M. H. Payne and R. N. Hanek, "Radian
// reduction for trigonometric functions", ACM SIGNUM Newsletter 18, 1983). Others are made of
// these.

#include "base/elementary.h"

#include "base/elementary_tables.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/********* Doubles and pairs of them *********/

/// A number as the sum of two; lo is small beside hi.
typedef struct {
    double hi, lo;
} Pair;

static inline JW_REALTIME uint64_t bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof(bits));
    return bits;
}

static inline JW_REALTIME double of_bits(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof(x));
    return x;
}

/// 2^n for a normal number.
static inline JW_REALTIME double two_to(int n) {
    return of_bits((uint64_t)(n + 1023) << 52);
}

/// The whole number that is nearest to x, if |x| < 2^51.
static inline JW_REALTIME double whole(double x) {
    const double shift = 0x1.8p52;
    return (x + shift) - shift;
}

/// x 2^n, rounded once; 0.5 < x < 2.1.
static JW_REALTIME double times_power(double x, int n) {
    if (n > 1022) {
        return x * 0x1p1022 * two_to(n < 1030 ? n - 1022 : 8);
    }
    return n < -1020 ? x * two_to(n + 200) * 0x1p-200 : x * two_to(n);
}

/// Exactly a + b if |a| >= |b| or a = 0.
static inline JW_REALTIME Pair pair_sum(double a, double b) {
    const double sum = a + b;
    return (Pair){sum, b - (sum - a)};
}

/// Exactly a + b.
static inline JW_REALTIME Pair pair_sum_any(double a, double b) {
    const double sum = a + b, b_in = sum - a;
    return (Pair){sum, (a - (sum - b_in)) + (b - b_in)};
}

/// The upper 26 bits of x: products of two are exact.
static inline JW_REALTIME double upper(double x) {
    return of_bits(bits_of(x) & ~UINT64_C(0x7ffffff));
}

/// a b to 2^-105 of it, if nothing overflows or is tiny.
static inline JW_REALTIME Pair pair_product(double a, double b) {
    const double product = a * b, a_hi = upper(a), a_lo = a - a_hi, b_hi = upper(b),
                 b_lo = b - b_hi;
    return (Pair){product, ((a_hi * b_hi - product) + a_hi * b_lo + a_lo * b_hi) + a_lo * b_lo};
}

static inline JW_REALTIME Pair pairs_product(Pair a, Pair b) {
    const Pair p = pair_product(a.hi, b.hi);
    return pair_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

/// True for a number whose size is below the limit. A NaN raises no exception.
static inline JW_REALTIME bool is_below(double x, double limit) {
    return isless(fabs(x), limit);
}

/********* Exponentials *********/

enum { PIECES = 64 };

/// An argument in pieces of ln 2/64 and the remainder, at most half a piece.
typedef struct {
    int pieces;
    Pair left;
} Rest;

/// Rest of x.hi + x.lo; |x.hi| < 800.
static inline JW_REALTIME Rest rest_of(Pair x) {
    const double n = whole(x.hi * PIECES_A_LN);
    const double left = x.hi - n * LN_PIECE_HI, less = x.lo - n * LN_PIECE_LO, hi = left + less;
    return (Rest){(int)n, {hi, (left - hi) + less}};
}

/// exp(r) - 1 - r.hi; |r.hi| < 2^-7.5.
static inline JW_REALTIME double above_linear(Pair r) {
    const double x = r.hi;
    const double series = 1.0 / 6 + x * (1.0 / 24 + x * (1.0 / 120 + x * (1.0 / 720)));
    return r.lo + x * x * (0.5 + x * series);
}

/// Number of the piece above a whole power of two, and that power.
static inline JW_REALTIME int piece_of(int pieces, int *power) {
    const int piece = (int)((unsigned)pieces % PIECES);
    *power = (pieces - piece) / PIECES;
    return piece;
}

/// exp(x) 2^more; |x.hi| < 800.
static JW_REALTIME double exp_of_rest(Rest rest, int more) {
    int power;
    const double *const two = power_of_two[piece_of(rest.pieces, &power)];
    const double above = rest.left.hi + above_linear(rest.left);
    return times_power(two[0] + (two[1] + two[0] * above), power + more);
}

/// exp(x) - 1 to 2^-60 of it; |x| < 100.
static JW_REALTIME Pair expm1_pair(double x) {
    const Rest rest = rest_of((Pair){x, 0.0});
    const double r = rest.left.hi, above = above_linear(rest.left);
    if (rest.pieces == 0) {
        return pair_sum(r, above);
    }
    int power;
    const double *const two = power_of_two[piece_of(rest.pieces, &power)];
    const double scale = two_to(power), t = scale * two[0];
    const Pair begin = pair_sum_any(t, -1.0), linear = pair_product(t, r),
               sum = pair_sum_any(begin.hi, linear.hi);
    return pair_sum(sum.hi, sum.lo + (begin.lo + linear.lo + (scale * two[1] + t * above)));
}

/// Power of a size that is beyond all numbers.
static JW_REALTIME double exp_beyond(double x) {
    return x != x ? x : x > 0.0 ? HUGE_VAL : 0.0;
}

JW_REALTIME double jw_exp(double x) {
    return is_below(x, 750.0) ? exp_of_rest(rest_of((Pair){x, 0.0}), 0) : exp_beyond(x);
}

JW_REALTIME double jw_exp2(double x) {
    if (!is_below(x, 1080.0)) {
        return exp_beyond(x);
    }
    const double n = whole(x * PIECES), left = x - n * (1.0 / PIECES);
    const Pair r = pair_product(left, LN2_WHOLE_HI);
    return exp_of_rest((Rest){(int)n, {r.hi, r.lo + left * LN2_WHOLE_LO}}, 0);
}

JW_REALTIME double jw_expm1(double x) {
    if (!is_below(x, 50.0)) {
        return x != x || x > 0.0 ? jw_exp(x) : -1.0;
    }
    return is_below(x, 0x1p-54) ? x : expm1_pair(x).hi;
}

/********* Logarithms *********/

/// x as 2^power e^rest; a rest to 2^-65 of it, sqrt(1/2) < e^rest < sqrt(2).
typedef struct {
    double power;
    Pair rest;
} Logarithm;

/// log(1 + r) to 2^-65 of it; |r.hi| < 2^-6.4.
static inline JW_REALTIME Pair log_above_one(Pair r) {
    const double x = r.hi;
    const double high = 1.0 / 7 - x * (1.0 / 8 - x * (1.0 / 9 - x * (1.0 / 10 - x * (1.0 / 11))));
    const double series = 1.0 / 3 - x * (1.0 / 4 - x * (1.0 / 5 - x * (1.0 / 6 - x * high)));
    const Pair half_square = pair_product(x, 0.5 * x), sum = pair_sum(x, -half_square.hi);
    return pair_sum(sum.hi, sum.lo + (r.lo * (1.0 - x) - half_square.lo + x * x * x * series));
}

/// Of x > 0, finite.
static JW_REALTIME Logarithm logarithm_of(double x) {
    const uint64_t root_half = UINT64_C(0x3fe6a09e00000000), one = UINT64_C(0x3ff0000000000000);
    const bool tiny = x < 0x1p-1022;
    const uint64_t bits = bits_of(tiny ? x * 0x1p54 : x) + (one - root_half);
    const double m = of_bits((bits & UINT64_C(0xfffffffffffff)) + root_half);
    const double *const piece = inverse_and_log[(int)(m * PIECES + 0.5) - LOG_FIRST];
    // m c - 1, exactly: c has 10 bits.
    const double m_hi = upper(m);
    const Pair above = pair_sum_any(m_hi * piece[0] - 1.0, (m - m_hi) * piece[0]);
    const Pair log = log_above_one(above), sum = pair_sum(piece[1], log.hi);
    return (Logarithm){(int)(bits >> 52) - 1023 - (tiny ? 54 : 0),
                       pair_sum(sum.hi, sum.lo + (piece[2] + log.lo))};
}

/// power unit + rest; the first bits of unit times power are exact.
static inline JW_REALTIME Pair joined(double power, Pair unit, Pair rest) {
    const Pair sum = pair_sum(power * unit.hi, rest.hi);
    return pair_sum(sum.hi, sum.lo + (power * unit.lo + rest.lo));
}

static inline JW_REALTIME Pair log_pair(double x) {
    const Logarithm log = logarithm_of(x);
    return joined(log.power, (Pair){LN2_HI, LN2_LO}, log.rest);
}

static inline JW_REALTIME bool has_logarithm(double x) {
    return isgreater(x, 0.0) && x < HUGE_VAL;
}

/// Logarithm to any base of zero, a negative number, infinity or NaN.
static JW_REALTIME double log_beyond(double x) {
    return x != x || x > 0.0 ? x : x < 0.0 ? (double)NAN : -HUGE_VAL;
}

JW_REALTIME double jw_log(double x) {
    return has_logarithm(x) ? log_pair(x).hi : log_beyond(x);
}

JW_REALTIME double jw_log2(double x) {
    if (!has_logarithm(x)) {
        return log_beyond(x);
    }
    const Logarithm log = logarithm_of(x);
    const Pair rest = pairs_product(log.rest, (Pair){LOG2_E_HI, LOG2_E_LO});
    return joined(log.power, (Pair){1.0, 0.0}, rest).hi;
}

JW_REALTIME double jw_log10(double x) {
    if (!has_logarithm(x)) {
        return log_beyond(x);
    }
    const Logarithm log = logarithm_of(x);
    const Pair rest = pairs_product(log.rest, (Pair){LOG10_E_HI, LOG10_E_LO});
    return joined(log.power, (Pair){LOG10_2_HI, LOG10_2_LO}, rest).hi;
}

JW_REALTIME double jw_pow(double x, double y) {
    if (x == 1.0 || y == 0.0) {
        return 1.0;
    }
    if (x != x || y != y || x < 0.0) {
        return (double)NAN;
    }
    if (!has_logarithm(x)) {
        return (x > 0.0) == (y > 0.0) ? HUGE_VAL : 0.0;
    }
    const Pair log = log_pair(x);
    // No logarithm is smaller than 2^-53.
    const double product =
        fabs(y) < 0x1p64 ? y * log.hi : copysign(0x1p11, y) * copysign(1.0, log.hi);
    if (!is_below(product, 750.0)) {
        return exp_beyond(product);
    }
    return exp_of_rest(rest_of((Pair){product, pair_product(y, log.hi).lo + y * log.lo}), 0);
}

/********* Hyperbolic functions *********/

/// Half of exp(x), x > 0; no smaller result is too large.
static JW_REALTIME double half_exp(double x) {
    return is_below(x, 750.0) ? exp_of_rest(rest_of((Pair){x, 0.0}), -1) : exp_beyond(x);
}

JW_REALTIME double jw_sinh(double x) {
    const double size = fabs(x);
    if (is_below(x, 0.25)) {
        const double z = x * x;
        const double high = 1.0 / 5040 + z * (1.0 / 362880 + z * (1.0 / 39916800));
        return size < 0x1p-27 ? x : x + x * z * (1.0 / 6 + z * (1.0 / 120 + z * high));
    }
    if (!is_below(x, 40.0)) {
        return copysign(half_exp(size), x);
    }
    const Pair up = expm1_pair(x), down = expm1_pair(-x), sum = pair_sum_any(up.hi, -down.hi);
    return 0.5 * (sum.hi + (sum.lo + (up.lo - down.lo)));
}

JW_REALTIME double jw_cosh(double x) {
    const double size = fabs(x);
    if (is_below(x, 0.25)) {
        const double z = x * x;
        const double highest = 1.0 / 3628800 + z * (1.0 / 479001600);
        const double high = 1.0 / 720 + z * (1.0 / 40320 + z * highest);
        return 1.0 + (0.5 * z + z * z * (1.0 / 24 + z * high));
    }
    if (!is_below(x, 40.0)) {
        return half_exp(size);
    }
    const Pair up = expm1_pair(size), down = expm1_pair(-size), sum = pair_sum_any(up.hi, down.hi),
               all = pair_sum_any(sum.hi, 2.0);
    return 0.5 * (all.hi + (all.lo + (sum.lo + (up.lo + down.lo))));
}

JW_REALTIME double jw_tanh(double x) {
    if (is_below(x, 0.2)) {
        const double z = x * x;
        const double highest = 929569.0 / 638512875 -
                               z * (6404582.0 / 10854718875 - z * (443861162.0 / 1856156927625));
        const double high =
            62.0 / 2835 - z * (1382.0 / 155925 - z * (21844.0 / 6081075 - z * highest));
        const double series = 1.0 / 3 - z * (2.0 / 15 - z * (17.0 / 315 - z * high));
        return is_below(x, 0x1p-27) ? x : x - x * z * series;
    }
    if (!is_below(x, 22.0)) {
        return x != x ? x : copysign(1.0, x);
    }
    // With e = exp(2 x) - 1 it is e/(e + 2).
    const Pair e = expm1_pair(2.0 * x), sum = pair_sum_any(e.hi, 2.0);
    const double under = sum.hi, under_lo = sum.lo + e.lo, first = e.hi / under;
    const Pair back = pair_product(first, under);
    return first + (((e.hi - back.hi) - back.lo) + (e.lo - first * under_lo)) / under;
}

/********* Angles *********/

/// An angle in quarter turns (modulo 4) and the remainder, at most an eighth [rad].
typedef struct {
    unsigned quarters;
    Pair left;
} Turned;

/// The lower 192 bits of the product of a double's 53 bits and the digits of 2/pi from `first` on;
/// words of 32 bits, the highest first.
static JW_REALTIME void multiply_digits(uint64_t mantissa, int first, uint32_t *product) {
    const uint64_t factor[2] = {mantissa & 0xffffffff, mantissa >> 32};
    uint64_t carry = 0;
    memset(product, 0, 6 * sizeof(*product));
    for (int i = 0; i < 2; ++i, carry = 0) {
        for (int j = 5; j - i >= 0; --j) {
            const uint32_t *const word = &two_over_pi[first / 32 + j];
            const uint64_t both = (uint64_t)word[0] << 32 | word[1];
            const uint64_t digits = both >> (32 - first % 32) & 0xffffffff;
            carry += digits * factor[i] + product[j - i];
            product[j - i] = (uint32_t)carry;
            carry >>= 32;
        }
    }
}

/// Of any angle that is finite and above pi/5.
static JW_REALTIME Turned quarters_exactly(double rad) {
    const uint64_t bits = bits_of(rad), unit = UINT64_C(1) << 52;
    const int exponent = (int)(bits >> 52) - 1075; // Of the last bit
    uint32_t product[6];
    // Digits before weigh whole turns. The product's upper two bits are quarters.
    multiply_digits((bits & (unit - 1)) | unit, exponent + 62, product);
    const bool more_than_half = product[0] >> 29 & 1;
    const unsigned quarters = (product[0] >> 30) + more_than_half;
    Pair sum = {0.0, 0.0};
    double weight = 0x1p-30;
    // Down from the next quarter, if that is nearer: the remainder is negative.
    const uint32_t flip = more_than_half ? 0xffffffff : 0;
    for (int i = 0; i < 6; ++i, weight *= 0x1p-32) {
        const uint32_t word = (product[i] ^ flip) & (i == 0 ? 0x3fffffff : 0xffffffff);
        const Pair next = pair_sum(sum.hi, word * weight);
        sum = (Pair){next.hi, sum.lo + next.lo};
    }
    const Pair left = pairs_product(sum, (Pair){QUARTER_HI, QUARTER_LO});
    return (Turned){quarters, more_than_half ? (Pair){-left.hi, -left.lo} : left};
}

/// Of an angle from 0 on, finite.
static inline JW_REALTIME Turned quarters_of(double rad) {
    if (rad < 0.785) {
        return (Turned){0, {rad, 0.0}};
    }
    if (rad < 0x1p19) {
        const double n = whole(rad * QUARTERS_A_RAD);
        const Pair rest = pair_sum_any(rad - n * QUARTER_1, -(n * QUARTER_2));
        const double less = rest.lo - n * QUARTER_3, hi = rest.hi + less;
        if (fabs(hi) > 0x1p-20) {
            return (Turned){(unsigned)n, {hi, (rest.hi - hi) + less}};
        }
    }
    return quarters_exactly(rad);
}

/// Sine of at most an eighth of a turn.
static inline JW_REALTIME double sin_of(Pair x) {
    const double z = x.hi * x.hi;
    const double highest =
        1.0 / 39916800 -
        z * (1.0 / 6227020800 - z * (1.0 / 1307674368000 - z * (1.0 / 355687428096000)));
    const double high = 1.0 / 5040 - z * (1.0 / 362880 - z * highest);
    const double series = z * (1.0 / 120 - z * high) - 1.0 / 6;
    return x.hi + (x.hi * z * series + x.lo * (1.0 - 0.5 * z));
}

static inline JW_REALTIME double cos_of(Pair x) {
    const double z = x.hi * x.hi, half = 0.5 * z, first = 1.0 - half;
    const double highest =
        1.0 / 479001600 -
        z * (1.0 / 87178291200 - z * (1.0 / 20922789888000 - z * (1.0 / 6402373705728000)));
    const double high = 1.0 / 40320 - z * (1.0 / 3628800 - z * highest);
    const double series = 1.0 / 24 - z * (1.0 / 720 - z * high);
    return first + (((1.0 - first) - half) + (z * z * series - x.hi * x.lo));
}

/// Sine of an angle and so many quarter turns.
static inline JW_REALTIME double sin_of_turned(Turned t, unsigned more) {
    const unsigned quarters = t.quarters + more;
    const double size = quarters & 1 ? cos_of(t.left) : sin_of(t.left);
    return quarters & 2 ? -size : size;
}

JW_REALTIME double jw_sin(double rad) {
    if (!is_below(rad, HUGE_VAL)) {
        return (double)NAN;
    }
    return is_below(rad, 0x1p-27) ? rad : sin_of_turned(quarters_of(fabs(rad)), rad < 0.0 ? 2 : 0);
}

JW_REALTIME double jw_cos(double rad) {
    return is_below(rad, HUGE_VAL) ? sin_of_turned(quarters_of(fabs(rad)), 1) : (double)NAN;
}

/// Series of the angle whose tangent is t, without its first term; |t| < 0.15.
static inline JW_REALTIME double atan_above_linear(double t) {
    const double z = t * t;
    const double high =
        1.0 / 9 -
        z * (1.0 / 11 - z * (1.0 / 13 - z * (1.0 / 15 - z * (1.0 / 17 - z * (1.0 / 19)))));
    return t * z * (z * (1.0 / 5 - z * (1.0 / 7 - z * high)) - 1.0 / 3);
}

JW_REALTIME double jw_atan(double x) {
    const double size = fabs(x);
    double angle = QUARTER_HI;
    if (x != x || size < 0x1p-27) {
        return x;
    }
    if (size < 0.14) {
        angle = size + atan_above_linear(size);
    } else if (size < 1.0) {
        // The angle between directions: from the nearest in the table to this one.
        const int i = (int)(16.0 * size + 0.5);
        const double c = i / 16.0, t = (size - c) / (1.0 + size * c);
        angle = arcus_of[i][0] + (t + (arcus_of[i][1] + atan_above_linear(t)));
    } else if (size < 0x1p60) {
        const int i = (int)(16.0 / size + 0.5);
        const double c = i / 16.0, size_hi = upper(size);
        // Both products are exact.
        const double t = ((1.0 - size_hi * c) - (size - size_hi) * c) / (size + c);
        const Pair from = pair_sum(QUARTER_HI, -arcus_of[i][0]);
        angle = from.hi - (t - (from.lo + (QUARTER_LO - arcus_of[i][1]) - atan_above_linear(t)));
    }
    return x < 0.0 ? -angle : angle;
}
