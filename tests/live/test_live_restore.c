// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A state that cannot be restored changes nothing of the player.

#include "app/player/live.h"
#include "app/player/live_tuning.h"
#include "support/check.h"

#include <string.h>

static JwLive *new_player(void) {
    static const bool set[JW_N_PARAMS];
    static const double value[JW_N_PARAMS];
    static const JwTuningArguments tuning;
    const JwLiveSetup setup = {.driver = JW_DRIVER_NONE,
                               .backend = {.name = "test", .rate_hz = 48000, .block_frames = 256},
                               .instrument = "sitar",
                               .set = set,
                               .value = value,
                               .tuning = &tuning,
                               .folder = ".",
                               .with = JW_COMPANION_NONE};
    JwError error = {0};
    JwLive *live = jw_live_new(&setup, &error);
    check(live && jw_live_load(live, &error) && jw_live_open(live, &error), "a player: %s",
          error.text);
    return live;
}

int main(void) {
    JwLive *live = new_player();
    const JwProfile falling = {.n = 2, .x_m = {0.01F, 0.0F}}; // No engine takes it
    bool set[JW_N_PARAMS] = {[JW_P_SA] = true}, chosen[JW_N_PARAMS];
    const double value[JW_N_PARAMS] = {[JW_P_SA] = 3.0};
    JwFineTuning fine = {0};
    JwError error = {0};
    check(jw_live_tune(live, "baj=7", &error), "a string is tuned: %s", error.text);
    fine = *jw_live_fine_tuning(live);
    memcpy(chosen, jw_live_chosen(live), sizeof(chosen));
    const JwFineTuning none = {0};
    const JwLiveKept kept = {
        .instrument = "bass", .set = set, .value = value, .fine = &none, .profile = &falling};
    double cents[JW_MAX_STRINGS];
    memcpy(cents, jw_live_string_cents(live), sizeof(cents));
    check(!jw_live_restore(live, &kept, &error) && *error.text, "it is refused");
    check(!strncmp(jw_live_playing(live)->name, "Sitar", 5), "the instrument stays: %s",
          jw_live_playing(live)->name);
    check(!memcmp(&fine, jw_live_fine_tuning(live), sizeof(fine)) &&
              !memcmp(cents, jw_live_string_cents(live), sizeof(cents)),
          "the strings' tuning stays");
    check(!memcmp(chosen, jw_live_chosen(live), sizeof(chosen)), "no tonic was chosen");
    check(jw_live_profile(live)->n == 0, "no profile was laid");
    jw_live_free(live);
    return check_result();
}
