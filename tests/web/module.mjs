// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';

/** The compiled module of a folder that tools/web.sh has made. */
export function readModule(folder) {
    return new WebAssembly.Module(inflateSync(readFileSync(join(folder, 'jawari.wasm.deflate'))));
}
