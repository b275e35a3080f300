// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "playing/allocator_place.h"

#include "base/elementary.h"

#include <math.h>

/// Distance [semitone] within which a fret matches a pitch as well as any fret could.
static const double near_semitones = 0.51;

/********* Pitches *********/

/// True if an external tuner or a MIDI tuning, not the fretboard, gives a key its pitch: a MIDI key
/// with a fraction, negative if the key has no note.
static JW_REALTIME bool tuned_pitch(const JwAllocator *allocator, int channel, int key,
                                    double *pitch) {
    const JwKeyTable *table = &allocator->table;
    const JwChannels *channels = &allocator->channels;
    if (table->is_on && !allocator->board->is_scale) {
        // All channels of a zone play one instrument and have one tuning.
        const bool alone = jw_channels_reach(channels, channel) == 1u << channel &&
                           !jw_channels_is_member(channels, channel);
        const bool own = alone && table->channels & 1u << channel;
        *pitch = own ? table->own[channel][key] : table->pitch[key];
        return true;
    }
    return jw_tunings_pitch(&allocator->tunings, channels, channel, key, allocator->board->a4,
                            pitch);
}

JW_REALTIME double jw_allocator_tuning(const JwAllocator *allocator, int channel) {
    return jw_channels_tuning(&allocator->channels, channel) + allocator->tunings.fine +
           allocator->tunings.coarse;
}

/********* Places *********/

static JW_REALTIME bool can_retune(double semitones) {
    return semitones <= JW_RETUNE_UP_MAX && semitones >= -JW_RETUNE_DOWN_MAX;
}

/// Place of a key on the fretboard.
static JW_REALTIME JwPlace plain_place(const JwAllocator *allocator, int s, int key) {
    const JwNeck *neck = &allocator->board->neck[s];
    const double key_hz = allocator->board->key_hz[key];
    JwPlace best = {.fret = jw_neck_find(neck, key), .is_near = true};
    double least = HUGE_VAL;
    if (best.fret >= 0 || !(key_hz > 0.0)) {
        return best;
    }
    for (int f = 0; f < neck->n; ++f) {
        // Distances are measured from note to note, so that a string's fine tuning remains.
        const int own = neck->key[f];
        const double hz = own >= 0 ? allocator->board->key_hz[own] : neck->hz[f];
        const double retune = 12.0 * jw_log2(key_hz / hz);
        if (can_retune(retune) && fabs(retune) < least) {
            least = fabs(retune);
            best = (JwPlace){.fret = f, .retune = retune};
        }
    }
    return best;
}

/// Place of a pitch, which may be between keys.
static JW_REALTIME JwPlace place_at(const JwAllocator *allocator, int s, double pitch) {
    const JwNeck *neck = &allocator->board->neck[s];
    JwPlace best = {.fret = -1};
    double least = HUGE_VAL;
    for (int f = 0; f < neck->n; ++f) {
        const double retune = pitch + neck->offset - neck->pitch[f];
        // Of two equally near frets the lower one is used: the string is pulled up from it.
        const double cost = retune < 0.0 ? 1e-6 - retune : retune;
        if (can_retune(retune) && cost < least) {
            least = cost;
            best.fret = f;
            best.retune = retune;
        }
    }
    best.is_near = least <= near_semitones;
    return best;
}

/// Pitch of a channel's key on any string.
typedef struct {
    double tuning; ///< Of channel and master [semitone]
    double pitch;  ///< Without tuning: a MIDI key with a fraction; negative: none
    bool is_plain; ///< It is the fretboard's, without any tuning
} KeyPitch;

static JW_REALTIME KeyPitch pitch_of(const JwAllocator *allocator, int channel, int key) {
    const double hz = allocator->board->key_hz[key];
    KeyPitch p = {.tuning = jw_allocator_tuning(allocator, channel),
                  .pitch = hz > 0.0 ? jw_hz_key(hz) : -1.0};
    p.is_plain = !tuned_pitch(allocator, channel, key, &p.pitch) && p.tuning == 0.0;
    return p;
}

static JW_REALTIME JwPlace place_of(const JwAllocator *allocator, int s, int key,
                                    const KeyPitch *p) {
    if (p->is_plain) {
        return plain_place(allocator, s, key);
    }
    JwPlace place = {.fret = -1};
    if (p->pitch >= 0.0) {
        place = place_at(allocator, s, p->pitch + p->tuning);
        place.tuning = p->tuning;
    }
    return place;
}

JW_REALTIME JwPlace jw_allocator_place(const JwAllocator *allocator, int string, int channel,
                                       int key) {
    const KeyPitch p = pitch_of(allocator, channel, key);
    return place_of(allocator, string, key, &p);
}

JW_REALTIME bool jw_allocator_key_pitch(const JwAllocator *allocator, int channel, int key,
                                        double *pitch) {
    const KeyPitch p = pitch_of(allocator, channel, key);
    *pitch = p.pitch + p.tuning;
    return p.pitch >= 0.0;
}

JW_REALTIME void jw_allocator_retune(JwAllocator *allocator, int string) {
    JwNote *note = &allocator->note[string];
    const JwNeck *neck = &allocator->board->neck[string];
    const double hz = allocator->board->key_hz[note->key];
    double pitch = hz > 0.0 ? jw_hz_key(hz) : -1.0;
    tuned_pitch(allocator, note->channel, note->key, &pitch);
    if (pitch >= 0.0 && !note->is_open) {
        note->retune = pitch + note->tuning + neck->offset - neck->pitch[note->fret];
    }
}

/********* Strings *********/

/// Strings for notes of a channel (bits). Members of an MPE zone are alike: the channel of a note
/// says nothing about its string.
static JW_REALTIME uint32_t melody_strings(const JwAllocator *allocator, int channel) {
    const JwInstrument *instrument = allocator->instrument;
    const bool is_member = jw_channels_is_member(&allocator->channels, channel);
    const uint32_t own = is_member ? 0 : instrument->map.channel[channel];
    return own ? own : jw_instrument_melody(instrument);
}

/// Cost of using a string for a note; the lowest wins: first the string that played the key last,
/// then the one that has been free longest, then one that only rings, then the one held longest. In
/// mono mode the first string that has the note wins.
static JW_REALTIME double reluctance(const JwAllocator *allocator, int s, int channel, int key,
                                     bool poly) {
    const JwNote *note = &allocator->note[s];
    if (!poly) {
        return s;
    }
    // Two channels of an MPE zone may hold the same key, each on its own string.
    const bool others = note->n_fingers > 0 && note->channel != channel &&
                        (jw_channels_is_member(&allocator->channels, channel) ||
                         jw_channels_is_member(&allocator->channels, note->channel));
    if (note->key == key && !others) {
        return -1.0;
    }
    const double idle = 1.0 / (1.0 + (double)(allocator->clock - note->age));
    return (note->n_fingers > 0 ? 4.0 : note->sustained ? 2.0 : 0.0) + idle + 1e-3 * s;
}

/// Part of the cost due to the place of the note on the neck. Among strings of otherwise equal
/// cost, the one with the lowest fret for the note wins; a string that only plays its open note
/// comes last.
static JW_REALTIME double height_of(const JwAllocator *allocator, int s, int fret) {
    const JwNeck *neck = &allocator->board->neck[s];
    const double octaves = jw_log2(neck->hz[fret] / neck->hz[0]);
    const bool open_only = allocator->instrument->string[s].role == JW_ROLE_DRONE;
    return 0.24 * octaves + (open_only ? 0.5 : 0.0);
}

/// Cost of a string for a key at a pitch, and the key's place there; HUGE_VAL if it has no place.
static JW_REALTIME double cost_of(const JwAllocator *allocator, int s, int channel, int key,
                                  bool poly, const KeyPitch *p, JwPlace *place) {
    *place = place_of(allocator, s, key, p);
    if (place->fret < 0) {
        return HUGE_VAL;
    }
    const double far = place->is_near ? 0.0 : 1e6 * fabs(place->retune);
    return reluctance(allocator, s, channel, key, poly) + far +
           (poly ? height_of(allocator, s, place->fret) : 0.0);
}

JW_REALTIME int jw_allocator_find_string(const JwAllocator *allocator, int channel, int key,
                                         bool poly, JwPlace *place) {
    const uint32_t strings = melody_strings(allocator, channel);
    const KeyPitch p = pitch_of(allocator, channel, key);
    int best = -1;
    double least = HUGE_VAL;
    for (int s = 0; s < allocator->instrument->n_strings; ++s) {
        JwPlace here;
        const double cost = (strings & (1u << s)) != 0
                                ? cost_of(allocator, s, channel, key, poly, &p, &here)
                                : HUGE_VAL;
        if (cost < least) {
            least = cost;
            best = s;
            *place = here;
        }
    }
    return best;
}

double jw_allocator_cost_at(const JwAllocator *allocator, int string, double pitch,
                            JwPlace *place) {
    const KeyPitch p = {.pitch = pitch - allocator->board->neck[string].offset};
    return cost_of(allocator, string, 0, (int)lround(pitch), true, &p, place);
}

/********* Open strings *********/

/// Semitones from a pitch to the nearest key; the string's own key is preferred.
static JW_REALTIME double way_to_key(const JwAllocator *allocator, int channel, int own,
                                     double pitch) {
    double least = near_semitones, way = 0.0, there;
    if (own >= 0) {
        if (!tuned_pitch(allocator, channel, own, &there)) {
            return 0.0;
        }
        if (there >= 0.0 && fabs(there - pitch) <= near_semitones) {
            return there - pitch;
        }
    }
    for (int key = 0; key < JW_KEYS; ++key) {
        if (tuned_pitch(allocator, channel, key, &there) && there >= 0.0 &&
            fabs(there - pitch) < least) {
            way = there - pitch;
            least = fabs(way);
        }
    }
    return way;
}

JW_REALTIME void jw_allocator_tune_open(JwAllocator *allocator) {
    const int leader = jw_channels_leader(&allocator->channels);
    for (int s = 0; s < allocator->instrument->n_strings; ++s) {
        const JwNeck *neck = &allocator->board->neck[s];
        JwNote *note = &allocator->note[s];
        allocator->open[s] =
            way_to_key(allocator, leader, neck->key[0], neck->pitch[0] - neck->offset);
        note->retune = note->is_open ? allocator->open[s] : note->retune;
    }
}
