// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Scales that the user has set, for all programs or for those of a toolkit.

#ifndef JW_X11_XSCALES_H
#define JW_X11_XSCALES_H

#include "window/x11/xdisplay.h"

/// Device pixels per logical pixel that the user has set: Xft.dpi/96, 0.75 to 3. [main]
double jw_xscales_display(const JwXDisplay *d);

/// Scales by which Gtk or Qt may multiply everything in a host, at most `most`, each above 1 and up
/// to 4: by the environment, the desktop's settings, or Xft.dpi. Returns their number. [main]
int jw_xscales_toolkits(const JwXDisplay *d, double *scales, int most);

#endif // JW_X11_XSCALES_H
