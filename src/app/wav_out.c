// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "wav_out.h"

#include "target_file.h"

#include <errno.h>
#include <math.h>
#include <sndfile.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { SLICE_FRAMES = 1024 };

// Leaves room in a WAV's 32-bit sizes for the headers.
static const uint64_t wav_bytes_max = UINT32_MAX - 65536;

static const struct {
    const char *name;
    const char *extension;
    int container;
    int encoding;
    int bits; // 0 for floating point
} formats[JW_N_WAV_FORMATS] = {
    [JW_WAV_16] = {"wav16", "wav", SF_FORMAT_WAV, SF_FORMAT_PCM_16, 16},
    [JW_WAV_24] = {"wav24", "wav", SF_FORMAT_WAV, SF_FORMAT_PCM_24, 24},
    [JW_WAV_FLOAT] = {"wavfloat", "wav", SF_FORMAT_WAV, SF_FORMAT_FLOAT, 0},
    [JW_FLAC_16] = {"flac16", "flac", SF_FORMAT_FLAC, SF_FORMAT_PCM_16, 16},
    [JW_FLAC_24] = {"flac24", "flac", SF_FORMAT_FLAC, SF_FORMAT_PCM_24, 24},
};

struct JwWavOutImpl {
    JwTargetFile target;
    JwWavSpec spec;
    SNDFILE *sound;
    uint64_t n_frames;
    uint64_t n_clipped;
    int integers[SLICE_FRAMES * JW_WAV_CHANNELS];
    float floats[SLICE_FRAMES * JW_WAV_CHANNELS];
};

const char *jw_wav_format_name(JwWavFormat format) {
    return formats[format].name;
}

const char *jw_wav_format_extension(JwWavFormat format) {
    return formats[format].extension;
}

static bool format_from_extension(const char *extension, JwWavFormat *format) {
    const bool wav = !strcasecmp(extension, "wav");
    *format = wav ? JW_WAV_24 : JW_FLAC_24;
    return wav || !strcasecmp(extension, "flac");
}

bool jw_wav_format_find(const char *name, JwWavFormat *format) {
    for (int i = 0; i < JW_N_WAV_FORMATS; ++i) {
        if (!strcmp(name, formats[i].name)) {
            *format = (JwWavFormat)i;
            return true;
        }
    }
    return format_from_extension(name, format);
}

bool jw_wav_format_from_path(const char *path, JwWavFormat *format) {
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash ? slash : path, '.');
    return dot && format_from_extension(dot + 1, format);
}

static bool fail(const JwWavOut *out, const char *what, JwMessage *message) {
    return jw_message_set(message, "%s: %s", out->target.name, what);
}

// The system's reason, if there is one (errno was 0 before), says more than libsndfile's.
static bool fail_sound(const JwWavOut *out, JwMessage *message) {
    return fail(out, errno ? strerror(errno) : sf_strerror(out->sound), message);
}

// A short file gets the plain header that everything reads, a long one RF64,
// which libsndfile turns back into WAV if it stays below 4 GiB after all.
static int file_format(const JwWavSpec *spec) {
    const int encoding = formats[spec->format].encoding;
    const uint64_t frame_bytes = 4U * (uint64_t)spec->n_channels;
    const bool wav = formats[spec->format].container == SF_FORMAT_WAV;
    if (wav && spec->frames_max > wav_bytes_max / frame_bytes) {
        return SF_FORMAT_RF64 | encoding;
    }
    return formats[spec->format].container | encoding;
}

static bool open_sound(JwWavOut *out, JwMessage *message) {
    SF_INFO info = {.samplerate = out->spec.rate_hz,
                    .channels = out->spec.n_channels,
                    .format = file_format(&out->spec)};
    errno = 0;
    out->sound = sf_open_fd(out->target.fd, SFM_WRITE, &info, SF_FALSE);
    if (!out->sound) {
        return fail_sound(out, message);
    }
    // It holds the time of day: the same score would not give the same file.
    sf_command(out->sound, SFC_SET_ADD_PEAK_CHUNK, NULL, SF_FALSE);
    if ((info.format & SF_FORMAT_TYPEMASK) == SF_FORMAT_RF64) {
        sf_command(out->sound, SFC_RF64_AUTO_DOWNGRADE, NULL, SF_TRUE);
    }
    return true;
}

JwWavOut *jw_wav_out_open(const char *path, const JwWavSpec *spec, JwMessage *message) {
    JwWavOut *out = calloc(1, sizeof(JwWavOut));
    if (!out) {
        jw_message_set(message, "out of memory");
        return NULL;
    }
    out->spec = *spec;
    if (jw_target_file_open(&out->target, path, message) && open_sound(out, message)) {
        return out;
    }
    jw_wav_out_free(out);
    return NULL;
}

// libsndfile's own conversion clips without counting. Its integers are
// left-aligned in 32 bits; a short is the upper half of one.
static int quantise(JwWavOut *out, float sample, int bits) {
    const double scale = (double)(1 << (bits - 1));
    const double value = isnan(sample) ? 0.0 : nearbyint((double)sample * scale);
    if (value > scale - 1.0) {
        ++out->n_clipped;
        return (int)(scale - 1.0) * (1 << (32 - bits));
    }
    if (value < -scale) {
        ++out->n_clipped;
        return INT32_MIN;
    }
    return (int)value * (1 << (32 - bits));
}

static bool write_slice(JwWavOut *out, const float *const *channels, uint32_t first, int n,
                        JwMessage *message) {
    const int n_channels = out->spec.n_channels;
    const int bits = formats[out->spec.format].bits;
    for (int i = 0; i < n; ++i) {
        for (int c = 0; c < n_channels; ++c) {
            const float sample = channels[c][first + (uint32_t)i];
            if (bits) {
                out->integers[i * n_channels + c] = quantise(out, sample, bits);
            } else {
                out->floats[i * n_channels + c] = sample;
            }
        }
    }
    errno = 0;
    const sf_count_t written = bits ? sf_writef_int(out->sound, out->integers, n)
                                    : sf_writef_float(out->sound, out->floats, n);
    return written == n || fail_sound(out, message);
}

bool jw_wav_out_write(JwWavOut *out, const float *const *channels, uint32_t n, JwMessage *message) {
    out->n_frames += n;
    if (out->n_frames > out->spec.frames_max) {
        return fail(out, "more frames than announced", message);
    }
    for (uint32_t first = 0; first < n; first += SLICE_FRAMES) {
        const uint32_t left = n - first;
        const int slice = left < SLICE_FRAMES ? (int)left : SLICE_FRAMES;
        if (!write_slice(out, channels, first, slice, message)) {
            return false;
        }
    }
    return true;
}

const char *jw_wav_out_path(const JwWavOut *out) {
    return out->target.path;
}

bool jw_wav_out_replaces(const JwWavOut *out) {
    return out->target.replaces;
}

uint64_t jw_wav_out_n_clipped(const JwWavOut *out) {
    return out->n_clipped;
}

// sf_close() answers 0 even when a full disk took neither the last block nor
// the header. So the file is opened again and its last frame asked for.
static bool read_back(const JwWavOut *out, JwMessage *message) {
    SF_INFO info = {0};
    if (lseek(out->target.fd, 0, SEEK_SET) != 0) {
        return fail(out, strerror(errno), message);
    }
    SNDFILE *sound = sf_open_fd(out->target.fd, SFM_READ, &info, SF_FALSE);
    if (!sound) {
        return fail(out, "incomplete after writing (disk full?)", message);
    }
    const sf_count_t n = (sf_count_t)out->n_frames;
    bool whole = info.channels == out->spec.n_channels && info.frames == n;
    if (whole && n > 0) {
        int frame[JW_WAV_CHANNELS];
        whole = sf_seek(sound, n - 1, SEEK_SET) == n - 1 && sf_readf_int(sound, frame, 1) == 1;
    }
    sf_close(sound);
    return whole || fail(out, "incomplete after writing (disk full?)", message);
}

bool jw_wav_out_finish(JwWavOut *out, JwMessage *message) {
    const int error = sf_close(out->sound);
    out->sound = NULL;
    if (error) {
        return fail(out, sf_error_number(error), message);
    }
    return (!out->target.temp || read_back(out, message)) &&
           jw_target_file_finish(&out->target, message);
}

bool jw_wav_out_commit(JwWavOut *out, JwMessage *message) {
    return jw_target_file_commit(&out->target, message);
}

void jw_wav_out_free(JwWavOut *out) {
    if (!out) {
        return;
    }
    if (out->sound) {
        sf_close(out->sound);
    }
    jw_target_file_discard(&out->target);
    free(out);
}
