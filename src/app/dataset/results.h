// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Table of the results of a shard, results.csv: a row for each line of its manifest.
//
// Rows are added one by one, each in one piece, and are the record of what is done: a result
// without its row is none.

#ifndef JW_RESULTS_H
#define JW_RESULTS_H

#include "app/dataset/manifest_line.h"
#include "base/message.h"
#include "files/sha256.h"
#include "program/folder.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    JW_RESULT_FILES = JW_MAX_STRINGS + 8 + JW_MAX_STRINGS, ///< Most files of a result
    JW_RESULT_NAME = 160,
    JW_RESULTS_ROWS_MAX = 1 << 24, ///< Most rows of a table: they take up to 100 bytes each
};

/// File of a result.
typedef struct {
    char name[JW_RESULT_NAME]; ///< Name behind the id and a dot
    uint64_t bytes;
    char sha256[JW_SHA256_TEXT];
} JwResultFile;

/// Large: not for the stack.
typedef struct {
    char id[JW_ID_SIZE]; ///< Id; empty where a line has none
    uint64_t line;       ///< Line of the manifest
    bool ok;
    int n_files; ///< Files, the sound first; if it failed, those that an earlier run left
    JwResultFile file[JW_RESULT_FILES];
    char tar_name[48];          ///< Tar file that has them; empty: they are files of their own
    uint64_t tar_at;            ///< Place of their first byte in that file
    char asked[JW_SHA256_TEXT]; ///< Hash of all that was asked for; empty if it could not be told
    char figures[1024];         ///< Further columns, with commas between them; empty if it failed
    JwMessage message;          ///< Warnings, or what failed
} JwResult;

/// Open table. For one thread at a time.
typedef struct JwResults JwResults;

/// Names of the columns in `figures`, with commas between them. [any]
const char *jw_results_figures(void);

/// Opens the table of that name in a folder, and reads its rows if it is there; nothing is changed.
/// Refused are a table that is there without resume, one that another process has open, a link,
/// and a file that is no table. The folder is to stay open. NULL, with a message, on failure.
/// [main]
JwResults *jw_results_open(const JwFolder *folder, const char *name, bool resume,
                           JwMessage *message);

/// Begins the table if it was not there, and cuts off half a row at its end. Comes before all that
/// changes it. [main]
bool jw_results_begin(JwResults *results, JwMessage *message);

/// Path of the table, for messages. [any]
const char *jw_results_path(const JwResults *results);

/// Id of a row that was cut off at the end of the table; empty if there was none. [any]
const char *jw_results_cut_id(const JwResults *results);

/// Number of rows; a row that was replaced counts, too. [main]
size_t jw_results_n(const JwResults *results);

/// Reads row number i; figures are left out. False if it is none of ours. [main]
bool jw_results_read(const JwResults *results, size_t i, JwResult *result);

/// Finds the last row of an id; false if there is none. [main]
bool jw_results_find(const JwResults *results, const char *id, size_t *row);

/// Leaves out the rows of which keep is false, by way of a file in a folder of the same file
/// system. Numbers of rows change. [main]
bool jw_results_keep(JwResults *results, const bool *keep, const JwFolder *spare,
                     JwMessage *message);

/// Adds a row. [main]
bool jw_results_add(JwResults *results, const JwResult *result, JwMessage *message);

/// Tells that the last row of an id is asked for. [main]
void jw_results_confirm(JwResults *results, const char *id);

/// Puts the last row of each line in the order of lines, unless they are in it, and forces all to
/// the disk. whole: all that is asked for was added or confirmed, and other rows go. The last that
/// is asked of a table. [main]
bool jw_results_tidy(JwResults *results, bool whole, const JwFolder *spare, JwMessage *message);

/// Closes; NULL is fine. [main]
void jw_results_close(JwResults *results);

/// Writes a text as a field of a row, in quotes if it needs them. Returns its bytes; `size` is that
/// of field. [any]
size_t jw_results_field(const char *text, char *field, size_t size);

#endif // JW_RESULTS_H
