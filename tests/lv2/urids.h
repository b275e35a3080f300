// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Numbers of URIs, for hosts of every kind.

#ifndef JW_URIDS_H
#define JW_URIDS_H

#include <lv2/urid/urid.h>

/// Number of a URI in this process, the same for all hosts: counted from 1 in the order in which
/// they were asked for. [any]
LV2_URID host_map(const char *uri);

/// Highest number so far. [any]
LV2_URID host_n_uris(void);

/// host_map() and its reverse as hosts offer them; they last as long as the process.
extern LV2_URID_Map host_urid_map;
extern LV2_URID_Unmap host_urid_unmap;

#endif // JW_URIDS_H
