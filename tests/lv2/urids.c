// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "urids.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { URIS = 1024 };

static char *uris[URIS];
static LV2_URID n_uris;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

LV2_URID host_map(const char *uri) {
    pthread_mutex_lock(&lock);
    LV2_URID i = 0;
    while (i < n_uris && strcmp(uris[i], uri) != 0) {
        ++i;
    }
    if (i == URIS) {
        abort();
    }
    if (i == n_uris) {
        const size_t size = strlen(uri) + 1;
        uris[i] = malloc(size);
        if (!uris[i]) {
            abort();
        }
        memcpy(uris[i], uri, size);
        ++n_uris;
    }
    pthread_mutex_unlock(&lock);
    return i + 1;
}

LV2_URID host_n_uris(void) {
    pthread_mutex_lock(&lock);
    const LV2_URID n = n_uris;
    pthread_mutex_unlock(&lock);
    return n;
}

static LV2_URID map(LV2_URID_Map_Handle handle, const char *uri) {
    (void)handle;
    return host_map(uri);
}

LV2_URID_Map host_urid_map = {NULL, map};

static const char *unmap(LV2_URID_Unmap_Handle handle, LV2_URID urid) {
    (void)handle;
    pthread_mutex_lock(&lock);
    const char *uri = urid > 0 && urid <= n_uris ? uris[urid - 1] : NULL;
    pthread_mutex_unlock(&lock);
    return uri;
}

LV2_URID_Unmap host_urid_unmap = {NULL, unmap};
