// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Message for the user: one line, written where the error occurs and printed by main() with
// jw_line_print().

#ifndef JW_MESSAGE_H
#define JW_MESSAGE_H

#include <stdbool.h>

typedef struct {
    char text[1024]; ///< Text without newline or full stop
} JwMessage;

/// Sets the text, truncated if it is too long. Returns false, for `return jw_message_set(...)` in
/// functions that fail. [any]
__attribute__((__format__(__printf__, 2, 3))) bool jw_message_set(JwMessage *message,
                                                                  const char *format, ...);

/// Puts "prefix: " before the text. Returns false. [any]
bool jw_message_prefix(JwMessage *message, const char *prefix);

#endif // JW_MESSAGE_H
