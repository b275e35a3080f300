// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "clap_host.h"

#include "support/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined _WIN32
#include <windows.h>
static void *open_library(const char *path) {
    return (void *)LoadLibraryA(path);
}
static void *find_symbol(void *library, const char *name) {
    return (void *)(uintptr_t)GetProcAddress((HMODULE)library, name);
}
static void close_library(void *library) {
    FreeLibrary((HMODULE)library);
}
#else
#include <dlfcn.h>
static void *open_library(const char *path) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        printf("%s\n", dlerror());
    }
    return library;
}
static void *find_symbol(void *library, const char *name) {
    return dlsym(library, name);
}
static void close_library(void *library) {
    dlclose(library);
}
#endif

static ClapHost *of(const clap_host *host) {
    return host->data;
}

/// Ends a test that cannot go on.
static void demand(bool ok, const char *what) {
    if (!check(ok, "%s", what)) {
        exit(check_result());
    }
}

/********* What the plug-in asks *********/

static void ask_restart(const clap_host *host) {
    (void)host;
}
static void ask_process(const clap_host *host) {
    ++of(host)->n_processes;
}
static void ask_callback(const clap_host *host) {
    ++of(host)->n_callbacks;
}
static void rescan(const clap_host *host, uint32_t flags) {
    of(host)->n_rescans += (flags & CLAP_RESCAN_VALUES) != 0;
    check(!of(host)->on_audio, "rescan() belongs to the main thread");
}
static void clear(const clap_host *host, clap_id id, uint32_t flags) {
    (void)host;
    (void)id;
    (void)flags;
}
static void ask_flush(const clap_host *host) {
    ++of(host)->n_flushes;
    check(!of(host)->on_audio, "request_flush() is not for the audio thread");
}
static void mark_dirty(const clap_host *host) {
    ++of(host)->n_dirty;
    check(!of(host)->on_audio, "mark_dirty() belongs to the main thread");
}
static void names_changed(const clap_host *host) {
    ++of(host)->n_names;
}
static void write_log(const clap_host *host, int32_t severity, const char *text) {
    ClapHost *h = of(host);
    const size_t n = strlen(h->log);
    snprintf(h->log + n, sizeof(h->log) - n, "%s\n", text);
    h->n_misbehaving += severity == CLAP_LOG_HOST_MISBEHAVING;
}
static bool is_main(const clap_host *host) {
    return !of(host)->on_audio;
}
static bool is_audio(const clap_host *host) {
    return of(host)->on_audio;
}
static bool start_timer(const clap_host *host, uint32_t period_ms, clap_id *timer) {
    ClapHost *h = of(host);
    check(!h->has_timer && period_ms >= 5, "one timer");
    h->has_timer = true;
    *timer = h->timer = 77;
    return true;
}
static bool stop_timer(const clap_host *host, clap_id timer) {
    ClapHost *h = of(host);
    check(h->has_timer && timer == h->timer, "the timer is stopped once");
    h->has_timer = false;
    return true;
}
static void hints_changed(const clap_host *host) {
    (void)host;
}
static bool ask_resize(const clap_host *host, uint32_t width, uint32_t height) {
    of(host)->wanted_width = width;
    of(host)->wanted_height = height;
    return true;
}
static bool ask_show(const clap_host *host) {
    (void)host;
    return false;
}
static void closed(const clap_host *host, bool was_destroyed) {
    (void)was_destroyed;
    ++of(host)->n_closed;
}
static void preset_error(const clap_host *host, uint32_t kind, const char *location,
                         const char *key, int32_t os_error, const char *text) {
    (void)kind;
    (void)location;
    (void)key;
    (void)os_error;
    write_log(host, CLAP_LOG_ERROR, text);
}
static void preset_loaded(const clap_host *host, uint32_t kind, const char *location,
                          const char *key) {
    (void)kind;
    (void)location;
    (void)key;
    ++of(host)->n_loaded;
}

static const void *extension(const clap_host *host, const char *id) {
    static const clap_host_params params = {rescan, clear, ask_flush};
    static const clap_host_state state = {mark_dirty};
    static const clap_host_note_names names = {names_changed};
    static const clap_host_log log = {write_log};
    static const clap_host_thread_check threads = {is_main, is_audio};
    static const clap_host_timer timer = {start_timer, stop_timer};
    static const clap_host_gui gui = {hints_changed, ask_resize, ask_show, ask_show, closed};
    static const clap_host_preset_load presets = {preset_error, preset_loaded};
    const struct {
        const char *id;
        const void *data;
    } all[] = {
        {CLAP_PARAMS, &params},
        {CLAP_STATE, &state},
        {CLAP_NOTE_NAMES, &names},
        {CLAP_LOG, &log},
        {CLAP_THREAD_CHECK, &threads},
        {CLAP_TIMER, &timer},
        {of(host)->is_old ? CLAP_PRESET_LOAD_BEFORE : CLAP_PRESET_LOAD, &presets},
        {CLAP_GUI, &gui},
    };
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]) && !of(host)->no_features; ++i) {
        if (!strcmp(all[i].id, id)) {
            return all[i].data;
        }
    }
    return NULL;
}

/********* Life *********/

void clap_host_open(ClapHost *h, const char *library, const char *id) {
    h->host = (clap_host){
        .version = CLAP_VERSION,
        .data = h,
        .name = "test",
        .vendor = "",
        .url = "",
        .host_version = "1",
        .extension = extension,
        .request_restart = ask_restart,
        .request_process = ask_process,
        .request_callback = ask_callback,
    };
    h->most_a_call = h->most_a_call ? h->most_a_call : CLAP_HOST_STATE;
    h->library = open_library(library);
    demand(h->library != NULL, "the library opens");
    h->entry = find_symbol(h->library, "clap_entry");
    demand(h->entry && h->entry->init(library), "its entry");
    const clap_plugin_factory *factory = h->entry->factory(CLAP_PLUGIN_FACTORY);
    demand(factory != NULL, "its factory");
    h->plugin = factory->create(factory, &h->host, id);
    demand(h->plugin && h->plugin->init(h->plugin), "the plug-in");
    h->params = clap_host_extension(h, CLAP_PARAMS);
    h->state = clap_host_extension(h, CLAP_STATE);
}

void clap_host_close(ClapHost *h) {
    h->plugin->destroy(h->plugin);
    check(!h->has_timer, "the timer was stopped");
    h->entry->deinit();
    close_library(h->library);
}

void clap_host_start(ClapHost *h, double rate_hz) {
    demand(h->plugin->activate(h->plugin, rate_hz, 1, CLAP_HOST_FRAMES), "activated");
    h->on_audio = true;
    demand(h->plugin->start_processing(h->plugin), "started");
    h->on_audio = false;
}

void clap_host_stop(ClapHost *h) {
    h->on_audio = true;
    h->plugin->stop_processing(h->plugin);
    h->on_audio = false;
    h->plugin->deactivate(h->plugin);
}

ClapHost *clap_host_playing(const char *library, const char *id, double rate_hz) {
    ClapHost *h = calloc(1, sizeof(ClapHost));
    clap_host_open(h, library, id);
    clap_host_start(h, rate_hz);
    return h;
}

void clap_host_done(ClapHost *h) {
    clap_host_stop(h);
    clap_host_close(h);
    free(h);
}

const void *clap_host_extension(ClapHost *h, const char *id) {
    const void *found = h->plugin->extension(h->plugin, id);
    demand(found != NULL, id);
    return found;
}

/********* Blocks *********/

static uint32_t count_in(const clap_input_events *list) {
    return ((const ClapHost *)list->context)->n_in;
}
static const clap_event *get_in(const clap_input_events *list, uint32_t index) {
    return &((const ClapHost *)list->context)->in[index].header;
}
static bool push_out(const clap_output_events *list, const clap_event *event) {
    ClapHost *h = list->context;
    if (h->refuses_out || h->n_out == CLAP_HOST_EVENTS) {
        return false;
    }
    check(event->size <= sizeof(ClapEvent) && event->space == CLAP_CORE_SPACE, "an event of CLAP");
    check(h->n_out == 0 || event->time >= h->out[h->n_out - 1].header.time, "events in order");
    memcpy(&h->out[h->n_out++], event, event->size);
    return true;
}

void clap_host_run(ClapHost *h, uint32_t n_frames) {
    const clap_input_events in = {h, count_in, get_in};
    const clap_output_events out = {h, push_out};
    float *channels[2] = {h->left, h->right}, *inputs[2] = {h->input[0], h->input[1]};
    clap_audio_buffer output = {.data32 = channels, .n_channels = 2};
    const clap_audio_buffer input = {.data32 = inputs, .n_channels = 2};
    const clap_process block = {
        .steady_time = -1,
        .n_frames = n_frames,
        .transport = h->transport,
        .inputs = &input,
        .outputs = &output,
        .n_inputs = 1,
        .n_outputs = 1,
        .in_events = &in,
        .out_events = &out,
    };
    h->n_out = 0;
    h->on_audio = true;
    h->result = h->plugin->process(h->plugin, &block);
    h->on_audio = false;
    h->n_in = 0;
    check(h->no_result_check || h->result != CLAP_PROCESS_ERROR, "a block is played");
}

void clap_host_flush(ClapHost *h) {
    const clap_input_events in = {h, count_in, get_in};
    const clap_output_events out = {h, push_out};
    h->n_out = 0;
    h->params->flush(h->plugin, &in, &out);
    h->n_in = 0;
}

int clap_host_serve(ClapHost *h) {
    int n = 0;
    for (; h->n_callbacks > 0 && n < 100; ++n) {
        h->n_callbacks = 0;
        h->plugin->on_main_thread(h->plugin);
    }
    return n;
}

void clap_host_settle(ClapHost *h) {
    for (int quiet = 0; quiet < 32; ++quiet) {
        clap_host_run(h, 256);
        quiet = clap_host_serve(h) > 0 ? 0 : quiet;
    }
}

/********* Events *********/

static ClapEvent *add(ClapHost *h, uint32_t time, int type, size_t size) {
    ClapEvent *event = &h->in[h->n_in < CLAP_HOST_EVENTS - 1 ? h->n_in++ : h->n_in];
    memset(event, 0, sizeof(*event));
    event->header = (clap_event){.size = (uint32_t)size, .time = time, .type = (uint16_t)type};
    return event;
}

void clap_host_note(ClapHost *h, uint32_t time, int type, int32_t id, int channel, int key,
                    double velocity) {
    clap_event_note *note = &add(h, time, type, sizeof(*note))->note;
    note->note_id = id;
    note->channel = (int16_t)channel;
    note->key = (int16_t)key;
    note->velocity = velocity;
}

void clap_host_midi(ClapHost *h, uint32_t time, int status, int first, int second) {
    clap_event_midi *midi = &add(h, time, CLAP_EVENT_MIDI, sizeof(*midi))->midi;
    midi->data[0] = (uint8_t)status;
    midi->data[1] = (uint8_t)first;
    midi->data[2] = (uint8_t)second;
}

void clap_host_move(ClapHost *h, uint32_t time, int type, clap_id id, double value) {
    clap_event_param *param = &add(h, time, type, sizeof(*param))->param;
    param->id = id;
    param->note_id = time % 2 ? 0 : CLAP_ANY; // As some hosts have it
    param->port = param->channel = param->key = CLAP_ANY;
    param->value = value;
}

void clap_host_express(ClapHost *h, uint32_t time, int kind, int32_t id, int channel, int key,
                       double value) {
    clap_event_expression *e = &add(h, time, CLAP_EVENT_NOTE_EXPRESSION, sizeof(*e))->expression;
    e->expression = kind;
    e->note_id = id;
    e->port = CLAP_ANY;
    e->channel = (int16_t)channel;
    e->key = (int16_t)key;
    e->value = value;
}

clap_id clap_host_param(ClapHost *h, const char *name) {
    clap_param_info info;
    for (uint32_t i = 0; h->params->info(h->plugin, i, &info); ++i) {
        if (!strcmp(info.name, name)) {
            return info.id;
        }
    }
    demand(false, name);
    return 0;
}

double clap_host_value(ClapHost *h, clap_id id) {
    double value = (double)NAN;
    check(h->params->value(h->plugin, id, &value), "a parameter has a value");
    return value;
}

int clap_host_count(const ClapHost *h, int type, int32_t note_id) {
    int n = 0;
    for (uint32_t i = 0; i < h->n_out; ++i) {
        const ClapEvent *e = &h->out[i];
        n += e->header.type == type && (note_id == -1 || e->note.note_id == note_id);
    }
    return n;
}

/********* State *********/

static int64_t write_some(const clap_output_stream *stream, const void *from, uint64_t size) {
    ClapHost *h = stream->context;
    const size_t n = size < h->most_a_call ? (size_t)size : h->most_a_call;
    if (h->n_stored + n > CLAP_HOST_STATE) {
        return -1;
    }
    memcpy(h->stored + h->n_stored, from, n);
    h->n_stored += n;
    return (int64_t)n;
}

static int64_t read_some(const clap_input_stream *stream, void *to, uint64_t size) {
    ClapHost *h = stream->context;
    size_t n = size < h->most_a_call ? (size_t)size : h->most_a_call;
    n = n < h->n_stored - h->n_read ? n : h->n_stored - h->n_read;
    memcpy(to, h->stored + h->n_read, n);
    h->n_read += n;
    return (int64_t)n;
}

bool clap_host_save(ClapHost *h) {
    const clap_output_stream stream = {h, write_some};
    h->n_stored = 0;
    return h->state->save(h->plugin, &stream);
}

bool clap_host_load(ClapHost *h) {
    const clap_input_stream stream = {h, read_some};
    h->n_read = 0;
    return h->state->load(h->plugin, &stream);
}

double clap_host_peak(const ClapHost *h, uint32_t n_frames) {
    float peak = 0.0F;
    for (uint32_t i = 0; i < n_frames; ++i) {
        peak = fmaxf(peak, fmaxf(fabsf(h->left[i]), fabsf(h->right[i])));
    }
    return (double)peak;
}
