// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The sound of the page: the audio context, its worklet, what goes in and out.

import { Jawari } from './jawari.js';
import { wavBytes } from './wav.js';

/** take(data): takes the worklet's messages; prepare(rateHz): a prepared Jawari of what the window shows. */
export class Sound {
    constructor(module, take, prepare) {
        Object.assign(this, { module, take, prepare });
        this.waiting = []; // Messages before the worklet has an engine
        this.recorded = null;
    }

    get rate() {
        return this.context?.sampleRate;
    }

    post(message) {
        if (this.node) {
            this.node.port.postMessage(message);
        } else if (this.starting) {
            this.waiting.push(message);
        }
    }

    async begin() {
        this.context = new AudioContext({ latencyHint: 'interactive' });
        this.context.resume();
        await this.context.audioWorklet.addModule('worklet.js');
        const node = new AudioWorkletNode(this.context, 'jawari', {
            numberOfInputs: 1, outputChannelCount: [2], processorOptions: { module: this.module },
        });
        node.onprocessorerror = () => this.take({ failed: 'please load the page again' });
        node.port.onmessage = ({ data }) => this.hear(data);
        this.node = node;
        this.enter();
        this.waiting.forEach(message => node.port.postMessage(message));
        this.waiting = [];
        node.connect(this.context.destination);
    }

    /** Starts the sound at the first gesture of the user, as browsers demand. */
    start() {
        this.starting ??= this.begin();
        return this.starting;
    }

    /** Stops or resumes it; returns true if it sounds. */
    async toggle() {
        if (!this.starting) {
            await this.start();
            return true;
        }
        await this.starting;
        const stop = this.context.state === 'running';
        await (stop ? this.context.suspend() : this.context.resume());
        return !stop;
    }

    /** Sends what a prepared instance is to the worklet: it goes on there, and the one before fades. */
    send(place, jawari) {
        const memory = jawari && jawari.snapshot();
        this.node.port.postMessage({ [place]: memory }, memory ? [memory] : []);
    }

    /** The instrument in the window sounds from now on. */
    enter() {
        if (this.node) {
            this.send('engine', this.prepare(this.rate));
        }
    }

    hear(data) {
        if (data.sound && this.recorded) {
            this.recorded.push(data.sound);
        }
        this.take(data);
    }

    /** Begins to record, or returns what was recorded as bytes of a WAV file. */
    record() {
        if (!this.recorded) {
            this.recorded = [];
            this.start();
            return null;
        }
        const bytes = wavBytes(this.recorded, this.rate);
        this.recorded = null;
        return bytes;
    }

    /** Lets sound from outside move the bridge, or no longer; returns true if it does. */
    async toggleMicrophone() {
        await this.start();
        if (this.input) {
            this.input.disconnect();
            this.input.mediaStream.getTracks().forEach(track => track.stop());
            this.input = null;
            return false;
        }
        const plain = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
        this.input = this.context.createMediaStreamSource(await navigator.mediaDevices.getUserMedia({ audio: plain }));
        this.input.connect(this.node);
        return true;
    }

    /** Lets a sound file move the bridge; resolves to its length in seconds. */
    async play(bytes) {
        await this.start();
        const buffer = await this.context.decodeAudioData(bytes.slice().buffer);
        this.source?.stop();
        this.source = new AudioBufferSourceNode(this.context, { buffer });
        this.source.connect(this.node);
        this.source.start();
        return buffer.duration;
    }
}

/** A silent engine for running warm. */
export function silentEngine(module, load) {
    const silent = new Jawari(module);
    load(silent);
    silent.setDefault('quality', 1);
    silent.prepare(48000, true);
    return silent;
}
