// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A client of MTS-ESP: what it reads of a libMTS that is made up, and that it does without.
// Arguments: that library, one that is no libMTS, a folder for files.

#define _XOPEN_SOURCE 700

#include "host/mts_esp.h"

#include "support/check.h"
#include "support/fake_libmts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static FakeLibmts *fake;
static JwKeyTable table;

static bool make_file(const char *folder) {
    static char path[512];
    snprintf(path, sizeof(path), "%s/fake_libmts", folder);
    fake = fake_libmts_new(path);
    return check(fake != NULL, "%s", path);
}

static void check_none(const char *other) {
    static const char *const missing[] = {"", "/nonexistent/libMTS.so", "/dev/null"};
    for (int i = 0; i < 4; ++i) {
        setenv("JAWARI_LIBMTS", i < 3 ? missing[i] : other, 1);
        JwMtsEsp *esp = jw_mts_esp_new();
        check(!esp, "\"%s\" is no library", getenv("JAWARI_LIBMTS"));
        jw_mts_esp_free(esp);
    }
    char name[JW_MTS_NAME_SIZE] = "x";
    check(!jw_mts_esp_read(NULL, &table), "none says nothing");
    jw_mts_esp_name(NULL, name);
    check(!*name, "and has no name");
}

static void check_client(const char *library) {
    char name[JW_MTS_NAME_SIZE];
    setenv("JAWARI_LIBMTS", library, 1);
    JwMtsEsp *esp = jw_mts_esp_new(), *second = jw_mts_esp_new();
    if (!check(esp && second, "clients")) {
        return;
    }
    check(fake->n_clients == 2, "%d clients", fake->n_clients);
    check(!jw_mts_esp_read(esp, &table), "no master, no news");
    for (int key = 0; key < 128; ++key) {
        fake->hz[key] = 440.0 * exp2((key - 69) / 19.0);
    }
    fake->hz[3] = (double)NAN;
    fake->hz[4] = 0.0;
    fake->hz[5] = HUGE_VAL;
    fake->hz[6] = -440.0;
    strcpy(fake->name, "nineteen");
    fake->has_master = 1;
    check(jw_mts_esp_read(esp, &table) && table.is_on && table.channels == 0, "a master");
    check(fabs(table.pitch[69] - 69.0) < 1e-9, "key 69 at %g", table.pitch[69]);
    check(fabs(table.pitch[88] - 81.0) < 1e-9, "an octave higher at %g", table.pitch[88]);
    for (int key = 3; key < 7; ++key) {
        check(table.pitch[key] < 0.0, "%g Hz is no pitch", fake->hz[key]);
    }
    jw_mts_esp_name(esp, name);
    check(!strcmp(name, "nineteen"), "called %s", name);
    check(!jw_mts_esp_read(esp, &table), "said once");
    check(jw_mts_esp_read(second, &table), "to each");
    fake->hz[60] *= 1.01;
    check(jw_mts_esp_read(esp, &table) && fabs(table.pitch[60] - 63.4874) < 1e-3,
          "a key that moves: %g", table.pitch[60]);
    fake->filtered[2][60] = 1;
    check(jw_mts_esp_read(esp, &table) && table.channels == (0xffff & ~(1 << 2)),
          "a key without a note on one channel: %x", table.channels);
    check(table.pitch[60] < 0.0 && table.own[3][60] > 0.0, "is none of unknown channels");
    fake->filtered[2][60] = 0;
    fake->has_own[7] = 1;
    fake->own_hz[7][60] = 220.0;
    fake->own_hz[7][61] = 220.0;
    fake->own_filtered[7][61] = 1;
    check(jw_mts_esp_read(esp, &table) && table.channels == 1 << 7, "a channel with its own keys");
    check(fabs(table.own[7][60] - 57.0) < 1e-9 && table.own[7][61] < 0.0, "which are these");
    fake->has_master = 0;
    check(jw_mts_esp_read(esp, &table) && !table.is_on, "the master goes");
    check(!jw_mts_esp_read(esp, &table), "once");
    jw_mts_esp_name(esp, name);
    check(!*name, "and its name");
    jw_mts_esp_free(esp);
    jw_mts_esp_free(second);
    check(fake->n_clients == 0, "%d clients are left", fake->n_clients);
}

int main(int argc, char **argv) {
    if (argc == 4 && make_file(argv[3])) {
        check_none(argv[2]);
        check_client(argv[1]);
    }
    return check_result();
}
