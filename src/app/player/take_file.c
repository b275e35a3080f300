// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player/take_file.h"

#include "app/player/take_head.h"
#include "app/player/take_name.h"
#include "program/safe_open.h"
#include "program/target_file.h"
#include "program/wav_out.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SLICE_FRAMES = 512, SHIFT_24 = 8 };

static const double scale_24 = 1 << 23;

struct JwTakeFileImpl {
    int fd;
    int rate_hz;
    char path[JW_TAKE_PATH];
    char part[JW_TAKE_PATH];
    int error;      // errno of the first failed write; 0: none
    uint64_t bytes; // Bytes of the file that were written completely
    uint64_t given; // Frames passed to jw_take_file_write()
    // FLAC
    SNDFILE *sound; // NULL for WAV
    bool closing;   // The encoder is completing the header
    uint64_t blocks;
    int block_frames;
    union {
        uint8_t bytes[SLICE_FRAMES * JW_TAKE_WAV_FRAME];
        int integers[SLICE_FRAMES * JW_TAKE_CHANNELS];
    } slice;
};

/********* Writing *********/

/// Appends to the file; cuts off an incomplete write. Returns false and sets
/// file->error on failure.
static bool append(JwTakeFile *file, const void *bytes, size_t n) {
    size_t done = 0;
    while (done < n && !file->error) {
        const ssize_t put = write(file->fd, (const char *)bytes + done, n - done);
        if (put < 0 && errno == EINTR) {
            continue;
        }
        file->error = put < 0 ? errno : put == 0 ? ENOSPC : 0;
        done += put > 0 ? (size_t)put : 0;
    }
    return done == n;
}

static bool write_wav(JwTakeFile *file, const float *left, const float *right, uint32_t n) {
    uint8_t *at = file->slice.bytes;
    for (uint32_t i = 0; i < n; ++i) {
        const float frame[JW_TAKE_CHANNELS] = {left[i], right[i]};
        for (int c = 0; c < JW_TAKE_CHANNELS; ++c) {
            uint32_t bits;
            memcpy(&bits, &frame[c], sizeof(bits));
            for (int b = 0; b < 4; ++b) {
                *at++ = (uint8_t)(bits >> 8 * b);
            }
        }
    }
    const size_t n_bytes = (size_t)n * JW_TAKE_WAV_FRAME;
    const off_t begin = lseek(file->fd, 0, SEEK_CUR);
    if (append(file, file->slice.bytes, n_bytes)) {
        file->bytes += n_bytes;
        return true;
    }
    // A part of the slice may have been written: its whole frames are kept.
    const off_t end = lseek(file->fd, 0, SEEK_CUR);
    file->bytes += begin >= 0 && end > begin ? (uint64_t)(end - begin) : 0;
    return false;
}

static int quantise(float sample) {
    const double value = isnan(sample) ? 0.0 : nearbyint((double)sample * scale_24);
    return (int)fmin(fmax(value, -scale_24), scale_24 - 1.0) * (1 << SHIFT_24);
}

static bool write_flac(JwTakeFile *file, const float *left, const float *right, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
        file->slice.integers[JW_TAKE_CHANNELS * i] = quantise(left[i]);
        file->slice.integers[JW_TAKE_CHANNELS * i + 1] = quantise(right[i]);
    }
    const sf_count_t written = sf_writef_int(file->sound, file->slice.integers, n);
    if (written != (sf_count_t)n && !file->error) {
        file->error = EIO;
    }
    return !file->error;
}

bool jw_take_file_write(JwTakeFile *file, const float *left, const float *right, uint32_t n) {
    for (uint32_t first = 0; first < n && !file->error; first += SLICE_FRAMES) {
        const uint32_t rest = n - first, size = rest < SLICE_FRAMES ? rest : SLICE_FRAMES;
        file->given += size;
        if (file->sound) {
            write_flac(file, left + first, right + first, size);
        } else {
            write_wav(file, left + first, right + first, size);
        }
    }
    return !file->error;
}

uint64_t jw_take_file_frames(const JwTakeFile *file) {
    if (!file->sound && file->block_frames == 0) {
        return file->bytes / JW_TAKE_WAV_FRAME;
    }
    const uint64_t frames = file->blocks * (uint64_t)file->block_frames;
    return frames < file->given ? frames : file->given;
}

/// Writes the frame count to the header; returns false, with errno, on failure.
static bool write_count(const JwTakeFile *file) {
    const uint64_t frames = jw_take_file_frames(file);
    return file->block_frames > 0 ? jw_take_head_write_flac(file->fd, frames)
                                  : jw_take_head_write_wav(file->fd, file->rate_hz, frames);
}

void jw_take_file_update(JwTakeFile *file) {
    // A header that cannot be written now is unchanged; the next call tries again.
    if (!file->sound) {
        write_count(file);
    }
}

/********* FLAC: file access for libsndfile *********/

static sf_count_t file_length(void *user) {
    struct stat st;
    return fstat(((JwTakeFile *)user)->fd, &st) ? -1 : st.st_size;
}

static sf_count_t file_seek(sf_count_t offset, int whence, void *user) {
    return lseek(((JwTakeFile *)user)->fd, offset, whence);
}

static sf_count_t file_tell(void *user) {
    return file_seek(0, SEEK_CUR, user);
}

static sf_count_t file_read(void *bytes, sf_count_t n, void *user) {
    return read(((JwTakeFile *)user)->fd, bytes, (size_t)n);
}

/// Counts a block, which the encoder writes in one call: the header includes it at once.
static void count_block(JwTakeFile *file, const uint8_t *bytes, sf_count_t n) {
    JwTakeHead head;
    if (n < 2 || bytes[0] != 0xff || (bytes[1] & 0xfe) != 0xf8 || file->closing) {
        return;
    }
    if (file->blocks == 0 && jw_take_head_read(file->fd, &head)) {
        file->block_frames = head.block_frames;
    }
    ++file->blocks;
    if (file->block_frames > 0) {
        write_count(file);
    }
}

/// Keeps errors in file->error and hides them from libsndfile, so that it frees its memory.
static sf_count_t file_write(const void *bytes, sf_count_t n, void *user) {
    JwTakeFile *file = user;
    const off_t begin = lseek(file->fd, 0, SEEK_CUR);
    const bool at_end = begin >= 0 && begin == file_length(file);
    if (file->error) {
        return n;
    }
    if (append(file, bytes, (size_t)n)) {
        count_block(file, bytes, n);
    } else if (at_end) {
        // Readers skip an incomplete block that cannot be cut off.
        (void)!ftruncate(file->fd, begin);
    }
    return n;
}

static bool open_flac(JwTakeFile *file, JwError *error) {
    static SF_VIRTUAL_IO io = {file_length, file_seek, file_read, file_write, file_tell};
    SF_INFO info = {.samplerate = file->rate_hz,
                    .channels = JW_TAKE_CHANNELS,
                    .format = SF_FORMAT_FLAC | SF_FORMAT_PCM_24};
    file->sound = sf_open_virtual(&io, SFM_WRITE, &info, file);
    if (file->sound && !file->error) {
        return true;
    }
    return jw_error_set(error, "%s: %s", file->path,
                        file->error ? strerror(file->error) : sf_strerror(file->sound));
}

/// Lets the encoder write its last block and complete the header, unless a write has failed before.
static void close_flac(JwTakeFile *file) {
    const bool failed = file->error != 0;
    JwTakeHead head;
    file->closing = true;
    const int error = sf_close(file->sound);
    file->sound = NULL;
    if (!failed && error && !file->error) {
        file->error = EIO;
    }
    if (file->block_frames == 0 && jw_take_head_read(file->fd, &head)) {
        file->block_frames = head.block_frames;
    }
    if (!file->error && file->block_frames > 0) {
        // The last block may be short, and has not been counted.
        file->blocks = file->given / (uint64_t)file->block_frames + 1;
    }
}

/********* Beginning *********/

typedef enum { RESERVED, TAKEN, FAILED } Reserve;

static bool is_same(int fd, const char *path) {
    struct stat a, b;
    return !fstat(fd, &a) && !lstat(path, &b) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/// Creates the locked part file of a take, if nothing has the take's name. An existing part belongs
/// to a running take.
static Reserve reserve(JwTakeFile *file, JwError *error) {
    struct stat st;
    if (!lstat(file->path, &st)) {
        return TAKEN;
    }
    if (!jw_take_part(file->path, file->part)) {
        jw_error_set(error, "%.400s...: its path is too long", file->path);
        return FAILED;
    }
    file->fd = jw_safe_create(AT_FDCWD, file->part);
    if (file->fd < 0 && errno == EEXIST) {
        return TAKEN;
    }
    if (file->fd < 0) {
        jw_error_set(error, "%s: cannot create a file in its folder: %s", file->path,
                     strerror(errno));
        return FAILED;
    }
    // On a file system without locks nobody else can lock the part either, so that they leave it
    // alone. A process that locked it before us found an empty part, and removes it.
    const bool ours = (!flock(file->fd, LOCK_EX | LOCK_NB) || errno != EWOULDBLOCK) &&
                      is_same(file->fd, file->part);
    if (ours && lstat(file->path, &st)) {
        return RESERVED;
    }
    if (ours) {
        unlink(file->part);
    }
    close(file->fd);
    file->fd = -1;
    return TAKEN;
}

/// Rejects a name that belongs to something other than a sound, since that is a mistake.
static bool may_number(const char *path, JwError *error) {
    static const char *const sounds[] = {"RIFF", "RF64", "fLaC", NULL};
    struct stat st;
    if (stat(path, &st)) {
        return true; // Nothing exists, or a dangling link, which is left alone
    }
    if (S_ISDIR(st.st_mode)) {
        return jw_error_set(error, "%s: is a directory", path);
    }
    if (!S_ISREG(st.st_mode)) {
        return jw_error_set(error, "%s: not a regular file", path);
    }
    return jw_target_file_replaces(path, sounds) ||
           jw_error_set(error, "%s: the file exists and is not a sound file", path);
}

static bool begin_file(JwTakeFile *file, bool flac, JwError *error) {
    if (flac ? open_flac(file, error)
             : (jw_take_head_write_wav(file->fd, file->rate_hz, 0) &&
                lseek(file->fd, JW_TAKE_WAV_HEAD, SEEK_SET) == JW_TAKE_WAV_HEAD) ||
                   jw_error_set(error, "%s: %s", file->path, strerror(errno))) {
        return true;
    }
    if (file->sound) {
        sf_close(file->sound);
        file->sound = NULL;
    }
    unlink(file->part);
    return false;
}

static JwTakeFile *new_file(int rate_hz, JwError *error) {
    JwTakeFile *file = calloc(1, sizeof(*file));
    if (!file) {
        jw_error_set(error, "out of memory");
        return NULL;
    }
    file->fd = -1;
    file->rate_hz = rate_hz;
    return file;
}

static JwTakeFile *end_open(JwTakeFile *file, bool ok) {
    if (!ok) {
        jw_take_file_free(file);
        return NULL;
    }
    return file;
}

static bool open_at(JwTakeFile *file, const char *path, bool flac, JwError *error) {
    Reserve got = TAKEN;
    for (int i = 1; i <= JW_TAKE_NUMBER_MAX && got == TAKEN; ++i) {
        if (!jw_take_numbered(path, i, file->path)) {
            return jw_error_set(error, "%.400s...: its path is too long", path);
        }
        got = reserve(file, error);
    }
    if (got == TAKEN) {
        return jw_error_set(error, "%.400s: its names up to number %d are all there", path,
                            (int)JW_TAKE_NUMBER_MAX);
    }
    return got == RESERVED && begin_file(file, flac, error);
}

JwTakeFile *jw_take_file_open(const char *path, int rate_hz, JwError *error) {
    JwWavFormat format = JW_WAV_24;
    if (!jw_wav_format_from_path(path, &format) || (format != JW_WAV_24 && format != JW_FLAC_24)) {
        jw_error_set(error, "%s: its extension is neither .wav nor .flac", path);
        return NULL;
    }
    if (!may_number(path, error)) {
        return NULL;
    }
    JwTakeFile *file = new_file(rate_hz, error);
    return file ? end_open(file, open_at(file, path, format == JW_FLAC_24, error)) : NULL;
}

static bool open_in(JwTakeFile *file, const char *folder, const char *name, JwError *error) {
    Reserve got = TAKEN;
    for (int i = 1; i <= JW_TAKE_NUMBER_MAX && got == TAKEN; ++i) {
        const int n =
            snprintf(file->path, sizeof(file->path), "%s/%.40s-%03d.wav", folder, name, i);
        if (n < 0 || (size_t)n >= sizeof(file->path)) {
            return jw_error_set(error, "%.400s...: its path is too long", folder);
        }
        got = reserve(file, error);
    }
    if (got == TAKEN) {
        return jw_error_set(error, "%.400s: %.40s-001.wav to %.40s-%d.wav are all there", folder,
                            name, name, (int)JW_TAKE_NUMBER_MAX);
    }
    return got == RESERVED && begin_file(file, false, error);
}

JwTakeFile *jw_take_file_open_next(const char *folder, const char *name, int rate_hz,
                                   JwError *error) {
    JwTakeFile *file = new_file(rate_hz, error);
    return file ? end_open(file, open_in(file, folder, name, error)) : NULL;
}

const char *jw_take_file_path(const JwTakeFile *file) {
    return file->path;
}

/********* Ending *********/

/// Completes the header, and cuts a WAV after its last whole frame; returns false, with errno, on
/// failure.
static bool complete(JwTakeFile *file) {
    const bool flac = file->sound != NULL;
    if (flac) {
        close_flac(file);
        return !file->error || file->block_frames == 0 || write_count(file);
    }
    const uint64_t end = JW_TAKE_WAV_HEAD + jw_take_file_frames(file) * JW_TAKE_WAV_FRAME;
    return !ftruncate(file->fd, (off_t)end) && write_count(file);
}

static bool say_kept(const JwTakeFile *file, int ended, int damaged, JwError *error) {
    const double seconds = (double)jw_take_file_frames(file) / file->rate_hz;
    if (ended) {
        return jw_error_set(error, "%.600s: %s; the recording ended, its first %.1f s are kept",
                            file->path, strerror(ended), seconds);
    }
    return !damaged || jw_error_set(error, "%.600s: %s; its %.1f s may have a damaged end",
                                    file->path, strerror(damaged), seconds);
}

bool jw_take_file_finish(JwTakeFile *file, JwError *error) {
    const int failed = file->error;
    int damaged = complete(file) ? 0 : errno;
    const int ended = failed ? failed : file->error;
    const uint64_t frames = jw_take_file_frames(file);
    if (ended && frames == 0) {
        unlink(file->part);
        return jw_error_set(error, "%.800s: %s; nothing was recorded", file->path, strerror(ended));
    }
    damaged = fsync(file->fd) && !damaged ? errno : damaged;
    if (!jw_take_keep(file->part, file->path)) {
        return jw_error_set(error, "%.400s: %s; its %.1f s are in %.400s", file->path,
                            strerror(errno), (double)frames / file->rate_hz, file->part);
    }
    // The lock ends with the descriptor, after the part was renamed.
    const int fd = file->fd;
    file->fd = -1;
    damaged = close(fd) && !damaged ? errno : damaged;
    return say_kept(file, ended, damaged, error);
}

void jw_take_file_free(JwTakeFile *file) {
    if (!file) {
        return;
    }
    if (file->sound) {
        close_flac(file);
    }
    if (file->fd >= 0) {
        close(file->fd);
    }
    free(file);
}
