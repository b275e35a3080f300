// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Files of the user's, dropped on the page or chosen, in the formats that the programs read; and saved ones.

import { Jawari } from './jawari.js';
import { instrumentOf, keepInstrument, keepPreset, presetFile } from './patches.js';
import { wavBytes } from './wav.js';

const MOST_BYTES = 64 << 20;
const bytesOf = text => new TextEncoder().encode(text);

/** Lets the browser save bytes as a file. */
export function saveBytes(name, bytes, type) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([bytes], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

async function openInstrument(page, name, bytes) {
    new Jawari(page.module).load(bytes, new Uint8Array()); // Throws if it is bad
    keepInstrument(name, { instrument: bytes, cents: new Uint8Array() });
    page.addInstrument(name, `${name} (your file)`);
    await page.show(name);
    return `${name} plays, as far as its file alone tunes it`;
}

async function openPreset(page, name, bytes) {
    const instrument = instrumentOf(new Jawari(page.module), bytes);
    keepPreset(name, bytes);
    await page.show(instrument, name);
    return `The preset ${name} plays`;
}

function lendText(page, bytes, use) {
    page.jawari.check(page.jawari.lend(bytes, at => use(at, bytes.length)));
}

function openScale(page, name, bytes) {
    lendText(page, bytes, (at, n) => page.jawari.lend(bytesOf(name), label =>
        page.jawari.calls.jw_web_window_scale_file(at, n, label)));
    return `The scale ${name} replaces raga and intonation`;
}

function openProfile(page, name, bytes) {
    lendText(page, bytes, (at, n) => page.jawari.calls.jw_web_window_profile_file(at, n));
    return `The bridge has the profile ${name}`;
}

async function openSound(page, name, bytes) {
    const seconds = await page.sound.play(bytes);
    return `${name} moves the bridge for ${seconds.toFixed(1)} s`;
}

/** Renders a MIDI file faster than it sounds, between drawings, and lets the browser save it. */
async function openMidi(page, name, bytes) {
    const engine = page.prepare(48000, true), blocks = [];
    let frames = 0, told = 0;
    for (const block of engine.score(bytes)) {
        blocks.push(block);
        frames += block[0].length;
        if (performance.now() - told > 100) {
            told = performance.now();
            page.say(`${name}: ${(frames / 48000).toFixed(0)} s rendered`);
            await new Promise(done => setTimeout(done));
        }
    }
    saveBytes(`${name}.wav`, wavBytes(blocks, 48000), 'audio/wav');
    const programs = engine.calls.jw_web_score_programs();
    return `${name}.wav: ${(frames / 48000).toFixed(1)} s${programs > 0 ? '; program changes were left out' : ''}`;
}

function startsWith(bytes, text) {
    return text.split('').every((letter, i) => bytes[i] === letter.charCodeAt(0));
}

/** What a file is, by its extension and content. */
function openerOf(extension, bytes, type) {
    if (extension === 'ttl') {
        return openPreset;
    }
    if (['scl', 'tun'].includes(extension)) {
        return openScale;
    }
    if (extension === 'ini') {
        return /^\s*\[instrument\]/m.test(new TextDecoder().decode(bytes)) ? openInstrument : openProfile;
    }
    if (startsWith(bytes, 'MThd') || ['mid', 'midi'].includes(extension)) {
        return openMidi;
    }
    if (type.startsWith('audio/') || startsWith(bytes, 'RIFF') || startsWith(bytes, 'fLaC')) {
        return openSound;
    }
    return ['txt', 'dat', 'csv', 'profile'].includes(extension) ? openProfile : null;
}

/** Opens files one after the other, and says what came of them. */
export async function openFiles(page, files) {
    for (const file of files) {
        try {
            if (file.size > MOST_BYTES) {
                throw new Error('more than 64 MiB');
            }
            const bytes = new Uint8Array(await file.arrayBuffer());
            const [, name, extension] = /^(.*?)(?:\.([^.]*))?$/s.exec(file.name);
            const open = openerOf((extension || '').toLowerCase(), bytes, file.type);
            if (!open) {
                throw new Error('not an instrument (.ini), preset (.ttl), scale (.scl, .tun), bridge profile, MIDI file or sound');
            }
            page.say(await open(page, name, bytes));
        } catch (error) {
            page.say(`${file.name}: ${error.message}`);
        }
    }
}

function savePreset(page) {
    const { jawari, patch } = page;
    const name = `${patch.preset || patch.name}-mine`;
    const values = page.symbols().map((symbol, id) => [symbol, id])
        .filter(([symbol, id]) => symbol !== 'quality' &&
            jawari.calls.jw_web_window_param(id) !== jawari.calls.jw_web_window_built(id))
        .map(([symbol, id]) => [symbol, jawari.calls.jw_web_window_param(id)]);
    const text = presetFile(name, name, patch.name, values);
    new Jawari(page.module).readPreset(bytesOf(text)); // Throws if nobody could read it
    saveBytes(`${name}.ttl`, bytesOf(text), 'text/turtle');
}

function saveBridge(page) {
    const { jawari, patch } = page;
    const at = jawari.calls.jw_web_window_profile_text();
    if (!at) {
        page.say('No bridge is drawn: the button Draw begins one');
        return;
    }
    const text = jawari.text(at);
    jawari.calls.jw_web_free(at);
    saveBytes(`${patch.name}-bridge.ini`, bytesOf(text), 'text/plain');
}

/** Saves what was chosen: preset or bridge. */
export function saveChoice(page, what) {
    try {
        (what === 'preset' ? savePreset : saveBridge)(page);
    } catch (error) {
        page.say(error.message);
    }
}
