// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Finding instruments and presets by name, in a folder made for it.

#define _XOPEN_SOURCE 700

#include "files/data_dir.h"
#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64] = "/tmp/jawari-data-XXXXXX";

static const char *const made[] = {"one.ini", "two.ini",  "three.ttl",  ".hidden.ini",
                                   ".ini",    "four.txt", "tanpura.ini"};

static void make_folder(void) {
    check(mkdtemp(folder) != NULL, "a folder (%s)", folder);
    for (size_t i = 0; i < sizeof(made) / sizeof(made[0]); ++i) {
        char path[256];
        snprintf(path, sizeof(path), "%s/%s", folder, made[i]);
        FILE *file = fopen(path, "w");
        check(file && !fclose(file), "a file (%s)", path);
    }
    char path[256];
    snprintf(path, sizeof(path), "%s/directory.ini", folder);
    check(!mkdir(path, 0700), "a directory (%s)", path);
}

static void remove_folder(void) {
    char path[256];
    for (size_t i = 0; i < sizeof(made) / sizeof(made[0]); ++i) {
        snprintf(path, sizeof(path), "%s/%s", folder, made[i]);
        unlink(path);
    }
    snprintf(path, sizeof(path), "%s/directory.ini", folder);
    rmdir(path);
    check(!rmdir(folder), "the folder is empty (%s)", folder);
}

static void find(const char *name, const char *want) {
    char path[256] = "";
    JwError error = {.text = "#"};
    char full[256];
    snprintf(full, sizeof(full), "%s/%s", folder, want);
    const bool ok = jw_data_find(name, ".ini", path, sizeof(path), &error);
    check(ok && !strcmp(path, full), "%s (%s)", name, ok ? path : error.text);
}

static void refuse(const char *name, size_t path_size) {
    char path[256] = "";
    JwError error = {0};
    const bool ok = jw_data_find(name, ".ini", path, path_size, &error);
    check(!ok && !strncmp(error.text, name, strlen(name)) && error.text[strlen(name)] == ':',
          "%s (%s)", name, ok ? path : error.text);
}

static void check_find(void) {
    char path[256];
    JwError error = {0};
    find("one", "one.ini");
    find("one.ini", "one.ini");
    find("tanpura", "tanpura.ini"); // before the one that is shipped
    find("ONE", "one.ini");
    find("One.INI", "one.ini");
    find("Tanpura", "tanpura.ini");
    check(jw_data_find("Sitar_Gandhar", ".ini", path, sizeof(path), &error) &&
              strstr(path, "/sitar-gandhar.ini"),
          "one that is spelt alike (%s)", path);
    check(jw_data_find("sitar", ".ini", path, sizeof(path), &error), "a shipped one behind (%s)",
          error.text);
    check(jw_data_find("./any/path", ".ini", path, sizeof(path), &error) &&
              !strcmp(path, "./any/path"),
          "a path (%s)", path);
    static const char *const bad[] = {"",     ".",  "..",        "nobody", ".hidden",
                                      ".ini", "on", "directory", "four",   "four.txt"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); ++i) {
        refuse(bad[i], sizeof(path));
    }
    refuse("one", 8);
    refuse("/a/path/that/does/not/fit", 8);
}

static int index_of(const JwNameList *list, const char *name) {
    for (int i = 0; i < list->n; ++i) {
        if (!strcmp(list->name[i], name)) {
            return i;
        }
    }
    return -1;
}

static void check_list(void) {
    JwNameList list = {0, NULL};
    check(jw_data_list(".ini", &list), "a list");
    check(index_of(&list, "one") >= 0 && index_of(&list, "two") >= 0, "files");
    check(index_of(&list, "sitar") >= 0, "shipped files");
    check(index_of(&list, "three") < 0 && index_of(&list, "four") < 0, "other files");
    check(index_of(&list, "") < 0 && index_of(&list, ".hidden") < 0, "hidden files");
    check(index_of(&list, "directory") < 0, "directories");
    for (int i = 1; i < list.n; ++i) {
        check(strcmp(list.name[i - 1], list.name[i]) < 0, "sorted, each once (%s)", list.name[i]);
    }
    printf("list: %d instruments\n", list.n);
    jw_name_list_clear(&list);
    check(list.n == 0 && !list.name, "cleared");
    jw_name_list_clear(&list);
}

static void check_dirs(void) {
    int n = 0;
    check(!strcmp(jw_data_dir(0), folder), "the chosen folder comes first (%s)", jw_data_dir(0));
    for (; jw_data_dir(n); ++n) {
        printf("folder %d: %s\n", n, jw_data_dir(n));
    }
    check(n == 3, "three folders");
    setenv("HOME", "/tmp/jawari-nobody", 1);
    check(jw_data_dir(3) && !strcmp(jw_data_dir(3), "/tmp/jawari-nobody/.local/share/jawari") &&
              !jw_data_dir(4),
          "the user's own comes last (%s)", jw_data_dir(3));
    unsetenv("HOME");
    setenv("JAWARI_DATA", "", 1);
    check(jw_data_dir(0) && strcmp(jw_data_dir(0), folder) != 0 && !jw_data_dir(2),
          "none chosen: two folders");
    setenv("JAWARI_DATA", folder, 1);
}

/// The user's own files are found, and replace none of the others.
static void check_own(void) {
    char own[128], path[256], name[512];
    static const char *const files[] = {"mine.ini", "one.ini", "sitar.ini"};
    snprintf(own, sizeof(own), "%s/jawari", folder);
    setenv("XDG_DATA_HOME", folder, 1);
    check(!mkdir(own, 0700), "a folder (%s)", own);
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); ++i) {
        snprintf(name, sizeof(name), "%s/%s", own, files[i]);
        FILE *file = fopen(name, "w");
        check(file && !fclose(file), "a file (%s)", name);
    }
    JwError error = {0};
    check(jw_data_find("mine", ".ini", path, sizeof(path), &error) && jw_data_is_own(path),
          "the user's own (%s)", path);
    find("one", "one.ini");
    check(jw_data_find("sitar", ".ini", path, sizeof(path), &error) && !jw_data_is_own(path),
          "the shipped one (%s)", path);
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); ++i) {
        snprintf(name, sizeof(name), "%s/%s", own, files[i]);
        unlink(name);
    }
    check(!rmdir(own) && !jw_data_is_own(own), "the folder itself is no file of it");
    unsetenv("XDG_DATA_HOME");
}

static void check_same(void) {
    check(jw_data_same("sitar", "sitar.ini", ".ini"), "with and without");
    check(jw_data_same("my.sitar.ini", "my.sitar", ".ini"), "a dot inside");
    check(!jw_data_same("sitar.mine.ini", "sitar.ini", ".ini"), "another name");
    check(!jw_data_same("sitar", "sita", ".ini"), "a longer name");
    check(!jw_data_same("sitar.ttl", "sitar", ".ini"), "another extension");
}

int main(void) {
    make_folder();
    setenv("JAWARI_DATA", folder, 1);
    unsetenv("XDG_DATA_HOME");
    unsetenv("HOME");
    check_dirs();
    check_find();
    check_own();
    check_list();
    check_same();
    remove_folder();
    return check_result();
}
