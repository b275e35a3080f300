// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#ifndef JW_DYNAMIC_SYMBOL_H
#define JW_DYNAMIC_SYMBOL_H

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

/// Finds a function of a library that was opened at run time, and writes its address to *function,
/// a pointer to such a function; NULL there, and false, if there is none. [main]
static inline bool jw_dynamic_symbol(void *library, const char *name, void *function) {
    void *symbol = dlsym(library, name);
    // Copying is the only way that ISO C has from an address to a function.
    memcpy(function, &symbol, sizeof(symbol));
    return symbol != NULL;
}

#endif // JW_DYNAMIC_SYMBOL_H
