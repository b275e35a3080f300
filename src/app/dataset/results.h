// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Table of the results of a shard, results.csv, with a row for each line of its manifest.
//
// Rows are added one by one, each in one write. They record finished results: a result without a
// row does not count.

#ifndef JW_RESULTS_H
#define JW_RESULTS_H

#include "app/dataset/manifest_line.h"
#include "base/error.h"
#include "files/sha256.h"
#include "program/folder.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    JW_RESULT_FILES = JW_MAX_STRINGS + 8 + JW_MAX_STRINGS, ///< Largest number of files of a result
    JW_RESULT_NAME = 160,
    JW_RESULTS_ROWS_MAX = 1 << 24, ///< Largest number of rows of a table, with up to 100 bytes of
                                   ///< memory each
};

/// File of a result.
typedef struct {
    char name[JW_RESULT_NAME]; ///< Name after the id and a dot
    uint64_t bytes;
    char sha256[JW_SHA256_TEXT];
} JwResultFile;

/// Row of the table. Large: not for the stack.
typedef struct {
    char id[JW_ID_SIZE]; ///< Id; empty if the line has none
    uint64_t line;       ///< Line of the manifest
    bool ok;
    int n_files; ///< Number of files, the sound first; if it failed, those of an earlier run
    JwResultFile file[JW_RESULT_FILES];
    char tar_name[48];            ///< Tar file that contains them; empty: separate files
    uint64_t tar_at;              ///< Offset of their first byte in it
    char request[JW_SHA256_TEXT]; ///< Hash of the request, in column `asked`; empty if unknown
    char columns[4096];           ///< Further columns, separated by commas; empty if it failed
    JwError message;              ///< Warnings, or the error
} JwResult;

/// Open table, for one thread at a time.
typedef struct JwResults JwResults;

/// Names of the further columns, separated by commas. [any]
const char *jw_results_columns(void);

/// Opens a table in a folder and reads its rows if it exists; changes nothing. Fails if the table
/// exists and resume is false, or if it is open in another process, a link, or no table. The folder
/// must stay open. Returns NULL, with an error, on failure. [main]
JwResults *jw_results_open(const JwFolder *folder, const char *name, bool resume, JwError *error);

/// Creates the table if necessary and cuts off a truncated row. Call it before anything that
/// changes the table. [main]
bool jw_results_begin(JwResults *results, JwError *error);

/// Path of the table, for messages. [any]
const char *jw_results_path(const JwResults *results);

/// Id of a truncated row at the end of the table; empty if there was none. [any]
const char *jw_results_cut_id(const JwResults *results);

/// Number of rows, including replaced ones. [main]
size_t jw_results_n(const JwResults *results);

/// Reads row number i, without the further columns. Returns false if it is invalid. [main]
bool jw_results_read(const JwResults *results, size_t i, JwResult *result);

/// Finds the last row of an id; returns false if there is none. [main]
bool jw_results_find(const JwResults *results, const char *id, size_t *row);

/// Drops the rows with keep[i] false, through a file in the folder `spare` on the same file system.
/// Changes the numbers of rows. [main]
bool jw_results_keep(JwResults *results, const bool *keep, const JwFolder *spare, JwError *error);

/// Adds a row. [main]
bool jw_results_add(JwResults *results, const JwResult *result, JwError *error);

/// Confirms that the last row of an id is up to date. [main]
void jw_results_confirm(JwResults *results, const char *id);

/// Sorts the last row of each line by line number, if necessary, and forces everything to the disk.
/// whole: all requested rows were added or confirmed, so that other rows are dropped. Only
/// jw_results_close() may follow. [main]
bool jw_results_tidy(JwResults *results, bool whole, const JwFolder *spare, JwError *error);

/// Closes it; accepts NULL. [main]
void jw_results_close(JwResults *results);

/// Writes a text as a field of a row, in quotes if necessary. Returns its number of bytes; `size`
/// is that of field. [any]
size_t jw_results_field(const char *text, char *field, size_t size);

#endif // JW_RESULTS_H
