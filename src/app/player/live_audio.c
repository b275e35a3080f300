// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player/live_audio.h"

#include "app/audio/midi_sources.h"
#include "app/player/live_undo.h"
#include "base/ring.h"
#include "host/clocks.h"
#include "host/deck.h"
#include "playing/midi.h"

#include "base/exchange.h"
#include "base/latest.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { EVENTS = 4096, POSTS = 1024, REPORTS = 4096, HEARD = 128, SYSTEM_RESET = 0xff };

static const double load_time_s = 0.5;
static const double peak_fall_db_s = 20.0;
static const double patience_s = 3.0; // Wait for an audio thread that is alive but starved
static const double rest_s = 0.002;
static const double same_beat = 0.01; // Difference that does not count as a jump of the transport
                                      // [beats]

struct JwLiveAudioImpl {
    JwRecorder *recorder; // Borrowed
    JwWithAudio *with;    // Borrowed; NULL: none
    JwLiveClock clock;
    atomic_uint waits_for; // Number of the clock's start whose count-in the recording waits for; 0:
                           // none
    JwMidiKeys keys;
    JwLiveUndo *undo; // Of the control thread
    JwDeck deck;
    JwExchange exchange; // JwLiveAudioTables, to the audio thread and back
    JwRing *posts;       // JwEvent, to the audio thread
    JwRing *reports;     // JwAudioReport, from the audio thread
    JwLatest *latest;    // JwMeters, from the audio thread
    JwRing *heard;       // JwHeard, from the audio thread
    atomic_bool limits;  // The limiter is requested
    atomic_bool listens; // The output is copied for a reader
    // QUALITY of the engine offered last: written before the offer and read when the engine is
    // taken; the next offer waits for that.
    int offered_quality;
    int offline_quality;     // Smallest QUALITY in a freewheel
    atomic_int quality;      // QUALITY as requested; written by the audio thread
    atomic_uint n_entered;   // Engines that play alone, the previous one having faded; written by
                             // the audio thread
    unsigned n_offered;      // Engines offered; control thread
    atomic_bool reset_asked; // Request to clear the meters' counts
    // The following members belong to the audio thread.
    bool has_engine;
    bool entering;    // The previous engine is fading
    unsigned n_taken; // Engines taken; equals n_offered once the last one is
    bool offline;     // The current engine has the QUALITY of a freewheel
    double rate_hz;
    bool told;   // The engine received the transport
    double bpm;  // Tempo of the transport in the previous block
    double beat; // Expected beat at the beginning of this block
    JwLiveAudioTables *tables;
    JwBanks banks;
    JwLimiter limiter;
    JwMeters meters;
    JwMidiSources sources;
    bool lost_sources; // The backend has gone, and with it all sources except the player itself
    JwMidi let_go[JW_SOURCE_MESSAGES];
    int n_heard; // Frames in `part`
    JwHeard part;
    int n_events;
    JwEvent events[EVENTS];
};

/********* Events *********/

static JW_REALTIME void send_report(JwLiveAudio *s, const JwAudioReport *report) {
    // Reports are dropped while nobody reads them.
    jw_ring_write(s->reports, report);
}

// Stores the quality that an event requests, and raises it in a freewheel.
static JW_REALTIME void watch_quality(JwLiveAudio *s, JwEvent *event) {
    if (event->type != JW_EVENT_PARAM || event->param.id != JW_P_QUALITY) {
        return;
    }
    const int before = atomic_load_explicit(&s->quality, memory_order_relaxed);
    const int requested = (int)jw_param_clamp(JW_P_QUALITY, event->param.value, before);
    atomic_store_explicit(&s->quality, requested, memory_order_relaxed);
    event->param.value =
        s->offline && s->offline_quality > requested ? s->offline_quality : requested;
}

static JW_REALTIME void queue_event(JwLiveAudio *s, const JwEvent *event) {
    if (s->n_events < EVENTS) {
        s->events[s->n_events] = *event;
        watch_quality(s, &s->events[s->n_events++]);
    } else {
        ++s->meters.dropped;
    }
}

static JW_REALTIME void select_program(JwLiveAudio *s, const JwMidi *midi, uint32_t frame) {
    const JwLiveAudioTables *t = s->tables;
    if (!t) {
        return;
    }
    const int program = midi->value < 0
                            ? jw_live_audio_program(midi->value)
                            : jw_programs_find(&t->programs, jw_banks_number(&s->banks, midi));
    JwAudioReport report = {.kind = JW_AUDIO_REPORT_PROGRAM,
                            .program = program,
                            .asked = midi->value < 0,
                            .n_engines = s->n_taken};
    JwEvent set[JW_N_PARAMS];
    const int n = jw_programs_select(&t->programs, program, frame, set);
    if (n == JW_PROGRAM_NONE) {
        return;
    }
    if (n == JW_PROGRAM_ELSEWHERE) {
        report.kind = JW_AUDIO_REPORT_REQUEST;
    } else if (s->n_events + n > EVENTS) {
        ++s->meters.dropped;
    } else {
        for (int i = 0; i < n; ++i) {
            queue_event(s, &set[i]);
        }
    }
    send_report(s, &report);
}

static JW_REALTIME void take_midi(JwLiveAudio *s, JwMidi midi, uint32_t frame, int source) {
    const JwAudioReport report = {.kind = JW_AUDIO_REPORT_MIDI, .midi = midi};
    JwEvent event = {.frame = frame, .type = JW_EVENT_MIDI, .midi = midi};
    ++s->meters.messages;
    send_report(s, &report);
    if (midi.type == JW_MIDI_PROGRAM) {
        select_program(s, &midi, frame);
        return;
    }
    jw_banks_take(&s->banks, &midi);
    const bool control = midi.type == JW_MIDI_CONTROL && s->tables;
    const int id = control ? jw_midi_learn_param(&s->tables->learned, midi.channel, midi.key) : -1;
    if (id >= 0) {
        event.type = JW_EVENT_PARAM;
        event.param.id = (JwParamId)id;
        event.param.value = jw_param_from_controller((JwParamId)id, midi.value);
    } else {
        jw_midi_sources_note(&s->sources, source, &midi);
    }
    queue_event(s, &event);
}

/// Releases keys and controllers of a source that has gone.
static JW_REALTIME void lose_source(JwLiveAudio *s, int source, uint32_t frame) {
    const JwEngine *engine = s->has_engine ? jw_deck_engine(&s->deck) : NULL;
    const JwChannels *channels = engine ? jw_engine_channels(engine) : NULL;
    const int n = jw_midi_sources_leave(&s->sources, source, channels, s->let_go);
    for (int i = 0; i < n; ++i) {
        const JwEvent event = {.frame = frame, .type = JW_EVENT_MIDI, .midi = s->let_go[i]};
        const JwAudioReport report = {.kind = JW_AUDIO_REPORT_MIDI, .midi = s->let_go[i]};
        queue_event(s, &event);
        if (s->let_go[i].type == JW_MIDI_NOTE_OFF) {
            send_report(s, &report);
        }
    }
}

static JW_REALTIME void lose_sources(JwLiveAudio *s) {
    for (int source = JW_SOURCE_OWN + 1; source < JW_SOURCES && s->lost_sources; ++source) {
        lose_source(s, source, 0);
    }
    s->lost_sources = false;
}

static JW_REALTIME void take_sysex(JwLiveAudio *s, const JwBackendMidi *midi, uint32_t frame) {
    const JwEvent event = {
        .frame = frame, .type = JW_EVENT_SYSEX, .sysex = {midi->sysex, midi->sysex_size}};
    ++s->meters.messages;
    queue_event(s, &event);
}

static JW_REALTIME void take_reset(JwLiveAudio *s, uint32_t frame) {
    const JwEvent event = {.frame = frame, .type = JW_EVENT_PANIC};
    ++s->meters.messages;
    jw_midi_sources_panic(&s->sources);
    queue_event(s, &event);
}

static JW_REALTIME void take_post(JwLiveAudio *s, const JwEvent *post) {
    if (post->type == JW_EVENT_MIDI) {
        take_midi(s, post->midi, 0, JW_SOURCE_OWN);
        return;
    }
    JwEvent event = *post;
    event.frame = 0;
    if (event.type == JW_EVENT_PANIC) {
        jw_midi_sources_panic(&s->sources);
    }
    queue_event(s, &event);
}

// Sends the engine the transport's jumps and changes of tempo; between them its drone counts by
// itself.
static JW_REALTIME void follow_transport(JwLiveAudio *s, const JwBackendBlock *block) {
    const bool rolls = block->bpm > 0.0, is_first = block->has_transport && !s->told;
    if (is_first || block->bpm != s->bpm || (rolls && fabs(block->beat - s->beat) > same_beat)) {
        const JwEvent event = {.type = JW_EVENT_TRANSPORT,
                               .transport = {.bpm = block->bpm, .beat = block->beat}};
        queue_event(s, &event);
        s->told = true;
    }
    s->bpm = block->bpm;
    s->beat = block->beat + block->bpm / 60.0 * block->n_frames / block->rate_hz;
}

// Changes the engine's QUALITY where a freewheel begins or ends: there is no deadline in a
// freewheel.
static JW_REALTIME void follow_freewheel(JwLiveAudio *s, const JwBackendBlock *block) {
    if (block->freewheel == s->offline) {
        return;
    }
    s->offline = block->freewheel;
    const double asked = atomic_load_explicit(&s->quality, memory_order_relaxed);
    const JwEvent event = {.type = JW_EVENT_PARAM, .param = {.id = JW_P_QUALITY, .value = asked}};
    queue_event(s, &event);
}

static JW_REALTIME void pass_on_keys(JwLiveAudio *s) {
    const JwEvent event = {.type = JW_EVENT_KEYS, .keys = jw_deck_keys(&s->deck)};
    if (event.keys) {
        queue_event(s, &event);
    }
}

static JW_REALTIME void take_events(JwLiveAudio *s, const JwBackendBlock *block) {
    JwEvent post;
    s->n_events = 0;
    pass_on_keys(s);
    follow_freewheel(s, block);
    follow_transport(s, block);
    lose_sources(s);
    while (jw_ring_read(s->posts, &post)) {
        take_post(s, &post);
    }
    for (int i = 0; i < block->n_midi; ++i) {
        const JwBackendMidi *midi = &block->midi[i];
        const uint32_t last = block->n_frames - 1, frame = midi->frame < last ? midi->frame : last;
        if (midi->gone) {
            lose_source(s, midi->source, frame);
        } else if (midi->sysex_size > 0) {
            take_sysex(s, midi, frame);
        } else if (midi->midi[0] == SYSTEM_RESET) {
            take_reset(s, frame);
        } else {
            JwMidi decoded = jw_midi_decode(midi->midi);
            if (jw_midi_keys_take(&s->keys, &decoded)) {
                take_midi(s, decoded, frame, midi->source);
            }
        }
    }
}

/********* Engines and tables *********/

static JW_REALTIME void take_tables(JwLiveAudio *s) {
    JwLiveAudioTables *tables = jw_exchange_take(&s->exchange);
    if (tables) {
        jw_exchange_give_back(&s->exchange, s->tables);
        s->tables = tables;
    }
}

static JW_REALTIME void take_engine(JwLiveAudio *s) {
    if (!jw_deck_enter(&s->deck)) {
        return;
    }
    jw_deck_tell(&s->deck);
    s->entering = true;
    ++s->n_taken;
    s->offline = false;
    s->rate_hz = jw_engine_rate_hz(jw_deck_engine(&s->deck));
    atomic_store_explicit(&s->quality, s->offered_quality, memory_order_relaxed);
}

static JW_REALTIME void note_entered(JwLiveAudio *s) {
    if (s->entering && !jw_deck_fades(&s->deck)) {
        s->entering = false;
        atomic_fetch_add_explicit(&s->n_entered, 1, memory_order_release);
    }
}

/********* Meters *********/

static JW_REALTIME void drop_nonfinite(JwLiveAudio *s, float *samples, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
        if (!isfinite(samples[i])) {
            samples[i] = 0.0f;
            ++s->meters.nonfinite;
        }
    }
}

/// Limits the output if requested.
static JW_REALTIME void limit(JwLiveAudio *s, const JwBackendBlock *block) {
    const bool on = atomic_load_explicit(&s->limits, memory_order_relaxed);
    jw_limiter_set_rate(&s->limiter, s->rate_hz);
    jw_limiter_run(&s->limiter, on, block->left, block->right, NULL, block->n_frames);
    s->meters.limits = on;
    s->meters.limited = s->limiter.limited;
}

static JW_REALTIME void watch_samples(JwLiveAudio *s, const float *samples, uint32_t n,
                                      int channel) {
    double peak = s->meters.peak[channel];
    peak *= pow(10.0, -0.05 * peak_fall_db_s * n / s->rate_hz);
    for (uint32_t i = 0; i < n; ++i) {
        const double size = fabs((double)samples[i]);
        s->meters.clipped += size > 1.0;
        peak = fmax(peak, size);
    }
    s->meters.peak[channel] = peak;
}

static JW_REALTIME void watch_time(JwLiveAudio *s, const JwBackendBlock *block, double start_s) {
    JwMeters *m = &s->meters;
    const double end_s = jw_monotonic_s();
    const double spent_s = end_s - start_s;
    const double block_s = block->n_frames / block->rate_hz;
    const double load = spent_s / block_s;
    if (block->freewheel) {
        return;
    }
    m->load += (1.0 - exp(-block_s / load_time_s)) * (load - m->load);
    m->worst_load = fmax(m->worst_load, load);
    m->worst_s = fmax(m->worst_s, spent_s);
    m->overruns += load > 1.0;
    if (block->deadline_s > 0.0 && end_s > block->deadline_s) {
        const JwAudioReport report = {.kind = JW_AUDIO_REPORT_LATE,
                                      .frame_time = block->frame_time,
                                      .late_s = end_s - block->deadline_s,
                                      .spent_s = spent_s,
                                      .end_s = end_s};
        ++m->late;
        send_report(s, &report);
    }
}

/// Copies the output for a reader, if there is one.
static JW_REALTIME void keep_heard(JwLiveAudio *s, const JwBackendBlock *block) {
    if (!atomic_load_explicit(&s->listens, memory_order_relaxed)) {
        s->n_heard = 0;
        return;
    }
    for (uint32_t i = 0; i < block->n_frames; ++i) {
        s->part.sample[s->n_heard++] = 0.5F * (block->left[i] + block->right[i]);
        if (s->n_heard == JW_HEARD_FRAMES) {
            jw_ring_write(s->heard, &s->part);
            s->n_heard = 0;
        }
    }
}

static JW_REALTIME void reset_meters(JwLiveAudio *s) {
    const JwMeters zero = {0};
    if (atomic_exchange_explicit(&s->reset_asked, false, memory_order_acquire)) {
        s->meters = zero;
        jw_limiter_zero(&s->limiter);
        s->meters.limited = s->limiter.limited;
    }
}

/********* A block *********/

static JW_REALTIME bool plays(const JwEvent *event) {
    return event->type == JW_EVENT_OPEN ||
           (event->type == JW_EVENT_MIDI && event->midi.type == JW_MIDI_NOTE_ON);
}

/// Applies settings without playing: an engine for another rate would be out of tune, and the right
/// one is on its way. It will take these settings from the present engine.
static JW_REALTIME void set_only(JwLiveAudio *s) {
    float nowhere[2];
    int n = 0;
    for (int i = 0; i < s->n_events; ++i) {
        if (!plays(&s->events[i])) {
            s->events[n++] = s->events[i];
        }
    }
    if (s->has_engine) {
        jw_deck_run(&s->deck, s->events, (size_t)n, NULL, &nowhere[0], &nowhere[1], 0);
    }
}

static JW_REALTIME void make_sound(JwLiveAudio *s, const JwBackendBlock *block) {
    if (!s->has_engine || block->rate_hz != s->rate_hz) {
        set_only(s);
        memset(block->left, 0, block->n_frames * sizeof(float));
        memset(block->right, 0, block->n_frames * sizeof(float));
        return;
    }
    jw_deck_run(&s->deck, s->events, (size_t)s->n_events, block->in, block->left, block->right,
                block->n_frames);
    if (s->with) {
        jw_with_audio_run(s->with, block);
    }
    jw_clicks_run(s->clock.clicks, block);
    drop_nonfinite(s, block->left, block->n_frames);
    drop_nonfinite(s, block->right, block->n_frames);
    limit(s, block);
    watch_samples(s, block->left, block->n_frames, 0);
    watch_samples(s, block->right, block->n_frames, 1);
}

/// Records the block from the frame on at which nothing is counted in any more.
static JW_REALTIME void feed_recorder(JwLiveAudio *s, const JwBackendBlock *block) {
    const unsigned waits_for = atomic_load_explicit(&s->waits_for, memory_order_acquire);
    uint32_t first = 0;
    if (waits_for) {
        // A later start is awaited, too: the clock was switched off and on before its first block.
        const bool waits = (int)(jw_clicks_started(s->clock.clicks) - waits_for) < 0;
        first = waits ? block->n_frames : jw_clicks_counted_in(s->clock.clicks);
    }
    if (waits_for && first < block->n_frames) {
        unsigned expected = waits_for;
        atomic_compare_exchange_strong(&s->waits_for, &expected, 0);
    }
    jw_recorder_feed(s->recorder, block->left + first, block->right + first,
                     block->n_frames - first);
}

JW_REALTIME void jw_live_audio_run(JwLiveAudio *s, const JwBackendBlock *block) {
    const double start_s = jw_monotonic_s();
    if (block->n_frames == 0) {
        return;
    }
    reset_meters(s);
    take_engine(s);
    take_tables(s);
    take_events(s, block);
    make_sound(s, block);
    note_entered(s);
    keep_heard(s, block);
    feed_recorder(s, block);
    ++s->meters.blocks;
    s->meters.frames += block->n_frames;
    s->meters.silent = (!s->has_engine ||
                        (!jw_deck_fades(&s->deck) && jw_engine_silent(jw_deck_engine(&s->deck)))) &&
                       (!s->with || jw_with_audio_is_silent(s->with));
    watch_time(s, block, start_s);
    jw_latest_write(s->latest, &s->meters);
}

/********* Control thread *********/

JwLiveAudio *jw_live_audio_new(JwRecorder *recorder) {
    JwLiveAudio *s = calloc(1, sizeof(*s));
    if (!s) {
        return NULL;
    }
    s->recorder = recorder;
    s->clock = (JwLiveClock)JW_LIVE_CLOCK;
    s->clock.clicks = jw_clicks_new();
    s->undo = jw_live_undo_new();
    jw_limiter_start(&s->limiter, JW_RATE_MIN_HZ);
    s->meters.limited = s->limiter.limited;
    const bool keys = jw_midi_keys_begin(&s->keys);
    const bool deck = jw_deck_init(&s->deck);
    jw_exchange_init(&s->exchange);
    s->posts = jw_ring_new(POSTS, sizeof(JwEvent));
    s->reports = jw_ring_new(REPORTS, sizeof(JwAudioReport));
    s->latest = jw_latest_new(sizeof(JwMeters));
    s->heard = jw_ring_new(HEARD, sizeof(JwHeard));
    if (!keys || !deck || !s->clock.clicks || !s->undo || !s->posts || !s->reports || !s->latest ||
        !s->heard) {
        jw_live_audio_free(s);
        return NULL;
    }
    return s;
}

JwLiveClock *jw_live_audio_clock(JwLiveAudio *s) {
    return &s->clock;
}

JwLiveUndo *jw_live_audio_undo(JwLiveAudio *s) {
    return s->undo;
}

bool jw_live_audio_record(JwLiveAudio *s, const char *path, const char *folder, int rate_hz,
                          JwError *error) {
    if (!jw_recorder_state(s->recorder).running) {
        const unsigned next = s->clock.setting.counts_in ? s->clock.setting.start + 1U : 0U;
        atomic_store_explicit(&s->waits_for, next, memory_order_release);
    }
    const bool ok = path ? jw_recorder_start(s->recorder, path, rate_hz, error)
                         : jw_recorder_start_next(s->recorder, folder, "jawari", rate_hz, error);
    if (ok) {
        jw_live_clock_count_in(&s->clock);
    }
    return ok;
}

JwMidiKeys *jw_live_audio_keys(JwLiveAudio *s) {
    return &s->keys;
}

void jw_live_audio_accompany(JwLiveAudio *s, JwWithAudio *with) {
    s->with = with;
}

void jw_live_audio_set_offline_quality(JwLiveAudio *s, int quality) {
    s->offline_quality = quality;
}

void jw_live_audio_set_limiter(JwLiveAudio *s, bool on) {
    atomic_store(&s->limits, on);
}

void jw_live_audio_free(JwLiveAudio *s) {
    if (!s) {
        return;
    }
    jw_deck_clear(&s->deck);
    jw_clicks_free(s->clock.clicks);
    jw_live_undo_free(s->undo);
    jw_midi_keys_clear(&s->keys);
    free(jw_exchange_publish(&s->exchange, NULL));
    free(jw_exchange_collect(&s->exchange));
    free(s->tables);
    jw_ring_free(s->posts);
    jw_ring_free(s->reports);
    jw_latest_free(s->latest);
    jw_ring_free(s->heard);
    free(s);
}

void jw_live_audio_set_engine(JwLiveAudio *s, JwEngine *engine) {
    jw_deck_start(&s->deck, engine, JW_DECK_GOES_ON);
    s->rate_hz = jw_engine_rate_hz(engine);
    s->has_engine = true;
    s->entering = false;
    s->offline = false;
    atomic_store(&s->quality, (int)jw_engine_param(engine, JW_P_QUALITY));
    s->n_offered = s->n_taken = atomic_load(&s->n_entered);
}

void jw_live_audio_lose_sources(JwLiveAudio *s) {
    s->lost_sources = true;
}

void jw_live_audio_rest(JwLiveAudio *s) {
    JwEvent post;
    take_tables(s);
    s->n_events = 0;
    while (jw_ring_read(s->posts, &post)) {
        take_post(s, &post);
    }
    if (s->n_events > 0) {
        set_only(s);
    }
}

bool jw_live_audio_settle(JwLiveAudio *s) {
    const double end_s = jw_monotonic_s() + patience_s;
    while (atomic_load_explicit(&s->n_entered, memory_order_acquire) != s->n_offered) {
        jw_deck_collect(&s->deck);
        if (jw_monotonic_s() > end_s) {
            return false;
        }
        jw_monotonic_sleep(rest_s);
    }
    jw_deck_collect(&s->deck);
    return true;
}

bool jw_live_audio_offer_engine(JwLiveAudio *s, JwEngine *engine) {
    if (!jw_live_audio_settle(s)) {
        return false;
    }
    s->offered_quality = (int)jw_engine_param(engine, JW_P_QUALITY);
    atomic_store(&s->quality, s->offered_quality);
    ++s->n_offered;
    jw_deck_offer(&s->deck, engine);
    return true;
}

void jw_live_audio_collect(JwLiveAudio *s) {
    jw_deck_collect(&s->deck);
    jw_live_clock_follow(&s->clock);
    free(jw_exchange_collect(&s->exchange));
}

void jw_live_audio_offer_tables(JwLiveAudio *s, JwLiveAudioTables *tables) {
    free(jw_exchange_publish(&s->exchange, tables));
}

void jw_live_audio_set_keys(JwLiveAudio *s, const JwKeyTable *keys) {
    jw_deck_set_keys(&s->deck, keys);
}

bool jw_live_audio_send(JwLiveAudio *s, const JwEvent *event) {
    return jw_ring_write(s->posts, event);
}

void jw_live_audio_reset_meters(JwLiveAudio *s) {
    atomic_store_explicit(&s->reset_asked, true, memory_order_release);
}

double jw_live_audio_quality(const JwLiveAudio *s) {
    return atomic_load(&s->quality);
}

bool jw_live_audio_report(JwLiveAudio *s, JwAudioReport *report) {
    while (jw_ring_read(s->reports, report)) {
        if (report->kind != JW_AUDIO_REPORT_PROGRAM || report->n_engines == s->n_offered) {
            return true;
        }
    }
    return false;
}

void jw_live_audio_listen(JwLiveAudio *s, bool listens) {
    atomic_store_explicit(&s->listens, listens, memory_order_relaxed);
}

bool jw_live_audio_heard(JwLiveAudio *s, JwHeard *heard) {
    return jw_ring_read(s->heard, heard);
}

JwMeters jw_live_audio_meters(const JwLiveAudio *s) {
    bool is_new;
    const JwMeters *meters = jw_latest_read(s->latest, &is_new);
    return *meters;
}
