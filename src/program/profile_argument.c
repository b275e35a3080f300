// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "program/profile_argument.h"

#include "files/profile_file.h"
#include "files/regular_file.h"
#include "program/target_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool jw_profile_argument(const char *path, const JwInstrument *instrument, JwProfile *profile,
                         JwError *error) {
    JwProfile read = {.n = 0};
    if (jw_profile_file_load(path, &read, error)) {
        return false;
    }
    if (!jw_profile_bridge(&read, instrument)) {
        return jw_error_set(error, "%.400s: %s has no movable bridge from %g to %g mm", path,
                            instrument->name, 1e3 * (double)read.x_m[0],
                            1e3 * (double)read.x_m[read.n - 1]);
    }
    *profile = read;
    return true;
}

/// True if the file exists but is no profile, such as an instrument given by mistake.
static bool is_something_else(const char *path) {
    JwProfile unused;
    JwError unread = {0};
    FILE *file = jw_regular_file_open(path);
    if (!file) {
        return errno == EACCES;
    }
    fclose(file);
    return jw_profile_file_load(path, &unused, &unread) != JW_SUCCESS;
}

bool jw_profile_save(const char *path, const JwProfile *profile, const JwInstrument *instrument,
                     JwError *error) {
    const JwObstacle *bridge = jw_profile_bridge(profile, instrument);
    if (!bridge) {
        return jw_error_set(error, "the bridge has no profile");
    }
    if (is_something_else(path)) {
        return jw_error_set(error, "%.400s: the file exists and is not a profile", path);
    }
    char *text = jw_profile_file_text(profile, bridge);
    if (!text) {
        return jw_error_set(error, "out of memory");
    }
    const bool ok = jw_target_file_save(path, text, strlen(text), error);
    free(text);
    return ok;
}
