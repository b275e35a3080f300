// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A libMTS that says what stands in a file (fake_libmts.h), under the names of the real one.

#include "support/fake_libmts.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static FakeLibmts *fake;

__attribute__((constructor)) static void open_file(void) {
    static FakeLibmts nothing;
    const char *path = getenv("FAKE_LIBMTS");
    const int fd = path ? open(path, O_RDWR) : -1;
    void *memory =
        fd < 0 ? MAP_FAILED : mmap(NULL, sizeof(*fake), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    fake = memory == MAP_FAILED ? &nothing : memory;
    close(fd);
}

void MTS_RegisterClient(void);
void MTS_DeregisterClient(void);
bool MTS_HasMaster(void);
const double *MTS_GetTuningTable(void);
const double *MTS_GetMultiChannelTuningTable(signed char channel);
bool MTS_UseMultiChannelTuning(signed char channel);
bool MTS_ShouldFilterNote(char key, signed char channel);
bool MTS_ShouldFilterNoteMultiChannel(char key, signed char channel);
const char *MTS_GetScaleName(void);

void MTS_RegisterClient(void) {
    ++fake->n_clients;
}

void MTS_DeregisterClient(void) {
    --fake->n_clients;
}

bool MTS_HasMaster(void) {
    return fake->has_master != 0;
}

const double *MTS_GetTuningTable(void) {
    return fake->hz;
}

const double *MTS_GetMultiChannelTuningTable(signed char channel) {
    return fake->own_hz[channel & 15];
}

bool MTS_UseMultiChannelTuning(signed char channel) {
    return channel >= 0 && fake->has_own[channel & 15];
}

// Of no channel: on any.
bool MTS_ShouldFilterNote(char key, signed char channel) {
    bool any = false;
    for (int c = 0; c < 16; ++c) {
        any |= (channel < 0 || channel == c) && fake->filtered[c][key & 127];
    }
    return any;
}

bool MTS_ShouldFilterNoteMultiChannel(char key, signed char channel) {
    return fake->own_filtered[channel & 15][key & 127];
}

const char *MTS_GetScaleName(void) {
    return fake->name;
}
