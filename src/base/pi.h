// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#ifndef JW_PI_H
#define JW_PI_H

/// Pi, which C11 does not define.
#define JW_PI 3.14159265358979323846

#endif // JW_PI_H
