// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The CLAP interface, as far as it is used here: names, layouts and numbers of version 1.2.
//
// Source: the published interface, https://github.com/free-audio/clap. These declarations are our
// own; tests/clap/test_abi.c holds their sizes and offsets against the interface's. A host calls a
// plug-in's functions from two threads: [main], and [audio], of which there is one at a time.

#ifndef JW_CLAP_ABI_H
#define JW_CLAP_ABI_H

#include <stdbool.h>
#include <stdint.h>

#if defined _WIN32
#define CLAP_ABI    __cdecl
#define CLAP_EXPORT __declspec(dllexport)
#else
#define CLAP_ABI
#define CLAP_EXPORT __attribute__((visibility("default")))
#endif

enum {
    CLAP_NAME_SIZE = 256,  ///< Bytes of a name, terminating zero included
    CLAP_PATH_SIZE = 1024, ///< Bytes of a path, terminating zero included
};

typedef uint32_t clap_id;

typedef struct {
    uint32_t major, minor, revision;
} clap_version;

#define CLAP_VERSION                                                                               \
    (clap_version) {                                                                               \
        1, 2, 0                                                                                    \
    }

typedef struct clap_host clap_host;
typedef struct clap_plugin clap_plugin;

/********* Events *********/

enum {
    CLAP_CORE_SPACE, ///< Event space of the types below
    CLAP_ANY = -1,   ///< Every note, port, channel or key
};

/// Types of events.
enum {
    CLAP_EVENT_NOTE_ON,
    CLAP_EVENT_NOTE_OFF,
    CLAP_EVENT_NOTE_CHOKE,
    CLAP_EVENT_NOTE_END, ///< To the host: a note has ended
    CLAP_EVENT_NOTE_EXPRESSION,
    CLAP_EVENT_PARAM_VALUE,
    CLAP_EVENT_PARAM_MOD,
    CLAP_EVENT_PARAM_GESTURE_BEGIN,
    CLAP_EVENT_PARAM_GESTURE_END,
    CLAP_EVENT_TRANSPORT,
    CLAP_EVENT_MIDI,
    CLAP_EVENT_MIDI_SYSEX,
};

enum { CLAP_EVENT_IS_LIVE = 1 }; ///< Flag: a user plays it now

typedef struct {
    uint32_t size; ///< Bytes of the whole event
    uint32_t time; ///< Frame in the block
    uint16_t space;
    uint16_t type;
    uint32_t flags;
} clap_event;

typedef struct {
    clap_event header;
    int32_t note_id;
    int16_t port, channel, key;
    double velocity; ///< 0..1
} clap_event_note;

/// Kinds of expression.
enum {
    CLAP_EXPRESSION_VOLUME, ///< 0..4, plain
    CLAP_EXPRESSION_PAN,    ///< 0..1
    CLAP_EXPRESSION_TUNING, ///< Semitones
    CLAP_EXPRESSION_VIBRATO,
    CLAP_EXPRESSION_EXPRESSION,
    CLAP_EXPRESSION_BRIGHTNESS, ///< 0..1
    CLAP_EXPRESSION_PRESSURE,   ///< 0..1
};

typedef struct {
    clap_event header;
    int32_t expression;
    int32_t note_id;
    int16_t port, channel, key;
    double value;
} clap_event_expression;

/// A value, or an amount of modulation, in the parameter's unit.
typedef struct {
    clap_event header;
    clap_id id;
    void *cookie;
    int32_t note_id;
    int16_t port, channel, key;
    double value;
} clap_event_param;

typedef struct {
    clap_event header;
    clap_id id;
} clap_event_gesture;

/// Flags of a transport.
enum {
    CLAP_TRANSPORT_HAS_TEMPO = 1,
    CLAP_TRANSPORT_HAS_BEATS = 2,
    CLAP_TRANSPORT_IS_PLAYING = 16,
};

#define CLAP_BEATS_UNIT 2147483648.0 ///< One beat, or second, as a fixed-point number

typedef struct {
    clap_event header;
    uint32_t flags;
    int64_t beats, seconds; ///< Position
    double tempo;           ///< Beats per minute
    double tempo_step;      ///< Change of the tempo per frame
    int64_t loop_start_beats, loop_end_beats, loop_start_seconds, loop_end_seconds;
    int64_t bar_start;
    int32_t bar;
    uint16_t beats_per_bar, beat_unit;
} clap_event_transport;

typedef struct {
    clap_event header;
    uint16_t port;
    uint8_t data[3];
} clap_event_midi;

typedef struct {
    clap_event header;
    uint16_t port;
    const uint8_t *bytes; ///< From F0 to F7, valid while the host's call lasts
    uint32_t size;
} clap_event_sysex;

/// Events of the host, in the order of their frames.
typedef struct clap_input_events {
    void *context;
    uint32_t(CLAP_ABI *size)(const struct clap_input_events *list);
    const clap_event *(CLAP_ABI *get)(const struct clap_input_events *list, uint32_t index);
} clap_input_events;

/// Events for the host, which copies each.
typedef struct clap_output_events {
    void *context;
    bool(CLAP_ABI *push)(const struct clap_output_events *list, const clap_event *event);
} clap_output_events;

/********* Processing *********/

enum {
    CLAP_PROCESS_ERROR,
    CLAP_PROCESS_CONTINUE,
    CLAP_PROCESS_CONTINUE_IF_NOT_QUIET,
    CLAP_PROCESS_TAIL,
    CLAP_PROCESS_SLEEP, ///< Until the next event or input
};

typedef struct {
    float **data32;
    double **data64;
    uint32_t n_channels;
    uint32_t latency;
    uint64_t constant; ///< Bits of channels whose samples are all the same
} clap_audio_buffer;

typedef struct {
    int64_t steady_time;
    uint32_t n_frames;
    const clap_event_transport *transport; ///< NULL: the host has none
    const clap_audio_buffer *inputs;
    clap_audio_buffer *outputs;
    uint32_t n_inputs, n_outputs;
    const clap_input_events *in_events;
    const clap_output_events *out_events;
} clap_process;

/********* Plug-in, host, entry *********/

typedef struct {
    clap_version version;
    const char *id, *name, *vendor, *url, *manual_url, *support_url, *plugin_version, *description;
    const char *const *features; ///< Ended by NULL
} clap_descriptor;

struct clap_plugin {
    const clap_descriptor *descriptor;
    void *data;
    bool(CLAP_ABI *init)(const clap_plugin *plugin);    ///< [main]
    void(CLAP_ABI *destroy)(const clap_plugin *plugin); ///< [main]
    bool(CLAP_ABI *activate)(const clap_plugin *plugin, double rate_hz, uint32_t least_frames,
                             uint32_t most_frames);                                   ///< [main]
    void(CLAP_ABI *deactivate)(const clap_plugin *plugin);                            ///< [main]
    bool(CLAP_ABI *start_processing)(const clap_plugin *plugin);                      ///< [audio]
    void(CLAP_ABI *stop_processing)(const clap_plugin *plugin);                       ///< [audio]
    void(CLAP_ABI *reset)(const clap_plugin *plugin);                                 ///< [audio]
    int32_t(CLAP_ABI *process)(const clap_plugin *plugin, const clap_process *block); ///< [audio]
    const void *(CLAP_ABI *extension)(const clap_plugin *plugin, const char *id);     ///< [main]
    void(CLAP_ABI *on_main_thread)(const clap_plugin *plugin);                        ///< [main]
};

struct clap_host {
    clap_version version;
    void *data;
    const char *name, *vendor, *url, *host_version;
    const void *(CLAP_ABI *extension)(const clap_host *host, const char *id); ///< [any]
    void(CLAP_ABI *request_restart)(const clap_host *host);                   ///< [any]
    void(CLAP_ABI *request_process)(const clap_host *host);                   ///< [any]
    void(CLAP_ABI *request_callback)(const clap_host *host);                  ///< [any]
};

#define CLAP_PLUGIN_FACTORY "clap.plugin-factory"

typedef struct clap_plugin_factory {
    uint32_t(CLAP_ABI *count)(const struct clap_plugin_factory *factory);
    const clap_descriptor *(CLAP_ABI *descriptor)(const struct clap_plugin_factory *factory,
                                                  uint32_t index);
    const clap_plugin *(CLAP_ABI *create)(const struct clap_plugin_factory *factory,
                                          const clap_host *host, const char *id);
} clap_plugin_factory;

/// What a library exports under the name clap_entry.
typedef struct {
    clap_version version;
    bool(CLAP_ABI *init)(const char *path);
    void(CLAP_ABI *deinit)(void);
    const void *(CLAP_ABI *factory)(const char *id);
} clap_plugin_entry;

/********* Extensions of the plug-in *********/

#define CLAP_AUDIO_PORTS "clap.audio-ports"

enum { CLAP_AUDIO_PORT_IS_MAIN = 1 };

typedef struct {
    clap_id id;
    char name[CLAP_NAME_SIZE];
    uint32_t flags;
    uint32_t n_channels;
    const char *type;
    clap_id in_place_pair; ///< Port with which it may share buffers
} clap_audio_port;

typedef struct {
    uint32_t(CLAP_ABI *count)(const clap_plugin *plugin, bool is_input);
    bool(CLAP_ABI *get)(const clap_plugin *plugin, uint32_t index, bool is_input,
                        clap_audio_port *port);
} clap_audio_ports;

#define CLAP_NOTE_PORTS "clap.note-ports"

/// Dialects of notes, as bits.
enum { CLAP_DIALECT_CLAP = 1, CLAP_DIALECT_MIDI = 2, CLAP_DIALECT_MPE = 4 };

typedef struct {
    clap_id id;
    uint32_t dialects;
    uint32_t preferred;
    char name[CLAP_NAME_SIZE];
} clap_note_port;

typedef struct {
    uint32_t(CLAP_ABI *count)(const clap_plugin *plugin, bool is_input);
    bool(CLAP_ABI *get)(const clap_plugin *plugin, uint32_t index, bool is_input,
                        clap_note_port *port);
} clap_note_ports;

#define CLAP_NOTE_NAMES "clap.note-name"

typedef struct {
    char name[CLAP_NAME_SIZE];
    int16_t port, key, channel;
} clap_note_name;

typedef struct {
    uint32_t(CLAP_ABI *count)(const clap_plugin *plugin);
    bool(CLAP_ABI *get)(const clap_plugin *plugin, uint32_t index, clap_note_name *name);
} clap_note_names;

#define CLAP_PARAMS "clap.params"

/// Flags of a parameter.
enum {
    CLAP_PARAM_IS_STEPPED = 1 << 0,
    CLAP_PARAM_IS_BYPASS = 1 << 4,
    CLAP_PARAM_IS_AUTOMATABLE = 1 << 5,
    CLAP_PARAM_IS_MODULATABLE = 1 << 10,
    CLAP_PARAM_IS_ENUM = 1 << 16,
};

typedef struct {
    clap_id id;
    uint32_t flags;
    void *cookie;
    char name[CLAP_NAME_SIZE];
    char module[CLAP_PATH_SIZE];
    double least, most, otherwise;
} clap_param_info;

typedef struct {
    uint32_t(CLAP_ABI *count)(const clap_plugin *plugin);
    bool(CLAP_ABI *info)(const clap_plugin *plugin, uint32_t index, clap_param_info *info);
    bool(CLAP_ABI *value)(const clap_plugin *plugin, clap_id id, double *value);
    bool(CLAP_ABI *to_text)(const clap_plugin *plugin, clap_id id, double value, char *text,
                            uint32_t size);
    bool(CLAP_ABI *from_text)(const clap_plugin *plugin, clap_id id, const char *text,
                              double *value);
    void(CLAP_ABI *flush)(const clap_plugin *plugin, const clap_input_events *in,
                          const clap_output_events *out); ///< [audio while active, else main]
} clap_params;

#define CLAP_STATE "clap.state"

typedef struct clap_input_stream {
    void *context;
    int64_t(CLAP_ABI *read)(const struct clap_input_stream *stream, void *to, uint64_t size);
} clap_input_stream;

typedef struct clap_output_stream {
    void *context;
    int64_t(CLAP_ABI *write)(const struct clap_output_stream *stream, const void *from,
                             uint64_t size);
} clap_output_stream;

typedef struct {
    bool(CLAP_ABI *save)(const clap_plugin *plugin, const clap_output_stream *stream);
    bool(CLAP_ABI *load)(const clap_plugin *plugin, const clap_input_stream *stream);
} clap_state;

#define CLAP_LATENCY "clap.latency"

typedef struct {
    uint32_t(CLAP_ABI *get)(const clap_plugin *plugin);
} clap_latency;

#define CLAP_TAIL "clap.tail"

typedef struct {
    uint32_t(CLAP_ABI *get)(const clap_plugin *plugin);
} clap_tail;

#define CLAP_RENDER "clap.render"

typedef struct {
    bool(CLAP_ABI *needs_clock)(const clap_plugin *plugin);
    bool(CLAP_ABI *set)(const clap_plugin *plugin, int32_t mode); ///< 0: in real time; 1: offline
} clap_render;

#define CLAP_REMOTE_CONTROLS "clap.remote-controls/2"

enum { CLAP_REMOTE_CONTROLS_A_PAGE = 8, CLAP_NO_ID = -1 };

typedef struct {
    char section[CLAP_NAME_SIZE];
    clap_id id;
    char name[CLAP_NAME_SIZE];
    clap_id param[CLAP_REMOTE_CONTROLS_A_PAGE];
    bool is_for_preset;
} clap_remote_page;

typedef struct {
    uint32_t(CLAP_ABI *count)(const clap_plugin *plugin);
    bool(CLAP_ABI *get)(const clap_plugin *plugin, uint32_t index, clap_remote_page *page);
} clap_remote_controls;

#define CLAP_PRESET_LOAD        "clap.preset-load/2"
#define CLAP_PRESET_LOAD_BEFORE "clap.preset-load.draft/2"

typedef struct {
    bool(CLAP_ABI *load)(const clap_plugin *plugin, uint32_t kind, const char *location,
                         const char *key);
} clap_preset_load;

#define CLAP_PARAM_INDICATION        "clap.param-indication/4"
#define CLAP_PARAM_INDICATION_BEFORE "clap.param-indication.draft/4"

typedef struct {
    uint8_t alpha, red, green, blue;
} clap_color;

enum {
    CLAP_AUTOMATION_NONE,
    CLAP_AUTOMATION_PRESENT, ///< It does not play
    CLAP_AUTOMATION_PLAYING,
    CLAP_AUTOMATION_RECORDING,
    CLAP_AUTOMATION_OVERRIDING, ///< A user moves the parameter while it plays
};

/// Colour, label and description may be NULL.
typedef struct {
    void(CLAP_ABI *set_mapping)(const clap_plugin *plugin, clap_id id, bool has_mapping,
                                const clap_color *color, const char *label,
                                const char *description);
    void(CLAP_ABI *set_automation)(const clap_plugin *plugin, clap_id id, uint32_t state,
                                   const clap_color *color);
} clap_param_indication;

#define CLAP_GUI          "clap.gui"
#define CLAP_WINDOW_X11   "x11"
#define CLAP_WINDOW_WIN32 "win32"

typedef struct {
    const char *api;
    union {
        unsigned long x11;
        void *pointer;
    } handle;
} clap_window;

typedef struct {
    bool horizontal, vertical, keeps_ratio;
    uint32_t ratio_width, ratio_height;
} clap_resize_hints;

typedef struct {
    bool(CLAP_ABI *is_supported)(const clap_plugin *plugin, const char *api, bool is_floating);
    bool(CLAP_ABI *preferred)(const clap_plugin *plugin, const char **api, bool *is_floating);
    bool(CLAP_ABI *create)(const clap_plugin *plugin, const char *api, bool is_floating);
    void(CLAP_ABI *destroy)(const clap_plugin *plugin);
    bool(CLAP_ABI *set_scale)(const clap_plugin *plugin, double scale);
    bool(CLAP_ABI *size)(const clap_plugin *plugin, uint32_t *width, uint32_t *height);
    bool(CLAP_ABI *can_resize)(const clap_plugin *plugin);
    bool(CLAP_ABI *hints)(const clap_plugin *plugin, clap_resize_hints *hints);
    bool(CLAP_ABI *adjust_size)(const clap_plugin *plugin, uint32_t *width, uint32_t *height);
    bool(CLAP_ABI *set_size)(const clap_plugin *plugin, uint32_t width, uint32_t height);
    bool(CLAP_ABI *set_parent)(const clap_plugin *plugin, const clap_window *window);
    bool(CLAP_ABI *set_transient)(const clap_plugin *plugin, const clap_window *window);
    void(CLAP_ABI *suggest_title)(const clap_plugin *plugin, const char *title);
    bool(CLAP_ABI *show)(const clap_plugin *plugin);
    bool(CLAP_ABI *hide)(const clap_plugin *plugin);
} clap_gui;

#define CLAP_TIMER "clap.timer-support"

typedef struct {
    void(CLAP_ABI *on_timer)(const clap_plugin *plugin, clap_id timer);
} clap_timer;

/********* Extensions of the host, with the same names *********/

enum { CLAP_RESCAN_VALUES = 1, CLAP_RESCAN_TEXT = 2 };

typedef struct {
    void(CLAP_ABI *rescan)(const clap_host *host, uint32_t flags);
    void(CLAP_ABI *clear)(const clap_host *host, clap_id id, uint32_t flags);
    void(CLAP_ABI *request_flush)(const clap_host *host); ///< [not audio]
} clap_host_params;

typedef struct {
    void(CLAP_ABI *mark_dirty)(const clap_host *host);
} clap_host_state;

typedef struct {
    void(CLAP_ABI *changed)(const clap_host *host);
} clap_host_note_names;

typedef struct {
    void(CLAP_ABI *error)(const clap_host *host, uint32_t kind, const char *location,
                          const char *key, int32_t os_error, const char *text);
    void(CLAP_ABI *loaded)(const clap_host *host, uint32_t kind, const char *location,
                           const char *key);
} clap_host_preset_load;

typedef struct {
    void(CLAP_ABI *hints_changed)(const clap_host *host);
    bool(CLAP_ABI *request_resize)(const clap_host *host, uint32_t width, uint32_t height);
    bool(CLAP_ABI *request_show)(const clap_host *host);
    bool(CLAP_ABI *request_hide)(const clap_host *host);
    void(CLAP_ABI *closed)(const clap_host *host, bool was_destroyed);
} clap_host_gui;

typedef struct {
    bool(CLAP_ABI *start)(const clap_host *host, uint32_t period_ms, clap_id *timer);
    bool(CLAP_ABI *stop)(const clap_host *host, clap_id timer);
} clap_host_timer;

#define CLAP_LOG "clap.log"

enum { CLAP_LOG_WARNING = 2, CLAP_LOG_ERROR = 3, CLAP_LOG_HOST_MISBEHAVING = 5 };

typedef struct {
    void(CLAP_ABI *log)(const clap_host *host, int32_t severity, const char *text); ///< [any]
} clap_host_log;

#define CLAP_THREAD_CHECK "clap.thread-check"

typedef struct {
    bool(CLAP_ABI *is_main)(const clap_host *host);
    bool(CLAP_ABI *is_audio)(const clap_host *host);
} clap_host_thread_check;

/********* Discovery of presets *********/

#define CLAP_PRESET_FACTORY        "clap.preset-discovery-factory/2"
#define CLAP_PRESET_FACTORY_BEFORE "clap.preset-discovery-factory/draft-2"

enum { CLAP_LOCATION_FILE, CLAP_LOCATION_PLUGIN };
enum { CLAP_PRESET_IS_FACTORY = 1 };

typedef struct {
    const char *abi, *id;
} clap_plugin_name;

typedef struct clap_preset_receiver {
    void *data;
    void(CLAP_ABI *error)(const struct clap_preset_receiver *r, int32_t os_error, const char *text);
    bool(CLAP_ABI *begin)(const struct clap_preset_receiver *r, const char *name, const char *key);
    void(CLAP_ABI *add_plugin)(const struct clap_preset_receiver *r, const clap_plugin_name *name);
    void(CLAP_ABI *set_soundpack)(const struct clap_preset_receiver *r, const char *id);
    void(CLAP_ABI *set_flags)(const struct clap_preset_receiver *r, uint32_t flags);
    void(CLAP_ABI *add_creator)(const struct clap_preset_receiver *r, const char *creator);
    void(CLAP_ABI *set_description)(const struct clap_preset_receiver *r, const char *text);
    void(CLAP_ABI *set_times)(const struct clap_preset_receiver *r, uint64_t created,
                              uint64_t changed);
    void(CLAP_ABI *add_feature)(const struct clap_preset_receiver *r, const char *feature);
    void(CLAP_ABI *add_extra)(const struct clap_preset_receiver *r, const char *key,
                              const char *value);
} clap_preset_receiver;

typedef struct {
    const char *name, *description, *extension;
} clap_preset_filetype;

typedef struct {
    uint32_t flags;
    const char *name;
    uint32_t kind;
    const char *location;
} clap_preset_location;

typedef struct {
    clap_version version;
    const char *id, *name, *vendor;
} clap_preset_provider_descriptor;

typedef struct clap_preset_provider {
    const clap_preset_provider_descriptor *descriptor;
    void *data;
    bool(CLAP_ABI *init)(const struct clap_preset_provider *provider);
    void(CLAP_ABI *destroy)(const struct clap_preset_provider *provider);
    bool(CLAP_ABI *metadata)(const struct clap_preset_provider *provider, uint32_t kind,
                             const char *location, const clap_preset_receiver *receiver);
    const void *(CLAP_ABI *extension)(const struct clap_preset_provider *provider, const char *id);
} clap_preset_provider;

typedef struct clap_preset_indexer {
    clap_version version;
    const char *name, *vendor, *url, *indexer_version;
    void *data;
    bool(CLAP_ABI *declare_filetype)(const struct clap_preset_indexer *indexer,
                                     const clap_preset_filetype *type);
    bool(CLAP_ABI *declare_location)(const struct clap_preset_indexer *indexer,
                                     const clap_preset_location *location);
    bool(CLAP_ABI *declare_soundpack)(const struct clap_preset_indexer *indexer, const void *pack);
    const void *(CLAP_ABI *extension)(const struct clap_preset_indexer *indexer, const char *id);
} clap_preset_indexer;

typedef struct clap_preset_factory {
    uint32_t(CLAP_ABI *count)(const struct clap_preset_factory *factory);
    const clap_preset_provider_descriptor *(CLAP_ABI *descriptor)(
        const struct clap_preset_factory *factory, uint32_t index);
    const clap_preset_provider *(CLAP_ABI *create)(const struct clap_preset_factory *factory,
                                                   const clap_preset_indexer *indexer,
                                                   const char *id);
} clap_preset_factory;

#endif // JW_CLAP_ABI_H
