// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player/quality_choice.h"

#include "app/player/settings_file.h"
#include "base/utf8.h"
#include "engine/engine.h"
#include "files/number.h"
#include "files/text_file.h"
#include "host/clocks.h"
#include "kernel/kernels.h"
#include "playing/tables.h"
#include "program/target_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCK = 128,
    WARM_BLOCKS = 32,
    PART_BLOCKS = 20, ///< Blocks in one measurement
    PARTS = 5,
    PATH_SIZE = 4096,
    MACHINE_SIZE = 256,
    KEY_SIZE = 128,
    ENTRIES = 64, ///< Largest number of stored instruments
};

/********* Measuring *********/

static void play(JwEngine *engine, int n_blocks) {
    float left[BLOCK], right[BLOCK];
    for (int i = 0; i < n_blocks; ++i) {
        jw_engine_run(engine, NULL, 0, left, right, NULL, BLOCK);
    }
}

/// Part of a core that the instrument uses while all played strings sound: the smallest of several
/// measurements, since other processes can only increase it. Negative, with an error, on failure.
static double measure(JwInstrument *instrument, double rate_hz, int quality, JwError *error) {
    const JwEngineOptions options = {.precision = JW_PRECISION_F32};
    JwEngine *engine = jw_engine_new();
    instrument->param[JW_P_QUALITY] = quality;
    const JwStatus status =
        engine ? jw_engine_prepare(engine, instrument, rate_hz, &options) : JW_ERR_NO_MEMORY;
    double least = -1.0;
    for (int s = 0; s < instrument->n_strings && !status; ++s) {
        const JwEvent strike = {.type = JW_EVENT_OPEN, .open = {.string = s, .velocity = 110}};
        if (instrument->string[s].role != JW_ROLE_TARAF) {
            jw_engine_post(engine, &strike);
        }
    }
    if (status) {
        jw_error_set(error, "%s", jw_status_message(status));
    } else {
        play(engine, WARM_BLOCKS);
    }
    for (int part = 0; part < PARTS && !status; ++part) {
        const double start = jw_thread_cpu_s();
        play(engine, PART_BLOCKS);
        const double took = (jw_thread_cpu_s() - start) * rate_hz / (PART_BLOCKS * BLOCK);
        least = least < 0.0 || took < least ? took : least;
    }
    jw_engine_free(engine);
    return least;
}

/// Elements in all rows of the open strings, times steps per second: relative cost of an
/// instrument. Negative if memory is short.
static double work_of(const JwInstrument *instrument, double rate_hz) {
    JwTablesSpec spec = {.rate_hz = rate_hz, .precision = JW_PRECISION_F32};
    memcpy(spec.param, instrument->param, sizeof(spec.param));
    spec.param[JW_P_QUALITY] = 1.0;
    JwTables *tables = jw_tables_new(instrument, &spec);
    double work = tables ? 0.0 : -1.0;
    for (int s = 0; tables && s < tables->n_strings; ++s) {
        const JwModes *m = tables->modes[s][0];
        work += (double)m->n_padded * (m->n_rows + m->n_points + 4.0) / m->dt_s;
    }
    jw_tables_free(tables);
    return work;
}

/********* What is remembered *********/

/// Measurement of an instrument.
typedef struct {
    char key[KEY_SIZE];
    int quality;
    double rate_hz, work;
    double share; ///< Part of a core that it used
} Entry;

/// Settings as read and as written.
typedef struct {
    char path[PATH_SIZE];
    char machine[MACHINE_SIZE];
    bool same; ///< They belong to this machine
    int n;
    Entry entry[ENTRIES];
} Memory;

/// Appends the system's first value for one of the keys about the processor.
static void add_saying(char *text, size_t size, const char *lines, const char *key) {
    const char *line = lines;
    while (line && strncmp(line, key, strlen(key))) {
        line = strchr(line, '\n');
        line = line ? line + 1 : NULL;
    }
    const char *colon = line ? strchr(line, ':') : NULL;
    const size_t n = strlen(text);
    if (colon) {
        snprintf(text + n, size - n, ",%.*s", (int)strcspn(colon + 1, "\n"), colon + 1);
    }
}

/// Describes the processor by the system's values and by the level that this program uses.
static void name_machine(char *text, size_t size) {
    static const char *const keys[] = {"model name", "CPU implementer", "CPU part", "Model"};
    static const char path[] = "/proc/cpuinfo";
    JwError unread = {0};
    char *lines = NULL;
    size_t n = 0;
    snprintf(text, size, "jawari %s, level %d", JW_VERSION, jw_kernels_isa());
    if (jw_text_read(path, &lines, &n, &unread)) {
        for (size_t k = 0; k < sizeof(keys) / sizeof(keys[0]); ++k) {
            add_saying(text, size, lines, keys[k]);
        }
    }
    free(lines);
    // A line of settings loses blanks at its ends, and must not contain control characters.
    for (char *c = text; *c; ++c) {
        *c = (unsigned char)*c < ' ' ? ' ' : *c;
    }
    for (size_t end = strlen(text); end > 0 && text[end - 1] == ' '; --end) {
        text[end - 1] = '\0';
    }
}

/// Bytes of a name, at most so many, that split no character.
static int cut(const char *name, size_t most) {
    const size_t n = strlen(name);
    return (int)jw_utf8_cut(name, n < most ? n : most);
}

/// Converts a name to a key: replaces characters with a meaning in settings files by hyphens.
static void make_key(char key[KEY_SIZE], const char *name) {
    snprintf(key, KEY_SIZE, "%.*s", cut(name, KEY_SIZE - 1), name);
    for (char *c = key; *c; ++c) {
        *c = strchr("=# \t", *c) || (unsigned char)*c < ' ' ? '_' : *c;
    }
}

/// Parses an entry written by write_entry().
static bool read_entry(const char *text, Entry *e) {
    char word[32];
    double value[3];
    if (!jw_word_next(&text, word, sizeof(word)) || !jw_integer_parse(word, 1, 4, &e->quality) ||
        e->quality == 3) {
        return false;
    }
    for (int i = 0; i < 3; ++i) {
        if (!jw_word_next(&text, word, sizeof(word)) || !jw_number_parse(word, &value[i])) {
            return false;
        }
    }
    e->rate_hz = value[0];
    e->work = value[1];
    e->share = value[2];
    return true;
}

/// Reads a line; ignores one that it cannot read, since it can be measured again.
static bool take_line(void *user, char *key, char *value, JwError *error) {
    Memory *m = user;
    Entry e;
    (void)error;
    if (!strcmp(key, "machine")) {
        m->same = !strcmp(value, m->machine);
    } else if (m->same && m->n < ENTRIES - 1 && strlen(key) < KEY_SIZE && read_entry(value, &e)) {
        snprintf(e.key, sizeof(e.key), "%s", key);
        m->entry[m->n++] = e;
    }
    return true;
}

static void recall(Memory *m) {
    JwError unused = {0};
    char *text = NULL;
    name_machine(m->machine, sizeof(m->machine));
    if (jw_settings_path("quality.conf", m->path, sizeof(m->path))) {
        jw_settings_read_if_any(m->path, take_line, m, &text, &unused);
        free(text);
    }
}

static Entry *find_entry(Memory *m, const char *key) {
    for (int i = 0; i < m->n; ++i) {
        if (!strcmp(m->entry[i].key, key)) {
            return &m->entry[i];
        }
    }
    return NULL;
}

static bool write_entry(JwTargetFile *file, const Entry *e, JwError *error) {
    const double value[3] = {e->rate_hz, e->work, e->share};
    char line[KEY_SIZE + 128];
    size_t n = (size_t)snprintf(line, sizeof(line), "%s = %d", e->key, e->quality);
    for (int i = 0; i < 3; ++i) {
        char number[32];
        jw_number_print(number, sizeof(number), value[i], i < 2 ? 12 : 4);
        n += (size_t)snprintf(line + n, sizeof(line) - n, " %s", number);
    }
    line[n++] = '\n';
    return jw_target_file_write(file, line, n, error);
}

static bool write_all(JwTargetFile *file, const Memory *m, JwError *error) {
    char head[MACHINE_SIZE + KEY_SIZE];
    const int n = snprintf(head, sizeof(head),
                           "# What --quality auto measured: quality, rate, work, part of a core\n"
                           "machine = %s\n",
                           m->machine);
    bool ok = jw_target_file_write(file, head, (size_t)n, error);
    for (int i = 0; i < m->n && ok; ++i) {
        ok = write_entry(file, &m->entry[i], error);
    }
    return ok;
}

static bool remember(const Memory *m, JwError *error) {
    JwTargetFile file = {0};
    const bool ok =
        (*m->path || jw_error_set(error, "there is no folder for settings")) &&
        (jw_folder_make_parents(m->path) || jw_error_set(error, "no folder %s", m->path)) &&
        jw_target_file_open(&file, m->path, error) && write_all(&file, m, error) &&
        jw_target_file_finish(&file, error) && jw_target_file_commit(&file, error);
    jw_target_file_discard(&file);
    return ok;
}

/********* Choice *********/

/// Part of a core that instrument and companion use together; negative, with an error, on failure.
/// own: room for an instrument.
static double measure_both(const JwQualityOf *of, JwInstrument *own, double rate_hz, int quality,
                           JwError *error) {
    *own = *of->instrument;
    const double share = measure(own, rate_hz, quality, error);
    if (share < 0.0 || !of->with) {
        return share;
    }
    *own = *of->with;
    const double more = measure(own, rate_hz, quality, error);
    return more < 0.0 ? more : share + more;
}

/// Measures increasing qualities until the share is too large; writes all shares to said.
static bool measure_all(const JwQualityOf *of, Entry *e, JwError *said) {
    char shares[128] = "";
    JwInstrument *own = malloc(sizeof(*own));
    if (!own) {
        return jw_error_set(said, "out of memory");
    }
    double share = 0.0;
    e->quality = 0;
    for (int quality = 1; quality <= 4 && share <= JW_QUALITY_SHARE; quality *= 2) {
        share = measure_both(of, own, e->rate_hz, quality, said);
        if (share < 0.0) {
            break;
        }
        const size_t n = strlen(shares);
        snprintf(shares + n, sizeof(shares) - n, "%s%.2f at %d", n > 0 ? ", " : "", share, quality);
        if (e->quality == 0 || share <= JW_QUALITY_SHARE) {
            e->quality = quality;
            e->share = share;
        }
    }
    free(own);
    if (e->quality == 0) {
        return false;
    }
    jw_error_set(said, "quality %d: measured parts of a core: %s; at most %.1f is taken%s",
                 e->quality, shares, JW_QUALITY_SHARE,
                 e->share > JW_QUALITY_SHARE ? ", if any quality is so cheap" : "");
    return true;
}

static bool choose(Memory *m, const JwQualityOf *of, double rate_hz, int *quality, JwError *said) {
    char name[KEY_SIZE];
    Entry new = {.rate_hz = rate_hz, .work = work_of(of->instrument, rate_hz)};
    snprintf(name, sizeof(name), "%.*s%s%.*s", cut(of->name, 60), of->name, of->with ? "+" : "",
             of->with ? cut(of->with_name, 60) : 0, of->with ? of->with_name : "");
    new.work += of->with ? work_of(of->with, rate_hz) : 0.0;
    make_key(new.key, of->with ? name : of->name);
    recall(m);
    Entry *old = find_entry(m, new.key);
    if (old && old->rate_hz == rate_hz && new.work <= old->work *(1.0 + 1e-9)) {
        *quality = old->quality;
        jw_error_set(said, "quality %d, %.2f of a core, as %s was measured before", old->quality,
                     old->share, of->with ? name : of->name);
        return true;
    }
    if (!measure_all(of, &new, said)) {
        return false;
    }
    *quality = new.quality;
    if (old) {
        *old = new;
    } else {
        // The newest entry comes first, so that the oldest is dropped if there is no room.
        memmove(m->entry + 1, m->entry, sizeof(*m->entry) * (size_t)m->n++);
        m->entry[0] = new;
    }
    JwError why = {0};
    if (!remember(m, &why)) {
        const size_t n = strlen(said->text);
        snprintf(said->text + n, sizeof(said->text) - n, "; not kept: %.300s", why.text);
    }
    return true;
}

bool jw_quality_choose(const JwQualityOf *of, double rate_hz, int *quality, JwError *said) {
    Memory *m = calloc(1, sizeof(*m));
    const bool ok = m ? choose(m, of, rate_hz, quality, said) : jw_error_set(said, "out of memory");
    free(m);
    return ok;
}
