// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "recorder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Recorder *of(JwCanvas *c) {
    return (Recorder *)(void *)c;
}

static void *need(void *memory) {
    if (!memory) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    return memory;
}

static void *copy(const void *data, size_t size) {
    return memcpy(need(malloc(size + 1)), data, size);
}

static void add(JwCanvas *c, Op op) {
    Recorder *r = of(c);
    if (r->n == r->room) {
        r->room = 2 * r->room + 256;
        r->op = need(realloc(r->op, (size_t)r->room * sizeof *r->op));
    }
    r->op[r->n++] = op;
}

/********* Recording *********/

static void save(JwCanvas *c) {
    add(c, (Op){.kind = OP_SAVE});
}

static void restore(JwCanvas *c) {
    add(c, (Op){.kind = OP_RESTORE});
}

static void translate(JwCanvas *c, double x, double y) {
    add(c, (Op){.kind = OP_TRANSLATE, .v = {x, y}});
}

static void scale(JwCanvas *c, double by) {
    add(c, (Op){.kind = OP_SCALE, .v = {by}});
}

static void begin(JwCanvas *c) {
    add(c, (Op){.kind = OP_BEGIN});
}

static void move(JwCanvas *c, double x, double y) {
    add(c, (Op){.kind = OP_MOVE, .v = {x, y}});
}

static void line(JwCanvas *c, double x, double y) {
    add(c, (Op){.kind = OP_LINE, .v = {x, y}});
}

static void curve(JwCanvas *c, double x1, double y1, double x2, double y2, double x, double y) {
    add(c, (Op){.kind = OP_CURVE, .v = {x1, y1, x2, y2, x, y}});
}

static void arc(JwCanvas *c, double x, double y, double radius, double from, double to, bool back) {
    add(c, (Op){.kind = OP_ARC, .v = {x, y, radius, from, to}, .n = back});
}

static void rectangle(JwCanvas *c, double x, double y, double w, double h) {
    add(c, (Op){.kind = OP_RECTANGLE, .v = {x, y, w, h}});
}

static void close_path(JwCanvas *c) {
    add(c, (Op){.kind = OP_CLOSE});
}

static void fill(JwCanvas *c) {
    add(c, (Op){.kind = OP_FILL});
}

static void stroke(JwCanvas *c) {
    add(c, (Op){.kind = OP_STROKE});
}

static void clip(JwCanvas *c) {
    add(c, (Op){.kind = OP_CLIP});
}

static void ink(JwCanvas *c, double r, double g, double b, double alpha) {
    add(c, (Op){.kind = OP_INK, .v = {r, g, b, alpha}});
}

static void width(JwCanvas *c, double px) {
    add(c, (Op){.kind = OP_WIDTH, .v = {px}});
}

static void dash(JwCanvas *c, const double *px, int n) {
    add(c, (Op){.kind = OP_DASH, .n = n, .data = copy(px, (size_t)n * sizeof *px)});
}

static void cap(JwCanvas *c, bool round) {
    add(c, (Op){.kind = OP_CAP, .n = round});
}

static void join(JwCanvas *c, bool round) {
    add(c, (Op){.kind = OP_JOIN, .n = round});
}

static void image(JwCanvas *c, const uint32_t *pixel, int w, int h) {
    const size_t size = (size_t)w * (size_t)h * sizeof *pixel;
    add(c, (Op){.kind = OP_IMAGE, .w = w, .h = h, .data = copy(pixel, size)});
}

static void mask(JwCanvas *c, const uint8_t *pixel, int w, int h, int stride) {
    const size_t size = (size_t)stride * (size_t)h;
    add(c, (Op){.kind = OP_MASK, .w = w, .h = h, .n = stride, .data = copy(pixel, size)});
}

static void text(JwCanvas *c, JwType type, double x, double base, const char *s, size_t n) {
    Op op = {.kind = OP_TEXT, .v = {x, base}, .type = type, .n = (int)n, .data = copy(s, n)};
    ((char *)op.data)[n] = 0;
    add(c, op);
}

static double text_width(JwCanvas *c, JwType type, const char *s, size_t n) {
    JwCanvas *measure = of(c)->measure;
    return measure ? measure->text_width(measure, type, s, n) : 0.5 * jw_type_px(type) * (double)n;
}

void recorder_init(Recorder *r, JwCanvas *measure) {
    *r = (Recorder){
        .canvas = {.save = save,
                   .restore = restore,
                   .translate = translate,
                   .scale = scale,
                   .begin = begin,
                   .move = move,
                   .line = line,
                   .curve = curve,
                   .arc = arc,
                   .rectangle = rectangle,
                   .close = close_path,
                   .fill = fill,
                   .stroke = stroke,
                   .clip = clip,
                   .ink = ink,
                   .width = width,
                   .dash = dash,
                   .cap = cap,
                   .join = join,
                   .image = image,
                   .mask = mask,
                   .text = text,
                   .text_width = text_width},
        .measure = measure,
    };
}

void recorder_free(Recorder *r) {
    for (int i = 0; i < r->n; ++i) {
        free(r->op[i].data);
    }
    free(r->op);
    r->op = NULL;
    r->n = r->room = 0;
}

/********* Replaying *********/

static void replay_path(const Op *op, JwCanvas *on) {
    const double *v = op->v;
    switch (op->kind) {
    case OP_BEGIN:
        on->begin(on);
        break;
    case OP_MOVE:
        on->move(on, v[0], v[1]);
        break;
    case OP_LINE:
        on->line(on, v[0], v[1]);
        break;
    case OP_CURVE:
        on->curve(on, v[0], v[1], v[2], v[3], v[4], v[5]);
        break;
    case OP_ARC:
        on->arc(on, v[0], v[1], v[2], v[3], v[4], op->n);
        break;
    case OP_RECTANGLE:
        on->rectangle(on, v[0], v[1], v[2], v[3]);
        break;
    case OP_CLOSE:
        on->close(on);
        break;
    case OP_FILL:
        on->fill(on);
        break;
    case OP_STROKE:
        on->stroke(on);
        break;
    default:
        on->clip(on);
        break;
    }
}

static void replay_rest(const Op *op, JwCanvas *on) {
    const double *v = op->v;
    switch (op->kind) {
    case OP_SAVE:
        on->save(on);
        break;
    case OP_RESTORE:
        on->restore(on);
        break;
    case OP_TRANSLATE:
        on->translate(on, v[0], v[1]);
        break;
    case OP_SCALE:
        on->scale(on, v[0]);
        break;
    case OP_INK:
        on->ink(on, v[0], v[1], v[2], v[3]);
        break;
    case OP_WIDTH:
        on->width(on, v[0]);
        break;
    case OP_DASH:
        on->dash(on, op->data, op->n);
        break;
    case OP_CAP:
        on->cap(on, op->n);
        break;
    case OP_JOIN:
        on->join(on, op->n);
        break;
    case OP_IMAGE:
        on->image(on, op->data, op->w, op->h);
        break;
    case OP_MASK:
        on->mask(on, op->data, op->w, op->h, op->n);
        break;
    default:
        on->text(on, op->type, v[0], v[1], op->data, (size_t)op->n);
        break;
    }
}

void recorder_replay(const Recorder *r, JwCanvas *on, int left_out) {
    for (int i = 0; i < r->n; ++i) {
        const OpKind kind = r->op[i].kind;
        if (i != left_out) {
            (kind >= OP_BEGIN && kind <= OP_CLIP ? replay_path : replay_rest)(&r->op[i], on);
        }
    }
}

/********* The rules of canvas.h *********/

const char *recorder_fault(const Recorder *r, int *at) {
    int depth = 0;
    bool open = false; // True from begin() to fill(), stroke() or clip()
    for (int i = 0; i < r->n; ++i) {
        const Op *op = &r->op[i];
        *at = i;
        if (op->kind >= OP_MOVE && op->kind <= OP_CLIP && !open) {
            return "a path without begin()";
        }
        open = (open || op->kind == OP_BEGIN) && op->kind != OP_FILL && op->kind != OP_STROKE &&
               op->kind != OP_CLIP;
        depth += (op->kind == OP_SAVE) - (op->kind == OP_RESTORE);
        if (depth < 0) {
            return "restore() without save()";
        }
        if (op->kind == OP_TEXT && op->n < 1) {
            return "a text of no bytes";
        }
        if ((op->kind == OP_IMAGE || op->kind == OP_MASK) && (op->w < 1 || op->h < 1)) {
            return "a picture of no pixels";
        }
        if (op->kind == OP_MASK && (op->n < op->w || op->n % 4 != 0)) {
            return "a mask with a wrong stride";
        }
    }
    return depth > 0 ? "save() without restore()" : NULL;
}
