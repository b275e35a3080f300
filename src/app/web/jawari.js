// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The engine for JavaScript, in a page, an audio worklet or node:
//
//     const jawari = new Jawari(await compile(bytesOfJawariWasmDeflate));
//     jawari.load(textOfSitarIni, textOfItsTunedFile);
//     jawari.prepare(48000, true);
//     jawari.midi(0, 0x90, 61, 100);
//     const [left, right] = jawari.run(4096);
//
// All calls belong to the thread that made it. Texts are Uint8Array: an audio worklet has no TextEncoder.

/** Kinds of messages from a window to an engine: JwWebMessage in web.h. */
export const MESSAGE_EVENT = 0;

/** Most frames of one run. */
export const MOST_FRAMES = 4096;

/** What the module asks of a system: it has no files, and writes only the text of a failed assertion. */
const system = { fd_close: () => 8, fd_seek: () => 8, fd_write: () => 8 };

/** Canvas of an instance that draws nothing. */
const noCanvas = new Proxy({}, { get: () => () => 0, has: () => true });

/** Text of UTF-8; an audio worklet has no TextDecoder. */
function fromUtf8(bytes) {
    const escaped = bytes.reduce((text, byte) => `${text}%${byte.toString(16).padStart(2, '0')}`, '');
    try {
        return decodeURIComponent(escaped);
    } catch {
        return String.fromCharCode(...bytes);
    }
}

function asciiBytes(text) {
    return Uint8Array.from(text, c => c.charCodeAt(0) & 127);
}

/** Compiles the packed module, jawari.wasm.deflate: its bytes, or what fetch() answers for it. */
export async function compile(packed) {
    const answer = packed instanceof Response ? packed : new Response(packed);
    if (!answer.ok) {
        throw new Error(`${answer.url}: ${answer.status} ${answer.statusText}`);
    }
    const bytes = answer.body.pipeThrough(new DecompressionStream('deflate'));
    return WebAssembly.compileStreaming(new Response(bytes, { headers: { 'Content-Type': 'application/wasm' } }));
}

export class Jawari {
    /**
     * module: WebAssembly.Module. canvas: functions that draw (canvas.js); send(kind, bytes): takes the
     * window's messages. ask(what, name): does what the window asks of the page. An instance with an engine
     * alone needs none of them. memory: that of another instance (snapshot()), which this one continues.
     */
    constructor(module, { canvas = noCanvas, send = () => {}, ask = () => {}, memory = null } = {}) {
        const page = {
            send: (kind, at, size) => send(kind, this.bytes(at, size).slice()),
            ask: (what, at) => ask(what, this.text(at)),
        };
        const drawing = {};
        for (const wanted of WebAssembly.Module.imports(module)) {
            if (wanted.module === 'canvas') {
                drawing[wanted.name] = canvas[wanted.name];
            }
        }
        const instance = new WebAssembly.Instance(module, { canvas: drawing, page, wasi_snapshot_preview1: system });
        this.calls = instance.exports;
        if (memory) {
            const more = (memory.byteLength - this.calls.memory.buffer.byteLength) / 65536;
            this.calls.memory.grow(Math.max(more, 0));
            this.bytes(0, memory.byteLength).set(new Uint8Array(memory));
        } else {
            this.calls._initialize();
        }
    }

    /** A copy of the whole state (ArrayBuffer), from which another instance goes on. */
    snapshot() {
        return this.calls.memory.buffer.slice(0);
    }

    /** Memory of the module as bytes; valid until the next call. */
    bytes(at, size) {
        return new Uint8Array(this.calls.memory.buffer, at, size);
    }

    /** Calls use(address) with a copy of the bytes and a zero byte after them. */
    lend(bytes, use) {
        const at = this.calls.jw_web_alloc(bytes.length + 1);
        if (!at) {
            throw new Error('out of memory');
        }
        try {
            this.bytes(at, bytes.length).set(bytes);
            this.bytes(at + bytes.length, 1)[0] = 0;
            return use(at);
        } finally {
            this.calls.jw_web_free(at);
        }
    }

    /** Text at an address, which ends with a zero. */
    text(at) {
        const memory = new Uint8Array(this.calls.memory.buffer);
        return fromUtf8(memory.subarray(at, memory.indexOf(0, at)));
    }

    /** Reads an instrument and the cents of its tuned file (empty: none). Throws what is wrong, and where. */
    load(instrument, cents = new Uint8Array()) {
        const ok = this.lend(instrument, text => this.lend(cents, more =>
            this.calls.jw_web_load(text, instrument.length, more, cents.length)));
        this.check(ok);
    }

    /** Throws the text of the last error unless ok. */
    check(ok) {
        if (!ok) {
            throw new Error(this.text(this.calls.jw_web_error()));
        }
    }

    /** Reads a preset; returns the name of its instrument. Throws what is wrong, and where. */
    readPreset(text) {
        const at = this.lend(text, begin => this.calls.jw_web_preset_read(begin, text.length));
        this.check(at);
        return this.text(at);
    }

    /** Lays the values of the preset that was read last over those of the instrument, before prepare(). */
    applyPreset() {
        this.calls.jw_web_preset_apply();
    }

    /** Gives an instrument that names no room the player's, before prepare(). False if it names one. */
    putIntoRoom() {
        return Boolean(this.calls.jw_web_put_into_room());
    }

    /** Number of a parameter by its symbol; -1: none. */
    findParam(symbol) {
        return this.lend(asciiBytes(symbol), at => this.calls.jw_web_param_find(at));
    }

    /** Sets the instrument's own value of a parameter, before prepare(). False: no such parameter. */
    setDefault(symbol, value) {
        return Boolean(this.calls.jw_web_default(this.findParam(symbol), value));
    }

    /** Prepares the engine. offline: the same events give the same samples always. Throws on failure. */
    prepare(rateHz, offline = false) {
        const status = this.calls.jw_web_prepare(rateHz, offline);
        if (status) {
            throw new Error(`the engine cannot be prepared (status ${status})`);
        }
    }

    /** A MIDI message at a frame of the next run; frames ascend. False: no room. */
    midi(frame, status, first, second) {
        return Boolean(this.calls.jw_web_midi(frame, status, first, second));
    }

    /** A parameter at a frame of the next run; frames ascend. */
    param(frame, symbol, value) {
        return Boolean(this.calls.jw_web_param(frame, this.findParam(symbol), value));
    }

    /** Takes a message that send() of a window's instance had. */
    take(kind, bytes) {
        return Boolean(this.lend(bytes, at => this.calls.jw_web_take(kind, at, bytes.length)));
    }

    /**
     * Runs n frames, at most MOST_FRAMES, with the input (Float32Array of n samples) moving the bridge if
     * there is one. Returns left and right, valid until the next call.
     */
    run(n, input = null) {
        if (!(n >= 0 && n <= MOST_FRAMES)) {
            throw new RangeError(`${n} frames, not 0 to ${MOST_FRAMES}`);
        }
        const samples = side => new Float32Array(this.calls.memory.buffer, this.calls.jw_web_samples(side), n);
        if (input) {
            samples(2).set(input);
        }
        this.calls.jw_web_run(n, Boolean(input));
        return [samples(0), samples(1)];
    }

    /**
     * Renders a MIDI file with the engine, which must be prepared offline, to blocks [left, right]; they are
     * those of jawari-render, but program changes are left out. Throws what is wrong with the file.
     */
    * score(bytes) {
        const frames = this.lend(bytes, at => this.calls.jw_web_score(at, bytes.length));
        this.check(frames >= 0);
        for (let n = this.calls.jw_web_score_run(); n > 0; n = this.calls.jw_web_score_run()) {
            yield [0, 1].map(side =>
                new Float32Array(this.calls.memory.buffer, this.calls.jw_web_score_samples(side), n).slice());
        }
    }

    /** Builds tables that changed parameters need, between two runs. */
    service() {
        this.calls.jw_web_service();
    }

    /** What a window shows of this engine: bytes for jw_web_window_report() of another instance. */
    report() {
        return this.bytes(this.calls.jw_web_report(), this.calls.jw_web_report_size()).slice();
    }
}
