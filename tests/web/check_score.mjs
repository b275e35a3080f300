// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A MIDI file in the module for browsers: the samples of jawari-render at its plain level,
// bit by bit; bad files are refused.
//
//     node check_score.mjs WEB_FOLDER JAWARI_RENDER_PLAIN SCORES_FOLDER
//
// Exits 77 where WEB_FOLDER is not built: sh tools/web.sh.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readModule } from './module.mjs';

const [folder, render, scores] = process.argv.slice(2);
if (!existsSync(join(folder, 'jawari.wasm.deflate'))) {
    console.log(`skipped: there is no ${folder}/jawari.wasm.deflate (sh tools/web.sh)`);
    process.exit(77);
}
const { Jawari } = await import(pathToFileURL(join(folder, 'jawari.js')));
const { wavBytes } = await import(pathToFileURL(join(folder, 'wav.js')));
const module = readModule(folder);
const text = name => new Uint8Array(readFileSync(join(folder, 'presets', name)));
const presets = JSON.parse(readFileSync(join(folder, 'presets/presets.json'), 'utf8'));
const own = mkdtempSync(join(tmpdir(), 'jawari-score-'));

function prepared(instrument, preset) {
    const jawari = new Jawari(module);
    jawari.load(text(`${instrument}.ini`), text(`tuned/${instrument}.ini`));
    if (preset) {
        jawari.readPreset(new TextEncoder().encode(presets[preset]));
        jawari.applyPreset();
    }
    jawari.setDefault('quality', 1);
    jawari.setDefault('room', 17);
    jawari.prepare(48000, true);
    return jawari;
}

/** Two notes, and another tempo between them; under a drone the tail is cut after a minute, with a fade. */
function shortScore() {
    const track = [0, 0xff, 0x51, 3, 7, 0xa1, 0x20, 0, 0x90, 48, 100, 96, 0x80, 48, 64, 0, 0xff, 0x51, 3, 4, 0, 0,
        0, 0xb0, 7, 90, 0, 0x90, 55, 80, 96, 0x80, 55, 64, 0, 0xff, 0x2f, 0];
    return Uint8Array.from([...Buffer.from('MThd'), 0, 0, 0, 6, 0, 0, 0, 1, 0, 96, ...Buffer.from('MTrk'), 0, 0, 0,
        track.length, ...track]);
}

/** Samples of a WAV file of floats: what follows the head of its chunk "data". */
function dataOf(bytes) {
    const at = bytes.indexOf('data');
    return bytes.subarray(at + 8, at + 8 + bytes.readUInt32LE(at + 4));
}

try {
    writeFileSync(join(own, 'short.mid'), shortScore());
    const short = join(own, 'short.mid');
    const cases = [[short, 'sitar', 'sitar-muted'], [short, 'tanpura', 'tanpura-plays']];
    for (const [midi, instrument, preset] of cases) {
        const wav = join(own, 'native.wav');
        execFileSync(render, ['-i', instrument, ...(preset ? ['-p', preset] : []), '--quality', '1',
            '--set', 'room=17', '--rate', '48000', '--format', 'wavfloat', '-q', midi, wav]);
        const here = Buffer.from(wavBytes([...prepared(instrument, preset).score(readFileSync(midi))], 48000));
        const a = dataOf(readFileSync(wav)), b = dataOf(here);
        assert.ok(a.some(byte => byte !== 0) && a.length > 48000 * 8, 'it sounds');
        assert.equal(b.length, a.length, `${instrument}: its length in bytes`);
        assert.ok(a.equals(b), `${instrument}: other samples`);
        console.log(`${instrument}: the same ${a.length / 8} frames`);
    }
    const good = readFileSync(join(scores, 'demo_jawari.mid'));
    const refuse = bytes => assert.throws(() => [...prepared('tanpura').score(bytes)], /byte \d+: |./);
    refuse(new Uint8Array());
    refuse(new Uint8Array(100).fill(77));
    refuse(good.subarray(0, 10));
    assert.throws(() => [...new Jawari(module).score(good)], /no engine/);
} finally {
    rmSync(own, { recursive: true });
}
