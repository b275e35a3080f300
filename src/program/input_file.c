// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "program/input_file.h"

#include "files/regular_file.h"

#include <errno.h>
#include <math.h>
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef JW_HAVE_SAMPLERATE
#include <samplerate.h>
#endif

enum { CHUNK = 1024, SIDES = 2 };

static const double most_s = 24.0 * 3600.0;

/// Largest ratio of rates that libsamplerate converts; beyond it returns silence.
static const double most_ratio = 256.0;

struct JwInputFile {
    const char *path; ///< As the user gave it; not owned
    FILE *stream;     ///< Holds the descriptor open
    SNDFILE *file;
    SF_INFO info;
    double ratio; ///< Output rate over the file's own rate
    uint64_t frames;
    float read[CHUNK * SIDES]; ///< Frames from the file, converted to two channels
    bool broken;               ///< Reading has failed
#ifdef JW_HAVE_SAMPLERATE
    SRC_STATE *resampler; ///< NULL: the file has the requested rate
#endif
};

/********* Reading *********/

/// Reads up to n frames of the file, at most CHUNK, into two channels; returns their number.
static long read_some(JwInputFile *in, long n) {
    const sf_count_t got = sf_readf_float(in->file, in->read, n < CHUNK ? n : CHUNK);
    in->broken = in->broken || sf_error(in->file) != SF_ERR_NO_ERROR;
    for (sf_count_t i = got - 1; i >= 0 && in->info.channels == 1; --i) {
        in->read[SIDES * i] = in->read[SIDES * i + 1] = in->read[i];
    }
    return (long)got;
}

/// Reads up to n frames at the file's own rate, at most CHUNK.
static long read_as_it_is(JwInputFile *in, float *frames, long n) {
    const long got = read_some(in, n);
    memcpy(frames, in->read, (size_t)got * SIDES * sizeof(*frames));
    return got;
}

#ifdef JW_HAVE_SAMPLERATE
static long give_resampler(void *user, float **frames) {
    JwInputFile *in = user;
    *frames = in->read;
    return read_some(in, CHUNK);
}

static bool begin_resampling(JwInputFile *in, JwError *error) {
    int code = 0;
    in->resampler = src_callback_new(give_resampler, SRC_SINC_BEST_QUALITY, SIDES, &code, in);
    return in->resampler || jw_error_set(error, "%s: %s", in->path, src_strerror(code));
}

static void end_resampling(JwInputFile *in) {
    if (in->resampler) {
        src_delete(in->resampler);
    }
}

/// Error message of the resampler; NULL if there is none.
static const char *resampling_error(const JwInputFile *in) {
    const int error = in->resampler ? src_error(in->resampler) : 0;
    return error ? src_strerror(error) : NULL;
}

/// Reads up to n frames at the requested rate, at most CHUNK.
static long read_at_rate(JwInputFile *in, float *frames, long n) {
    return in->resampler ? src_callback_read(in->resampler, in->ratio, n, frames)
                         : read_as_it_is(in, frames, n);
}
#else
static bool begin_resampling(JwInputFile *in, JwError *error) {
    return jw_error_set(error,
                        "%s: its rate is %d Hz; this build has no libsamplerate to read it at "
                        "another one: give --rate %d",
                        in->path, in->info.samplerate, in->info.samplerate);
}

static void end_resampling(JwInputFile *in) {
    (void)in;
}

static const char *resampling_error(const JwInputFile *in) {
    (void)in;
    return NULL;
}

static long read_at_rate(JwInputFile *in, float *frames, long n) {
    return read_as_it_is(in, frames, n);
}
#endif

bool jw_input_file_read(JwInputFile *in, float *left, float *right, uint32_t n, JwError *error) {
    float frames[CHUNK * SIDES];
    for (uint32_t done = 0; done < n;) {
        const long wanted = n - done < CHUNK ? (long)(n - done) : CHUNK;
        const long got = read_at_rate(in, frames, wanted);
        if (in->broken || got < 0) {
            return jw_error_set(error, "%s: %s", in->path, sf_strerror(in->file));
        }
        if (resampling_error(in)) {
            return jw_error_set(error, "%s: %s", in->path, resampling_error(in));
        }
        memset(frames + got * SIDES, 0, (size_t)(wanted - got) * SIDES * sizeof(*frames));
        for (long i = 0; i < wanted; ++i) {
            left[done + (uint32_t)i] = frames[SIDES * i];
            right[done + (uint32_t)i] = frames[SIDES * i + 1];
        }
        done += (uint32_t)wanted;
    }
    return true;
}

/********* Files *********/

static bool fits(const JwInputFile *in, JwError *error) {
    if (in->info.channels < 1 || in->info.channels > SIDES) {
        return jw_error_set(error, "%s: %d channels; one or two are taken", in->path,
                            in->info.channels);
    }
    if (in->info.samplerate < 1) {
        return jw_error_set(error, "%s: its rate is %d Hz, which is no rate", in->path,
                            in->info.samplerate);
    }
    if (in->info.frames <= 0) {
        return jw_error_set(error, "%s: there is no sound in it", in->path);
    }
    return (double)in->info.frames <= most_s * in->info.samplerate ||
           jw_error_set(error, "%s: longer than 24 hours", in->path);
}

static bool open_file(JwInputFile *in, const char *path, int rate_hz, JwError *error) {
    in->path = path;
    in->stream = jw_regular_file_open(path);
    if (!in->stream) {
        return jw_error_set(error, "%s: %s", path, jw_regular_file_why(errno));
    }
    in->file = sf_open_fd(fileno(in->stream), SFM_READ, &in->info, SF_FALSE);
    if (!in->file) {
        return jw_error_set(error, "%s: %s", path, sf_strerror(NULL));
    }
    if (!fits(in, error)) {
        return false;
    }
    in->ratio = (double)rate_hz / in->info.samplerate;
    if (!(in->ratio <= most_ratio && in->ratio >= 1.0 / most_ratio)) {
        return jw_error_set(error,
                            "%s: its rate is %d Hz; at --rate %d, files of %.0f to %.0f Hz can be "
                            "read: convert it first",
                            path, in->info.samplerate, rate_hz, ceil(rate_hz / most_ratio),
                            floor(rate_hz * most_ratio));
    }
    in->frames = (uint64_t)ceil((double)in->info.frames * in->ratio);
    return in->info.samplerate == rate_hz || begin_resampling(in, error);
}

JwInputFile *jw_input_file_open(const char *path, int rate_hz, JwError *error) {
    JwInputFile *in = calloc(1, sizeof(*in));
    if (!in) {
        jw_error_set(error, "out of memory");
        return NULL;
    }
    if (!open_file(in, path, rate_hz, error)) {
        jw_input_file_close(in);
        return NULL;
    }
    return in;
}

void jw_input_file_close(JwInputFile *in) {
    if (in) {
        end_resampling(in);
        if (in->file) {
            sf_close(in->file);
        }
        if (in->stream) {
            fclose(in->stream);
        }
        free(in);
    }
}

uint64_t jw_input_file_frames(const JwInputFile *in) {
    return in->frames;
}
