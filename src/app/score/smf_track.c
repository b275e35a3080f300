// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/score/smf_track.h"

#include <string.h>

enum {
    META_END = 0x2f,
    META_TEMPO = 0x51,
    SYSEX = 0xf0,
    DATA_MAX = 0x7f,
    QUANTITY_BYTES = 4,           // Largest number of bytes of a quantity in the standard
    QUANTITY_MAX = (1 << 28) - 1, // Largest number in QUANTITY_BYTES bytes
};

bool jw_smf_fail(JwSmfReader *r, JwSmfRepair kind, size_t at) {
    r->fault = kind;
    r->fault_at = at;
    return false;
}

bool jw_smf_mend(JwSmfReader *r, JwSmfRepair kind, size_t at) {
    if (r->strict) {
        return jw_smf_fail(r, kind, at);
    }
    jw_smf_repairs_add(&r->repairs, kind, at);
    return true;
}

uint32_t jw_smf_big_endian(const uint8_t *bytes, int n) {
    uint32_t value = 0;
    for (int i = 0; i < n; ++i) {
        value = (value << 8) | bytes[i];
    }
    return value;
}

static bool read_byte(JwSmfReader *r, uint8_t *byte) {
    if (r->at >= r->end) {
        return jw_smf_fail(r, JW_SMF_CUT_EVENT, r->at);
    }
    *byte = r->bytes[r->at++];
    return true;
}

static bool read_data_byte(JwSmfReader *r, uint8_t *byte) {
    if (!read_byte(r, byte)) {
        return false;
    }
    if (*byte > DATA_MAX) {
        *byte = DATA_MAX;
        return jw_smf_mend(r, JW_SMF_DATA_BYTE, r->at - 1);
    }
    return true;
}

static bool read_quantity(JwSmfReader *r, uint32_t *value) {
    const size_t start = r->at;
    uint8_t byte = 0x80;
    *value = 0;
    for (int i = 0; byte > DATA_MAX; ++i) {
        // Longer quantities are accepted if they begin with zeros.
        if (i >= QUANTITY_BYTES && (r->strict || *value > QUANTITY_MAX >> 7)) {
            return jw_smf_fail(r, JW_SMF_LONG_NUMBER, start);
        }
        if (!read_byte(r, &byte)) {
            return false;
        }
        *value = (*value << 7) | (byte & DATA_MAX);
    }
    return r->at - start <= QUANTITY_BYTES || jw_smf_mend(r, JW_SMF_PADDED_NUMBER, start);
}

void jw_smf_put_tempo(JwSmfSink *sink, uint64_t tick, uint32_t us_per_quarter) {
    if (sink->n_tempos < sink->tempos_max) {
        sink->tempos[sink->n_tempos] =
            (JwSmfBeat){.tick = tick, .order = sink->n_tempos, .us_per_quarter = us_per_quarter};
    }
    ++sink->n_tempos;
}

static bool read_tempo(JwSmfReader *r, JwSmfSink *sink, uint64_t tick, uint32_t length) {
    if (length != 3) {
        return jw_smf_mend(r, JW_SMF_TEMPO_LENGTH, r->at);
    }
    const uint32_t us = jw_smf_big_endian(r->bytes + r->at, 3);
    if (!us) {
        return jw_smf_mend(r, JW_SMF_TEMPO_ZERO, r->at);
    }
    jw_smf_put_tempo(sink, tick, us);
    return true;
}

static void put_note(JwSmfSink *sink, const JwSmfNote *note) {
    if (sink->n_notes < sink->notes_max) {
        sink->notes[sink->n_notes] = *note;
    }
    ++sink->n_notes;
}

/// Adds bytes to the current system exclusive message; if they complete it, adds its event.
static void put_sysex(JwSmfSink *sink, uint64_t tick, const uint8_t *bytes, size_t n) {
    if (jw_sysex_store_add(&sink->sysex, bytes, n)) {
        put_note(sink, &(JwSmfNote){.tick = tick,
                                    .order = sink->n_notes,
                                    .midi = {SYSEX},
                                    .sysex = (uint32_t)(sink->sysex.n - 1)});
    }
}

/// Handles the bytes of an event: F0 begins a message; F7 continues one, or is one by itself.
static void take_packet(JwSmfSink *sink, uint64_t tick, uint8_t status, const uint8_t *bytes,
                        size_t n) {
    const uint8_t begin = SYSEX;
    if (status == SYSEX) {
        jw_sysex_store_begin(&sink->sysex);
        put_sysex(sink, tick, &begin, 1);
    } else if (!sink->sysex.is_open && n > 0 && bytes[0] == SYSEX) {
        jw_sysex_store_begin(&sink->sysex);
    }
    put_sysex(sink, tick, bytes, n);
}

/// Reads a system exclusive message without a length, from F0 to F7, as sent on a cable; returns
/// false if there is none.
static bool take_plain(JwSmfReader *r, JwSmfSink *sink, uint64_t tick, size_t start) {
    size_t at = start + 1;
    while (at < r->end && r->bytes[at] <= DATA_MAX) {
        ++at;
    }
    if (at == r->end || r->bytes[at] != 0xf7 || r->bytes[start] != 0xf0) {
        return false;
    }
    r->at = at + 1;
    take_packet(sink, tick, SYSEX, r->bytes + start + 1, at - start);
    return jw_smf_mend(r, JW_SMF_PLAIN_SYSEX, start);
}

/// Reads a meta event (FF) or system exclusive event (F0, F7). Skips meta events other than tempo
/// and End of Track.
static bool read_long(JwSmfReader *r, JwSmfSink *sink, uint64_t tick, uint8_t status, bool *ended) {
    const size_t start = r->at - 1;
    uint8_t meta = 0;
    uint32_t length;
    if ((status == 0xff && !read_data_byte(r, &meta)) || !read_quantity(r, &length)) {
        return false;
    }
    if (length > r->end - r->at) {
        return (!r->strict && take_plain(r, sink, tick, start)) ||
               jw_smf_fail(r, JW_SMF_LONG_EVENT, start);
    }
    if (status == 0xff && meta == META_TEMPO && !read_tempo(r, sink, tick, length)) {
        return false;
    }
    if (status != 0xff) {
        take_packet(sink, tick, status, r->bytes + r->at, length);
    }
    *ended = status == 0xff && meta == META_END;
    r->at += length;
    return true;
}

/// Skips a system message that only occurs on a cable.
static bool skip_system(JwSmfReader *r, uint8_t status) {
    const int n_data = status == 0xf2 ? 2 : status == 0xf1 || status == 0xf3 ? 1 : 0;
    uint8_t unused;
    if (!jw_smf_mend(r, JW_SMF_SYSTEM, r->at - 1)) {
        return false;
    }
    for (int i = 0; i < n_data; ++i) {
        if (!read_data_byte(r, &unused)) {
            return false;
        }
    }
    return true;
}

static bool read_channel(JwSmfReader *r, JwSmfSink *sink, uint64_t tick, uint8_t status) {
    JwSmfNote note = {.tick = tick, .order = sink->n_notes, .midi = {status, 0, 0}};
    const bool one_byte = (status & 0xe0) == 0xc0;
    if (!read_data_byte(r, &note.midi[1]) || (!one_byte && !read_data_byte(r, &note.midi[2]))) {
        return false;
    }
    put_note(sink, &note);
    return true;
}

static bool read_event(JwSmfReader *r, JwSmfSink *sink, uint64_t *tick, uint8_t *running,
                       bool *ended) {
    uint32_t delta = 0;
    uint8_t status = 0;
    if (!read_quantity(r, &delta) || !read_byte(r, &status)) {
        return false;
    }
    *tick += delta;
    if (status <= DATA_MAX) {
        if (!*running) {
            return jw_smf_fail(r, JW_SMF_NO_STATUS, r->at - 1);
        }
        --r->at;
        status = *running;
    }
    if (status < 0xf0) {
        *running = status;
        return read_channel(r, sink, *tick, status);
    }
    return status == 0xff || status == 0xf0 || status == 0xf7
               ? read_long(r, sink, *tick, status, ended)
               : skip_system(r, status);
}

JwSmfTrackEnd jw_smf_track_read(JwSmfReader *r, JwSmfSink *sink) {
    uint64_t tick = sink->start_tick;
    uint8_t running = 0;
    bool ended = false;
    jw_sysex_store_give_up(&sink->sysex);
    while (!ended && r->at < r->end) {
        const size_t start = r->at;
        if (!read_event(r, sink, &tick, &running, &ended)) {
            r->at = start;
            break;
        }
        if (tick > sink->end_tick) {
            sink->end_tick = tick;
        }
    }
    if (ended) {
        return JW_SMF_TRACK_ENDED;
    }
    return r->at < r->end ? JW_SMF_TRACK_LOST : JW_SMF_TRACK_OPEN;
}
