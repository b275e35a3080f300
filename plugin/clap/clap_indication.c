// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What the host says about controls: that a controller or an automation moves them. The window
// shows it; a state has none of it.

#include "base/utf8.h"
#include "clap.h"
#include "window/draw/cluster.h"

/// The indication of a parameter; NULL: the window has no control for it.
static JwWindowIndication *indication_of(JwClap *clap, clap_id id, int *param) {
    *param = jw_clap_param(clap, id);
    return *param >= 0 && *param < JW_N_PARAMS ? &clap->indication[*param] : NULL;
}

static JwHostColour colour_of(const clap_color *colour) {
    return colour ? (JwHostColour)colour->alpha << 24 | (JwHostColour)colour->red << 16 |
                        (JwHostColour)colour->green << 8 | (JwHostColour)colour->blue
                  : 0;
}

static void set_mapping(const clap_plugin *plugin, clap_id id, bool has_mapping,
                        const clap_color *colour, const char *label, const char *description) {
    JwClap *clap = jw_clap(plugin);
    int param;
    JwWindowIndication *indication = indication_of(clap, id, &param);
    if (!indication) {
        return;
    }
    const char *text = description && *description ? description : label ? label : "";
    indication->mapped = has_mapping;
    indication->mapped_colour = has_mapping ? colour_of(colour) : 0;
    jw_cluster_copy(indication->text, sizeof(indication->text), has_mapping ? text : "");
    jw_utf8_tidy(indication->text, false);
    jw_clap_window_indicate(clap, param);
}

static void set_automation(const clap_plugin *plugin, clap_id id, uint32_t state,
                           const clap_color *colour) {
    JwClap *clap = jw_clap(plugin);
    int param;
    JwWindowIndication *indication = indication_of(clap, id, &param);
    if (!indication) {
        return;
    }
    // A state from a later version of CLAP is an automation that is there.
    indication->automation =
        state <= JW_AUTOMATION_OVERRIDING ? (JwWindowAutomation)state : JW_AUTOMATION_PRESENT;
    indication->automation_colour = state == CLAP_AUTOMATION_NONE ? 0 : colour_of(colour);
    jw_clap_window_indicate(clap, param);
}

const clap_param_indication jw_clap_indication = {set_mapping, set_automation};
