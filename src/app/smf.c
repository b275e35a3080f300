// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "smf.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    HEADER_BYTES = 6, // Of an MThd's data that we know
    META_END = 0x2f,
    META_TEMPO = 0x51,
    DEFAULT_TEMPO_US = 500000, // 120 quarter notes a minute, by the standard
};

typedef struct {
    const uint8_t *bytes;
    size_t at;
    size_t end; // Of what may be read now: the chunk, or the file
    JwMessage *message;
} Reader;

typedef struct {
    uint64_t tick;
    size_t order; // In the file: makes the sort stable
    uint8_t midi[3];
} Note;

typedef struct {
    uint64_t tick;
    size_t order;
    uint32_t us_per_quarter;
} Tempo;

// The file is walked twice: first with no arrays, to count; then to fill arrays of that size.
typedef struct {
    size_t n_notes;
    size_t n_tempos;
    Note *notes;
    Tempo *tempos;
    uint64_t end_tick;
} Sink;

typedef struct {
    int type;
    int n_tracks;
    bool smpte;
    double ticks_per_quarter;
    double ticks_per_second; // SMPTE only
} Header;

static bool fail(const Reader *r, size_t at, const char *what) {
    return jw_message_set(r->message, "byte %zu: %s", at, what);
}

static bool read_byte(Reader *r, uint8_t *byte) {
    if (r->at >= r->end) {
        return fail(r, r->at, "ends in the middle of an event");
    }
    *byte = r->bytes[r->at++];
    return true;
}

static bool read_data_byte(Reader *r, uint8_t *byte) {
    if (!read_byte(r, byte)) {
        return false;
    }
    return *byte < 0x80 || fail(r, r->at - 1, "a status byte where a data byte belongs");
}

static bool read_quantity(Reader *r, uint32_t *value) {
    const size_t start = r->at;
    *value = 0;
    for (int i = 0; i < 4; ++i) {
        uint8_t byte = 0;
        if (!read_byte(r, &byte)) {
            return false;
        }
        *value = (*value << 7) | (byte & 0x7fU);
        if (byte < 0x80) {
            return true;
        }
    }
    return fail(r, start, "a number of more than four bytes");
}

static uint32_t big_endian(const uint8_t *bytes, int n) {
    uint32_t value = 0;
    for (int i = 0; i < n; ++i) {
        value = (value << 8) | bytes[i];
    }
    return value;
}

// Leaves the reader at the chunk's data; *end is where they end.
static bool read_chunk(Reader *r, char id[5], size_t *end) {
    if (r->end - r->at < 8) {
        return fail(r, r->at, "ends where a chunk should begin");
    }
    memcpy(id, r->bytes + r->at, 4);
    id[4] = '\0';
    const size_t length = big_endian(r->bytes + r->at + 4, 4);
    if (length > r->end - r->at - 8) {
        return fail(r, r->at + 4, "a chunk longer than the rest of the file");
    }
    r->at += 8;
    *end = r->at + length;
    return true;
}

static bool read_division(const Reader *r, size_t at, Header *header) {
    const int high = r->bytes[at];
    const int low = r->bytes[at + 1];
    header->smpte = high >= 0x80;
    if (!header->smpte) {
        header->ticks_per_quarter = high * 256 + low;
        return high || low || fail(r, at, "a division of 0 ticks a quarter note");
    }
    const int rate = 256 - high;
    if (rate != 24 && rate != 25 && rate != 29 && rate != 30) {
        return fail(r, at, "an SMPTE rate other than 24, 25, 29 or 30 frames a second");
    }
    // 29 stands for the drop-frame rate of NTSC.
    header->ticks_per_second = low * (rate == 29 ? 30000.0 / 1001.0 : rate);
    return low || fail(r, at + 1, "a division of 0 ticks a frame");
}

static bool read_header(Reader *r, Header *header) {
    char id[5];
    size_t end;
    if (r->end == 0) {
        return fail(r, 0, "the file is empty");
    }
    if (r->end < 4 || memcmp(r->bytes, "MThd", 4)) {
        return fail(r, 0, "not a Standard MIDI File (no MThd)");
    }
    if (!read_chunk(r, id, &end)) {
        return false;
    }
    if (end - r->at < HEADER_BYTES) {
        return fail(r, 4, "a header shorter than 6 bytes");
    }
    header->type = (int)big_endian(r->bytes + r->at, 2);
    header->n_tracks = (int)big_endian(r->bytes + r->at + 2, 2);
    if (header->type > 1) {
        return fail(r, r->at,
                    header->type == 2 ? "type 2 (independent patterns) is not supported"
                                      : "an unknown type of MIDI file, not 0 or 1");
    }
    if (header->n_tracks < 1) {
        return fail(r, r->at + 2, "no tracks");
    }
    if (header->type == 0 && header->n_tracks > 1) {
        return fail(r, r->at + 2, "a type 0 file of more than one track");
    }
    if (!read_division(r, r->at + 4, header)) {
        return false;
    }
    r->at = end;
    return true;
}

static bool read_tempo(Reader *r, Sink *sink, uint64_t tick, uint32_t length) {
    if (length != 3) {
        return fail(r, r->at, "a tempo that is not 3 bytes long");
    }
    const uint32_t us = big_endian(r->bytes + r->at, 3);
    if (!us) {
        return fail(r, r->at, "a tempo of 0");
    }
    if (sink->tempos) {
        sink->tempos[sink->n_tempos] =
            (Tempo){.tick = tick, .order = sink->n_tempos, .us_per_quarter = us};
    }
    ++sink->n_tempos;
    return true;
}

// Meta (FF) and sysex (F0, F7) events: skipped but for tempo and End of Track.
static bool read_system(Reader *r, Sink *sink, uint64_t tick, uint8_t status, bool *track_ended) {
    const size_t start = r->at - 1;
    uint8_t meta = 0;
    uint32_t length;
    if (status != 0xff && status != 0xf0 && status != 0xf7) {
        return fail(r, start, "a system message that no MIDI file can hold");
    }
    if (status == 0xff && !read_data_byte(r, &meta)) {
        return false;
    }
    if (!read_quantity(r, &length)) {
        return false;
    }
    if (length > r->end - r->at) {
        return fail(r, start, "an event longer than the rest of its track");
    }
    if (status == 0xff && meta == META_TEMPO && !read_tempo(r, sink, tick, length)) {
        return false;
    }
    *track_ended = status == 0xff && meta == META_END;
    r->at += length;
    return true;
}

static bool read_channel(Reader *r, Sink *sink, uint64_t tick, uint8_t status) {
    Note note = {.tick = tick, .order = sink->n_notes, .midi = {status, 0, 0}};
    const bool one_byte = (status & 0xe0) == 0xc0;
    if (!read_data_byte(r, &note.midi[1]) || (!one_byte && !read_data_byte(r, &note.midi[2]))) {
        return false;
    }
    if (sink->notes) {
        sink->notes[sink->n_notes] = note;
    }
    ++sink->n_notes;
    return true;
}

static bool read_track(Reader *r, Sink *sink) {
    uint64_t tick = 0;
    uint8_t running = 0;
    bool ended = false;
    while (!ended) {
        uint32_t delta = 0;
        uint8_t status = 0;
        if (r->at >= r->end) {
            return fail(r, r->at, "a track without End of Track");
        }
        if (!read_quantity(r, &delta) || !read_byte(r, &status)) {
            return false;
        }
        tick += delta;
        if (status < 0x80) {
            if (!running) {
                return fail(r, r->at - 1, "a data byte where a status byte belongs");
            }
            --r->at;
            status = running;
        }
        if (status < 0xf0) {
            running = status;
        }
        if (!(status < 0xf0 ? read_channel(r, sink, tick, status)
                            : read_system(r, sink, tick, status, &ended))) {
            return false;
        }
    }
    if (tick > sink->end_tick) {
        sink->end_tick = tick;
    }
    return true;
}

// Chunks that are not tracks are skipped, as the standard wants.
static bool read_tracks(Reader *r, const Header *header, Sink *sink) {
    const size_t file_end = r->end;
    for (int n_tracks = 0; n_tracks < header->n_tracks;) {
        char id[5];
        size_t end;
        if (!read_chunk(r, id, &end)) {
            return false;
        }
        if (!memcmp(id, "MTrk", 4)) {
            r->end = end;
            if (!read_track(r, sink)) {
                return false;
            }
            r->end = file_end;
            ++n_tracks;
        }
        r->at = end;
    }
    return true;
}

static int compare(uint64_t tick_a, size_t order_a, uint64_t tick_b, size_t order_b) {
    if (tick_a != tick_b) {
        return tick_a < tick_b ? -1 : 1;
    }
    return order_a < order_b ? -1 : order_a > order_b;
}

static int compare_notes(const void *a, const void *b) {
    const Note *x = a;
    const Note *y = b;
    return compare(x->tick, x->order, y->tick, y->order);
}

static int compare_tempos(const void *a, const void *b) {
    const Tempo *x = a;
    const Tempo *y = b;
    return compare(x->tick, x->order, y->tick, y->order);
}

// Walks a tempo map forward: ticks must not fall from call to call.
typedef struct {
    const Header *header;
    const Sink *sink;
    size_t next; // Tempo to come
    uint64_t tick;
    double seconds; // At tick
    double seconds_per_tick;
} Clock;

static Clock clock_start(const Header *header, const Sink *sink) {
    return (Clock){.header = header,
                   .sink = sink,
                   .seconds_per_tick = header->smpte
                                           ? 1.0 / header->ticks_per_second
                                           : 1e-6 * DEFAULT_TEMPO_US / header->ticks_per_quarter};
}

static double clock_seconds(Clock *clock, uint64_t tick) {
    const Sink *sink = clock->sink;
    // With SMPTE time the ticks are seconds already, and tempo events say nothing.
    while (!clock->header->smpte && clock->next < sink->n_tempos &&
           sink->tempos[clock->next].tick <= tick) {
        const Tempo *tempo = &sink->tempos[clock->next++];
        clock->seconds += (double)(tempo->tick - clock->tick) * clock->seconds_per_tick;
        clock->tick = tempo->tick;
        clock->seconds_per_tick = 1e-6 * tempo->us_per_quarter / clock->header->ticks_per_quarter;
    }
    return clock->seconds + (double)(tick - clock->tick) * clock->seconds_per_tick;
}

static bool allocate(Sink *counted, JwSmf *smf, JwMessage *message) {
    counted->notes = calloc(counted->n_notes + 1, sizeof(Note));
    counted->tempos = calloc(counted->n_tempos + 1, sizeof(Tempo));
    smf->events = calloc(counted->n_notes + 1, sizeof(JwSmfEvent));
    smf->tempos = calloc(counted->n_tempos + 1, sizeof(JwSmfTempo));
    counted->n_notes = 0;
    counted->n_tempos = 0;
    return (counted->notes && counted->tempos && smf->events && smf->tempos) ||
           jw_message_set(message, "out of memory");
}

/// Where the tempo changes; without a tempo at the start it is the standard's.
static void convert_tempos(JwSmf *smf, const Header *header, const Sink *sink) {
    Clock clock = clock_start(header, sink);
    if (header->smpte) {
        return;
    }
    if (sink->n_tempos == 0 || sink->tempos[0].tick > 0) {
        smf->tempos[smf->n_tempos++] = (JwSmfTempo){.bpm = 60e6 / DEFAULT_TEMPO_US};
    }
    for (size_t i = 0; i < sink->n_tempos; ++i) {
        const Tempo *tempo = &sink->tempos[i];
        smf->tempos[smf->n_tempos++] = (JwSmfTempo){
            .seconds = clock_seconds(&clock, tempo->tick),
            .bpm = 60e6 / tempo->us_per_quarter,
            .beat = (double)tempo->tick / header->ticks_per_quarter,
        };
    }
}

static void convert(JwSmf *smf, const Header *header, Sink *sink) {
    qsort(sink->notes, sink->n_notes, sizeof(Note), compare_notes);
    qsort(sink->tempos, sink->n_tempos, sizeof(Tempo), compare_tempos);
    convert_tempos(smf, header, sink);
    Clock clock = clock_start(header, sink);
    for (size_t i = 0; i < sink->n_notes; ++i) {
        const Note *note = &sink->notes[i];
        smf->events[i].seconds = clock_seconds(&clock, note->tick);
        memcpy(smf->events[i].midi, note->midi, sizeof(note->midi));
    }
    smf->type = header->type;
    smf->n_tracks = header->n_tracks;
    smf->n_events = sink->n_notes;
    smf->seconds = clock_seconds(&clock, sink->end_tick);
}

bool jw_smf_parse(JwSmf *smf, const uint8_t *bytes, size_t n_bytes, JwMessage *message) {
    Reader reader = {.bytes = bytes, .end = n_bytes, .message = message};
    Header header = {0};
    Sink sink = {0};
    *smf = (JwSmf){0};
    if (!read_header(&reader, &header)) {
        return false;
    }
    Reader again = reader;
    const bool ok = read_tracks(&reader, &header, &sink) && allocate(&sink, smf, message) &&
                    read_tracks(&again, &header, &sink);
    if (ok) {
        convert(smf, &header, &sink);
    } else {
        jw_smf_clear(smf);
    }
    free(sink.notes);
    free(sink.tempos);
    return ok;
}

// Works on a pipe as well, whose length cannot be asked beforehand.
static uint8_t *read_stream(FILE *stream, size_t *n_bytes, JwMessage *message) {
    uint8_t *bytes = NULL;
    size_t size = 0;
    *n_bytes = 0;
    do {
        size = size ? 2 * size : 65536;
        uint8_t *grown = realloc(bytes, size);
        if (!grown) {
            jw_message_set(message, "out of memory");
            free(bytes);
            return NULL;
        }
        bytes = grown;
        *n_bytes += fread(bytes + *n_bytes, 1, size - *n_bytes, stream);
    } while (*n_bytes == size && size <= JW_SMF_BYTES_MAX);
    if (ferror(stream)) {
        jw_message_set(message, "%s", strerror(errno));
    } else if (*n_bytes > JW_SMF_BYTES_MAX) {
        jw_message_set(message, "longer than %d bytes", (int)JW_SMF_BYTES_MAX);
    } else {
        return bytes;
    }
    free(bytes);
    return NULL;
}

bool jw_smf_load(JwSmf *smf, const char *path, JwMessage *message) {
    size_t n_bytes;
    *smf = (JwSmf){0};
    FILE *stream = fopen(path, "rb");
    if (!stream) {
        return jw_message_set(message, "%s: %s", path, strerror(errno));
    }
    uint8_t *bytes = read_stream(stream, &n_bytes, message);
    fclose(stream);
    const bool ok = bytes && jw_smf_parse(smf, bytes, n_bytes, message);
    free(bytes);
    return ok || jw_message_prefix(message, path);
}

void jw_smf_clear(JwSmf *smf) {
    free(smf->events);
    free(smf->tempos);
    *smf = (JwSmf){0};
}
