// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// States: properties of any type, size and content, restored before and while it runs. What is
// saved afterwards is restored again, and saved the same.

#include "lv2/uris.h"
#include "plugin_host.h"
#include "properties.h"

#include <lv2/atom/atom.h>

enum { PROPERTIES = 6 };

typedef struct {
    struct {
        LV2_URID key, type;
        uint32_t flags;
        size_t size;
        uint8_t *value;
    } property[PROPERTIES];
    int n;
} State;

static PluginHost *host;

static LV2_URID some_key(uint8_t byte) {
    const int i = byte % (JW_N_PROPERTIES + 1);
    return host_map(i == JW_N_PROPERTIES ? JW_HELD_URI : jw_property_info((JwProperty)i)->uri);
}

static LV2_URID some_type(uint8_t byte) {
    static const char *const types[] = {LV2_ATOM__String, LV2_ATOM__Path, LV2_ATOM__Int};
    return host_map(types[byte % 3]);
}

static void read_state(State *state, FuzzBytes *bytes) {
    for (state->n = 0; state->n < PROPERTIES && bytes->left > 0; ++state->n) {
        const uint8_t key = fuzz_byte(bytes), type = fuzz_byte(bytes);
        const size_t size = fuzz_word(bytes);
        state->property[state->n].key = some_key(key);
        state->property[state->n].type = some_type(type);
        state->property[state->n].value = fuzz_copy(bytes, size, &state->property[state->n].size);
    }
}

static void clear(State *state) {
    for (int i = 0; i < state->n; ++i) {
        free(state->property[i].value);
    }
    state->n = 0;
}

static const void *retrieve(LV2_State_Handle handle, uint32_t key, size_t *size, uint32_t *type,
                            uint32_t *flags) {
    const State *state = handle;
    for (int i = 0; i < state->n; ++i) {
        if (state->property[i].key == key) {
            *size = state->property[i].size;
            *type = state->property[i].type;
            *flags = state->property[i].flags;
            return state->property[i].value;
        }
    }
    return NULL;
}

static LV2_State_Status store(LV2_State_Handle handle, uint32_t key, const void *value, size_t size,
                              uint32_t type, uint32_t flags) {
    State *state = handle;
    demand(state->n < PROPERTIES, "few properties");
    demand(size > 0 && memchr(value, 0, size) == (const uint8_t *)value + size - 1, "whole texts");
    FuzzBytes bytes = {value, size};
    state->property[state->n].key = key;
    state->property[state->n].type = type;
    state->property[state->n].flags = flags;
    state->property[state->n].value = fuzz_copy(&bytes, size, &state->property[state->n].size);
    ++state->n;
    return LV2_STATE_SUCCESS;
}

static bool same(const State *a, const State *b) {
    bool all = a->n == b->n;
    for (int i = 0; all && i < a->n; ++i) {
        all = a->property[i].key == b->property[i].key &&
              a->property[i].type == b->property[i].type &&
              a->property[i].size == b->property[i].size &&
              !memcmp(a->property[i].value, b->property[i].value, a->property[i].size);
    }
    return all;
}

static void save_twice(void) {
    State first = {.n = 0}, second = {.n = 0};
    demand(!host->state->save(host->handle, store, &first, 0, NULL), "save");
    host->state->restore(host->handle, retrieve, &first, 0, NULL);
    demand(!host->state->save(host->handle, store, &second, 0, NULL), "save again");
    demand(same(&first, &second), "what is saved is restored");
    clear(&first);
    clear(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzBytes bytes = {data, size};
    State state;
    if (!host) {
        host = plugin_host_new();
    }
    const bool active = fuzz_byte(&bytes) % 2;
    read_state(&state, &bytes);
    if (active) {
        host->descriptor->activate(host->handle);
    }
    host->state->restore(host->handle, retrieve, &state, 0, NULL);
    if (active) {
        plugin_host_run(host, NULL, NULL, 0, PLUGIN_FRAMES);
        plugin_host_work(host);
        plugin_host_run(host, NULL, NULL, 0, PLUGIN_FRAMES);
        host->descriptor->deactivate(host->handle);
    }
    save_twice();
    clear(&state);
    return 0;
}
