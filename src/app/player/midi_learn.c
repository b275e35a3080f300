// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player/midi_learn.h"

#include "app/player/settings_file.h"
#include "files/number.h"
#include "playing/midi.h"
#include "program/arguments.h"
#include "program/target_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHANNELS = 16, CONTROLLERS = 128, BANK_MSB = 0, BANK_LSB = 32 };

void jw_midi_learn_clear(JwMidiLearn *learned) {
    for (int c = 0; c < CHANNELS; ++c) {
        for (int i = 0; i < CONTROLLERS; ++i) {
            learned->param[c][i] = -1;
        }
    }
}

bool jw_midi_learn_allows(int controller) {
    switch (controller) {
    case BANK_MSB:
    case BANK_LSB:
    case JW_CC_DATA_MSB:
    case JW_CC_DATA_LSB:
    case JW_CC_SUSTAIN:
    case JW_CC_SOSTENUTO:
    case JW_CC_INCREMENT:
    case JW_CC_DECREMENT:
    case JW_CC_NRPN_LSB:
    case JW_CC_NRPN_MSB:
    case JW_CC_RPN_LSB:
    case JW_CC_RPN_MSB:
        return false;
    default:
        return controller >= 0 && controller < JW_CC_ALL_SOUND_OFF;
    }
}

void jw_midi_learn_forget(JwMidiLearn *learned, JwParamId id) {
    for (int c = 0; c < CHANNELS; ++c) {
        for (int i = 0; i < CONTROLLERS; ++i) {
            if (learned->param[c][i] == (int)id) {
                learned->param[c][i] = -1;
            }
        }
    }
}

void jw_midi_learn_set(JwMidiLearn *learned, JwParamId id, int channel, int controller) {
    jw_midi_learn_forget(learned, id);
    learned->param[channel][controller] = (int16_t)id;
}

bool jw_midi_learn_find(const JwMidiLearn *learned, JwParamId id, int *channel, int *controller) {
    for (int c = 0; c < CHANNELS; ++c) {
        for (int i = 0; i < CONTROLLERS; ++i) {
            if (learned->param[c][i] == (int)id) {
                *channel = c;
                *controller = i;
                return true;
            }
        }
    }
    return false;
}

JW_REALTIME int jw_midi_learn_param(const JwMidiLearn *learned, int channel, int controller) {
    return learned->param[channel & 15][controller & 127];
}

static bool take_line(void *user, char *key, char *value, JwError *error) {
    JwMidiLearn *learned = user;
    JwParamId id = JW_P_GAIN;
    char word[16];
    int channel = 0;
    int controller = 0;
    const char *rest = value;
    if (!jw_argument_param(key, &id, error)) {
        return false;
    }
    const bool ok = jw_word_next(&rest, word, sizeof(word)) &&
                    jw_integer_parse(word, 1, CHANNELS, &channel) &&
                    jw_word_next(&rest, word, sizeof(word)) &&
                    jw_integer_parse(word, 0, CONTROLLERS - 1, &controller) && !*rest;
    if (!ok || !jw_midi_learn_allows(controller)) {
        return jw_error_set(error, "%s: \"%.80s\" is not a channel and a controller", key, value);
    }
    jw_midi_learn_set(learned, id, channel - 1, controller);
    return true;
}

bool jw_midi_learn_load(JwMidiLearn *learned, const char *path, JwError *error) {
    JwMidiLearn read;
    char *text = NULL;
    jw_midi_learn_clear(&read);
    if (!jw_settings_read_if_any(path, take_line, &read, &text, error)) {
        return false;
    }
    free(text);
    *learned = read;
    return true;
}

static bool write_all(const JwMidiLearn *learned, JwTargetFile *file, JwError *error) {
    static const char head[] = "# What moves which parameter: SYMBOL = CHANNEL CONTROLLER\n";
    if (!jw_target_file_write(file, head, strlen(head), error)) {
        return false;
    }
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        int channel;
        int controller;
        if (jw_midi_learn_find(learned, (JwParamId)i, &channel, &controller)) {
            char line[128];
            const int n = snprintf(line, sizeof(line), "%s = %d %d\n",
                                   jw_param_info((JwParamId)i)->symbol, channel + 1, controller);
            if (!jw_target_file_write(file, line, (size_t)n, error)) {
                return false;
            }
        }
    }
    return jw_target_file_finish(file, error) && jw_target_file_commit(file, error);
}

bool jw_midi_learn_save(const JwMidiLearn *learned, const char *path, JwError *error) {
    JwTargetFile file = {0};
    jw_folder_make_parents(path);
    const bool ok = jw_target_file_open(&file, path, error) && write_all(learned, &file, error);
    jw_target_file_discard(&file);
    return ok;
}
