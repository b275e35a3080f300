// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Audio thread of the plug-in: passes events and controls of the host to the engine, and audio to
// the host.

#include "atoms.h"
#include "base/fpu.h"
#include "instance.h"

#include <math.h>
#include <string.h>

/// Duration of a fade when the host enables or disables the plug-in.
static const double fade_s = 0.02;

/********* Events *********/

/// Runs the engine up to a frame of the block, with the events so far.
static JW_REALTIME void run_to(JwInstance *instance, uint32_t frame) {
    JwRun *run = &instance->run;
    const float *const *all = instance->ports.in;
    const float *const in[2] = {all[0] ? all[0] + run->done : NULL,
                                all[1] ? all[1] + run->done : NULL};
    jw_deck_run(&instance->model.deck, run->events, run->n_events, in, run->left + run->done,
                run->right + run->done, frame - run->done);
    run->done = frame;
    run->n_events = 0;
}

static JW_REALTIME void add_event(JwInstance *instance, uint32_t frame, JwEvent event) {
    JwRun *run = &instance->run;
    if (run->n_events == run->n_events_max) {
        run_to(instance, frame);
    }
    event.frame = frame - run->done;
    run->events[run->n_events++] = event;
}

static JW_REALTIME void take_midi(JwInstance *instance, uint32_t frame, const LV2_Atom *atom) {
    const uint8_t *bytes = (const uint8_t *)(atom + 1);
    JwEvent event = {.type = JW_EVENT_MIDI};
    uint8_t message[3] = {0};
    if (atom->size == 1 && bytes[0] == 0xff) { // System reset
        event.type = JW_EVENT_PANIC;
        add_event(instance, frame, event);
        return;
    }
    if (atom->size > 0 && bytes[0] == 0xf0) { // System exclusive
        event = (JwEvent){.type = JW_EVENT_SYSEX, .sysex = {bytes, atom->size}};
        add_event(instance, frame, event);
        return;
    }
    if (atom->size < 2 || atom->size > 3) {
        return;
    }
    memcpy(message, bytes, atom->size);
    event.midi = jw_midi_decode(message);
    if (event.midi.type == JW_MIDI_NONE ||
        (event.midi.type == JW_MIDI_NOTE_ON && !jw_instance_enabled(instance))) {
        return;
    }
    add_event(instance, frame, event);
}

/// Sends the engine the position of the host's transport.
static JW_REALTIME void send_time(JwInstance *instance, uint32_t frame) {
    const JwHostTime *time = &instance->run.time;
    add_event(instance, frame,
              (JwEvent){
                  .type = JW_EVENT_TRANSPORT,
                  .transport = {.bpm = fmax(time->bpm * time->speed, 0.0),
                                .beat = time->bar * time->beats_per_bar + time->bar_beat},
              });
}

/// Handles a position; a host may leave out unchanged values.
static JW_REALTIME void take_position(JwInstance *instance, uint32_t frame,
                                      const LV2_Atom *object) {
    const JwUris *uris = &instance->uris;
    JwHostTime *time = &instance->run.time;
    JwAtomReader reader = jw_properties_begin(object, uris);
    const LV2_Atom *value;
    LV2_URID key;
    while (jw_properties_next(&reader, &key, &value)) {
        if (key == uris->time_beatsPerMinute) {
            time->bpm = jw_atom_number(value, uris, time->bpm);
        } else if (key == uris->time_speed) {
            time->speed = jw_atom_number(value, uris, time->speed);
        } else if (key == uris->time_bar) {
            time->bar = jw_atom_number(value, uris, time->bar);
        } else if (key == uris->time_barBeat) {
            time->bar_beat = jw_atom_number(value, uris, time->bar_beat);
        } else if (key == uris->time_beatsPerBar) {
            time->beats_per_bar = jw_atom_number(value, uris, time->beats_per_bar);
        }
    }
    time->told = true;
    send_time(instance, frame);
}

/// Follows the tempo of a host that sends no position; its transport counts as always rolling.
static JW_REALTIME void read_tempo(JwInstance *instance) {
    JwRun *run = &instance->run;
    const double tempo = jw_port_knob(instance->ports.bpm, 0.0, JW_TEMPO_MAX, 0.0);
    if (!run->time.told && tempo != run->tempo) {
        run->tempo = run->time.bpm = tempo;
        send_time(instance, 0);
    }
}

/// Plucks a string by its index.
static JW_REALTIME void take_pluck(JwInstance *instance, uint32_t frame, const LV2_Atom *object) {
    JwStringPluck pluck;
    jw_messages_read_pluck(object, &instance->uris, &pluck);
    if (pluck.velocity == 0 || jw_instance_enabled(instance)) {
        add_event(instance, frame,
                  (JwEvent){
                      .type = JW_EVENT_OPEN,
                      .open = {pluck.string, pluck.velocity, pluck.place},
                  });
    }
}

/// Applies the palm to a string by its index, or lifts it.
static JW_REALTIME void take_hand(JwInstance *instance, uint32_t frame, const LV2_Atom *object) {
    JwStringHand hand;
    jw_messages_read_hand(object, &instance->uris, &hand);
    add_event(instance, frame, (JwEvent){.type = JW_EVENT_DAMP, .damp = {hand.string, hand.on}});
}

/// Handles a request of a window; returns false for anything else.
static JW_REALTIME bool take_window(JwInstance *instance, uint32_t frame, LV2_URID type,
                                    const LV2_Atom *object) {
    const JwUris *uris = &instance->uris;
    JwWatch watch;
    if (type == uris->jw_Watch) {
        jw_messages_read_watch(object, uris, &watch);
        jw_watcher_take(&instance->run.watcher, &watch, instance->rate_hz);
    } else if (type == uris->jw_Pluck) {
        take_pluck(instance, frame, object);
    } else if (type == uris->jw_Hand) {
        take_hand(instance, frame, object);
    } else if (type == uris->jw_Return) {
        jw_instance_return(instance, object);
    } else {
        return false;
    }
    return true;
}

static JW_REALTIME void take_object(JwInstance *instance, uint32_t frame, const LV2_Atom *object) {
    const JwUris *uris = &instance->uris;
    const LV2_URID type = jw_object_type(object, uris);
    if (type == uris->time_Position) {
        take_position(instance, frame, object);
        return;
    }
    if (take_window(instance, frame, type, object)) {
        return;
    }
    if (type == uris->patch_Set || type == uris->patch_Put || type == uris->patch_Get) {
        jw_instance_patch(instance, type, object);
    }
}

static JW_REALTIME void read_events(JwInstance *instance, uint32_t n_frames) {
    JwAtomReader reader = jw_events_begin(instance->ports.control, &instance->uris, n_frames);
    const LV2_Atom *atom;
    uint32_t frame;
    while (jw_events_next(&reader, &frame, &atom)) {
        if (atom->type == instance->uris.midi_MidiEvent) {
            take_midi(instance, frame, atom);
        } else {
            take_object(instance, frame, atom);
        }
    }
    for (size_t i = 0; i < instance->run.n_given; ++i) {
        add_event(instance, instance->run.given[i].frame, instance->run.given[i]);
    }
    instance->run.n_given = 0;
}

JW_REALTIME void jw_instance_give(JwInstance *instance, const JwEvent *events, size_t n) {
    instance->run.given = events;
    instance->run.n_given = n;
}

/// Takes a new engine, if there is one, and sends it the host's controls, then MIDI's state.
/// Volume can be set by both; if the host's control moved last, jw_deck_tell() leaves MIDI's volume
/// out.
static JW_REALTIME void meet_engine(JwInstance *instance) {
    JwDeck *deck = &instance->model.deck;
    const bool is_new = jw_deck_enter(deck);
    if (is_new) {
        jw_instance_resend(&instance->run);
    }
    jw_instance_read_controls(instance);
    if (is_new) {
        run_to(instance, 0);
        jw_deck_tell(deck);
    }
    const JwKeyTable *keys = jw_deck_keys(deck);
    if (keys) {
        add_event(instance, 0, (JwEvent){.type = JW_EVENT_KEYS, .keys = keys});
    }
}

/********* Output *********/

/// Damps the strings once when the output is disabled, so that they become idle; MIDI
/// controllers and pedals keep their values. Enabling from silence has no fade, so that the first
/// note has its attack.
static JW_REALTIME void mute_or_wake(JwInstance *instance) {
    JwRun *run = &instance->run;
    if (jw_plugin_has_input(instance->index)) {
        return; // The bypassed audio continues: jw_instance_read_controls()
    }
    if (jw_instance_enabled(instance)) {
        run->fade = instance->model.deck.idle.asleep ? 1.0 : run->fade;
        run->muted = false;
    } else if (run->fade <= 0.0 && !run->muted) {
        for (int channel = 0; channel < 16; ++channel) {
            add_event(instance, 0,
                      (JwEvent){
                          .type = JW_EVENT_MIDI,
                          .midi = {JW_MIDI_CONTROL, (uint8_t)channel, JW_CC_ALL_SOUND_OFF, 0},
                      });
        }
        run->muted = true;
    }
}

static JW_REALTIME void fade(JwInstance *instance, uint32_t n_frames) {
    JwRun *run = &instance->run;
    const bool open = jw_instance_enabled(instance) || jw_plugin_has_input(instance->index);
    const double goal = open ? 1.0 : 0.0;
    const double step = (goal > 0.0 ? 1.0 : -1.0) / (fade_s * instance->rate_hz);
    for (uint32_t i = 0; i < n_frames && (goal < 1.0 || run->fade < 1.0); ++i) {
        run->fade = fmin(fmax(run->fade + step, 0.0), 1.0);
        const float gain = (float)(run->fade * run->fade * (3.0 - 2.0 * run->fade));
        run->left[i] *= gain;
        run->right[i] *= gain;
    }
}

static JW_REALTIME bool is_asked(const JwRequest *request) {
    bool any = false;
    for (int i = 0; i < JW_N_PROPERTIES; ++i) {
        any = any || request->present[i];
    }
    return any;
}

JW_REALTIME bool jw_instance_is_idle(const JwInstance *instance) {
    const int state = atomic_load_explicit(&instance->work_state, memory_order_relaxed);
    return state == JW_WORK_IDLE && !is_asked(&instance->run.queued) && !instance->tuner.esp &&
           !jw_plugin_model_wants_service(&instance->model);
}

/// Passes pending work to the worker, or executes it here during an export.
static JW_REALTIME void ask_worker(JwInstance *instance, uint32_t n_frames) {
    JwRun *run = &instance->run;
    const uint8_t nothing = 0;
    const bool free = jw_instance_worked(instance);
    const bool asked = is_asked(&run->queued), due = jw_instance_tuner_due(instance, n_frames);
    const bool wanted = asked || due || jw_plugin_model_wants_service(&instance->model);
    if (jw_instance_offline(instance)) {
        if (wanted || !free) {
            run->since_look = 0.0;
            jw_instance_work_here(instance);
        }
        return;
    }
    if (!wanted || !free || !instance->schedule) {
        return;
    }
    if (asked) {
        memcpy(&instance->request, &run->queued, sizeof(run->queued));
        memset(run->queued.present, false, sizeof(run->queued.present));
    }
    run->since_look = 0.0;
    atomic_store_explicit(&instance->work_state, JW_WORK_ASKED, memory_order_release);
    if (instance->schedule->schedule_work(instance->schedule->handle, sizeof(nothing), &nothing) &&
        jw_instance_take_back(instance)) {
        // The host's queue is full: the next block tries again.
        memcpy(run->queued.present, instance->request.present, sizeof(run->queued.present));
        memset(instance->request.present, false, sizeof(instance->request.present));
    }
}

static JW_REALTIME void run_block(JwInstance *instance, uint32_t n_frames) {
    JwRun *run = &instance->run;
    run->done = 0;
    run->n_events = 0;
    jw_instance_worked(instance);
    meet_engine(instance);
    read_tempo(instance);
    mute_or_wake(instance);
    read_events(instance, n_frames);
    run_to(instance, n_frames);
    fade(instance, n_frames);
    ask_worker(instance, n_frames);
}

/// Begins an export in silence: earlier notes do not sound into it, and the drone starts its cycle.
static JW_REALTIME void begin_export(JwInstance *instance) {
    JwRun *run = &instance->run;
    const bool begins = jw_instance_offline(instance) && !run->offline;
    run->offline = jw_instance_offline(instance);
    if (begins) {
        jw_instance_rest(instance, JW_DECK_GOES_ON);
    }
}

/// Level of a sample [dB], at least -90.
static JW_REALTIME float level_db(float peak) {
    return peak > 3.2e-5F ? 20.0F * log10f(peak) : -90.0F;
}

/// Measures the input before the engine runs, because an output may share its memory.
static JW_REALTIME void measure_input(JwInstance *instance, uint32_t n_frames) {
    float peak = 0.0F;
    for (int c = 0; c < 2 && instance->ports.in_peak; ++c) {
        for (uint32_t i = 0; i < n_frames && instance->ports.in[c]; ++i) {
            peak = fmaxf(peak, fabsf(jw_input_sample(instance->ports.in[c][i])));
        }
    }
    if (instance->ports.in_peak) {
        *instance->ports.in_peak = level_db(peak);
    }
}

/// Reports how much of the block was limited.
static JW_REALTIME void tell_limited(JwInstance *instance, uint32_t n_frames) {
    const JwDeck *deck = &instance->model.deck;
    const JwEngine *engine = jw_deck_engine(deck);
    const uint64_t now = engine ? jw_engine_limited(engine) + deck->swap.held : 0;
    JwRun *run = &instance->run;
    const uint64_t more = now > run->limited ? now - run->limited : 0;
    run->limited = now;
    if (instance->ports.limited && n_frames > 0) {
        *instance->ports.limited = 50.0F * (float)more / (float)n_frames;
    }
}

/// Sends windows the values that they watch, and the host its messages.
static JW_REALTIME void tell(JwInstance *instance, uint32_t n_frames) {
    JwRun *run = &instance->run;
    const JwDeck *deck = &instance->model.deck;
    const JwWatched block = {.engine = jw_deck_engine(deck),
                             .asleep = deck->idle.asleep,
                             .left = run->left,
                             .right = run->right,
                             .n_frames = n_frames,
                             .rate_hz = instance->rate_hz,
                             .held = &run->held};
    jw_watcher_look(&run->watcher, &block, &run->notice);
    tell_limited(instance, n_frames);
    jw_notify_write(&run->notice, instance->ports.notify, &run->texts);
    jw_watcher_sent(&run->watcher, &run->notice);
}

void jw_instance_run(LV2_Handle handle, uint32_t n_frames) {
    JwInstance *instance = handle;
    const JwPorts *ports = &instance->ports;
    float nowhere[2]; // Output for a block without frames, which may come without buffers
    instance->run.left = n_frames > 0 ? ports->left : &nowhere[0];
    instance->run.right = n_frames > 0 ? ports->right : &nowhere[1];
    if (!instance->run.left || !instance->run.right) {
        return;
    }
    const JwFpu host = jw_fpu_flush();
    begin_export(instance);
    measure_input(instance, n_frames);
    const JwEngine *engine = jw_deck_engine(&instance->model.deck);
    if (engine) {
        run_block(instance, n_frames);
    } else {
        memset(instance->run.left, 0, n_frames * sizeof(float));
        memset(instance->run.right, 0, n_frames * sizeof(float));
    }
    engine = jw_deck_engine(&instance->model.deck);
    if (ports->latency && engine) {
        *ports->latency =
            (float)(jw_plugin_has_input(instance->index) ? jw_engine_input_latency_frames(engine)
                                                         : jw_engine_latency_frames(engine));
    }
    tell(instance, n_frames);
    jw_fpu_restore(host);
}
