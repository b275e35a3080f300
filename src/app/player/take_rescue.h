// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Rescue of takes whose program was killed before it could finish them.

#ifndef JW_TAKE_RESCUE_H
#define JW_TAKE_RESCUE_H

/// Searches a folder for parts (see app/player/take_name.h) to which no program records any more.
/// Each is cut after its last whole frame, gets a free name and is reported in a line. Parts that
/// are locked, belong to another user, are links, or do not have a take's header are left alone. A
/// missing folder has none. [main]
void jw_take_rescue(const char *folder, void (*say)(void *user, const char *text), void *user);

/// The same in the folder of that path. [main]
void jw_take_rescue_beside(const char *path, void (*say)(void *user, const char *text), void *user);

#endif // JW_TAKE_RESCUE_H
