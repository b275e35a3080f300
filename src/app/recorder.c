// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/recorder.h"

#include "app/monotonic.h"
#include "app/settings_file.h"
#include "app/takes.h"
#include "app/target_file.h"
#include "app/wav_out.h"
#include "base/ring.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    SLICE_FRAMES = 128,
    SLICES = 8192,      // Room for 16 MB: five seconds at 96 kHz in blocks of 64
    HOURS_MAX = 24 * 7, // Longest recording that the file's header makes room for
    NUMBER_MAX = 999,   // Largest number in the name of a recording
};

static const double rest_s = 0.01;    // Sleep of the writer while the tape is empty
static const double patience_s = 0.5; // Wait for the audio thread's last slice

// Part of a recording. A slice without frames ends the recording it belongs to. Slices of
// recordings that were ended in a hurry may be left on the tape.
typedef struct {
    uint32_t recording;
    uint32_t n;
    float left[SLICE_FRAMES];
    float right[SLICE_FRAMES];
} Slice;

struct JwRecorderImpl {
    JwRing *tape;        // Slices, audio thread to writer
    atomic_uint wanted;  // Number of the recording that is to be fed, 0 for none
    uint32_t number;     // Number of the latest recording; control thread
    atomic_ullong lost;  // Frames for which the tape had no room
    atomic_ullong wrote; // Frames written
    atomic_bool failed;
    atomic_bool hurry;   // Tells the writer that no slice will come any more
    atomic_bool written; // The writer has ended
    bool running;
    char path[JW_RECORDER_PATH];     // Path of the latest recording
    char reserved[JW_RECORDER_PATH]; // Empty file that holds the recording's place; "" for none
    pthread_t writer;
    JwWavOut *out;     // Open file; the writer's while it runs
    JwMessage message; // Failure; the writer's while it runs
    Slice slice;       // Slice that is read; the writer's
    Slice filled;      // Slice that is filled; the audio thread's
};

JwRecorder *jw_recorder_new(void) {
    JwRecorder *r = calloc(1, sizeof(*r));
    if (r) {
        r->tape = jw_ring_new(SLICES, sizeof(Slice));
    }
    if (r && !r->tape) {
        free(r);
        return NULL;
    }
    return r;
}

// Removes the empty file of a recording that did not come about.
static void give_up_place(JwRecorder *r) {
    if (*r->reserved) {
        unlink(r->reserved);
    }
    r->reserved[0] = '\0';
}

void jw_recorder_free(JwRecorder *r) {
    if (!r) {
        return;
    }
    if (r->running) {
        atomic_store(&r->hurry, true);
        pthread_join(r->writer, NULL);
        jw_wav_out_free(r->out);
        give_up_place(r);
    }
    jw_ring_free(r->tape);
    free(r);
}

/********* Audio thread *********/

JW_REALTIME void jw_recorder_feed(JwRecorder *r, const float *left, const float *right,
                                  uint32_t n) {
    Slice *slice = &r->filled;
    const uint32_t wanted = atomic_load_explicit(&r->wanted, memory_order_acquire);
    if (slice->recording != wanted && slice->recording != 0) {
        slice->n = 0;
        if (!jw_ring_write(r->tape, slice)) {
            return; // The next block tries again.
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
}

bool jw_recorder_is_behind(const JwRecorder *r) {
    return jw_ring_count(r->tape) > SLICES / 2;
}

/********* Writer *********/

static void write_slice(JwRecorder *r) {
    const float *const channels[] = {r->slice.left, r->slice.right};
    if (atomic_load(&r->failed)) {
        return; // The tape is still emptied, and its end waited for.
    }
    if (jw_wav_out_write(r->out, channels, r->slice.n, &r->message)) {
        atomic_fetch_add(&r->wrote, r->slice.n);
    } else {
        atomic_store(&r->failed, true);
    }
}

static void write_all(JwRecorder *r) {
    for (;;) {
        const bool hurry = atomic_load(&r->hurry);
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

static JwWavOut *open_file(const char *path, int rate_hz, JwMessage *message) {
    JwWavSpec spec = {.rate_hz = rate_hz,
                      .n_channels = JW_WAV_CHANNELS,
                      .frames_max = (uint64_t)rate_hz * 3600 * HOURS_MAX};
    if (!jw_wav_format_from_path(path, &spec.format) ||
        (spec.format != JW_WAV_24 && spec.format != JW_FLAC_24)) {
        jw_message_set(message, "%s: its extension is neither .wav nor .flac", path);
        return NULL;
    }
    static const char *const sounds[] = {"RIFF", "RF64", "fLaC", NULL};
    if (!jw_target_file_replaces(path, sounds)) {
        jw_message_set(message, "%s: there is another file, which is no sound", path);
        return NULL;
    }
    if (spec.format == JW_WAV_24) {
        spec.format = JW_WAV_FLOAT;
    }
    return jw_wav_out_open(path, &spec, message);
}

bool jw_recorder_start(JwRecorder *r, const char *path, int rate_hz, JwMessage *message) {
    if (r->running) {
        return jw_message_set(message, "%s: another recording runs", path);
    }
    if (strlen(path) >= sizeof(r->path)) {
        return jw_message_set(message, "%.400s...: its path is too long", path);
    }
    r->out = open_file(path, rate_hz, message);
    if (!r->out) {
        return false;
    }
    memmove(r->path, path, strlen(path) + 1);
    ++r->number;
    atomic_store(&r->lost, 0);
    atomic_store(&r->wrote, 0);
    atomic_store(&r->failed, false);
    atomic_store(&r->hurry, false);
    atomic_store(&r->written, false);
    r->running = !pthread_create(&r->writer, NULL, run_writer, r);
    if (!r->running) {
        jw_wav_out_free(r->out);
        return jw_message_set(message, "%s: no thread", path);
    }
    atomic_store_explicit(&r->wanted, r->number, memory_order_release);
    return true;
}

// Reserves the first free numbered name; another program may do the same at the same time.
static bool reserve(JwRecorder *r, const char *folder, const char *name, JwMessage *message) {
    for (int i = 1; i <= NUMBER_MAX; ++i) {
        const int n =
            snprintf(r->reserved, sizeof(r->reserved), "%s/%.40s-%03d.wav", folder, name, i);
        if (n < 0 || (size_t)n >= sizeof(r->reserved) || !jw_settings_make_folder(r->reserved)) {
            r->reserved[0] = '\0';
            return jw_message_set(message, "%.400s: no such folder, and it cannot be made", folder);
        }
        const int fd = open(r->reserved, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0) {
            close(fd);
            return true;
        }
        if (errno != EEXIST) {
            jw_message_set(message, "%s: %s", r->reserved, strerror(errno));
            r->reserved[0] = '\0';
            return false;
        }
    }
    r->reserved[0] = '\0';
    return jw_message_set(message, "%.400s: %.40s-001.wav to %.40s-%d.wav are all there", folder,
                          name, name, (int)NUMBER_MAX);
}

bool jw_recorder_start_next(JwRecorder *r, const char *folder, const char *name, int rate_hz,
                            JwMessage *message) {
    if (r->running) {
        return jw_message_set(message, "another recording runs");
    }
    if (!reserve(r, folder, name, message)) {
        return false;
    }
    if (!jw_recorder_start(r, r->reserved, rate_hz, message)) {
        give_up_place(r);
        return false;
    }
    return true;
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

bool jw_recorder_stop(JwRecorder *r, JwMessage *message) {
    if (!r->running) {
        return true;
    }
    atomic_store(&r->wanted, 0);
    join_writer(r);
    r->running = false;
    bool ok = !atomic_load(&r->failed);
    if (ok) {
        ok = jw_wav_out_finish(r->out, message) && jw_wav_out_commit(r->out, message);
    } else {
        *message = r->message;
    }
    jw_wav_out_free(r->out);
    r->out = NULL;
    if (ok) {
        r->reserved[0] = '\0';
    }
    give_up_place(r);
    return ok;
}

JwRecorderState jw_recorder_state(const JwRecorder *r) {
    return (JwRecorderState){.path = r->path,
                             .running = r->running,
                             .frames = atomic_load(&r->wrote),
                             .lost = atomic_load(&r->lost),
                             .failed = atomic_load(&r->failed)};
}

void jw_recorder_tell(const JwRecorder *recorder, double rate_hz, JwMessage *message) {
    const JwRecorderState state = jw_recorder_state(recorder);
    const int seconds = (int)((double)state.frames / rate_hz + 0.5);
    char shown[JW_TAKES_PATH], missing[64] = "";
    if (state.lost > 0) {
        snprintf(missing, sizeof(missing), "; %" PRIu64 " frames are missing", state.lost);
    }
    jw_message_set(message, "recorded %.900s, %d:%02d%s", jw_takes_shown(state.path, shown),
                   seconds / 60, seconds % 60, missing);
}
