// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The page: the window of this thread's instance of the module, its state, and what the user does.

import { makeCanvas } from './canvas.js';
import { openFiles, saveBytes, saveChoice } from './files.js';
import { Jawari, compile } from './jawari.js';
import { makeKeys } from './keys.js';
import {
    INSTRUMENTS, gatherPresets, instrumentOf, isInstrument, isPreset, loadPatch, loadPresets, presetText, textsOf,
} from './patches.js';
import { Sound, silentEngine } from './sound.js';

// JwInputKind and JwInputKey of gesture.h
const PRESS = 0, RELEASE = 1, MOVE = 2, LEAVE = 3, LET_GO = 4, WHEEL = 5, KEY = 6, KEY_UP = 7;
const KEYS = { Tab: 1, Enter: 2, Escape: 3, Backspace: 4, Delete: 5, ArrowLeft: 6, ArrowRight: 7, ArrowUp: 8,
    ArrowDown: 9, PageUp: 10, PageDown: 11, Home: 12, End: 13 };
const ASK_PRESET = 0, ASK_BACK = 1, ASK_KEEP = 2, ASK_FILE = 3; // web_window.c
const WARM_SLICE_MS = 12, WARM_MOST_MS = 4000;
const FINE_SHARE = 0.25; // Of the time, at quality 1: below it quality 2, twice the work, is safe
const SLOW_SHARE = 0.35; // Above it sound and drawing disturb each other: fewer pictures, longer buffers
const SLOW_PACE = 3, SLOWEST_PACE = 6;
const FINGERS = 10; // web_window.c
const STORE = 'jawari';
const COMPANION = 'tanpura-plays';
const SHARED = ['a4', 'raga', 'intonation', 'room', 'room_size', 'room_width']; // With the companion

const $ = id => document.getElementById(id);
const canvas = $('window');
const context = canvas.getContext('2d', { alpha: false });
const now = () => performance.now() / 1000;
let jawari, module, sound, companion = null, own = null;
let patch = { name: 'sitar', preset: '', texts: null };
let chosen = 0; // Counts choices of an instrument or preset: the last one counts
let turning = Promise.resolve(); // Of the companion
let midi = null; // Access to the keyboards
let before = null; // State before the first preset that was tried
let showKeys = () => {};
let quality = 1, share = 0, lost = 0, gaps = 0;
let pace = 1, passed = 0; // One of `pace` pictures of the screen is drawn; pictures since the last one drawn
let peak = 0, seconds = 0, enteredMs = [];

function say(text) {
    $('status').textContent = text;
}

function tell() {
    const many = lost === 1 ? '1 gap' : `${lost} gaps`;
    const slow = gaps > 2 ? ': too slow for this instrument; a tanpura is lighter' : '';
    say(sound.rate ? `${Math.round(sound.rate)} Hz, quality ${quality}, ${many}${slow}` :
        'Click the string, or press a letter of the drawn keys: it sounds');
}

/********* Messages *********/

function sent(kind, bytes) {
    if (own) {
        own.push([kind, bytes]);
        return;
    }
    sound.post({ kind, bytes });
    scheduleSave();
}

function takeReport(data) {
    enteredMs = data.enteredMs;
    const more = data.lost - lost;
    jawari.lend(data.report, at => jawari.calls.jw_web_window_report(at, data.report.length, now()));
    if (more > 0) {
        lost = data.lost;
        pace = Math.min(2 * pace, SLOWEST_PACE);
        if (param('quality') > 1) {
            quality = 1;
            setParam('quality', quality);
        } else {
            ++gaps;
        }
        tell();
    }
}

function takeSound([left]) {
    peak = left.reduce((most, sample) => Math.max(most, Math.abs(sample)), peak);
    seconds += left.length / sound.rate;
    const bytes = new Uint8Array(left.buffer, left.byteOffset, left.byteLength);
    jawari.lend(bytes, at => jawari.calls.jw_web_window_sound(at, left.length, sound.rate));
}

function take(data) {
    if (data.report) {
        takeReport(data);
    } else if (data.sound) {
        takeSound(data.sound);
    } else if (data.failed) {
        say(`The sound has failed: ${data.failed}`);
    }
}

/********* Engines *********/

const symbols = () => Array.from({ length: jawari.calls.jw_web_n_params() },
    (none, id) => jawari.text(jawari.calls.jw_web_param_symbol(id)));
const param = symbol => jawari.calls.jw_web_window_param(jawari.findParam(symbol));
const setParam = (symbol, value) => jawari.calls.jw_web_window_set(jawari.findParam(symbol), value);

/** An engine of what the window shows: instrument, parameters, bridge and tuning. */
function prepare(rateHz, offline = false) {
    const fresh = new Jawari(module);
    loadPatch(fresh, patch.texts, patch.preset && presetText(patch.preset));
    symbols().forEach((symbol, id) => fresh.setDefault(symbol, jawari.calls.jw_web_window_param(id)));
    fresh.prepare(rateHz, offline);
    ownOf(() => jawari.calls.jw_web_window_send_own()).forEach(([kind, bytes]) => fresh.take(kind, bytes));
    return fresh;
}

/** What the window sends while `act` runs, instead of the sound. */
function ownOf(act) {
    own = [];
    try {
        act();
        return own;
    } finally {
        own = null;
    }
}

/** Switches the tanpura that plays beside the instrument, in its tonic and raga. One call after the other. */
function toggleCompanion() {
    turning = turning.catch(() => {}).then(turnCompanion);
    return turning;
}

async function turnCompanion() {
    await wake();
    if (companion) {
        companion = null;
        sound.send('companion', null);
    } else {
        const fresh = new Jawari(module);
        const preset = presetText(COMPANION);
        loadPatch(fresh, await textsOf(instrumentOf(fresh, preset)), preset);
        const given = Object.fromEntries(shared());
        Object.entries(given).forEach(([symbol, value]) => fresh.setDefault(symbol, value));
        fresh.setDefault('drone', 1);
        fresh.setDefault('quality', 1);
        fresh.prepare(sound.rate);
        sound.send('companion', fresh);
        companion = given;
    }
    $('companion').setAttribute('aria-pressed', String(Boolean(companion)));
}

function shared() {
    return [['sa', jawari.calls.jw_web_window_tonic()], ...SHARED.map(symbol => [symbol, param(symbol)])];
}

function tellCompanion() {
    for (const [symbol, value] of companion ? shared() : []) {
        if (companion[symbol] !== value) {
            companion[symbol] = value;
            sound.post({ shared: [symbol, value] });
        }
    }
}

async function wake() {
    const first = !sound.starting;
    try {
        await sound.start();
        if (first) {
            showSounding(true);
            tell();
        }
    } catch (error) {
        say(`The sound cannot start: ${error.message}`);
    }
}

function showSounding(on) {
    $('sound').textContent = on ? 'Stop the sound' : 'Start the sound';
    $('sound').setAttribute('aria-pressed', String(on));
}

/**
 * Runs an engine that nobody hears, in slices: until then the browser's first compiler has made the code,
 * which is three times as slow. What it costs at the end decides on the quality.
 */
async function warm() {
    const silent = silentEngine(module, engine => loadPatch(engine, patch.texts));
    const sa = jawari.calls.jw_web_window_sa();
    let block = 0;
    share = 1;
    for (const began = performance.now(); performance.now() - began < WARM_MOST_MS && !sound.starting;) {
        const slice = performance.now();
        let n = 0;
        while (performance.now() - slice < WARM_SLICE_MS) {
            if (block++ % 40 === 0) {
                silent.midi(0, 0x90, sa + block / 40 % 12, 100);
            }
            silent.run(128);
            ++n;
        }
        const cost = (performance.now() - slice) * 48 / (128 * n);
        share = Math.min(share, cost);
        await new Promise(done => setTimeout(done, 4));
    }
    if (!sound.starting) {
        sound.slow = share > SLOW_SHARE;
        pace = sound.slow ? SLOW_PACE : 1;
        quality = share < FINE_SHARE ? 2 : 1;
        setParam('quality', quality);
    }
}

/********* State *********/

function stateOf() {
    const state = new URLSearchParams({ instrument: patch.name });
    if (patch.preset) {
        state.set('preset', patch.preset);
    }
    symbols().forEach((symbol, id) => {
        if (symbol !== 'quality' && jawari.calls.jw_web_window_param_changed(id)) {
            state.set(symbol, String(jawari.calls.jw_web_window_param(id)));
        }
    });
    const bridge = jawari.text(jawari.calls.jw_web_window_bridge());
    const tune = Array.from({ length: jawari.calls.jw_web_window_strings() },
        (none, string) => [string + 1, Number(jawari.calls.jw_web_window_cents(string).toFixed(2))])
        .filter(([, cents]) => cents !== 0);
    if (bridge) {
        state.set('bridge', bridge);
    }
    if (tune.length > 0) {
        state.set('tune', tune.map(pair => pair.join(':')).join(','));
    }
    return state.toString();
}

let saving;
function scheduleSave() {
    tellCompanion();
    clearTimeout(saving);
    saving = setTimeout(() => {
        history.replaceState(null, '', `#${stateOf()}`);
        stored(() => localStorage.setItem(STORE, stateOf()));
    }, 300);
}

/** What the browser keeps, which it may refuse. */
function stored(use) {
    try {
        return use();
    } catch (error) {
        console.warn(`not kept: ${error.message}`);
        return null;
    }
}

/** Sets one thing of a link; false if it is not known or cannot be. */
function restoreOne(key, value) {
    if (key === 'bridge') {
        return Boolean(jawari.lend(new TextEncoder().encode(value), at => jawari.calls.jw_web_window_set_bridge(at)));
    }
    if (key === 'tune') {
        return value.split(',').map(pair => pair.split(':')).every(([string, cents]) =>
            /^[0-9]+$/.test(string) && cents?.trim() && jawari.calls.jw_web_window_set_cents(Number(string) - 1, Number(cents)));
    }
    const id = key === 'quality' ? -1 : jawari.findParam(key);
    return value.trim() !== '' && Boolean(jawari.calls.jw_web_window_set(id, Number(value)));
}

/** Shows a state: text from outside. Returns what it could not use. */
async function restore(text) {
    const given = new URLSearchParams(text);
    const unknown = [];
    const known = (key, is) => {
        const name = given.get(key);
        if (name && !is(name)) {
            unknown.push(`${key} "${name.slice(0, 40)}"`);
        }
        return name && is(name) ? name : '';
    };
    const name = known('instrument', isInstrument), preset = known('preset', isPreset);
    if (!await show(name || (preset ? instrumentOf(jawari, presetText(preset)) : 'sitar'), preset)) {
        return unknown;
    }
    for (const [key, value] of given) {
        if (key !== 'instrument' && key !== 'preset' && !restoreOne(key, value)) {
            unknown.push(`${key.slice(0, 40)}=${value.slice(0, 40)}`);
        }
    }
    return unknown;
}

/**
 * Shows an instrument, with a preset or without (""), and lets it sound. False if another one was chosen before its
 * files were here.
 */
async function show(name, preset = '') {
    const mine = ++chosen;
    let texts;
    try {
        texts = await textsOf(name);
        if (mine !== chosen) {
            return false;
        }
        loadPatch(jawari, texts, preset && presetText(preset));
    } catch (error) {
        $('instrument').value = patch.name;
        if (patch.texts) {
            loadPatch(jawari, patch.texts, patch.preset && presetText(patch.preset));
        }
        throw error;
    }
    patch = { name, preset, texts };
    $('instrument').value = name;
    gaps = 0;
    ownOf(() => { // The engine is prepared with all of this
        jawari.lend(new TextEncoder().encode(preset), at => jawari.calls.jw_web_window_instrument(at));
        setParam('quality', quality);
    });
    showKeys(jawari);
    sound.enter();
    scheduleSave();
    return true;
}

async function asked(what, name) {
    try {
        if (what === ASK_PRESET) {
            before ??= stateOf();
            await (isPreset(name) ? show(instrumentOf(jawari, presetText(name)), name) : show(name));
        } else if (what === ASK_BACK && before) {
            await restore(before);
            before = null;
        } else if (what === ASK_KEEP) {
            before = null;
        } else if (what === ASK_FILE) {
            $('file').click();
        }
    } catch (error) {
        say(error.message);
    }
}

/********* Input *********/

function modsOf(event) {
    return (event.shiftKey ? 1 : 0) | (event.ctrlKey ? 2 : 0);
}

/** An input from the pointer, for the window. detail: button or notches of the wheel; finger: which. */
function handle(kind, event, detail = 0, finger = 0) {
    const scale = devicePixelRatio;
    return jawari.calls.jw_web_window_input(kind, (event.offsetX || 0) * scale, (event.offsetY || 0) * scale, now(),
        detail, modsOf(event), finger);
}

function packed(text) {
    const bytes = new TextEncoder().encode(text);
    return bytes.length > 4 ? 0 : bytes.reduce((sum, byte, i) => sum | byte << 8 * i, 0);
}

const codes = []; // Keys of the keyboard by the number that the window knows them by

/** An input from the keyboard, for the window. */
function handleKey(kind, event, key = 0) {
    if (!codes.includes(event.code)) {
        codes.push(event.code);
    }
    return jawari.calls.jw_web_window_key(kind, now(), key, codes.indexOf(event.code), modsOf(event), event.repeat,
        key === 0 ? packed(event.key) : 0);
}

function keyDown(event) {
    if (event.altKey || event.metaKey) {
        return;
    }
    wake();
    const key = KEYS[event.key] ?? (event.key.length <= 2 ? 0 : -1);
    if (key >= 0 && handleKey(KEY, event, key)) {
        event.preventDefault();
    } else if (event.key === 'Escape') {
        $('instrument').focus();
    }
}

function keyUp(event) {
    handleKey(KEY_UP, event);
}

function letGo() {
    handle(LET_GO, {});
}

function listenToPointer() {
    const fingers = []; // Pointers that are down; the first moves things, further ones play
    const placeOf = event => fingers.indexOf(event.pointerId);
    canvas.addEventListener('pointerdown', event => {
        const free = fingers.indexOf(null);
        const finger = free >= 0 ? free : fingers.length;
        if (placeOf(event) >= 0 || finger >= FINGERS) {
            return;
        }
        fingers[finger] = event.pointerId;
        canvas.setPointerCapture(event.pointerId);
        canvas.focus();
        wake();
        if (finger === 0) {
            handle(MOVE, event);
        }
        handle(PRESS, event, event.button === 2 ? 3 : 1, finger);
    });
    canvas.addEventListener('pointermove', event => {
        const finger = placeOf(event);
        if (finger >= 0 || !fingers.some(id => id !== null)) {
            handle(MOVE, event, 0, Math.max(finger, 0));
        }
    });
    for (const end of ['pointerup', 'pointercancel']) {
        canvas.addEventListener(end, event => {
            const finger = placeOf(event);
            if (finger >= 0) {
                fingers[finger] = null;
                handle(end === 'pointerup' ? RELEASE : LET_GO, event, event.button === 2 ? 3 : 1, finger);
            }
        });
    }
    canvas.addEventListener('pointerleave', event => !fingers.some(id => id !== null) && handle(LEAVE, event));
    canvas.addEventListener('contextmenu', event => event.preventDefault());
    canvas.addEventListener('wheel', event => {
        event.preventDefault();
        handle(WHEEL, event, -event.deltaY / (event.deltaMode ? 3 : 100));
    }, { passive: false });
}

/** Plays a key, or a string where there are no keys, on the keys for small screens. */
function play(number, on) {
    wake();
    if (jawari.calls.jw_web_window_has_keys()) {
        sound.post({ midi: [on ? 0x90 : 0x80, number, on ? 100 : 64] });
    } else {
        jawari.calls.jw_web_window_pluck(number, on);
    }
}

/********* Controls beside the window *********/

async function toggleSound() {
    const on = await sound.toggle();
    showSounding(on);
    tell();
    if (on && companion) { // What has changed while it was stopped
        companion = {};
        tellCompanion();
    }
}

function toggleRecord() {
    const bytes = sound.record();
    $('record').textContent = bytes ? 'Record' : 'Stop and save';
    $('record').setAttribute('aria-pressed', String(!bytes));
    if (bytes) {
        saveBytes(`${patch.name}.wav`, bytes, 'audio/wav');
    } else {
        wake();
    }
}

async function openMidi() {
    wake();
    try {
        midi ??= await navigator.requestMIDIAccess();
        const access = midi;
        const listen = () => access.inputs.forEach(port => {
            port.onmidimessage = ({ data }) => data[0] >= 0x80 && data[0] < 0xf0 &&
                sound.post({ midi: [data[0], data[1], data[2] || 0] });
        });
        access.onstatechange = listen;
        listen();
        say(`MIDI: ${[...access.inputs.values()].map(port => port.name).join(', ') || 'no keyboard connected'}`);
    } catch (error) {
        say(`No MIDI in this browser: ${error.message}`);
    }
}

async function toggleInput() {
    try {
        $('input').setAttribute('aria-pressed', String(await sound.toggleMicrophone()));
    } catch (error) {
        say(`No sound from outside: ${error.message}`);
    }
}

function addInstrument(name, title) {
    if (![...$('instrument').options].some(option => option.value === name)) {
        $('instrument').add(new Option(title, name));
    }
}

/** What files.js works with. */
const page = {
    say, show, addInstrument, prepare,
    get jawari() { return jawari; },
    get module() { return module; },
    get patch() { return patch; },
    get sound() { return sound; },
    symbols,
};

function listenToControls() {
    Object.entries(INSTRUMENTS).forEach(([name, title]) => addInstrument(name, title));
    $('instrument').onchange = event => show(event.target.value).catch(error => say(error.message));
    $('sound').onclick = () => toggleSound().catch(error => say(error.message));
    $('record').onclick = toggleRecord;
    $('companion').onclick = () => toggleCompanion().catch(error => say(error.message));
    $('midi').onclick = openMidi;
    $('input').onclick = toggleInput;
    $('open').onclick = () => $('file').click();
    $('file').onchange = event => openFiles(page, [...event.target.files]).then(() => {
        event.target.value = '';
    });
    $('save').onchange = event => {
        saveChoice(page, event.target.value);
        event.target.value = '';
    };
    addEventListener('dragover', event => event.preventDefault());
    addEventListener('drop', event => {
        event.preventDefault();
        openFiles(page, [...event.dataTransfer.files]);
    });
    canvas.addEventListener('keydown', keyDown);
    canvas.addEventListener('keyup', keyUp);
    canvas.addEventListener('blur', letGo);
    addEventListener('blur', letGo);
}

/********* Drawing *********/

/** Gives the canvas the size of its element; returns true if it has changed, which clears it. */
function fit() {
    const scale = devicePixelRatio;
    const w = Math.round(canvas.clientWidth * scale), h = Math.round(canvas.clientHeight * scale);
    const changed = canvas.width !== w || canvas.height !== h;
    if (changed) {
        canvas.width = w;
        canvas.height = h;
        jawari.calls.jw_web_window_size(w, h, scale);
    }
    return changed;
}

function draw() {
    if (fit() || ++passed >= pace) {
        passed = 0;
        jawari.calls.jw_web_window_draw(now());
    }
    requestAnimationFrame(draw);
}

/** Lets the browser keep the page's files: it works without a network from the second visit on. */
function keepFiles() {
    navigator.serviceWorker?.register('sw.js').catch(error => console.warn(`not kept: ${error.message}`));
}

async function begin() {
    const presets = loadPresets();
    module = await compile(await fetch('jawari.wasm.deflate'));
    jawari = new Jawari(module, {
        canvas: makeCanvas(context, () => jawari.calls.memory.buffer), send: sent, ask: asked,
    });
    sound = new Sound(module, take, prepare);
    jawari.calls.jw_web_window_begin(matchMedia('(prefers-color-scheme: light)').matches);
    listenToControls();
    await presets;
    const unknown = await restore(location.hash.slice(1) || stored(() => localStorage.getItem(STORE)) || '');
    listenToPointer();
    showKeys = makeKeys($('keys'), play);
    showKeys(jawari);
    draw();
    await warm();
    const missing = await gatherPresets(jawari);
    keepFiles();
    tell();
    if (missing.length > 0) {
        say(`These instruments could not be read: ${missing.join(', ')}`);
    }
    if (unknown.length > 0) {
        say(`The link has something unknown here: ${unknown.slice(0, 4).join(', ')}`);
    }
    // For tests: what plays; the peak is that since the last call.
    window.jawariParam = param;
    window.jawariSet = setParam;
    window.jawariPage = number => jawari.calls.jw_web_window_page(number);
    window.jawariState = () => {
        const state = { quality, share, lost, pace, peak, seconds, rate: sound.rate, link: stateOf(),
            companion: Boolean(companion), preset: patch.preset, enteredMs,
            held: jawari.calls.jw_web_window_held() };
        peak = 0;
        return state;
    };
}

begin().catch(error => say(`Jawari cannot start: ${error.message}`));
