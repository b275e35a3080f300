// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Tar files (POSIX ustar) one after another, each of a size that is asked for: STEM-000000.tar and
// so on. Names, bytes and order alone are in them, no times and owners, so that the same files give
// the same bits.

#ifndef JW_TAR_OUT_H
#define JW_TAR_OUT_H

#include "app/message.h"
#include "files/sha256.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// For one thread at a time.
typedef struct JwTarOut JwTarOut;

/// Writes into STEM-000000.tar and so on, stem being a path, each until it has `most` bytes or
/// more. NULL, with a message, if memory is short. [main]
JwTarOut *jw_tar_out_new(const char *stem, uint64_t most, JwMessage *message);

/// Goes on behind the place `end` of a tar file by its name, without folder; an empty name begins
/// with the first one. What is behind, and later tar files, are removed. [main]
bool jw_tar_out_go_on(JwTarOut *tar, const char *name, uint64_t end, JwMessage *message);

/// Name of the tar file that the next member goes into, without folder, and its place there. [main]
void jw_tar_out_place(const JwTarOut *tar, char *name, size_t size, uint64_t *at);

/// Adds the first `bytes` bytes of a file as a member of that name. [main]
bool jw_tar_out_add(JwTarOut *tar, const char *name, const char *path, uint64_t bytes,
                    JwMessage *message);

/// Ends a tar file that is full: members added before stay together. [main]
bool jw_tar_out_mark(JwTarOut *tar, JwMessage *message);

/// Takes back what was added behind a place of the present tar file. [main]
void jw_tar_out_take_back(JwTarOut *tar, uint64_t at);

/// Ends the last tar file. [main]
bool jw_tar_out_finish(JwTarOut *tar, JwMessage *message);

/// Closes; NULL is fine. [main]
void jw_tar_out_free(JwTarOut *tar);

/// True if the tar file at that path has a member of that name, size and hash at that place. [any]
bool jw_tar_has_member(const char *path, uint64_t at, const char *name, uint64_t bytes,
                       const char *sha256);

/// Bytes that a member of a tar file takes. [any]
uint64_t jw_tar_member_bytes(uint64_t bytes);

#endif // JW_TAR_OUT_H
