// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "program/wav_out.h"

#include "program/target_file.h"

#include <errno.h>
#include <math.h>
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SLICE_FRAMES = 1024 };

// Largest number of bytes of sound in a WAV: its 32-bit sizes include the headers.
static const uint64_t wav_bytes_max = UINT32_MAX - 65536;

// Constants that the oldest supported libsndfile does not declare.
enum {
    CONTAINER_MPEG = 0x230000,
    ENCODING_OPUS = 0x0064,
    ENCODING_LAYER_3 = 0x0082,
};

static const struct {
    const char *name;
    const char *extension;
    int container;
    int encoding;
    int bits;           // Bits of a sample; 0 for floating point
    double compression; // Compression of a lossy format, 0 (best) .. 1; for some 200 kbit/s
} formats[JW_N_WAV_FORMATS] = {
    [JW_WAV_16] = {"wav16", "wav", SF_FORMAT_WAV, SF_FORMAT_PCM_16, 16, 0.0},
    [JW_WAV_24] = {"wav24", "wav", SF_FORMAT_WAV, SF_FORMAT_PCM_24, 24, 0.0},
    [JW_WAV_FLOAT] = {"wavfloat", "wav", SF_FORMAT_WAV, SF_FORMAT_FLOAT, 0, 0.0},
    [JW_FLAC_16] = {"flac16", "flac", SF_FORMAT_FLAC, SF_FORMAT_PCM_16, 16, 0.0},
    [JW_FLAC_24] = {"flac24", "flac", SF_FORMAT_FLAC, SF_FORMAT_PCM_24, 24, 0.0},
    [JW_AIFF_16] = {"aiff16", "aiff", SF_FORMAT_AIFF, SF_FORMAT_PCM_16, 16, 0.0},
    [JW_AIFF_24] = {"aiff24", "aiff", SF_FORMAT_AIFF, SF_FORMAT_PCM_24, 24, 0.0},
    [JW_AIFF_FLOAT] = {"aifffloat", "aiff", SF_FORMAT_AIFF, SF_FORMAT_FLOAT, 0, 0.0},
    [JW_AU_24] = {"au24", "au", SF_FORMAT_AU, SF_FORMAT_PCM_24, 24, 0.0},
    [JW_CAF_24] = {"caf24", "caf", SF_FORMAT_CAF, SF_FORMAT_PCM_24, 24, 0.0},
    [JW_CAF_FLOAT] = {"caffloat", "caf", SF_FORMAT_CAF, SF_FORMAT_FLOAT, 0, 0.0},
    [JW_VORBIS] = {"vorbis", "ogg", SF_FORMAT_OGG, SF_FORMAT_VORBIS, 0, 0.3},
    [JW_OPUS] = {"opus", "opus", SF_FORMAT_OGG, ENCODING_OPUS, 0, 0.6},
    [JW_MP3] = {"mp3", "mp3", CONTAINER_MPEG, ENCODING_LAYER_3, 0, 0.15},
};

static const struct {
    const char *extension;
    JwWavFormat format;
} extensions[] = {
    {"wav", JW_WAV_24},  {"wave", JW_WAV_24}, {"flac", JW_FLAC_24}, {"aiff", JW_AIFF_24},
    {"aif", JW_AIFF_24}, {"au", JW_AU_24},    {"snd", JW_AU_24},    {"caf", JW_CAF_24},
    {"ogg", JW_VORBIS},  {"oga", JW_VORBIS},  {"opus", JW_OPUS},    {"mp3", JW_MP3},
};

static bool is_lossy(JwWavFormat format) {
    return format >= JW_VORBIS;
}

struct JwWavOutImpl {
    JwTargetFile target;
    JwWavSpec spec;
    SNDFILE *sound;
    uint64_t n_frames;
    uint64_t n_clipped;
    int error; // errno of the first failed write; 0 for none
    int integers[SLICE_FRAMES * JW_WAV_CHANNELS];
    float floats[SLICE_FRAMES * JW_WAV_CHANNELS];
};

const char *jw_wav_format_name(JwWavFormat format) {
    return formats[format].name;
}

const char *jw_wav_format_extension(JwWavFormat format) {
    return formats[format].extension;
}

bool jw_wav_format_offered(JwWavFormat format) {
    const SF_INFO info = {.samplerate = 48000,
                          .channels = JW_WAV_CHANNELS,
                          .format = formats[format].container | formats[format].encoding};
    return sf_format_check(&info) != 0;
}

double jw_wav_format_steps(JwWavFormat format) {
    return formats[format].bits ? (double)(1 << (formats[format].bits - 1)) : 0.0;
}

bool jw_wav_format_clips(JwWavFormat format) {
    return formats[format].bits > 0 || is_lossy(format);
}

const char *jw_wav_formats_list(bool names, char *text, int size) {
    int n = 0;
    const char *last = "";
    text[0] = '\0';
    for (int i = 0; i < JW_N_WAV_FORMATS && n < size; ++i) {
        const char *word = names ? formats[i].name : formats[i].extension;
        if (jw_wav_format_offered((JwWavFormat)i) && strcmp(word, last) != 0) {
            n += snprintf(text + n, (size_t)(size - n), "%s%s%s", n > 0 ? " " : "",
                          names ? "" : ".", word);
            last = word;
        }
    }
    return text;
}

static bool format_from_extension(const char *extension, JwWavFormat *format) {
    for (size_t i = 0; i < sizeof(extensions) / sizeof(extensions[0]); ++i) {
        if (!strcasecmp(extension, extensions[i].extension)) {
            *format = extensions[i].format;
            return true;
        }
    }
    return false;
}

bool jw_wav_format_find(const char *name, JwWavFormat *format) {
    for (int i = 0; i < JW_N_WAV_FORMATS; ++i) {
        if (!strcasecmp(name, formats[i].name)) {
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

static bool fail(const JwWavOut *out, const char *what, JwError *error) {
    return jw_error_set(error, "%s: %s", out->target.name, what);
}

static bool fail_system(const JwWavOut *out, JwError *error) {
    jw_folder_note(&out->target.folder, out->error);
    return fail(out, strerror(out->error), error);
}

// Sets the error: the system's reason, if there is one, is more specific than libsndfile's.
static bool fail_sound(const JwWavOut *out, JwError *error) {
    return out->error ? fail_system(out, error) : fail(out, sf_strerror(out->sound), error);
}

/********* File access for libsndfile *********/

// Keeps errors in out->error, since libsndfile ignores some. Reports none to it, since its Vorbis
// coder leaks memory when it cannot open a file.

static sf_count_t file_length(void *user) {
    const JwWavOut *out = user;
    struct stat st;
    return fstat(out->target.fd, &st) ? -1 : st.st_size;
}

static sf_count_t file_seek(sf_count_t offset, int whence, void *user) {
    const JwWavOut *out = user;
    return lseek(out->target.fd, offset, whence);
}

static sf_count_t file_tell(void *user) {
    return file_seek(0, SEEK_CUR, user);
}

static sf_count_t file_read(void *bytes, sf_count_t n, void *user) {
    const JwWavOut *out = user;
    sf_count_t done = 0;
    while (done < n) {
        const ssize_t got = read(out->target.fd, (char *)bytes + done, (size_t)(n - done));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            break;
        }
        done += got;
    }
    return done;
}

static sf_count_t file_write(const void *bytes, sf_count_t n, void *user) {
    JwWavOut *out = user;
    sf_count_t done = 0;
    while (done < n && !out->error) {
        const ssize_t put = write(out->target.fd, (const char *)bytes + done, (size_t)(n - done));
        if (put < 0 && errno == EINTR) {
            continue;
        }
        out->error = put < 0 ? errno : put == 0 ? ENOSPC : 0;
        done += put > 0 ? put : 0;
    }
    return n;
}

static SNDFILE *open_file(JwWavOut *out, int mode, SF_INFO *info) {
    static SF_VIRTUAL_IO io = {file_length, file_seek, file_read, file_write, file_tell};
    return sf_open_virtual(&io, mode, info, out);
}

/********* Formats *********/

// Chooses the container. A short file gets the plain header that everything can read, a long one
// RF64, which libsndfile turns back into WAV if it stays below 4 GiB after all.
static int file_format(const JwWavSpec *spec) {
    const int encoding = formats[spec->format].encoding;
    const uint64_t frame_bytes = 4U * (uint64_t)spec->n_channels;
    const bool wav = formats[spec->format].container == SF_FORMAT_WAV;
    if (wav && spec->frames_max > wav_bytes_max / frame_bytes) {
        return SF_FORMAT_RF64 | encoding;
    }
    return formats[spec->format].container | encoding;
}

enum { VORBIS_HZ_MAX = 200000, FLAC_HZ_ANY = 65535 };

/// True if the coder supports a rate; formats without a list or a limit support all.
static bool takes_rate(JwWavFormat format, int rate_hz) {
    static const int opus[] = {8000, 12000, 16000, 24000, 48000};
    static const int mp3[] = {8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000};
    const int *rates = format == JW_OPUS ? opus : mp3;
    const size_t n =
        format == JW_OPUS ? sizeof(opus) / sizeof(opus[0]) : sizeof(mp3) / sizeof(mp3[0]);
    if (format == JW_VORBIS) {
        return rate_hz <= VORBIS_HZ_MAX;
    }
    if (format == JW_FLAC_16 || format == JW_FLAC_24) {
        return rate_hz <= FLAC_HZ_ANY || rate_hz % 10 == 0;
    }
    bool found = format != JW_OPUS && format != JW_MP3;
    for (size_t i = 0; i < n; ++i) {
        found = found || rates[i] == rate_hz;
    }
    return found;
}

/// Rejects a length that the format cannot hold, regardless of disk space.
static bool check_spec(const JwWavOut *out, JwError *error) {
    const JwWavSpec *spec = &out->spec;
    const int container = formats[spec->format].container;
    const uint64_t frame_bytes = 4U * (uint64_t)spec->n_channels;
    if (!jw_wav_format_offered(spec->format)) {
        return fail(out, "libsndfile writes no such file here", error);
    }
    if (!takes_rate(spec->format, spec->rate_hz)) {
        return jw_error_set(
            error,
            "%s: %s knows no rate of %d Hz; give --rate 48000, or a WAV file, which "
            "takes any rate",
            out->target.name, formats[spec->format].name, spec->rate_hz);
    }
    return (container != SF_FORMAT_AIFF && container != SF_FORMAT_AU) ||
           spec->frames_max <= wav_bytes_max / frame_bytes ||
           fail(out, "too long for its format; wav, caf and flac have room", error);
}

static bool open_sound(JwWavOut *out, JwError *error) {
    SF_INFO info = {.samplerate = out->spec.rate_hz,
                    .channels = out->spec.n_channels,
                    .format = file_format(&out->spec)};
    if (!check_spec(out, error)) {
        return false;
    }
    out->sound = open_file(out, SFM_WRITE, &info);
    if (!out->sound || out->error) {
        return fail_sound(out, error);
    }
    if (is_lossy(out->spec.format)) {
        double level = formats[out->spec.format].compression;
        sf_command(out->sound, SFC_SET_COMPRESSION_LEVEL, &level, sizeof(level));
    }
    // The PEAK chunk contains the time of day, so that the same score would not give the same file.
    sf_command(out->sound, SFC_SET_ADD_PEAK_CHUNK, NULL, SF_FALSE);
    if ((info.format & SF_FORMAT_TYPEMASK) == SF_FORMAT_RF64) {
        sf_command(out->sound, SFC_RF64_AUTO_DOWNGRADE, NULL, SF_TRUE);
    }
    return true;
}

/// Starts a file in a folder or, if that is NULL, by its path.
static JwWavOut *open_out(const JwFolder *folder, const char *name, const JwWavSpec *spec,
                          JwError *error) {
    JwWavOut *out = calloc(1, sizeof(JwWavOut));
    if (!out) {
        jw_error_set(error, "out of memory");
        return NULL;
    }
    out->spec = *spec;
    if ((folder ? jw_target_file_open_in(&out->target, folder, name, error)
                : jw_target_file_open(&out->target, name, error)) &&
        open_sound(out, error)) {
        return out;
    }
    jw_wav_out_free(out);
    return NULL;
}

JwWavOut *jw_wav_out_open(const char *path, const JwWavSpec *spec, JwError *error) {
    return open_out(NULL, path, spec, error);
}

JwWavOut *jw_wav_out_open_in(const JwFolder *folder, const char *name, const JwWavSpec *spec,
                             JwError *error) {
    return open_out(folder, name, spec, error);
}

// Rounds a sample and counts clipping, which libsndfile's own conversion does not count.
// libsndfile's integers are left-aligned in 32 bits; a short is the upper half of one.
static int quantise(JwWavOut *out, float sample, int bits) {
    const double scale = jw_wav_format_steps(out->spec.format);
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

static float clip(JwWavOut *out, float sample) {
    const float size = fabsf(sample);
    out->n_clipped += size > 1.0F;
    return isnan(sample) ? 0.0F : size > 1.0F ? copysignf(1.0F, sample) : sample;
}

static bool write_slice(JwWavOut *out, const float *const *channels, uint32_t first, int n,
                        JwError *error) {
    const int n_channels = out->spec.n_channels;
    const int bits = formats[out->spec.format].bits;
    const bool lossy = is_lossy(out->spec.format);
    for (int i = 0; i < n; ++i) {
        for (int c = 0; c < n_channels; ++c) {
            const float sample = channels[c][first + (uint32_t)i];
            if (lossy) {
                out->floats[i * n_channels + c] = clip(out, sample);
            } else if (bits) {
                out->integers[i * n_channels + c] = quantise(out, sample, bits);
            } else {
                out->floats[i * n_channels + c] = sample;
            }
        }
    }
    const sf_count_t written = bits ? sf_writef_int(out->sound, out->integers, n)
                                    : sf_writef_float(out->sound, out->floats, n);
    return (written == n && !out->error) || fail_sound(out, error);
}

bool jw_wav_out_write(JwWavOut *out, const float *const *channels, uint32_t n, JwError *error) {
    out->n_frames += n;
    if (out->n_frames > out->spec.frames_max) {
        return fail(out, "more frames than announced", error);
    }
    for (uint32_t first = 0; first < n; first += SLICE_FRAMES) {
        const uint32_t left = n - first;
        const int slice = left < SLICE_FRAMES ? (int)left : SLICE_FRAMES;
        if (!write_slice(out, channels, first, slice, error)) {
            return false;
        }
    }
    return true;
}

void jw_wav_out_let_pass(JwWavOut *out) {
    out->target.passing = true;
}

const char *jw_wav_out_path(const JwWavOut *out) {
    return out->target.path;
}

JwWavFormat jw_wav_out_format(const JwWavOut *out) {
    return out->spec.format;
}

bool jw_wav_out_replaces(const JwWavOut *out) {
    return out->target.replaces;
}

uint64_t jw_wav_out_n_clipped(const JwWavOut *out) {
    return out->n_clipped;
}

// Reads the last frame, to check that the file is complete.
static bool read_back(JwWavOut *out, JwError *error) {
    SF_INFO info = {0};
    if (lseek(out->target.fd, 0, SEEK_SET) != 0) {
        return fail(out, strerror(errno), error);
    }
    SNDFILE *sound = open_file(out, SFM_READ, &info);
    if (!sound) {
        return fail(out, "incomplete after writing (disk full?)", error);
    }
    const sf_count_t n = (sf_count_t)out->n_frames;
    bool whole = info.channels == out->spec.n_channels && info.frames == n;
    if (whole && n > 0) {
        int frame[JW_WAV_CHANNELS];
        whole = sf_seek(sound, n - 1, SEEK_SET) == n - 1 && sf_readf_int(sound, frame, 1) == 1;
    }
    sf_close(sound);
    return whole || fail(out, "incomplete after writing (disk full?)", error);
}

bool jw_wav_out_finish(JwWavOut *out, JwError *error) {
    const int code = sf_close(out->sound);
    out->sound = NULL;
    if (code || out->error) {
        return out->error ? fail_system(out, error) : fail(out, sf_error_number(code), error);
    }
    // MP3 is not read back: its frames differ, and its reader prints.
    const bool readable = out->target.temp && out->spec.format != JW_MP3;
    return (!readable || read_back(out, error)) && jw_target_file_finish(&out->target, error);
}

bool jw_wav_out_commit(JwWavOut *out, JwError *error) {
    return jw_target_file_commit(&out->target, error);
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
