// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Tar files (POSIX ustar) one after another, each of a size that is asked for: STEM-000000.tar and
// so on. Names, bytes and order alone are in them, no times and owners, so that the same files give
// the same bits.
//
// A tar file that is begun is made in a folder for that, with a record of what it is, and then gets
// its name, where there must be nothing.

#ifndef JW_TAR_OUT_H
#define JW_TAR_OUT_H

#include "base/message.h"
#include "files/sha256.h"
#include "program/folder.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/// For one thread at a time.
typedef struct JwTarOut JwTarOut;

enum { JW_TAR_FILES = 1000000 }; ///< Most tar files of a stem

/// Tar files that are known, as bits by their numbers.
typedef struct {
    uint8_t bits[JW_TAR_FILES / 8];
} JwTarKnown;

/// Writes into STEM-000000.tar and so on in a folder, each until it has `most` bytes or more. They
/// are made in the folder `making` of the same file system. Both are to stay open. NULL, with a
/// message, if memory is short. [main]
JwTarOut *jw_tar_out_new(const JwFolder *folder, const JwFolder *making, const char *stem,
                         uint64_t most, JwMessage *message);

/// Goes on behind the place `end` of a tar file by its name; an empty name begins with the first
/// one. What is behind, and later tar files that are known, are removed. [main]
bool jw_tar_out_go_on(JwTarOut *tar, const char *name, uint64_t end, const JwTarKnown *known,
                      JwMessage *message);

/// Number of a tar file of that stem by its name; -1 if it is none. [any]
int jw_tar_number(const char *stem, const char *name);

void jw_tar_know(JwTarKnown *known, int number);           ///< [any]
bool jw_tar_is_known(const JwTarKnown *known, int number); ///< [any]

/// True if an earlier run made the tar file of that name, as its record in the folder `making`
/// tells. [main]
bool jw_tar_was_made(const JwFolder *folder, const JwFolder *making, const char *name);

/// Name of the tar file that the next member goes into, without folder, and its place there. [main]
void jw_tar_out_place(const JwTarOut *tar, char *name, size_t size, uint64_t *at);

/// Adds the next `bytes` bytes of a file as a member of that name. [main]
bool jw_tar_out_add(JwTarOut *tar, const char *name, FILE *from, uint64_t bytes,
                    JwMessage *message);

/// Ends a tar file that is full: members added before stay together. [main]
bool jw_tar_out_mark(JwTarOut *tar, JwMessage *message);

/// Takes back what was added behind a place of the present tar file; without anything before that
/// the file goes. [main]
void jw_tar_out_take_back(JwTarOut *tar, uint64_t at);

/// Ends the last tar file. [main]
bool jw_tar_out_finish(JwTarOut *tar, JwMessage *message);

/// Closes; NULL is fine. [main]
void jw_tar_out_free(JwTarOut *tar);

/// True if the tar file of that name in a folder has a member of that name, size and hash at that
/// place. [any]
bool jw_tar_has_member(const JwFolder *folder, const char *tar, uint64_t at, const char *name,
                       uint64_t bytes, const char *sha256);

/// Bytes that a member of a tar file takes. [any]
uint64_t jw_tar_member_bytes(uint64_t bytes);

#endif // JW_TAR_OUT_H
