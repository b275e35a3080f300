// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Texts in XML: special characters become entities, and no entity is cut where room is short.

#include "files/xml_text.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static int n_checks, n_wrong;

static void check(bool ok, const char *what) {
    ++n_checks;
    if (!ok) {
        ++n_wrong;
        printf("FAILED: %s\n", what);
    }
}

int main(void) {
    static const char whole[] = "a &amp; &lt;b&gt; &quot;c&quot; '\xc3\xa9";
    static const char text[] = "a & <b> \"c\" '\xc3\xa9";
    char out[64];
    check(jw_xml_escape(text, out, sizeof(out)) == strlen(whole) && !strcmp(out, whole), text);
    check(jw_xml_escape("", out, sizeof(out)) == 0 && out[0] == '\0', "an empty text");
    for (size_t size = 1; size <= sizeof(whole); ++size) {
        memset(out, '#', sizeof(out));
        const size_t n = jw_xml_escape(text, out, size);
        const size_t written = strlen(out);
        const char *cut = strrchr(out, '&');
        check(n == strlen(whole) && written < size && !strncmp(out, whole, written) &&
                  out[written + 1] == '#' && (!cut || strchr(cut, ';')),
              "a text cut short");
    }
    check(jw_xml_escape("<", NULL, 0) == 4, "only counted");
    printf("%d checks, %d wrong\n", n_checks, n_wrong);
    return n_wrong ? 1 : 0;
}
