// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "fit/tuned_target.h"

#include "files/tuned_file.h"
#include "files/tuned_text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool jw_tuned_target_open(JwTunedTarget *target, const char *instrument_path, JwError *error) {
    const char *const begins[] = {jw_tuned_text_begin(), NULL};
    *target = (JwTunedTarget){.is_written = false};
    if (!jw_tuned_path(instrument_path, target->path, sizeof(target->path))) {
        return jw_error_set(error, "%.900s: path too long", instrument_path);
    }
    memcpy(target->folder, target->path, (size_t)(strrchr(target->path, '/') - target->path));
    target->is_new_folder = !mkdir(target->folder, 0777);
    if (!target->is_new_folder && errno != EEXIST) {
        return jw_error_set(error, "%.900s: %s", target->folder, strerror(errno));
    }
    return (jw_target_file_replaces(target->path, begins) ||
            jw_error_set(error, "%.900s: the file exists and is not a tuned file", target->path)) &&
           jw_target_file_open(&target->file, target->path, error);
}

bool jw_tuned_target_write(JwTunedTarget *target, const char *text, JwError *error) {
    target->is_written = jw_target_file_write(&target->file, text, strlen(text), error) &&
                         jw_target_file_finish(&target->file, error) &&
                         jw_target_file_commit(&target->file, error);
    return target->is_written;
}

void jw_tuned_target_discard(JwTunedTarget *target) {
    jw_target_file_discard(&target->file);
    if (target->is_new_folder && !target->is_written) {
        rmdir(target->folder);
    }
    *target = (JwTunedTarget){.is_written = false};
}
