// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Registers of WebAssembly (SIMD128): simd/isa.h explains these names.

#ifndef JW_ISA_WASM_H
#define JW_ISA_WASM_H

#define JW_REGISTERS 16 // The machine's own: x86-64 has 16 of 128 bits, ARM 32
#define JW_BY_LANE   0

// Browsers' compilers keep fewer numbers in registers than those of C: 3 rows take 5 % less time
// than 5.
#define JW_GATHER_ROWS       3
#define JW_GATHER_COUNTS(DO) DO(1) DO(2) DO(3)

#include "simd/isa_128.h"
#include "simd/isa_unfused.h"

#include <wasm_simd128.h>

#define MAX_DOUBLE(a, b) (DoubleReg) wasm_f64x2_pmax((v128_t)(b), (v128_t)(a))
#define MIN_DOUBLE(a, b) (DoubleReg) wasm_f64x2_pmin((v128_t)(b), (v128_t)(a))
#define ROOT_DOUBLE(a)   (DoubleReg) wasm_f64x2_sqrt((v128_t)(a))
#define ANY_DOUBLE(a, b) wasm_v128_any_true(wasm_f64x2_lt((v128_t)(a), (v128_t)(b)))

#endif // JW_ISA_WASM_H
