// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Files of one result: moves them from the folder in which they are created to their final folder.
//
// They are created in WORK/ID, where WORK is the work folder of a shard. A file ".jawari" in
// WORK/ID marks it as created here; without the mark nothing is removed, nor are files with names
// of other patterns.

#ifndef JW_RESULT_FILES_H
#define JW_RESULT_FILES_H

#include "app/dataset/results.h"
#include "app/render/render_options.h"
#include "base/error.h"
#include "program/folder.h"

#include <stdbool.h>

/// Names that the options of a rendering refer to.
typedef struct {
    char sound[JW_ID_SIZE + JW_RESULT_NAME], labels[JW_ID_SIZE];
} JwResultFileNames;

/// Creates the folder of a result in the work folder; fails if it exists. [any]
bool jw_result_files_begin(JwFolder *folder, const JwFolder *work, const char *id, JwError *error);

/// Removes the files created in such a folder, then the folder, and closes it; other files remain.
/// [any]
void jw_result_files_end(JwFolder *folder, const JwFolder *work, const char *id);

/// Sets the options so that a rendering quietly writes the result of that id into the folder. [any]
void jw_result_files_name(const JwFolder *folder, const char *id, JwResultFileNames *names,
                          JwRenderOptions *options);

/// Lists a result's files with their hashes: the sound first, then by name. Names in the folder
/// begin with the id and a dot; those of its subfolder `stems` get that prefix. [any]
bool jw_result_files_list(const JwFolder *folder, const char *sound, JwResult *result,
                          JwError *error);

/// Opens a listed file in the folder for reading; returns NULL, with an error, on failure. [any]
FILE *jw_result_files_read(const JwFolder *folder, const JwResult *result, int file,
                           JwError *error);

/// Moves all files of a result from one folder to another. Existing files there are replaced if
/// `before`, the previous row of this id or NULL, names them; others are an error. After any error,
/// files moved to new names are removed again. Until jw_result_files_end() the source folder has a
/// record of the move. [any]
bool jw_result_files_move(const JwFolder *folder, const JwFolder *to, const JwResult *result,
                          const JwResult *before, JwError *error);

/// Removes files that were moved to new names. [any]
void jw_result_files_take_back(const JwFolder *to, const JwResult *result, const JwResult *before);

/// Removes files of the previous row of this id that the result no longer has, if they exist
/// unchanged. [any]
void jw_result_files_remove_stale(const JwFolder *to, const JwResult *before,
                                  const JwResult *result);

/// True if all files of a result are in that folder, byte for byte. [any]
bool jw_result_files_are(const JwFolder *folder, const JwResult *result);

/// True if a result has a separate file with that name after the id. [any]
bool jw_result_files_known(const JwResult *result, const char *name);

/// True if a name after an id and a dot matches the pattern of a result's files. [any]
bool jw_result_files_is_name(const char *name);

/********* What an earlier run left *********/

/// Name of a folder in the work folder for files of no result: the table being sorted and the
/// current tar file. It is created and removed like those of results.
#define JW_RESULT_FILES_OWN ".own"

/// Names in it.
#define JW_RESULT_FILES_TABLE    "results.csv"
#define JW_RESULT_FILES_TAR      "part.tar"
#define JW_RESULT_FILES_TAR_MADE "made"

/// Returns whether the table of results has a file of that id with that name after the id.
typedef bool (*JwResultFileKnown)(void *user, const char *id, const char *name);

/// Checks that the work folder contains only files of an earlier run. Returns false, with an error
/// that names another file. [main]
bool jw_result_files_check(const JwFolder *work, JwError *error);

/// Removes everything that an earlier run left in a work folder, and the files that it began to
/// move to the folder `to` if the table does not list them. [main]
bool jw_result_files_clear(const JwFolder *work, const JwFolder *to, JwResultFileKnown knows,
                           void *user, JwError *error);

/// True if an earlier run began to move a file with this id and name to the folder `to`, and the
/// file is there, byte for byte. [main]
bool jw_result_files_was_moving(const JwFolder *work, const JwFolder *to, const char *id,
                                const char *name);

#endif // JW_RESULT_FILES_H
