// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What is behind the opaque types of jawari.h.

#ifndef JW_OBJECTS_H
#define JW_OBJECTS_H

#include "base/error.h"
#include "engine/engine.h"
#include "host/patch.h"
#include "library/jawari.h"

enum { JW_LIBRARY_TEXT_SIZE = 1024 }; ///< Bytes of a message, and of the name of a file

struct JawariInstrument {
    JwPatch patch;
    char *text; ///< Text that it was read from
    size_t text_size;
};

struct JawariTuning {
    JwTuning tuning;
};

struct JawariProfile {
    JwProfile profile;
};

/// True if a text of an instrument gives cents of a string. [any]
bool jw_library_has_cents(const char *text, size_t size);

/// Describes an error; error may be NULL. Returns false. [any]
bool jw_library_fail(JawariError *error, JawariErrorKind kind, const char *text);

/// Describes an error of a reader. named: name of the file as the caller gave it, used where the
/// error's text names none. Returns false. [any]
bool jw_library_fail_by(JawariError *error, JawariErrorKind kind, const char *named,
                        const JwError *own);

/// Describes a status other than JW_SUCCESS. name: instrument or function concerned. Returns false.
/// [any]
bool jw_library_fail_status(JawariError *error, JwStatus status, const char *name);

/// Copies a structure of the library's into one of the caller's, whose first member says how large
/// that is. [any]
void jw_library_give(void *to, const void *from, size_t from_size);

/// Copies a structure of the caller's into one of the library's, of which the caller may know only
/// the beginning; the rest is 0. from NULL: all 0. [any]
JW_REALTIME void jw_library_take(void *to, size_t to_size, const void *from);

#endif // JW_OBJECTS_H
