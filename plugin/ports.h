// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Ports of the plug-ins. Hosts show controls in this order: the most used ones first, those for the
// host last.
//
// Audio and events come first, then the parameters of params.def in its order, with the instrument
// selector after the first of them, then the host's controls. After release 1.0 the order is final,
// and new ports are added at the end.

#ifndef JW_PORTS_H
#define JW_PORTS_H

#include "base/attributes.h"
#include "base/params.h"

enum {
    JW_PORT_CONTROL,    ///< Atom sequence in: MIDI, transport, patch messages
    JW_PORT_NOTIFY,     ///< Atom sequence out: patch messages
    JW_PORT_LEFT,       ///< Left audio, out
    JW_PORT_RIGHT,      ///< Right audio, out
    JW_PORT_FIRST,      ///< Parameters of params.def, from the first on
    JW_PORT_INSTRUMENT, ///< Selector of an instrument: a number of instruments.def
};

/// Ports of the host's controls, which come last.
typedef enum {
    JW_HOST_FREEWHEEL,       ///< Switch: above 0 the host does not wait for the clock
    JW_HOST_ENABLED,         ///< Switch: at or below 0 the plug-in is silent
    JW_HOST_LATENCY,         ///< Latency, out [frames]
    JW_HOST_BPM,             ///< Tempo of the host [1/min]
    JW_HOST_OFFLINE_QUALITY, ///< Smallest QUALITY while freewheeling, 0: none
    JW_HOST_IN_LEFT,         ///< Left audio, in; this and the following ports only exist in
                             ///< effects
    JW_HOST_IN_RIGHT,        ///< Right audio, in
    JW_HOST_IN_PEAK,         ///< Largest sample of the input in the last block, out [dB]
    JW_HOST_LIMITED,         ///< Part of the last block that the limiter changed, out [%]
    JW_N_HOST_PORTS
} JwHostPort;

/// Controls of a choice or a value of the instrument: the parameters, and the selector.
enum { JW_CONTROL_INSTRUMENT = JW_N_PARAMS, JW_N_CONTROLS };

#define JW_TEMPO_MAX 999.0 ///< Largest value of JW_HOST_BPM

/// Reads a control, clamped to least and most; returns `otherwise` if it is not connected or not
/// finite. No value from a host raises an exception. [any]
JW_REALTIME double jw_port_knob(const float *port, double least, double most, double otherwise);

/// Reads a control, clamped to its parameter's range; returns NaN if it is not finite. [any]
JW_REALTIME float jw_port_read(const float *port, JwParamId id);

/// The shortest decimal number that gives this float, from which the host probably made it. [any]
JW_REALTIME double jw_port_value(float value);

#endif // JW_PORTS_H
