// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "base/fpu.h"

#if defined(__x86_64__) || defined(_M_X64)

#include <xmmintrin.h>

#define FLUSH_BITS 0x8040u // FTZ for results, DAZ for operands

static JW_REALTIME uint64_t control(void) {
    return _mm_getcsr();
}

static JW_REALTIME void set_control(uint64_t bits) {
    _mm_setcsr((unsigned)bits);
}

#elif defined(__aarch64__) && defined(__clang__)

#define FLUSH_BITS (UINT64_C(1) << 24) // FZ for operands and results

static JW_REALTIME uint64_t control(void) {
    return __builtin_arm_rsr64("fpcr");
}

static JW_REALTIME void set_control(uint64_t bits) {
    __builtin_arm_wsr64("fpcr", bits);
}

#elif defined(__aarch64__) && defined(__GNUC__)

#define FLUSH_BITS (UINT64_C(1) << 24) // FZ for operands and results

static JW_REALTIME uint64_t control(void) {
    return __builtin_aarch64_get_fpcr();
}

static JW_REALTIME void set_control(uint64_t bits) {
    __builtin_aarch64_set_fpcr((unsigned)bits);
}

#else

#define FLUSH_BITS 0u

static JW_REALTIME uint64_t control(void) {
    return 0;
}

static JW_REALTIME void set_control(uint64_t bits) {
    (void)bits;
}

#endif

JW_REALTIME bool jw_fpu_can_flush(void) {
    return FLUSH_BITS != 0;
}

JW_REALTIME JwFpu jw_fpu_flush(void) {
    const JwFpu host = {control()};
    set_control(host.control | FLUSH_BITS);
    return host;
}

JW_REALTIME void jw_fpu_restore(JwFpu host) {
    set_control(host.control);
}
