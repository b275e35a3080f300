// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/remote/surface_line.h"

#include "files/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WORD_SIZE = 64, VELOCITY_MAX = 127 };

static const char root[] = "jawari", no_room[] = "the message is too long, or no text",
                  no_command[] = "there is no command";

/********* Words *********/

/// True if a text fits on one line.
static bool is_plain(const char *text) {
    for (; *text; ++text) {
        if ((unsigned char)*text < ' ' || *text == 0x7f) {
            return false;
        }
    }
    return true;
}

static bool append(char *line, size_t size, const char *text) {
    const size_t n = strlen(line);
    return is_plain(text) && strlen(text) < size - n &&
           snprintf(line + n, size - n, "%s", text) >= 0;
}

/// True if the next word of a line is the velocity of a note, after command and key.
static bool velocity_is_next(const char *line) {
    static const char note[] = "note";
    line += strspn(line, " ");
    const char *key = line + strcspn(line, " ");
    if ((size_t)(key - line) != strlen(note) || strncmp(line, note, strlen(note)) != 0) {
        return false;
    }
    key += strspn(key, " ");
    const char *end = key + strcspn(key, " ");
    return *key != '\0' && end[strspn(end, " ")] == '\0';
}

/// Converts a fraction or a boolean, from a button or a fader, to a velocity: 1 is full, and values
/// above 1 are MIDI velocities. Returns false for other arguments.
static bool velocity_of(const JwOscMessage *m, int i, int *velocity) {
    double value = m->type[i] == 'T' ? 1.0 : 0.0;
    if (m->type[i] != 'T' && !jw_osc_fraction(m, i, &value)) {
        return false;
    }
    if (!(value >= 0.0 && value <= VELOCITY_MAX)) {
        return false;
    }
    const long whole = lround(value <= 1.0 ? value * VELOCITY_MAX : value);
    *velocity = whole == 0 && value > 0.0 ? 1 : (int)whole;
    return true;
}

/// True if exactly one argument of a message has a value, which is a number or a boolean: a
/// button's position, 0 for released.
static bool button_position(const JwOscMessage *m, double *position) {
    int n = 0;
    for (int i = 0; i < m->n; ++i) {
        char word[WORD_SIZE];
        if (jw_osc_says_nothing(m, i)) {
            continue;
        }
        const char *text =
            strchr("ihfdTF", m->type[i]) ? jw_osc_word(m, i, word, sizeof(word)) : NULL;
        if (!text || !jw_number_parse(text, position)) {
            return false;
        }
        ++n;
    }
    return n == 1;
}

/// Appends the arguments to the line; returns an error, or NULL.
static const char *write_arguments(const JwSurfaceNames *names, const JwOscMessage *m, char *line,
                                   size_t size) {
    const size_t first = strspn(line, " ");
    double position = 0.0;
    if (line[first] == '\0' || line[first] == '#') {
        return no_command;
    }
    if (names->is_button && button_position(m, &position) && names->is_button(names->user, line)) {
        line[0] = position == 0.0 ? '\0' : line[0];
        return NULL;
    }
    for (int i = 0; i < m->n; ++i) {
        char word[WORD_SIZE];
        int velocity = 0;
        const char *text = word;
        if (jw_osc_says_nothing(m, i)) {
            continue;
        }
        if (velocity_is_next(line) && velocity_of(m, i, &velocity)) {
            snprintf(word, sizeof(word), "%d", velocity);
        } else {
            text = jw_osc_word(m, i, word, sizeof(word));
        }
        if (!text) {
            return "an argument is neither a number nor a text";
        }
        if (!append(line, size, " ") || !append(line, size, text)) {
            return no_room;
        }
    }
    return NULL;
}

const char *jw_surface_line(const JwSurfaceNames *names, const JwOscMessage *message, char *line,
                            size_t size) {
    const char *path = message->address + 1;
    line[0] = '\0';
    if (strncmp(path, root, strlen(root)) != 0 || path[strlen(root)] != '/') {
        return "the address does not begin with /jawari/";
    }
    if (!append(line, size, path + strlen(root) + 1)) {
        return no_room;
    }
    for (char *c = line; *c; ++c) {
        *c = *c == '/' ? ' ' : *c;
    }
    return write_arguments(names, message, line, size);
}

/********* Patterns *********/

/// Parses the next part and moves *path past it; returns false if there is none, or it is no
/// pattern.
static bool next_part(const char **path, char *part) {
    if (**path != '/') {
        return false;
    }
    const char *start = *path + 1;
    const size_t n = strcspn(start, "/");
    *path = start + n;
    snprintf(part, JW_OSC_PART_MAX + 1, "%.*s", (int)(n < JW_OSC_PART_MAX ? n : JW_OSC_PART_MAX),
             start);
    return n <= JW_OSC_PART_MAX && jw_osc_pattern_ok(part);
}

/// Finds the next match from the present state of the search on.
static void find(JwSurfaceSearch *search, const JwSurfaceNames *names) {
    char *const command = search->match[0], *const follower = search->match[1];
    const size_t size = sizeof(search->match[0]);
    search->found = false;
    while (!search->found && names->name(names->user, NULL, search->command, command, size)) {
        const bool matches = jw_osc_pattern_matches(search->part[0], command);
        if (matches && search->n_parts == 1) {
            search->found = true;
        }
        while (matches && search->n_parts == 2 && !search->found &&
               names->name(names->user, command, search->follower++, follower, size)) {
            search->found = jw_osc_pattern_matches(search->part[1], follower);
        }
        if (!search->found || search->n_parts == 1) {
            ++search->command;
            search->follower = 0;
        }
    }
}

const char *jw_surface_search(JwSurfaceSearch *search, const JwSurfaceNames *names,
                              const JwOscMessage *message) {
    char part[JW_OSC_PART_MAX + 1];
    const char *path = message->address;
    *search = (JwSurfaceSearch){.n_parts = 0};
    bool ok = next_part(&path, part);
    if (ok && !jw_osc_pattern_matches(part, root)) {
        return "the address does not begin with /jawari/";
    }
    if (ok && *path == '\0') {
        return no_command;
    }
    for (; ok && *path && search->n_parts < 2; ++search->n_parts) {
        ok = next_part(&path, search->part[search->n_parts]);
    }
    if (!ok) {
        return "the pattern is not closed, or too long";
    }
    if (*path == '\0' && names->name) {
        find(search, names);
    }
    return search->found ? NULL : "no address matches the pattern";
}

const char *jw_surface_match(JwSurfaceSearch *search, const JwSurfaceNames *names,
                             const JwOscMessage *message, char *line, size_t size) {
    line[0] = '\0';
    const bool ok =
        append(line, size, search->match[0]) &&
        (search->n_parts == 1 || (append(line, size, " ") && append(line, size, search->match[1])));
    find(search, names);
    return ok ? write_arguments(names, message, line, size) : no_room;
}
