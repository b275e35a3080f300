// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#ifndef JW_DYNAMIC_SYMBOL_H
#define JW_DYNAMIC_SYMBOL_H

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

/// Puts the address of a function of a library that was opened at run time where `function`, the
/// address of a pointer to such a function, points; NULL there, and false, if there is none. [main]
static inline bool jw_dynamic_symbol(void *library, const char *name, void *function) {
    void *symbol = dlsym(library, name);
    // ISO C knows no other way from an address to a function.
    memcpy(function, &symbol, sizeof(symbol));
    return symbol != NULL;
}

#endif // JW_DYNAMIC_SYMBOL_H
