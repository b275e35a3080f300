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
static const double pause_s = 60.0 / JW_TALA_BPM_MIN;

/// Sets the tempo by the time since the last tap.
static void tap(JwLiveClock *c, JwClicksSetting *setting) {
    const double now = jw_monotonic_s(), passed = now - c->tapped_s;
    if (c->tapped_s > 0.0 && passed <= pause_s) {
        setting->bpm = fmin(60.0 / passed, JW_TALA_BPM_MAX);
        ++setting->tempo;
        setting->on = true;
    }
    c->tapped_s = now;
}

static bool set_tempo(JwClicksSetting *setting, double bpm, JwError *error) {
    if (!(bpm >= JW_TALA_BPM_MIN && bpm <= JW_TALA_BPM_MAX)) {
        return jw_error_set(error, "a tempo goes from %g to %g beats a minute", JW_TALA_BPM_MIN,
                            JW_TALA_BPM_MAX);
    }
    setting->bpm = bpm;
    ++setting->tempo;
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

/// Sets the growth of the tempo: "BPM", "BPM TO" or "off"; a colon may come in place of the blank.
static bool set_growth(JwClicksSetting *setting, const char *text, JwError *error) {
    const size_t n = strcspn(text, " \t:");
    const char *rest = text + n + strspn(text + n, " \t:");
    char word[40];
    double growth = 0.0;
    if (!strcmp(text, "off")) {
        setting->growth = 0.0;
        return true;
    }
    snprintf(word, sizeof(word), "%.*s", (int)(n < sizeof(word) ? n : 0), text);
    double to = 0.0;
    if (!jw_number_parse(word, &growth) || growth == 0.0 || fabs(growth) > JW_CLICKS_GROWTH_MAX) {
        return jw_error_set(error,
                            "\"%.40s\" is no change of the tempo a cycle, -%g to %g beats a "
                            "minute, nor off",
                            word, JW_CLICKS_GROWTH_MAX, JW_CLICKS_GROWTH_MAX);
    }
    to = growth > 0.0 ? JW_TALA_BPM_MAX : JW_TALA_BPM_MIN;
    if (*rest &&
        (!jw_number_parse(rest, &to) || !(to >= JW_TALA_BPM_MIN && to <= JW_TALA_BPM_MAX))) {
        return jw_error_set(error, "\"%.40s\" is not a tempo from %g to %g", rest, JW_TALA_BPM_MIN,
                            JW_TALA_BPM_MAX);
    }
    setting->growth = growth;
    setting->grows_to = to;
    return true;
}

/// Text after a first word; NULL if that is another one.
static const char *after(const char *text, const char *word) {
    const size_t n = strlen(word);
    const bool is_one = !strncmp(text, word, n) && (text[n] == ' ' || text[n] == '\t');
    return is_one ? text + n + strspn(text + n, " \t") : NULL;
}

/// Obeys words with an argument; *is_one is false if these are others.
static bool obey_long(JwClicksSetting *setting, const char *text, bool *is_one, JwError *error) {
    const char *count_in = after(text, "count-in"), *growth = after(text, "grow");
    *is_one = count_in || growth;
    if (count_in) {
        setting->counts_in = !strcmp(count_in, "on");
        return setting->counts_in || !strcmp(count_in, "off") ||
               jw_error_set(error, "clock count-in on|off");
    }
    return !growth || set_growth(setting, growth, error) || jw_error_prefix(error, "grow");
}

/// Applies settings. A clock that they switch on begins.
static void apply(JwLiveClock *c, JwClicksSetting *setting, int tala) {
    const bool begins = setting->on && !c->setting.on;
    setting->start += begins;
    setting->ends = setting->ends && setting->on && !begins;
    c->setting = *setting;
    c->tala = tala;
    if (c->clicks) {
        jw_clicks_set(c->clicks, setting);
    }
}

static bool obey(JwLiveClock *c, JwClicksSetting *setting, const char *text, int *tala,
                 JwError *error) {
    double bpm = 0.0;
    bool is_long = false;
    const bool ok = obey_long(setting, text, &is_long, error);
    if (is_long) {
        return ok;
    }
    if (!strcmp(text, "on") || !strcmp(text, "off")) {
        setting->on = !strcmp(text, "on");
    } else if (!strcmp(text, "stop")) {
        setting->ends = true;
    } else if (!strcmp(text, "tap")) {
        tap(c, setting);
    } else if (jw_number_parse(text, &bpm)) {
        return set_tempo(setting, bpm, error);
    } else {
        return set_tala(setting, text, tala, error);
    }
    return true;
}

bool jw_live_clock_obey(JwLiveClock *c, const char *text, JwError *error) {
    jw_live_clock_follow(c);
    JwClicksSetting setting = c->setting;
    int tala = c->tala;
    if (!c->clicks) {
        return jw_error_set(error, "out of memory");
    }
    const bool ok = obey(c, &setting, text, &tala, error);
    if (ok) {
        apply(c, &setting, tala);
    }
    return ok;
}

double jw_live_clock_bpm(const JwLiveClock *c) {
    const int tempo = c->clicks && c->setting.on ? jw_clicks_tempo(c->clicks) : 0;
    return tempo > 0 ? 0.001 * tempo : c->setting.bpm;
}

void jw_live_clock_count_in(JwLiveClock *c) {
    JwClicksSetting setting = c->setting;
    if (!setting.counts_in) {
        return;
    }
    setting.start += setting.on; // A clock that runs begins anew, too
    setting.on = true;
    setting.ends = false;
    apply(c, &setting, c->tala);
}

void jw_live_clock_follow(JwLiveClock *c) {
    if (c->clicks && c->setting.on && jw_clicks_ended(c->clicks, c->setting.start)) {
        c->setting.on = c->setting.ends = false;
    }
}

bool jw_live_clock_begin(JwLiveClock *c, const JwClockOptions *o, JwError *error) {
    char number[40];
    JwClicksSetting setting = c->setting;
    setting.counts_in = o->counts_in;
    if (o->grow && !set_growth(&setting, o->grow, error)) {
        return jw_error_prefix(error, "--grow");
    }
    c->setting = setting;
    snprintf(number, sizeof(number), "%.17g", o->bpm);
    return (!o->tala || jw_live_clock_obey(c, o->tala, error) ||
            jw_error_prefix(error, "--tala")) &&
           (o->bpm <= 0.0 || jw_live_clock_obey(c, number, error));
}

JwClockSettings jw_live_clock_settings(const JwLiveClock *c) {
    return (JwClockSettings){.on = c->setting.on,
                             .bpm = c->setting.bpm,
                             .tala = c->tala,
                             .counts_in = c->setting.counts_in,
                             .growth = c->setting.growth,
                             .grows_to = c->setting.grows_to};
}

void jw_live_clock_set(JwLiveClock *c, const JwClockSettings *settings) {
    JwClicksSetting setting = c->setting;
    setting.on = settings->on;
    setting.bpm = settings->bpm;
    ++setting.tempo;
    setting.counts_in = settings->counts_in;
    setting.growth = settings->growth;
    setting.grows_to = settings->grows_to;
    mark_beats(&setting, settings->tala);
    apply(c, &setting, settings->tala);
}

void jw_live_clock_set_tala(JwLiveClock *c, int tala) {
    JwClicksSetting setting = c->setting;
    mark_beats(&setting, tala);
    apply(c, &setting, tala);
}

void jw_live_clock_print(const JwLiveClock *c, FILE *out) {
    const JwClicksSetting *s = &c->setting;
    jw_line_print(out, "tala = %s", c->tala >= 0 ? jw_tala_info(c->tala)->name : "");
    fprintf(out, "clock = %d\nclock_bpm = %g\nclock_beat = %d\n", s->on, jw_live_clock_bpm(c),
            c->clicks ? jw_clicks_beat(c->clicks) : 0);
    fprintf(out, "clock_count_in = %d\nclock_stops = %d\nclock_growth = %g\nclock_grows_to = %g\n",
            s->counts_in, s->ends, s->growth, s->grows_to);
}
