// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/cluster.h"

#include "base/utf8.h"

#include <string.h>

enum { NONE = 0xFFFD, NON_JOINER = 0x200C, JOINER = 0x200D };

typedef struct {
    uint32_t first, last;
} Range;

static const Range marks[] = {
#include "window/draw/marks.inc.h"
};

/// Viramas that join two consonants without a joiner character: all of Indian scripts except Tamil,
/// and those of other scripts that stack consonants.
static const uint32_t viramas[] = {0x094D,  0x09CD,  0x0A4D,  0x0ACD,  0x0B4D,  0x0C4D,  0x0CCD,
                                   0x0D4D,  0x1039,  0x17D2,  0x1A60,  0x1B44,  0x1BAB,  0xA9C0,
                                   0xAAF6,  0x10A3F, 0x11046, 0x110B9, 0x11133, 0x111C0, 0x11235,
                                   0x1134D, 0x114C2, 0x115BF, 0x1163F, 0x1193E, 0x11A47, 0x11A99};

enum { TAMIL_VIRAMA = 0x0BCD, SINHALA_VIRAMA = 0x0DCA };

/********* Characters *********/

uint32_t jw_cluster_decode(const char **text, const char *end) {
    uint32_t c;
    const size_t n = jw_utf8_decode(*text, (size_t)(end - *text), &c);
    *text += n > 0 ? n : 1;
    return n > 0 ? c : NONE;
}

static bool is_in(uint32_t c, uint32_t first, uint32_t last) {
    return c >= first && c <= last;
}

static bool is_mark(uint32_t c) {
    size_t low = 0, high = sizeof marks / sizeof marks[0];
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (c > marks[middle].last) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < sizeof marks / sizeof marks[0] && c >= marks[low].first;
}

bool jw_cluster_extends(uint32_t c) {
    if (c < 0x300) {
        return false;
    }
    return c == NON_JOINER || c == JOINER || c == 0x0E33 || c == 0x0EB3 || // Thai and Lao AM
           is_in(c, 0x1F3FB, 0x1F3FF) ||                                   // Skin tones
           is_in(c, 0xE0020, 0xE007F) || is_mark(c);                       // Flag tags
}

static bool is_virama(uint32_t c) {
    for (size_t i = 0; i < sizeof viramas / sizeof viramas[0]; ++i) {
        if (viramas[i] == c) {
            return true;
        }
    }
    return false;
}

static bool is_pictograph(uint32_t c) {
    return is_in(c, 0x1F000, 0x1FAFF) || is_in(c, 0x2190, 0x2BFF) || c == 0xA9 || c == 0xAE;
}

static bool is_regional(uint32_t c) {
    return is_in(c, 0x1F1E6, 0x1F1FF);
}

/// Parts of a Hangul syllable: leading consonant, vowel, and trailing consonant.
typedef enum { NO_HANGUL, LEADING, VOWEL, TRAILING, OPEN, CLOSED } Hangul;

static Hangul hangul_of(uint32_t c) {
    return is_in(c, 0x1100, 0x115F) || is_in(c, 0xA960, 0xA97C)   ? LEADING
           : is_in(c, 0x1160, 0x11A7) || is_in(c, 0xD7B0, 0xD7C6) ? VOWEL
           : is_in(c, 0x11A8, 0x11FF) || is_in(c, 0xD7CB, 0xD7FB) ? TRAILING
           : is_in(c, 0xAC00, 0xD7A3) ? ((c - 0xAC00) % 28 ? CLOSED : OPEN)
                                      : NO_HANGUL;
}

static bool joins_hangul(uint32_t before, uint32_t c) {
    const Hangul a = hangul_of(before), b = hangul_of(c);
    return (a == LEADING && b != NO_HANGUL && b != TRAILING) ||
           ((a == OPEN || a == VOWEL) && (b == VOWEL || b == TRAILING)) ||
           ((a == CLOSED || a == TRAILING) && b == TRAILING);
}

/********* Clusters *********/

/// State of a cluster, which decides whether the next character belongs to it.
typedef struct {
    uint32_t base;   ///< Last character that is not a mark
    uint32_t before; ///< Last character
    uint32_t virama; ///< Virama since `base`; 0: none
    bool joined;     ///< True if there was a joiner since `base`
    int n_regional;
} Seen;

/// True for consonants of the blocks that have the layout of ISCII; in other blocks for every
/// character that is no mark.
static bool is_consonant(uint32_t c) {
    const uint32_t place = c & 0x7F;
    if (is_in(c, 0x0D80, 0x0DFF)) {
        return is_in(c, 0x0D9A, 0x0DC6);
    }
    return !is_in(c, 0x0900, 0x0D7F) || is_in(place, 0x15, 0x39) || is_in(place, 0x58, 0x5F) ||
           is_in(c, 0x0978, 0x097F) || c == 0x09F0 || c == 0x09F1 || c == 0x0B71;
}

/// True if a consonant after a virama forms one letter with the preceding consonant. Tamil has only
/// two such ligatures (ksha, shri); Sinhala needs a joiner for them.
static bool is_conjunct(const Seen *seen, uint32_t c) {
    const uint32_t v = seen->virama;
    const bool same = v != 0 && c >> 7 == v >> 7 && seen->base >> 7 == v >> 7;
    if (!same || !is_consonant(c)) {
        return false;
    }
    if (v == TAMIL_VIRAMA) {
        return (seen->base == 0x0B95 && c == 0x0BB7) ||
               ((seen->base == 0x0BB8 || seen->base == 0x0BB6) && c == 0x0BB0);
    }
    return v == SINHALA_VIRAMA ? seen->joined : true;
}

static bool joins(const Seen *seen, uint32_t c) {
    return jw_cluster_extends(c) || is_conjunct(seen, c) || joins_hangul(seen->before, c) ||
           (seen->before == JOINER && is_pictograph(seen->base) && is_pictograph(c)) ||
           (is_regional(c) && is_regional(seen->before) && seen->n_regional == 1);
}

static void see(Seen *seen, uint32_t c) {
    if (!jw_cluster_extends(c)) {
        *seen = (Seen){.base = c, .n_regional = seen->n_regional};
    }
    if (is_virama(c) || c == TAMIL_VIRAMA || c == SINHALA_VIRAMA) {
        seen->virama = c;
    }
    seen->joined = seen->joined || c == JOINER;
    seen->n_regional += is_regional(c);
    seen->before = c;
}

size_t jw_cluster_end(const char *text, size_t n, size_t at) {
    const char *end = text + n;
    const char *next = text + at;
    Seen seen = {.base = 0};
    see(&seen, jw_cluster_decode(&next, end));
    while (next < end) {
        const char *after = next;
        const uint32_t c = jw_cluster_decode(&after, end);
        if (seen.before < 0x20 || !joins(&seen, c)) {
            break;
        }
        see(&seen, c);
        next = after;
    }
    return (size_t)(next - text);
}

size_t jw_cluster_last(const char *text, size_t n) {
    size_t last = 0;
    for (size_t at = 0; at < n; at = jw_cluster_end(text, n, at)) {
        last = at;
    }
    return last;
}

void jw_cluster_copy(char *to, size_t size, const char *from) {
    const size_t n = strlen(from);
    size_t fits = 0;
    while (fits < n) {
        const size_t next = jw_cluster_end(from, n, fits);
        if (next >= size) {
            break;
        }
        fits = next;
    }
    memmove(to, from, fits);
    to[fits] = 0;
}
