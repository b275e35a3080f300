// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Message for the user: one line, made where an error is seen, printed by main() with
// jw_line_print().

#ifndef JW_MESSAGE_H
#define JW_MESSAGE_H

#include <stdbool.h>

typedef struct {
    char text[1024]; ///< Text without newline or full stop
} JwMessage;

/// Sets the text, cut if it is too long. Returns false, so that a failing function can return it.
/// [any]
__attribute__((__format__(__printf__, 2, 3))) bool jw_message_set(JwMessage *message,
                                                                  const char *format, ...);

/// Puts "prefix: " before the text. Returns false. [any]
bool jw_message_prefix(JwMessage *message, const char *prefix);

#endif // JW_MESSAGE_H
