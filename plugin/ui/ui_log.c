// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Lines that the window writes to the log of its host.

#include "files/line.h"
#include "ui.h"

#include <stdio.h>

enum { LINE_SIZE = 512 };

void jw_ui_log(JwUi *ui, const char *text) {
    if (ui->host.logger.log) { // The logger would print without the host's log
        char line[LINE_SIZE];
        snprintf(line, sizeof line, "%s", text);
        jw_line_tidy(line);
        lv2_log_error(&ui->host.logger, "Jawari: %s\n", line);
    }
}
