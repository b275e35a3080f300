// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The declarations of the CLAP interface have the sizes, offsets and numbers that the published one
// has where pointers have 64 bits. The figures were printed by a program that includes the headers
// of version 1.2.10.

#include "clap/clap_abi.h"
#include "support/check.h"

#include <stddef.h>
#include <string.h>

#define SIZE(type, n)                                                                              \
    { #type, NULL, sizeof(type), n }
#define PLACE(type, member, n)                                                                     \
    { #type, #member, offsetof(type, member), n }

static const struct {
    const char *type, *member;
    size_t is, published;
} rows[] = {
    SIZE(clap_version, 12),
    SIZE(clap_event, 16),
    PLACE(clap_event, time, 4),
    PLACE(clap_event, space, 8),
    PLACE(clap_event, type, 10),
    PLACE(clap_event, flags, 12),
    SIZE(clap_event_note, 40),
    PLACE(clap_event_note, note_id, 16),
    PLACE(clap_event_note, port, 20),
    PLACE(clap_event_note, channel, 22),
    PLACE(clap_event_note, key, 24),
    PLACE(clap_event_note, velocity, 32),
    SIZE(clap_event_expression, 40),
    PLACE(clap_event_expression, expression, 16),
    PLACE(clap_event_expression, note_id, 20),
    PLACE(clap_event_expression, key, 28),
    PLACE(clap_event_expression, value, 32),
    SIZE(clap_event_param, 56),
    PLACE(clap_event_param, id, 16),
    PLACE(clap_event_param, cookie, 24),
    PLACE(clap_event_param, note_id, 32),
    PLACE(clap_event_param, port, 36),
    PLACE(clap_event_param, channel, 38),
    PLACE(clap_event_param, key, 40),
    PLACE(clap_event_param, value, 48),
    SIZE(clap_event_gesture, 20),
    PLACE(clap_event_gesture, id, 16),
    SIZE(clap_event_transport, 104),
    PLACE(clap_event_transport, flags, 16),
    PLACE(clap_event_transport, beats, 24),
    PLACE(clap_event_transport, seconds, 32),
    PLACE(clap_event_transport, tempo, 40),
    PLACE(clap_event_transport, tempo_step, 48),
    PLACE(clap_event_transport, bar_start, 88),
    PLACE(clap_event_transport, bar, 96),
    PLACE(clap_event_transport, beats_per_bar, 100),
    PLACE(clap_event_transport, beat_unit, 102),
    SIZE(clap_event_midi, 24),
    PLACE(clap_event_midi, port, 16),
    PLACE(clap_event_midi, data, 18),
    SIZE(clap_event_sysex, 40),
    PLACE(clap_event_sysex, bytes, 24),
    PLACE(clap_event_sysex, size, 32),
    SIZE(clap_input_events, 24),
    PLACE(clap_input_events, size, 8),
    PLACE(clap_input_events, get, 16),
    SIZE(clap_output_events, 16),
    PLACE(clap_output_events, push, 8),
    SIZE(clap_audio_buffer, 32),
    PLACE(clap_audio_buffer, data64, 8),
    PLACE(clap_audio_buffer, n_channels, 16),
    PLACE(clap_audio_buffer, latency, 20),
    PLACE(clap_audio_buffer, constant, 24),
    SIZE(clap_process, 64),
    PLACE(clap_process, n_frames, 8),
    PLACE(clap_process, transport, 16),
    PLACE(clap_process, inputs, 24),
    PLACE(clap_process, outputs, 32),
    PLACE(clap_process, n_inputs, 40),
    PLACE(clap_process, n_outputs, 44),
    PLACE(clap_process, in_events, 48),
    PLACE(clap_process, out_events, 56),
    SIZE(clap_descriptor, 88),
    PLACE(clap_descriptor, id, 16),
    PLACE(clap_descriptor, plugin_version, 64),
    PLACE(clap_descriptor, description, 72),
    PLACE(clap_descriptor, features, 80),
    SIZE(clap_plugin, 96),
    PLACE(clap_plugin, data, 8),
    PLACE(clap_plugin, init, 16),
    PLACE(clap_plugin, destroy, 24),
    PLACE(clap_plugin, activate, 32),
    PLACE(clap_plugin, deactivate, 40),
    PLACE(clap_plugin, start_processing, 48),
    PLACE(clap_plugin, stop_processing, 56),
    PLACE(clap_plugin, reset, 64),
    PLACE(clap_plugin, process, 72),
    PLACE(clap_plugin, extension, 80),
    PLACE(clap_plugin, on_main_thread, 88),
    SIZE(clap_host, 88),
    PLACE(clap_host, data, 16),
    PLACE(clap_host, name, 24),
    PLACE(clap_host, host_version, 48),
    PLACE(clap_host, extension, 56),
    PLACE(clap_host, request_restart, 64),
    PLACE(clap_host, request_process, 72),
    PLACE(clap_host, request_callback, 80),
    SIZE(clap_plugin_entry, 40),
    PLACE(clap_plugin_entry, init, 16),
    PLACE(clap_plugin_entry, deinit, 24),
    PLACE(clap_plugin_entry, factory, 32),
    SIZE(clap_audio_port, 288),
    PLACE(clap_audio_port, name, 4),
    PLACE(clap_audio_port, flags, 260),
    PLACE(clap_audio_port, n_channels, 264),
    PLACE(clap_audio_port, type, 272),
    PLACE(clap_audio_port, in_place_pair, 280),
    SIZE(clap_note_port, 268),
    PLACE(clap_note_port, dialects, 4),
    PLACE(clap_note_port, preferred, 8),
    PLACE(clap_note_port, name, 12),
    SIZE(clap_note_name, 262),
    PLACE(clap_note_name, port, 256),
    PLACE(clap_note_name, key, 258),
    PLACE(clap_note_name, channel, 260),
    SIZE(clap_param_info, 1320),
    PLACE(clap_param_info, flags, 4),
    PLACE(clap_param_info, cookie, 8),
    PLACE(clap_param_info, name, 16),
    PLACE(clap_param_info, module, 272),
    PLACE(clap_param_info, least, 1296),
    PLACE(clap_param_info, most, 1304),
    PLACE(clap_param_info, otherwise, 1312),
    SIZE(clap_params, 48),
    PLACE(clap_params, value, 16),
    PLACE(clap_params, flush, 40),
    SIZE(clap_input_stream, 16),
    SIZE(clap_output_stream, 16),
    SIZE(clap_remote_page, 552),
    PLACE(clap_remote_page, id, 256),
    PLACE(clap_remote_page, name, 260),
    PLACE(clap_remote_page, param, 516),
    PLACE(clap_remote_page, is_for_preset, 548),
    SIZE(clap_color, 4),
    PLACE(clap_color, red, 1),
    PLACE(clap_color, blue, 3),
    SIZE(clap_param_indication, 16),
    PLACE(clap_param_indication, set_automation, 8),
    SIZE(clap_window, 16),
    PLACE(clap_window, handle, 8),
    SIZE(clap_resize_hints, 12),
    PLACE(clap_resize_hints, ratio_width, 4),
    SIZE(clap_gui, 120),
    PLACE(clap_gui, set_parent, 80),
    PLACE(clap_gui, set_size, 72),
    PLACE(clap_gui, hide, 112),
    SIZE(clap_host_gui, 40),
    PLACE(clap_host_gui, closed, 32),
    SIZE(clap_host_params, 24),
    PLACE(clap_host_params, request_flush, 16),
    SIZE(clap_host_preset_load, 16),
    PLACE(clap_host_preset_load, loaded, 8),
    SIZE(clap_preset_receiver, 88),
    PLACE(clap_preset_receiver, begin, 16),
    PLACE(clap_preset_receiver, add_plugin, 24),
    PLACE(clap_preset_receiver, set_flags, 40),
    PLACE(clap_preset_receiver, set_description, 56),
    PLACE(clap_preset_receiver, add_feature, 72),
    PLACE(clap_preset_receiver, add_extra, 80),
    SIZE(clap_preset_filetype, 24),
    SIZE(clap_preset_location, 32),
    PLACE(clap_preset_location, kind, 16),
    PLACE(clap_preset_location, location, 24),
    SIZE(clap_preset_provider_descriptor, 40),
    PLACE(clap_preset_provider_descriptor, id, 16),
    SIZE(clap_preset_provider, 48),
    PLACE(clap_preset_provider, metadata, 32),
    PLACE(clap_preset_provider, extension, 40),
    SIZE(clap_preset_indexer, 88),
    PLACE(clap_preset_indexer, data, 48),
    PLACE(clap_preset_indexer, declare_location, 64),
    PLACE(clap_preset_indexer, extension, 80),
    SIZE(clap_preset_factory, 24),
    SIZE(clap_plugin_factory, 24),
};

int main(void) {
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
        check(rows[i].is == rows[i].published, "%s %s: %zu, published %zu", rows[i].type,
              rows[i].member ? rows[i].member : "size", rows[i].is, rows[i].published);
    }
    check(CLAP_EVENT_NOTE_END == 3 && CLAP_EVENT_NOTE_EXPRESSION == 4, "events of notes");
    check(CLAP_EVENT_PARAM_VALUE == 5 && CLAP_EVENT_PARAM_MOD == 6, "events of parameters");
    check(CLAP_EVENT_PARAM_GESTURE_BEGIN == 7 && CLAP_EVENT_PARAM_GESTURE_END == 8, "gestures");
    check(CLAP_EVENT_TRANSPORT == 9 && CLAP_EVENT_MIDI == 10 && CLAP_EVENT_MIDI_SYSEX == 11,
          "other events");
    check(CLAP_EXPRESSION_VOLUME == 0 && CLAP_EXPRESSION_PAN == 1 && CLAP_EXPRESSION_TUNING == 2 &&
              CLAP_EXPRESSION_VIBRATO == 3 && CLAP_EXPRESSION_BRIGHTNESS == 5 &&
              CLAP_EXPRESSION_PRESSURE == 6,
          "expressions");
    check(CLAP_AUTOMATION_PRESENT == 1 && CLAP_AUTOMATION_PLAYING == 2 &&
              CLAP_AUTOMATION_RECORDING == 3 && CLAP_AUTOMATION_OVERRIDING == 4,
          "states of an automation");
    check(CLAP_PROCESS_CONTINUE == 1 && CLAP_PROCESS_SLEEP == 4, "results of a block");
    check(!strcmp(CLAP_PARAMS, "clap.params") && !strcmp(CLAP_STATE, "clap.state"), "names");
    return check_result();
}
