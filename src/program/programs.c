// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "program/programs.h"

static JW_REALTIME bool any_sets(const JwPrograms *programs, int param) {
    for (int i = 0; i < programs->n; ++i) {
        if (programs->program[i].set[param]) {
            return true;
        }
    }
    return false;
}

JW_REALTIME int jw_programs_select(const JwPrograms *programs, int number, uint32_t frame,
                                   JwEvent *events) {
    if (number < 0 || number >= programs->n) {
        return JW_PROGRAM_NONE;
    }
    const JwProgram *program = &programs->program[number];
    if (program->elsewhere) {
        return JW_PROGRAM_ELSEWHERE;
    }
    int n = 0;
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        if (programs->pinned[i] || !any_sets(programs, i)) {
            continue;
        }
        const double value = program->set[i] ? program->value[i] : programs->base[i];
        events[n++] = (JwEvent){
            .frame = frame, .type = JW_EVENT_PARAM, .param = {.id = (JwParamId)i, .value = value}};
    }
    return n;
}
