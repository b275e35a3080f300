// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Lines for the log of the plug-in's host.

#include "files/line.h"
#include "instance.h"

#include <stdio.h>

void jw_instance_log(JwInstance *instance, const char *text) {
    // Without the host's log the logger would print.
    if (instance->logger.log) {
        char line[JW_MESSAGE_SIZE];
        snprintf(line, sizeof(line), "%s", text);
        jw_line_tidy(line);
        lv2_log_error(&instance->logger, "Jawari: %s\n", line);
    }
}

void jw_instance_warn(JwInstance *instance) {
    JwError warning = {0};
    while (jw_plugin_model_warns(&instance->model, &warning)) {
        if (instance->logger.log) {
            lv2_log_warning(&instance->logger, "Jawari: %s\n", warning.text);
        }
    }
}
