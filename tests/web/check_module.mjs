// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The module for browsers in node, by jawari.js: it plays, it refuses what is bad with a reason, and its
// memory does not grow.
//
//     node check_module.mjs WEB_FOLDER SECONDS      seconds of sound for the memory
//
// Exits 77 where WEB_FOLDER is not built: sh tools/web.sh.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readModule } from './module.mjs';

const [folder, seconds] = process.argv.slice(2);
if (!existsSync(join(folder, 'jawari.wasm.deflate'))) {
    console.log(`skipped: there is no ${folder}/jawari.wasm.deflate (sh tools/web.sh)`);
    process.exit(77);
}
const { Jawari } = await import(pathToFileURL(join(folder, 'jawari.js')));
const module = readModule(folder);
const text = name => new Uint8Array(readFileSync(join(folder, 'presets', name)));
const RATE = 48000, BLOCK = 128;

function prepared(name) {
    const jawari = new Jawari(module);
    jawari.load(text(`${name}.ini`), text(`tuned/${name}.ini`));
    for (const [symbol, value] of [['quality', 1], ['variation', 0], ['stroke_noise', 0]]) {
        assert.ok(jawari.setDefault(symbol, value), symbol);
    }
    jawari.prepare(RATE, true);
    return jawari;
}

function render(jawari, n) {
    const sound = new Float32Array(n);
    jawari.midi(0, 0x90, 61, 100);
    for (let done = 0; done < n; done += BLOCK) {
        sound.set(jawari.run(BLOCK)[0], done);
    }
    return sound;
}

function rms(sound) {
    return Math.sqrt(sound.reduce((sum, x) => sum + x * x, 0) / sound.length);
}

assert.throws(() => prepared('sitar').run(4097, new Float32Array(4097)), RangeError);

const N = RATE / 2 - RATE / 2 % BLOCK;
const plain = render(prepared('sitar'), N);
assert.ok(plain.every(Number.isFinite) && rms(plain) > 1e-4, `sounds: rms ${rms(plain)}`);
assert.deepEqual(render(prepared('sitar'), N), plain, 'the same events, the same samples');

// The player's room: a sitar's side channel is 10.6 dB below the middle, 24 dB without a room.
function sideDb(jawari) {
    let side = 0, middle = 0;
    jawari.midi(0, 0x90, 61, 100);
    for (let done = 0; done < 2 * RATE; done += BLOCK) {
        const [left, right] = jawari.run(BLOCK);
        left.forEach((x, i) => {
            side += (x - right[i]) ** 2;
            middle += (x + right[i]) ** 2;
        });
    }
    return 10 * Math.log10(side / middle);
}
const inRoom = new Jawari(module);
inRoom.load(text('sitar.ini'), text('tuned/sitar.ini'));
assert.ok(inRoom.putIntoRoom() && !inRoom.putIntoRoom(), 'a room, once');
inRoom.prepare(RATE, true);
const [dry, wet] = [sideDb(prepared('sitar')), sideDb(inRoom)];
assert.ok(dry < -18 && wet > -14 && wet < -7, `side below the middle: ${dry}, in the room ${wet} dB`);

// A parameter of the bridge changes the sound; a frame out of order, an unknown parameter are refused.
const other = prepared('sitar');
assert.ok(other.param(0, 'jawari', 80));
assert.ok(!other.param(0, 'no_such_parameter', 1), 'unknown parameter');
assert.ok(!other.param(0, 'jawari', NaN), 'no number');
const changed = render(other, N);
assert.ok(rms(changed.map((x, i) => x - plain[i])) > 0.05 * rms(plain), 'the bridge changes the sound');

// The drawn bridge: JwProfile, n and then 256 places and heights.
const drawn = prepared('sitar');
const profile = new ArrayBuffer(4 + 8 * 256);
new Int32Array(profile, 0, 1)[0] = 3;
new Float32Array(profile, 4, 3).set([0, 0.01, 0.02]);
new Float32Array(profile, 4 + 4 * 256, 3).set([0, -0.0001, -0.0005]);
assert.ok(drawn.take(1, new Uint8Array(profile)), 'a profile');
const bent = render(drawn, N);
assert.ok(rms(bent.map((x, i) => x - plain[i])) > 0.05 * rms(plain), 'the drawn bridge changes the sound');
new Float32Array(profile, 4, 3).set([0, NaN, 0.02]);
assert.ok(!drawn.take(1, new Uint8Array(profile)), 'a profile that is no number');
assert.ok(!drawn.take(1, new Uint8Array(8)), 'a short profile');
assert.ok(!drawn.take(77, new Uint8Array(8)), 'an unknown message');

// Bad instruments: what and where.
const bad = new Jawari(module);
assert.throws(() => bad.load(new TextEncoder().encode('[instrument]\nname = A\nrubbish\n')), /instrument:\d+: /);
assert.throws(() => bad.load(new Uint8Array(2000).map((x, i) => 37 * i)), /./);
assert.throws(() => bad.prepare(48000), /cannot be prepared/);

// Every shipped preset is read; its values act.
const presets = JSON.parse(readFileSync(join(folder, 'presets/presets.json'), 'utf8'));
const asBytes = string => new TextEncoder().encode(string);
const withPreset = new Jawari(module);
for (const [name, preset] of Object.entries(presets)) {
    assert.match(withPreset.readPreset(asBytes(preset)), /^[a-z-]+(\.ini)?$/, name);
}
assert.ok(Object.keys(presets).length >= 40, `${Object.keys(presets).length} presets`);
const before = presets['sitar-yaman'].split('jawari"')[0].split('\n').length;
assert.throws(() => withPreset.readPreset(asBytes(presets['sitar-yaman'].replace('25', '101'))),
    new RegExp(`preset:${before}: jawari: 101 is not a value from 0 to 100`));
withPreset.load(text('sitar.ini'), text('tuned/sitar.ini'));
withPreset.readPreset(asBytes(presets['sitar-muted']));
withPreset.applyPreset();
withPreset.prepare(RATE, true);
assert.ok(rms(render(withPreset, N).subarray(N / 2)) < 0.5 * rms(plain.subarray(N / 2)), 'a preset that mutes');

// Another instance goes on from a snapshot with the same samples.
const first = prepared('sitar');
render(first, N);
const second = new Jawari(module, { memory: first.snapshot() });
assert.deepEqual(render(second, N), render(first, N), 'a snapshot goes on');

// Memory, and a decay to silence.
const long = prepared('tanpura');
const blocks = seconds * RATE / BLOCK;
let size = 0; // After a quarter of the time: tables of every kind have been built and freed by then
let last = 0;
for (let i = 0; i < blocks; ++i) {
    if (i === Math.floor(blocks / 4)) {
        size = long.calls.memory.buffer.byteLength;
    }
    if (i % 400 === 0) {
        long.midi(0, 0x90, 48 + i / 400 % 3 * 7, 90);
        long.param(0, 'jawari', i / 400 * 7 % 100);
    }
    last = long.run(BLOCK)[0][0];
}
assert.ok(Number.isFinite(last));
assert.equal(long.calls.memory.buffer.byteLength, size, 'memory grew');
console.log(`${seconds} s of tanpura in ${size / 1048576} MiB; rms of the sitar ${rms(plain).toFixed(5)}, ` +
    `its side ${dry.toFixed(1)} dB, in the room ${wet.toFixed(1)} dB`);
