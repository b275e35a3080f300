// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Series of tar files (POSIX ustar), each of a given size: STEM-000000.tar and so on. They contain
// only names, bytes and order, no times and owners, so that the same files give the same bits.
//
// A new tar file is created in a separate folder, with a record of its identity, and then renamed;
// it never replaces a file.

#ifndef JW_TAR_OUT_H
#define JW_TAR_OUT_H

#include "base/error.h"
#include "files/sha256.h"
#include "program/folder.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/// For one thread at a time.
typedef struct JwTarOut JwTarOut;

enum { JW_TAR_FILES = 1000000 }; ///< Largest number of tar files of a stem

/// Set of known tar files, as bits by their numbers.
typedef struct {
    uint8_t bits[JW_TAR_FILES / 8];
} JwTarKnown;

/// Writes STEM-000000.tar and so on in a folder, each until it has `most` bytes or more. They are
/// created in the folder `making` on the same file system. Both must stay open. Returns NULL, with
/// an error, if memory is short. [main]
JwTarOut *jw_tar_out_new(const JwFolder *folder, const JwFolder *making, const char *stem,
                         uint64_t most, JwError *error);

/// Continues after the offset `end` of the tar file `name`; an empty name begins with the first
/// one. Removes the data after it, and later known tar files. [main]
bool jw_tar_out_go_on(JwTarOut *tar, const char *name, uint64_t end, const JwTarKnown *known,
                      JwError *error);

/// Number of a tar file of that stem, from its name; -1 if it is none. [any]
int jw_tar_number(const char *stem, const char *name);

void jw_tar_know(JwTarKnown *known, int number);           ///< [any]
bool jw_tar_is_known(const JwTarKnown *known, int number); ///< [any]

/// True if an earlier run created the tar file with that name, according to its record in the
/// folder `making`. [main]
bool jw_tar_was_made(const JwFolder *folder, const JwFolder *making, const char *name);

/// Name, without folder, of the tar file of the next member, and its offset there. [main]
void jw_tar_out_place(const JwTarOut *tar, char *name, size_t size, uint64_t *at);

/// Adds the next `bytes` bytes of a file as a member with that name. [main]
bool jw_tar_out_add(JwTarOut *tar, const char *name, FILE *from, uint64_t bytes, JwError *error);

/// Completes a full tar file; call it between members that must be in one file. [main]
bool jw_tar_out_mark(JwTarOut *tar, JwError *error);

/// Removes the data after an offset of the current tar file; removes the file if nothing
/// precedes it. [main]
void jw_tar_out_take_back(JwTarOut *tar, uint64_t at);

/// Completes the last tar file. [main]
bool jw_tar_out_finish(JwTarOut *tar, JwError *error);

/// Closes it; accepts NULL. [main]
void jw_tar_out_free(JwTarOut *tar);

/// True if a tar file in a folder has a member with that name, size and hash at that offset. [any]
bool jw_tar_has_member(const JwFolder *folder, const char *tar, uint64_t at, const char *name,
                       uint64_t bytes, const char *sha256);

/// Bytes that a member occupies in a tar file. [any]
uint64_t jw_tar_member_bytes(uint64_t bytes);

#endif // JW_TAR_OUT_H
