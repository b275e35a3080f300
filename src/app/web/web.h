// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Jawari in a browser: messages between the module's two instances, as bytes.
//
// The page's instance has the window, the audio worklet's instance the engine. Both are the same
// module, so that a struct has the same bytes in both. Neither trusts the other's bytes: each
// checks kind and size. Each instance has one thread, which calls everything.

#ifndef JW_WEB_H
#define JW_WEB_H

#include "base/error.h"
#include "engine/engine.h"
#include "files/preset_file.h"

#define JW_WEB_EXPORT(name) __attribute__((export_name(#name))) name

/// Messages from the window to the engine.
typedef enum {
    JW_WEB_EVENT,   ///< JwEvent without pointers: a parameter, MIDI, a pluck, a hand
    JW_WEB_PROFILE, ///< JwProfile: the bridge as drawn
    JW_WEB_TUNING,  ///< JwTuning: a scale, and the fine tuning of the strings
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

/// Instrument that jw_web_load() read last, with a preset's values; and its parameters without the
/// preset. [any]
JwInstrument *jw_web_instrument(void);
const double *jw_web_own(void);

/// Engine that jw_web_prepare() made; NULL: none. [any]
JwEngine *jw_web_engine(void);

/// Preset that jw_web_preset_read() read last. [any]
const JwPreset *jw_web_preset(void);

/// Error that jw_web_error() gives. [any]
JwError *jw_web_error_out(void);

#endif // JW_WEB_H
