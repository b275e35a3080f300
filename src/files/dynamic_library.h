// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Libraries that are opened at run time.

#ifndef JW_DYNAMIC_LIBRARY_H
#define JW_DYNAMIC_LIBRARY_H

#include <stdbool.h>
#include <string.h>

#if defined _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

/// Opens a library by its name or path; NULL if that is not possible. [main]
static inline void *jw_library_open(const char *name) {
#if defined _WIN32
    return (void *)LoadLibraryA(name);
#else
    return dlopen(name, RTLD_NOW | RTLD_LOCAL);
#endif
}

/// Closes it. [main]
static inline void jw_library_close(void *library) {
#if defined _WIN32
    FreeLibrary((HMODULE)library);
#else
    dlclose(library);
#endif
}

/// Finds a function of a library, and writes its address to *function, a pointer to such a
/// function; NULL there, and false, if there is none. [main]
static inline bool jw_library_find(void *library, const char *name, void *function) {
#if defined _WIN32
    void *symbol = (void *)(uintptr_t)GetProcAddress((HMODULE)library, name);
#else
    void *symbol = dlsym(library, name);
#endif
    // Copying is the only way that ISO C has from an address to a function.
    memcpy(function, &symbol, sizeof(symbol));
    return symbol != NULL;
}

#endif // JW_DYNAMIC_LIBRARY_H
