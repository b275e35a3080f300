// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Report of a fit: an HTML page with its pictures in it, which needs no other file.

#ifndef JW_PAGE_H
#define JW_PAGE_H

#include "fit/fit.h"

/// What every such page begins with, and no other. [any]
const char *jw_page_begin(void);

/// Text of the page, to be freed; NULL if memory is short. [main]
char *jw_page_make(const JwFit *fit);

#endif // JW_PAGE_H
