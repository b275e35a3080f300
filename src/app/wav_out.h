// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Sound files: WAV (RF64 past 4 GiB) and FLAC through libsndfile, whole or not at all.

#ifndef JW_WAV_OUT_H
#define JW_WAV_OUT_H

#include "message.h"

#include <stdbool.h>
#include <stdint.h>

enum { JW_WAV_CHANNELS = 2 };

typedef enum {
    JW_WAV_16,
    JW_WAV_24,
    JW_WAV_FLOAT,
    JW_FLAC_16,
    JW_FLAC_24,
    JW_N_WAV_FORMATS
} JwWavFormat;

typedef struct {
    JwWavFormat format;
    int rate_hz;
    int n_channels;      ///< 1 or 2
    uint64_t frames_max; ///< Not more will be written; decides between WAV and RF64
} JwWavSpec;

typedef struct JwWavOutImpl JwWavOut;

/// "wav16", "wav24", "wavfloat", "flac16", "flac24". [any]
const char *jw_wav_format_name(JwWavFormat format);

/// File name extension, without the dot. [any]
const char *jw_wav_format_extension(JwWavFormat format);

/// By name; "wav" and "flac" alone mean 24 bits. [any]
bool jw_wav_format_find(const char *name, JwWavFormat *format);

/// By the extension of a file name, in any case; 24 bits. [any]
bool jw_wav_format_from_path(const char *path, JwWavFormat *format);

/// Starts a file under a temporary name; NULL on failure. [main]
JwWavOut *jw_wav_out_open(const char *path, const JwWavSpec *spec, JwMessage *message);

/// Appends n frames; channels: n_channels arrays of n samples, full scale 1.
/// Integers are rounded to the nearest and clipped; a NaN becomes 0. [main]
bool jw_wav_out_write(JwWavOut *out, const float *const *channels, uint32_t n, JwMessage *message);

/// Where the file will stand, links resolved. [main]
const char *jw_wav_out_path(const JwWavOut *out);

/// True if a file with something in it stood there when it was opened. [any]
bool jw_wav_out_replaces(const JwWavOut *out);

/// Samples clipped so far, over all channels. [main]
uint64_t jw_wav_out_n_clipped(const JwWavOut *out);

/// Completes the file, reads its end back, forces it to the disk. The target is
/// still as it was. [main]
bool jw_wav_out_finish(JwWavOut *out, JwMessage *message);

/// Renames a finished file to its name. [main]
bool jw_wav_out_commit(JwWavOut *out, JwMessage *message);

/// Frees; what was not committed is removed. NULL is fine. [main]
void jw_wav_out_free(JwWavOut *out);

#endif // JW_WAV_OUT_H
