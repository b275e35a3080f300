// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/number.h"

#include "base/elementary.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

bool jw_word_next(const char **text, char *word, size_t size) {
    const char *start = *text + strspn(*text, " \t");
    const size_t n = strcspn(start, " \t");
    if (n == 0 || n >= size) {
        return false;
    }
    memcpy(word, start, n);
    word[n] = '\0';
    *text = start + n;
    return true;
}

// Numbers are read here because strtod() would take a comma for a point wherever a host has set
// such a locale.

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

typedef struct {
    uint64_t digits; ///< The first 18 significant digits
    int n_digits;    ///< Number of these digits
    int exponent;    ///< Power of ten to multiply them by
} Decimal;

// Adds a digit. Digits past the 18th only move the exponent: they are below a double's last bit.
static void add_digit(Decimal *d, char c, bool fraction) {
    if (d->n_digits < 18) {
        d->digits = 10 * d->digits + (uint64_t)(c - '0');
        d->n_digits += d->digits > 0;
        d->exponent -= fraction;
    } else {
        d->exponent += !fraction;
    }
}

/// Reads digits at *text; false if there are none or absurdly many.
static bool read_digits(const char **text, Decimal *d) {
    const char *p = *text;
    int n = 0;
    bool fraction = false;
    for (; is_digit(*p) || (*p == '.' && !fraction); ++p) {
        if (*p == '.') {
            fraction = true;
        } else {
            add_digit(d, *p, fraction);
            ++n;
        }
    }
    *text = p;
    return n > 0 && n < 1000;
}

static bool read_exponent(const char **text, Decimal *d) {
    const char *p = *text;
    if (*p != 'e' && *p != 'E') {
        return true;
    }
    ++p;
    const int sign = *p == '-' ? -1 : 1;
    p += *p == '-' || *p == '+';
    int value = 0;
    int n = 0;
    for (; is_digit(*p) && n < 4; ++p, ++n) {
        value = 10 * value + (*p - '0');
    }
    *text = p;
    d->exponent += sign * value;
    return n > 0;
}

static double scaled(const Decimal *d) {
    const double digits = (double)d->digits;
    if (d->exponent < -300) {
        return digits * 1e-300 * jw_pow(10.0, fmax(d->exponent + 300, -300));
    }
    const double power = jw_pow(10.0, d->exponent < 0 ? -d->exponent : d->exponent);
    return d->exponent < 0 ? digits / power : digits * power;
}

bool jw_number_take(const char **text, double *value) {
    const char *p = *text;
    const bool negative = *p == '-';
    Decimal d = {0, 0, 0};
    p += *p == '-' || *p == '+';
    if (!read_digits(&p, &d)) {
        return false;
    }
    const char *mantissa_end = p;
    const Decimal mantissa = d;
    if (!read_exponent(&p, &d)) { // An e without an exponent belongs to the following text
        p = mantissa_end;
        d = mantissa;
    }
    if (d.digits > 0 && d.n_digits + d.exponent > 301) {
        return false;
    }
    const double size = d.digits > 0 ? scaled(&d) : 0.0;
    *text = p;
    *value = negative ? -size : size;
    return true;
}

bool jw_number_parse(const char *text, double *value) {
    double number = 0.0;
    if (!jw_number_take(&text, &number) || *text) {
        return false;
    }
    *value = number;
    return true;
}

static char plain(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c == ' ' || c == '_' ? '-' : c;
}

void jw_number_print(char *text, size_t size, double value, int digits) {
    char printed[64];
    size_t n = 0;
    snprintf(printed, sizeof(printed), "%.*g", digits, value);
    for (const char *p = printed; *p && n + 1 < size; ++p) {
        const bool plain = strchr("0123456789+-e", *p) != NULL;
        if (plain || text[n - 1] != '.') {
            text[n++] = *p; // A point, or the first byte of the locale's decimal separator
            text[n - 1] = plain ? *p : '.';
        }
    }
    text[n] = '\0';
}

bool jw_names_alike(const char *a, const char *b) {
    while (*a && plain(*a) == plain(*b)) {
        ++a;
        ++b;
    }
    return plain(*a) == plain(*b);
}

bool jw_integer_parse(const char *text, int min, int max, int *value) {
    double number = 0.0;
    if (!jw_number_parse(text, &number) || number < min || number > max ||
        number != floor(number)) {
        return false;
    }
    *value = (int)number;
    return true;
}

bool jw_note_parse(const char *text, int *key) {
    static const int semitones[] = {9, 11, 0, 2, 4, 5, 7}; // Semitones of A to G over C
    const int letter = *text >= 'a' ? *text - 'a' : *text - 'A';
    if (letter < 0 || letter > 6) {
        return false;
    }
    int note = semitones[letter];
    ++text;
    if (*text == '#' || *text == 'b') {
        note += *text == '#' ? 1 : -1;
        ++text;
    }
    const bool below = *text == '-';
    text += below;
    if (!is_digit(text[0]) || text[1] != '\0') {
        return false;
    }
    const int octave = below ? '0' - text[0] : text[0] - '0';
    note += 12 * (octave + 1);
    if (note < 0 || note > 127) {
        return false;
    }
    *key = note;
    return true;
}
