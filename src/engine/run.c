// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The audio thread: a block is cut at its events and at the control grid, and
// between cuts every string runs its steps.
//
// Nothing here allocates, waits or fails, but for synchronous (offline) engines,
// which build tables in place.

#include "base/fpu.h"
#include "engine/hearing.h"

#include <math.h>
#include <string.h>

/// Firmness of the hand on a string that fades and moves nothing else.
static const double light_palm = 0.5;

/// How long strings on a body are damped after they have faded [s].
static const double hush_s = 0.1;

static const double pi = 3.14159265358979323846;

/// A bend reaches its tension within a few of these: shorter clicks, longer drags.
static const double pull_time_s = 0.004;

/// What the bridge adds to the tone falls with this power of the pitch that a pull gives (measured:
/// half of it over seven semitones, at every fret). The string's bending at the bridge reaches less
/// far, as the square root of EI/T, and so does the wrap.
static const double wrap_power = 1.7;

/// Of what the body would add to the fundamental of a free string one over a bridge has this part
/// (measured, over the frets of sitar and surbahar): it keeps its partials in step.
static const double body_part = 0.4;

/// Corner of the high-pass that takes the resting bridge force out of the output.
static const double dc_corner_hz = 5.0;

/// A string moving less than this part of its loudest pluck is asleep; an output below it is 0.
static const double still = 1e-7;
static const double inaudible = 1e-9;
static const double rounding = 1e-6; // Of a decimator's sum in 32 bits

static JW_REALTIME JwModes *modes_of(const JwAudio *audio, int s) {
    return audio->tables->modes[s][audio->string[s].fret];
}

static JW_REALTIME JwBridge bridge_of(const JwAudio *audio) {
    return (JwBridge){
        .height_m = 0.001 * audio->param[JW_P_BRIDGE_HEIGHT],
        .curvature = jw_param_curvature(audio->param),
        .restitution = audio->param[JW_P_RESTITUTION],
    };
}

/// Output as if the string had always been as it is now.
static JW_REALTIME void settle_output(JwVoice *v) {
    const int factor = jw_decimator_factor(&v->decimator);
    float frames[JW_CONTROL_FRAMES];
    v->held = (float)jw_string_output(&v->state);
    for (int i = 0; i < JW_CONTROL_FRAMES * factor; ++i) {
        v->steps[i] = v->held;
    }
    for (int i = 0; i < JW_DECIMATOR_FILL_FRAMES; i += JW_CONTROL_FRAMES) {
        jw_decimator_run(&v->decimator, v->steps, frames, JW_CONTROL_FRAMES);
    }
    v->dc_in = (double)frames[JW_CONTROL_FRAMES - 1];
    v->dc_out = 0.0;
}

/// Strings on one body sleep and wake together.
static JW_REALTIME void wake(JwAudio *audio, JwVoice *v) {
    jw_audio_open_energy(audio, v);
    // On a grid of its own, so that a phrase is the same whenever it begins: ledgers hang on
    // audits.
    audio->stirred = true;
    v->asleep = v->muted;
    v->still_ticks = 0;
    if (audio->tables->coupled && audio->asleep) {
        for (int s = 0; s < audio->n_strings; ++s) {
            audio->string[s].asleep = audio->string[s].muted;
        }
    }
    audio->asleep = false;
}

static JW_REALTIME void rest_string(JwAudio *audio, int s) {
    JwVoice *v = &audio->string[s];
    const JwModes *modes = modes_of(audio, s);
    const JwBridge bridge = bridge_of(audio);
    jw_audio_open_energy(audio, v);
    jw_string_rest(&v->state, modes, &bridge, modes->rest_q, modes->rest_r);
    v->pull = 0.0;
    v->keeps = false;
    v->splice.left = 0;
    v->fade = 1.0;
    v->fade_step = 0.0;
    v->release = v->palm = 0.0;
    v->asleep = !audio->tables->coupled || audio->asleep || v->muted;
    settle_output(v);
}

/// Strings that all sound off has muted lie still, off the bridge, until a stroke: the body rings
/// on a little, and would set them going again.
static JW_REALTIME void assign_strings(JwAudio *audio) {
    JwEnsemble *ensemble = &audio->ensemble;
    ensemble->n = 0;
    for (int s = 0; s < audio->n_strings; ++s) {
        if (!audio->string[s].muted) {
            ensemble->state[ensemble->n++] = &audio->string[s].state;
        }
    }
    jw_ensemble_bind(ensemble, audio->tables->mass_kg);
}

/// What stiffness makes of the square of a string's frequency, over what tension makes.
static JW_REALTIME double stiff_part(const JwModes *m) {
    return m->theta2_first / m->theta2_t_first - 1.0;
}

/// Tension over the table's that raises a string by that pull [semitone]: the pitch ratio squared,
/// but for the part that stiffness makes.
static JW_REALTIME double tension_at(const JwModes *m, double pull) {
    const double square = exp2(pull / 6.0);
    return square + (square - 1.0) * stiff_part(m);
}

/// The pull that a string's tension is for, in the range of pulls.
static JW_REALTIME double pull_at(const JwStringState *c) {
    const double stiff = stiff_part(c->modes), most = exp2(JW_PULL_MAX / 6.0);
    const double square = (c->tension_scale + stiff) / (1.0 + stiff);
    return 6.0 * log2(fmin(fmax(square, 1.0 / most), most));
}

static JW_REALTIME void mute(JwAudio *audio, int s) {
    jw_audio_open_energy(audio, &audio->string[s]);
    audio->string[s].muted = audio->string[s].asleep = true;
    assign_strings(audio);
}

static JW_REALTIME void end_mute(JwAudio *audio) {
    bool any = false;
    for (int s = 0; s < audio->n_strings; ++s) {
        JwVoice *v = &audio->string[s];
        if (v->muted) {
            jw_audio_open_energy(audio, v);
            any = true;
            v->asleep = v->muted = false;
            v->still_ticks = 0;
        }
    }
    if (any) {
        assign_strings(audio);
    }
}

/// The body of the tables in force, as the last one moved.
static JW_REALTIME void bind_body(JwAudio *audio, const JwBody *from) {
    audio->ensemble.body = audio->tables->body;
    if (from) {
        jw_body_carry(&audio->ensemble.body, from);
    }
    jw_shadow_bind(&audio->shadow, &audio->tables->body);
    assign_strings(audio);
}

void jw_audio_rest(JwAudio *audio) {
    memcpy(audio->param, audio->instrument.param, sizeof(audio->param));
    audio->frame = audio->asked = audio->flooded = audio->limited = audio->ignored_sysex = 0;
    audio->requested = audio->at_rest = false;
    audio->rest_ticks = 0;
    audio->watch_ticks = 0;
    audio->stirred = true;
    audio->strokes = audio->messages = audio->sysex = 0;
    audio->vibrato_phase = 0.0;
    audio->bridged[0] = audio->param[JW_P_BRIDGE_HEIGHT];
    audio->bridged[1] = jw_param_curvature(audio->param);
    audio->bridged[2] = audio->param[JW_P_RESTITUTION];
    jw_allocator_reset(&audio->allocator, &audio->instrument, &audio->tables->board,
                       audio->tables->spec.rate_hz, audio->param[JW_P_BEND_RANGE]);
    jw_drone_reset(&audio->drone, &audio->instrument.drone, audio->tables->spec.rate_hz);
    audio->asleep = true;
    jw_audio_hold_books(audio, true); // They are opened below, when there is something to count.
    for (int s = 0; s < audio->n_strings; ++s) {
        JwVoice *v = &audio->string[s];
        v->fret = 0;
        v->muted = false;
        v->stretch_scale = v->state.stretch_scale = audio->param[JW_P_TENSION_MODULATION];
        v->thread_scale = v->state.thread_scale = audio->param[JW_P_THREAD];
        v->state.output = (JwOutput)(int)audio->param[JW_P_OUTPUT_SOURCE];
        v->nonfinite = v->bound.times = 0;
        v->peak = v->parameters_j = 0.0;
        v->left = v->right = v->mono = 0.0;
        jw_decimator_init(&v->decimator, audio->tables->quality);
        v->ring = 100.0;
        rest_string(audio, s);
        jw_string_forget(&v->state);
    }
    jw_shadow_init(&audio->shadow, &audio->tables->body, audio->tables->quality);
    bind_body(audio, NULL);
    audio->ensemble.strokes_j = audio->parameters_j = 0.0;
    audio->bound.times = 0;
    jw_audio_set_bounds(audio);
    jw_audio_hold_books(audio, false);
    audio->ensemble.energy_in = audio->ensemble.excess = audio->ensemble.in_max = 0.0;
    audio->body_gain = audio->body_step = audio->body_pan = 0.0;
    audio->shadow_gain = audio->shadow_step = 0.0;
    for (int c = 0; c < 2; ++c) {
        jw_decimator_init(&audio->body_out[c], audio->tables->quality);
        audio->body_held[c] = 0.0F;
    }
    jw_ensemble_book(&audio->ensemble, jw_ensemble_balance(&audio->ensemble));
}

/********* Gestures *********/

static JW_REALTIME double impedance(const JwStringSpec *string) {
    return sqrt(string->data.tension_n * string->data.mu_kg_m);
}

static JW_REALTIME bool is_silenced(const JwVoice *v) {
    return v->release >= 1.0 && v->fade_step < 0.0;
}

/// The firmest of the palms that may lie on a string. A dashpot of twice the string's impedance
/// absorbs most; more would only divide the string.
static JW_REALTIME void update_palm(JwAudio *audio, int s) {
    JwVoice *v = &audio->string[s];
    const JwStringSpec *string = &audio->instrument.string[s];
    double firmness = fmax(v->release, jw_allocator_palm(&audio->allocator, s));
    if (string->role == JW_ROLE_TARAF) {
        firmness = fmax(firmness, 1.0 - 0.01 * v->ring);
    }
    // All sound off fades what is heard of a string; where it moves nothing else, less is heard of
    // a lighter hand.
    if (is_silenced(v) && !audio->tables->coupled) {
        firmness = fmax(v->palm, light_palm);
    }
    if (firmness != v->palm) {
        jw_audio_open_energy(audio, v);
        v->palm = firmness;
        jw_string_set_palm(&v->state, 0.0, 2.0 * impedance(string) * firmness * firmness);
    }
}

/// Tables in force, and that fret of them. The force on the bridge goes on as it was, and the body
/// with it; a pick-up is led over, but for frets that follow each other faster than that.
static JW_REALTIME void go_over(JwAudio *audio, int s, int fret) {
    JwVoice *v = &audio->string[s];
    const JwModes *modes = audio->tables->modes[s][fret];
    v->splice.left = modes->dt_s == v->state.modes->dt_s ? v->splice.left : 0;
    const bool turns = fret != v->fret && modes->dt_s == v->state.modes->dt_s &&
                       v->state.output != JW_OUT_BRIDGE_FORCE && v->splice.left == 0;
    if (turns) {
        jw_string_partials(&v->state, &v->splice.before);
    }
    v->fret = fret;
    jw_string_set_modes(&v->state, modes);
    if (turns) {
        jw_string_partials(&v->state, &v->splice.after);
        jw_splice_begin(&v->splice, JW_SPLICE_FRAMES * audio->tables->quality);
    }
}

/// The palm leaves the string, the finger goes where the gesture says.
static JW_REALTIME void finger(JwAudio *audio, const JwGesture *g) {
    JwVoice *v = &audio->string[g->string];
    end_mute(audio);
    wake(audio, v);
    v->release = 0.0;
    update_palm(audio, g->string);
    if (v->fret != g->fret) {
        go_over(audio, g->string, g->fret);
    }
}

static JW_REALTIME void pluck(JwAudio *audio, const JwGesture *g) {
    JwVoice *v = &audio->string[g->string];
    const JwStringSpec *string = &audio->instrument.string[g->string];
    const double *param = audio->param;
    finger(audio, g);
    v->keeps = false;
    v->fade = fmax(v->fade, 0.0);
    v->fade_step = v->fade < 1.0 ? 1.0 / JW_FADE_FRAMES : 0.0;
    const double length = v->state.modes->length_m;
    const double place = g->position < 0.0 ? param[JW_P_PLUCK_POSITION] : g->position;
    const double strength = copysign(pow(fabs(g->velocity), 1.5), g->velocity);
    // The same force on a shorter string pulls it less far aside.
    const double reach = string->pluck_m * length / string->data.length_m;
    jw_string_pluck(&v->state, (JwStroke)(int)param[JW_P_PLUCK_STROKE], place * length,
                    0.001 * param[JW_P_PLUCK_WIDTH], reach * param[JW_P_PLUCK_STRENGTH] * strength,
                    param[JW_P_PLUCK_DURATION]);
}

static JW_REALTIME void damp(JwAudio *audio, int s, double firmness) {
    audio->string[s].release = firmness;
    update_palm(audio, s);
}

static JW_REALTIME void silence(JwAudio *audio, int s) {
    if (!is_silenced(&audio->string[s])) {
        audio->string[s].fade_step = -1.0 / JW_FADE_FRAMES;
        damp(audio, s, 1.0);
    }
}

static JW_REALTIME void obey(JwAudio *audio, const JwGesture *g) {
    audio->rest_ticks = 0;
    switch (g->kind) {
    case JW_GESTURE_PLUCK:
        pluck(audio, g);
        return;
    case JW_GESTURE_FRET:
        finger(audio, g);
        return;
    case JW_GESTURE_DAMP:
        damp(audio, g->string, 0.01 * audio->param[JW_P_RELEASE_DAMPING]);
        return;
    case JW_GESTURE_SILENCE:
        silence(audio, g->string);
        return;
    }
}

static JW_REALTIME void panic(JwAudio *audio) {
    jw_drone_halt(&audio->drone);
    jw_allocator_panic(&audio->allocator, audio->param[JW_P_BEND_RANGE]);
    jw_hearing_lead(audio);
    for (int s = 0; s < audio->n_strings; ++s) {
        obey(audio, &(JwGesture){.kind = JW_GESTURE_SILENCE, .string = s});
    }
}

static JW_REALTIME bool ends_notes(const JwMidi *midi) {
    const bool pedal = midi->key >= JW_CC_SUSTAIN && midi->key <= JW_CC_SOFT;
    return midi->type == JW_MIDI_NOTE_OFF ||
           (midi->type == JW_MIDI_CONTROL && (pedal || midi->key >= JW_CC_ALL_SOUND_OFF));
}

/// False for a message too many in its tick.
static JW_REALTIME bool admit(JwAudio *audio, const JwMidi *midi) {
    if (midi->type == JW_MIDI_NOTE_ON) {
        return audio->strokes++ < JW_TICK_STROKES;
    }
    return ends_notes(midi) || audio->messages++ < JW_TICK_MESSAGES;
}

static JW_REALTIME void take_midi(JwAudio *audio, const uint8_t *bytes) {
    const JwMidi midi = jw_midi_decode(bytes);
    JwGesture gestures[JW_MAX_GESTURES];
    if (midi.type == JW_MIDI_NONE) {
        return;
    }
    if (!admit(audio, &midi)) {
        ++audio->flooded;
        return;
    }
    if (midi.type == JW_MIDI_CONTROL && !jw_allocator_keeps(&audio->allocator, &midi)) {
        const int id = jw_param_from_cc(midi.key);
        if (id >= 0 && jw_channel_value_of((JwParamId)id) < 0) {
            audio->param[id] = jw_param_from_unit((JwParamId)id, midi.value / 127.0);
        }
    }
    if (midi.type == JW_MIDI_CONTROL && midi.key == JW_CC_ALL_SOUND_OFF) {
        jw_drone_halt(&audio->drone);
    }
    const int n = jw_allocator_take(&audio->allocator, &midi, audio->frame, audio->param, gestures);
    jw_hearing_lead(audio);
    if (midi.type == JW_MIDI_NOTE_ON) {
        jw_hearing_hasten(audio);
    }
    for (int i = 0; i < n; ++i) {
        obey(audio, &gestures[i]);
    }
}

/// Strings that notes play fall silent; drone and what rings along go on.
static JW_REALTIME void power_up(JwAudio *audio) {
    for (int s = 0; s < audio->n_strings; ++s) {
        if (audio->allocator.voice[s].channel >= 0 && !audio->string[s].asleep) {
            audio->string[s].keeps = true;
            obey(audio, &(JwGesture){.kind = JW_GESTURE_SILENCE, .string = s});
        }
    }
    jw_allocator_power_up(&audio->allocator, audio->param[JW_P_BEND_RANGE]);
    jw_hearing_lead(audio);
}

static JW_REALTIME void take_sysex(JwAudio *audio, const uint8_t *bytes, uint32_t size) {
    if (audio->sysex++ >= JW_TICK_SYSEX) {
        ++audio->flooded;
        return;
    }
    const JwSysex sysex = jw_sysex_decode(bytes, size);
    if (sysex.type == JW_SYSEX_RESET) {
        power_up(audio);
    } else if (!jw_allocator_sysex(&audio->allocator, &sysex)) {
        ++audio->ignored_sysex;
    }
}

static JW_REALTIME void take_open_string(JwAudio *audio, int string, int velocity) {
    JwGesture gesture;
    if (string >= 0 && string < audio->n_strings &&
        jw_allocator_open(&audio->allocator, string, velocity, audio->param, &gesture)) {
        jw_hearing_lead(audio);
        jw_hearing_hasten(audio);
        obey(audio, &gesture);
    }
}

/// Of a range by parameter and one by RPN the later holds, within a tick too.
static JW_REALTIME void take_param(JwAudio *audio, JwParamId id, double value) {
    if (id == JW_P_DRONE) {
        jw_drone_resume(&audio->drone);
    }
    if ((unsigned)id < JW_N_PARAMS) {
        audio->param[id] = jw_param_clamp(id, value, audio->param[id]);
        jw_channels_set_base(&audio->allocator.channels, id, audio->param[id]);
    }
    if (id == JW_P_BEND_RANGE) {
        jw_allocator_set_bend_range(&audio->allocator, audio->param[id]);
    }
}

/// Frame of the next stroke that player or drone has in mind, UINT64_MAX for none.
static JW_REALTIME uint64_t next_due(const JwAudio *audio) {
    const uint64_t allocator = jw_allocator_due(&audio->allocator);
    const uint64_t drone = jw_drone_due(&audio->drone, audio->param);
    return allocator < drone ? allocator : drone;
}

/// All sound off has nothing more to do where every string falls silent already and none is due.
static JW_REALTIME bool falls_silent(const JwAudio *audio) {
    bool all = next_due(audio) == UINT64_MAX;
    for (int s = 0; s < audio->n_strings; ++s) {
        all &= is_silenced(&audio->string[s]);
    }
    return all;
}

/// True if a string sounds that a note has played.
static JW_REALTIME bool notes_sound(const JwAudio *audio) {
    bool any = false;
    for (int s = 0; s < audio->n_strings; ++s) {
        const JwVoice *v = &audio->string[s];
        any |= audio->allocator.voice[s].channel >= 0 && !v->asleep && !is_silenced(v);
    }
    return any;
}

/// True if something changes as soon as the event is taken; see jw_allocator_acts().
static JW_REALTIME bool acts(const JwAudio *audio, const JwEvent *event) {
    if (event->type == JW_EVENT_PARAM) {
        // The drone looks at its own between strokes.
        return event->param.id >= JW_P_DRONE && event->param.id <= JW_P_DRONE_SEED;
    }
    if (event->type == JW_EVENT_SYSEX) {
        return notes_sound(audio) && jw_sysex_resets(event->sysex.bytes, event->sysex.size);
    }
    if (event->type == JW_EVENT_KEYS) {
        return false;
    }
    if (event->type != JW_EVENT_MIDI) {
        return true;
    }
    const JwMidi midi = jw_midi_decode(event->midi);
    if (midi.type == JW_MIDI_CONTROL && midi.key == JW_CC_ALL_SOUND_OFF) {
        return !falls_silent(audio);
    }
    const bool dropped = midi.type == JW_MIDI_NOTE_ON && audio->strokes >= JW_TICK_STROKES;
    return !dropped && jw_allocator_acts(&audio->allocator, &midi);
}

static JW_REALTIME void take_event(JwAudio *audio, const JwEvent *event) {
    audio->at_rest = audio->at_rest && !acts(audio, event);
    audio->rest_ticks = event->type == JW_EVENT_TRANSPORT ? audio->rest_ticks : 0;
    switch (event->type) {
    case JW_EVENT_MIDI:
        take_midi(audio, event->midi);
        return;
    case JW_EVENT_PARAM:
        take_param(audio, event->param.id, event->param.value);
        return;
    case JW_EVENT_TRANSPORT:
        jw_drone_transport(&audio->drone, audio->frame, event->transport.bpm, event->transport.beat,
                           audio->param);
        return;
    case JW_EVENT_SYSEX:
        take_sysex(audio, event->sysex.bytes, event->sysex.size);
        return;
    case JW_EVENT_KEYS:
        jw_allocator_set_table(&audio->allocator, event->keys);
        return;
    case JW_EVENT_OPEN:
        take_open_string(audio, event->open.string, event->open.velocity);
        return;
    case JW_EVENT_PANIC:
        panic(audio);
        return;
    }
}

/********* Control grid *********/

/// A string goes over to other tables with the tension that it has: from there it goes where they
/// are tuned to, as a bend does.
static JW_REALTIME void change_tables(JwAudio *audio, int s) {
    JwVoice *v = &audio->string[s];
    const JwModes *old = v->state.modes;
    go_over(audio, s, audio->allocator.voice[s].fret);
    if (v->state.modes->tension_n != old->tension_n) {
        v->pull = pull_at(&v->state);
        jw_string_set_tension(&v->state, tension_at(v->state.modes, v->pull),
                              v->state.stretch_scale);
    }
}

static JW_REALTIME void enter_tables(JwEngine *engine, JwTables *tables) {
    JwAudio *audio = engine->audio;
    JwTables *old = audio->tables;
    jw_audio_open_all_energy(audio);
    const JwBody body = audio->ensemble.body;
    audio->tables = tables;
    jw_allocator_set_board(&audio->allocator, &tables->board);
    for (int s = 0; s < audio->n_strings; ++s) {
        JwVoice *v = &audio->string[s];
        change_tables(audio, s);
        if (v->asleep) {
            // Nothing is heard of a string that sleeps, nor of where it lies now.
            const double release = v->release;
            rest_string(audio, s);
            v->release = release;
        } else {
            wake(audio, v);
        }
    }
    bind_body(audio, &body);
    jw_audio_retime(audio, audio->ensemble.body.dt_s / body.dt_s);
    // What a synchronous engine builds in place is nobody's to collect.
    if (!jw_exchange_give_back(&engine->exchange, old) && engine->options.synchronous) {
        jw_tables_free(old);
    }
    audio->requested = false;
    audio->at_rest = false;
}

/// Going up, strings change at once and the decimators cross over; going down they wait.
static JW_REALTIME void accept_tables(JwEngine *engine, JwTables *tables) {
    JwAudio *audio = engine->audio;
    const int now = audio->tables->quality;
    audio->rest_ticks = 0;
    if (tables->quality != now) {
        for (int s = 0; s < audio->n_strings; ++s) {
            jw_decimator_switch(&audio->string[s].decimator, tables->quality);
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
    // The tuning is the main thread's: who builds asynchronously adds it.
    spec.tuning = engine->options.synchronous ? &engine->tuning : NULL;
    return spec;
}

static JW_REALTIME JwTables *next_tables(JwEngine *engine) {
    JwAudio *audio = engine->audio;
    const double *built = audio->tables->spec.param;
    // A string that was put to rest while its bridge was elsewhere would lie in it, or over it.
    const bool differ = jw_tables_differ(built, audio->param) ||
                        (audio->at_rest && jw_tables_rest_differs(built, audio->param));
    if (engine->options.synchronous) {
        if (audio->frame % JW_BUILD_FRAMES) {
            return NULL;
        }
        JwTables *offered = jw_exchange_take(&engine->exchange);
        if (offered || !differ) {
            return offered;
        }
        const JwTablesSpec spec = wanted_tables(engine);
        return jw_tables_new(&audio->instrument, &spec);
    }
    // A request that came to nothing, for want of memory, is made again after a second.
    const bool products_stale = audio->frame - audio->asked > (uint64_t)engine->rate_hz;
    if (differ && (!audio->requested || products_stale)) {
        const JwTablesSpec spec = wanted_tables(engine);
        audio->requested = jw_ring_write(engine->requests, &spec);
        audio->asked = audio->frame;
    }
    return jw_exchange_take(&engine->exchange);
}

static JW_REALTIME void update_tables(JwEngine *engine) {
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

/// What the body adds to a tone of that pitch [semitone]. A string whose end gives way by y to a
/// newton is longer by T y: of its pitch that takes T y/L, which is 4 mu L f^2 y.
static JW_REALTIME double body_adds(const JwAudio *audio, int s, double hz) {
    const JwInstrument *in = &audio->instrument;
    const double length = audio->string[s].state.modes->length_m;
    const double newtons_m = 4.0 * in->string[s].data.mu_kg_m * length * hz * hz;
    const double part = in->string[s].n_obstacles > 0 ? body_part : 1.0;
    return -12.0 / log(2.0) * part * newtons_m * jw_body_compliance(in->body, in->n_body, hz);
}

/// What a pull by that interval [semitone] must have more, for the tone to follow it: the tighter a
/// stiff string, the less its bridge adds, and the body adds what it does where the tone goes.
static JW_REALTIME double pull_takes(const JwAudio *audio, int s, double interval) {
    const JwNeck *neck = &audio->tables->board.neck[s];
    const int fret = audio->string[s].fret;
    if (interval == 0.0) {
        return 0.0;
    }
    const double hz = neck->hz[fret], body = body_adds(audio, s, hz);
    const double wrap = 12.0 * log2(hz / neck->tuned_hz[fret]) - body;
    return wrap * (1.0 - exp2(-wrap_power * interval / 12.0)) + body -
           body_adds(audio, s, hz * exp2(interval / 12.0));
}

/// A pull [semitone] that the tone follows.
static JW_REALTIME double pull_for(const JwAudio *audio, int s, double interval) {
    return interval + pull_takes(audio, s, interval);
}

/// wave: where the vibrato is in its pull, 0 to 1.
static JW_REALTIME void update_tension(JwEngine *engine, int s, double wave) {
    const JwAudio *audio = engine->audio;
    JwVoice *v = &engine->audio->string[s];
    const double wobble =
        jw_allocator_bends(&audio->allocator, s) ? jw_hearing_vibrato(audio, s) * wave : 0.0;
    const double interval =
        fmin(jw_allocator_pull(&audio->allocator, s) + 0.01 * (audio->param[JW_P_TUNE] + wobble),
             JW_PULL_MAX);
    const double goal = pull_for(audio, s, interval);
    const double stretch = audio->param[JW_P_TENSION_MODULATION];
    if (goal == v->pull && stretch == v->stretch_scale) {
        return;
    }
    const double reach = 1.0 - exp(-JW_CONTROL_FRAMES / (pull_time_s * engine->rate_hz));
    v->pull += reach * (goal - v->pull);
    v->pull = fabs(goal - v->pull) < 1e-5 || v->asleep ? goal : v->pull;
    v->stretch_scale = stretch;
    jw_audio_open_energy(engine->audio, v);
    jw_string_set_tension(&v->state, tension_at(v->state.modes, v->pull), stretch);
}

/// A bridge on its way does work all the time.
static JW_REALTIME void watch_bridge(JwAudio *audio) {
    for (int s = 0; s < audio->n_strings; ++s) {
        if (audio->string[s].state.glide > 0) {
            jw_audio_open_energy(audio, &audio->string[s]);
        }
    }
}

static JW_REALTIME void update_bridge(JwAudio *audio) {
    const double now[3] = {audio->param[JW_P_BRIDGE_HEIGHT], jw_param_curvature(audio->param),
                           audio->param[JW_P_RESTITUTION]};
    if (!memcmp(now, audio->bridged, sizeof(now))) {
        return;
    }
    memcpy(audio->bridged, now, sizeof(now));
    const JwBridge bridge = bridge_of(audio);
    for (int s = 0; s < audio->n_strings; ++s) {
        jw_string_set_bridge(&audio->string[s].state, &bridge,
                             8 * JW_CONTROL_FRAMES * audio->tables->quality);
        wake(audio, &audio->string[s]);
    }
    audio->at_rest = false;
}

/// A level above the instrument's own, and above 0 dB, is asked for: what it makes loud goes out.
static JW_REALTIME float asked_level(const JwAudio *audio) {
    double more_db = 0.0;
    for (int i = 0; i < 2; ++i) {
        const JwParamId id = i == 0 ? JW_P_GAIN : JW_P_BODY;
        more_db += fmax(audio->param[id] - fmax(audio->instrument.param[id], 0.0), 0.0);
    }
    return (float)pow(10.0, more_db / 20.0);
}

/// True when a string that all sound off silenced is to be put to rest. On a body it goes on to be
/// damped, unheard by itself, until it sleeps: what it pulls the bridge with may not end at once.
static JW_REALTIME bool has_faded(const JwAudio *audio, const JwVoice *v) {
    const double frames = hush_s * audio->tables->spec.rate_hz;
    const double last = audio->tables->coupled && !v->asleep ? -frames / JW_FADE_FRAMES : 0.0;
    return v->fade_step < 0.0 && v->fade <= last;
}

/// Moves that only need to be noticed: thread, taraf, output.
static JW_REALTIME void update_string(JwAudio *audio, int s) {
    JwVoice *v = &audio->string[s];
    if (v->thread_scale != audio->param[JW_P_THREAD]) {
        wake(audio, v);
        v->thread_scale = audio->param[JW_P_THREAD];
        jw_string_set_thread(&v->state, v->thread_scale);
    }
    v->ring = audio->param[JW_P_SYMPATHETIC];
    update_palm(audio, s);
    jw_string_set_output(&v->state, (JwOutput)(int)audio->param[JW_P_OUTPUT_SOURCE]);
    if (has_faded(audio, v)) {
        rest_string(audio, s);
        if (audio->tables->coupled) {
            mute(audio, s);
        }
    }
}

/// ticks: since it was counted last.
static JW_REALTIME void count_stillness(JwVoice *v, const JwStringSpec *string, int ticks) {
    const JwStringState *c = &v->state;
    const double least = still * string->pluck_m * sqrt(c->modes->theta2_first);
    const bool moving = c->pluck.active || c->glide > 0 || jw_string_motion(c) > least;
    v->still_ticks = moving ? 0 : v->still_ticks + ticks;
}

static JW_REALTIME void fall_asleep(JwVoice *v) {
    jw_string_freeze(&v->state);
    v->held = (float)jw_string_output(&v->state);
    v->asleep = true;
}

static JW_REALTIME void watch_string(JwAudio *audio, int s) {
    JwVoice *v = &audio->string[s];
    jw_string_audit(&v->state);
    count_stillness(v, &audio->instrument.string[s], audio->watch_ticks);
    if (v->still_ticks >= JW_STILL_TICKS) {
        fall_asleep(v);
    }
}

/// A coupled instrument sleeps when every string and the body are still.
static JW_REALTIME void watch_ensemble(JwAudio *audio) {
    bool asleep = audio->body_peak < inaudible;
    jw_ensemble_audit(&audio->ensemble);
    for (int s = 0; s < audio->n_strings; ++s) {
        count_stillness(&audio->string[s], &audio->instrument.string[s], audio->watch_ticks);
        asleep &= audio->string[s].muted || audio->string[s].still_ticks >= JW_STILL_TICKS;
    }
    audio->body_peak = 0.0;
    if (asleep) {
        jw_audio_open_all_energy(audio);
        for (int s = 0; s < audio->n_strings; ++s) {
            fall_asleep(&audio->string[s]);
        }
        jw_body_reset(&audio->ensemble.body);
        jw_shadow_rest(&audio->shadow);
        audio->body_held[0] = audio->body_held[1] = 0.0F;
        audio->asleep = true;
        jw_audio_close_energy(audio);
    }
}

/// The last of a sleeping string's high-pass, below hearing, becomes exactly 0. A decimator gives a
/// constant back but for its rounding.
static JW_REALTIME void quiet(JwVoice *v) {
    const double held = (double)v->held;
    if (v->asleep && fabs(v->dc_out * v->mono) < inaudible &&
        fabs(v->dc_in - held) <= rounding * fabs(held)) {
        v->dc_out = 0.0;
    }
}

/// What a string sounds at: its fret, and the interval that its pull is for.
static JW_REALTIME double pitch_of(const JwAudio *audio, int s) {
    const JwVoice *v = &audio->string[s];
    const double hz = audio->tables->board.neck[s].hz[v->fret];
    return hz * exp2((v->pull - pull_takes(audio, s, v->pull)) / 12.0);
}

static JW_REALTIME void publish_report(JwAudio *audio, int s) {
    JwVoice *v = &audio->string[s];
    const JwStringState *c = &v->state;
    JwStringReport report = {
        .frames = audio->frame,
        .nonfinite = v->nonfinite,
        .impacts = c->contact.impacts,
        .dropped_events = audio->allocator.dropped + audio->flooded,
        .limited = audio->limited,
        .cut_bends = audio->allocator.voice[s].cut_bends,
        .ignored_sysex = audio->ignored_sysex,
        .energy_j = c->energy * jw_string_joules(c),
        .energy_excess_max = audio->tables->coupled ? audio->ensemble.excess : c->energy_excess,
        .penetration_max_m = c->contact.penetration,
        .contact_force_max_n = c->contact.impulse_max * jw_string_newtons(c),
        .peak = v->peak,
        .pitch_hz = pitch_of(audio, s),
    };
    jw_audio_energy_report(audio, s, &report);
    jw_latest_write(v->report, &report);
}

static JW_REALTIME void publish_shape(JwVoice *v) {
    const JwStringState *c = &v->state;
    JwShapeHead *shape = jw_latest_edit(v->shape);
    shape->n = c->modes->n;
    shape->length_m = c->modes->length_m;
    jw_string_shape(c, (float *)(shape + 1));
    jw_latest_publish(v->shape);
}

static JW_REALTIME void publish_forces(JwVoice *v) {
    const JwStringState *c = &v->state;
    const double newtons = jw_string_newtons(c);
    JwForceHead *forces = jw_latest_edit(v->forces);
    float *values = (float *)(forces + 1);
    forces->n = c->modes->n_points;
    for (int i = 0; i < forces->n; ++i) {
        values[i] = (float)c->modes->x_m[i];
        values[forces->n + i] = (float)(c->contact.impulse[i] * newtons);
    }
    jw_latest_publish(v->forces);
}

/// Shapes and forces in every tick as long as somebody reads them, now and then otherwise.
static JW_REALTIME void publish(JwAudio *audio, int s) {
    JwVoice *v = &audio->string[s];
    if (audio->watch_ticks == 0 || jw_latest_taken(v->shape)) {
        publish_shape(v);
    }
    if (audio->watch_ticks == 0 || jw_latest_taken(v->forces)) {
        publish_forces(v);
    }
    publish_report(audio, s);
}

/// Energy and motion of what is not asleep.
static JW_REALTIME void watch(JwAudio *audio) {
    if (audio->tables->coupled && !audio->asleep) {
        watch_ensemble(audio);
    }
    for (int s = 0; s < audio->n_strings; ++s) {
        if (!audio->tables->coupled && !audio->string[s].asleep) {
            watch_string(audio, s);
        }
    }
}

static JW_REALTIME double next_vibrato(JwEngine *engine) {
    JwAudio *audio = engine->audio;
    audio->vibrato_phase += audio->param[JW_P_VIBRATO_RATE] * JW_CONTROL_FRAMES / engine->rate_hz;
    audio->vibrato_phase -= floor(audio->vibrato_phase);
    // A pull can only raise the pitch.
    return 0.5 - 0.5 * cos(2.0 * pi * audio->vibrato_phase);
}

/// True if a tick would change nothing but clocks: all has been at rest for long, no event came and
/// no parameter moved.
static JW_REALTIME bool nothing_to_do(JwAudio *audio) {
    const bool same = !memcmp(audio->rest_param, audio->param, sizeof(audio->param));
    if (!same) {
        memcpy(audio->rest_param, audio->param, sizeof(audio->param));
    }
    audio->rest_ticks = same && audio->at_rest ? audio->rest_ticks + 1 : 0;
    return audio->rest_ticks > JW_REST_TICKS;
}

static JW_REALTIME void rest_on(JwAudio *audio) {
    for (int s = 0; s < audio->n_strings && audio->rest_ticks % JW_REST_TICKS == 0; ++s) {
        publish_report(audio, s);
    }
}

JW_REALTIME void jw_audio_publish_params(const JwAudio *audio, JwLatest *params) {
    JwParams *now = jw_latest_edit(params);
    memcpy(now->now, audio->param, sizeof(now->now));
    memcpy(now->base, audio->allocator.channels.base, sizeof(now->base));
    jw_latest_publish(params);
}

static JW_REALTIME void tick(JwEngine *engine) {
    JwAudio *audio = engine->audio;
    audio->strokes = audio->messages = audio->sysex = 0;
    jw_drone_update(&audio->drone, audio->frame, audio->param);
    watch_bridge(audio);
    update_tables(engine);
    update_bridge(audio);
    const double vibrato = next_vibrato(engine);
    if (nothing_to_do(audio)) {
        rest_on(audio);
        return;
    }
    jw_allocator_watch(&audio->allocator);
    for (int s = 0; s < audio->n_strings; ++s) {
        update_string(audio, s);
        update_tension(engine, s, vibrato);
    }
    jw_hearing_tick(audio);
    audio->level_asked = asked_level(audio);
    jw_audio_close_energy(audio);
    if (++audio->watch_ticks >= JW_WATCH_TICKS || audio->stirred) {
        watch(audio);
        audio->watch_ticks = 0;
        audio->stirred = false;
    }
    for (int s = 0; s < audio->n_strings; ++s) {
        quiet(&audio->string[s]);
        publish(audio, s);
    }
    jw_audio_publish_params(audio, engine->params);
}

/********* Frames *********/

// What goes to a decimator is what a step begins with: the first of a frame's steps then stands at
// the frame's own time at every quality.

static JW_REALTIME void hold(float *steps, float held, uint32_t n_steps) {
    for (uint32_t i = 0; i < n_steps; ++i) {
        steps[i] = held;
    }
}

/// The first of n numbers that is none, n if all are.
static JW_REALTIME uint32_t first_bad(const float *x, uint32_t n) {
    float sum = 0.0F;
    for (uint32_t i = 0; i < n; ++i) {
        sum += 0.0F * x[i];
    }
    for (uint32_t i = 0; sum != 0.0F && i < n; ++i) {
        if (!isfinite(x[i])) {
            return i;
        }
    }
    return n;
}

/// Outputs of a run of steps; a string that is no number any more is put to rest.
static JW_REALTIME void take_outputs(JwAudio *audio, int s, uint32_t n_steps) {
    JwVoice *v = &audio->string[s];
    const uint32_t good = first_bad(v->steps + 1, n_steps);
    for (uint32_t i = 0; i < good && v->splice.left > 0; ++i) {
        v->steps[i + 1] += (float)jw_splice_next(&v->splice);
    }
    v->held = v->steps[good];
    if (good < n_steps) {
        v->nonfinite += n_steps - good;
        rest_string(audio, s);
        hold(v->steps + 1 + good, v->steps[good], n_steps - good);
    }
}

static JW_REALTIME void take_body_outputs(JwAudio *audio, uint32_t n_steps) {
    for (int c = 0; c < 2; ++c) {
        float *steps = audio->body_steps[c];
        const uint32_t good = first_bad(steps + 1, n_steps);
        audio->body_held[c] = steps[n_steps];
        if (good < n_steps) {
            jw_audio_open_all_energy(audio);
            jw_body_reset(&audio->ensemble.body);
            hold(steps + 1 + good, 0.0F, n_steps - good);
            audio->body_held[c] = 0.0F;
        }
    }
}

static JW_REALTIME void run_steps(JwAudio *audio, uint32_t n_steps) {
    JwEnsemble *ensemble = &audio->ensemble;
    const bool coupled = audio->tables->coupled, silent = coupled && audio->asleep;
    JwEnsembleOutput out = {.forces = audio->shadow.active};
    uint32_t assigned = 0;
    ensemble->uncoupled = !coupled;
    ensemble->n = 0;
    for (int s = 0; s < audio->n_strings; ++s) {
        JwVoice *v = &audio->string[s];
        hold(v->steps, v->held, n_steps + 1);
        if (coupled ? !v->muted : !v->asleep) {
            assigned |= 1u << s;
            out.force[ensemble->n] = audio->shadow.force[s];
            out.string[ensemble->n] = v->steps + 1;
            ensemble->state[ensemble->n++] = &v->state;
        }
    }
    for (int c = 0; c < 2; ++c) {
        hold(audio->body_steps[c], audio->body_held[c], n_steps + 1);
    }
    out.left = audio->body_steps[0] + 1;
    out.right = audio->body_steps[1] + 1;
    jw_ensemble_run(ensemble, silent ? 0 : (int)n_steps, &out);
    for (int s = 0; s < audio->n_strings; ++s) {
        take_outputs(audio, s, n_steps);
    }
    if (coupled) {
        take_body_outputs(audio, n_steps);
        jw_shadow_run(&audio->shadow, silent ? 0 : assigned, (int)n_steps);
    }
    jw_audio_close_energy(audio);
}

static JW_INLINE JW_REALTIME void put_stem(float *const stem[2], uint32_t i, float left,
                                           float right) {
    if (stem[0]) {
        stem[0][i] = left;
    }
    if (stem[1]) {
        stem[1][i] = right;
    }
}

/// Where a stem goes from a frame on; NULL: nowhere.
static JW_REALTIME float *stem_at(float *const *stems, int i, uint32_t done) {
    return stems && stems[i] ? stems[i] + done : NULL;
}

static JW_REALTIME void clear_stems(float *const *stems, int first, int last, uint32_t done,
                                    uint32_t n) {
    for (int i = first; i < last; ++i) {
        float *stem = stem_at(stems, i, done);
        if (stem) {
            memset(stem, 0, n * sizeof(*stem));
        }
    }
}

/// What the body radiates; adds to the mix, and is its stem. Returns true if it is exactly 0.
static JW_REALTIME bool mix_body(JwAudio *audio, float *left, float *right, float *const stem[2],
                                 uint32_t n) {
    float frames[2][JW_CONTROL_FRAMES], shadow[2][JW_CONTROL_FRAMES];
    const bool shaded = audio->shadow.active;
    bool silent = true;
    for (int c = 0; c < 2; ++c) {
        jw_decimator_run(&audio->body_out[c], audio->body_steps[c], frames[c], n);
        if (shaded) {
            jw_shadow_frames(&audio->shadow, c, shadow[c], n);
        }
    }
    const double pan = audio->body_pan;
    const double balance[2] = {pan > 0.0 ? 1.0 - pan : 1.0, pan < 0.0 ? 1.0 + pan : 1.0};
    for (uint32_t i = 0; i < n; ++i) {
        audio->body_gain += audio->body_step;
        audio->shadow_gain += audio->shadow_step;
        float l = (float)(audio->body_gain * balance[0] * (double)frames[0][i]);
        float r = (float)(audio->body_gain * balance[1] * (double)frames[1][i]);
        if (shaded) {
            l += (float)(audio->shadow_gain * (double)shadow[0][i]);
            r += (float)(audio->shadow_gain * (double)shadow[1][i]);
        }
        audio->body_peak = fmax(audio->body_peak, fmax(fabs((double)l), fabs((double)r)));
        left[i] += l;
        right[i] += r;
        put_stem(stem, i, l, r);
        silent &= l == 0.0F && r == 0.0F;
    }
    return silent;
}

/// The larger; a where b is no number.
static JW_INLINE JW_REALTIME double larger(double a, double b) {
    return b > a ? b : a;
}

/// High-pass, fade and gains; adds to the mix, and is its stem. What goes from frame to frame stays
/// in registers.
static JW_REALTIME void mix_string(JwVoice *v, double keep, const float *frames, float *left,
                                   float *right, float *const stem[2], uint32_t n) {
    const double left_step = v->left_step, right_step = v->right_step, mono_step = v->mono_step;
    const double fade_step = v->fade_step;
    double in = v->dc_in, out = v->dc_out, fade = v->fade, peak = v->peak;
    double to_left = v->left, to_right = v->right, to_mono = v->mono;
    for (uint32_t i = 0; i < n; ++i) {
        const double x = (double)frames[i];
        out = keep * out + (x - in);
        in = x;
        to_left += left_step;
        to_right += right_step;
        to_mono += mono_step;
        fade += fade_step;
        fade = fade < 1.0 ? fade : 1.0;
        const double faded = larger(fade, 0.0);
        const double y = out * faded * faded * (3.0 - 2.0 * faded);
        const float l = (float)(y * to_left), r = (float)(y * to_right);
        left[i] += l;
        right[i] += r;
        put_stem(stem, i, l, r);
        peak = larger(peak, fabs(y * to_mono));
    }
    v->dc_in = in;
    v->dc_out = out;
    v->left = to_left;
    v->right = to_right;
    v->mono = to_mono;
    v->fade = fade;
    v->peak = peak;
}

/// Most that goes out, and where it begins to be held back, at a level of 1: +12 and +9 dBFS.
static const float most_out = 3.98F, knee_out = 2.82F;

/// Holds back what is louder than any hand makes an instrument, as controls can; returns how many
/// samples.
static JW_REALTIME uint64_t hold_back(float *out, float level, uint32_t n) {
    const float knee = knee_out * level, room = (most_out - knee_out) * level;
    uint64_t held = 0;
    for (uint32_t i = 0; i < n; ++i) {
        const float over = fabsf(out[i]) - knee;
        if (over > 0.0F) {
            out[i] = copysignf(knee + room * over / (room + over), out[i]);
            ++held;
        }
    }
    return held;
}

static JW_REALTIME void run_frames(JwEngine *engine, float *left, float *right, float *const *stems,
                                   uint32_t done, uint32_t n) {
    JwAudio *audio = engine->audio;
    bool at_rest = next_due(audio) == UINT64_MAX;
    memset(left + done, 0, n * sizeof(*left));
    memset(right + done, 0, n * sizeof(*right));
    if (audio->rest_ticks > JW_REST_TICKS) {
        clear_stems(stems, 0, 2 * (audio->n_strings + 1), done, n);
        audio->at_rest = at_rest;
        return;
    }
    const double keep = exp(-2.0 * pi * dc_corner_hz / engine->rate_hz);
    float frames[JW_CONTROL_FRAMES];
    audio->ensemble.team = engine->team;
    run_steps(audio, n * (uint32_t)jw_decimator_factor(&audio->string[0].decimator));
    for (int s = 0; s < audio->n_strings; ++s) {
        JwVoice *v = &audio->string[s];
        jw_decimator_run(&v->decimator, v->steps, frames, n);
        float *const stem[2] = {stem_at(stems, 2 * s, done), stem_at(stems, 2 * s + 1, done)};
        mix_string(v, keep, frames, left + done, right + done, stem, n);
        at_rest &= v->asleep && v->dc_out == 0.0;
    }
    if (audio->tables->coupled) {
        const int body = 2 * audio->n_strings;
        float *const stem[2] = {stem_at(stems, body, done), stem_at(stems, body + 1, done)};
        at_rest &= mix_body(audio, left + done, right + done, stem, n) && audio->asleep;
    } else {
        clear_stems(stems, 2 * audio->n_strings, 2 * (audio->n_strings + 1), done, n);
    }
    audio->limited += hold_back(left + done, audio->level_asked, n);
    audio->limited += hold_back(right + done, audio->level_asked, n);
    audio->at_rest = at_rest;
}

/// Strokes whose time has come; returns the frames until the next one, at most n.
static JW_REALTIME uint32_t play_due(JwAudio *audio, uint32_t n) {
    JwGesture gesture;
    JwDroneStroke stroke;
    while (jw_allocator_next(&audio->allocator, audio->frame, &gesture)) {
        obey(audio, &gesture);
    }
    while (jw_drone_next(&audio->drone, audio->frame, audio->param, &stroke)) {
        gesture = jw_allocator_stroke(&audio->allocator, stroke.string, -1, stroke.velocity, -1.0);
        obey(audio, &gesture);
    }
    jw_audio_close_energy(audio);
    const uint64_t wait = next_due(audio) - audio->frame;
    return wait < n ? (uint32_t)wait : n;
}

/// Frames from done to the next event, event `next` or a later one, that cannot wait; at most n.
static JW_REALTIME uint32_t frames_to_event(const JwAudio *audio, const JwEvent *events,
                                            size_t next, size_t n_events, uint32_t done,
                                            uint32_t n) {
    for (size_t i = next; i < n_events && events[i].frame < done + n; ++i) {
        if (acts(audio, &events[i])) {
            return events[i].frame - done;
        }
    }
    return n;
}

JW_REALTIME void jw_engine_run(JwEngine *engine, const JwEvent *events, size_t n_events,
                               float *left, float *right, float *const *stems, uint32_t n_frames) {
    JwAudio *audio = engine->audio;
    JwEvent posted;
    size_t e = 0;
    if (!audio) {
        memset(left, 0, n_frames * sizeof(*left));
        memset(right, 0, n_frames * sizeof(*right));
        return;
    }
    const JwFpu host = jw_fpu_flush();
    while (n_frames > 0 && jw_ring_read(engine->posts, &posted)) {
        take_event(audio, &posted);
    }
    for (uint32_t done = 0; done < n_frames;) {
        for (; e < n_events && events[e].frame <= done; ++e) {
            take_event(audio, &events[e]);
        }
        const uint32_t phase = (uint32_t)(audio->frame % JW_CONTROL_FRAMES);
        if (phase == 0) {
            tick(engine);
        }
        uint32_t n = JW_CONTROL_FRAMES - phase;
        n = play_due(audio, n < n_frames - done ? n : n_frames - done);
        n = frames_to_event(audio, events, e, n_events, done, n);
        run_frames(engine, left, right, stems, done, n);
        audio->frame += n;
        done += n;
    }
    for (; e < n_events; ++e) {
        take_event(audio, &events[e]);
    }
    jw_fpu_restore(host);
}

JW_REALTIME void jw_engine_inherit(JwEngine *engine, const JwMidiTunings *tunings, int leader) {
    if (engine->audio) {
        jw_allocator_inherit(&engine->audio->allocator, tunings, leader);
        jw_hearing_lead(engine->audio);
        engine->audio->rest_ticks = 0;
    }
}

JW_REALTIME double jw_engine_param_now(const JwEngine *engine, JwParamId id) {
    return engine->audio ? engine->audio->param[id] : 0.0;
}

JW_REALTIME bool jw_engine_drones(const JwEngine *engine) {
    return engine->audio && engine->audio->param[JW_P_DRONE] > 0.5;
}

JW_REALTIME bool jw_engine_silent(const JwEngine *engine) {
    return !engine->audio || engine->audio->at_rest;
}
