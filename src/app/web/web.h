// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Jawari in a browser: what the module's two instances pass to each other, as bytes.
//
// The page's instance has the window, the audio worklet's instance the engine. Both are the same
// module, so that a struct has the same bytes in both. Neither trusts the other's bytes: each
// checks kind and size. Each instance has one thread, which calls everything.

#ifndef JW_WEB_H
#define JW_WEB_H

#include "engine/engine.h"

#define JW_WEB_EXPORT(name) __attribute__((export_name(#name))) name

/// Messages from the window to the engine.
typedef enum {
    JW_WEB_EVENT,   ///< JwEvent without pointers: a parameter, MIDI, a pluck, a hand
    JW_WEB_PROFILE, ///< JwProfile: the bridge as drawn
    JW_WEB_CENTS,   ///< Fine tuning of JW_MAX_STRINGS strings [cent], as double
    JW_WEB_WATCH,   ///< int32_t: the string that the window shows
} JwWebMessage;

/// From the engine to the window, some 30 times a second.
typedef struct {
    JwEnginePicture picture;
    double rate_hz;
    double param[JW_N_PARAMS];
    float peak[2]; ///< Largest samples of left and right since the last report
    int32_t silent;
} JwWebReport;

/// Instrument that jw_web_load() read last. [any]
JwInstrument *jw_web_instrument(void);

#endif // JW_WEB_H
