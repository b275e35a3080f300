// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/fault.h"

#include "files/line.h"

#include <stdarg.h>
#include <stdio.h>

JwFault jw_fault_none(const char *file, char *text, size_t size) {
    if (text && size > 0) {
        text[0] = '\0';
    }
    return (JwFault){.file = file, .text = text, .size = text ? size : 0};
}

bool jw_fault_set(JwFault *fault, int line, const char *format, ...) {
    fault->line = line;
    fault->set = true;
    if (fault->size == 0) {
        return false;
    }
    const int n = line > 0 ? snprintf(fault->text, fault->size, "%s:%d: ", fault->file, line)
                           : snprintf(fault->text, fault->size, "%s: ", fault->file);
    if (n >= 0 && (size_t)n < fault->size) {
        va_list args;
        va_start(args, format);
        vsnprintf(fault->text + n, fault->size - (size_t)n, format, args);
        va_end(args);
    }
    jw_line_tidy(fault->text);
    return false;
}
