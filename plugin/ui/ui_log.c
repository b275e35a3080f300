// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Lines for the log of the window's host.

#include "files/line.h"
#include "ui.h"

#include <stdio.h>

enum { LINE_SIZE = 512 };

void jw_ui_log(JwUi *ui, const char *text) {
    if (ui->host.logger.log) { // If the host has no log, the logger would print to standard error
        char line[LINE_SIZE];
        snprintf(line, sizeof line, "%s", text);
        jw_line_tidy(line);
        lv2_log_error(&ui->host.logger, "Jawari: %s\n", line);
    }
}
