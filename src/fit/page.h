// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Report of a fit: a self-contained HTML page with pictures.

#ifndef JW_PAGE_H
#define JW_PAGE_H

#include "fit/fit.h"

/// Start of these pages, which identifies them. [any]
const char *jw_page_begin(void);

/// Text of the page, which the caller frees; NULL if memory is short. [main]
char *jw_page_make(const JwFit *fit);

#endif // JW_PAGE_H
