// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What the module for browsers costs in node, beside the native engine: seconds of one core for a second of sound.
//
//     node tests/web/cost.mjs WEB_FOLDER JAWARI_BENCH [ROUNDS]
//
// The module and jawari-bench (at its plain level, and at the machine's) take turns; the smallest processor time of
// all rounds counts, since others may use the machine. Prints rows of a table for doc/performance.md.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readModule } from './module.mjs';

const [folder, bench, rounds = '5'] = process.argv.slice(2);
const { Jawari } = await import(pathToFileURL(join(folder, 'jawari.js')));
const module = readModule(folder);
const text = name => new Uint8Array(readFileSync(join(folder, 'presets', name)));
const own = mkdtempSync(join(tmpdir(), 'jawari-cost-'));
const CASES = [['sitar', 'sitar', 1], ['sitar-default', 'sitar', 2], ['tanpura-1', 'tanpura', 1], ['tanpura', 'tanpura', 2]];

function playing(instrument, quality) {
    const jawari = new Jawari(module);
    jawari.load(text(`${instrument}.ini`), text(`tuned/${instrument}.ini`));
    jawari.setDefault('quality', quality);
    jawari.prepare(48000, true);
    return () => {
        const began = process.cpuUsage();
        for (let block = 0; block < 375; ++block) {
            if (block % 40 === 0) {
                jawari.midi(0, 0x90, (instrument === 'sitar' ? 61 : 48) + block / 40 % 5, 100);
            }
            jawari.run(128);
        }
        const { user, system } = process.cpuUsage(began);
        return (user + system) / 1e6;
    };
}

function native(level) {
    const csv = join(own, 'bench.csv');
    execFileSync(bench, [...(level ? ['--isa', level] : []), '--rounds', '2', '--csv', csv,
        ...CASES.flatMap(([name]) => ['--only', name])], { stdio: 'ignore' });
    const rows = readFileSync(csv, 'utf8').trim().split('\n').map(row => row.split(','));
    return Object.fromEntries(rows.map(([name, least]) => [name, Number(least)]));
}

try {
    const least = { module: {}, plain: {}, machine: {} };
    const note = (what, name, seconds) => {
        least[what][name] = Math.min(least[what][name] ?? Infinity, seconds);
    };
    const plays = CASES.map(([, instrument, quality]) => playing(instrument, quality));
    plays.forEach(play => [1, 2, 3].forEach(play)); // Until the optimising compiler is done
    for (let round = 0; round < Number(rounds); ++round) {
        CASES.forEach(([name], i) => note('module', name, plays[i]()));
        for (const [what, level] of [['plain', 'baseline'], ['machine', '']]) {
            const cost = native(level);
            CASES.forEach(([name]) => note(what, name, cost[name]));
        }
    }
    console.log('|case|module|native, plain|native|module to plain|\n|---|---|---|---|---|');
    for (const [name] of CASES) {
        const { module: m, plain, machine } = Object.fromEntries(Object.entries(least).map(([what, all]) => [what, all[name]]));
        console.log(`|\`${name}\`|${m.toFixed(3)}|${plain.toFixed(3)}|${machine.toFixed(3)}|${(m / plain).toFixed(2)}|`);
    }
    console.log(`load average ${loadavg()[0].toFixed(1)}, node ${process.version}`);
} finally {
    rmSync(own, { recursive: true });
}
