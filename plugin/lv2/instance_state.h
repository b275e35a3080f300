// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// State other than ports: saved by the host, restored while audio runs.

#ifndef JW_INSTANCE_STATE_H
#define JW_INSTANCE_STATE_H

#include <lv2/state/state.h>

extern const LV2_State_Interface jw_state_interface;

#endif // JW_INSTANCE_STATE_H
