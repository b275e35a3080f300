// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Sound files through libsndfile, complete or not at all: WAV (RF64 past 4 GiB), FLAC, and other
// formats that the installed library can write.

#ifndef JW_WAV_OUT_H
#define JW_WAV_OUT_H

#include "base/error.h"
#include "program/folder.h"

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
    JW_VORBIS, ///< Formats from here on are lossy
    JW_OPUS,
    JW_MP3,
    JW_N_WAV_FORMATS
} JwWavFormat;

typedef struct {
    JwWavFormat format;
    int rate_hz;
    int n_channels;      ///< Channels, 1 or 2
    uint64_t frames_max; ///< Upper bound of the number of frames; decides between WAV and RF64
} JwWavSpec;

typedef struct JwWavOutImpl JwWavOut;

/// Name of a format: "wav16", "flac24", "aifffloat", "vorbis", "mp3" and the like. [any]
const char *jw_wav_format_name(JwWavFormat format);

/// True if the installed library can write the format. [any]
bool jw_wav_format_offered(JwWavFormat format);

/// Steps per full scale to which a format rounds samples; 0: none. [any]
double jw_wav_format_steps(JwWavFormat format);

/// True if samples beyond full scale are clipped, as in integer and lossy formats. [any]
bool jw_wav_format_clips(JwWavFormat format);

/// Writes the extensions of all available formats (".wav .flac ..."), or their names. Returns text.
/// [any]
const char *jw_wav_formats_list(bool names, char *text, int size);

/// File name extension of a format, without the dot. [any]
const char *jw_wav_format_extension(JwWavFormat format);

/// Finds a format by name, ignoring case, available or not; a bare extension means 24 bits if there
/// is a choice. [any]
bool jw_wav_format_find(const char *name, JwWavFormat *format);

/// Finds a format by the extension of a file name, ignoring case; 24 bits if there is a choice.
/// [any]
bool jw_wav_format_from_path(const char *path, JwWavFormat *format);

/// Starts a file under a temporary name; returns NULL on failure. [main]
JwWavOut *jw_wav_out_open(const char *path, const JwWavSpec *spec, JwError *error);

/// Starts a file in an open folder; fails if the name exists. Returns NULL on failure. [any]
JwWavOut *jw_wav_out_open_in(const JwFolder *folder, const char *name, const JwWavSpec *spec,
                             JwError *error);

/// Appends n frames; channels is an array of n_channels arrays of n samples, full scale 1. Integer
/// formats round to the nearest; integer and lossy formats clip, and NaN becomes 0. [main]
bool jw_wav_out_write(JwWavOut *out, const float *const *channels, uint32_t n, JwError *error);

/// Finishes the file later without forcing it to the disk. [main]
void jw_wav_out_let_pass(JwWavOut *out);

/// Path of the file, links resolved. [main]
const char *jw_wav_out_path(const JwWavOut *out);

/// Format of the file. [any]
JwWavFormat jw_wav_out_format(const JwWavOut *out);

/// True if the file replaces one that was not empty. [any]
bool jw_wav_out_replaces(const JwWavOut *out);

/// Number of samples clipped so far, over all channels. [main]
uint64_t jw_wav_out_n_clipped(const JwWavOut *out);

/// Completes the file, reads its end back if the format allows it, and forces it to the disk. The
/// target is still unchanged. [main]
bool jw_wav_out_finish(JwWavOut *out, JwError *error);

/// Renames a finished file to its target name. [main]
bool jw_wav_out_commit(JwWavOut *out, JwError *error);

/// Frees everything and removes a file that was not committed; accepts NULL. [main]
void jw_wav_out_free(JwWavOut *out);

#endif // JW_WAV_OUT_H
