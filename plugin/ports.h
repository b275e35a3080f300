// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Ports of the plug-ins. Their order is the plug-in's binary interface: append only.
//
// The parameters of params.def come last and in its order, so that it can grow.

#ifndef JW_PORTS_H
#define JW_PORTS_H

#include "base/attributes.h"
#include "base/params.h"

enum {
    JW_PORT_CONTROL,         ///< Atom sequence in: MIDI, transport, patch messages
    JW_PORT_NOTIFY,          ///< Atom sequence out: patch messages
    JW_PORT_LEFT,            ///< Audio out
    JW_PORT_RIGHT,           ///< Audio out
    JW_PORT_FREEWHEEL,       ///< > 0: the host does not wait for the clock
    JW_PORT_ENABLED,         ///< <= 0: silent
    JW_PORT_LATENCY,         ///< Out [frames]
    JW_PORT_BPM,             ///< Tempo of the host [1/min]
    JW_PORT_OFFLINE_QUALITY, ///< Least quality while freewheeling, 0: as live
    JW_PORT_PARAM,           ///< The first of params.def
};

#define JW_TEMPO_MAX 999.0 ///< Of JW_PORT_BPM

/// Where a control stands, put between least and most; otherwise where it is not connected or holds
/// no number. Nothing that a host can put there raises an exception. [any]
JW_REALTIME double jw_port_knob(const float *port, double least, double most, double otherwise);

/// The same in the range of the control's parameter, NaN for no number. [any]
JW_REALTIME float jw_port_read(const float *port, JwParamId id);

/// The decimal number that a host has made a float of: the shortest that gives it. [any]
JW_REALTIME double jw_port_value(float value);

#endif // JW_PORTS_H
