// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player/live_keys.h"

#include "app/player/live_tuning.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int value_of(const JwLive *live, JwParamId id) {
    return (int)lround(jw_live_param(live, id));
}

static int madhya_key(const JwLive *live) {
    double param[JW_N_PARAMS] = {0.0};
    param[JW_P_SA] = jw_live_param(live, JW_P_SA);
    return jw_fretboard_madhya_key(jw_live_playing(live), param);
}

JwKeysChoice jw_live_keys_choice(const JwLive *live) {
    return jw_live_audio_keys(jw_live_audio(live))->choice;
}

bool jw_live_keys_choose(JwLive *live, const char *name, JwError *error) {
    return jw_keys_choice_find(name, &jw_live_audio_keys(jw_live_audio(live))->choice) ||
           jw_error_set(error, "keys auto|piano|sargam");
}

bool jw_live_has_svaras(const JwLive *live) {
    return value_of(live, JW_P_RAGA) > 0 || value_of(live, JW_P_SA) > 0;
}

JwKeyLayout jw_live_keys_layout(const JwLive *live, int c_key) {
    const int raga = value_of(live, JW_P_RAGA);
    return jw_key_layout(jw_live_keys_choice(live), raga > 0 ? jw_raga_notes(raga) : 0,
                         value_of(live, JW_P_SA) > 0, madhya_key(live), c_key);
}

/// True if the instrument's file gives the key an action.
static bool has_action(const JwMidiMap *map, int key) {
    for (int i = 0; i < map->n_keys; ++i) {
        if (map->key[i].key == key) {
            return true;
        }
    }
    return false;
}

void jw_live_keys_follow(JwLive *live) {
    JwMidiKeyMap map;
    memset(&map, 0, sizeof(map)); // Maps are compared as bytes
    const JwMidiMap *actions = &jw_live_playing(live)->map;
    if (jw_live_keys_choice(live) == JW_KEYS_SARGAM) {
        const JwKeyLayout layout = jw_live_keys_layout(live, 0);
        map.laid = true;
        for (int key = 0; key < JW_LAID_KEYS; ++key) {
            const bool stays = has_action(actions, key);
            map.key[key] = (int8_t)(stays ? key : jw_key_layout_midi(&layout, key));
        }
    }
    jw_midi_keys_set(jw_live_audio_keys(jw_live_audio(live)), &map);
}

bool jw_live_svaras(const JwLive *live, JwSvaras *svaras) {
    JwFretboard *board = malloc(sizeof(*board));
    if (!board) {
        return false;
    }
    jw_live_fretboard(live, board);
    *svaras = jw_svaras_equal(madhya_key(live), value_of(live, JW_P_RAGA));
    const int sa = board->sa_key;
    for (int d = 0; d < 12; ++d) {
        const double hz = sa + d < JW_KEYS ? board->key_hz[sa + d] : 0.0;
        if (hz > 0.0 && board->key_hz[sa] > 0.0) {
            svaras->cents[d] = 1200.0 * log2(hz / board->key_hz[sa]);
        }
    }
    free(board);
    return true;
}
