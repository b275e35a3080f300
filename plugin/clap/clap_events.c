// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Events between the host and the engine.

#include "clap.h"
#include "plugins.h"

#include <math.h>
#include <string.h>

JW_REALTIME bool jw_clap_add(JwClap *clap, uint32_t frame, JwEvent event) {
    if (clap->n_events == JW_CLAP_EVENTS) {
        return false;
    }
    event.frame = frame;
    clap->event[clap->n_events++] = event;
    return true;
}

/********* Notes *********/

static JW_REALTIME bool fits(int wanted, int is) {
    return wanted == CLAP_ANY || wanted == is;
}

static JW_REALTIME bool is_meant(const JwClapNote *note, int32_t id, int port, int channel,
                                 int key) {
    return fits(id, note->id) && fits(port, note->port) && fits(channel, note->channel) &&
           fits(key, note->key);
}

/// Reports the end of a note; false if the host has no room.
static JW_REALTIME bool report_end(const JwClapNote *note, const clap_output_events *out,
                                   uint32_t frame) {
    const clap_event_note end = {
        .header = {.size = sizeof(end), .time = frame, .type = CLAP_EVENT_NOTE_END},
        .note_id = note->id,
        .port = note->port,
        .channel = note->channel,
        .key = note->key,
    };
    return out->push(out, &end.header);
}

static JW_REALTIME void forget(JwClap *clap, int i) {
    --clap->n_notes;
    memmove(clap->note + i, clap->note + i + 1,
            sizeof(clap->note[0]) * (size_t)(clap->n_notes - i));
}

/// Remembers a note, to report its end. Another one of the same key ends: its string is struck
/// again. If the host cannot tell them apart, only the end of the last is reported. Without room
/// the oldest is reported early.
static JW_REALTIME void remember(JwClap *clap, const clap_event_note *event, uint32_t at) {
    for (int i = clap->n_notes - 1; i >= 0; --i) {
        JwClapNote *note = &clap->note[i];
        const bool again = note->channel == event->channel && note->key == event->key;
        note->over |= again;
        if (again && note->id == event->note_id && note->port == event->port) {
            forget(clap, i);
        }
    }
    if (clap->n_notes == JW_CLAP_NOTES) {
        if (clap->out) {
            report_end(&clap->note[0], clap->out, clap->from + at);
        }
        forget(clap, 0);
    }
    clap->note[clap->n_notes++] = (JwClapNote){
        .id = event->note_id,
        .port = event->port,
        .channel = event->channel,
        .key = event->key,
    };
}

static JW_REALTIME void begin_note(JwClap *clap, const clap_event_note *event, uint32_t at) {
    const double velocity = 127.0 * fmin(fmax(event->velocity, 0.0), 1.0);
    const bool ok =
        event->channel >= 0 && event->channel < JW_CHANNELS && event->key >= 0 && event->key <= 127;
    if (!ok) {
        return;
    }
    remember(clap, event, at);
    if (jw_instance_enabled(clap->lv2)) {
        jw_clap_add(clap, at,
                    (JwEvent){.type = JW_EVENT_NOTE,
                              .note = {event->channel, event->key, fmax(velocity, 1.0)}});
    }
}

/// Ends the notes with that channel and key, -1: any.
static JW_REALTIME void end_note(JwClap *clap, int channel, int key, bool chokes, uint32_t at) {
    if (chokes) {
        jw_clap_add(clap, at, (JwEvent){.type = JW_EVENT_CHOKE, .choke = {channel, key}});
        return;
    }
    for (int c = channel < 0 ? 0 : channel; c < (channel < 0 ? JW_CHANNELS : channel + 1); ++c) {
        if (key >= 0) {
            jw_clap_add(clap, at, (JwEvent){.type = JW_EVENT_NOTE, .note = {c, key, 0.0}});
        } else {
            jw_clap_add(clap, at,
                        (JwEvent){.type = JW_EVENT_MIDI,
                                  .midi = {JW_MIDI_CONTROL, (uint8_t)c, JW_CC_ALL_NOTES_OFF, 0}});
        }
    }
}

/// Ends the notes of an event: those with its number if it has one, otherwise channel and key.
static JW_REALTIME void end_notes(JwClap *clap, const clap_event_note *event, uint32_t at) {
    const bool chokes = event->header.type == CLAP_EVENT_NOTE_CHOKE;
    if (event->note_id == CLAP_ANY) {
        const bool ok = event->channel < JW_CHANNELS && event->key <= 127;
        if (ok) {
            end_note(clap, event->channel, event->key, chokes, at);
        }
        return;
    }
    for (int i = 0; i < clap->n_notes; ++i) {
        const JwClapNote *note = &clap->note[i];
        if (!note->over &&
            is_meant(note, event->note_id, event->port, event->channel, event->key)) {
            end_note(clap, note->channel, note->key, chokes, at);
        }
    }
}

/********* Other events *********/

/// Sets an expression; volume, pan and vibrato belong to channels here, not to notes.
static JW_REALTIME void express(JwClap *clap, const clap_event_expression *event, uint32_t at) {
    JwExpression kind;
    double value = event->value;
    switch (event->expression) {
    case CLAP_EXPRESSION_TUNING:
        kind = JW_EXPRESSION_CENTS;
        value *= 100.0;
        break;
    case CLAP_EXPRESSION_PRESSURE:
        kind = JW_EXPRESSION_PRESSURE;
        break;
    case CLAP_EXPRESSION_BRIGHTNESS:
        kind = JW_EXPRESSION_BRIGHTNESS;
        value = 2.0 * value - 1.0;
        break;
    default:
        return;
    }
    if (event->note_id == CLAP_ANY) {
        jw_clap_add(clap, at,
                    (JwEvent){.type = JW_EVENT_EXPRESSION,
                              .expression = {event->channel, event->key, kind, value}});
        return;
    }
    for (int i = 0; i < clap->n_notes; ++i) {
        const JwClapNote *note = &clap->note[i];
        if (!note->over &&
            is_meant(note, event->note_id, event->port, event->channel, event->key)) {
            jw_clap_add(clap, at,
                        (JwEvent){.type = JW_EVENT_EXPRESSION,
                                  .expression = {note->channel, note->key, kind, value}});
        }
    }
}

static JW_REALTIME void take_midi(JwClap *clap, const clap_event_midi *event, uint32_t at) {
    JwEvent mine = {.type = JW_EVENT_MIDI, .midi = jw_midi_decode(event->data)};
    if (event->data[0] == 0xff) { // System reset
        mine.type = JW_EVENT_PANIC;
    } else if (mine.midi.type == JW_MIDI_NONE ||
               (mine.midi.type == JW_MIDI_NOTE_ON && !jw_instance_enabled(clap->lv2))) {
        return;
    }
    jw_clap_add(clap, at, mine);
}

JW_REALTIME void jw_clap_take_transport(JwClap *clap, const clap_event_transport *time,
                                        uint32_t at) {
    const uint32_t needed = CLAP_TRANSPORT_HAS_TEMPO | CLAP_TRANSPORT_HAS_BEATS;
    if ((time->flags & needed) != needed) {
        return;
    }
    const bool rolls = time->flags & CLAP_TRANSPORT_IS_PLAYING;
    jw_clap_add(clap, at,
                (JwEvent){.type = JW_EVENT_TRANSPORT,
                          .transport = {rolls ? fmax(time->tempo, 0.0) : 0.0,
                                        (double)time->beats / CLAP_BEATS_UNIT}});
}

JW_REALTIME void jw_clap_take(JwClap *clap, const clap_event *event, uint32_t at) {
    const clap_event_sysex *sysex;
    switch (event->type) {
    case CLAP_EVENT_NOTE_ON:
        begin_note(clap, (const clap_event_note *)event, at);
        return;
    case CLAP_EVENT_NOTE_OFF:
    case CLAP_EVENT_NOTE_CHOKE:
        end_notes(clap, (const clap_event_note *)event, at);
        return;
    case CLAP_EVENT_NOTE_EXPRESSION:
        express(clap, (const clap_event_expression *)event, at);
        return;
    case CLAP_EVENT_TRANSPORT:
        jw_clap_take_transport(clap, (const clap_event_transport *)event, at);
        return;
    case CLAP_EVENT_MIDI:
        take_midi(clap, (const clap_event_midi *)event, at);
        return;
    case CLAP_EVENT_MIDI_SYSEX:
        sysex = (const clap_event_sysex *)event;
        if (sysex->bytes && sysex->size > 0) {
            jw_clap_add(clap, at,
                        (JwEvent){.type = JW_EVENT_SYSEX, .sysex = {sysex->bytes, sysex->size}});
        }
        return;
    default:
        return;
    }
}

/********* Parameters *********/

/// Moves one of the parameters that are not in params.def.
static JW_REALTIME void move_other(JwClap *clap, int param, double value) {
    if (param == JW_CLAP_INSTRUMENT) {
        jw_instance_select(clap->lv2, (int)rint(fmin(fmax(value, 0.0), jw_selector_most())));
    } else if (param == JW_CLAP_BYPASS) {
        clap->enabled = value > 0.5 ? 0.0F : 1.0F;
    } else {
        const double most = jw_param_info(JW_P_QUALITY)->max;
        clap->offline_quality = (float)rint(fmin(fmax(value, 0.0), most));
    }
}

static JW_REALTIME void move(JwClap *clap, int param, double value) {
    if (param >= JW_N_PARAMS) {
        move_other(clap, param, value);
        return;
    }
    const double now = (double)clap->param[param];
    clap->param[param] = (float)jw_param_clamp((JwParamId)param, value, now);
    jw_instance_move(clap->lv2, (JwParamId)param);
}

JW_REALTIME void jw_clap_take_param(JwClap *clap, const clap_event *event) {
    const clap_event_param *p = (const clap_event_param *)event;
    const int param = jw_clap_param(clap, p->id);
    // A value for one note names its key; some hosts leave the note's number at 0.
    const bool is_for_all = p->channel == CLAP_ANY && p->key == CLAP_ANY;
    const bool ok = param >= 0 && is_for_all && p->value - p->value == 0.0;
    if (ok && event->type == CLAP_EVENT_PARAM_VALUE) {
        move(clap, param, p->value);
    } else if (ok && param < JW_N_PARAMS) {
        jw_instance_modulate(clap->lv2, (JwParamId)param, p->value);
    }
}

/********* To the host *********/

JW_REALTIME void jw_clap_send_moves(JwClap *clap, const clap_output_events *out) {
    JwClapMove m;
    while (jw_ring_read(clap->moves, &m)) {
        const clap_id id = clap->id[m.param];
        const uint16_t type = m.kind == JW_MOVE_BEGIN ? CLAP_EVENT_PARAM_GESTURE_BEGIN
                              : m.kind == JW_MOVE_END ? CLAP_EVENT_PARAM_GESTURE_END
                                                      : CLAP_EVENT_PARAM_VALUE;
        const clap_event_gesture gesture = {
            .header = {.size = sizeof(gesture), .type = type},
            .id = id,
        };
        const clap_event_param value = {
            .header = {.size = sizeof(value), .type = type, .flags = CLAP_EVENT_IS_LIVE},
            .id = id,
            .note_id = CLAP_ANY,
            .port = CLAP_ANY,
            .channel = CLAP_ANY,
            .key = CLAP_ANY,
            .value = m.value,
        };
        if (m.kind == JW_MOVE_VALUE) {
            move(clap, m.param, m.value);
        }
        const clap_event *event = m.kind == JW_MOVE_VALUE ? &value.header : &gesture.header;
        if (!out->push(out, event) && !atomic_exchange(&clap->values_lost, true)) {
            clap->host->request_callback(clap->host);
        }
    }
}

JW_REALTIME void jw_clap_send_ends(JwClap *clap, const clap_output_events *out, uint32_t frame) {
    const JwEngine *engine = jw_deck_engine(&clap->lv2->model.deck);
    int kept = 0;
    for (int i = 0; i < clap->n_notes; ++i) {
        JwClapNote note = clap->note[i];
        note.over = note.over || !engine || !jw_engine_note_sounds(engine, note.channel, note.key);
        if (!note.over || !report_end(&note, out, frame)) {
            clap->note[kept++] = note;
        }
    }
    clap->n_notes = kept;
}
