// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Marks by which a host says that a controller or an automation moves a control.
//
// A small square: a controller is assigned. Beside it the automation: a ring if there is one, a
// full triangle while it plays, a disc while it is recorded, an empty triangle while the user
// overrides it. Both have the host's colours, made lighter or darker where they could not be seen.

#ifndef JW_WINDOW_INDICATION_H
#define JW_WINDOW_INDICATION_H

#include "window/draw/layout.h"
#include "window/draw/painter.h"

/// True if a host says anything about a parameter. [any]
bool jw_indication_any(const JwWindowIndication *indication);

/// Draws the marks of an element's parameter, if it has any. [any]
void jw_indication_draw(JwPainter *p, const JwElement *element);

/// Writes what a host says about a parameter into a line; "" if nothing. [any]
void jw_indication_words(const JwWindowIndication *indication, char line[JW_WINDOW_TEXT]);

#endif // JW_WINDOW_INDICATION_H
