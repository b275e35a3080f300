// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Files and links from anywhere, in the module for browsers: the fuzzers' corpora and random damage to them. Each
// is read or refused with a reason; afterwards the module still plays the samples that it played before.
//
//     node check_hostile.mjs WEB_FOLDER CORPUS_FOLDER ROUNDS      rounds of damage to each file
//
// Exits 77 where WEB_FOLDER is not built: sh tools/web.sh.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readModule } from './module.mjs';

const [folder, corpora, rounds] = process.argv.slice(2);
if (!existsSync(join(folder, 'jawari.wasm.deflate'))) {
    console.log(`skipped: there is no ${folder}/jawari.wasm.deflate (sh tools/web.sh)`);
    process.exit(77);
}
const { Jawari } = await import(pathToFileURL(join(folder, 'jawari.js')));
const module = readModule(folder);
const text = name => new Uint8Array(readFileSync(join(folder, 'presets', name)));

/** Files of an archive by tar. */
function* filesOf(path) {
    const bytes = readFileSync(path);
    for (let at = 0; at + 512 <= bytes.length && bytes[at];) {
        const size = parseInt(bytes.toString('latin1', at + 124, at + 136), 8);
        if (bytes[at + 156] === 48 || bytes[at + 156] === 0) {
            yield new Uint8Array(bytes.subarray(at + 512, at + 512 + size));
        }
        at += 512 + Math.ceil(size / 512) * 512;
    }
}

let seed = 1;
function random(n) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor(seed / 2 ** 32 * n);
}

function damaged(bytes) {
    const copy = bytes.slice(0, bytes.length - (random(4) ? 0 : random(bytes.length + 1)));
    for (let i = random(6); i >= 0 && copy.length > 0; --i) {
        copy[random(copy.length)] = random(256);
    }
    return copy;
}

function play(jawari) {
    const sound = new Float32Array(4096);
    jawari.load(text('sitar.ini'), text('tuned/sitar.ini'));
    jawari.setDefault('quality', 1);
    jawari.prepare(48000, true);
    jawari.midi(0, 0x90, 61, 100);
    sound.set(jawari.run(4096)[0]);
    return sound;
}

const jawari = new Jawari(module);
jawari.calls.jw_web_window_begin(false);
const before = play(jawari);
jawari.calls.jw_web_window_instrument(jawari.calls.jw_web_param_symbol(-1));

const lent = (bytes, use) => jawari.check(jawari.lend(bytes, at => use(at, bytes.length)));
const readers = {
    instrument: bytes => jawari.load(bytes),
    tuned: bytes => jawari.load(text('sitar.ini'), bytes),
    preset: bytes => jawari.readPreset(bytes),
    scala: bytes => lent(bytes, (at, n) => jawari.calls.jw_web_window_scale_file(at, n, at)),
    smf: bytes => jawari.score(bytes).next(),
};
const counts = {};
let longest = 0;

function feed(kind, bytes) {
    counts[kind] ??= [0, 0];
    const began = performance.now();
    try {
        readers[kind](bytes);
        ++counts[kind][0];
    } catch (error) {
        assert.ok(!(error instanceof WebAssembly.RuntimeError), `${kind}: ${error.stack}`);
        assert.ok(error.message.length > 0, `${kind}: refused without a reason`);
        // eslint-disable-next-line no-control-regex
        assert.doesNotMatch(error.message, /[\x00-\x1f\x7f]/, `${kind}: a control character in the reason`);
        ++counts[kind][1];
    }
    longest = Math.max(longest, performance.now() - began);
}

for (const kind of Object.keys(readers)) {
    for (const bytes of filesOf(join(corpora, `${kind}.tar`))) {
        feed(kind, bytes);
        for (let i = 0; i < rounds; ++i) {
            feed(kind, damaged(bytes));
        }
    }
}

// What a link has: numbers, and a bridge.
jawari.load(text('sitar.ini'), text('tuned/sitar.ini'));
jawari.calls.jw_web_window_instrument(jawari.calls.jw_web_param_symbol(-1));
const signs = ['0', '1', '-', '.', 'e', ' ', ',', '9', 'nan', 'inf', '\0', 'é'];
for (let i = 0; i < 2000; ++i) {
    const bytes = new TextEncoder().encode(Array.from({ length: random(40) }, () => signs[random(signs.length)]).join(''));
    jawari.lend(bytes, at => jawari.calls.jw_web_window_set_bridge(at));
    jawari.calls.jw_web_window_set_cents(random(30) - 2, [NaN, 1e9, -Infinity, random(100)][random(4)]);
    jawari.calls.jw_web_window_set(random(200) - 20, [NaN, 1e300, -1, Infinity, random(100)][random(5)]);
    jawari.calls.jw_web_window_input(random(12) - 2, NaN, 1e30, 0, [NaN, 1][random(2)], random(99), random(20) - 5);
    jawari.calls.jw_web_window_key(random(12) - 2, 0, random(40) - 10, random(99) - 9, random(99), random(2), seed);
    jawari.take(random(9) - 2, new Uint8Array([0, 64, 12616, 2052][random(4)]).map(() => random(256)));
}
for (let id = 0; id < jawari.calls.jw_web_n_params(); ++id) {
    assert.ok(Number.isFinite(jawari.calls.jw_web_window_param(id)));
}

assert.deepEqual(play(jawari), before, 'it still plays the same');
const many = Array.from({ length: 100 }, () => new Jawari(module));
assert.deepEqual(play(many[99]), before, 'the last of 100 instances plays the same');
console.log(`${Object.entries(counts).map(([kind, [read, refused]]) => `${kind} ${read} read, ${refused} refused`).join('; ')}; ` +
    `at most ${longest.toFixed(0)} ms; 100 instances`);
