// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#define _POSIX_C_SOURCE 200809L

#include "base/pi.h"
#include "files/number.h"
#include "gi_string.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Tolerance at the obstacle's edge: a grid point on the edge belongs to the obstacle, however the
// edge was rounded.
static const double edge = 1e-9;

enum { max_points = 1000000 };

/********* The obstacles of the paper *********/

static double flat(double x) {
    (void)x;
    return 0.025;
}

// Depth of the obstacle. As printed, p >= d with d = 0.05 - 0.025 sin(pi (x - 1/3)), the string
// would start inside it. With the sign of (GI 46), where d counts downwards from the line through
// the supports, the start is feasible: p >= -d.
static double depth(double x) {
    return -(0.05 - 0.025 * sin(JW_PI * (x - 1.0 / 3.0)));
}

static double bump(double x) {
    return 0.025 * sin(3.0 * JW_PI * (x - 1.0 / 3.0));
}

typedef struct {
    const char *name;
    double from, to;
    double (*height)(double x);
} Shape;

static const Shape shapes[] = {
    {"flat", 1.0 / 3.0, 2.0 / 3.0, flat},
    {"depth", 1.0 / 3.0, 1.0, depth},
    {"bump", 1.0 / 3.0, 2.0 / 3.0, bump},
    {NULL, 0.0, 0.0, NULL},
};

/********* Files *********/

typedef struct {
    double *x, *height;
    int n, capacity;
    bool named; // A line of names was read
} Profile;

static bool add_point(JwLab *lab, Profile *profile, double x, double height) {
    if (profile->n == profile->capacity) {
        const int capacity = profile->capacity ? 2 * profile->capacity : 64;
        double *xs = realloc(profile->x, (size_t)capacity * sizeof(double));
        profile->x = xs ? xs : profile->x;
        double *heights = realloc(profile->height, (size_t)capacity * sizeof(double));
        profile->height = heights ? heights : profile->height;
        if (!xs || !heights) {
            return jw_error_set(jw_lab_error(lab), "out of memory");
        }
        profile->capacity = capacity;
    }
    profile->x[profile->n] = x;
    profile->height[profile->n++] = height;
    return true;
}

// Takes the text from `start` to the end of its cell, without surrounding blanks, and terminates
// it. Returns the start of the next cell, or NULL after the last.
static char *take_cell(char *start, char **cell) {
    char *comma = strchr(start, ',');
    if (comma) {
        *comma = '\0';
    }
    *cell = start + strspn(start, " \t");
    size_t length = strlen(*cell);
    while (length > 0 && strchr(" \t\r\n", (*cell)[length - 1])) {
        (*cell)[--length] = '\0';
    }
    return comma ? comma + 1 : NULL;
}

static bool is_name(const char *cell) {
    return isalpha((unsigned char)cell[*cell == '"']);
}

static bool read_line(JwLab *lab, const char *path, int number, char *line, Profile *profile) {
    char *first = NULL;
    char *second = NULL;
    char *rest = take_cell(line, &first);
    if (*first == '#' || (!*first && !rest)) {
        return true; // Remarks and empty lines are skipped
    }
    if (rest) {
        rest = take_cell(rest, &second);
    }
    double x = 0.0;
    double height = 0.0;
    if (!second || rest) {
        return jw_error_set(jw_lab_error(lab), "%s, line %d: not two columns, x and height", path,
                            number);
    }
    if (!jw_number_parse(first, &x) || !jw_number_parse(second, &height)) {
        // Names may precede the numbers, as in "x [1],height [1]".
        if (profile->n == 0 && !profile->named && is_name(first) && is_name(second)) {
            profile->named = true;
            return true;
        }
        return jw_error_set(jw_lab_error(lab), "%s, line %d: not a number", path, number);
    }
    if (profile->n > 0 && x <= profile->x[profile->n - 1]) {
        return jw_error_set(jw_lab_error(lab), "%s, line %d: x does not grow", path, number);
    }
    if (profile->n == max_points) {
        return jw_error_set(jw_lab_error(lab), "%s: more than %d points", path, max_points);
    }
    return add_point(lab, profile, x, height);
}

static bool read_profile(JwLab *lab, const char *path, Profile *profile) {
    FILE *stream = fopen(path, "r");
    if (!stream) {
        return jw_error_set(jw_lab_error(lab), "cannot read obstacle %s: %s", path,
                            strerror(errno));
    }
    char *line = NULL;
    size_t size = 0;
    int number = 0;
    bool good = true;
    errno = 0;
    while (good && getline(&line, &size, stream) >= 0) {
        // Editors may write a byte order mark before the first line.
        const bool marked = number == 0 && !strncmp(line, "\xEF\xBB\xBF", 3);
        good = read_line(lab, path, ++number, line + (marked ? 3 : 0), profile);
    }
    if (good && ferror(stream)) {
        good =
            jw_error_set(jw_lab_error(lab), "cannot read obstacle %s: %s", path, strerror(errno));
    }
    free(line);
    fclose(stream);
    return good && (profile->n > 0 || jw_error_set(jw_lab_error(lab), "%s holds no points", path));
}

static double interpolate(const Profile *profile, double x) {
    int i = 0;
    while (i + 2 < profile->n && profile->x[i + 1] < x) {
        ++i;
    }
    if (profile->n == 1) {
        return profile->height[0];
    }
    const double part = (x - profile->x[i]) / (profile->x[i + 1] - profile->x[i]);
    const double inside = fmin(1.0, fmax(0.0, part));
    return (1.0 - inside) * profile->height[i] + inside * profile->height[i + 1];
}

/********* Grid points *********/

// Finds the grid points from..to and allocates memory for their heights.
static bool choose_points(JwLab *lab, const char *name, int n_points, double from, double to,
                          JwGiObstacle *obstacle) {
    int last = 0;
    obstacle->first = 0;
    for (int i = 1; i <= n_points; ++i) {
        const double x = (double)i / (n_points + 1);
        if (x >= from - edge && x <= to + edge) {
            obstacle->first = obstacle->first ? obstacle->first : i;
            last = i;
        }
    }
    if (!last) {
        return jw_error_set(jw_lab_error(lab),
                            "obstacle %s: none of the %d grid points lies between x = %g and %g",
                            name, n_points, from, to);
    }
    obstacle->n = last - obstacle->first + 1;
    obstacle->height = calloc((size_t)obstacle->n, sizeof(double));
    return obstacle->height || jw_error_set(jw_lab_error(lab), "out of memory");
}

static double point_x(const JwGiObstacle *obstacle, int n_points, int k) {
    return (double)(obstacle->first + k) / (n_points + 1);
}

static bool sample_file(JwLab *lab, const char *path, int n_points, JwGiObstacle *obstacle) {
    Profile profile = {0};
    const bool good =
        read_profile(lab, path, &profile) &&
        choose_points(lab, path, n_points, profile.x[0], profile.x[profile.n - 1], obstacle);
    for (int k = 0; good && k < obstacle->n; ++k) {
        obstacle->height[k] = interpolate(&profile, point_x(obstacle, n_points, k));
    }
    free(profile.x);
    free(profile.height);
    return good;
}

bool jw_gi_obstacle_init(JwLab *lab, const char *name, int n_points, JwGiObstacle *obstacle) {
    const Shape *shape = shapes;
    while (shape->name && strcmp(shape->name, name) != 0) {
        ++shape;
    }
    *obstacle = (JwGiObstacle){0};
    if (!shape->name) {
        return sample_file(lab, name, n_points, obstacle);
    }
    if (!choose_points(lab, name, n_points, shape->from, shape->to, obstacle)) {
        return false;
    }
    for (int k = 0; k < obstacle->n; ++k) {
        obstacle->height[k] = shape->height(point_x(obstacle, n_points, k));
    }
    return true;
}

void jw_gi_obstacle_clear(JwGiObstacle *obstacle) {
    free(obstacle->height);
    *obstacle = (JwGiObstacle){0};
}
