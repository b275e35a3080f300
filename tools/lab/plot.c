// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Figures are drawn by gnuplot (Debian: gnuplot-nox): script and data are written to a pipe, and
// the picture is its standard output, redirected to the temporary file. No shell and no file name
// is passed to gnuplot. Its enhanced text is on: `_` and `^` in a label lower and raise the
// following character.

#define _POSIX_C_SOURCE 200809L

#include "program/target_file.h"
#include "run.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static bool ends_in(const char *text, const char *end) {
    const size_t n = strlen(text);
    const size_t m = strlen(end);
    return n > m && !strcmp(text + n - m, end);
}

bool jw_lab_plot_name_ok(const char *path) {
    return ends_in(path, ".png") || ends_in(path, ".svg");
}

/********* The script *********/

static void print_quoted(FILE *script, const char *text) {
    fputc('"', script);
    for (const char *c = text ? text : ""; *c; ++c) {
        if (*c == '"' || *c == '\\') {
            fputc('\\', script);
        }
        fputc(*c, script);
    }
    fputc('"', script);
}

static void print_data(FILE *script, const JwLab *lab) {
    for (size_t i = 0; i < lab->n_tables; ++i) {
        const JwLabTable *table = lab->tables[i];
        fprintf(script, "$table%zu << END_OF_TABLE\n", i);
        for (size_t k = 0; k < table->n_columns * table->n_rows; ++k) {
            fprintf(script, " %.9g%s", table->cells[k], (k + 1) % table->n_columns ? "" : "\n");
        }
        fputs("END_OF_TABLE\n", script);
    }
}

static const char *style_text(JwLabStyle style) {
    switch (style) {
    case JW_LAB_LINE:
        return "lines lw 1.4";
    case JW_LAB_DASHED:
        return "lines lw 1.4 dt 2";
    case JW_LAB_BESIDE:
        return "lines lw 1.2 dt 2 lc black";
    case JW_LAB_POINTS:
        return "points pt 7 ps 0.7";
    case JW_LAB_DOTS:
        return "points pt 7 ps 0.2";
    case JW_LAB_LINEPOINTS:
        return "linespoints lw 1.2 pt 7 ps 0.45";
    case JW_LAB_STEPS:
        return "steps lw 1.4";
    }
    return "lines";
}

// Prints colours that are also distinguishable in print; gnuplot's paler defaults are not.
static void print_colours(FILE *script) {
    static const char *const colours[] = {"#1f4e9c", "#c1272d", "#2a8a3e", "#e08a00",
                                          "#7b3fa0", "#008b9c", "#8c564b", "#555555"};
    enum { n_colours = sizeof(colours) / sizeof(colours[0]) };
    for (int i = 0; i < n_colours; ++i) {
        fprintf(script, "set linetype %d lc rgb \"%s\"\n", i + 1, colours[i]);
    }
    fprintf(script, "set linetype cycle %d\n", n_colours);
}

static size_t table_index(const JwLab *lab, const JwLabTable *table) {
    size_t i = 0;
    while (i + 1 < lab->n_tables && lab->tables[i] != table) {
        ++i;
    }
    return i;
}

static void print_range(FILE *script, const char *axis, const double range[2]) {
    fprintf(script, "set %srange [", axis);
    if (range[0] != 0.0 || range[1] != 0.0) {
        fprintf(script, "%.9g", range[0]);
    } else {
        fputs("*", script);
    }
    if (range[1] != 0.0) {
        fprintf(script, ":%.9g]\n", range[1]);
    } else {
        fputs(":*]\n", script);
    }
}

typedef struct {
    double least, most;
    bool rises; // x rises in every curve: the axis may be a time, and is no path
} Extent;

static Extent x_extent(const JwLabPanel *panel) {
    Extent x = {HUGE_VAL, -HUGE_VAL, true};
    for (size_t i = 0; i < panel->n_curves; ++i) {
        const JwLabCurve *curve = &panel->curves[i];
        const size_t width = curve->table->n_columns;
        for (size_t row = 0; row < curve->table->n_rows; ++row) {
            const double *cell = &curve->table->cells[row * width + (size_t)curve->x];
            x.rises = x.rises && (row == 0 || *cell >= cell[-(ptrdiff_t)width]);
            x.least = fmin(x.least, *cell);
            x.most = fmax(x.most, *cell);
        }
    }
    return x;
}

// Prints the range of x. Linear axes end at the data; 0 is included if the first sample is soon
// after it, and a path that turns at the edge has a margin.
static void print_x_range(FILE *script, const JwLabPanel *panel) {
    const JwLabAxes *axes = &panel->axes;
    const Extent x = x_extent(panel);
    if (axes->log_x || axes->x_range[1] != 0.0 || !(x.most > x.least)) {
        print_range(script, "x", axes->x_range);
        return;
    }
    const double room = x.rises ? 0.0 : 0.03 * (x.most - x.least);
    const bool near_zero = x.rises && x.least > 0.0 && x.least < 0.05 * x.most;
    fprintf(script, "set xrange [%.9g:%.9g]\n", near_zero ? 0.0 : x.least - room, x.most + room);
}

static void print_panel(FILE *script, const JwLab *lab, const JwLabPanel *panel) {
    const JwLabAxes *axes = &panel->axes;
    fputs("set title ", script);
    print_quoted(script, axes->title);
    fputs("\nset xlabel ", script);
    print_quoted(script, axes->x_label);
    fputs("\nset ylabel ", script);
    print_quoted(script, axes->y_label);
    fprintf(script, "\n%s logscale x\n%s logscale y\n", axes->log_x ? "set" : "unset",
            axes->log_y ? "set" : "unset");
    fprintf(script, "set format x \"%s\"\nset format y \"%s\"\n", axes->log_x ? "10^{%T}" : "%g",
            axes->log_y ? "10^{%T}" : "%g");
    print_x_range(script, panel);
    if (axes->y_from_zero) {
        fputs("set yrange [0:*]\n", script);
    } else {
        print_range(script, "y", axes->y_range);
    }
    fputs("plot ", script);
    int colour = 0;
    for (size_t i = 0; i < panel->n_curves; ++i) {
        const JwLabCurve *curve = &panel->curves[i];
        fprintf(script, "%s$table%zu using %d:%d with %s ", i ? ", " : "",
                table_index(lab, curve->table), curve->x + 1, curve->y + 1,
                style_text(curve->style));
        if (curve->style != JW_LAB_BESIDE) {
            fprintf(script, "lt %d ", ++colour);
        }
        if (*curve->legend) {
            fputs("title ", script);
            print_quoted(script, curve->legend);
        } else {
            fputs("notitle", script);
        }
    }
    fputs("\n", script);
}

static void print_script(FILE *script, const JwLab *lab, bool svg) {
    const int columns = lab->n_panels > 3 ? 2 : 1;
    const int rows = ((int)lab->n_panels + columns - 1) / columns;
    const int height = rows == 1 ? 480 : 340 * rows;
    fprintf(script, "set encoding utf8\nset terminal %s enhanced size %d,%d font \"Sans,11\"%s\n",
            svg ? "svg" : "pngcairo", columns == 1 ? 840 : 1240, height,
            svg ? " background \"white\"" : "");
    print_colours(script);
    // Legends are below their panels: inside, they would cover curves.
    fputs("set grid lt 1 lw 0.5 lc rgb \"#dddddd\"\nset key bmargin center horizontal samplen 2 "
          "height 1\n"
          "set lmargin 11\nset rmargin 4\n",
          script);
    print_data(script, lab);
    fprintf(script, "set multiplot layout %d,%d\n", rows, columns);
    for (size_t i = 0; i < lab->n_panels; ++i) {
        print_panel(script, lab, lab->panels[i]);
    }
    fputs("unset multiplot\n", script);
}

static char *make_script(JwLab *lab, bool svg, size_t *size) {
    char *text = NULL;
    FILE *script = open_memstream(&text, size);
    if (!script) {
        jw_error_set(jw_lab_error(lab), "out of memory");
        return NULL;
    }
    print_script(script, lab, svg);
    const bool good = !ferror(script);
    if (fclose(script) || !good) {
        free(text);
        jw_error_set(jw_lab_error(lab), "out of memory");
        return NULL;
    }
    return text;
}

/********* Running gnuplot *********/

// Starts gnuplot: standard input from the pipe, output to the file, errors discarded.
static int spawn_gnuplot(pid_t *pid, const int ends[2], int output) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) {
        return error;
    }
    error = posix_spawnattr_init(&attributes);
    if (error) {
        posix_spawn_file_actions_destroy(&actions);
        return error;
    }
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    char program[] = "gnuplot";
    char clean[] = "--default-settings"; // Ignores the user's ~/.gnuplot
    char *const arguments[] = {program, clean, NULL};
    (void)((error = posix_spawn_file_actions_addclose(&actions, ends[1])) ||
           (error = posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)) ||
           (error = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)) ||
           (error = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", 1, 0)) ||
           (error = posix_spawnattr_setsigdefault(&attributes, &defaults)) ||
           (error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF)) ||
           (error = posix_spawnp(pid, program, &actions, &attributes, arguments, environ)));
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

static bool write_all(int fd, const char *text, size_t size) {
    while (size > 0) {
        const ssize_t n = write(fd, text, size);
        if (n < 0 && errno != EINTR) {
            return false;
        }
        text += n < 0 ? 0 : n;
        size -= n < 0 ? 0 : (size_t)n;
    }
    return true;
}

static bool wait_for(pid_t pid) {
    int status = 0;
    while (waitpid(pid, &status, 0) < 0) {
        if (errno != EINTR) {
            return false;
        }
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool draw(JwLab *lab, const char *script, size_t size, int output) {
    int ends[2];
    if (pipe(ends)) {
        return jw_error_set(jw_lab_error(lab), "cannot start gnuplot: %s", strerror(errno));
    }
    pid_t pid = 0;
    const int error = spawn_gnuplot(&pid, ends, output);
    close(ends[0]);
    if (error) {
        close(ends[1]);
        return jw_error_set(jw_lab_error(lab), "cannot start gnuplot (package gnuplot-nox): %s",
                            strerror(error));
    }
    // SIGPIPE is ignored: a gnuplot that dies early ends this run with a message.
    const bool written = write_all(ends[1], script, size);
    close(ends[1]);
    const bool drawn = wait_for(pid);
    return (written && drawn) || jw_error_set(jw_lab_error(lab), "gnuplot could not draw");
}

bool jw_lab_plot_write(JwLab *lab, const char *path) {
    if (lab->n_panels == 0) {
        return jw_error_set(jw_lab_error(lab), "nothing to draw for --plot %s with these options",
                            path);
    }
    size_t size = 0;
    char *script = make_script(lab, ends_in(path, ".svg"), &size);
    JwTargetFile file = {0};
    bool ok = script && jw_target_file_open(&file, path, &lab->error) &&
              draw(lab, script, size, file.fd) &&
              (lseek(file.fd, 0, SEEK_END) > 0 ||
               jw_error_set(jw_lab_error(lab), "%s: gnuplot drew nothing", path)) &&
              jw_target_file_finish(&file, &lab->error) &&
              jw_target_file_commit(&file, &lab->error);
    free(script);
    jw_target_file_discard(&file);
    lab->failed = !ok;
    return ok;
}
