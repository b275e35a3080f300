// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Files of one result, from the folder in which they are made to the one in which they stay.
//
// They are made in WORK/ID, where WORK is the work folder of a shard. A file ".jawari" in WORK/ID
// records that it was made here; without it, and under names of other patterns, nothing is removed.

#ifndef JW_MEMBERS_H
#define JW_MEMBERS_H

#include "app/dataset/results.h"
#include "app/render/render_options.h"
#include "base/message.h"
#include "program/folder.h"

#include <stdbool.h>

/// Names that options of a rendering borrow.
typedef struct {
    char sound[JW_ID_SIZE + JW_RESULT_NAME], labels[JW_ID_SIZE];
} JwMemberNames;

/// Makes the folder of a result in the work folder, where there must be none. [any]
bool jw_members_begin(JwFolder *folder, const JwFolder *work, const char *id, JwMessage *message);

/// Removes what was made in such a folder, and it, and closes it; what else is in it stays. [any]
void jw_members_end(JwFolder *folder, const JwFolder *work, const char *id);

/// Lets a rendering write the result of that id into the folder, and tell nothing. [any]
void jw_members_name(const JwFolder *folder, const char *id, JwMemberNames *names,
                     JwRenderOptions *options);

/// Lists a result's files with their hashes, the sound first, then by name. Those of the folder
/// begin with the id and a dot; those of its folder `stems` get that before them. [any]
bool jw_members_list(const JwFolder *folder, const char *sound, JwResult *result,
                     JwMessage *message);

/// Opens a listed file in the folder to be read; NULL, with a message, on failure. [any]
FILE *jw_members_read(const JwFolder *folder, const JwResult *result, int file, JwMessage *message);

/// Moves all files of a result from the folder into another one. Files there are replaced if the
/// row of this id `before` names them; it may be NULL. Any other one is an error, and then, and
/// after any other error, what was moved to a new name is removed again. Until
/// jw_members_end() the folder has a record of it. [any]
bool jw_members_move(const JwFolder *folder, const JwFolder *to, const JwResult *result,
                     const JwResult *before, JwMessage *message);

/// Removes files that were moved to new names. [any]
void jw_members_take_back(const JwFolder *to, const JwResult *result, const JwResult *before);

/// Removes files of the row of this id before that the result has no more, if they are there byte
/// for byte. [any]
void jw_members_remove_stale(const JwFolder *to, const JwResult *before, const JwResult *result);

/// True if all files of a result are in that folder, byte for byte. [any]
bool jw_members_are(const JwFolder *folder, const JwResult *result);

/// True if a result has a file of its own of that name behind the id. [any]
bool jw_members_known(const JwResult *result, const char *name);

/// True if a name behind an id and a dot is of the pattern of a result's files. [any]
bool jw_members_is_name(const char *name);

/********* What an earlier run left *********/

/// Name in the work folder of the folder for what is no result: the table that is put in order, the
/// tar file that is begun. It is made and ended as those of results are.
#define JW_MEMBERS_OWN ".own"

/// Names in it.
#define JW_MEMBERS_TABLE    "results.csv"
#define JW_MEMBERS_TAR      "part.tar"
#define JW_MEMBERS_TAR_MADE "made"

/// Asks whether the table of results has a file of that id, and of that name behind it.
typedef bool (*JwMembersKnows)(void *user, const char *id, const char *name);

/// Checks that all in a work folder is what an earlier run made: false, with a message that names
/// what else is there. [main]
bool jw_members_check(const JwFolder *work, JwMessage *message);

/// Removes all in a work folder that an earlier run made, and the files that it had begun to move
/// into the folder `to` if the table does not know them. [main]
bool jw_members_clear(const JwFolder *work, const JwFolder *to, JwMembersKnows knows, void *user,
                      JwMessage *message);

/// True if an earlier run had begun to move a file of that id, and of that name behind it, into the
/// folder `to`, and what is there is that file byte for byte. [main]
bool jw_members_was_moving(const JwFolder *work, const JwFolder *to, const char *id,
                           const char *name);

#endif // JW_MEMBERS_H
