// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Tuned files: tuned/NAME.ini beside an instrument's NAME.ini holds by how many cents each string
// is tuned lower than its pitch, so that bridge and body raise it to its pitch.
// `jawari-fit --tune` measures these cents and writes the file; doc/instrument-format.md describes
// it.

#ifndef JW_TUNED_FILE_H
#define JW_TUNED_FILE_H

#include "base/status.h"
#include "files/fields.h"
#include "files/tuned_rows.h"
#include "playing/instrument.h"

#include <stdbool.h>
#include <stddef.h>

#define JW_TUNED_FOLDER "tuned"

/// Section [tuned] of such a file.
typedef struct {
    int format;
    char made_from[JW_NAME_SIZE + 1]; ///< Hash of the instrument (files/tuned_hash.h)
} JwTunedHead;

/// Section [string NAME] of such a file.
typedef struct {
    JwTunedRows rows;
} JwTunedString;

/// Empties the section and makes the reader read into it. [any]
void jw_tuned_head_begin(JwTunedHead *section, JwFieldReader *reader);

/// Empties the section and makes the reader read into it. [any]
void jw_tuned_string_begin(JwTunedString *section, JwFieldReader *reader);

/// Finds the tuned file of an instrument's file: the one beside it, or, if there is none and the
/// instrument's file is a symbolic link, beside the file that the link leads to. If neither exists,
/// writes the path that it has beside the instrument's file. False if the path does not fit. [main]
bool jw_tuned_path(const char *instrument_path, char *path, size_t size);

/// What a text was to the instrument.
typedef enum {
    JW_TUNED_TAKEN,   ///< The instrument has its cents
    JW_TUNED_STALE,   ///< It was made from other data: the instrument is as it was
    JW_TUNED_FOREIGN, ///< The same, and it has a string that the instrument lacks
    JW_TUNED_BAD,     ///< It is no tuned file, or memory was short: the instrument is as it was
} JwTunedFit;

/// Gives an instrument the cents of a text, in place of its own. The error says what is bad:
/// `name:line: what`. [main]
JwTunedFit jw_tuned_parse(const char *text, size_t size, const char *name, JwInstrument *instrument,
                          JwError *error);

/// True if an instrument has strings that are to sound a note, and no cents for them. [any]
bool jw_tuned_is_missing(const JwInstrument *instrument);

/// Gives an instrument that was read from a file the cents of the tuned file beside it. If there is
/// none that was made from this instrument, the instrument keeps those of its own file, if any, and
/// the text of the error is one line that says so and names the command that tunes it; else it is
/// empty.
/// JW_ERR_BAD_ARG and JW_ERR_NO_MEMORY as of jw_instrument_file_parse(). [main]
JwStatus jw_tuned_load(const char *instrument_path, JwInstrument *instrument, JwError *error);

#endif // JW_TUNED_FILE_H
