// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "fit/page.h"

#include "files/line.h"
#include "files/xml_text.h"
#include "fit/outcome.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    // Pictures [px]
    WIDE = 360,
    HIGH = 220,
    MARGIN = 36,
    LEVELS_WIDE = 240,
    LEVELS_HIGH = 160,
    LEVELS_WINDOW = 1, // The window whose levels are shown
};

// Range of levels shown below the loudest [dB].
static const double depth_db = 60.0;

typedef struct {
    char *text;
    size_t n, size;
    bool failed;
} Page;

/// Appends formatted text.
__attribute__((format(printf, 2, 3))) static void write_on(Page *p, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (p->n + (size_t)n + 1 > p->size) {
        p->size = 2 * p->size + (size_t)n + 4096;
        char *more = realloc(p->text, p->size);
        p->failed = p->failed || !more;
        if (!more) {
            p->size = 0;
            return;
        }
        p->text = more;
    }
    va_start(args, format);
    vsnprintf(p->text + p->n, p->size - p->n, format, args);
    va_end(args);
    p->n += (size_t)n;
}

/// Appends a foreign text, escaped for HTML.
static void write_text(Page *p, const char *text) {
    char line[512];
    snprintf(line, sizeof(line), "%s", text);
    jw_line_tidy(line);
    char escaped[6 * sizeof(line)];
    jw_xml_escape(line, escaped, sizeof(escaped));
    write_on(p, "%s", escaped);
}

/********* Figures *********/

static void write_figures(Page *p, const JwFit *fit) {
    const JwMisfit *m = &fit->misfit;
    write_on(p, "<table>\n<tr><th>figure<th>key<th>before<th>after<th>standard error\n");
    for (int u = 0; u < m->n_unknowns; ++u) {
        const JwUnknownInfo *info = jw_unknown_info(m->unknown[u]);
        const JwFigureFound *f = &fit->found[u];
        write_on(p, "<tr><td>%s<td><code>%s</code><td>%.6g<td>%.6g<td>", info->words, info->key,
                 f->before, f->kept ? f->before : f->after);
        char known[64];
        jw_outcome_known(fit, u, known, sizeof(known));
        write_on(p, "%s\n", known);
    }
    write_on(p, "</table>\n");
}

/********* Partials *********/

/// Quantity of a partial to be shown.
typedef double (*Measure)(const JwPartials *reference, const JwPartial *partial);

/// Cents above the harmonic of the recording's fundamental.
static double stretch_cents(const JwPartials *reference, const JwPartial *partial) {
    return 1200.0 * log2(partial->hz / (partial->number * reference->hz));
}

static double decay_per_s(const JwPartials *reference, const JwPartial *partial) {
    (void)reference;
    return partial->per_s;
}

/// Range of a picture's values, whose whole steps have lines.
typedef struct {
    double low, high, step;
} Span;

/// Extends a range to whole steps of 1, 2 or 5 times a power of ten, six at most.
static void round_span(Span *span) {
    const double least = fmax(span->high - span->low, 1e-3) / 5.0;
    span->step = pow(10.0, floor(log10(least)));
    span->step *= least > 5.0 * span->step ? 10.0 : least > 2.0 * span->step ? 5.0 : 2.0;
    span->low = span->step * floor(span->low / span->step + 1e-9);
    span->high = span->step * ceil(span->high / span->step - 1e-9);
}

static void widen(Span *span, const JwPartials *reference, const JwPartials *of, Measure measure) {
    for (int i = 0; i < of->n; ++i) {
        const double y = measure(reference, &of->partial[i]);
        span->low = fmin(span->low, y);
        span->high = fmax(span->high, y);
    }
}

static double place_x(int number) {
    return MARGIN + (WIDE - MARGIN - 8.0) * number / (JW_PARTIALS_MAX * 0.78);
}

static double place_y(const Span *span, double y) {
    return HIGH - 20.0 - (HIGH - 44.0) * (y - span->low) / (span->high - span->low);
}

static void draw_dots(Page *p, const Span *span, const JwPartials *reference, const JwPartials *of,
                      Measure measure, const char *class) {
    for (int i = 0; i < of->n; ++i) {
        write_on(p, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%s\"/>", class,
                 place_x(of->partial[i].number), place_y(span, measure(reference, &of->partial[i])),
                 strcmp(class, "recorded") ? "2.5" : "5");
    }
    write_on(p, "\n");
}

/// Draws a quantity of the partials over their number: the recording's, before and after.
static void draw_partials(Page *p, const JwMisfitNote *n, const JwPartials *before, Measure measure,
                          const char *title) {
    const JwPartials *r = &n->recording.partials;
    Span span = {0.0, 1e-3, 0.0};
    widen(&span, r, r, measure);
    widen(&span, r, before, measure);
    widen(&span, r, &n->played, measure);
    round_span(&span);
    write_on(p, "<svg width=\"%d\" height=\"%d\"><text x=\"8\" y=\"12\">%s</text>\n", (int)WIDE,
             (int)HIGH, title);
    const int n_steps = (int)lround((span.high - span.low) / span.step);
    for (int i = 0; i <= n_steps; ++i) {
        const double y = span.low + i * span.step;
        write_on(p, "<path d=\"M%d %.1fH%d\"/><text x=\"2\" y=\"%.1f\">%.3g</text>", (int)MARGIN,
                 place_y(&span, y), (int)WIDE, place_y(&span, y) + 3.0, y);
    }
    for (int k = 1; k <= 24; k += k < 4 ? 3 : 4) {
        write_on(p, "<text x=\"%.1f\" y=\"%d\">%d</text>", place_x(k) - 4.0, HIGH - 4, k);
    }
    draw_dots(p, &span, r, r, measure, "recorded");
    draw_dots(p, &span, r, before, measure, "before");
    draw_dots(p, &span, r, &n->played, measure, "after");
    write_on(p, "</svg>\n");
}

/********* Levels *********/

static void draw_levels(Page *p, const JwMisfitNote *n, const JwSpectra *s, const char *title) {
    enum { W = LEVELS_WINDOW };
    const int frames = s->n_frames[W], bands = n->bands.n[W];
    double most = 1e-30;
    for (int f = 0; f < frames; ++f) {
        for (int b = 0; b < bands; ++b) {
            most = fmax(most, s->power[W][f][b]);
        }
    }
    write_on(p, "<svg width=\"%d\" height=\"%d\"><text x=\"2\" y=\"12\">%s</text>\n",
             (int)LEVELS_WIDE, LEVELS_HIGH + 18, title);
    for (int f = 0; f < frames; ++f) {
        for (int b = 0; b < bands; ++b) {
            const double db = 10.0 * log10(s->power[W][f][b] / most + 1e-30);
            const int grey = (int)(255.0 * fmax(1.0 + db / depth_db, 0.0));
            write_on(p,
                     "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
                     "fill=\"rgb(%d,%d,%d)\"/>",
                     (double)LEVELS_WIDE * f / frames,
                     18.0 + (double)LEVELS_HIGH * (bands - 1 - b) / bands,
                     (double)LEVELS_WIDE / frames + 0.3, (double)LEVELS_HIGH / bands + 0.3, grey,
                     grey * 3 / 4, 60 + grey / 3);
        }
    }
    write_on(p, "</svg>\n");
}

/********* Portraits *********/

/// Draws a portrait's values, as far as the recording has them.
static void draw_figures(Page *p, const JwPortrait *theirs, const JwPortrait *of,
                         const char *class) {
    const Span span = {-60.0, 30.0, 15.0};
    for (int i = 0; i < theirs->n; ++i) {
        const JwPortraitFigure *f = &theirs->figure[i];
        const double db = jw_portrait_value(of, f->quantity, f->band, f->time_s);
        write_on(p, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%s\"/>", class,
                 MARGIN + 14.0 * (i + 1), place_y(&span, fmin(fmax(db, span.low), span.high)),
                 strcmp(class, "recorded") ? "2.5" : "5");
    }
    write_on(p, "\n");
}

static void draw_portrait(Page *p, const JwMisfitNote *n, const JwPortrait *before) {
    const Span span = {-60.0, 30.0, 15.0};
    const int wide = MARGIN + 14 * (n->portrait.n + 2);
    write_on(
        p,
        "<svg width=\"%d\" height=\"%d\"><text x=\"8\" y=\"12\">bands from time to time, level, "
        "bloom [dB]</text>\n",
        wide, (int)HIGH);
    for (int db = -60; db <= 30; db += 15) {
        write_on(p, "<path d=\"M%d %.1fH%d\"/><text x=\"2\" y=\"%.1f\">%d</text>", (int)MARGIN,
                 place_y(&span, db), wide, place_y(&span, db) + 3.0, db);
    }
    draw_figures(p, &n->portrait, &n->portrait, "recorded");
    draw_figures(p, &n->portrait, before, "before");
    draw_figures(p, &n->portrait, &n->ours, "after");
    write_on(p, "</svg>\n");
}

/********* All *********/

static void write_note(Page *p, const JwFit *fit, int i) {
    const JwMisfitNote *n = &fit->misfit.note[i];
    const JwNoteBefore *before = &fit->before[i];
    write_on(p, "<h2>");
    write_text(p, n->recording.path);
    write_on(p,
             "</h2>\n<p>%.2f Hz, fret %d (0: open), velocity %d; distance %.2f dB, before "
             "%.2f dB.\n<p>",
             n->recording.hz, n->note.fret, n->note.velocity, n->distance_db, before->distance_db);
    if (n->portrait.n > 0) {
        draw_portrait(p, n, &before->ours);
        return;
    }
    draw_partials(p, n, &before->played, stretch_cents, "partials over harmonics [cents]");
    draw_partials(p, n, &before->played, decay_per_s, "decays [1/s]");
    write_on(p, "<p>");
    draw_levels(p, n, n->spectra, "recorded: the first second, by bands");
    if (before->heard) {
        draw_levels(p, n, before->heard, "before");
    }
    draw_levels(p, n, n->heard, "after");
}

static const char style[] =
    "body{font:15px sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222}"
    "table{border-collapse:collapse}td,th{padding:2px 10px;text-align:left}"
    "tr:nth-child(even){background:#f2f2f2}svg{margin:4px;font-size:10px}svg path{stroke:#ddd}"
    ".recorded{fill:none;stroke:#222}.before{fill:#b8b8b8}.after{fill:#c33}";

static const char begin[] = "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
                            "<title>jawari-fit</title>\n";

const char *jw_page_begin(void) {
    return begin;
}

char *jw_page_make(const JwFit *fit) {
    Page p = {.n = 0};
    const JwMisfit *m = &fit->misfit;
    write_on(&p, "%s<style>%s</style>\n<h1>String ", begin, style);
    write_text(&p, fit->like.string[m->string].name);
    write_on(&p, " of ");
    write_text(&p, fit->like.name);
    write_on(&p, ", fitted to %d recording%s</h1>\n", m->n_notes, m->n_notes > 1 ? "s" : "");
    write_on(&p,
             "<p>Distance of levels %.2f dB, before %.2f dB%s; %ld notes played, seed %d, "
             "jawari-fit %s.\n",
             fit->end_db, fit->begin_db, jw_outcome_ending(fit), m->n_played, fit->options->seed,
             JW_VERSION);
    write_figures(&p, fit);
    write_on(&p, "<p>In the pictures: recorded (black rings), before (grey), after (red).\n");
    for (int i = 0; i < m->n_notes; ++i) {
        write_note(&p, fit, i);
    }
    write_on(&p, "</html>\n");
    if (p.failed) {
        free(p.text);
        return NULL;
    }
    return p.text;
}
