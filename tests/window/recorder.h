// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Recorder: a canvas that stores the calls it gets, and repeats them on another canvas.

#ifndef JW_TEST_WINDOW_RECORDER_H
#define JW_TEST_WINDOW_RECORDER_H

#include "window/draw/canvas.h"

typedef enum {
    OP_SAVE,
    OP_RESTORE,
    OP_TRANSLATE,
    OP_SCALE,
    OP_BEGIN,
    OP_MOVE,
    OP_LINE,
    OP_CURVE,
    OP_ARC,
    OP_RECTANGLE,
    OP_CLOSE,
    OP_FILL,
    OP_STROKE,
    OP_CLIP,
    OP_INK,
    OP_WIDTH,
    OP_DASH,
    OP_CAP,
    OP_JOIN,
    OP_IMAGE,
    OP_MASK,
    OP_TEXT,
    N_OPS,
} OpKind;

typedef struct {
    OpKind kind;
    double v[6];
    int w, h, n;
    JwType type;
    void *data; ///< Copy of a text, of dashes or of pixels
} Op;

typedef struct {
    JwCanvas canvas;   ///< First
    JwCanvas *measure; ///< Measures texts; NULL: each byte takes half of the type's size
    int n, room;
    Op *op;
} Recorder;

/// Begins an empty record.
void recorder_init(Recorder *r, JwCanvas *measure);
void recorder_free(Recorder *r);

/// Draws the record on a canvas, without the operation `left_out` (-1: all).
void recorder_replay(const Recorder *r, JwCanvas *on, int left_out);

/// First violation of the rules of canvas.h, with its place in *at; NULL: none.
const char *recorder_fault(const Recorder *r, int *at);

#endif // JW_TEST_WINDOW_RECORDER_H
