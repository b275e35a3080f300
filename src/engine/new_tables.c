// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Change of tables: strings change to new tables while they sound.

#include "engine/parts.h"

#include <math.h>
#include <string.h>

/// Part of a string's tension that comes from stretching to its rest shape, relative to the table's
/// tension.
static JW_REALTIME double stretched(const JwStringState *state) {
    return state->modes->stretch * state->stretch_scale * state->stretch_rest /
           state->modes->theta2_t_first;
}

/// Changes a string's tables but keeps its tension, which the old tables may measure from another
/// rest shape. The pull then glides to the new tuning, as in a bend.
static JW_REALTIME void change_tables(JwAudio *audio, int s) {
    JwVoice *v = &audio->string[s];
    const JwModes *old = v->state.modes;
    const double before = stretched(&v->state);
    jw_audio_go_over(audio, s, audio->allocator.note[s].fret);
    v->unlaid_m += jw_string_rest_at_thread(v->state.modes) - jw_string_rest_at_thread(old);
    const double more = stretched(&v->state) - before;
    if (v->state.modes->tension_n != old->tension_n || more != 0.0) {
        v->state.tension_scale += more;
        jw_audio_keep_pull(audio, s);
    }
}

/// Hands replaced tables back. Synchronous engines build in place: no other thread frees the old
/// tables.
static JW_REALTIME void hand_back(JwEngine *engine, JwTables *old) {
    if (!jw_exchange_give_back(&engine->exchange, old) && engine->options.synchronous) {
        jw_tables_free(old);
    }
}

JW_REALTIME void jw_audio_end_wait(JwEngine *engine) {
    JwAudio *audio = engine->audio;
    JwTables *old = audio->tables;
    if (audio->waiting) {
        audio->tables = audio->waiting;
        audio->waiting = NULL;
        hand_back(engine, old);
    }
}

static JW_REALTIME void enter_tables(JwEngine *engine, JwTables *tables) {
    JwAudio *audio = engine->audio;
    JwTables *old = audio->tables;
    const bool redrawn = tables->spec.drawn != old->spec.drawn;
    jw_audio_open_all_energy(audio);
    const JwBody body = audio->ensemble.body;
    audio->tables = tables;
    jw_allocator_set_board(&audio->allocator, &tables->board);
    for (int s = 0; s < audio->n_strings; ++s) {
        JwVoice *v = &audio->string[s];
        change_tables(audio, s);
        v->lift_j = fmax(tables->lift_j[s], redrawn ? old->lift_j[s] : 0.0);
        if (v->asleep) {
            // A sleeping string is inaudible, and so is its move to another rest position.
            jw_audio_rest_again(audio, s);
        } else {
            jw_audio_wake(audio, v);
            jw_audio_free_rest(audio, v);
            if (redrawn) {
                jw_audio_move_bridge(audio, s);
            }
        }
    }
    audio->bridge_ticks = redrawn ? 0 : audio->bridge_ticks;
    jw_audio_bind_body(audio, &body);
    jw_audio_retime(audio, audio->ensemble.body.dt_s / body.dt_s);
    hand_back(engine, old);
    audio->requested = false;
    audio->at_rest = false;
}

/// Starts using tables. For a higher quality, the strings change at once and the decimators cross
/// over; for a lower one, the tables wait until the decimators have crossed over.
static JW_REALTIME void accept_tables(JwEngine *engine, JwTables *tables) {
    JwAudio *audio = engine->audio;
    const int now = audio->tables->quality;
    audio->rest_ticks = 0;
    audio->fits = false;
    if (tables->quality != now) {
        for (int s = 0; s < audio->n_strings; ++s) {
            jw_decimator_switch(&audio->string[s].decimator, jw_tables_steps(tables, s));
        }
        for (int c = 0; c < 2 && tables->coupled; ++c) {
            jw_decimator_switch(&audio->body_out[c], tables->quality);
        }
        jw_shadow_switch(&audio->shadow, tables->quality);
    }
    if (tables->quality < now) {
        audio->waiting = tables;
    } else {
        enter_tables(engine, tables);
    }
}

static JW_REALTIME bool decimators_settled(JwAudio *audio) {
    bool all = jw_shadow_settle(&audio->shadow);
    for (int c = 0; c < 2 && audio->tables->coupled; ++c) {
        all &= jw_decimator_settle(&audio->body_out[c]);
    }
    for (int s = 0; s < audio->n_strings; ++s) {
        all &= jw_decimator_settle(&audio->string[s].decimator);
    }
    return all;
}

static JW_REALTIME JwTablesSpec wanted_tables(const JwEngine *engine) {
    JwTablesSpec spec = {.rate_hz = engine->rate_hz, .precision = engine->options.precision};
    memcpy(spec.param, engine->audio->param, sizeof(spec.param));
    // The control thread adds its tuning and profile when it builds the tables.
    if (engine->options.synchronous) {
        jw_engine_fit_spec(engine, &spec);
    }
    return spec;
}

/// True if a string presses on an obstacle, or did when its tables were made: moving the bridge has
/// changed where it rests.
static JW_REALTIME bool some_press(const JwAudio *audio) {
    const double height_m = jw_instrument_bridge_m(&audio->instrument, audio->param);
    const double curvature = jw_param_curvature(audio->param);
    bool any = false;
    for (int s = 0; s < audio->n_strings && !any; ++s) {
        const JwModes *modes = audio->string[s].state.modes;
        any = modes->rests;
        for (int i = 0; i < modes->n_points && !any; ++i) {
            any = jw_modes_height(modes, i, height_m, curvature) > 0.0;
        }
    }
    return any;
}

static JW_REALTIME JwTables *next_tables(JwEngine *engine) {
    JwAudio *audio = engine->audio;
    const double *built = audio->tables->spec.param;
    // A moved bridge needs new tables: at rest, because strings would lie inside or above it; while
    // they sound, to tune and stop them as they lie.
    const bool differ =
        jw_tables_differ(built, audio->param) ||
        (jw_tables_rest_differs(built, audio->param) &&
         (audio->at_rest || (jw_audio_bridge_has_settled(audio) && some_press(audio))));
    if (engine->options.synchronous) {
        if (audio->frame % JW_BUILD_FRAMES) {
            return NULL;
        }
        JwTables *offered = jw_exchange_take(&engine->exchange);
        audio->fits = !offered && !differ;
        if (offered || !differ) {
            return offered;
        }
        const JwTablesSpec spec = wanted_tables(engine);
        return jw_tables_new(&audio->instrument, &spec);
    }
    audio->fits = !differ;
    // A request that failed for lack of memory is repeated after a second.
    const bool overdue = audio->frame - audio->asked > (uint64_t)engine->rate_hz;
    if (differ && (!audio->requested || overdue)) {
        const JwTablesSpec spec = wanted_tables(engine);
        audio->requested = jw_ring_write(engine->requests, &spec);
        audio->asked = audio->frame;
    }
    return jw_exchange_take(&engine->exchange);
}

JW_REALTIME void jw_audio_update_tables(JwEngine *engine) {
    JwAudio *audio = engine->audio;
    const bool settled = decimators_settled(audio);
    if (audio->waiting) {
        if (settled) {
            JwTables *tables = audio->waiting;
            audio->waiting = NULL;
            enter_tables(engine, tables);
        }
        return;
    }
    JwTables *tables = settled ? next_tables(engine) : NULL;
    if (tables) {
        accept_tables(engine, tables);
    }
}
