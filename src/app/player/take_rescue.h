// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Rescue of takes whose program was killed before it could end them.

#ifndef JW_TAKE_RESCUE_H
#define JW_TAKE_RESCUE_H

/// Looks in a folder for parts (see app/player/take_name.h) that no program records into any more.
/// Each is cut after its last whole frame, gets a name at which nothing is, and is told of in a
/// line. Parts that are locked, that belong to another user, are links, or have a head that is not
/// a take's are left as they are. A folder that is not there has none. [main]
void jw_take_rescue(const char *folder, void (*say)(void *user, const char *text), void *user);

/// The same in the folder of that path. [main]
void jw_take_rescue_beside(const char *path, void (*say)(void *user, const char *text), void *user);

#endif // JW_TAKE_RESCUE_H
