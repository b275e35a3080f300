// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

/** Kind of a message from a window to an engine: an event. */
export const MESSAGE_EVENT: 0;

/** Most frames of one run: 4096. */
export const MOST_FRAMES: number;

/** Compiles the packed module, jawari.wasm.deflate: its bytes, or what fetch() answers for it. */
export function compile(packed: Response | Uint8Array): Promise<WebAssembly.Module>;

/** One instrument and its engine, or its window. All calls belong to the thread that made it. */
export class Jawari {
    /**
     * @param module what compile() gives
     * @param options canvas: functions that draw, makeCanvas() of canvas.js; send: takes the messages of the
     * window, for take() of another instance; ask: does what the window asks of the page; memory: snapshot() of
     * another instance
     */
    constructor(module: WebAssembly.Module, options?: {
        canvas?: object,
        send?: (kind: number, bytes: Uint8Array) => void,
        ask?: (what: number, name: string) => void,
        memory?: ArrayBuffer | null,
    });

    /** A copy of the whole state, from which another instance goes on. */
    snapshot(): ArrayBuffer;

    /** Functions of the module, as src/app/web/web_engine.c and web_window.c describe them. */
    readonly calls: WebAssembly.Exports;

    /** Reads the text of an instrument and of its tuned file. Throws an Error that says what is wrong, and where. */
    load(instrument: Uint8Array, cents?: Uint8Array): void;

    /** Reads a preset (Turtle); returns the name of its instrument. Throws an Error that says what is wrong. */
    readPreset(text: Uint8Array): string;

    /** Lays the values of the preset that was read last over those of the instrument, before prepare(). */
    applyPreset(): void;

    /** Gives an instrument that names no room the player's, before prepare(). False if it names one. */
    putIntoRoom(): boolean;

    /** Number of a parameter by its symbol; -1: none. */
    findParam(symbol: string): number;

    /** Sets the instrument's own value of a parameter, in its unit, before prepare(). False: no such parameter. */
    setDefault(symbol: string, value: number): boolean;

    /** Prepares the engine for a rate of 8000 to 384000 Hz. Throws if the instrument cannot be played. */
    prepare(rateHz: number, offline?: boolean): void;

    /** A MIDI message at a frame of the next run; frames ascend. False: no room. */
    midi(frame: number, status: number, first: number, second: number): boolean;

    /** A parameter, in its unit, at a frame of the next run; frames ascend. False: refused. */
    param(frame: number, symbol: string, value: number): boolean;

    /** Takes a message that send() had. False: refused. */
    take(kind: number, bytes: Uint8Array): boolean;

    /** Runs n frames; the input, of n samples, moves the bridge. Left and right are valid until the next call. */
    run(n: number, input?: Float32Array | null): [Float32Array, Float32Array];

    /**
     * Renders a MIDI file with the engine, which must be prepared offline, block by block. Throws an Error that says
     * what is wrong with the file.
     */
    score(bytes: Uint8Array): Generator<[Float32Array, Float32Array]>;

    /** Builds tables that changed parameters need, between two runs; not needed offline. */
    service(): void;

    /** What a window shows of this engine. */
    report(): Uint8Array;
}
