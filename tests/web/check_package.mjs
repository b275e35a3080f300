// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The folder is an npm package: it installs, and a program of somebody else plays a string with it. Its module
// is small enough to be downloaded.
//
//     node check_package.mjs WEB_FOLDER
//
// Exits 77 where WEB_FOLDER (sh tools/web.sh) or npm is missing.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const [folder] = process.argv.slice(2);
const hasNpm = spawnSync('npm', ['--version']).status === 0;
if (!existsSync(join(folder, 'package.json')) || !hasNpm) {
    console.log(`skipped: there is no ${hasNpm ? `${folder}/package.json (sh tools/web.sh)` : 'npm'}`);
    process.exit(77);
}

const PROGRAM = `
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Jawari, compile } from 'jawari';
const file = name => readFileSync(createRequire(import.meta.url).resolve('jawari/' + name));
const jawari = new Jawari(await compile(file('jawari.wasm.deflate')));
jawari.load(file('presets/sitar.ini'), file('presets/tuned/sitar.ini'));
jawari.prepare(48000, true);
jawari.midi(0, 0x90, 61, 100);
const [left] = jawari.run(4096);
console.log(left.reduce((most, x) => Math.max(most, Math.abs(x)), 0));
`;

const zipped = statSync(join(folder, 'jawari.wasm.deflate')).size;
assert.ok(zipped <= 400e3, `the packed module has ${zipped} bytes, more than 400 kB`);
const all = readdirSync(folder, { recursive: true }).map(name => statSync(join(folder, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
assert.ok(all <= 1.2e6, `the folder has ${all} bytes, more than 1.2 MB`);

const own = mkdtempSync(join(tmpdir(), 'jawari-package-'));
try {
    writeFileSync(join(own, 'package.json'), '{ "name": "own", "version": "1.0.0", "type": "module" }\n');
    writeFileSync(join(own, 'own.js'), PROGRAM);
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', resolve(folder)], { cwd: own, stdio: 'ignore' });
    const peak = Number(execFileSync('node', ['own.js'], { cwd: own, encoding: 'utf8' }));
    assert.ok(peak > 1e-4 && peak < 1, `peak ${peak}`);
    console.log(`the package installs and plays: peak ${peak}, module ${Math.round(zipped / 1000)} kB, all ${Math.round(all / 1000)} kB`);
} finally {
    rmSync(own, { recursive: true });
}
