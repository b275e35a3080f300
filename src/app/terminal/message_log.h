// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Log of messages on the screen: shown for some seconds, kept for longer.

#ifndef JW_MESSAGE_LOG_H
#define JW_MESSAGE_LOG_H

enum { JW_MESSAGE_LOG_LINES = 64, JW_MESSAGE_LOG_TEXT = 1024 };

/// Messages; set to {0} before use.
typedef struct {
    int n; ///< Number of messages so far; the latest JW_MESSAGE_LOG_LINES are kept, number i at i
           ///< % JW_MESSAGE_LOG_LINES
    double at_s[JW_MESSAGE_LOG_LINES];
    char text[JW_MESSAGE_LOG_LINES][JW_MESSAGE_LOG_TEXT];
} JwMessageLog;

/// Adds a message at time now_s. [any]
void jw_message_log_add(JwMessageLog *log, const char *text, double now_s);

/// Draws the latest messages that have not faded into n_rows rows, the last one at the bottom; a
/// long one takes several rows. Returns the number of rows drawn. [main]
int jw_message_log_draw(const JwMessageLog *log, int row, int n_rows, double now_s);

/// Draws the latest messages, as many as fit. [main]
void jw_message_log_draw_all(const JwMessageLog *log, int row, int n_rows);

#endif // JW_MESSAGE_LOG_H
