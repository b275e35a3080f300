// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player/take_folder.h"

#include "files/data_dir.h"
#include "files/text_file.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *home_folder(void) {
    const char *home = getenv("HOME");
    return home && home[0] == '/' ? home : NULL;
}

static bool is_folder(const char *path) {
    struct stat st;
    return !stat(path, &st) && S_ISDIR(st.st_mode);
}

/********* Music folder *********/

/// Reads a line XDG_MUSIC_DIR="$HOME/Music", or with an absolute path, quoted for a shell.
static bool read_folder(const char *line, const char *home, char path[JW_TAKE_PATH]) {
    static const char key[] = "XDG_MUSIC_DIR=\"";
    static const char in_home[] = "$HOME";
    size_t n = 0;
    line += strspn(line, " \t");
    if (strncmp(line, key, strlen(key))) {
        return false;
    }
    line += strlen(key);
    if (!strncmp(line, in_home, strlen(in_home))) {
        n = (size_t)snprintf(path, JW_TAKE_PATH, "%s", home);
        line += strlen(in_home);
    }
    for (; *line && *line != '"' && *line != '\n' && n + 1 < JW_TAKE_PATH; ++line) {
        line += *line == '\\' && line[1] && line[1] != '\n';
        path[n++] = *line;
    }
    path[n < JW_TAKE_PATH ? n : JW_TAKE_PATH - 1] = '\0';
    // The home folder itself as a value means that there is no music folder.
    while (n > 1 && n < JW_TAKE_PATH && path[n - 1] == '/') {
        path[--n] = '\0';
    }
    return *line == '"' && path[0] == '/' && strcmp(path, home) != 0;
}

static bool find_in(const char *settings, const char *home, char path[JW_TAKE_PATH]) {
    JwError unread = {0};
    char *text = NULL;
    size_t size = 0;
    bool found = false;
    if (!jw_text_read(settings, &text, &size, &unread)) {
        return false;
    }
    for (const char *line = text + jw_text_mark(text, size); line && !found;
         line = strchr(line, '\n')) {
        line += *line == '\n';
        found = read_folder(line, home, path);
    }
    free(text);
    return found;
}

static bool music_folder(const char *home, char path[JW_TAKE_PATH]) {
    const char *config = getenv("XDG_CONFIG_HOME");
    char settings[JW_TAKE_PATH];
    const int n = config && config[0] == '/'
                      ? snprintf(settings, sizeof(settings), "%s/user-dirs.dirs", config)
                      : snprintf(settings, sizeof(settings), "%s/.config/user-dirs.dirs", home);
    if (n > 0 && n < JW_TAKE_PATH && find_in(settings, home, path)) {
        return true;
    }
    snprintf(path, JW_TAKE_PATH, "%s/Music", home);
    return is_folder(path);
}

bool jw_take_folder_default(char folder[JW_TAKE_PATH]) {
    char music[JW_TAKE_PATH];
    const char *home = home_folder();
    const char *parent = !home ? "." : music_folder(home, music) ? music : home;
    const int n = snprintf(folder, JW_TAKE_PATH, home ? "%s/Jawari" : "%s", parent);
    return n > 0 && n < JW_TAKE_PATH;
}

/********* Names *********/

bool jw_take_folder_path(const char *folder, const char *name, const char *extension,
                         char path[JW_TAKE_PATH]) {
    const char *home = home_folder();
    const bool whole = jw_data_has_extension(name, extension);
    int n;
    if (home && !strncmp(name, "~/", 2)) {
        n = snprintf(path, JW_TAKE_PATH, "%s%s", home, name + 1);
    } else if (strchr(name, '/')) {
        n = snprintf(path, JW_TAKE_PATH, "%s", name);
    } else {
        n = snprintf(path, JW_TAKE_PATH, "%s/%s%s", folder, name, whole ? "" : extension);
    }
    return n > 0 && n < JW_TAKE_PATH;
}

const char *jw_take_folder_shown(const char *path, char text[JW_TAKE_PATH]) {
    const char *home = home_folder();
    const size_t n = home ? strlen(home) : 0;
    if (n < 2 || strncmp(path, home, n) != 0 || path[n] != '/') {
        return path;
    }
    snprintf(text, JW_TAKE_PATH, "~%s", path + n);
    return text;
}

/********* Listing *********/

static int compare_names(const void *a, const void *b) {
    return strcmp(a, b);
}

/// Adds a file with that extension to the list, skips others; returns false if memory is short.
static bool add_entry(JwNameList *list, const char *entry, const char *extension) {
    const size_t n = strlen(entry) - strlen(extension);
    if (entry[0] == '.' || !jw_data_has_extension(entry, extension) || n >= JW_NAME_SIZE) {
        return true;
    }
    char(*grown)[JW_NAME_SIZE] = realloc(list->name, ((size_t)list->n + 1) * sizeof(list->name[0]));
    if (!grown) {
        return false;
    }
    list->name = grown;
    snprintf(list->name[list->n++], JW_NAME_SIZE, "%.*s", (int)n, entry);
    return true;
}

bool jw_take_folder_list(const char *folder, const char *extension, JwNameList *list) {
    DIR *dir = opendir(folder);
    bool ok = true;
    *list = (JwNameList){0, NULL};
    for (const struct dirent *e = dir ? readdir(dir) : NULL; e && ok; e = readdir(dir)) {
        ok = add_entry(list, e->d_name, extension);
    }
    if (dir) {
        closedir(dir);
    }
    if (list->n > 0) {
        qsort(list->name, (size_t)list->n, sizeof(list->name[0]), compare_names);
    }
    return ok;
}
