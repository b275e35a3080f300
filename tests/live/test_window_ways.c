// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Whatever the window can do has another way: a line command, a parameter (which is a port, too) or
// a property of the plug-in, each looked up where it is kept. What concerns the window alone needs
// none.

#include "app/remote/live_commands.h"
#include "properties.h"
#include "support/check.h"
#include "window/draw/action.h"

#include <stdlib.h>
#include <string.h>

typedef enum { NO_WAY, COMMAND, PARAMETER, PROPERTY, WINDOW_ALONE } Way;

/// Another way of each action, with its name.
static const struct {
    Way way;
    const char *name;
} ways[JW_N_ACTION_KINDS] = {
    [JW_DO_HOLD] = {WINDOW_ALONE, "tells a host that a hand holds a control"},
    [JW_DO_PARAM] = {COMMAND, "set"},
    [JW_DO_PLUCK] = {COMMAND, "note"},
    [JW_DO_RELEASE] = {COMMAND, "off"},
    [JW_DO_KEY_ON] = {COMMAND, "note"},
    [JW_DO_KEY_OFF] = {COMMAND, "off"},
    [JW_DO_BEND] = {COMMAND, "midi"},
    [JW_DO_PEDAL] = {COMMAND, "midi"},
    [JW_DO_TUNE] = {COMMAND, "tune"},
    [JW_DO_TUNE_RAGA] = {COMMAND, "raga"},
    [JW_DO_DAMP] = {COMMAND, "damp"},
    [JW_DO_STRING] = {WINDOW_ALONE, "chooses what is shown"},
    [JW_DO_PRESET] = {COMMAND, "preset"},
    [JW_DO_AUDITION] = {COMMAND, "preset"},
    [JW_DO_KEEP] = {COMMAND, "preset"},
    [JW_DO_BACK] = {COMMAND, "load"},
    [JW_DO_FROM_FILE] = {COMMAND, "instrument"},
    [JW_DO_SCALE_FILE] = {PROPERTY, "urn:jawari:scaleFile"},
    [JW_DO_PANIC] = {COMMAND, "panic"},
    [JW_DO_CLEAR_PEAKS] = {COMMAND, "reset"},
    [JW_DO_LEARN] = {COMMAND, "learn"},
    [JW_DO_ZOOM] = {WINDOW_ALONE, "is the window's size"},
    [JW_DO_LETTERS] = {COMMAND, "keys"},
    [JW_DO_WITH] = {COMMAND, "with"},
    [JW_DO_WITH_PRESET] = {COMMAND, "with"},
    [JW_DO_WITH_FIRST] = {COMMAND, "with"},
    [JW_DO_WITH_TEMPO] = {COMMAND, "with"},
    [JW_DO_WITH_LEVEL] = {COMMAND, "with"},
    [JW_DO_WITH_CENTS] = {COMMAND, "with"},
    [JW_DO_WITH_SHOWN] = {COMMAND, "second"},
    [JW_DO_CLOCK_TEMPO] = {COMMAND, "clock"},
    [JW_DO_CLOCK_TALA] = {COMMAND, "clock"},
    [JW_DO_CLOCK] = {COMMAND, "clock"},
    [JW_DO_CLOCK_TAP] = {COMMAND, "clock"},
    [JW_DO_SAVE_PRESET] = {COMMAND, "save-preset"},
    [JW_DO_SAVE_SET] = {COMMAND, "practice"},
    [JW_DO_PEN_BEGIN] = {COMMAND, "profile"},
    [JW_DO_PEN_KEEP] = {WINDOW_ALONE, "remembers for undo"},
    [JW_DO_PEN_ADD] = {COMMAND, "profile"},
    [JW_DO_PEN_MOVE] = {COMMAND, "profile"},
    [JW_DO_PEN_REMOVE] = {COMMAND, "profile"},
    [JW_DO_PEN_SHIFT] = {COMMAND, "profile"},
    [JW_DO_PEN_UNDO] = {COMMAND, "profile"},
    [JW_DO_PEN_BUILT] = {COMMAND, "profile"},
};

/// The commands as the player lists them.
static char listed[16384];

static void list_commands(void) {
    FILE *file = tmpfile();
    if (check(file != NULL, "a file for the list")) {
        jw_command_print_list(file);
        rewind(file);
        listed[0] = '\n';
        listed[1 + fread(listed + 1, 1, sizeof listed - 2, file)] = 0;
        fclose(file);
    }
}

static bool is_command(const char *name) {
    char line[64];
    snprintf(line, sizeof line, "\n%s ", name);
    return strstr(listed, line) != NULL;
}

static bool is_property(const char *uri) {
    bool found = false;
    for (int i = 0; i < JW_N_PROPERTIES; ++i) {
        found = found || !strcmp(jw_property_info((JwProperty)i)->uri, uri);
    }
    return found;
}

static bool is_parameter(const char *symbol) {
    bool found = false;
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        found = found || !strcmp(jw_param_info((JwParamId)i)->symbol, symbol);
    }
    return found;
}

static void check_actions(void) {
    for (int i = 0; i < JW_N_ACTION_KINDS; ++i) {
        const char *name = ways[i].name ? ways[i].name : "none";
        const bool good = ways[i].way == COMMAND     ? is_command(name)
                          : ways[i].way == PARAMETER ? is_parameter(name)
                          : ways[i].way == PROPERTY  ? is_property(name)
                                                     : ways[i].way == WINDOW_ALONE;
        check(good, "action %d has another way: %s", i, name);
    }
}

/// Every parameter that the window moves is set and told by a line, too.
static void check_parameters(void) {
    static const JwTuningArguments tuning;
    static const bool set[JW_N_PARAMS];
    static const double value[JW_N_PARAMS];
    const JwLiveSetup setup = {.driver = JW_DRIVER_NONE,
                               .instrument = "tanpura",
                               .set = set,
                               .value = value,
                               .tuning = &tuning,
                               .folder = ".",
                               .offline_quality = 1};
    JwError error = {0};
    JwLive *live = jw_live_new(&setup, &error);
    if (!check(live && jw_live_load(live, &error) && jw_live_open(live, &error), "a player: %s",
               error.text)) {
        return;
    }
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        const JwParamInfo *info = jw_param_info((JwParamId)i);
        char line[256], answer[256] = "";
        snprintf(line, sizeof line, "set %s %.9g", info->symbol, info->max);
        FILE *file = tmpfile();
        if (check(file != NULL, "a file for answers")) {
            jw_command_run(live, line, file);
            rewind(file);
            answer[fread(answer, 1, sizeof answer - 1, file)] = 0;
            fclose(file);
        }
        check(!strcmp(answer, "ok\n"), "set %s: %s", info->symbol, answer);
        check(jw_live_param(live, (JwParamId)i) == info->max, "%s is %g", info->symbol,
              jw_live_param(live, (JwParamId)i));
    }
    jw_live_free(live);
}

int main(void) {
    list_commands();
    check_actions();
    check_parameters();
    return check_result();
}
