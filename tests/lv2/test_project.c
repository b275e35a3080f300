// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Projects of hosts, kept as Carla, lilv and Ardour keep them: whatever was chosen is there when
// they are opened, and when they were saved again and opened once more.
//
//     test_project BUNDLE

#include "files/preset_file.h"
#include "lv2/uris.h"
#include "plugins.h"
#include "project.h"
#include "properties.h"
#include "support/check.h"
#include "support/texts.h"

#include <lv2/atom/atom.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { RATE = 48000 };

/// What a project holds: names, and files of the folder beside it ("mine.*").
typedef struct {
    const char *text[JW_N_PROPERTIES];
    const char *held;
} Content;

static const char *bundle;
static char folder[256];

static Host *open_host(void) {
    return host_new(&(HostConfig){.bundle = bundle, .rate_hz = RATE, .worker = HOST_WORKER_LATER});
}

static bool is_mine(const char *text) {
    return !strncmp(text, "mine.", 5);
}

/// The text with which an instance is told of a content's property.
static const char *given(const char *text, char path[512]) {
    snprintf(path, 512, "%s/%s", folder, text);
    return is_mine(text) ? path : text;
}

static void choose(Host *host, const Content *content) {
    static HostState state;
    char path[512];
    memset(&state, 0, sizeof(state));
    for (int i = 0; i < JW_N_PROPERTIES; ++i) {
        const char *text = content->text[i];
        host_state_set(&state, jw_property_info((JwProperty)i)->uri,
                       is_mine(text) ? LV2_ATOM__Path : LV2_ATOM__String, given(text, path));
    }
    host_state_set(&state, JW_HELD_URI, LV2_ATOM__String, content->held);
    check(!host_restore(host, &state, ""), "cannot be chosen: %s", content->text[0]);
}

static bool is_same_file(const char *a, const char *b) {
    struct stat sa, sb;
    return !stat(a, &sa) && !stat(b, &sb) && sa.st_ino == sb.st_ino;
}

/// The instance has just what the content says.
static void check_content(Host *host, const Content *content, const char *what) {
    static HostState state;
    char path[512];
    host_save(host, &state, "");
    for (int i = 0; i < JW_N_PROPERTIES; ++i) {
        const char *uri = jw_property_info((JwProperty)i)->uri;
        const char *is = host_state_get(&state, uri);
        const char *wanted = given(content->text[i], path);
        check(is &&
                  (!strcmp(is, wanted) || (is_mine(content->text[i]) && is_same_file(is, wanted))),
              "%s: %s is \"%s\", not \"%s\"", what, uri, is ? is : "nowhere", wanted);
    }
    const char *held = host_state_get(&state, JW_HELD_URI);
    check(held && !strcmp(held, content->held), "%s: held is \"%s\", not \"%s\"", what, held,
          content->held);
}

static Project *new_project(ProjectKind kind) {
    Project *project = calloc(1, sizeof(Project));
    project->kind = kind;
    snprintf(project->folder, sizeof(project->folder), "%.200s/%s", folder, project_name(kind));
    mkdir(project->folder, 0755);
    return project;
}

static void open_and_check(const Project *project, const Content *content, bool active,
                           const char *what, Host **opened) {
    Host *host = open_host();
    char message[128];
    snprintf(message, sizeof(message), "%s, %s%s", project_name(project->kind), what,
             active ? ", while it runs" : "");
    if (active) {
        host_activate(host);
    }
    check(!project_load(project, host, active), "%s: not restored: %s", message, host->log);
    check_content(host, content, message);
    if (opened) {
        *opened = host;
    } else {
        host_free(host);
    }
}

/// Each content is saved over the one before, so that a key's type and its value may not go
/// together.
static void test_contents(ProjectKind kind) {
    static const Content contents[] = {
        {{"sitar.ini", "", "", "", "1.5 -0.001, 25 -1.5"}, ""},
        {{"mine.ini", "mine.scl", "mine.kbm", "sa=1.5 pa=-2", ""}, "gain=-3.500000"},
        {{"tanpura.ini", "", "", "", "10 -0.002, 22 -0.12, 35 -0.5"}, ""},
        {{"bench.ini", "mine.scl", "", "pa=-2", "10 0"}, "pluck_position=0.250000 body=3.000000"},
        {{"mine.ini", "", "", "", ""}, ""},
        {{"surbahar.ini", "", "mine.kbm", "", "2 -0.1"}, ""},
    };
    Project *project = new_project(kind);
    for (size_t i = 0; i < sizeof(contents) / sizeof(contents[0]); ++i) {
        Host *host = open_host(), *again;
        choose(host, &contents[i]);
        check(!project_save(project, host), "%s: not saved", project_name(kind));
        host_free(host);
        open_and_check(project, &contents[i], true, "opened", NULL);
        open_and_check(project, &contents[i], false, "opened", &again);
        check(!project_save(project, again), "%s: not saved again", project_name(kind));
        host_free(again);
        open_and_check(project, &contents[i], false, "saved again", NULL);
    }
    free(project);
}

/// A file that is away when a project is opened and saved is found when it is back.
static void test_file_away(ProjectKind kind) {
    static const Content content = {{"mine.ini", "mine.scl", "", "sa=3", "10 0.01"},
                                    "gain=-3.500000"};
    char path[512], away[600];
    Project *project = new_project(kind);
    Host *host = open_host();
    choose(host, &content);
    project_save(project, host);
    host_free(host);
    given("mine.ini", path);
    snprintf(away, sizeof(away), "%s.away", path);
    check(!rename(path, away), "cannot be moved");
    host = open_host();
    check(project_load(project, host, false) != LV2_STATE_SUCCESS, "%s: a missing file is no error",
          project_name(kind));
    check(strstr(host->log, "mine.ini") != NULL, "%s: the log does not name the file: %s",
          project_name(kind), host->log);
    check(!project_save(project, host), "%s: not saved", project_name(kind));
    host_free(host);
    check(!rename(away, path), "cannot be moved back");
    open_and_check(project, &content, false, "the file back", NULL);
    free(project);
}

/// A property that is of no use is named in the log; the rest is restored.
static void test_unreadable(void) {
    static const Content content = {{"bench.ini", "", "", "sa=1.5", "10 0.01"}, "gain=-3.500000"};
    static HostState state;
    char text[HOST_TEXT];
    memset(text, 'x', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    for (int i = 0; i <= JW_N_PROPERTIES; ++i) {
        const char *uri = i == JW_N_PROPERTIES ? JW_HELD_URI : jw_property_info((JwProperty)i)->uri;
        for (int kind = 0; kind < 2; ++kind) {
            Host *host = open_host();
            choose(host, &content);
            host_save(host, &state, "");
            host_free(host);
            host_state_set(&state, uri, kind ? LV2_ATOM__Int : LV2_ATOM__String, text);
            host = open_host();
            check(host_restore(host, &state, "") != LV2_STATE_SUCCESS, "%s: no error", uri);
            check(strstr(host->log, uri) != NULL, "%s: the log says \"%s\"", uri, host->log);
            host_save(host, &state, "");
            const char *is = host_state_get(&state, JW_INSTRUMENT_FILE_URI);
            check(!strcmp(is, i == JW_PROPERTY_INSTRUMENT ? "sitar" : "bench.ini"),
                  "%s: the instrument is %s", uri, is);
            host_free(host);
        }
    }
    Host *host = open_host();
    memset(&state, 0, sizeof(state));
    check(host_restore(host, &state, "") == LV2_STATE_ERR_NO_PROPERTY && !host->log[0],
          "a state of nothing is a host's own: the log says \"%s\"", host->log);
    host_state_set(&state, jw_property_info(JW_PROPERTY_STRINGS)->uri, LV2_ATOM__String, "sa=1.5");
    check(host_restore(host, &state, "") == LV2_STATE_ERR_NO_PROPERTY &&
              strstr(host->log, JW_INSTRUMENT_FILE_URI),
          "without an instrument the log says \"%s\"", host->log);
    host_free(host);
}

static void check_flags(const HostState *state, const char *uri, LV2_URID type, uint32_t flags,
                        const char *what) {
    for (int i = 0; i < state->n; ++i) {
        if (state->property[i].key == host_map(uri)) {
            check(state->property[i].type == type && state->property[i].flags == flags,
                  "%s, %s: type %u, flags %u, not %u and %u", uri, what, state->property[i].type,
                  state->property[i].flags, type, flags);
            return;
        }
    }
    check(false, "%s, %s: not saved", uri, what);
}

/// A text means the same on any machine, and so does a path that the host has mapped; a path as it
/// is does not.
static void test_flags(void) {
    static const Content content = {{"mine.ini", "mine.scl", "mine.kbm", "sa=3", "10 0.01"},
                                    "gain=-3.500000"};
    static const Content names = {{"bench.ini", "", "", "", "10 0.01"}, ""};
    static HostState state;
    const LV2_URID path = host_map(LV2_ATOM__Path), string = host_map(LV2_ATOM__String);
    const uint32_t pod = LV2_STATE_IS_POD, both = LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE;
    const struct {
        const Content *content;
        const char *root, *what;
        LV2_URID type;
        uint32_t flags;
    } cases[] = {
        {&content, folder, "mapped", path, both},
        {&content, "", "without mapPath", path, pod},
        {&content, "/nowhere", "mapped to itself", path, pod},
        {&names, folder, "a name", string, both},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
        Host *host = open_host();
        choose(host, cases[i].content);
        host_save(host, &state, cases[i].root);
        for (int k = JW_PROPERTY_INSTRUMENT; k <= JW_PROPERTY_MAPPING; ++k) {
            check_flags(&state, jw_property_info((JwProperty)k)->uri, cases[i].type, cases[i].flags,
                        cases[i].what);
        }
        for (int k = JW_PROPERTY_STRINGS; k < JW_N_PROPERTIES; ++k) {
            check_flags(&state, jw_property_info((JwProperty)k)->uri, string, both, cases[i].what);
        }
        check_flags(&state, JW_HELD_URI, string, both, cases[i].what);
        host_free(host);
    }
}

int main(int argc, char **argv) {
    char path[512], command[2048];
    bundle = argc > 1 ? argv[1] : "";
    snprintf(folder, sizeof(folder), "/tmp/jawari-project-XXXXXX");
    if (!mkdtemp(folder)) {
        return 2;
    }
    snprintf(command, sizeof(command), "cp '%s/instruments/bench.ini' '%s'", bundle,
             given("mine.ini", path));
    check(!system(command), "%s", command); // NOLINT(cert-env33-c): a copy in the test's folder
    check(write_text(given("mine.scl", path), "! mine.scl\nFifth\n 2\n!\n 3/2\n 2/1\n"),
          "mine.scl");
    check(write_text(given("mine.kbm", path), "0\n0\n127\n60\n69\n440.0\n0\n"), "mine.kbm");
    for (int kind = 0; kind < N_PROJECT_KINDS; ++kind) {
        test_contents((ProjectKind)kind);
        test_file_away((ProjectKind)kind);
    }
    test_unreadable();
    test_flags();
    snprintf(command, sizeof(command), "rm -r '%s'", folder);
    check(!system(command), "%s", command); // NOLINT(cert-env33-c): the test's own folder
    return check_result();
}
