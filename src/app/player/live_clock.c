// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player/live_clock.h"

#include "files/line.h"
#include "files/number.h"
#include "host/clocks.h"
#include "program/raga_words.h"

#include <math.h>
#include <string.h>

/// Longest time between two taps; a later one begins anew.
static const double pause_s = 60.0 / JW_CLICKS_BPM_MIN;

/// Sets the tempo by the time since the last tap.
static void tap(JwLiveClock *c, JwClicksSetting *setting) {
    const double now = jw_monotonic_s(), passed = now - c->tapped_s;
    if (c->tapped_s > 0.0 && passed <= pause_s) {
        setting->bpm = fmin(60.0 / passed, JW_CLICKS_BPM_MAX);
        setting->on = true;
    }
    c->tapped_s = now;
}

static bool set_tempo(JwClicksSetting *setting, double bpm, JwError *error) {
    if (!(bpm >= JW_CLICKS_BPM_MIN && bpm <= JW_CLICKS_BPM_MAX)) {
        return jw_error_set(error, "a tempo goes from %g to %g beats a minute", JW_CLICKS_BPM_MIN,
                            JW_CLICKS_BPM_MAX);
    }
    setting->bpm = bpm;
    setting->on = true;
    return true;
}

/// Mark of a beat; sam is one, whatever else it is.
static char mark_of(int tala, int matra) {
    const unsigned beat = jw_tala_beat(tala, matra);
    return beat & JW_BEAT_SAM ? 'X' : beat & JW_BEAT_KHALI ? '0' : beat & JW_BEAT_TALI ? '1' : '.';
}

static void mark_beats(JwClicksSetting *setting, int tala) {
    const int n = tala >= 0 ? jw_tala_info(tala)->matras : 0;
    for (int i = 0; i < n; ++i) {
        setting->marks[i] = mark_of(tala, i + 1);
    }
    setting->marks[n] = '\0';
}

static bool set_tala(JwClicksSetting *setting, const char *name, int *tala, JwError *error) {
    const bool none = !strcmp(name, "none");
    const int found = none ? -1 : jw_tala_named(name, error);
    if (!none && found < 0) {
        return false;
    }
    mark_beats(setting, found);
    setting->on = true;
    *tala = found;
    return true;
}

bool jw_live_clock_obey(JwLiveClock *c, const char *text, JwError *error) {
    JwClicksSetting setting = c->setting;
    int tala = c->tala;
    double bpm = 0.0;
    bool ok = true;
    if (!c->clicks) {
        return jw_error_set(error, "out of memory");
    }
    if (!strcmp(text, "on") || !strcmp(text, "off")) {
        setting.on = !strcmp(text, "on");
    } else if (!strcmp(text, "tap")) {
        tap(c, &setting);
    } else if (jw_number_parse(text, &bpm)) {
        ok = set_tempo(&setting, bpm, error);
    } else {
        ok = set_tala(&setting, text, &tala, error);
    }
    if (ok) {
        c->setting = setting;
        c->tala = tala;
        jw_clicks_set(c->clicks, &setting);
    }
    return ok;
}

bool jw_live_clock_begin(JwLiveClock *c, double bpm, const char *tala, JwError *error) {
    char number[40];
    snprintf(number, sizeof(number), "%.17g", bpm);
    return (!tala || jw_live_clock_obey(c, tala, error) || jw_error_prefix(error, "--tala")) &&
           (bpm <= 0.0 || jw_live_clock_obey(c, number, error));
}

JwClockSettings jw_live_clock_settings(const JwLiveClock *c) {
    return (JwClockSettings){.on = c->setting.on, .bpm = c->setting.bpm, .tala = c->tala};
}

void jw_live_clock_set(JwLiveClock *c, const JwClockSettings *settings) {
    c->setting.on = settings->on;
    c->setting.bpm = settings->bpm;
    c->tala = settings->tala;
    mark_beats(&c->setting, c->tala);
    if (c->clicks) {
        jw_clicks_set(c->clicks, &c->setting);
    }
}

void jw_live_clock_print(const JwLiveClock *c, FILE *out) {
    jw_line_print(out, "tala = %s", c->tala >= 0 ? jw_tala_info(c->tala)->name : "");
    fprintf(out, "clock = %d\nclock_bpm = %g\nclock_beat = %d\n", c->setting.on, c->setting.bpm,
            c->clicks ? jw_clicks_beat(c->clicks) : 0);
}
