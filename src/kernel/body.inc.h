// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Step of a body, eight modes at a time; kernel/kernels_isa.c includes this file.

/// Elements r to r + 7 of a body's array; r need not be aligned to a register.
static JW_INLINE JW_REALTIME Double8 body_row(const double *array, int r) {
    Double8 row;
    __builtin_memcpy(&row, array + r, sizeof(row));
    return row;
}

/// Predicts modes r to r + 7 without force into body->ahead. Returns `bridge` plus the displacement
/// that these modes add to the bridge.
static JW_INLINE JW_REALTIME Double8 body_look_ahead(JwBody *body, int r, Double8 a1, Double8 a0,
                                                     Double8 bridge) {
    const Double8 turned = vmul(body_row(body->turn, r), a1);
    const Double8 ahead = vfnma(body_row(body->back, r), a0, turned);
    __builtin_memcpy(body->ahead + r, &ahead, sizeof(ahead));
    return vfma(body_row(body->moves, r), ahead, bridge);
}

static JW_REALTIME double body_predict(JwBody *body) {
    Double8 bridge = vsplat(Double8, 0.0);
    for (int r = 0; r < body->n; r += 8) {
        bridge = body_look_ahead(body, r, body_row(body->a1, r), body_row(body->a0, r), bridge);
    }
    return vsum(bridge) - 2.0 * body->w1 + body->w0;
}

static JW_REALTIME double body_step(JwBody *body, double force) {
    const Double8 pull = vsplat(Double8, force), zero = vsplat(Double8, 0.0);
    Double8 bridge = zero, bridge_ahead = zero, left = zero, right = zero;
    for (int r = 0; r < body->n; r += 8) {
        const Double8 a0 = body_row(body->a1, r);
        const Double8 a1 = vfnma(pull, body_row(body->give, r), body_row(body->ahead, r));
        const Double8 speed = vsub(a1, a0);
        __builtin_memcpy(body->a0 + r, &a0, sizeof(a0));
        __builtin_memcpy(body->a1 + r, &a1, sizeof(a1));
        bridge = vfma(body_row(body->moves, r), a1, bridge);
        left = vfma(body_row(body->left, r), speed, left);
        right = vfma(body_row(body->right, r), speed, right);
        bridge_ahead = body_look_ahead(body, r, a1, a0, bridge_ahead);
    }
    body->w0 = body->w1;
    body->w1 = vsum(bridge);
    body->heard_left = vsum(left);
    body->heard_right = vsum(right);
    return vsum(bridge_ahead) - 2.0 * body->w1 + body->w0;
}

static const JwBodyLoops body_loops = {.predict = body_predict, .step = body_step};
