// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The player's companion, tick by tick and block by block: a preset that cannot be built, and one
// that takes turns while events for the previous one still wait.

#include "app/player/live.h"
#include "app/player/live_with.h"
#include "support/check.h"

#include <math.h>
#include <string.h>

enum { RATE = 48000, BLOCK = 256 };

static JwLive *new_player(void) {
    static const bool set[JW_N_PARAMS];
    static const double value[JW_N_PARAMS];
    static const JwTuningArguments tuning;
    const JwLiveSetup setup = {.driver = JW_DRIVER_NONE,
                               .instrument = "sitar",
                               .set = set,
                               .value = value,
                               .tuning = &tuning,
                               .folder = ".",
                               .with = JW_COMPANION_NONE};
    JwError error = {0};
    JwLive *live = jw_live_new(&setup, &error);
    check(live && jw_live_load(live, &error), "a player: %s", error.text);
    return live;
}

static bool tick(JwLiveWith *with) {
    JwError error = {0};
    return jw_live_with_tick(with, RATE, true, &error);
}

/// Runs blocks for some seconds, with a tick before each but the first; returns the peak of the
/// last second.
static double run(JwLiveWith *with, int seconds) {
    double peak = 0.0;
    for (int at = 0; at < seconds * RATE; at += BLOCK) {
        float left[BLOCK] = {0.0F}, right[BLOCK] = {0.0F};
        const JwBackendBlock block = {
            .n_frames = BLOCK, .rate_hz = RATE, .left = left, .right = right};
        if (at > 0) {
            check(tick(with), "a tick");
        }
        jw_with_audio_run(jw_live_with_audio(with), &block);
        for (int i = 0; i < BLOCK && at >= (seconds - 1) * RATE; ++i) {
            peak = fmax(peak, fabs((double)left[i]));
        }
    }
    return peak;
}

static void test_turns(void) {
    JwLive *live = new_player();
    JwLiveWith *with = jw_live_with(live);
    JwError error = {0};
    check(jw_live_with_preset(with, "tanpura-plays", &error) && tick(with), "%s", error.text);
    check(run(with, 3) > 1e-3, "it plays");
    check(jw_live_with_switch(with, false, &error) && tick(with), "off: %s", error.text);
    check(jw_live_with_preset(with, "tanpura-late", &error) && tick(with), "%s", error.text);
    check(run(with, 5) > 1e-3, "another preset plays, though the first was switched off");
    jw_live_free(live);
}

static void test_failure(void) {
    JwLive *live = new_player();
    JwLiveWith *with = jw_live_with(live);
    JwError error = {0};
    JwDronePlace place;
    check(jw_live_with_preset(with, "tanpura-plays", &error) && tick(with), "%s", error.text);
    run(with, 1);
    JwCompanionSettings settings = *jw_live_with_settings(with);
    settings.preset = "tanpura-late";
    settings.tempo = 5.0; // Below the least
    check(jw_live_with_set(with, &settings, true, &error) && !tick(with), "it cannot be built");
    check(!jw_live_with_is_on(with) && !jw_live_with_place(with, &place), "nothing is ready");
    settings.tempo = 0.0;
    check(jw_live_with_set(with, &settings, true, &error) && tick(with), "%s", error.text);
    check(!jw_with_audio_is_settled(jw_live_with_audio(with)) && jw_live_with_place(with, &place),
          "it is built, and takes the previous one's place");
    jw_live_free(live);
}

int main(void) {
    test_turns();
    test_failure();
    return check_result();
}
