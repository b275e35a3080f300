// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player/recorder.h"

#include "app/player/take_file.h"
#include "app/player/take_folder.h"
#include "app/player/take_rescue.h"
#include "base/ring.h"
#include "host/clocks.h"
#include "program/folder.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SLICE_FRAMES = 128,
    SLICES = 8192, // Room for 16 MB: five seconds at 96 kHz in blocks of 64
};

static const double rest_s = 0.01;    // Sleep of the writer while the tape is empty
static const double patience_s = 0.5; // Wait for the audio thread's last slice
static const double update_s = 1.0;   // Time between updates of the file's header

// Piece of a recording. A slice without frames ends its recording. Slices of recordings that were
// ended in a hurry may remain on the tape.
typedef struct {
    uint32_t recording;
    uint32_t n;
    float left[SLICE_FRAMES];
    float right[SLICE_FRAMES];
} Slice;

struct JwRecorderImpl {
    JwRing *tape;        // Slices, from the audio thread to the writer
    atomic_uint wanted;  // Number of the recording to be fed, 0: none
    uint32_t number;     // Number of the latest recording; control thread
    atomic_ullong lost;  // Frames lost because the tape was full
    atomic_ullong wrote; // Frames written
    atomic_bool failed;
    atomic_bool hurry;   // Tells the writer that no more slices will come
    atomic_bool written; // The writer has ended
    bool running;
    char path[JW_RECORDER_PATH]; // Path of the latest recording
    void (*say)(void *user, const char *text);
    void *user;
    pthread_t writer;
    JwTakeFile *file; // Open file; belongs to the writer while it runs
    double updated_s; // Time of the header's last update; belongs to the writer
    Slice slice;      // Slice being read; belongs to the writer
    Slice filled;     // Slice being filled; belongs to the audio thread
};

static void say_nothing(void *user, const char *text) {
    (void)user;
    (void)text;
}

JwRecorder *jw_recorder_new(void (*say)(void *user, const char *text), void *user) {
    JwRecorder *r = calloc(1, sizeof(*r));
    if (r) {
        r->say = say ? say : say_nothing;
        r->user = user;
        r->tape = jw_ring_new(SLICES, sizeof(Slice));
    }
    if (r && !r->tape) {
        free(r);
        return NULL;
    }
    return r;
}

void jw_recorder_free(JwRecorder *r) {
    JwError unused = {0};
    if (!r) {
        return;
    }
    atomic_store(&r->hurry, true);
    jw_recorder_stop(r, &unused);
    jw_ring_free(r->tape);
    free(r);
}

/********* Audio thread *********/

JW_REALTIME bool jw_recorder_feed(JwRecorder *r, const float *left, const float *right,
                                  uint32_t n) {
    Slice *slice = &r->filled;
    const uint32_t wanted = atomic_load_explicit(&r->wanted, memory_order_acquire);
    if (slice->recording != wanted && slice->recording != 0) {
        slice->n = 0;
        if (!jw_ring_write(r->tape, slice)) {
            return false; // The next block tries again
        }
    }
    slice->recording = wanted;
    for (uint32_t done = 0; done < n && wanted != 0; done += slice->n) {
        slice->n = n - done < SLICE_FRAMES ? n - done : SLICE_FRAMES;
        memcpy(slice->left, left + done, slice->n * sizeof(float));
        memcpy(slice->right, right + done, slice->n * sizeof(float));
        if (!jw_ring_write(r->tape, slice)) {
            atomic_fetch_add_explicit(&r->lost, slice->n, memory_order_relaxed);
        }
    }
    return wanted != 0;
}

bool jw_recorder_is_behind(const JwRecorder *r) {
    return jw_ring_count(r->tape) > SLICES / 2;
}

/********* Writer *********/

static void write_slice(JwRecorder *r) {
    if (atomic_load(&r->failed)) {
        return; // The tape is still being emptied until its end
    }
    const bool ok = jw_take_file_write(r->file, r->slice.left, r->slice.right, r->slice.n);
    atomic_fetch_add(&r->wrote, ok ? r->slice.n : 0);
    atomic_store(&r->failed, !ok);
}

/// Updates the file's header once a second, in case the program is killed.
static void update_head(JwRecorder *r) {
    const double now = jw_monotonic_s();
    if (now >= r->updated_s + update_s && !atomic_load(&r->failed)) {
        r->updated_s = now;
        jw_take_file_update(r->file);
    }
}

static void write_all(JwRecorder *r) {
    r->updated_s = jw_monotonic_s();
    for (;;) {
        const bool hurry = atomic_load(&r->hurry);
        update_head(r);
        if (jw_ring_read(r->tape, &r->slice)) {
            const bool ours = r->slice.recording == r->number;
            if (ours && r->slice.n == 0) {
                return;
            }
            if (ours) {
                write_slice(r);
            }
        } else if (hurry) {
            return;
        } else {
            jw_monotonic_sleep(rest_s);
        }
    }
}

static void *run_writer(void *user) {
    JwRecorder *r = user;
    write_all(r);
    atomic_store(&r->written, true);
    return NULL;
}

/********* Control thread *********/

/// Starts the writer of an open file; NULL: it could not be opened.
static bool start_writer(JwRecorder *r, JwTakeFile *file, JwError *error) {
    JwError unused = {0};
    r->file = file;
    if (!file) {
        return false;
    }
    snprintf(r->path, sizeof(r->path), "%s", jw_take_file_path(file));
    ++r->number;
    atomic_store(&r->lost, 0);
    atomic_store(&r->wrote, 0);
    atomic_store(&r->failed, false);
    atomic_store(&r->hurry, false);
    atomic_store(&r->written, false);
    r->running = !pthread_create(&r->writer, NULL, run_writer, r);
    if (!r->running) {
        jw_take_file_finish(file, &unused);
        jw_take_file_free(file);
        r->file = NULL;
        return jw_error_set(error, "%s: no thread", r->path);
    }
    atomic_store_explicit(&r->wanted, r->number, memory_order_release);
    return true;
}

bool jw_recorder_start(JwRecorder *r, const char *path, int rate_hz, JwError *error) {
    if (r->running) {
        return jw_error_set(error, "%s: another recording runs", path);
    }
    if (strlen(path) >= sizeof(r->path)) {
        return jw_error_set(error, "%.400s...: its path is too long", path);
    }
    jw_take_rescue_beside(path, r->say, r->user);
    if (!start_writer(r, jw_take_file_open(path, rate_hz, error), error)) {
        return false;
    }
    if (strcmp(r->path, path) != 0) {
        JwError text = {0};
        jw_error_set(&text, "%.450s is there already: recording into %.450s", path, r->path);
        r->say(r->user, text.text);
    }
    return true;
}

bool jw_recorder_start_next(JwRecorder *r, const char *folder, const char *name, int rate_hz,
                            JwError *error) {
    char inside[JW_RECORDER_PATH];
    if (r->running) {
        return jw_error_set(error, "another recording runs");
    }
    const int n = snprintf(inside, sizeof(inside), "%s/.", folder);
    if (n < 0 || (size_t)n >= sizeof(inside) || !jw_folder_make_parents(inside)) {
        return jw_error_set(error, "%.400s: no such folder, and it cannot be made", folder);
    }
    jw_take_rescue(folder, r->say, r->user);
    return start_writer(r, jw_take_file_open_next(folder, name, rate_hz, error), error);
}

// Waits for the writer. The audio thread's last slice ends it; if none comes, it is told to hurry.
static void join_writer(JwRecorder *r) {
    const double end_s = jw_monotonic_s() + patience_s;
    while (!atomic_load(&r->written) && jw_monotonic_s() < end_s) {
        jw_monotonic_sleep(rest_s);
    }
    atomic_store(&r->hurry, true);
    pthread_join(r->writer, NULL);
}

bool jw_recorder_stop(JwRecorder *r, JwError *error) {
    if (!r->running) {
        return true;
    }
    atomic_store(&r->wanted, 0);
    join_writer(r);
    r->running = false;
    const bool ok = jw_take_file_finish(r->file, error);
    snprintf(r->path, sizeof(r->path), "%s", jw_take_file_path(r->file));
    atomic_store(&r->wrote, jw_take_file_frames(r->file));
    atomic_store(&r->failed, false);
    jw_take_file_free(r->file);
    r->file = NULL;
    return ok;
}

JwRecorderState jw_recorder_state(const JwRecorder *r) {
    return (JwRecorderState){.path = r->path,
                             .running = r->running,
                             .frames = atomic_load(&r->wrote),
                             .lost = atomic_load(&r->lost),
                             .failed = atomic_load(&r->failed)};
}

void jw_recorder_tell(const JwRecorder *recorder, double rate_hz, JwError *error) {
    const JwRecorderState state = jw_recorder_state(recorder);
    const int seconds = (int)((double)state.frames / rate_hz + 0.5);
    char shown[JW_TAKE_PATH], missing[64] = "";
    if (state.lost > 0) {
        snprintf(missing, sizeof(missing), "; %" PRIu64 " frames are missing", state.lost);
    }
    jw_error_set(error, "recorded %.900s, %d:%02d%s", jw_take_folder_shown(state.path, shown),
                 seconds / 60, seconds % 60, missing);
}

bool jw_recorder_end(JwRecorder *recorder, double rate_hz, JwError *error) {
    error->text[0] = '\0';
    if (!recorder->running) {
        return true;
    }
    if (!jw_recorder_stop(recorder, error)) {
        return false;
    }
    jw_recorder_tell(recorder, rate_hz, error);
    return true;
}
