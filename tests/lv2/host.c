// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "host.h"

#include "plugins.h"
#include "ports.h"
#include "selector.h"

#include <dlfcn.h>
#include <lv2/atom/util.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/log/log.h>
#include <lv2/midi/midi.h>
#include <lv2/options/options.h>
#include <lv2/patch/patch.h>
#include <lv2/time/time.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//////////////
// Features //
//////////////

static int log_vprintf(LV2_Log_Handle handle, LV2_URID type, const char *format, va_list args) {
    Host *host = handle;
    const size_t n = strlen(host->log);
    (void)type;
    return vsnprintf(host->log + n, sizeof(host->log) - n, format, args);
}

static int log_printf(LV2_Log_Handle handle, LV2_URID type, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const int n = log_vprintf(handle, type, format, args);
    va_end(args);
    return n;
}

static LV2_Worker_Status respond(LV2_Worker_Respond_Handle handle, uint32_t size,
                                 const void *data) {
    Host *host = handle;
    if (host->n_answers == HOST_WORK || size > sizeof(host->answers[0].data)) {
        return LV2_WORKER_ERR_NO_SPACE;
    }
    HostWork *answer = &host->answers[host->n_answers++];
    answer->size = size;
    memcpy(answer->data, data, size);
    return LV2_WORKER_SUCCESS;
}

static LV2_Worker_Status schedule(LV2_Worker_Schedule_Handle handle, uint32_t size,
                                  const void *data) {
    Host *host = handle;
    if (host->config.worker == HOST_WORKER_FULL || host->n_todo == HOST_WORK ||
        size > sizeof(host->todo[0].data)) {
        return LV2_WORKER_ERR_NO_SPACE;
    }
    if (host->config.worker == HOST_WORKER_AT_ONCE) {
        return host->work->work(host->handle, respond, host, size, data);
    }
    HostWork *work = &host->todo[host->n_todo++];
    work->size = size;
    memcpy(work->data, data, size);
    return LV2_WORKER_SUCCESS;
}

static void update_midnam(void *handle) {
    ++((Host *)handle)->n_midnam_updates;
}

/// As in plugin/midnam.h: this host has its own copy of Ardour's interface.
typedef struct {
    void *handle;
    void (*update)(void *handle);
} Midnam;

static void instantiate(Host *host) {
    static const int32_t min_block = 1;
    const float rate = (float)host->config.rate_hz;
    LV2_Log_Log log = {host, log_printf, log_vprintf};
    LV2_Worker_Schedule worker = {host, schedule};
    Midnam midnam = {host, update_midnam};
    LV2_Options_Option options[] = {
        {LV2_OPTIONS_INSTANCE, 0, host_map(LV2_BUF_SIZE__minBlockLength), sizeof(int32_t),
         host_map(LV2_ATOM__Int), &min_block},
        {LV2_OPTIONS_INSTANCE, 0, host_map(LV2_BUF_SIZE__maxBlockLength), sizeof(int32_t),
         host_map(LV2_ATOM__Int), &host->config.max_block},
        {LV2_OPTIONS_INSTANCE, 0, host_map("http://lv2plug.in/ns/ext/parameters#sampleRate"),
         sizeof(float), host_map(LV2_ATOM__Float), &rate},
        {LV2_OPTIONS_INSTANCE, 0, 0, 0, 0, NULL},
    };
    // The structures outlive the instance only where LV2 says so: these are kept for its life.
    LV2_Log_Log *kept_log = malloc(sizeof(log));
    LV2_Worker_Schedule *kept_worker = malloc(sizeof(worker));
    Midnam *kept_midnam = malloc(sizeof(midnam));
    *kept_log = log;
    *kept_worker = worker;
    *kept_midnam = midnam;
    host->kept[0] = kept_log;
    host->kept[1] = kept_worker;
    host->kept[2] = kept_midnam;
    const LV2_Feature features[] = {
        {LV2_URID__map, &host_urid_map},
        {LV2_LOG__log, kept_log},
        {"http://ardour.org/lv2/midnam#update", kept_midnam},
        {LV2_BUF_SIZE__boundedBlockLength, NULL},
        {LV2_OPTIONS__options, options},
        {LV2_WORKER__schedule, kept_worker},
    };
    const LV2_Feature *list[8];
    int n = 0;
    for (int i = host->config.no_map ? 1 : 0; i < 3; ++i) {
        list[n++] = &features[i];
    }
    if (host->config.max_block > 0) {
        list[n++] = &features[3];
        list[n++] = &features[4];
    }
    if (host->config.worker != HOST_NO_WORKER) {
        list[n++] = &features[5];
    }
    list[n] = NULL;
    host->handle = host->descriptor->instantiate(host->descriptor, host->config.rate_hz,
                                                 host->config.bundle, list);
}

//////////
// Life //
//////////

static LV2_Descriptor_Function list_of(const HostConfig *config, void **library) {
    char path[4096];
    LV2_Descriptor_Function list = config->list;
    if (list) {
        return list;
    }
    snprintf(path, sizeof(path), "%s/jawari.so", config->bundle);
    *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!*library) {
        fprintf(stderr, "%s\n", dlerror());
        return NULL;
    }
    *(void **)&list = dlsym(*library, "lv2_descriptor");
    return list;
}

static const LV2_Descriptor *find(LV2_Descriptor_Function list, const char *uri) {
    for (uint32_t i = 0; list && list(i); ++i) {
        if (!strcmp(list(i)->URI, uri)) {
            return list(i);
        }
    }
    return NULL;
}

static void connect(Host *host) {
    const LV2_Descriptor *d = host->descriptor;
    d->connect_port(host->handle, JW_PORT_CONTROL, &host->control);
    d->connect_port(host->handle, JW_PORT_NOTIFY, &host->notify);
    d->connect_port(host->handle, JW_PORT_LEFT, host->left);
    d->connect_port(host->handle, JW_PORT_RIGHT, host->right);
    for (uint32_t i = JW_PORT_FIRST; i < HOST_PORTS; ++i) {
        host->knob[i] = 0.0f;
        d->connect_port(host->handle, i, &host->knob[i]);
    }
    for (int c = 0; c < 2 && jw_plugin_has_input(host->plugin); ++c) {
        const JwHostPort side = c == 0 ? JW_HOST_IN_LEFT : JW_HOST_IN_RIGHT;
        d->connect_port(host->handle, (uint32_t)jw_plugin_host_port(host->plugin, side),
                        host->in[c]);
    }
    *host_knob(host, JW_HOST_ENABLED) = 1.0f;
    *host_knob(host, JW_HOST_OFFLINE_QUALITY) = 2.0f;
    host->knob[JW_PORT_INSTRUMENT] = (float)jw_selector_number(jw_plugin(host->plugin)->instrument);
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        host->port_of[i] = jw_plugin_port(host->plugin, (JwParamId)i);
        host_set(host, (JwParamId)i, (float)jw_plugin_default(host->plugin, (JwParamId)i));
    }
}

Host *host_new(const HostConfig *config) {
    Host *host = calloc(1, sizeof(Host));
    host->config = *config;
    host->config.uri = config->uri ? config->uri : jw_plugin(0)->uri;
    while (strcmp(host->config.uri, jw_plugin(host->plugin)->uri) != 0) {
        ++host->plugin;
    }
    host->notify_capacity = HOST_SEQUENCE - sizeof(LV2_Atom);
    host->descriptor = find(list_of(config, &host->library), host->config.uri);
    if (host->descriptor) {
        host->state = host->descriptor->extension_data(LV2_STATE__interface);
        host->work = host->descriptor->extension_data(LV2_WORKER__interface);
        instantiate(host);
    }
    if (!host->handle) {
        host_free(host);
        return NULL;
    }
    host->control.sequence.atom.type = host_map(LV2_ATOM__Sequence);
    host->control.sequence.atom.size = sizeof(LV2_Atom_Sequence_Body);
    connect(host);
    return host;
}

void host_free(Host *host) {
    if (host && host->handle) {
        host->descriptor->cleanup(host->handle);
    }
    if (host && host->library) {
        dlclose(host->library);
    }
    for (int i = 0; host && i < 3; ++i) {
        free(host->kept[i]);
    }
    free(host);
}

void host_activate(Host *host) {
    host->descriptor->activate(host->handle);
}

void host_deactivate(Host *host) {
    host->descriptor->deactivate(host->handle);
}

void host_set(Host *host, JwParamId id, float value) {
    if (host->port_of[id] >= 0) {
        host->knob[host->port_of[id]] = value;
    }
}

float *host_knob(Host *host, JwHostPort port) {
    return &host->knob[jw_plugin_host_port(host->plugin, port)];
}

/////////////
// Running //
/////////////

void host_work(Host *host) {
    const int n = host->n_todo;
    for (int i = 0; i < n; ++i) {
        host->work->work(host->handle, respond, host, host->todo[i].size, host->todo[i].data);
    }
    host->n_todo -= n;
    memmove(host->todo, host->todo + n, (size_t)host->n_todo * sizeof(host->todo[0]));
}

void host_run_to(Host *host, float *left, float *right, uint32_t n_frames) {
    const LV2_Descriptor *d = host->descriptor;
    d->connect_port(host->handle, JW_PORT_LEFT, left);
    d->connect_port(host->handle, JW_PORT_RIGHT, right);
    host->notify.sequence.atom.type = host_map(LV2_ATOM__Chunk);
    host->notify.sequence.atom.size = host->notify_capacity;
    d->run(host->handle, n_frames);
    for (int i = 0; i < host->n_answers; ++i) {
        host->work->work_response(host->handle, host->answers[i].size, host->answers[i].data);
    }
    host->n_answers = 0;
    host->work->end_run(host->handle);
    host->control.sequence.atom.size = sizeof(LV2_Atom_Sequence_Body);
}

void host_run(Host *host, uint32_t n_frames) {
    host_run_to(host, host->left, host->right, n_frames);
}

void host_settle(Host *host) {
    for (int still = 0; still < 64; ++still) {
        host_run(host, 64);
        if (host->n_todo > 0) {
            host_work(host);
            still = 0;
        }
    }
}

////////////
// Events //
////////////

void host_event(Host *host, int64_t frame, LV2_URID type, const void *body, uint32_t size) {
    LV2_Atom *sequence = &host->control.sequence.atom;
    const LV2_Atom_Event event = {.time.frames = frame, .body = {size, type}};
    uint8_t *at = host->control.bytes + sizeof(LV2_Atom) + sequence->size;
    const size_t padded = sizeof(event) + ((size + 7u) & ~7u);
    if (at + padded > host->control.bytes + HOST_SEQUENCE) {
        return;
    }
    memset(at, 0, padded);
    memcpy(at, &event, sizeof(event));
    memcpy(at + sizeof(event), body, size);
    sequence->size += (uint32_t)padded;
}

void host_midi(Host *host, int64_t frame, int status, int first, int second) {
    const uint8_t bytes[3] = {(uint8_t)status, (uint8_t)first, (uint8_t)second};
    host_event(host, frame, host_map(LV2_MIDI__MidiEvent), bytes, 3);
}

/// An object that is put together in bytes, as a host without the forge would.
typedef struct {
    LV2_Atom_Object_Body body;
    uint8_t properties[3 * HOST_TEXT];
    uint32_t size; ///< Of the body
} Object;

static void begin(Object *object, const char *type) {
    memset(object, 0, sizeof(*object));
    object->body.otype = host_map(type);
    object->size = sizeof(object->body);
}

static void add(Object *object, const char *key, const char *type, const void *value,
                uint32_t size) {
    const LV2_Atom_Property_Body head = {host_map(key), 0, {size, host_map(type)}};
    uint8_t *at = (uint8_t *)object + object->size;
    memcpy(at, &head, sizeof(head));
    memcpy(at + sizeof(head), value, size);
    object->size += (uint32_t)sizeof(head) + ((size + 7u) & ~7u);
}

void host_patch(Host *host, const char *message, const char *property, const char *value_type,
                const char *value, int32_t sequence) {
    Object object, body;
    begin(&object, message);
    if (sequence) {
        add(&object, LV2_PATCH__sequenceNumber, LV2_ATOM__Int, &sequence, sizeof(sequence));
    }
    if (!strcmp(message, LV2_PATCH__Put)) {
        begin(&body, "urn:none");
        add(&body, property, value_type, value, (uint32_t)strlen(value) + 1);
        add(&object, LV2_PATCH__body, LV2_ATOM__Object, &body, body.size);
    } else if (property) {
        const LV2_URID key = host_map(property);
        add(&object, LV2_PATCH__property, LV2_ATOM__URID, &key, sizeof(key));
        if (value) {
            add(&object, LV2_PATCH__value, value_type, value, (uint32_t)strlen(value) + 1);
        }
    }
    host_event(host, 0, host_map(LV2_ATOM__Object), &object, object.size);
}

void host_put(Host *host, int n, const char *const *property, const char *value_type,
              const char *const *value, int32_t sequence) {
    Object object, body;
    begin(&object, LV2_PATCH__Put);
    add(&object, LV2_PATCH__sequenceNumber, LV2_ATOM__Int, &sequence, sizeof(sequence));
    begin(&body, "urn:none");
    for (int i = 0; i < n; ++i) {
        add(&body, property[i], value_type, value[i], (uint32_t)strlen(value[i]) + 1);
    }
    add(&object, LV2_PATCH__body, LV2_ATOM__Object, &body, body.size);
    host_event(host, 0, host_map(LV2_ATOM__Object), &object, object.size);
}

void host_position(Host *host, int64_t frame, double bpm, double speed, double beat) {
    Object object;
    const float tempo = (float)bpm, rate = (float)speed, in_bar = (float)fmod(beat, 4.0), four = 4;
    const int64_t bar = fabs(beat) < 1e18 ? (int64_t)(beat / 4.0) : INT64_MAX;
    begin(&object, LV2_TIME__Position);
    add(&object, LV2_TIME__speed, LV2_ATOM__Float, &rate, sizeof(rate));
    add(&object, LV2_TIME__bar, LV2_ATOM__Long, &bar, sizeof(bar));
    add(&object, LV2_TIME__barBeat, LV2_ATOM__Float, &in_bar, sizeof(in_bar));
    add(&object, LV2_TIME__beatsPerBar, LV2_ATOM__Float, &four, sizeof(four));
    add(&object, LV2_TIME__beatsPerMinute, LV2_ATOM__Float, &tempo, sizeof(tempo));
    host_event(host, frame, host_map(LV2_ATOM__Object), &object, object.size);
}

const JwUris *host_uris(void) {
    static JwUris uris;
    if (!uris.jw_Watch) {
        jw_uris_map(&uris, &host_urid_map, 0);
    }
    return &uris;
}

/// Place where a message is put together.
typedef struct {
    LV2_Atom_Forge forge;
    union {
        LV2_Atom atom;
        int64_t words[HOST_TEXT / 8];
    } draft;
} Letter;

static LV2_Atom_Forge *begin_letter(Letter *letter) {
    lv2_atom_forge_init(&letter->forge, &host_urid_map);
    lv2_atom_forge_set_buffer(&letter->forge, (uint8_t *)&letter->draft, sizeof(letter->draft));
    return &letter->forge;
}

static void send_letter(Host *host, const Letter *letter) {
    const LV2_Atom *atom = &letter->draft.atom;
    host_event(host, 0, atom->type, atom + 1, atom->size);
}

void host_watch(Host *host, const JwWatch *watch) {
    Letter letter;
    JwWatch named = *watch;
    named.rate = watch->rate > 0.0 ? watch->rate : JW_WATCH_RATE;
    jw_messages_watch(begin_letter(&letter), host_uris(), &named);
    send_letter(host, &letter);
}

void host_pluck(Host *host, const JwStringPluck *pluck) {
    Letter letter;
    jw_messages_pluck(begin_letter(&letter), host_uris(), pluck);
    send_letter(host, &letter);
}

void host_hand(Host *host, const JwStringHand *hand) {
    Letter letter;
    jw_messages_hand(begin_letter(&letter), host_uris(), hand);
    send_letter(host, &letter);
}

void host_return(Host *host, const JwReturn *back) {
    Letter letter;
    jw_messages_return(begin_letter(&letter), host_uris(), back);
    send_letter(host, &letter);
}

const char *host_told(const Host *host, const char *property) {
    const char *told = NULL;
    LV2_ATOM_SEQUENCE_FOREACH(&host->notify.sequence, e) {
        const LV2_Atom_Object *object = (const LV2_Atom_Object *)&e->body;
        const LV2_Atom_URID *key = NULL;
        const LV2_Atom *value = NULL;
        if (object->body.otype == host_map(LV2_PATCH__Set)) {
            lv2_atom_object_get(object, host_map(LV2_PATCH__property), &key,
                                host_map(LV2_PATCH__value), &value, 0);
            if (key && value && key->body == host_map(property)) {
                told = (const char *)(value + 1);
            }
        }
    }
    return told;
}

int host_count(const Host *host, const char *type, int32_t sequence) {
    int n = 0;
    LV2_ATOM_SEQUENCE_FOREACH(&host->notify.sequence, e) {
        const LV2_Atom_Object *object = (const LV2_Atom_Object *)&e->body;
        const LV2_Atom_Int *number = NULL;
        lv2_atom_object_get(object, host_map(LV2_PATCH__sequenceNumber), &number, 0);
        n += object->body.otype == host_map(type) &&
             (!sequence || (number && number->body == sequence));
    }
    return n;
}

///////////
// State //
///////////

static int n_paths;

int host_paths_leaked(void) {
    return n_paths;
}

static char *give_path(const char *text) {
    ++n_paths;
    return strdup(text);
}

static void free_path(LV2_State_Free_Path_Handle handle, char *path) {
    (void)handle;
    n_paths -= path != NULL;
    free(path);
}

static char *abstract_path(LV2_State_Map_Path_Handle handle, const char *path) {
    const char *root = handle;
    const size_t n = strlen(root);
    return give_path(!strncmp(path, root, n) && path[n] == '/' ? path + n + 1 : path);
}

static char *absolute_path(LV2_State_Map_Path_Handle handle, const char *path) {
    char text[HOST_TEXT];
    snprintf(text, sizeof(text), "%s/%s", (const char *)handle, path);
    return give_path(path[0] == '/' ? path : text);
}

static LV2_State_Status store(LV2_State_Handle handle, uint32_t key, const void *value, size_t size,
                              uint32_t type, uint32_t flags) {
    HostState *state = handle;
    if (state->n == HOST_PROPERTIES || size > HOST_TEXT) {
        return LV2_STATE_ERR_NO_SPACE;
    }
    state->property[state->n].key = key;
    state->property[state->n].type = type;
    state->property[state->n].flags = flags;
    state->property[state->n].size = size;
    memset(state->property[state->n].value, 0, HOST_TEXT);
    memcpy(state->property[state->n++].value, value, size);
    return LV2_STATE_SUCCESS;
}

static int find_key(const HostState *state, LV2_URID key) {
    for (int i = 0; i < state->n; ++i) {
        if (state->property[i].key == key) {
            return i;
        }
    }
    return -1;
}

/// What retrieve() is given: the state itself is not to be changed.
typedef struct {
    const HostState *state;
} Restoring;

static const void *retrieve(LV2_State_Handle handle, uint32_t key, size_t *size, uint32_t *type,
                            uint32_t *flags) {
    const HostState *state = ((const Restoring *)handle)->state;
    const int i = find_key(state, key);
    if (i < 0) {
        return NULL;
    }
    *size = state->property[i].size;
    *type = state->property[i].type;
    *flags = state->property[i].flags;
    return state->property[i].value;
}

/// The features of a save or a restore.
typedef struct {
    char root[4096];
    LV2_State_Map_Path map;
    LV2_State_Free_Path free;
    LV2_Feature feature[2];
    const LV2_Feature *list[3];
} StateFeatures;

static const LV2_Feature *const *state_features(StateFeatures *f, const char *root) {
    snprintf(f->root, sizeof(f->root), "%s", root);
    f->map = (LV2_State_Map_Path){f->root, abstract_path, absolute_path};
    f->free = (LV2_State_Free_Path){NULL, free_path};
    f->feature[0] = (LV2_Feature){LV2_STATE__mapPath, &f->map};
    f->feature[1] = (LV2_Feature){LV2_STATE__freePath, &f->free};
    f->list[0] = &f->feature[0];
    f->list[1] = &f->feature[1];
    f->list[2] = NULL;
    return root[0] ? f->list : &f->list[2];
}

LV2_State_Status host_save(Host *host, HostState *state, const char *root) {
    StateFeatures features;
    memset(state, 0, sizeof(*state));
    return host->state->save(host->handle, store, state, 0, state_features(&features, root));
}

LV2_State_Status host_restore(Host *host, const HostState *state, const char *root) {
    StateFeatures features;
    Restoring restoring = {state};
    return host->state->restore(host->handle, retrieve, &restoring, 0,
                                state_features(&features, root));
}

bool host_same_state(const HostState *a, const HostState *b) {
    return !memcmp(a, b, sizeof(*a));
}

void host_state_set(HostState *state, const char *key, const char *type, const char *text) {
    const int i = find_key(state, host_map(key));
    if (i >= 0) {
        state->property[i] = state->property[--state->n];
    }
    store(state, host_map(key), text, strlen(text) + 1, host_map(type),
          LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE);
}

const char *host_state_get(const HostState *state, const char *key) {
    const int i = find_key(state, host_map(key));
    return i < 0 ? NULL : state->property[i].value;
}

double host_peak(const float *samples, uint32_t n) {
    double peak = 0.0;
    for (uint32_t i = 0; i < n; ++i) {
        peak = isfinite(samples[i]) ? fmax(peak, fabs((double)samples[i])) : HUGE_VAL;
    }
    return peak;
}
