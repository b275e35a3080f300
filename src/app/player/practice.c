// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player/practice.h"

#include "app/player/live_session.h"
#include "app/player/session_text.h"
#include "app/player/settings_file.h"
#include "app/player/take_folder.h"
#include "files/line.h"
#include "files/number.h"
#include "files/regular_file.h"
#include "files/text_file.h"
#include "program/arguments.h"
#include "program/nearest.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool jw_practice_folder(char path[JW_PRACTICE_PATH], JwError *error) {
    char data[JW_PRACTICE_PATH];
    const int n = jw_data_user_dir(data, sizeof(data))
                      ? snprintf(path, JW_PRACTICE_PATH, "%s/practice", data)
                      : -1;
    return (n > 0 && n < JW_PRACTICE_PATH) ||
           jw_error_set(error, "no folder for practice sets: neither XDG_DATA_HOME nor HOME is an "
                               "absolute path, or it is too long");
}

/********* Names *********/

static bool check_name(const char *name, JwError *error) {
    const size_t n = strlen(name);
    if (n == 0 || n + strlen(JW_SESSION_EXTENSION) >= JW_NAME_SIZE) {
        return jw_error_set(error, "the name of a practice set has 1 to %d bytes",
                            (int)(JW_NAME_SIZE - strlen(JW_SESSION_EXTENSION)) - 1);
    }
    JwError unused = {0};
    return (jw_text_check(name, n, &unused) && !strpbrk(name, "/\r\n\t") && name[0] != '.' &&
            name[0] != ' ' && name[n - 1] != ' ') ||
           jw_error_set(error,
                        "\"%.80s\" is no name of a practice set: one line of text without a slash, "
                        "a control character, blanks around it or a full stop before it",
                        name);
}

/// Path of the set with exactly that name.
static bool exact_path(const char *name, char path[JW_PRACTICE_PATH], JwError *error) {
    char folder[JW_PRACTICE_PATH];
    if (!check_name(name, error) || !jw_practice_folder(folder, error)) {
        return false;
    }
    const int n =
        snprintf(path, JW_PRACTICE_PATH, "%s/%s%s", folder, name,
                 jw_data_has_extension(name, JW_SESSION_EXTENSION) ? "" : JW_SESSION_EXTENSION);
    return (n > 0 && n < JW_PRACTICE_PATH) || jw_error_set(error, "%s: too long a path", name);
}

static bool unknown(const char *name, const JwNameList *list, JwError *error) {
    char near[256];
    JwNearest nearest = jw_nearest_start(name);
    for (int i = 0; i < list->n; ++i) {
        jw_nearest_offer(&nearest, list->name[i]);
    }
    return jw_error_set(error, "no practice set is called \"%.80s\"%s", name,
                        jw_nearest_text(&nearest, near, sizeof(near)));
}

/// Path of the set with that name, or of one whose name is alike.
static bool find(const char *name, char path[JW_PRACTICE_PATH], JwError *error) {
    JwNameList list = {0, NULL};
    bool found = false;
    if (strchr(name, '/')) {
        const int n = snprintf(path, JW_PRACTICE_PATH, "%s", name);
        return (n > 0 && n < JW_PRACTICE_PATH) || jw_error_set(error, "%.80s: too long", name);
    }
    if (!exact_path(name, path, error)) {
        return false;
    }
    if (jw_regular_file_is(path)) {
        return true;
    }
    if (!jw_practice_list(&list, error)) {
        return false;
    }
    for (int i = 0; i < list.n && !found; ++i) {
        found = jw_names_alike(list.name[i], name) && exact_path(list.name[i], path, error);
    }
    const bool ok = found || unknown(name, &list, error);
    jw_name_list_clear(&list);
    return ok;
}

bool jw_practice_list(JwNameList *list, JwError *error) {
    char folder[JW_PRACTICE_PATH];
    *list = (JwNameList){0, NULL};
    return jw_practice_folder(folder, error) &&
           (jw_data_list_folder(folder, JW_SESSION_EXTENSION, list) ||
            jw_error_set(error, "out of memory"));
}

/********* Sets *********/

bool jw_practice_save(JwLive *live, const char *name, JwError *error) {
    char path[JW_PRACTICE_PATH];
    return exact_path(name, path, error) && jw_session_save(live, path, JW_SESSION_PRACTICE, error);
}

bool jw_practice_keep(JwLive *live, const char *name, JwError *told, JwError *error) {
    char path[JW_PRACTICE_PATH];
    const bool replaces = exact_path(name, path, error) && jw_regular_file_is(path);
    if (!jw_practice_save(live, name, error)) {
        return false;
    }
    jw_error_set(told, "saved %s the practice set \"%.80s\"", replaces ? "over" : "as", name);
    return true;
}

bool jw_practice_load(JwLive *live, const char *name, JwError *error) {
    char path[JW_PRACTICE_PATH];
    return find(name, path, error) && jw_session_load(live, path, error);
}

bool jw_practice_delete(const char *name, JwError *error) {
    char path[JW_PRACTICE_PATH];
    if (!exact_path(name, path, error)) {
        return false;
    }
    if (!jw_regular_file_is(path)) {
        return jw_error_set(error, "no practice set is called \"%.80s\"", name);
    }
    return !unlink(path) || jw_error_set(error, "%.400s: %s", path, strerror(errno));
}

static void keep(char *text, const char *name) {
    snprintf(text, JW_PATCH_NAME_SIZE, "%s", name ? name : "");
}

bool jw_practice_names(const char *name, JwPracticeNames *names, JwError *error) {
    char path[JW_PRACTICE_PATH];
    JwSessionText said = JW_SESSION_TEXT;
    char *text = NULL;
    if (!find(name, path, error) || !jw_settings_read(path, jw_session_take, &said, &text, error)) {
        return false;
    }
    keep(names->instrument, said.instrument);
    keep(names->preset, said.preset);
    keep(names->with, said.with_on ? said.with.preset : NULL);
    free(text);
    return true;
}

/********* List *********/

/// Label of a named value of a parameter in a set, NULL: none, or the default.
static const char *label(const JwSessionText *said, JwParamId id) {
    const bool has = said->set[id] && said->value[id] != 0.0;
    return has ? jw_param_label(id, said->value[id]) : NULL;
}

static void tell_set(const JwSessionText *said, char text[JW_PRACTICE_LINE]) {
    const char *sa = label(said, JW_P_SA), *raga = label(said, JW_P_RAGA);
    const char *plays = said->preset       ? said->preset
                        : said->instrument ? said->instrument
                                           : JW_DEFAULT_INSTRUMENT;
    const char *tala = said->clock.tala >= 0 ? jw_tala_info(said->clock.tala)->name : "";
    char clock[96] = "";
    if (said->has_clock && (said->clock.on || *tala)) {
        snprintf(clock, sizeof(clock), ", %s%s%g bpm", tala, *tala ? " " : "", said->clock.bpm);
    }
    const char *with = said->with_on ? said->with.preset : NULL;
    const char *second = said->second_on ? said->second.preset : NULL;
    snprintf(text, JW_PRACTICE_LINE, "%.400s%s%s%s%s%s%.400s%s%.400s%s", plays, sa ? ", Sa " : "",
             sa ? sa : "", raga ? ", " : "", raga ? raga : "", with || second ? ", with " : "",
             with ? with : "", with && second ? " and " : "", second ? second : "", clock);
}

void jw_practice_tell(const char *name, char line[JW_PRACTICE_LINE]) {
    char path[JW_PRACTICE_PATH];
    JwSessionText said = JW_SESSION_TEXT;
    JwError error = {0};
    char *text = NULL;
    if (exact_path(name, path, &error) &&
        jw_settings_read(path, jw_session_take, &said, &text, &error)) {
        tell_set(&said, line);
    } else {
        snprintf(line, JW_PRACTICE_LINE, "unusable: %s", error.text);
    }
    free(text);
}

bool jw_practice_print(FILE *out, JwError *error) {
    JwNameList list = {0, NULL};
    if (!jw_practice_list(&list, error)) {
        return false;
    }
    for (int i = 0; i < list.n; ++i) {
        char line[JW_PRACTICE_LINE];
        jw_practice_tell(list.name[i], line);
        jw_line_print(out, "%-24s %s", list.name[i], line);
    }
    jw_name_list_clear(&list);
    return true;
}
