// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Clusters: where texts in several scripts may be cut, and the results of copying and deleting.

#include "support/check.h"
#include "window/draw/cluster.h"

#include <string.h>

/// A text with | between its clusters.
static const char *const cases[] = {
    "a|b|c",
    "",
    // Devanagari: vowel signs, conjuncts, reph, nukta, three consonants; danda and digits apart
    "\u0938\u093F|\u0924\u093E|\u0930",
    "\u0915\u0940|\u0930\u094D\u0924|\u0928",
    "\u0938\u094D\u0924\u094D\u0930\u0940",
    "\u0921\u093C\u093E|\u0915\u094D\u0937",
    "\u0930\u093E|\u0917\u094D|\u0964|\u0967|\u0968",
    "\u0915\u094D\u200D\u0937|\u0915\u094D\u200C\u0937",
    "\u0915\u094D| |\u0937",
    "\u0915\u094D|a",
    // Bengali, Gujarati, Telugu, Kannada, Malayalam
    "\u0995\u09C0|\u09B0\u09CD\u09A4|\u09A8",
    "\u09AC\u09BE\u0982|\u09B2\u09BE",
    "\u0AB8\u0ACD\u0AA4\u0ACD\u0AB0\u0AC0",
    "\u0C15\u0C4D\u0C37\u0C3F|\u0C2E",
    "\u0C95\u0CCD\u0CB7\u0CC7",
    "\u0D15\u0D4D\u0D37|\u0D2E",
    // Tamil: the pulli stands over its consonant, but for ksha and shri
    "\u0BA4|\u0BAE\u0BBF|\u0BB4\u0BCD",
    "\u0BA4|\u0BA8\u0BCD|\u0BA4\u0BBF",
    "\u0B95\u0BCD\u0BB7|\u0BB8\u0BCD\u0BB0\u0BC0|\u0B95\u0BCD|\u0B95",
    // Sinhala: joined by a joiner alone
    "\u0DC1\u0DCA\u200D\u0DBB\u0DD3|\u0DC1\u0DCA|\u0DBB",
    // Latin with combining marks
    "r\u0325|\u1E63|a\u0304\u0303|m\u0310",
    // Thai, Hangul, flags, a family, a tone of skin
    "\u0E19\u0E49\u0E33",
    "\u1112\u1161\u11AB|\u1100\u1173\u11AF|\uD55C|\uAE00",
    "\U0001F1EE\U0001F1F3|\U0001F1E7\U0001F1E9|\U0001F1EE",
    "\U0001F468\u200D\U0001F469\u200D\U0001F467|\U0001F44D\U0001F3FD|x",
    // Bytes that are no UTF-8 stand alone
    "\xFF|\xE0|\xA4|a\u0301",
};

static void check_case(const char *marked) {
    char text[256];
    size_t cut[64];
    size_t n = 0, n_cuts = 0;
    for (const char *at = marked; *at; ++at) {
        if (*at == '|') {
            cut[n_cuts++] = n;
        } else {
            text[n++] = *at;
        }
    }
    text[n] = 0;
    cut[n_cuts] = n;
    size_t at = 0, last = 0, k = 0;
    bool right = true;
    while (at < n) {
        last = at;
        at = jw_cluster_end(text, n, at);
        right = right && at == cut[k++];
    }
    check(right, "%s is cut so (cut %zu at %zu)", marked, k, at);
    check(jw_cluster_last(text, n) == last, "%s: its last cluster begins at %zu", marked, last);
    // A copy into too little room holds what fits whole
    for (size_t size = 1; size <= n + 1; ++size) {
        char copy[256];
        size_t most = 0;
        for (size_t i = 0; i <= n_cuts; ++i) {
            most = cut[i] < size ? cut[i] : most;
        }
        memset(copy, 'x', sizeof copy);
        jw_cluster_copy(copy, size, text);
        check(strlen(copy) == most && !memcmp(copy, text, most), "%s in %zu bytes", marked, size);
    }
}

int main(void) {
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        check_case(cases[i]);
    }
    return check_result();
}
