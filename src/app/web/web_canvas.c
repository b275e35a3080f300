// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/web/web_canvas.h"

#define IMPORT(name) __attribute__((import_module("canvas"), import_name(#name))) name

void IMPORT(save)(JwCanvas *c);
void IMPORT(restore)(JwCanvas *c);
void IMPORT(translate)(JwCanvas *c, double x, double y);
void IMPORT(scale)(JwCanvas *c, double by);
void IMPORT(begin)(JwCanvas *c);
void IMPORT(move)(JwCanvas *c, double x, double y);
void IMPORT(line)(JwCanvas *c, double x, double y);
void IMPORT(curve)(JwCanvas *c, double x1, double y1, double x2, double y2, double x, double y);
void IMPORT(arc)(JwCanvas *c, double x, double y, double radius, double from, double to, bool back);
void IMPORT(rectangle)(JwCanvas *c, double x, double y, double w, double h);
void IMPORT(close_path)(JwCanvas *c);
void IMPORT(fill)(JwCanvas *c);
void IMPORT(stroke)(JwCanvas *c);
void IMPORT(clip)(JwCanvas *c);
void IMPORT(ink)(JwCanvas *c, double r, double g, double b, double alpha);
void IMPORT(width)(JwCanvas *c, double px);
void IMPORT(dash)(JwCanvas *c, const double *px, int n);
void IMPORT(cap)(JwCanvas *c, bool round);
void IMPORT(join)(JwCanvas *c, bool round);
void IMPORT(image)(JwCanvas *c, const uint32_t *pixel, int w, int h);
void IMPORT(mask)(JwCanvas *c, const uint8_t *pixel, int w, int h, int stride);
void IMPORT(text)(JwCanvas *c, JwType type, double x, double base, const char *text, size_t n);
double IMPORT(text_width)(JwCanvas *c, JwType type, const char *text, size_t n);

JwCanvas *jw_web_canvas(void) {
    static JwCanvas canvas = {.save = save,
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
                              .text_width = text_width};
    return &canvas;
}
