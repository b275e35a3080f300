// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Energy books: they record the work of every change that is made to strings from outside their
// steps, and bound how much energy that work may add.
//
// Strings on one body share their energy and one bound; a string without a body has its own bound.
// Energies are read only where audio and controls stand still, and only from what the steps leave
// behind: the same events give the same bits however a host cuts its blocks.

#include "engine/parts.h"

#include <math.h>

/// Floor of a string's bound, relative to the energy of a stroke at velocity 127: -60 dB.
static const double floor_share = 1e-6;

/// Largest energy that a moving bridge may give, relative to the work of lifting the resting
/// strings to the bridge's highest place: once for their rest shape there, once for their motion.
static const double ceiling_times = 2.0;

/// Largest number of times that motion is scaled to reach the bound. One is enough unless the
/// tension depends on the motion.
enum { SHRINK_TURNS = 4 };

/// All strings on a body are read after this many frames, or earlier once the energy has risen by
/// the part `little`.
enum { READ_FRAMES = 4 * JW_CONTROL_FRAMES };
static const double little = 0.01;

/// Joules per unit of the ensemble's energy.
static JW_REALTIME double ensemble_joules(const JwAudio *audio) {
    const double dt = audio->ensemble.body.dt_s;
    return 1.0 / (dt * dt);
}

/// Reads the present energy of a string. On a body this includes its share of the bridge's motion;
/// a muted string has 0. Also sets reading.units, in the unit of the ensemble's books.
static JW_REALTIME void look_up_string(const JwAudio *audio, JwVoice *v) {
    JwStringState *state = &v->state;
    if (!audio->tables->coupled) {
        v->reading.joules = jw_string_energy(state) * jw_string_joules(state);
    } else {
        v->reading.units = v->muted ? 0.0 : jw_ensemble_string_energy(&audio->ensemble, state);
        v->reading.joules = v->reading.units * ensemble_joules(audio);
    }
    v->reading.rest = v->muted ? 0.0 : jw_string_rest_energy(state) * jw_string_joules(state);
}

static JW_REALTIME double string_balance(const JwVoice *v) {
    const JwStringState *state = &v->state;
    return v->muted ? 0.0 : v->reading.units - jw_string_unit_kg(state) * state->energy_in;
}

/// Counts the work that a moving bridge did on a string since the last call. Must come before the
/// string's unit of energy changes.
static JW_REALTIME void count_bridge(JwVoice *v) {
    const JwStringState *state = &v->state;
    v->moved_j += (state->contact.mover_work - v->mover_seen) * jw_string_joules(state);
    v->mover_seen = state->contact.mover_work;
}

/// Skips the bridge's work since the last count: while a string's books are open, no work on it is
/// the bridge's.
static JW_REALTIME void settle_bridge(JwVoice *v) {
    v->mover_seen = v->state.contact.mover_work;
}

/// Counts the work of strokes on a string since the last call, adds it to *sum and returns it.
/// Subtracting growing sums would lose it to rounding.
static JW_REALTIME double count_strokes(JwVoice *v, double *sum) {
    const double strokes = v->state.strokes_j;
    *sum += strokes;
    v->state.strokes_j = 0.0;
    return strokes;
}

/// Counts the work of strokes and input on all strings and the bridge since the last call; returns
/// it.
static JW_REALTIME double count_all_strokes(JwAudio *audio) {
    JwEnsemble *e = &audio->ensemble;
    double strokes = e->strokes_j + e->input_j;
    audio->strokes_j += e->strokes_j;
    audio->input_j += e->input_j;
    e->strokes_j = e->input_j = 0.0;
    for (int s = 0; s < audio->n_strings; ++s) {
        strokes += count_strokes(&audio->string[s], &audio->strokes_j);
    }
    return strokes;
}

/// Largest energy [J] that a moving bridge may give a string and its thread, at the present tuning.
static JW_REALTIME double ceiling_of(const JwAudio *audio, int s) {
    const JwStringState *state = &audio->string[s].state;
    const double high_m = jw_instrument_highest_bridge_m(&audio->instrument);
    const double thread = 0.5 * state->thread_k * state->thread_scale * high_m * high_m;
    return ceiling_times * (audio->string[s].lift_j * state->tension_scale + thread);
}

/********* Strings on a body *********/

static JW_REALTIME void look_up_body(JwAudio *audio) {
    audio->body_j = jw_body_energy(&audio->ensemble.body) * ensemble_joules(audio);
}

static JW_REALTIME double motion_of(const JwVoice *v) {
    return v->reading.joules - v->reading.rest;
}

/// Energy of all motion. fresh: strings whose `fresh` is set, and the body, have just been read and
/// are not read again.
static JW_REALTIME double motion_of_all(JwAudio *audio, bool fresh) {
    if (!fresh) {
        look_up_body(audio);
    }
    double sum = audio->body_j;
    for (int s = 0; s < audio->n_strings; ++s) {
        JwVoice *v = &audio->string[s];
        if (!fresh || !v->fresh) {
            look_up_string(audio, v);
        }
        v->fresh = false;
        sum += motion_of(v);
    }
    return sum;
}

/// Tells the bound the work of strokes and bridge since the last reading, and the energy before the
/// changes since then.
static JW_REALTIME void read_ensemble(JwAudio *audio, double motion) {
    const double strokes = count_all_strokes(audio);
    double moved = 0.0, freed = 0.0;
    audio->bound.ceiling = 0.0;
    for (int s = 0; s < audio->n_strings; ++s) {
        JwVoice *v = &audio->string[s];
        moved += v->moved_j;
        freed += v->freed_j;
        v->moved_j = v->freed_j = 0.0;
        audio->bound.ceiling += ceiling_of(audio, s);
    }
    audio->parameters_j += moved;
    jw_bound_before(&audio->bound, motion - audio->unread_j, strokes, moved + freed);
    audio->unread_j = audio->unread_rise_j = 0.0;
    audio->read_frame = audio->frame;
}

static JW_REALTIME void bound_ensemble(JwAudio *audio) {
    double motion = motion_of_all(audio, true);
    read_ensemble(audio, motion);
    const double limit = jw_bound_limit(&audio->bound);
    for (int i = 0; i < SHRINK_TURNS && motion > limit; ++i) {
        audio->bound.times += i == 0;
        jw_ensemble_shrink(&audio->ensemble, sqrt(limit / motion));
        const double now = motion_of_all(audio, false);
        audio->parameters_j += now - motion;
        motion = now;
    }
    jw_bound_after(&audio->bound, motion);
}

/// True if all strings must be read now. Reading a bent string is expensive, so it waits while
/// little has happened since the last reading.
static JW_REALTIME bool is_due(const JwAudio *audio) {
    return audio->frame - audio->read_frame >= READ_FRAMES ||
           !(audio->unread_rise_j <= little * audio->bound.energy);
}

static JW_REALTIME void close_ensemble(JwAudio *audio) {
    double change = -audio->balance, work = 0.0, rise = 0.0;
    for (int s = 0; s < audio->n_strings; ++s) {
        JwVoice *v = &audio->string[s];
        const JwReading before = v->reading;
        if (v->energy_is_open) {
            look_up_string(audio, v);
            change += string_balance(v);
            work += v->reading.joules - before.joules;
            rise += motion_of(v) - before.joules + before.rest;
            settle_bridge(v);
        }
        v->fresh = v->energy_is_open;
        v->energy_is_open = false;
    }
    const double body = audio->body_j;
    look_up_body(audio);
    if (audio->body_energy_is_open) {
        change += jw_ensemble_body_balance(&audio->ensemble);
        work += audio->body_j - body;
        rise += audio->body_j - body;
    }
    audio->body_energy_is_open = false;
    jw_ensemble_book(&audio->ensemble, change);
    audio->parameters_j += work;
    audio->unread_j += rise;
    audio->unread_rise_j += fmax(rise, 0.0);
    if (is_due(audio)) {
        bound_ensemble(audio);
    }
}

/********* Strings by themselves *********/

static JW_REALTIME void open_books_of(JwAudio *audio, JwVoice *v) {
    look_up_string(audio, v);
    v->parameters_j += v->moved_j;
    jw_bound_before(&v->bound, motion_of(v), count_strokes(v, &v->strokes_j), v->moved_j);
    v->moved_j = 0.0;
}

static JW_REALTIME void close_books_of(JwAudio *audio, int s) {
    JwVoice *v = &audio->string[s];
    v->bound.ceiling = ceiling_of(audio, s);
    const double limit = jw_bound_limit(&v->bound);
    double before = v->reading.joules;
    for (int i = 0; i <= SHRINK_TURNS; ++i) {
        look_up_string(audio, v);
        v->parameters_j += v->reading.joules - before;
        before = v->reading.joules;
        const double motion = before - v->reading.rest;
        if (i == SHRINK_TURNS || !(motion > limit)) {
            break;
        }
        v->bound.times += i == 0;
        jw_string_shrink(&v->state, sqrt(limit / motion));
    }
    jw_bound_after(&v->bound, before - v->reading.rest);
    settle_bridge(v);
    v->energy_is_open = false;
}

/********* For the rest of the engine *********/

JW_REALTIME JwStringState *jw_audio_touch(JwAudio *audio, JwVoice *v) {
    if (v->energy_is_open) {
        return &v->state;
    }
    count_bridge(v);
    if (!audio->tables->coupled) {
        open_books_of(audio, v);
    } else {
        look_up_string(audio, v);
        audio->balance += string_balance(v);
    }
    v->energy_is_open = audio->energy_is_open = true;
    return &v->state;
}

JW_REALTIME void jw_audio_open_all_energy(JwAudio *audio) {
    for (int s = 0; s < audio->n_strings; ++s) {
        jw_audio_touch(audio, &audio->string[s]);
    }
    if (audio->tables->coupled && !audio->body_energy_is_open) {
        audio->body_energy_is_open = true;
        look_up_body(audio);
        audio->balance += jw_ensemble_body_balance(&audio->ensemble);
    }
}

JW_REALTIME void jw_audio_close_energy(JwAudio *audio) {
    if (!audio->energy_is_open) {
        return;
    }
    audio->energy_is_open = false;
    if (audio->tables->coupled) {
        close_ensemble(audio);
        audio->balance = 0.0;
        return;
    }
    for (int s = 0; s < audio->n_strings; ++s) {
        if (audio->string[s].energy_is_open) {
            close_books_of(audio, s);
        }
    }
}

JW_REALTIME void jw_audio_free_rest(JwAudio *audio, JwVoice *v) {
    const double rest =
        v->muted ? 0.0 : jw_string_rest_energy(&v->state) * jw_string_joules(&v->state);
    const double freed = v->reading.rest - rest;
    if (!(freed > 0.0)) {
        return;
    }
    v->reading.rest = rest;
    if (audio->tables->coupled) {
        v->freed_j += freed;
    } else {
        jw_bound_before(&v->bound, motion_of(v), count_strokes(v, &v->strokes_j), freed);
    }
}

JW_REALTIME void jw_audio_retime(JwAudio *audio, double ratio) {
    jw_ensemble_retime(&audio->ensemble, ratio);
    audio->balance *= ratio * ratio;
}

/// Energy [J] of a stroke at velocity 127 on a string, at the instrument's default plucking
/// position.
static JW_REALTIME double stroke_j(const JwInstrument *instrument, int s) {
    const JwStringSpec *string = &instrument->string[s];
    const double x = instrument->param[JW_P_PLUCK_POSITION];
    const double aside = string->pluck_m;
    return 0.5 * string->data.tension_n * aside * aside / (x * (1.0 - x) * string->data.length_m);
}

JW_REALTIME void jw_audio_set_bounds(JwAudio *audio) {
    audio->bound.floor = 0.0;
    for (int s = 0; s < audio->n_strings; ++s) {
        JwVoice *v = &audio->string[s];
        v->bound.floor = floor_share * stroke_j(&audio->instrument, s);
        audio->bound.floor = fmax(audio->bound.floor, v->bound.floor);
    }
}

JW_REALTIME void jw_audio_hold_books(JwAudio *audio, bool held) {
    for (int s = 0; s < audio->n_strings; ++s) {
        JwVoice *v = &audio->string[s];
        v->energy_is_open = held;
        settle_bridge(v);
        v->moved_j = v->freed_j = 0.0;
        jw_bound_rest(&v->bound);
    }
    jw_bound_rest(&audio->bound);
    audio->unread_j = audio->unread_rise_j = 0.0;
    audio->read_frame = audio->frame;
    audio->body_energy_is_open = held;
    audio->energy_is_open = false;
    audio->balance = 0.0;
}

JW_REALTIME void jw_audio_energy_report(const JwAudio *audio, int s, JwStringReport *report) {
    const JwVoice *v = &audio->string[s];
    if (!audio->tables->coupled) {
        report->energy_from_strokes_j = v->strokes_j + v->state.strokes_j;
        report->energy_from_parameters_j = v->parameters_j;
        report->times_bounded = v->bound.times;
        return;
    }
    report->energy_from_input_j = audio->input_j + audio->ensemble.input_j;
    report->energy_from_strokes_j = audio->strokes_j + audio->ensemble.strokes_j;
    for (int i = 0; i < audio->n_strings; ++i) {
        report->energy_from_strokes_j += audio->string[i].state.strokes_j;
    }
    report->energy_from_parameters_j = audio->parameters_j;
    report->energy_body_j = jw_audio_body_j(audio);
    report->times_bounded = audio->bound.times;
}

JW_REALTIME double jw_audio_ledger_j(const JwStringState *string) {
    return -jw_contact_owed(&string->contact) * jw_string_joules(string);
}

JW_REALTIME double jw_audio_body_j(const JwAudio *audio) {
    return audio->tables->coupled && !audio->asleep ? audio->ensemble.body_j : 0.0;
}
