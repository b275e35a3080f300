// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Interface of the plug-in's window for hosts that say what moves a control; LV2 has none.

#ifndef JW_UI_INDICATES_H
#define JW_UI_INDICATES_H

#include "window/draw/model.h"

#include <lv2/ui/ui.h>

/// Its name for LV2UI_Descriptor.extension_data().
#define JW_UI_INDICATES "urn:jawari:ui-indicates"

typedef struct {
    /// Shows what the host says about a parameter. [main]
    void (*indicate)(LV2UI_Handle handle, JwParamId id, const JwWindowIndication *indication);
} JwUiIndicates;

#endif // JW_UI_INDICATES_H
