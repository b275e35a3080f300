// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "selector.h"

#include "files/data_dir.h"
#include "plugins.h"
#include "ports.h"

#include <math.h>
#include <stddef.h>

static const JwShipped shipped[] = {
#define JW_INSTRUMENT(number, file, label, drones) {number, file, label, drones},
#include "instruments.def"
#undef JW_INSTRUMENT
};

enum { N_SHIPPED = sizeof(shipped) / sizeof(shipped[0]) };

const JwShipped *jw_selector_list(int *n) {
    *n = N_SHIPPED;
    return shipped;
}

JW_REALTIME int jw_selector_most(void) {
    return shipped[N_SHIPPED - 1].number;
}

JW_REALTIME const JwShipped *jw_selector_find(int plugin, int number) {
    for (int i = 0; i < N_SHIPPED; ++i) {
        const bool offered = plugin != JW_PLUGIN_DRONE || shipped[i].drones;
        if (shipped[i].number == number && offered) {
            return &shipped[i];
        }
    }
    return NULL;
}

int jw_selector_number(const char *name) {
    for (int i = 0; i < N_SHIPPED; ++i) {
        if (jw_data_same(name, shipped[i].name, JW_INSTRUMENT_EXTENSION)) {
            return shipped[i].number;
        }
    }
    return JW_SELECTOR_FILE;
}

JW_REALTIME float jw_selector_read(const float *port) {
    return (float)rint(jw_port_knob(port, 0.0, (double)jw_selector_most(), (double)NAN));
}

// Hosts set their controls' values before or after they restore a state, and some run a few blocks
// in between. Therefore a control that reaches its expected position requests nothing.
JW_REALTIME bool jw_selector_moves(float at, float *was, float *expected) {
    const bool first = isnan(*was);
    if (isnan(at) || at == *was) {
        return false;
    }
    const bool known = !isnan(*expected);
    const bool comes = known ? at == *expected : first;
    *was = at;
    *expected = at;
    return !comes;
}
