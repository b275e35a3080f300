// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Ports of the plug-ins. Hosts show controls in their order: those that a player reaches for first
// stand first, those that concern the host last.
//
// Sound and events, then the parameters of params.def in its order, with the instrument's selector
// behind the first of them, then the host's own. Once 1.0 is out the order is final, and what is
// added goes behind them all.

#ifndef JW_PORTS_H
#define JW_PORTS_H

#include "base/attributes.h"
#include "base/params.h"

enum {
    JW_PORT_CONTROL,    ///< Atom sequence in: MIDI, transport, patch messages
    JW_PORT_NOTIFY,     ///< Atom sequence out: patch messages
    JW_PORT_LEFT,       ///< Audio out
    JW_PORT_RIGHT,      ///< Audio out
    JW_PORT_FIRST,      ///< The first of params.def
    JW_PORT_INSTRUMENT, ///< Selector of an instrument: a number of instruments.def
};

/// The last ports, in their order.
typedef enum {
    JW_HOST_FREEWHEEL,       ///< > 0: the host does not wait for the clock
    JW_HOST_ENABLED,         ///< <= 0: silent
    JW_HOST_LATENCY,         ///< Out [frames]
    JW_HOST_BPM,             ///< Tempo of the host [1/min]
    JW_HOST_OFFLINE_QUALITY, ///< Least quality while freewheeling, 0: as live
    JW_N_HOST_PORTS
} JwHostPort;

/// Controls that stand for a choice or a value of the instrument: those of params.def, and its
/// selector.
enum { JW_CONTROL_INSTRUMENT = JW_N_PARAMS, JW_N_CONTROLS };

#define JW_TEMPO_MAX 999.0 ///< Of JW_HOST_BPM

/// Where a control stands, put between least and most; otherwise where it is not connected or holds
/// no number. Nothing that a host can put there raises an exception. [any]
JW_REALTIME double jw_port_knob(const float *port, double least, double most, double otherwise);

/// The same in the range of the control's parameter, NaN for no number. [any]
JW_REALTIME float jw_port_read(const float *port, JwParamId id);

/// The decimal number that a host has made a float of: the shortest that gives it. [any]
JW_REALTIME double jw_port_value(float value);

#endif // JW_PORTS_H
