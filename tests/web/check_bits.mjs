// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The module for browsers computes the bits of the native engine at its plain level.
//
//     node check_bits.mjs SAME_BITS_WASM TEST_SAME_BITS
//
// Both render the random scores of tests/trust/test_same_bits.c, with and without noise of strokes, at
// both precisions; the last line of each has the hashes of all samples. Exits 77 where the module is
// not built: sh tools/web.sh.

import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WASI } from 'node:wasi';

const [modulePath, native] = process.argv.slice(2);
if (!existsSync(modulePath)) {
    console.log(`skipped: there is no ${modulePath} (sh tools/web.sh)`);
    process.exit(77);
}

function lastLine(text) {
    return text.trim().split('\n').pop();
}

async function renderHere() {
    const folder = mkdtempSync(join(tmpdir(), 'jawari-bits-'));
    const file = openSync(join(folder, 'out'), 'w+');
    try {
        const wasi = new WASI({ version: 'preview1', args: ['same_bits', '1'], stdout: file, returnOnExit: true });
        const module = await WebAssembly.compile(readFileSync(modulePath));
        const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
        if (wasi.start(instance)) {
            throw new Error('the renders in WebAssembly failed');
        }
        return lastLine(readFileSync(join(folder, 'out'), 'utf8'));
    } finally {
        closeSync(file);
        rmSync(folder, { recursive: true });
    }
}

const there = lastLine(execFileSync(native, ['1', 'plain'], { encoding: 'utf8' }));
const here = await renderHere();
console.log(`native plain ${there}\nWebAssembly  ${here}`);
if (!/^[0-9a-f]{16} [0-9a-f]{16}$/.test(there) || here !== there) {
    console.log('FAILED: other bits');
    process.exit(1);
}
