// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Sound files through libsndfile, whole or not at all: WAV (RF64 past 4 GiB), FLAC, and what else
// the library at hand can write.

#ifndef JW_WAV_OUT_H
#define JW_WAV_OUT_H

#include "app/message.h"

#include <stdbool.h>
#include <stdint.h>

enum { JW_WAV_CHANNELS = 2 };

typedef enum {
    JW_WAV_16,
    JW_WAV_24,
    JW_WAV_FLOAT,
    JW_FLAC_16,
    JW_FLAC_24,
    JW_AIFF_16,
    JW_AIFF_24,
    JW_AIFF_FLOAT,
    JW_AU_24,
    JW_CAF_24,
    JW_CAF_FLOAT,
    JW_VORBIS, ///< From here on with losses
    JW_OPUS,
    JW_MP3,
    JW_N_WAV_FORMATS
} JwWavFormat;

typedef struct {
    JwWavFormat format;
    int rate_hz;
    int n_channels;      ///< 1 or 2
    uint64_t frames_max; ///< Not more will be written; decides between WAV and RF64
} JwWavSpec;

typedef struct JwWavOutImpl JwWavOut;

/// "wav16", "flac24", "aifffloat", "vorbis", "mp3" and the like. [any]
const char *jw_wav_format_name(JwWavFormat format);

/// True if the library at hand writes it. [any]
bool jw_wav_format_offered(JwWavFormat format);

/// Steps of full scale in which it rounds samples; 0: none. [any]
double jw_wav_format_steps(JwWavFormat format);

/// Writes the extensions of all that is offered (".wav .flac ..."), or their names. Returns text.
/// [any]
const char *jw_wav_formats_list(bool names, char *text, int size);

/// File name extension, without the dot. [any]
const char *jw_wav_format_extension(JwWavFormat format);

/// By name, in any case, offered or not; an extension alone means 24 bits where there is a choice.
/// [any]
bool jw_wav_format_find(const char *name, JwWavFormat *format);

/// By the extension of a file name, in any case; 24 bits where there is a choice. [any]
bool jw_wav_format_from_path(const char *path, JwWavFormat *format);

/// Starts a file under a temporary name; NULL on failure. [main]
JwWavOut *jw_wav_out_open(const char *path, const JwWavSpec *spec, JwMessage *message);

/// Appends n frames; channels: n_channels arrays of n samples, full scale 1.
/// Integers are rounded to the nearest; these and what is coded with losses are clipped, and a NaN
/// becomes 0. [main]
bool jw_wav_out_write(JwWavOut *out, const float *const *channels, uint32_t n, JwMessage *message);

/// Where the file will stand, links resolved. [main]
const char *jw_wav_out_path(const JwWavOut *out);

/// [any]
JwWavFormat jw_wav_out_format(const JwWavOut *out);

/// True if a file with something in it stood there when it was opened. [any]
bool jw_wav_out_replaces(const JwWavOut *out);

/// Samples clipped so far, over all channels. [main]
uint64_t jw_wav_out_n_clipped(const JwWavOut *out);

/// Completes the file, reads its end back where the format allows it, forces it to the disk. The
/// target is still as it was. [main]
bool jw_wav_out_finish(JwWavOut *out, JwMessage *message);

/// Renames a finished file to its name. [main]
bool jw_wav_out_commit(JwWavOut *out, JwMessage *message);

/// Frees; what was not committed is removed. NULL is fine. [main]
void jw_wav_out_free(JwWavOut *out);

#endif // JW_WAV_OUT_H
