// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/score/smf.h"

#include "app/score/smf_track.h"
#include "files/regular_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    HEADER_BYTES = 6,          // Defined bytes of an MThd's data
    CHUNK_HEAD = 8,            // Bytes of a chunk's name and length
    BEFORE_MAX = 1024,         // Largest number of other bytes (MacBinary: 128) before a score
    DEFAULT_TEMPO_US = 500000, // The standard's default tempo: 120 quarter notes a minute
};

typedef struct {
    size_t at; // Offset of its data in the file
    int type;
    int n_tracks;
    bool smpte;
    double ticks_per_quarter;
    double ticks_per_second; // Ticks of a file of SMPTE time
} Header;

static bool say(JwError *error, size_t at, const char *what) {
    return jw_error_set(error, "byte %zu: %s", at, what);
}

/********* Container *********/

static bool begins(const JwSmfReader *r, size_t at, const char *id) {
    return r->end - at >= 4 && !memcmp(r->bytes + at, id, 4);
}

static size_t little_endian(const uint8_t *bytes) {
    return bytes[0] | (size_t)bytes[1] << 8 | (size_t)bytes[2] << 16 | (size_t)bytes[3] << 24;
}

/// Finds an id from `at` on; returns the end if there is none.
static size_t find(const JwSmfReader *r, size_t at, const char *id) {
    while (at < r->end && !begins(r, at, id)) {
        const uint8_t *next = memchr(r->bytes + at + 1, id[0], r->end - at - 1);
        at = next ? (size_t)(next - r->bytes) : r->end;
    }
    return at;
}

// Enters the chunk `data` of a RIFF file of type RMID, which contains the score (RP-029).
static bool enter_riff(JwSmfReader *r, JwError *error) {
    for (size_t at = 12; r->end - at >= CHUNK_HEAD;) {
        const size_t length = little_endian(r->bytes + at + 4);
        const size_t rest = r->end - at - CHUNK_HEAD;
        if (begins(r, at, "data")) {
            r->at = at + CHUNK_HEAD;
            const bool fits = length <= rest && length >= CHUNK_HEAD + HEADER_BYTES;
            r->end = fits ? r->at + length : r->end;
            return fits || jw_smf_mend(r, JW_SMF_RIFF_LENGTH, at + 4) ||
                   say(error, at + 4, jw_smf_repair_fault(JW_SMF_RIFF_LENGTH));
        }
        at += CHUNK_HEAD + (length < rest ? length + (length & 1) : rest);
        at = at < r->end ? at : r->end;
    }
    return say(error, r->end, "a RIFF file without a score (no data)");
}

/// True if a header followed by a track begins at `at`, where other bytes come before.
static bool is_header(const JwSmfReader *r, size_t at) {
    const size_t behind = CHUNK_HEAD + HEADER_BYTES;
    return r->end - at > behind && jw_smf_big_endian(r->bytes + at + 4, 4) == HEADER_BYTES &&
           begins(r, at + behind, "MTrk");
}

// Moves the reader to MThd, and its end to the end of the score.
static bool enter_score(JwSmfReader *r, JwError *error) {
    if (r->end == 0) {
        return say(error, 0, "the file is empty");
    }
    if (begins(r, 0, "RIFF") && r->end >= 12 && begins(r, 8, "RMID") && !enter_riff(r, error)) {
        return false;
    }
    if (begins(r, r->at, "MThd")) {
        return true;
    }
    const size_t start = r->at;
    const size_t found = begins(r, 0, "RIFF") ? r->end : find(r, start, "MThd");
    if (found < start + BEFORE_MAX && found < r->end && is_header(r, found) &&
        jw_smf_mend(r, JW_SMF_BYTES_BEFORE, start)) {
        r->at = found;
        return true;
    }
    return say(error, start, jw_smf_repair_fault(JW_SMF_BYTES_BEFORE));
}

/********* Header *********/

static bool read_division(JwSmfReader *r, size_t at, Header *header, JwError *error) {
    const int high = r->bytes[at];
    const int low = r->bytes[at + 1];
    header->smpte = high >= 0x80;
    if (!header->smpte) {
        header->ticks_per_quarter = high * 256 + low;
        return high || low || say(error, at, "a division of 0 ticks a quarter note");
    }
    const int rate = 256 - high;
    const bool known = rate == 24 || rate == 25 || rate == 29 || rate == 30;
    if (!known && !jw_smf_mend(r, JW_SMF_SMPTE_RATE, at)) {
        return say(error, at, jw_smf_repair_fault(JW_SMF_SMPTE_RATE));
    }
    // Rate 29 means NTSC's drop-frame rate.
    header->ticks_per_second = low * (rate == 29 ? 30000.0 / 1001.0 : rate);
    return low || say(error, at + 1, "a division of 0 ticks a frame");
}

static bool mend_type(JwSmfReader *r, Header *header) {
    if (header->type > 1 &&
        !jw_smf_mend(r, header->type == 2 ? JW_SMF_PATTERNS : JW_SMF_UNKNOWN_TYPE, header->at)) {
        return false;
    }
    if (header->n_tracks < 1 && !jw_smf_mend(r, JW_SMF_NO_COUNT, header->at + 2)) {
        return false;
    }
    return header->type != 0 || header->n_tracks <= 1 ||
           jw_smf_mend(r, JW_SMF_TYPE_0_TRACKS, header->at + 2);
}

/// True if a chunk may begin here: at the end of the file, at MTrk, or at four letters and a length
/// that fits.
static bool is_chunk(const JwSmfReader *r, size_t at) {
    const size_t rest = r->end - at;
    if (rest == 0 || (begins(r, at, "MTrk") && rest >= CHUNK_HEAD)) {
        return true;
    }
    bool letters = rest >= CHUNK_HEAD;
    for (size_t i = at; letters && i < at + 4; ++i) {
        letters = r->bytes[i] >= 0x20 && r->bytes[i] < 0x7f;
    }
    return letters && jw_smf_big_endian(r->bytes + at + 4, 4) <= rest - CHUNK_HEAD;
}

/// Finds the end of the header's data; returns 0, with an error, if the header is unusable.
static size_t end_header(JwSmfReader *r, JwError *error) {
    const size_t data = r->at + CHUNK_HEAD;
    if (r->end - r->at < CHUNK_HEAD) {
        say(error, r->at, "ends where a chunk should begin");
        return 0;
    }
    const size_t length = jw_smf_big_endian(r->bytes + r->at + 4, 4);
    const bool too_long = length > r->end - data;
    const bool at_track = r->end - data > HEADER_BYTES && begins(r, data + HEADER_BYTES, "MTrk");
    if (!too_long && length >= HEADER_BYTES &&
        (r->strict || !at_track || is_chunk(r, data + length))) {
        return data + length;
    }
    if (at_track && jw_smf_mend(r, JW_SMF_HEADER_LENGTH, r->at + 4)) {
        return data + HEADER_BYTES;
    }
    say(error, r->at + 4,
        too_long ? jw_smf_repair_fault(JW_SMF_CHUNK_LENGTH) : "a header shorter than 6 bytes");
    return 0;
}

static bool read_header(JwSmfReader *r, Header *header, JwError *error) {
    if (!enter_score(r, error)) {
        return false;
    }
    const size_t end = end_header(r, error);
    if (end == 0) {
        return false;
    }
    header->at = r->at + CHUNK_HEAD;
    header->type = (int)jw_smf_big_endian(r->bytes + header->at, 2);
    header->n_tracks = (int)jw_smf_big_endian(r->bytes + header->at + 2, 2);
    if (!mend_type(r, header)) {
        return say(error, r->fault_at, jw_smf_repair_fault(r->fault));
    }
    r->at = end;
    return read_division(r, header->at + 4, header, error);
}

/********* Chunks *********/

/// Reads events from `start` to `end` at most.
static JwSmfTrackEnd read_events(JwSmfReader *r, JwSmfSink *sink, size_t start, size_t end) {
    const size_t file_end = r->end;
    r->at = start;
    r->end = end;
    const JwSmfTrackEnd how = jw_smf_track_read(r, sink);
    r->end = file_end;
    return how;
}

static bool note_end(JwSmfReader *r, JwSmfTrackEnd how) {
    switch (how) {
    case JW_SMF_TRACK_ENDED:
        break;
    case JW_SMF_TRACK_OPEN:
        return jw_smf_mend(r, JW_SMF_NO_END, r->at);
    case JW_SMF_TRACK_LOST:
        return jw_smf_mend(r, r->fault, r->fault_at);
    }
    return true;
}

// Reads a track whose chunk reaches past the end of the file: the file was truncated, or the
// chunk's length is wrong.
static bool read_cut_track(JwSmfReader *r, JwSmfSink *sink, size_t start) {
    const size_t next = find(r, start, "MTrk");
    if (!jw_smf_mend(r, JW_SMF_CHUNK_LENGTH, start - 4)) {
        return false;
    }
    const JwSmfTrackEnd how = read_events(r, sink, start, next);
    // A truncated last event is not reported: the repair of the length covers it.
    const bool lost = how == JW_SMF_TRACK_LOST &&
                      (r->fault == JW_SMF_NO_STATUS || r->fault == JW_SMF_LONG_NUMBER);
    const bool ok = !lost || note_end(r, how);
    r->at = how == JW_SMF_TRACK_ENDED ? r->at : next;
    return ok;
}

/// Continues a track that did not end within its chunk up to `next`; returns true if that was
/// intended.
static bool read_on(JwSmfReader *r, JwSmfSink *sink, size_t start, size_t end, size_t next) {
    const JwSmfTrackEnd how = read_events(r, sink, start, next);
    const bool meant = how != JW_SMF_TRACK_LOST || (end == start && r->at > start);
    if (meant) {
        jw_smf_repairs_add(&r->repairs, JW_SMF_TRACK_LENGTH, start - 4);
        note_end(r, how);
        r->at = how == JW_SMF_TRACK_ENDED ? r->at : next;
    }
    return meant;
}

// Reads a track that is not followed by a chunk: there are stray bytes, or its length is wrong.
static void read_loose_track(JwSmfReader *r, JwSmfSink *sink, size_t start, size_t end) {
    const size_t next = find(r, start, "MTrk");
    const JwSmfReader reader = *r;
    const JwSmfSink before = *sink;
    if (next < end) {
        read_events(r, sink, start, next);
        r->at = next;
        jw_smf_repairs_add(&r->repairs, JW_SMF_TRACK_LENGTH, start - 4);
        return;
    }
    if (read_events(r, sink, start, end) != JW_SMF_TRACK_ENDED && end < next) {
        *r = reader;
        *sink = before;
        if (read_on(r, sink, start, end, next)) {
            return;
        }
    }
    *r = reader;
    *sink = before;
    note_end(r, read_events(r, sink, start, end));
    r->at = end;
}

static bool read_whole_track(JwSmfReader *r, JwSmfSink *sink, size_t start, size_t end) {
    const bool ok = note_end(r, read_events(r, sink, start, end));
    r->at = end;
    return ok;
}

/// Reads the track at the reader's position and moves the reader past its chunk.
static bool read_track(JwSmfReader *r, JwSmfSink *sink) {
    const size_t start = r->at + CHUNK_HEAD;
    const size_t length = jw_smf_big_endian(r->bytes + r->at + 4, 4);
    if (length > r->end - start) {
        return read_cut_track(r, sink, start);
    }
    if (r->strict || is_chunk(r, start + length)) {
        return read_whole_track(r, sink, start, start + length);
    }
    read_loose_track(r, sink, start, start + length);
    return true;
}

static void begin_track(const Header *header, int number, JwSmfSink *sink) {
    if (header->type == 2) {
        sink->start_tick = sink->end_tick;
        if (number > 0) {
            jw_smf_put_tempo(sink, sink->start_tick, DEFAULT_TEMPO_US);
        }
    }
}

/// Moves the reader to the next track; returns false if there is none, or if another score begins.
static bool find_track(JwSmfReader *r, int n_tracks) {
    while (r->at < r->end && !begins(r, r->at, "MTrk")) {
        if (n_tracks > 0 && begins(r, r->at, "MThd")) {
            return false;
        }
        if (is_chunk(r, r->at)) {
            // Other chunks are skipped, as the standard demands.
            r->at += CHUNK_HEAD + jw_smf_big_endian(r->bytes + r->at + 4, 4);
            continue;
        }
        const size_t next = find(r, r->at, "MTrk");
        if (next < r->end) {
            jw_smf_repairs_add(&r->repairs, JW_SMF_STRAY_BYTES, r->at);
        }
        r->at = next;
    }
    return r->end - r->at >= CHUNK_HEAD;
}

// Reads all tracks in the file, whatever number the header gives.
static bool read_all_tracks(JwSmfReader *r, const Header *header, JwSmfSink *sink, JwError *error) {
    int n = 0;
    while (find_track(r, n)) {
        begin_track(header, n++, sink);
        if (!read_track(r, sink)) {
            return say(error, r->fault_at, jw_smf_repair_fault(r->fault));
        }
    }
    if (n == 0) {
        return say(error, r->at, "no track");
    }
    const bool cut = r->repairs.n[JW_SMF_CHUNK_LENGTH] > 0;
    if (n < header->n_tracks && !cut) {
        jw_smf_repairs_add(&r->repairs, JW_SMF_FEWER_TRACKS, header->at + 2);
    } else if (n > header->n_tracks && header->n_tracks > 0) {
        jw_smf_repairs_add(&r->repairs, JW_SMF_MORE_TRACKS, header->at + 2);
    }
    return true;
}

static bool read_strict_track(JwSmfReader *r, JwSmfSink *sink, bool *is_track, JwError *error) {
    if (r->end - r->at < CHUNK_HEAD) {
        return say(error, r->at, "ends where a chunk should begin");
    }
    const size_t length = jw_smf_big_endian(r->bytes + r->at + 4, 4);
    *is_track = begins(r, r->at, "MTrk");
    if (length > r->end - r->at - CHUNK_HEAD) {
        return say(error, r->at + 4, jw_smf_repair_fault(JW_SMF_CHUNK_LENGTH));
    }
    if (!*is_track) {
        r->at += CHUNK_HEAD + length;
        return true;
    }
    return read_track(r, sink) || say(error, r->fault_at, jw_smf_repair_fault(r->fault));
}

// Reads as many tracks as the header gives. Other chunks are skipped, as the standard demands.
static bool read_counted_tracks(JwSmfReader *r, const Header *header, JwSmfSink *sink,
                                JwError *error) {
    for (int n = 0; n < header->n_tracks;) {
        bool is_track = false;
        if (!read_strict_track(r, sink, &is_track, error)) {
            return false;
        }
        n += is_track;
    }
    return true;
}

static bool read_tracks(JwSmfReader *r, const Header *header, JwSmfSink *sink, JwError *error) {
    return r->strict ? read_counted_tracks(r, header, sink, error)
                     : read_all_tracks(r, header, sink, error);
}

/********* Time *********/

static int compare(uint64_t tick_a, size_t order_a, uint64_t tick_b, size_t order_b) {
    if (tick_a != tick_b) {
        return tick_a < tick_b ? -1 : 1;
    }
    return order_a < order_b ? -1 : order_a > order_b;
}

static int compare_notes(const void *a, const void *b) {
    const JwSmfNote *x = a;
    const JwSmfNote *y = b;
    return compare(x->tick, x->order, y->tick, y->order);
}

static int compare_tempos(const void *a, const void *b) {
    const JwSmfBeat *x = a;
    const JwSmfBeat *y = b;
    return compare(x->tick, x->order, y->tick, y->order);
}

// Position in the list of tempos. Ticks must not decrease from call to call.
typedef struct {
    const Header *header;
    const JwSmfSink *sink;
    size_t next; // Next tempo
    uint64_t tick;
    double seconds; // Time at tick
    double seconds_per_tick;
} Clock;

static Clock clock_start(const Header *header, const JwSmfSink *sink) {
    return (Clock){.header = header,
                   .sink = sink,
                   .seconds_per_tick = header->smpte
                                           ? 1.0 / header->ticks_per_second
                                           : 1e-6 * DEFAULT_TEMPO_US / header->ticks_per_quarter};
}

static double clock_seconds(Clock *clock, uint64_t tick) {
    const JwSmfSink *sink = clock->sink;
    // SMPTE time counts seconds, which tempo events do not change.
    while (!clock->header->smpte && clock->next < sink->n_tempos &&
           sink->tempos[clock->next].tick <= tick) {
        const JwSmfBeat *tempo = &sink->tempos[clock->next++];
        clock->seconds += (double)(tempo->tick - clock->tick) * clock->seconds_per_tick;
        clock->tick = tempo->tick;
        clock->seconds_per_tick = 1e-6 * tempo->us_per_quarter / clock->header->ticks_per_quarter;
    }
    return clock->seconds + (double)(tick - clock->tick) * clock->seconds_per_tick;
}

static bool allocate(JwSmfSink *counted, JwSmf *smf, JwError *error) {
    counted->notes = calloc(counted->n_notes + 1, sizeof(JwSmfNote));
    counted->tempos = calloc(counted->n_tempos + 1, sizeof(JwSmfBeat));
    smf->events = calloc(counted->n_notes + 1, sizeof(JwSmfEvent));
    smf->tempos = calloc(counted->n_tempos + 1, sizeof(JwSmfTempo));
    counted->notes_max = counted->n_notes;
    counted->tempos_max = counted->n_tempos;
    counted->n_notes = counted->n_tempos = 0;
    counted->end_tick = 0;
    return (counted->notes && counted->tempos && smf->events && smf->tempos &&
            jw_sysex_store_make_room(&counted->sysex)) ||
           jw_error_set(error, "out of memory");
}

/// Lists the changes of tempo; without one at the start, adds the standard's default.
static void convert_tempos(JwSmf *smf, const Header *header, const JwSmfSink *sink) {
    Clock clock = clock_start(header, sink);
    if (header->smpte) {
        return;
    }
    if (sink->n_tempos == 0 || sink->tempos[0].tick > 0) {
        smf->tempos[smf->n_tempos++] = (JwSmfTempo){.bpm = 60e6 / DEFAULT_TEMPO_US};
    }
    for (size_t i = 0; i < sink->n_tempos; ++i) {
        const JwSmfBeat *tempo = &sink->tempos[i];
        smf->tempos[smf->n_tempos++] = (JwSmfTempo){
            .seconds = clock_seconds(&clock, tempo->tick),
            .bpm = 60e6 / tempo->us_per_quarter,
            .beat = (double)tempo->tick / header->ticks_per_quarter,
        };
    }
}

static void convert(JwSmf *smf, const Header *header, JwSmfSink *sink) {
    qsort(sink->notes, sink->n_notes, sizeof(JwSmfNote), compare_notes);
    qsort(sink->tempos, sink->n_tempos, sizeof(JwSmfBeat), compare_tempos);
    convert_tempos(smf, header, sink);
    Clock clock = clock_start(header, sink);
    for (size_t i = 0; i < sink->n_notes; ++i) {
        const JwSmfNote *note = &sink->notes[i];
        smf->events[i].seconds = clock_seconds(&clock, note->tick);
        memcpy(smf->events[i].midi, note->midi, sizeof(note->midi));
        smf->events[i].sysex = note->sysex;
    }
    smf->type = header->type;
    smf->n_tracks = header->n_tracks;
    smf->n_events = sink->n_notes;
    smf->seconds = clock_seconds(&clock, sink->end_tick);
}

bool jw_smf_parse(JwSmf *smf, const uint8_t *bytes, size_t n_bytes, bool strict, JwError *error) {
    JwSmfReader reader = {.bytes = bytes, .end = n_bytes, .strict = strict};
    Header header = {0};
    JwSmfSink sink = {0};
    *smf = (JwSmf){0};
    if (!read_header(&reader, &header, error)) {
        return false;
    }
    JwSmfReader again = reader;
    const bool ok = read_tracks(&reader, &header, &sink, error) && allocate(&sink, smf, error) &&
                    read_tracks(&again, &header, &sink, error);
    if (ok) {
        convert(smf, &header, &sink);
        smf->sysex = sink.sysex;
        smf->repairs = reader.repairs;
    } else {
        jw_sysex_store_clear(&sink.sysex);
        jw_smf_clear(smf);
    }
    free(sink.notes);
    free(sink.tempos);
    return ok;
}

bool jw_smf_load(JwSmf *smf, const char *path, bool strict, JwError *error) {
    uint8_t *bytes;
    size_t n_bytes;
    *smf = (JwSmf){0};
    if (!jw_regular_file_read(path, JW_SMF_BYTES_MAX, &bytes, &n_bytes, error)) {
        return false;
    }
    const bool ok = jw_smf_parse(smf, bytes, n_bytes, strict, error);
    free(bytes);
    return ok || jw_error_prefix(error, path);
}

void jw_smf_clear(JwSmf *smf) {
    jw_sysex_store_clear(&smf->sysex);
    free(smf->events);
    free(smf->tempos);
    *smf = (JwSmf){0};
}
