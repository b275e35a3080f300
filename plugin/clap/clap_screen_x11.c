// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Window on X11: the host has a timer.

#include "clap.h"

const char *const jw_clap_window_api = CLAP_WINDOW_X11;

void *jw_clap_window_parent(const clap_window *window) {
    return (void *)(uintptr_t)window->handle.x11;
}

static const clap_host_timer *timer_of(const JwClap *clap) {
    return clap->host->extension(clap->host, CLAP_TIMER);
}

bool jw_clap_ticks_begin(JwClap *clap, uint32_t period_ms) {
    const clap_host_timer *timer = timer_of(clap);
    clap_id id = 0;
    const bool begun = timer && timer->start(clap->host, period_ms, &id);
    clap->ticker = id;
    return begun;
}

void jw_clap_ticks_end(JwClap *clap) {
    const clap_host_timer *timer = timer_of(clap);
    if (timer) {
        timer->stop(clap->host, (clap_id)clap->ticker);
    }
}

static void on_timer(const clap_plugin *plugin, clap_id timer) {
    JwClap *clap = jw_clap(plugin);
    if (clap->ticker == timer) {
        jw_clap_window_tick(clap);
    }
}

const clap_timer jw_clap_timer = {on_timer};
