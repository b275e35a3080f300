// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// How soon the page sounds, and how many gaps its sound has, in Chromium on this machine, by hand:
//
//     node tests/web/endure.mjs WEB_FOLDER [SECONDS]
//
// Plays a sitar, the same beside a tanpura, and a dilruba that a sound file drives, SECONDS (60) each, and prints
// the time from the pluck to the first sound, gaps, quality and the machine's load.

import { join } from 'node:path';
import { loadavg } from 'node:os';
import { pathToFileURL } from 'node:url';
import { Browser, serve, wait } from './browser.mjs';

const [folder, seconds = '60'] = process.argv.slice(2);
const { wavBytes } = await import(pathToFileURL(join(folder, 'wav.js')));
const server = await serve(folder);
const browser = new Browser();
const state = () => browser.evaluate('jawariState()');

/** Taps of noise, two a second. */
function taps() {
    const left = new Float32Array(48000 * Number(seconds));
    for (let i = 0; i < left.length; ++i) {
        left[i] = 0.5 * Math.exp(-(i % 24000) / 300) * Math.sin(i * i % 7919);
    }
    return Buffer.from(wavBytes([[left, left]], 48000)).toString('base64');
}

async function playKeys() {
    for (let i = 0; i < Number(seconds); ++i) {
        const key = 'asdfgh'[i % 6];
        await browser.send('Input.dispatchKeyEvent', { type: 'keyDown', key, code: `Key${key.toUpperCase()}`, text: key });
        await wait(500);
        await browser.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code: `Key${key.toUpperCase()}` });
        await wait(500);
    }
}

async function one(what, instrument, companion, file) {
    await browser.open(`${server.url}#instrument=${instrument}`);
    await browser.until('window.jawariState', 'the page is ready', 60);
    await wait(5000); // The page measures the machine
    const pressed = Date.now();
    await browser.drag(300, 200, 300, 260);
    const released = Date.now();
    await browser.until('jawariState().peak > 1e-4', 'a sound', 10);
    console.log(`${what}: first sound ${Date.now() - pressed} ms after the press, ${Date.now() - released} ms after the release`);
    if (companion) {
        await browser.evaluate('document.getElementById("companion").click()');
    }
    if (file) {
        await browser.evaluate(`(async () => {
            const bytes = await (await fetch('data:audio/wav;base64,${file}')).arrayBuffer();
            const data = new DataTransfer();
            data.items.add(new File([bytes], 'taps.wav', { type: 'audio/wav' }));
            dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
        })()`);
    }
    await wait(1000);
    await browser.evaluate('document.getElementById("window").focus()');
    const before = await state();
    await (file ? wait(1000 * Number(seconds)) : playKeys());
    const after = await state();
    console.log(`${what}: ${after.lost - before.lost} gaps in ${(after.seconds - before.seconds).toFixed(0)} s of sound, ` +
        `peak ${after.peak.toFixed(3)}, quality ${after.quality}, ${(100 * after.share).toFixed(0)} % of the time at ` +
        `quality 1, load average ${loadavg()[0].toFixed(1)}`);
}

try {
    await one('sitar', 'sitar', false, '');
    await one('sitar with tanpura', 'sitar', true, '');
    await one('dilruba driven by a file', 'dilruba', false, taps());
} finally {
    await browser.close();
    server.close();
}
