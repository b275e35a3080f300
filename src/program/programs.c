// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "program/programs.h"

enum { PROGRAMS_IN_BANK = 128 };

static JW_REALTIME bool any_sets(const JwPrograms *programs, int param) {
    for (int i = 0; i < programs->n; ++i) {
        if (programs->program[i].set[param]) {
            return true;
        }
    }
    return false;
}

JW_REALTIME void jw_banks_take(JwBanks *banks, const JwMidi *midi) {
    if (midi->type == JW_MIDI_CONTROL && midi->key == JW_BANK_CONTROL) {
        banks->bank[midi->channel] = (uint8_t)midi->value;
    }
}

JW_REALTIME int jw_banks_number(const JwBanks *banks, const JwMidi *midi) {
    return PROGRAMS_IN_BANK * banks->bank[midi->channel] + midi->value;
}

JW_REALTIME int jw_programs_find(const JwPrograms *programs, int number) {
    int place = JW_PROGRAM_NONE;
    for (int i = 0; i < programs->n; ++i) {
        const bool better =
            place == JW_PROGRAM_NONE || (programs->program[place].own && !programs->program[i].own);
        place = programs->program[i].number == number && better ? i : place;
    }
    return place;
}

JW_REALTIME int jw_programs_select(const JwPrograms *programs, int place, uint32_t frame,
                                   JwEvent *events) {
    if (place < 0 || place >= programs->n) {
        return JW_PROGRAM_NONE;
    }
    const JwProgram *program = &programs->program[place];
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
