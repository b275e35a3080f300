// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A library that is no libMTS: it lacks what a client needs.

void MTS_RegisterClient(void);

void MTS_RegisterClient(void) {
}
