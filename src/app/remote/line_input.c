// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/remote/line_input.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static char *find_end(const JwLineInput *in) {
    return memchr(in->text + in->at, '\n', in->n - in->at);
}

void jw_line_input_read(JwLineInput *in) {
    if (find_end(in)) {
        return; // The line must be taken first; there may be no room after it
    }
    in->n -= in->at;
    memmove(in->text, in->text + in->at, in->n);
    in->at = 0;
    if (in->n == JW_LINE_INPUT_SIZE) {
        in->n = 0;
        in->too_long = true;
    }
    const ssize_t n = read(in->fd, in->text + in->n, JW_LINE_INPUT_SIZE - in->n);
    if (n > 0) {
        in->n += (size_t)n;
        return;
    }
    in->open = n < 0 && (errno == EINTR || errno == EAGAIN);
    if (!in->open && in->n > 0 && in->text[in->n - 1] != '\n') {
        in->text[in->n++] = '\n';
    }
}

JwLineKind jw_line_input_next(JwLineInput *in, char **line) {
    char *end = find_end(in);
    if (!end) {
        return JW_LINE_NONE;
    }
    *end = '\0';
    *line = in->text + in->at;
    in->at = (size_t)(end + 1 - in->text);
    if (in->too_long) {
        in->too_long = false;
        return JW_LINE_TOO_LONG;
    }
    return strlen(*line) == (size_t)(end - *line) ? JW_LINE_WHOLE : JW_LINE_NO_TEXT;
}

bool jw_line_input_is_empty(const JwLineInput *in) {
    return !find_end(in);
}
