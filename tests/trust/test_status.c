// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Every status has a sentence of its own, and so has a number that is none.

#include "base/status.h"
#include "support/check.h"

#include <string.h>

int main(void) {
    for (int i = JW_SUCCESS; i <= JW_ERR_TOO_MUCH_WORK; ++i) {
        const char *text = jw_status_message((JwStatus)i);
        const size_t n = strlen(text);
        check(n > 3 && text[n - 1] != '.', "status %d: \"%s\"", i, text);
        for (int k = JW_SUCCESS; k < i; ++k) {
            check(strcmp(text, jw_status_message((JwStatus)k)) != 0, "%d is not %d", i, k);
        }
    }
    check(strlen(jw_status_message((JwStatus)999)) > 3, "a number that is none");
    return check_result();
}
