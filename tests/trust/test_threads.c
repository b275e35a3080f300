// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Control threads against the audio thread, as hard as they can: parameter storms, tunings, whole
// instruments, shapes and reports that are read meanwhile, states restored while the plug-in runs,
// its worker works and its window watches, plucks and damps.
// What arrived is counted. Under ThreadSanitizer (-Db_sanitize=thread) races are found, too.
//
//     test_threads [N]       N posts and instruments of each part (200)
//     test_threads race      a race on purpose: ThreadSanitizer must see it
//
// Nothing here depends on how fast the threads run: who waits, waits for a condition.

#define _XOPEN_SOURCE 700

#include "../fuzz/plugin_host.h"
#include "engine/engine.h"
#include "host/engine_swap.h"
#include "lv2/messages.h"
#include "lv2/uris.h"
#include "plugins.h"
#include "properties.h"
#include "support/check.h"
#include "support/fixtures.h"

#include <lv2/atom/atom.h>
#include <lv2/atom/forge.h>
#include <lv2/atom/util.h>
#include <lv2/midi/midi.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { RATE = 8000, FRAMES = 128, POSTS_EACH = 50, TEXT = 256 };

static void start(pthread_t *thread, void *(*run)(void *), void *data) {
    if (pthread_create(thread, NULL, run, data)) {
        printf("no thread\n");
        exit(1);
    }
}

/********* The engine *********/

typedef struct {
    JwEngineSwap swap;
    atomic_bool stop;
    atomic_ulong n_blocks;
    atomic_ulong n_swaps;
    unsigned long n_bad; ///< Samples that are not finite; audio thread
    double peak;
} Player;

static void *play(void *data) {
    Player *p = data;
    uint64_t dice = 3;
    while (!atomic_load(&p->stop)) {
        float left[FRAMES], right[FRAMES];
        const uint32_t n = (uint32_t)(fixture_random(&dice) % FRAMES);
        const uint64_t r = fixture_random(&dice);
        const JwEvent note = {
            .frame = n / 2,
            .type = JW_EVENT_MIDI,
            .midi = jw_midi_decode((const uint8_t[]){(uint8_t)(r & 1 ? 0x90 : 0x80),
                                                     (uint8_t)(48 + (r >> 8 & 15)), 100}),
        };
        if (jw_engine_swap_enter(&p->swap)) {
            atomic_fetch_add(&p->n_swaps, 1);
        }
        jw_engine_swap_run(&p->swap, &note, r >> 16 & 1, NULL, left, right, n);
        for (uint32_t i = 0; i < n; ++i) {
            p->n_bad += !isfinite(left[i]) || !isfinite(right[i]);
            p->peak = fmax(p->peak, fabs((double)left[i]));
        }
        atomic_fetch_add(&p->n_blocks, 1);
        sched_yield();
    }
    return NULL;
}

static JwEngine *new_engine(void) {
    static JwInstrument instrument;
    JwEngine *engine = jw_engine_new();
    fixture_sitar(&instrument);
    instrument.string[0].n_frets = 3;
    if (!engine || jw_engine_prepare(engine, &instrument, RATE, NULL)) {
        printf("no engine\n");
        exit(1);
    }
    return engine;
}

/// What the control thread has seen of an engine: values that may only grow.
typedef struct {
    double value;
    uint64_t frames;
    unsigned long n_back, n_torn, n_shapes;
} Seen;

static void look(const JwEngine *engine, Seen *seen) {
    float shape[JW_SHAPE_POINTS], x[64], force[64];
    JwStringReport report;
    const double value = jw_engine_param(engine, JW_P_DRONE_TEMPO);
    seen->n_back += value < seen->value;
    seen->value = value;
    jw_engine_report(engine, 0, &report);
    seen->n_back += report.frames < seen->frames;
    seen->frames = report.frames;
    if (jw_engine_shape(engine, 0, shape, JW_SHAPE_POINTS)) {
        ++seen->n_shapes;
        for (int i = 0; i < JW_SHAPE_POINTS; ++i) {
            seen->n_torn += !(fabs((double)shape[i]) < 0.1);
        }
    }
    const int n = jw_engine_contact_forces(engine, 0, x, force, 64);
    for (int i = 0; i < n && i < 64; ++i) {
        seen->n_torn += (i > 0 && !(x[i] > x[i - 1])) || !isfinite(force[i]);
    }
}

/// One engine under a storm: values of one parameter that only grow, others that need tables.
static void storm(JwEngine *engine, long n, Seen *seen) {
    const JwParamInfo *info = jw_param_info(JW_P_DRONE_TEMPO);
    static JwTuning tuning;
    uint64_t dice = 5;
    for (long i = 1; i <= n; ++i) {
        const JwEvent counted = {
            .type = JW_EVENT_PARAM,
            .param = {JW_P_DRONE_TEMPO,
                      info->def + (info->max - info->def) * (double)i / (double)n},
        };
        const JwParamId any = (JwParamId)(fixture_random(&dice) % JW_N_PARAMS);
        const JwEvent other = {
            .type = JW_EVENT_PARAM,
            .param = {any, jw_param_from_unit(any, fixture_uniform(&dice, 0.0, 1.0))},
        };
        while (!jw_engine_post(engine, &counted)) {
            sched_yield();
        }
        if (any != JW_P_DRONE_TEMPO && any != JW_P_QUALITY) {
            jw_engine_post(engine, &other);
        }
        if (i % 10 == 0) {
            tuning.string_cents[0] = fixture_uniform(&dice, -50.0, 50.0);
            check(!jw_engine_set_tuning(engine, &tuning), "tuning");
        }
        check(!jw_engine_service(engine), "service");
        look(engine, seen);
    }
}

static void test_engine(long n) {
    Player player = {.peak = 0.0};
    Seen seen = {.value = 0.0};
    pthread_t thread;
    JwEngine *engine = new_engine();
    jw_engine_swap_init(&player.swap, engine);
    start(&thread, play, &player);
    storm(engine, n, &seen);
    const double last = jw_param_info(JW_P_DRONE_TEMPO)->max;
    // All that was posted arrives, in order: the last value comes.
    while (jw_engine_param(engine, JW_P_DRONE_TEMPO) < last) {
        sched_yield();
    }
    look(engine, &seen);
    check(seen.value == last, "the last of %ld values is in force", n);
    seen.value = 0.0;
    seen.frames = 0;
    unsigned long n_back_before = seen.n_back, n_collected = 0;
    for (long i = 1; i <= n; ++i) {
        jw_engine_swap_offer(&player.swap, new_engine());
        // Now and then until it is taken, so that a known number is.
        while (i % POSTS_EACH == 0 && jw_exchange_has_fresh(&player.swap.exchange)) {
            n_collected += jw_engine_swap_collect(&player.swap);
            sched_yield();
        }
        n_collected += jw_engine_swap_collect(&player.swap);
    }
    while (atomic_load(&player.n_swaps) > n_collected) {
        n_collected += jw_engine_swap_collect(&player.swap);
        sched_yield();
    }
    atomic_store(&player.stop, true);
    pthread_join(thread, NULL);
    // One that was taken at the very end fades out here.
    while (player.swap.old) {
        float left[FRAMES], right[FRAMES];
        jw_engine_swap_run(&player.swap, NULL, 0, NULL, left, right, FRAMES);
    }
    n_collected += jw_engine_swap_collect(&player.swap);
    printf("engine: %lu blocks, %lu shapes read, %lu engines taken of %ld\n", player.n_blocks,
           seen.n_shapes, player.n_swaps, n);
    check_between((double)n_back_before, 0, 0, "values older than the one before");
    check_between((double)seen.n_torn, 0, 0, "torn values");
    check_between((double)player.n_bad, 0, 0, "samples not finite");
    check(player.peak > 1e-4, "something was heard: %g", player.peak);
    check(seen.n_shapes >= (unsigned long)n, "every look saw a shape");
    check(player.n_swaps >= (unsigned long)(n / POSTS_EACH), "engines waited for were taken");
    check(player.n_swaps == n_collected, "and as many came back");
    jw_engine_swap_clear(&player.swap);
}

/********* The plug-in *********/

typedef struct {
    PluginHost *host;
    pthread_mutex_t lock; ///< Of the worker's queue, as a host has one
    int n_todo;           ///< Pieces of work
    int n_answers;        ///< Done, and not told to the audio thread yet
    atomic_bool stop;
    atomic_ulong n_blocks, n_works;
    JwUris uris;
    unsigned long n_pictures; ///< Pictures that the window was sent; audio thread
} Cycle;

/// Events of one block: a note, and now and then a message of the window, as a host hands it over.
typedef union {
    LV2_Atom_Sequence sequence;
    uint64_t words[64];
} Control;

static void write_events(const Cycle *c, Control *control, uint64_t r) {
    const uint8_t midi[3] = {r & 1 ? 0x90 : 0x80, (uint8_t)(40 + (r >> 8 & 31)),
                             (uint8_t)(1 + (r >> 16 & 63))};
    const int string = (int)(r >> 40 & 7);
    LV2_Atom_Forge forge;
    LV2_Atom_Forge_Frame frame;
    lv2_atom_forge_init(&forge, &host_urid_map);
    lv2_atom_forge_set_buffer(&forge, (uint8_t *)control->words, sizeof(control->words));
    lv2_atom_forge_sequence_head(&forge, &frame, 0);
    lv2_atom_forge_frame_time(&forge, 0);
    lv2_atom_forge_atom(&forge, sizeof(midi), host_map(LV2_MIDI__MidiEvent));
    lv2_atom_forge_write(&forge, midi, sizeof(midi));
    lv2_atom_forge_frame_time(&forge, 0);
    switch (r >> 48 & 7) {
    case 0:
        jw_messages_pluck(&forge, &c->uris, &(JwStringPluck){string, (int)(r >> 16 & 127), 0.0});
        break;
    case 1:
        jw_messages_hand(&forge, &c->uris, &(JwStringHand){string, r >> 16 & 1});
        break;
    default:
        jw_messages_watch(&forge, &c->uris, &(JwWatch){string & 1, 1000.0, true});
        break;
    }
    lv2_atom_forge_pop(&forge, &frame);
}

static unsigned long count_pictures(const Cycle *c, const void *notify) {
    const LV2_Atom_Sequence *sequence = notify;
    unsigned long n = 0;
    LV2_ATOM_SEQUENCE_FOREACH(sequence, event) {
        const LV2_Atom_Object *object = (const LV2_Atom_Object *)&event->body;
        n += event->body.size >= sizeof(object->body) && object->body.otype == c->uris.jw_Picture;
    }
    return n;
}

static void *run_plugin(void *data) {
    Cycle *c = data;
    PluginHost *host = c->host;
    uint64_t dice = 7;
    Control control;
    while (!atomic_load(&c->stop)) {
        const uint64_t r = fixture_random(&dice);
        static uint64_t notify[PLUGIN_NOTIFY / 8];
        write_events(c, &control, r);
        host->knob[9 + (r >> 24 & 31)] = (float)fixture_uniform(&dice, -10.0, 10.0);
        plugin_host_run(host, &control, notify, sizeof(notify), (uint32_t)(r >> 32 & 127));
        c->n_pictures += count_pictures(c, notify);
        pthread_mutex_lock(&c->lock);
        c->n_todo += host->n_todo;
        host->n_todo = 0;
        const int n_answers = c->n_answers;
        c->n_answers = 0;
        pthread_mutex_unlock(&c->lock);
        for (int i = 0; i < n_answers; ++i) {
            const uint32_t nothing_failed = 0;
            host->work->work_response(host->handle, sizeof(nothing_failed), &nothing_failed);
        }
        atomic_fetch_add(&c->n_blocks, 1);
        sched_yield();
    }
    return NULL;
}

static LV2_Worker_Status answer(LV2_Worker_Respond_Handle handle, uint32_t size, const void *data) {
    Cycle *c = handle;
    (void)size;
    (void)data;
    pthread_mutex_lock(&c->lock);
    ++c->n_answers;
    pthread_mutex_unlock(&c->lock);
    return LV2_WORKER_SUCCESS;
}

static void *work(void *data) {
    Cycle *c = data;
    while (!atomic_load(&c->stop)) {
        pthread_mutex_lock(&c->lock);
        const int n = c->n_todo;
        c->n_todo = 0;
        pthread_mutex_unlock(&c->lock);
        for (int i = 0; i < n; ++i) {
            c->host->work->work(c->host->handle, answer, c, 1, "");
            atomic_fetch_add(&c->n_works, 1);
        }
        sched_yield();
    }
    return NULL;
}

typedef struct {
    char instrument[TEXT], strings[TEXT];
} State;

static const void *retrieve(LV2_State_Handle handle, uint32_t key, size_t *size, uint32_t *type,
                            uint32_t *flags) {
    const State *state = handle;
    const char *text = NULL;
    if (key == host_map(jw_property_info(JW_PROPERTY_INSTRUMENT)->uri)) {
        text = state->instrument;
    } else if (key == host_map(jw_property_info(JW_PROPERTY_STRINGS)->uri)) {
        text = state->strings;
    }
    *size = text ? strlen(text) + 1 : 0;
    *type = host_map(LV2_ATOM__String);
    *flags = 0;
    return text;
}

static LV2_State_Status store(LV2_State_Handle handle, uint32_t key, const void *value, size_t size,
                              uint32_t type, uint32_t flags) {
    State *state = handle;
    (void)type;
    (void)flags;
    if (size > TEXT) {
        return LV2_STATE_ERR_NO_SPACE;
    }
    if (key == host_map(jw_property_info(JW_PROPERTY_INSTRUMENT)->uri)) {
        memcpy(state->instrument, value, size);
    } else if (key == host_map(jw_property_info(JW_PROPERTY_STRINGS)->uri)) {
        memcpy(state->strings, value, size);
    }
    return LV2_STATE_SUCCESS;
}

static void test_plugin(long n) {
    static const char *const names[] = {"bench", "tanpura-point"};
    Cycle c = {.host = plugin_host_new(), .lock = PTHREAD_MUTEX_INITIALIZER};
    pthread_t audio, worker;
    unsigned long n_restored = 0, n_same = 0;
    // Every number is given before there are threads: the table of URIs is the host's.
    for (int i = 0; i < JW_N_PROPERTIES; ++i) {
        host_map(jw_property_info((JwProperty)i)->uri);
    }
    host_map(LV2_ATOM__Chunk);
    jw_uris_map(&c.uris, &host_urid_map, JW_PLUGIN_INSTRUMENT);
    {
        Control control;
        write_events(&c, &control, 0);
    }
    c.host->descriptor->activate(c.host->handle);
    start(&audio, run_plugin, &c);
    start(&worker, work, &c);
    for (long i = 0; i < n; ++i) {
        State state = {.instrument = ""}, saved = {.instrument = ""};
        snprintf(state.instrument, TEXT, "%s", names[i % 2]);
        snprintf(state.strings, TEXT, "string=%ld c3=%ld", i % 100, i % 99);
        n_restored += !c.host->state->restore(c.host->handle, retrieve, &state, 0, NULL);
        c.host->state->save(c.host->handle, store, &saved, 0, NULL);
        n_same +=
            !strcmp(state.instrument, saved.instrument) && !strcmp(state.strings, saved.strings);
        const unsigned long before = atomic_load(&c.n_blocks);
        while (i % 8 == 0 && atomic_load(&c.n_blocks) < before + 4) {
            sched_yield();
        }
    }
    // An engine that was replaced is to be collected: there is work, and time for it.
    while (atomic_load(&c.n_works) == 0) {
        sched_yield();
    }
    atomic_store(&c.stop, true);
    pthread_join(audio, NULL);
    pthread_join(worker, NULL);
    printf("plug-in: %lu blocks, %lu pieces of work, %lu pictures, %ld states\n", c.n_blocks,
           c.n_works, c.n_pictures, n);
    check_between((double)n_restored, (double)n, (double)n, "states restored");
    check_between((double)n_same, (double)n, (double)n, "and saved again as they were");
    check(c.n_works > 0, "the worker had work");
    check(c.n_blocks >= (unsigned long)n / 2, "blocks ran meanwhile");
    check(c.n_pictures > c.n_blocks / 20, "%lu pictures were sent", c.n_pictures);
    c.host->descriptor->deactivate(c.host->handle);
    c.host->descriptor->cleanup(c.host->handle);
    free(c.host);
}

static void *count_up(void *data) {
    ++*(long *)data;
    return NULL;
}

static int race(void) {
    long n = 0;
    pthread_t thread;
    start(&thread, count_up, &n);
    ++n;
    pthread_join(thread, NULL);
    printf("%ld\n", n);
    return 0;
}

int main(int argc, char **argv) {
    if (argc > 1 && !strcmp(argv[1], "race")) {
        return race();
    }
    const long n = argc > 1 ? strtol(argv[1], NULL, 10) : 200;
    test_engine(n);
    test_plugin(n);
    return check_result();
}
