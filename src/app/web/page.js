// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The page: the window of this thread's instance of the module, and the worklet that has the engine.

import { makeCanvas } from './canvas.js';
import { Jawari } from './jawari.js';
import { wavBytes } from './wav.js';

const INSTRUMENTS = {
    sitar: 'Sitar', 'sitar-gandhar': 'Sitar (gandhar-pancham)', surbahar: 'Surbahar', sarod: 'Sarod',
    'rudra-veena': 'Rudra veena', 'saraswati-veena': 'Saraswati veena', dilruba: 'Dilruba', tanpura: 'Tanpura',
    'tanpura-female': 'Tanpura (female)', 'tambura-south': 'Tambura (southern)', shamisen: 'Shamisen', biwa: 'Biwa',
    bass: 'Electric bass', 'bass-fretless': 'Electric bass, fretless', guitar: 'Classical guitar',
    wave: 'String over waves',
};
// JwInputKind and JwInputKey of gesture.h
const PRESS = 0, RELEASE = 1, MOVE = 2, LEAVE = 3, LET_GO = 4, WHEEL = 5, KEY = 6, KEY_UP = 7;
const KEYS = { Tab: 1, Enter: 2, Escape: 3, Backspace: 4, Delete: 5, ArrowLeft: 6, ArrowRight: 7, ArrowUp: 8,
    ArrowDown: 9, PageUp: 10, PageDown: 11, Home: 12, End: 13 };
const WARM_SLICE_MS = 12, WARM_MOST_MS = 4000;
const FINE_SHARE = 0.25; // Of the time, at quality 1: below it quality 2, twice the work, is safe
const STORE = 'jawari';

const $ = id => document.getElementById(id);
const canvas = $('window');
const context = canvas.getContext('2d', { alpha: false });
const now = () => performance.now() / 1000;
const texts = {};
let jawari, module, audio, node, starting, input, recorded = null;
let name = 'sitar', quality = 1, share = 0, lost = 0, ready = false;
let waiting = [], peak = 0, seconds = 0;

function say(text) {
    $('status').textContent = text;
}

async function fetched(path) {
    const answer = await fetch(path);
    if (!answer.ok) {
        throw new Error(`${path}: ${answer.status} ${answer.statusText}`);
    }
    return new Uint8Array(await answer.arrayBuffer());
}

async function textsOf(instrument) {
    if (!texts[instrument]) {
        const cents = fetched(`presets/tuned/${instrument}.ini`).catch(() => new Uint8Array());
        texts[instrument] = { instrument: await fetched(`presets/${instrument}.ini`), cents: await cents };
    }
    return texts[instrument];
}

/********* Messages *********/

function post(message) {
    if (node && ready) {
        node.port.postMessage(message);
    } else {
        waiting.push(message);
    }
}

function sent(kind, bytes) {
    post({ kind, bytes });
    scheduleSave();
}

function takeReport(data) {
    const more = data.lost - lost;
    jawari.lend(data.report, at => jawari.calls.jw_web_window_report(at, data.report.length, now()));
    if (more > 0) {
        lost = data.lost;
        if (quality > 1) {
            quality = 1;
            jawari.calls.jw_web_window_set(jawari.findParam('quality'), 1);
        }
        tell();
    }
}

function takeSound([left, right]) {
    if (recorded) {
        recorded.push([left, right]);
    }
    peak = left.reduce((most, sample) => Math.max(most, Math.abs(sample)), peak);
    seconds += left.length / audio.sampleRate;
    const bytes = new Uint8Array(left.buffer, left.byteOffset, left.byteLength);
    jawari.lend(bytes, at => jawari.calls.jw_web_window_sound(at, left.length, audio.sampleRate));
}

function take({ data }) {
    if (data.report) {
        takeReport(data);
    } else if (data.sound) {
        takeSound(data.sound);
    } else if (data.ready) {
        ready = true;
        const messages = waiting;
        waiting = [];
        messages.forEach(message => node.port.postMessage(message));
        tell();
    } else if (data.failed) {
        say(`The sound cannot start: ${data.failed}`);
    }
}

function tell() {
    const gaps = lost === 1 ? '1 gap in the sound' : `${lost} gaps in the sound`;
    say(audio ? `${Math.round(audio.sampleRate)} Hz, quality ${quality}, ${gaps}` :
        'Click the string, or press a letter of the drawn keys: it sounds');
}

/********* Sound *********/

async function start() {
    audio = new AudioContext({ latencyHint: 'interactive' });
    audio.resume();
    await audio.audioWorklet.addModule('worklet.js');
    node = new AudioWorkletNode(audio, 'jawari', {
        numberOfInputs: 1, outputChannelCount: [2],
        processorOptions: { module, load: { ...texts[name], quality } },
    });
    node.onprocessorerror = () => say('The sound has failed: please load the page again');
    node.port.onmessage = take;
    node.connect(audio.destination);
    $('sound').textContent = 'Stop the sound';
    $('sound').setAttribute('aria-pressed', 'true');
}

/** Starts the sound at the first gesture of the user, as browsers demand. */
function wake() {
    starting ??= start().catch(error => say(`The sound cannot start: ${error.message}`));
    return starting;
}

async function toggleSound() {
    if (!starting) {
        return wake();
    }
    await starting;
    const stop = audio.state === 'running';
    await (stop ? audio.suspend() : audio.resume());
    $('sound').textContent = stop ? 'Start the sound' : 'Stop the sound';
    $('sound').setAttribute('aria-pressed', String(!stop));
}

/**
 * Runs an engine that nobody hears, in slices: until then the browser's first compiler has made the code,
 * which is three times as slow. What it costs at the end decides on the quality.
 */
async function warm() {
    const silent = new Jawari(module);
    silent.load(texts[name].instrument, texts[name].cents);
    silent.putIntoRoom();
    silent.setDefault('quality', 1);
    silent.prepare(48000, true);
    const sa = jawari.calls.jw_web_window_sa();
    let block = 0;
    share = 1;
    for (const began = performance.now(); performance.now() - began < WARM_MOST_MS && !starting;) {
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
    if (!starting) {
        quality = share < FINE_SHARE ? 2 : 1;
        jawari.calls.jw_web_window_set(jawari.findParam('quality'), quality);
    }
}

/********* State *********/

function stateOf() {
    const state = new URLSearchParams({ instrument: name });
    for (let id = 0; id < jawari.calls.jw_web_n_params(); ++id) {
        const symbol = jawari.text(jawari.calls.jw_web_param_symbol(id));
        if (symbol !== 'quality' && jawari.calls.jw_web_window_param_changed(id)) {
            state.set(symbol, String(jawari.calls.jw_web_window_param(id)));
        }
    }
    return state.toString();
}

let saving;
function scheduleSave() {
    clearTimeout(saving);
    saving = setTimeout(() => {
        localStorage.setItem(STORE, stateOf());
        history.replaceState(null, '', `#${stateOf()}`);
    }, 300);
}

/** State of the link, or of the last visit: text from outside. Returns what it could not use. */
async function restore() {
    const given = new URLSearchParams(location.hash.slice(1) || localStorage.getItem(STORE) || '');
    const wanted = given.get('instrument');
    const unknown = [];
    if (wanted && !Object.hasOwn(INSTRUMENTS, wanted)) {
        unknown.push(`instrument "${wanted.slice(0, 40)}"`);
    }
    await show(wanted && Object.hasOwn(INSTRUMENTS, wanted) ? wanted : 'sitar');
    for (const [symbol, value] of given) {
        if (symbol !== 'instrument') {
            const id = symbol === 'quality' ? -1 : jawari.findParam(symbol);
            if (value.trim() === '' || !jawari.calls.jw_web_window_set(id, Number(value))) {
                unknown.push(`${symbol.slice(0, 40)}=${value.slice(0, 40)}`);
            }
        }
    }
    return unknown;
}

async function show(instrument) {
    const text = await textsOf(instrument);
    jawari.load(text.instrument, text.cents);
    jawari.putIntoRoom();
    name = instrument;
    $('instrument').value = instrument;
    waiting = [];
    if (node) {
        ready = false;
        node.port.postMessage({ load: { ...text, quality } });
    }
    jawari.calls.jw_web_window_instrument();
}

/********* Input *********/

function modsOf(event) {
    return (event.shiftKey ? 1 : 0) | (event.ctrlKey ? 2 : 0);
}

/** An input from the pointer, for the window. detail: button or notches of the wheel. */
function handle(kind, event, detail = 0) {
    const scale = devicePixelRatio;
    return jawari.calls.jw_web_window_input(kind, (event.offsetX || 0) * scale, (event.offsetY || 0) * scale, now(),
        detail, modsOf(event));
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
    let pointer = null; // One hand: further fingers wait
    canvas.addEventListener('pointerdown', event => {
        if (pointer === null) {
            pointer = event.pointerId;
            canvas.setPointerCapture(pointer);
            canvas.focus();
            wake();
            handle(MOVE, event);
            handle(PRESS, event, event.button === 2 ? 3 : 1);
        }
    });
    canvas.addEventListener('pointermove', event => {
        if (pointer === null || pointer === event.pointerId) {
            handle(MOVE, event);
        }
    });
    for (const end of ['pointerup', 'pointercancel']) {
        canvas.addEventListener(end, event => {
            if (pointer === event.pointerId) {
                pointer = null;
                handle(end === 'pointerup' ? RELEASE : LET_GO, event, event.button === 2 ? 3 : 1);
            }
        });
    }
    canvas.addEventListener('pointerleave', event => pointer === null && handle(LEAVE, event));
    canvas.addEventListener('contextmenu', event => event.preventDefault());
    canvas.addEventListener('wheel', event => {
        event.preventDefault();
        handle(WHEEL, event, -event.deltaY / (event.deltaMode ? 3 : 100));
    }, { passive: false });
}

/********* Controls beside the window *********/

function toggleRecord() {
    const on = !recorded;
    $('record').textContent = on ? 'Stop and save' : 'Record';
    $('record').setAttribute('aria-pressed', String(on));
    if (on) {
        wake();
        recorded = [];
        return;
    }
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([wavBytes(recorded, audio.sampleRate)], { type: 'audio/wav' }));
    link.download = `${name}.wav`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    recorded = null;
}

async function openMidi() {
    wake();
    try {
        const access = await navigator.requestMIDIAccess();
        const listen = () => access.inputs.forEach(port => {
            port.onmidimessage = ({ data }) => data[0] >= 0x80 && data[0] < 0xf0 &&
                post({ midi: [data[0], data[1], data[2] || 0] });
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
        await wake();
        if (input) {
            input.disconnect();
            input.mediaStream.getTracks().forEach(track => track.stop());
            input = null;
        } else {
            const sound = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
            input = audio.createMediaStreamSource(await navigator.mediaDevices.getUserMedia({ audio: sound }));
            input.connect(node);
        }
        $('input').setAttribute('aria-pressed', String(Boolean(input)));
    } catch (error) {
        say(`No sound from outside: ${error.message}`);
    }
}

function listenToControls() {
    for (const [file, title] of Object.entries(INSTRUMENTS)) {
        $('instrument').add(new Option(title, file));
    }
    $('instrument').onchange = event => show(event.target.value).then(scheduleSave, error => say(error.message));
    $('sound').onclick = toggleSound;
    $('record').onclick = toggleRecord;
    $('midi').onclick = openMidi;
    $('input').onclick = toggleInput;
    canvas.addEventListener('keydown', keyDown);
    canvas.addEventListener('keyup', keyUp);
    canvas.addEventListener('blur', letGo);
    addEventListener('blur', letGo);
}

/********* Drawing *********/

function fit() {
    const scale = devicePixelRatio;
    const w = Math.round(canvas.clientWidth * scale), h = Math.round(canvas.clientHeight * scale);
    if (canvas.width !== w || canvas.height !== h) {
        canvas.width = w;
        canvas.height = h;
        jawari.calls.jw_web_window_size(w, h, scale);
    }
}

function draw() {
    fit();
    jawari.calls.jw_web_window_draw(now());
    requestAnimationFrame(draw);
}

async function begin() {
    module = await WebAssembly.compileStreaming(fetch('jawari.wasm'));
    jawari = new Jawari(module, makeCanvas(context, () => jawari.calls.memory.buffer), sent);
    jawari.calls.jw_web_window_begin(matchMedia('(prefers-color-scheme: light)').matches);
    listenToControls();
    const unknown = await restore();
    listenToPointer();
    draw();
    await warm();
    tell();
    if (unknown.length > 0) {
        say(`The link has something unknown here: ${unknown.slice(0, 4).join(', ')}`);
    }
    window.jawariParam = symbol => jawari.calls.jw_web_window_param(jawari.findParam(symbol));
    // For tests: what plays; the peak is that since the last call.
    window.jawariState = () => {
        const state = { quality, share, lost, ready, peak, seconds, rate: audio?.sampleRate, link: stateOf() };
        peak = 0;
        return state;
    };
}

begin().catch(error => say(`Jawari cannot start: ${error.message}`));
