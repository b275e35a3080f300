// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Four doubles in whole registers, where a register holds at most four.

#ifndef JW_ISA_FEW_H
#define JW_ISA_FEW_H

typedef DoubleReg FewReg;
#define FUSE_FEW FUSE_DOUBLE
#define FROM_FEW FROM_DOUBLE
#define MAX_FEW  MAX_DOUBLE
#define MIN_FEW  MIN_DOUBLE
#define ROOT_FEW ROOT_DOUBLE
#define ANY_FEW  ANY_DOUBLE

#endif // JW_ISA_FEW_H
