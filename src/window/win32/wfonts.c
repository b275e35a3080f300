// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/win32/wfonts.h"

#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <windows.h>

/// Folders that fontconfig knows by these words, and what the system's sans is. Nirmala UI has the
/// Indian scripts.
static const char settings[] =
    "<fontconfig><dir>WINDOWSFONTDIR</dir><dir>WINDOWSUSERFONTDIR</dir>"
    "<cachedir>LOCAL_APPDATA_FONTCONFIG_CACHE</cachedir>"
    "<alias binding=\"same\"><family>sans-serif</family><prefer><family>Segoe UI</family>"
    "<family>Nirmala UI</family><family>Tahoma</family></prefer></alias></fontconfig>";

static SRWLOCK lock = SRWLOCK_INIT;
static bool is_ready; ///< Protected by the lock

static bool set_up(void) {
    FcConfig *config = FcConfigCreate();
    const bool done = config &&
                      FcConfigParseAndLoadFromMemory(config, (const FcChar8 *)settings, FcFalse) &&
                      FcConfigBuildFonts(config) && FcConfigSetCurrent(config);
    if (config) {
        FcConfigDestroy(config); // The current one is kept
    }
    return done;
}

bool jw_wfonts_begin(void) {
    AcquireSRWLockExclusive(&lock);
    if (!is_ready) {
        // A static cairo makes its locks with its first object, which two threads must not make.
        cairo_pattern_destroy(cairo_pattern_create_rgb(0.0, 0.0, 0.0));
        is_ready = set_up();
    }
    const bool ready = is_ready;
    ReleaseSRWLockExclusive(&lock);
    return ready;
}
