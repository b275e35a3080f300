// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "base/message.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool jw_message_set(JwMessage *message, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(message->text, sizeof(message->text), format, args);
    va_end(args);
    if (n < 0) {
        message->text[0] = '\0';
    }
    return false;
}

bool jw_message_prefix(JwMessage *message, const char *prefix) {
    const JwMessage old = *message;
    return jw_message_set(message, "%.500s: %.500s", prefix, old.text);
}
