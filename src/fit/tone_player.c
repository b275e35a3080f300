// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "fit/tone_player.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, HEARD_FROM = RATE / 10, FRAMES = 2 * RATE, N_NEAR = 6 };

/// Strings whose low partials are all farther than this from those of a tone do not ring audibly
/// with it (the tones of a sitar change by 0.2 cents, one of 54 by 0.8).
static const double near_cents = 10.0;

bool jw_tone_player_open(JwTonePlayer *player) {
    memset(player, 0, sizeof(*player));
    player->engine = jw_engine_new();
    player->left = malloc(FRAMES * sizeof(*player->left));
    player->right = malloc(FRAMES * sizeof(*player->right));
    if (!player->engine || !player->left || !player->right ||
        !jw_ear_open(&player->ear, FRAMES - HEARD_FROM)) {
        jw_tone_player_close(player);
        return false;
    }
    return true;
}

void jw_tone_player_close(JwTonePlayer *player) {
    jw_engine_free(player->engine);
    jw_ear_close(&player->ear);
    free(player->left);
    free(player->right);
    player->engine = NULL;
    player->left = player->right = NULL;
}

/// True if one of a string's lowest partials is near one of the tone's.
static bool rings(const JwStringSpec *string, double tone_hz) {
    const double hz = jw_string_data_pitch_hz(&string->data);
    for (int i = 1; i <= N_NEAR; ++i) {
        for (int j = 1; j <= N_NEAR; ++j) {
            if (fabs(1200.0 * log2(i * tone_hz / (j * hz))) < near_cents) {
                return true;
            }
        }
    }
    return false;
}

/// Removes strings from the instrument; returns the new index of the tone's string. Strokes stay
/// with their strings.
static int take_off(JwInstrument *instrument, const JwTone *tone, double tone_hz) {
    uint32_t stays[JW_MAX_STRINGS];
    int n = 0, at = 0;
    for (int s = 0; s < instrument->n_strings; ++s) {
        const JwStringSpec *string = &instrument->string[s];
        if (s == tone->string || tone->others == JW_TONE_FREE ||
            (tone->others == JW_TONE_NEAR && rings(string, tone_hz))) {
            at = s == tone->string ? n : at;
            stays[n] = 1U << s;
            instrument->string[n++] = *string;
        }
    }
    instrument->n_strings = n;
    int n_strokes = 0;
    for (int i = 0; i < instrument->n_strokes; ++i) {
        JwStrokeSpec stroke = instrument->stroke[i];
        uint32_t strings = 0;
        for (int s = 0; s < n; ++s) {
            strings |= stroke.strings & stays[s] ? 1U << s : 0U;
        }
        if (!stroke.strings || strings) {
            stroke.strings = strings;
            instrument->stroke[n_strokes++] = stroke;
        }
    }
    instrument->n_strokes = n_strokes;
    return at;
}

/// Keeps only the open place of each string, and the fret of the tone's string, so that few tables
/// are built.
static void keep_fret(JwInstrument *instrument, int string, int fret) {
    for (int s = 0; s < instrument->n_strings; ++s) {
        instrument->string[s].n_frets = 1;
    }
    if (fret > 0 && fret < JW_MAX_FRETS) {
        JwStringSpec *spec = &instrument->string[string];
        spec->fret_semitones[1] = spec->fret_semitones[fret];
        spec->wrap_cents[1] = spec->wrap_cents[fret];
        spec->ringing_cents[1] = spec->ringing_cents[fret];
        spec->n_frets = 2;
    }
}

double jw_tone_player_cents(JwTonePlayer *player, const JwTone *tone) {
    const JwEngineOptions options = {.precision = JW_PRECISION_F32, .synchronous = true};
    JwInstrument *instrument = &player->instrument;
    const JwStringSpec *spec = &instrument->string[tone->string];
    const double semitones = spec->fret_semitones[tone->fret],
                 hz = jw_string_data_pitch_hz(&spec->data) * exp2(semitones / 12.0);
    const int key = spec->key + (int)lround(semitones);
    const int string = take_off(instrument, tone, hz);
    keep_fret(instrument, string, tone->fret);
    // The string is struck once, panned to the middle, and rings on.
    instrument->param[JW_P_RELEASE_DAMPING] = 0.0;
    instrument->param[JW_P_VARIATION] = 0.0;
    // A tone by itself is the string's; among others it has the stroke's noise, as it is played.
    if (tone->others == JW_TONE_ALONE) {
        instrument->param[JW_P_STROKE_NOISE] = 0.0;
    }
    instrument->param[JW_P_ROOM] = 0.0;
    instrument->string[string].pan = 0.0;
    instrument->map = (JwMidiMap){.melody = 1U << string};
    instrument->drone = (JwDronePattern){.first = -1};
    const JwEvent stroke = {.type = JW_EVENT_MIDI,
                            .midi = {JW_MIDI_NOTE_ON, 0, (uint8_t)key, (int16_t)tone->velocity}};
    if (key < 0 || key > 127 || jw_engine_prepare(player->engine, instrument, RATE, &options)) {
        return NAN;
    }
    jw_engine_run(player->engine, &stroke, 1, player->left, player->right, NULL, FRAMES);
    return jw_ear_cents(&player->ear, player->left + HEARD_FROM, player->right + HEARD_FROM, RATE,
                        hz);
}
