// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The CLAP plug-ins in a host of our own: every extension, in usual and in hostile orders.
//
//     test_clap LIBRARY

#include "clap_host.h"
#include "support/check.h"
#include "support/hash.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000 };

static const char *library;
static const char *const ids[] = {"org.jawari.instrument", "org.jawari.drone",
                                  "org.jawari.resonator"};

static void check_near(double value, double wanted, double most, const char *what) {
    check(fabs(value - wanted) <= most, "%s: %.9g, not %.9g", what, value, wanted);
}

static ClapHost *opened(const char *id) {
    ClapHost *h = calloc(1, sizeof(ClapHost));
    clap_host_open(h, library, id);
    return h;
}

static ClapHost *playing(const char *id) {
    return clap_host_playing(library, id, RATE);
}

/********* Descriptions *********/

static int n_asked;

static const void *count_asked(const clap_host *host, const char *id) {
    (void)host;
    (void)id;
    ++n_asked;
    return NULL;
}

/// A plug-in may be destroyed without init(); only from there on it may ask the host.
static void check_unused(ClapHost *h, const clap_plugin_factory *factory) {
    clap_host host = h->host;
    host.extension = count_asked;
    const clap_plugin *unused = factory->create(factory, &host, ids[0]);
    check(unused != NULL, "created");
    if (unused) {
        unused->destroy(unused);
    }
    check(n_asked == 0, "not asked before init()");
}

static void check_descriptors(void) {
    ClapHost *h = opened(ids[0]);
    const clap_plugin_factory *factory = h->entry->factory(CLAP_PLUGIN_FACTORY);
    check(factory->count(factory) == 3, "three plug-ins");
    for (uint32_t i = 0; i < 3; ++i) {
        const clap_descriptor *d = factory->descriptor(factory, i);
        check(!strcmp(d->id, ids[i]) && d->name[0] && d->vendor[0] && d->plugin_version[0],
              "descriptor %d", (int)i);
        check(d->features && d->features[0], "features of %s", d->id);
    }
    check(!factory->descriptor(factory, 3) && !factory->create(factory, &h->host, "org.other"),
          "there are no others");
    check_unused(h, factory);
    check(!h->entry->factory("clap.nothing") && !h->plugin->extension(h->plugin, "clap.nothing"),
          "nor other factories and extensions");
    clap_host_close(h);
    free(h);
}

static void check_ports(const char *id) {
    ClapHost *h = opened(id);
    const clap_audio_ports *audio = clap_host_extension(h, CLAP_AUDIO_PORTS);
    const clap_note_ports *notes = clap_host_extension(h, CLAP_NOTE_PORTS);
    const bool is_effect = !strcmp(id, ids[2]);
    clap_audio_port port;
    clap_note_port note;
    check(audio->count(h->plugin, false) == 1, "%s: one output", id);
    check(audio->count(h->plugin, true) == is_effect, "%s: inputs", id);
    check(audio->get(h->plugin, 0, false, &port) && port.n_channels == 2 &&
              !strcmp(port.type, "stereo") && port.flags & CLAP_AUDIO_PORT_IS_MAIN,
          "%s: the output is stereo", id);
    check(!audio->get(h->plugin, 1, false, &port), "%s: no second output", id);
    check(audio->get(h->plugin, 0, true, &port) == is_effect, "%s: its input", id);
    check(notes->count(h->plugin, true) == 1 && notes->count(h->plugin, false) == 0 &&
              notes->get(h->plugin, 0, true, &note) && note.dialects == 7,
          "%s: notes of three dialects come in", id);
    const clap_tail *tail = clap_host_extension(h, CLAP_TAIL);
    check(tail->get(h->plugin) == UINT32_MAX, "%s: rings on", id);
    clap_host_close(h);
    free(h);
}

/********* Parameters *********/

static void check_text(ClapHost *h, const clap_param_info *info, double value) {
    char text[128] = "", again[128] = "";
    double back = (double)NAN;
    const bool ok = h->params->to_text(h->plugin, info->id, value, text, sizeof(text)) &&
                    h->params->from_text(h->plugin, info->id, text, &back) &&
                    h->params->to_text(h->plugin, info->id, back, again, sizeof(again));
    check(ok && fabs(back - value) <= 1e-5 * fmax(fabs(value), 1e-3) && !strcmp(text, again),
          "%s: %g is '%s' is %g is '%s'", info->name, value, text, back, again);
}

static void check_params(const char *id) {
    ClapHost *h = opened(id);
    const uint32_t n = h->params->count(h->plugin);
    clap_param_info info = {0}, other;
    double value;
    char text[8];
    for (uint32_t i = 0; i < n; ++i) {
        check(h->params->info(h->plugin, i, &info) && info.name[0], "%s: parameter %d", id, (int)i);
        check(info.least < info.most && info.otherwise >= info.least && info.otherwise <= info.most,
              "%s: %s from %g to %g, else %g", id, info.name, info.least, info.most,
              info.otherwise);
        for (uint32_t k = 0; k < i; ++k) {
            h->params->info(h->plugin, k, &other);
            check(other.id != info.id, "%s: %s and %s", id, info.name, other.name);
        }
        check_text(h, &info, info.least);
        check_text(h, &info, info.most);
        check_text(h, &info, info.otherwise);
        check(h->params->value(h->plugin, info.id, &value) && value >= info.least &&
                  value <= info.most,
              "%s: value of %s", id, info.name);
        check(!h->params->from_text(h->plugin, info.id, "no such thing", &value), "nonsense");
        check(!h->params->from_text(h->plugin, info.id, "", &value), "nothing");
    }
    check_between(n, 30, 200, "%s: parameters", id);
    check(!h->params->info(h->plugin, n, &info), "%s: no more", id);
    check(!h->params->value(h->plugin, 12345, &value) &&
              !h->params->to_text(h->plugin, 12345, 0.0, text, sizeof(text)),
          "%s: an unknown identity", id);
    check(h->params->to_text(h->plugin, clap_host_param(h, "Bypass"), 1.0, text, 2) &&
              strlen(text) == 1,
          "%s: a short buffer", id);
    const clap_remote_controls *pages = clap_host_extension(h, CLAP_REMOTE_CONTROLS);
    clap_remote_page page;
    int n_known = 0, n_ids = 0;
    for (uint32_t p = 0; p < pages->count(h->plugin); ++p) {
        check(pages->get(h->plugin, p, &page) && page.name[0], "%s: page %d", id, (int)p);
        for (int i = 0; i < CLAP_REMOTE_CONTROLS_A_PAGE; ++i) {
            n_ids += page.param[i] != (clap_id)CLAP_NO_ID;
            n_known += page.param[i] != (clap_id)CLAP_NO_ID &&
                       h->params->value(h->plugin, page.param[i], &value);
        }
    }
    check(n_known == n_ids && n_ids >= (int)n - 3, "%s: %d of %d on pages", id, n_known, n_ids);
    check(!pages->get(h->plugin, pages->count(h->plugin), &page), "%s: no more pages", id);
    clap_host_close(h);
    free(h);
}

/// A value that the host sends is in force and told, also the one that the port already had.
static void check_moves(void) {
    ClapHost *h = playing(ids[0]);
    const clap_id strength = clap_host_param(h, "Pluck strength");
    clap_param_info info;
    clap_host_run(h, 64);
    for (uint32_t i = 0; h->params->info(h->plugin, i, &info); ++i) {
        if (!strcmp(info.name, "Instrument")) {
            continue;
        }
        // The port has the default, but the sitar's own value may be another one.
        clap_host_move(h, 3, CLAP_EVENT_PARAM_VALUE, info.id, info.otherwise);
        clap_host_run(h, 64);
        check_near(clap_host_value(h, info.id), info.otherwise, 1e-6 * fabs(info.otherwise) + 1e-9,
                   info.name);
        clap_host_move(h, 3, CLAP_EVENT_PARAM_VALUE, info.id, info.least - 1e6);
        clap_host_run(h, 64);
        check_near(clap_host_value(h, info.id), info.least, 1e-6 * fabs(info.least) + 1e-9,
                   info.name);
        clap_host_move(h, 3, CLAP_EVENT_PARAM_VALUE, info.id, (double)NAN);
        clap_host_move(h, 4, CLAP_EVENT_PARAM_MOD, info.id, (double)INFINITY);
        clap_host_run(h, 64);
        check(clap_host_value(h, info.id) >= info.least, "%s after a NaN", info.name);
    }
    clap_host_move(h, 0, CLAP_EVENT_PARAM_VALUE, strength, 2.0);
    clap_host_move(h, 0, CLAP_EVENT_PARAM_MOD, strength, -1.5);
    clap_host_run(h, 64);
    check_near(clap_host_value(h, strength), 2.0, 1e-6, "modulation does not change the value");
    // While it is inactive, and without frames
    clap_host_stop(h);
    clap_host_start(h, 44100.0);
    check_near(clap_host_value(h, strength), 2.0, 1e-6, "another rate keeps values");
    for (int active = 1; active >= 0; --active) {
        clap_host_move(h, 0, CLAP_EVENT_PARAM_VALUE, strength, 1.0 + active);
        clap_host_note(h, 0, CLAP_EVENT_NOTE_ON, 1, 0, 60, 0.5);
        clap_host_flush(h);
        check_near(clap_host_value(h, strength), 1.0 + active, 1e-6, "flushed");
        if (active) {
            clap_host_run(h, 64);
            check(clap_host_peak(h, 64) == 0.0, "flush() takes no notes");
            clap_host_stop(h);
        }
    }
    clap_host_start(h, 44100.0);
    clap_host_done(h);
}

/// Plays two notes in blocks of a size, and moves a parameter at a frame, before what else is
/// there; returns what came out as a number.
static uint64_t hash_of_notes(ClapHost *h, uint32_t block, clap_id id, uint32_t at) {
    enum { LENGTH = 9600 };
    static float left[LENGTH], right[LENGTH];
    static const uint32_t starts[] = {0, 4801};
    for (uint32_t from = 0; from < LENGTH; from += block) {
        const uint32_t n = LENGTH - from < block ? LENGTH - from : block;
        for (uint32_t frame = from; frame < from + n; ++frame) {
            if (frame == at) {
                clap_host_move(h, frame - from, CLAP_EVENT_PARAM_VALUE, id, 3.0);
            }
            if (frame == 4000) {
                clap_host_note(h, frame - from, CLAP_EVENT_NOTE_OFF, 0, 0, 57, 0.0);
            }
            for (int i = 0; i < 2; ++i) {
                if (frame == starts[i]) {
                    clap_host_note(h, frame - from, CLAP_EVENT_NOTE_ON, i, 0, 57 + i, 0.8);
                }
            }
        }
        clap_host_run(h, n);
        memcpy(left + from, h->left, n * sizeof(float));
        memcpy(right + from, h->right, n * sizeof(float));
    }
    return hash_bytes(hash_bytes(HASH_START, left, sizeof(left)), right, sizeof(right));
}

/// The same events give the same bits in blocks of any size, and a parameter acts at its frame.
static void check_blocks(void) {
    static const uint32_t blocks[] = {1, 37, 64, 1024, 9600};
    uint64_t hash[5], moved = 0;
    for (int i = 0; i < 5; ++i) {
        ClapHost *h = playing(ids[0]);
        hash[i] = hash_of_notes(h, blocks[i], clap_host_param(h, "Pluck strength"), 4801);
        check(hash[i] == hash[0], "blocks of %d frames", (int)blocks[i]);
        clap_host_done(h);
    }
    ClapHost *h = playing(ids[0]);
    moved = hash_of_notes(h, 64, clap_host_param(h, "Pluck strength"), 4802);
    check(moved != hash[0], "a frame later the note has its old strength");
    clap_host_done(h);
}

/********* Notes *********/

static void check_note_ends(void) {
    ClapHost *h = playing(ids[0]);
    const clap_id damping = clap_host_param(h, "Release damping");
    int ends = 0, blocks = 0;
    clap_host_move(h, 0, CLAP_EVENT_PARAM_VALUE, damping, 100.0);
    for (int i = 0; i < 8; ++i) {
        clap_host_note(h, (uint32_t)i, CLAP_EVENT_NOTE_ON, 100 + i, 0, 54 + i, 0.5);
        clap_host_note(h, 200, CLAP_EVENT_NOTE_OFF, i % 2 ? 100 + i : -1, 0, 54 + i, 0.0);
    }
    clap_host_run(h, 256);
    check(clap_host_peak(h, 256) > 1e-4, "eight notes sound");
    for (; blocks < 4000 && ends < 8; ++blocks) {
        ends += clap_host_count(h, CLAP_EVENT_NOTE_END, -1);
        clap_host_run(h, 256);
        clap_host_serve(h);
    }
    check(ends == 8, "%d of eight notes have ended", ends);
    // A key that no string has, and one that is struck again while it sounds
    clap_host_note(h, 0, CLAP_EVENT_NOTE_ON, 5, 0, 127, 0.5);
    clap_host_note(h, 1, CLAP_EVENT_NOTE_ON, 6, 0, 60, 0.5);
    clap_host_note(h, 2, CLAP_EVENT_NOTE_ON, 7, 0, 60, 0.5);
    clap_host_run(h, 256);
    check(clap_host_count(h, CLAP_EVENT_NOTE_END, 5) == 1, "an impossible note ends at once");
    check(clap_host_count(h, CLAP_EVENT_NOTE_END, 6) == 1, "the first of two ends");
    check(clap_host_count(h, CLAP_EVENT_NOTE_END, 7) == 0, "the second sounds");
    // A host without room is told later
    h->refuses_out = true;
    clap_host_note(h, 0, CLAP_EVENT_NOTE_CHOKE, -1, 0, 60, 0.0);
    for (int i = 0; i < 200; ++i) {
        clap_host_run(h, 256);
    }
    check(clap_host_peak(h, 256) < 1e-3, "choked");
    h->refuses_out = false;
    clap_host_run(h, 256);
    check(clap_host_count(h, CLAP_EVENT_NOTE_END, 7) == 1, "told when there is room");
    // More notes than are remembered, out of range, with wild numbers
    for (int i = 0; i < 400; ++i) {
        clap_host_note(h, (uint32_t)i, CLAP_EVENT_NOTE_ON, i, i % 20 - 2, i % 140 - 5, 7.0);
    }
    clap_host_run(h, 512);
    clap_host_note(h, 0, CLAP_EVENT_NOTE_CHOKE, -1, -1, -1, 0.0);
    clap_host_run(h, 512);
    clap_host_done(h);
}

/// Energy of a block of a held note after an expression.
static double sound_after(int kind, double value) {
    ClapHost *h = playing(ids[0]);
    double sum = 0.0;
    clap_host_note(h, 0, CLAP_EVENT_NOTE_ON, 9, 0, 57, 0.7);
    clap_host_run(h, 256);
    clap_host_express(h, 0, kind, 9, -1, -1, value);
    for (int i = 0; i < 40; ++i) {
        clap_host_run(h, 256);
    }
    for (int i = 0; i < 256; ++i) {
        sum += fabs((double)h->left[i]);
    }
    clap_host_done(h);
    return sum;
}

static void check_expressions(void) {
    const double plain = sound_after(CLAP_EXPRESSION_TUNING, 0.0);
    check(sound_after(CLAP_EXPRESSION_TUNING, 2.0) != plain, "tuning is heard");
    check(sound_after(CLAP_EXPRESSION_PRESSURE, 1.0) < 0.7 * plain, "pressure damps");
    check(sound_after(CLAP_EXPRESSION_TUNING, (double)NAN) == plain, "a NaN is not");
    check(sound_after(99, 1.0) == plain, "nor an unknown kind");
}

/// Reset silences at once, and the plug-in then plays as a fresh one.
static void check_reset(void) {
    ClapHost *h = playing(ids[0]);
    const clap_id strength = clap_host_param(h, "Pluck strength");
    const uint64_t first = hash_of_notes(h, 64, strength, 4801);
    clap_host_move(h, 0, CLAP_EVENT_PARAM_VALUE, strength, 1.0);
    clap_host_run(h, 64);
    h->on_audio = true;
    h->plugin->reset(h->plugin);
    h->on_audio = false;
    clap_host_run(h, 64);
    check(clap_host_peak(h, 64) == 0.0, "silent after reset");
    clap_host_done(h);
    h = playing(ids[0]);
    check(hash_of_notes(h, 64, strength, 4801) == first, "two instances");
    clap_host_done(h);
}

static void check_sleep(void) {
    ClapHost *h = playing(ids[0]);
    bool slept = false;
    for (int i = 0; i < 400 && !slept; ++i) {
        clap_host_run(h, 256);
        clap_host_serve(h);
        slept = h->result == CLAP_PROCESS_SLEEP;
    }
    check(slept, "an instrument without notes may sleep");
    clap_host_note(h, 10, CLAP_EVENT_NOTE_ON, 1, 0, 57, 0.8);
    clap_host_run(h, 256);
    check(h->result == CLAP_PROCESS_CONTINUE && clap_host_peak(h, 256) > 1e-5, "and wakes");
    clap_host_done(h);
}

/********* State and presets *********/

static void check_state(const char *id) {
    static char kept[CLAP_HOST_STATE];
    ClapHost *h = playing(id);
    h->most_a_call = 7;
    const clap_id jawari = clap_host_param(h, "Jawari");
    const clap_id instrument = clap_host_param(h, "Instrument");
    const clap_id bypass = clap_host_param(h, "Bypass");
    clap_host_move(h, 0, CLAP_EVENT_PARAM_VALUE, jawari, 31.0);
    clap_host_run(h, 256);
    check(h->params->from_text(h->plugin, instrument, "Tanpura, female", &(double){0.0}),
          "its label");
    double tanpura;
    h->params->from_text(h->plugin, instrument, "Tanpura, female", &tanpura);
    clap_host_move(h, 0, CLAP_EVENT_PARAM_VALUE, instrument, tanpura);
    clap_host_settle(h);
    check(clap_host_value(h, instrument) == tanpura, "%s: the instrument is chosen", id);
    check(h->n_rescans > 0 && h->n_dirty > 0 && h->n_names > 0, "%s: and the host is told", id);
    check_near(clap_host_value(h, jawari), 31.0, 1e-6, "moved values stay");
    clap_host_move(h, 0, CLAP_EVENT_PARAM_VALUE, bypass, 1.0);
    clap_host_run(h, 256);
    check(clap_host_save(h), "%s: saved", id);
    const size_t size = h->n_stored;
    memcpy(kept, h->stored, size);
    clap_host_done(h);

    h = playing(id);
    h->most_a_call = 5;
    memcpy(h->stored, kept, size);
    h->n_stored = size;
    check(clap_host_load(h), "%s: loaded", id);
    clap_host_settle(h);
    check(clap_host_value(h, instrument) == tanpura && clap_host_value(h, bypass) == 1.0,
          "%s: as saved", id);
    check_near(clap_host_value(h, jawari), 31.0, 1e-6, "as saved");
    check(clap_host_save(h) && h->n_stored == size && !memcmp(h->stored, kept, size),
          "%s: the same state again", id);
    // Cut off anywhere, it is refused and nothing changes.
    for (size_t n = 0; n < size; n += n < 200 ? 1 : 97) {
        memcpy(h->stored, kept, n);
        h->n_stored = n;
        check(!clap_host_load(h), "%s: cut off after %d bytes", id, (int)n);
    }
    check(clap_host_value(h, instrument) == tanpura, "%s: refused states change nothing", id);
    // Damaged bytes do no harm.
    for (size_t n = 0; n < size; n += 13) {
        memcpy(h->stored, kept, size);
        h->stored[n] = (char)(n * 31 + 7);
        h->n_stored = size;
        clap_host_load(h);
        clap_host_run(h, 16);
    }
    clap_host_done(h);

    // Loaded before it was ever active, and saved at once
    h = opened(id);
    memcpy(h->stored, kept, size);
    h->n_stored = size;
    check(clap_host_load(h), "%s: loaded while inactive", id);
    check(clap_host_value(h, instrument) == tanpura, "%s: and in force", id);
    check_near(clap_host_value(h, jawari), 31.0, 1e-6, "while inactive");
    check(clap_host_save(h) && h->n_stored == size && !memcmp(h->stored, kept, size),
          "%s: the same state, inactive", id);
    clap_host_start(h, 96000.0);
    check_near(clap_host_value(h, jawari), 31.0, 1e-6, "once active");
    clap_host_done(h);
    // Another plug-in's state
    h = opened(!strcmp(id, ids[0]) ? ids[1] : ids[0]);
    memcpy(h->stored, kept, size);
    h->n_stored = size;
    check(!clap_host_load(h), "%s: not in another plug-in", id);
    clap_host_close(h);
    free(h);
}

/// A provider's index.
typedef struct {
    int n_types, n_locations, n_presets, n_errors, n_ours[3];
    char location[1024];
    char name[256];
} Index;

static bool declare_filetype(const clap_preset_indexer *i, const clap_preset_filetype *type) {
    ++((Index *)i->data)->n_types;
    return !strcmp(type->extension, "ttl");
}
static bool declare_location(const clap_preset_indexer *i, const clap_preset_location *location) {
    Index *index = i->data;
    ++index->n_locations;
    snprintf(index->location, sizeof(index->location), "%s", location->location);
    return location->kind == CLAP_LOCATION_FILE;
}
static void on_error(const clap_preset_receiver *r, int32_t os_error, const char *text) {
    (void)os_error;
    (void)text;
    ++((Index *)r->data)->n_errors;
}
static bool begin_preset(const clap_preset_receiver *r, const char *name, const char *key) {
    Index *index = r->data;
    (void)key;
    ++index->n_presets;
    snprintf(index->name, sizeof(index->name), "%s", name);
    return true;
}
static void add_plugin(const clap_preset_receiver *r, const clap_plugin_name *name) {
    for (int i = 0; i < 3; ++i) {
        ((Index *)r->data)->n_ours[i] += !strcmp(name->abi, "clap") && !strcmp(name->id, ids[i]);
    }
}
static void ignore_flags(const clap_preset_receiver *r, uint32_t flags) {
    (void)r;
    (void)flags;
}
static void ignore_text(const clap_preset_receiver *r, const char *text) {
    (void)r;
    (void)text;
}
static void ignore_times(const clap_preset_receiver *r, uint64_t a, uint64_t b) {
    (void)r;
    (void)a;
    (void)b;
}
static void ignore_extra(const clap_preset_receiver *r, const char *key, const char *value) {
    (void)r;
    (void)key;
    (void)value;
}

static void check_presets(void) {
    ClapHost *h = playing(ids[0]);
    Index index = {0};
    const clap_preset_indexer indexer = {.version = CLAP_VERSION,
                                         .data = &index,
                                         .declare_filetype = declare_filetype,
                                         .declare_location = declare_location};
    const clap_preset_receiver receiver = {
        &index,      on_error,    begin_preset, add_plugin,  ignore_text,  ignore_flags,
        ignore_text, ignore_text, ignore_times, ignore_text, ignore_extra,
    };
    const clap_preset_factory *factory = h->entry->factory(CLAP_PRESET_FACTORY);
    check(factory && factory->count(factory) == 1, "one provider");
    const clap_preset_provider_descriptor *d = factory->descriptor(factory, 0);
    check(d && !factory->descriptor(factory, 1), "described");
    const clap_preset_provider *p = factory->create(factory, &indexer, d->id);
    check(p && !factory->create(factory, &indexer, "other"), "created");
    check(p->init(p) && index.n_types == 1 && index.n_locations == 1, "declares its presets");
    char path[1400];
    static const char *const files[] = {"drone-tanpura-plays", "resonator-sitar-taraf",
                                        "sitar-yaman"};
    for (int i = 0; i < 3; ++i) {
        snprintf(path, sizeof(path), "%s/%s.ttl", index.location, files[i]);
        check(p->metadata(p, CLAP_LOCATION_FILE, path, &receiver) && index.n_presets == i + 1 &&
                  index.n_ours[(i + 1) % 3] == 1,
              "describes %s: %s", path, index.name);
    }
    check(!p->metadata(p, CLAP_LOCATION_FILE, "/no/such.ttl", &receiver) && index.n_errors == 1,
          "says what it cannot read");
    p->destroy(p);
    const clap_preset_load *load = clap_host_extension(h, CLAP_PRESET_LOAD);
    const clap_id jawari = clap_host_param(h, "Jawari");
    const clap_id sa = clap_host_param(h, "Raga");
    clap_host_move(h, 0, CLAP_EVENT_PARAM_VALUE, jawari, 3.0);
    clap_host_run(h, 256);
    const double before = clap_host_value(h, sa);
    check(load->load(h->plugin, CLAP_LOCATION_FILE, path, NULL), "the preset is loaded: %s",
          h->log);
    clap_host_settle(h);
    check(h->n_loaded == 1 && h->n_rescans > 0, "and the host told");
    check(clap_host_value(h, sa) != before && clap_host_value(h, jawari) != 3.0,
          "its values are in force");
    check(!load->load(h->plugin, CLAP_LOCATION_FILE, "/no/such.ttl", NULL) && h->log[0],
          "a missing one is told");
    check(!load->load(h->plugin, CLAP_LOCATION_PLUGIN, NULL, "x"), "presets are files");
    h->is_old = true;
    check(load->load(h->plugin, CLAP_LOCATION_FILE, path, NULL) && h->n_loaded == 2,
          "an older host is told");
    clap_host_done(h);
}

/********* The rest *********/

static void check_offline(void) {
    ClapHost *h = playing(ids[0]);
    const clap_render *render = clap_host_extension(h, CLAP_RENDER);
    check(!render->needs_clock(h->plugin) && render->set(h->plugin, 1), "offline");
    clap_host_move(h, 0, CLAP_EVENT_PARAM_VALUE, clap_host_param(h, "Quality"), 2.0);
    h->n_callbacks = 0;
    for (int i = 0; i < 8; ++i) {
        clap_host_note(h, 0, CLAP_EVENT_NOTE_ON, i, 0, 57, 0.5);
        clap_host_run(h, 1024);
    }
    check(clap_host_peak(h, 1024) > 1e-4, "sounds offline");
    check(!render->set(h->plugin, 7), "an unknown mode");
    const clap_id instrument = clap_host_param(h, "Instrument");
    clap_host_move(h, 0, CLAP_EVENT_PARAM_VALUE, instrument, 2.0);
    clap_host_run(h, 64);
    check(clap_host_value(h, instrument) == 2.0, "it is still offline: nothing waits");
    const clap_latency *latency = clap_host_extension(h, CLAP_LATENCY);
    check_between(latency->get(h->plugin), 0, 200, "frames of latency");
    clap_host_done(h);
}

static void check_effect(void) {
    ClapHost *h = playing(ids[2]);
    double sum = 0.0;
    for (int i = 0; i < 256; ++i) {
        h->input[0][i] = h->input[1][i] = i == 0 ? 1.0F : 0.0F;
    }
    for (int i = 0; i < 40; ++i) {
        clap_host_run(h, 256);
        sum += clap_host_peak(h, 256);
        memset(h->input, 0, sizeof(h->input));
    }
    check(sum > 1e-3, "strings answer the input");
    clap_host_done(h);
}

static void check_drone(void) {
    ClapHost *h = playing(ids[1]);
    clap_event_transport time = {
        .header = {.size = sizeof(time), .type = CLAP_EVENT_TRANSPORT},
        .flags = CLAP_TRANSPORT_HAS_TEMPO | CLAP_TRANSPORT_HAS_BEATS | CLAP_TRANSPORT_IS_PLAYING,
        .tempo = 60.0,
    };
    h->transport = &time;
    double peak = 0.0;
    for (int i = 0; i < 400; ++i) {
        time.beats = (int64_t)((double)i * 256.0 / RATE * CLAP_BEATS_UNIT);
        clap_host_run(h, 256);
        peak = fmax(peak, clap_host_peak(h, 256));
        clap_host_serve(h);
    }
    check(peak > 1e-3, "the drone plays while the host rolls");
    clap_host_done(h);
}

/// What a careless host does.
static void check_hostile(const char *id) {
    ClapHost *h = opened(id);
    clap_host_run(h, 0);
    h->n_misbehaving = 0;
    h->on_audio = true;
    check(!h->plugin->activate(h->plugin, 1.0, 1, 64), "%s: a rate out of range", id);
    check(h->n_misbehaving == 1, "%s: activated from the wrong thread, and told", id);
    h->on_audio = false;
    clap_host_start(h, 8000.0);
    // Unsorted, unknown, foreign, beyond the block
    clap_host_note(h, 4000000000u, CLAP_EVENT_NOTE_ON, 1, 0, 60, 0.5);
    clap_host_note(h, 3, CLAP_EVENT_NOTE_ON, 2, 0, 62, (double)NAN);
    clap_host_midi(h, 2, 0x90, 64, 100);
    clap_host_midi(h, 1, 0x12, 200, 255);
    h->in[h->n_in - 1].header.space = 9;
    h->in[h->n_in++] = (ClapEvent){.header = {.size = sizeof(clap_event), .type = 77}};
    clap_host_run(h, 64);
    for (int i = 0; i < 3000; ++i) {
        clap_host_midi(h, (uint32_t)(i % 64), 0x90 + i % 16, i % 128, i % 90);
        if (i % 3 == 0) {
            clap_host_move(h, (uint32_t)(i % 64), CLAP_EVENT_PARAM_VALUE, (clap_id)i, i);
        }
    }
    clap_host_run(h, 64);
    // No output
    clap_process block = {.n_frames = 64};
    h->on_audio = true;
    check(h->plugin->process(h->plugin, &block) == CLAP_PROCESS_ERROR, "%s: no output", id);
    h->on_audio = false;
    clap_host_settle(h);
    clap_host_stop(h);
    for (int i = 0; i < 5; ++i) {
        clap_host_start(h, 16000.0 * (1 + i));
        clap_host_note(h, 0, CLAP_EVENT_NOTE_ON, 1, 0, 60, 0.5);
        clap_host_run(h, 256);
        clap_host_stop(h);
    }
    clap_host_close(h);
    free(h);
    // A host that offers nothing, and one that destroys what it never activated
    h = calloc(1, sizeof(ClapHost));
    h->no_features = true;
    clap_host_open(h, library, id);
    clap_host_start(h, RATE);
    clap_host_note(h, 0, CLAP_EVENT_NOTE_ON, 1, 0, 60, 0.5);
    clap_host_run(h, 256);
    check(clap_host_save(h) && clap_host_load(h), "%s: without features", id);
    clap_host_done(h);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        return 2;
    }
    library = argv[1];
    check_descriptors();
    for (int i = 0; i < 3; ++i) {
        check_ports(ids[i]);
        check_params(ids[i]);
        check_state(ids[i]);
        check_hostile(ids[i]);
    }
    check_moves();
    check_blocks();
    check_note_ends();
    check_expressions();
    check_reset();
    check_sleep();
    check_presets();
    check_offline();
    check_effect();
    check_drone();
    return check_result();
}
