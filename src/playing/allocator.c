// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "playing/allocator.h"

#include "playing/allocator_place.h"

#include <math.h>
#include <string.h>

JW_REALTIME void jw_allocator_reset(JwAllocator *allocator, const JwInstrument *instrument,
                                    const JwFretboard *board, double rate_hz, double bend_range) {
    memset(allocator, 0, sizeof(*allocator));
    allocator->instrument = instrument;
    allocator->board = board;
    allocator->rate_hz = rate_hz;
    allocator->stroke = instrument->map.ra_velocity > 0 ? JW_ACTION_BY_VELOCITY : JW_ACTION_DA;
    jw_channels_init(&allocator->channels, bend_range);
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        jw_channels_set_base(&allocator->channels, (JwParamId)i, instrument->param[i]);
    }
    for (int s = 0; s < JW_MAX_STRINGS; ++s) {
        allocator->note[s].key = allocator->note[s].channel = -1;
    }
}

/// Ends all notes, palms and queued strokes. A string keeps the channel that played it, since it
/// may still sound.
static JW_REALTIME void let_all_go(JwAllocator *allocator) {
    const bool by_velocity = allocator->instrument->map.ra_velocity > 0;
    for (int s = 0; s < JW_MAX_STRINGS; ++s) {
        JwNote *note = &allocator->note[s];
        *note = (JwNote){.key = -1, .channel = note->channel, .cut_bends = note->cut_bends};
        allocator->hand[s] = (JwHand){0};
    }
    allocator->stroke = by_velocity ? JW_ACTION_BY_VELOCITY : JW_ACTION_DA;
    allocator->last_ra = false;
    allocator->clock = 0;
    allocator->n_to_come = 0;
}

JW_REALTIME void jw_allocator_panic(JwAllocator *allocator, double bend_range) {
    jw_channels_panic(&allocator->channels, bend_range);
    let_all_go(allocator);
}

JW_REALTIME void jw_allocator_power_up(JwAllocator *allocator, double bend_range) {
    double base[JW_CHANNEL_VALUES];
    memcpy(base, allocator->channels.base, sizeof(base));
    jw_channels_init(&allocator->channels, bend_range);
    memcpy(allocator->channels.base, base, sizeof(base));
    jw_tunings_init(&allocator->tunings);
    allocator->is_retuned = true;
    let_all_go(allocator);
}

JW_REALTIME void jw_allocator_set_bend_range(JwAllocator *allocator, double semitones) {
    jw_channels_set_bend_range(&allocator->channels, semitones);
}

/********* Tuning *********/

JW_REALTIME void jw_allocator_set_board(JwAllocator *allocator, const JwFretboard *board) {
    allocator->board = board;
    for (int s = 0; s < allocator->instrument->n_strings; ++s) {
        JwNote *note = &allocator->note[s];
        JwPlace place = {0};
        if (note->key >= 0) {
            place = jw_allocator_place(allocator, s, note->channel, note->key);
        }
        note->fret = place.fret >= 0 ? place.fret : 0;
        note->retune = place.retune;
        note->tuning = place.tuning;
    }
    allocator->is_retuned = true;
}

/// Retunes the notes that sound on a set of channels (bits).
static JW_REALTIME void retune_all(JwAllocator *allocator, unsigned channels) {
    allocator->is_retuned = true;
    for (int s = 0; s < allocator->instrument->n_strings; ++s) {
        const JwNote *note = &allocator->note[s];
        if (note->key >= 0 && note->channel >= 0 && channels & 1u << note->channel) {
            jw_allocator_retune(allocator, s);
        }
    }
}

JW_REALTIME void jw_allocator_inherit(JwAllocator *allocator, const JwMidiTunings *tunings,
                                      int leader) {
    allocator->tunings = *tunings;
    allocator->channels.leader = leader;
    retune_all(allocator, ~0u);
}

JW_REALTIME bool jw_allocator_sysex(JwAllocator *allocator, const JwSysex *sysex) {
    const JwRetuned retuned = jw_tunings_take(&allocator->tunings, sysex);
    allocator->is_retuned = true;
    for (int s = 0; s < allocator->instrument->n_strings && retuned.real_time; ++s) {
        const JwNote *note = &allocator->note[s];
        if (note->key >= 0 && note->channel >= 0 &&
            jw_tunings_concern(&allocator->tunings, &allocator->channels, &retuned, note->channel,
                               note->key)) {
            jw_allocator_retune(allocator, s);
        }
    }
    return retuned.understood;
}

JW_REALTIME void jw_allocator_set_table(JwAllocator *allocator, const JwKeyTable *table) {
    allocator->table = *table;
    retune_all(allocator, ~0u);
}

/********* Fingers *********/

static JW_REALTIME void lift_finger(JwNote *note, int i) {
    --note->n_fingers;
    memmove(&note->finger[i], &note->finger[i + 1],
            (size_t)(note->n_fingers - i) * sizeof(note->finger[0]));
}

static JW_REALTIME void put_finger(JwNote *note, int channel, int key) {
    for (int i = 0; i < note->n_fingers; ++i) {
        if (note->finger[i].channel == channel && note->finger[i].key == key) {
            lift_finger(note, i);
        }
    }
    if (note->n_fingers == JW_FINGERS) {
        lift_finger(note, 0);
    }
    note->finger[note->n_fingers++] = (JwFinger){(uint8_t)channel, (uint8_t)key};
}

/// Keeps the channel's bend on the strings that it leaves for string s.
static JW_REALTIME void leave_others(JwAllocator *allocator, int channel, int s) {
    for (int i = 0; i < allocator->instrument->n_strings; ++i) {
        JwNote *note = &allocator->note[i];
        if (i != s && note->channel == channel && note->n_fingers == 0 && !note->loose) {
            note->loose_bend = jw_channels_bend(&allocator->channels, channel);
            note->loose = true;
        }
    }
}

static JW_REALTIME void sound_at(JwAllocator *allocator, JwNote *note, int channel, int key,
                                 JwPlace place) {
    const double bend = jw_channels_bend(&allocator->channels, channel);
    const double slacken = allocator->instrument->map.slacken;
    note->key = key;
    note->channel = channel;
    note->fret = place.fret;
    note->retune = place.retune;
    note->tuning = place.tuning;
    note->loose = note->is_cut = note->is_open = false;
    note->own_bend = note->own_timbre = 0.0;
    note->is_member = jw_channels_is_member(&allocator->channels, channel);
    note->slack = note->is_member ? slacken : fmin(fmax(-bend, 0.0), slacken);
}

/********* Strokes *********/

/// Velocity of the next stroke, negative for an outward one.
static JW_REALTIME double next_stroke(JwAllocator *allocator, double velocity) {
    const JwMidiMap *map = &allocator->instrument->map;
    bool ra = false;
    switch (allocator->stroke) {
    case JW_ACTION_RA:
        ra = true;
        break;
    case JW_ACTION_ALTERNATE:
        ra = !allocator->last_ra;
        break;
    case JW_ACTION_BY_VELOCITY:
        ra = velocity <= map->ra_velocity;
        break;
    case JW_ACTION_DA:
    case JW_ACTION_PLUCK:
    case JW_ACTION_DAMP:
        break;
    }
    allocator->last_ra = ra;
    const double strength = velocity / 127.0;
    return ra ? -fmin(strength * map->ra_strength, 1.0) : strength;
}

/// Position of the stroke given by a channel's pressure or third dimension; negative: the
/// instrument's own. Pressure moves it towards the middle of the string. The third dimension moves
/// it towards the middle above its centre, and towards the bridge below.
static JW_REALTIME double stroke_position(const JwAllocator *allocator, int channel,
                                          const double *param) {
    const JwMidiMap *map = &allocator->instrument->map;
    const double own = param[JW_P_PLUCK_POSITION], middle = 0.5;
    const double timbre = jw_channels_timbre(&allocator->channels, channel);
    const double pressure =
        jw_allocator_touch(map, jw_channels_pressure(&allocator->channels, channel));
    double part = map->pressure == JW_TOUCH_PLUCK_POSITION ? pressure : 0.0;
    part = map->timbre == JW_TOUCH_PLUCK_POSITION && timbre != 0.0 ? timbre : part;
    if (part == 0.0) {
        return -1.0;
    }
    const double bridge = jw_param_info(JW_P_PLUCK_POSITION)->min;
    return own + fabs(part) * ((part > 0.0 ? middle : bridge) - own);
}

JW_REALTIME JwGesture jw_allocator_stroke(JwAllocator *allocator, int string, int channel,
                                          double velocity, double position) {
    JwNote *note = &allocator->note[string];
    if (note->n_fingers == 0) {
        note->key = -1;
        note->fret = 0;
        note->retune = note->pressure = 0.0;
        note->sustained = note->caught = false;
        note->channel = channel;
    }
    note->age = ++allocator->clock;
    return (JwGesture){JW_GESTURE_PLUCK, string, note->fret, velocity, position};
}

/********* Strokes to come *********/

JW_REALTIME uint64_t jw_allocator_due(const JwAllocator *allocator) {
    return allocator->n_to_come > 0 ? allocator->to_come[0].frame : UINT64_MAX;
}

static JW_REALTIME void drop_to_come(JwAllocator *allocator, int i) {
    --allocator->n_to_come;
    memmove(&allocator->to_come[i], &allocator->to_come[i + 1],
            (size_t)(allocator->n_to_come - i) * sizeof(allocator->to_come[0]));
}

JW_REALTIME bool jw_allocator_next(JwAllocator *allocator, uint64_t frame, JwGesture *gesture) {
    if (jw_allocator_due(allocator) > frame) {
        return false;
    }
    const JwStrokeToCome next = allocator->to_come[0];
    drop_to_come(allocator, 0);
    *gesture =
        jw_allocator_stroke(allocator, next.string, next.channel, next.velocity, next.position);
    return true;
}

/// Queues a stroke, in the order of frames; strokes of the same frame stay in their order of
/// arrival.
static JW_REALTIME void stroke_later(JwAllocator *allocator, JwStrokeToCome stroke) {
    if (allocator->n_to_come >= JW_ALLOCATOR_QUEUE) {
        ++allocator->dropped;
        return;
    }
    int i = allocator->n_to_come++;
    for (; i > 0 && allocator->to_come[i - 1].frame > stroke.frame; --i) {
        allocator->to_come[i] = allocator->to_come[i - 1];
    }
    allocator->to_come[i] = stroke;
}

/********* Keys of the map *********/

static JW_REALTIME const JwMapKey *find_map_key(const JwAllocator *allocator, int key) {
    const JwMidiMap *map = &allocator->instrument->map;
    for (int i = 0; i < map->n_keys; ++i) {
        if (map->key[i].key == key) {
            return &map->key[i];
        }
    }
    return NULL;
}

JW_REALTIME bool jw_allocator_reaches(const JwAllocator *allocator, int channel, int key) {
    JwPlace place;
    return find_map_key(allocator, key) ||
           jw_allocator_find_string(allocator, channel, key, true, &place) >= 0;
}

static JW_REALTIME int strum(JwAllocator *allocator, const JwMapKey *k, const JwMidi *midi,
                             double value, uint64_t frame, const double *param,
                             JwGesture *gestures) {
    const double velocity = next_stroke(allocator, value);
    const double position = stroke_position(allocator, midi->channel, param);
    for (int i = 1; i < k->n_strings; ++i) {
        const uint64_t later = (uint64_t)round(i * k->gap_s * allocator->rate_hz);
        stroke_later(allocator, (JwStrokeToCome){frame + later, k->string[i], midi->channel,
                                                 velocity, position});
    }
    if (k->n_strings > 0) {
        gestures[0] =
            jw_allocator_stroke(allocator, k->string[0], midi->channel, velocity, position);
    }
    return k->n_strings > 0;
}

static JW_REALTIME void lay_hand(JwAllocator *allocator, const JwMapKey *k, const JwMidi *midi) {
    for (int i = 0; i < k->n_strings; ++i) {
        allocator->hand[k->string[i]] = (JwHand){midi->value / 127.0, {midi->channel, midi->key}};
    }
}

/// Lifts the palms applied by the key on those channels, or by every key if key < 0.
static JW_REALTIME void lift_hands(JwAllocator *allocator, unsigned channels, int key) {
    for (int s = 0; s < allocator->instrument->n_strings; ++s) {
        const JwFinger finger = allocator->hand[s].finger;
        if (channels & 1u << finger.channel && (key < 0 || finger.key == key)) {
            allocator->hand[s].firmness = 0.0;
        }
    }
}

static JW_REALTIME int use_map_key(JwAllocator *allocator, const JwMapKey *k, const JwMidi *midi,
                                   double value, uint64_t frame, const double *param,
                                   JwGesture *gestures) {
    switch (k->action) {
    case JW_ACTION_PLUCK:
        return strum(allocator, k, midi, value, frame, param, gestures);
    case JW_ACTION_DAMP:
        lay_hand(allocator, k, midi);
        return 0;
    case JW_ACTION_DA:
    case JW_ACTION_RA:
    case JW_ACTION_ALTERNATE:
    case JW_ACTION_BY_VELOCITY:
        allocator->stroke = k->action;
        allocator->last_ra = true; // The first of alternating strokes is inward
        return 0;
    }
    return 0;
}

/********* Notes *********/

/// Begins a note, with the velocity `value`.
static JW_REALTIME int note_on(JwAllocator *allocator, const JwMidi *midi, double value,
                               uint64_t frame, const double *param, JwGesture *gestures) {
    const int key = midi->key, channel = midi->channel;
    const bool is_member = jw_channels_is_member(&allocator->channels, channel);
    const bool poly = is_member || param[JW_P_POLYPHONY] > 0.5;
    const JwMapKey *k = find_map_key(allocator, key);
    if (k) {
        return use_map_key(allocator, k, midi, value, frame, param, gestures);
    }
    JwPlace place = {.fret = -1};
    const int s = jw_allocator_find_string(allocator, channel, key, poly, &place);
    if (s < 0) {
        ++allocator->dropped;
        return 0;
    }
    JwNote *note = &allocator->note[s];
    const bool tied = param[JW_P_LEGATO] > 0.5 && !poly && note->n_fingers > 0 && note->key != key;
    if (poly) {
        note->n_fingers = 0; // Removes the fingers of the previous note
    }
    put_finger(note, channel, key);
    // The sostenuto pedal only keeps holding the same key when it is struck again.
    note->caught = note->caught && note->key == key && note->channel == channel;
    sound_at(allocator, note, channel, key, place);
    note->sustained = false;
    if (is_member) {
        leave_others(allocator, channel, s);
    }
    if (tied) {
        gestures[0] = (JwGesture){JW_GESTURE_FRET, s, place.fret, 0.0, -1.0};
        return 1;
    }
    note->pressure = 0.0;
    note->age = ++allocator->clock;
    gestures[0] = (JwGesture){JW_GESTURE_PLUCK, s, place.fret, next_stroke(allocator, value),
                              stroke_position(allocator, channel, param)};
    return 1;
}

/// Lifts a string's last finger: the string returns to the previous finger, or its note ends.
static JW_REALTIME int release(JwAllocator *allocator, int s, int channel, JwGesture *gestures) {
    JwNote *note = &allocator->note[s];
    if (note->n_fingers > 0) {
        const JwFinger finger = note->finger[note->n_fingers - 1];
        const JwPlace place = jw_allocator_place(allocator, s, finger.channel, finger.key);
        if (place.fret >= 0) {
            sound_at(allocator, note, finger.channel, finger.key, place);
            gestures[0] = (JwGesture){JW_GESTURE_FRET, s, place.fret, 0.0, -1.0};
            return 1;
        }
        note->n_fingers = 0;
    }
    note->sustained = note->caught || jw_channels_pedal(&allocator->channels, channel);
    note->pressure = 0.0;
    gestures[0] = (JwGesture){JW_GESTURE_DAMP, s, note->fret, 0.0, -1.0};
    return note->sustained ? 0 : 1;
}

JW_REALTIME bool jw_allocator_open(JwAllocator *allocator, int string, double velocity,
                                   const double *param, JwGesture *gesture) {
    JwNote *note = &allocator->note[string];
    const int own = allocator->board->neck[string].key[0];
    const int key = own >= 0 ? own : allocator->instrument->string[string].key;
    if (!(velocity > 0.0)) {
        const int last = note->n_fingers - 1;
        if (last < 0 || note->finger[last].channel != 0 || note->finger[last].key != key) {
            return false;
        }
        lift_finger(note, last);
        return release(allocator, string, 0, gesture) > 0;
    }
    note->n_fingers = 0; // No finger stops an open string
    jw_channels_note(&allocator->channels, 0);
    put_finger(note, 0, key);
    sound_at(allocator, note, 0, key, (JwPlace){.retune = allocator->open[string]});
    note->is_open = true;
    note->sustained = note->caught = false;
    note->pressure = 0.0;
    note->age = ++allocator->clock;
    *gesture =
        (JwGesture){JW_GESTURE_PLUCK, string, 0, next_stroke(allocator, fmin(velocity, 127.0)),
                    stroke_position(allocator, 0, param)};
    return true;
}

/// Lifts the fingers and palms of the key on those channels, or of every key if key < 0.
static JW_REALTIME int let_go(JwAllocator *allocator, unsigned channels, int key,
                              JwGesture *gestures) {
    int n = 0;
    lift_hands(allocator, channels, key);
    for (int s = 0; s < allocator->instrument->n_strings; ++s) {
        JwNote *note = &allocator->note[s];
        const int before = note->n_fingers;
        bool sounded = false;
        int channel = 0;
        for (int i = before - 1; i >= 0; --i) {
            const JwFinger finger = note->finger[i];
            if (channels & 1u << finger.channel && (key < 0 || finger.key == key)) {
                channel = finger.channel;
                sounded |= i == note->n_fingers - 1;
                lift_finger(note, i);
            }
        }
        if (sounded) {
            n += release(allocator, s, channel, &gestures[n]);
        }
    }
    return n;
}

static JW_REALTIME int note_off(JwAllocator *allocator, const JwMidi *midi, JwGesture *gestures) {
    return let_go(allocator, 1u << midi->channel, midi->key, gestures);
}

/********* Controllers *********/

static JW_REALTIME int pedal_up(JwAllocator *allocator, JwGesture *gestures) {
    int n = 0;
    for (int s = 0; s < allocator->instrument->n_strings; ++s) {
        JwNote *note = &allocator->note[s];
        note->caught = note->caught && jw_channels_sostenuto(&allocator->channels, note->channel);
        if (note->sustained && !note->caught &&
            !jw_channels_pedal(&allocator->channels, note->channel)) {
            note->sustained = false;
            gestures[n++] = (JwGesture){JW_GESTURE_DAMP, s, note->fret, 0.0, -1.0};
        }
    }
    return n;
}

/// Marks the notes whose keys are down when the sostenuto pedal comes down.
static JW_REALTIME void catch_notes(JwAllocator *allocator, unsigned channels) {
    for (int s = 0; s < allocator->instrument->n_strings; ++s) {
        JwNote *note = &allocator->note[s];
        const bool held =
            note->n_fingers > 0 && channels & 1u << note->finger[note->n_fingers - 1].channel;
        note->caught = note->caught || held;
    }
}

/// Ends a string's note, to be silenced at once.
static JW_REALTIME JwGesture silence_string(JwNote *note, int s) {
    note->n_fingers = 0;
    note->sustained = note->caught = false;
    note->pressure = note->retune = 0.0;
    note->key = -1;
    return (JwGesture){JW_GESTURE_SILENCE, s, note->fret, 0.0, -1.0};
}

/// Silences the strings played by those channels or by no channel, including sympathetic strings;
/// strings played by other channels continue.
static JW_REALTIME int silence(JwAllocator *allocator, unsigned channels, JwGesture *gestures) {
    int n = 0;
    lift_hands(allocator, channels, -1);
    for (int i = allocator->n_to_come - 1; i >= 0; --i) {
        if (channels & 1u << allocator->to_come[i].channel) {
            drop_to_come(allocator, i);
        }
    }
    for (int s = 0; s < allocator->instrument->n_strings; ++s) {
        JwNote *note = &allocator->note[s];
        if (note->channel < 0 || channels & 1u << note->channel) {
            gestures[n++] = silence_string(note, s);
        }
    }
    return n;
}

static JW_REALTIME int control(JwAllocator *allocator, const JwMidi *midi, JwGesture *gestures) {
    const unsigned reach = jw_channels_reach(&allocator->channels, midi->channel);
    if (midi->key == JW_CC_ALL_SOUND_OFF) {
        return silence(allocator, reach, gestures);
    }
    if (midi->key >= JW_CC_ALL_NOTES_OFF) {
        return let_go(allocator, reach, -1, gestures);
    }
    for (int s = 0; s < allocator->instrument->n_strings; ++s) {
        JwNote *note = &allocator->note[s];
        if (midi->key == JW_CC_RESET_CONTROLLERS && note->channel >= 0 &&
            reach & 1u << note->channel) {
            note->pressure = 0.0;
        }
    }
    const bool lifts = midi->key == JW_CC_SUSTAIN || midi->key == JW_CC_SOSTENUTO ||
                       midi->key == JW_CC_RESET_CONTROLLERS;
    return lifts ? pedal_up(allocator, gestures) : 0;
}

/// Before its other effects, a control that changes zones ends notes, and a pedal that comes down
/// holds them.
static JW_REALTIME int take_control(JwAllocator *allocator, const JwMidi *midi,
                                    JwGesture *gestures) {
    JwChannels *channels = &allocator->channels;
    const bool was_down = jw_channels_sostenuto(channels, midi->channel);
    const unsigned ended = jw_channels_take(channels, midi);
    if (!was_down && jw_channels_sostenuto(channels, midi->channel)) {
        catch_notes(allocator, jw_channels_reach(channels, midi->channel));
    }
    if (jw_tunings_select(&allocator->tunings, channels, midi)) {
        retune_all(allocator, jw_channels_reach(channels, midi->channel));
    }
    return ended ? let_go(allocator, ended, -1, gestures) : control(allocator, midi, gestures);
}

static JW_REALTIME void press_key(JwAllocator *allocator, const JwMidi *midi) {
    for (int s = 0; s < allocator->instrument->n_strings; ++s) {
        JwNote *note = &allocator->note[s];
        if (note->key == midi->key && note->channel == midi->channel && note->n_fingers > 0) {
            note->pressure = midi->value;
        }
    }
}

JW_REALTIME void jw_allocator_express(JwAllocator *allocator, int channel, int key,
                                      JwExpression kind, double value) {
    for (int s = 0; s < allocator->instrument->n_strings && !isnan(value); ++s) {
        JwNote *note = &allocator->note[s];
        const bool plays = note->key >= 0 && note->channel >= 0;
        if (!plays || (key >= 0 && note->key != key) ||
            (channel >= 0 && note->channel != channel)) {
            continue;
        }
        switch (kind) {
        case JW_EXPRESSION_CENTS:
            note->own_bend = 0.01 * fmin(fmax(value, -100.0 * JW_PULL_MAX), 100.0 * JW_PULL_MAX);
            break;
        case JW_EXPRESSION_PRESSURE:
            // A key that is up presses nothing
            note->pressure = note->n_fingers > 0 ? 127.0 * fmin(fmax(value, 0.0), 1.0) : 0.0;
            break;
        case JW_EXPRESSION_BRIGHTNESS:
            note->own_timbre = fmin(fmax(value, -1.0), 1.0);
            break;
        }
    }
}

/// True if a finger of that channel and key holds the note; negative: any channel or key.
static JW_REALTIME bool has_finger(const JwNote *note, int channel, int key) {
    bool any = false;
    for (int i = 0; i < note->n_fingers; ++i) {
        const JwFinger *finger = &note->finger[i];
        any |= (channel < 0 || finger->channel == channel) && (key < 0 || finger->key == key);
    }
    return any;
}

JW_REALTIME bool jw_note_is(const JwNote *note, int channel, int key) {
    const bool is = (channel < 0 || note->channel == channel) && (key < 0 || note->key == key);
    return note->channel >= 0 && (is || has_finger(note, channel, key));
}

JW_REALTIME int jw_allocator_choke(JwAllocator *allocator, int channel, int key,
                                   JwGesture *gestures) {
    int n = 0;
    for (int s = 0; s < allocator->instrument->n_strings; ++s) {
        if (jw_note_is(&allocator->note[s], channel, key)) {
            gestures[n++] = silence_string(&allocator->note[s], s);
        }
    }
    return n;
}

/// True if a finger of that channel and key holds a string; negative: any channel or key.
static JW_REALTIME bool holds(const JwAllocator *allocator, int channel, int key) {
    bool any = false;
    for (int s = 0; s < allocator->instrument->n_strings; ++s) {
        any |= has_finger(&allocator->note[s], channel, key);
    }
    return any;
}

static JW_REALTIME bool sustains(const JwAllocator *allocator) {
    bool any = false;
    for (int s = 0; s < allocator->instrument->n_strings; ++s) {
        any |= allocator->note[s].sustained;
    }
    return any;
}

static JW_REALTIME bool control_acts(const JwAllocator *allocator, const JwMidi *midi) {
    switch (midi->key) {
    case JW_CC_ALL_SOUND_OFF:
        return true;
    case JW_CC_SUSTAIN:
    case JW_CC_SOSTENUTO:
        return midi->value < 64 && sustains(allocator);
    case JW_CC_RESET_CONTROLLERS:
        return sustains(allocator);
    case JW_CC_DATA_MSB: // It may begin or end a zone, which ends the notes of its channels
        return (midi->channel == 0 || midi->channel == JW_CHANNELS - 1) && holds(allocator, -1, -1);
    default:
        return midi->key >= JW_CC_ALL_NOTES_OFF && holds(allocator, -1, -1);
    }
}

JW_REALTIME bool jw_allocator_acts(const JwAllocator *allocator, const JwMidi *midi) {
    return midi->type == JW_MIDI_NOTE_ON ||
           (midi->type == JW_MIDI_NOTE_OFF && holds(allocator, midi->channel, midi->key)) ||
           (midi->type == JW_MIDI_CONTROL && control_acts(allocator, midi));
}

JW_REALTIME int jw_allocator_note(JwAllocator *allocator, const JwMidi *midi, double velocity,
                                  uint64_t frame, const double *param, JwGesture *gestures) {
    jw_channels_take(&allocator->channels, midi);
    return note_on(allocator, midi, velocity, frame, param, gestures);
}

JW_REALTIME int jw_allocator_take(JwAllocator *allocator, const JwMidi *midi, uint64_t frame,
                                  const double *param, JwGesture *gestures) {
    if (midi->type == JW_MIDI_CONTROL) {
        return take_control(allocator, midi, gestures);
    }
    jw_channels_take(&allocator->channels, midi);
    switch (midi->type) {
    case JW_MIDI_NOTE_ON:
        return note_on(allocator, midi, midi->value, frame, param, gestures);
    case JW_MIDI_NOTE_OFF:
        return note_off(allocator, midi, gestures);
    case JW_MIDI_POLY_PRESSURE:
        press_key(allocator, midi);
        return 0;
    case JW_MIDI_NONE:
    case JW_MIDI_CONTROL:
    case JW_MIDI_PROGRAM:
    case JW_MIDI_CHANNEL_PRESSURE:
    case JW_MIDI_BEND:
        break;
    }
    return 0;
}
