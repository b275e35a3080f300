// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// jawari-render at a level of the instruction set, to compare machines by.
//
//     render_at LEVEL ARGUMENT...     plain, v3 or v4, and the arguments of jawari-render

#include "support/levels.h"

#include <stdio.h>

/// main() of src/app/jawari_render.c
int renderer_main(int argc, char **argv);

int main(int argc, char **argv) {
    if (argc < 2 || !limit_level(argv[1])) {
        fprintf(stderr, "render_at: not a level that runs here\n");
        return 2;
    }
    argv[1] = argv[0];
    return renderer_main(argc - 1, argv + 1);
}
