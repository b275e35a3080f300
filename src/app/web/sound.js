// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The sound of the page: the audio context, its worklet, what goes in and out.

import { Jawari } from './jawari.js';
import { wavBytes } from './wav.js';

const SLOW_LATENCY_S = 0.06; // Asked for where the sound would take much of the time

/** take(data): takes the worklet's messages; prepare(rateHz): a prepared Jawari of what the window shows. */
export class Sound {
    constructor(module, take, prepare) {
        Object.assign(this, { module, take, prepare });
        this.waiting = []; // Messages before the worklet has an engine
        this.slow = false; // The machine, as far as is known before the first sound
        this.stopped = false; // By the user; notes of that time are never heard
        this.switching = Promise.resolve(false); // Of the microphone
        this.recorded = null;
    }

    get rate() {
        return this.context?.sampleRate;
    }

    post(message) {
        if (this.stopped) {
            return;
        }
        if (this.node) {
            this.node.port.postMessage(message);
        } else if (this.starting) {
            this.waiting.push(message);
        }
    }

    async begin() {
        this.context = new AudioContext({ latencyHint: this.slow ? SLOW_LATENCY_S : 'interactive' });
        this.context.resume();
        await this.context.audioWorklet.addModule('worklet.js');
        const node = new AudioWorkletNode(this.context, 'jawari', {
            numberOfInputs: 1, outputChannelCount: [2], processorOptions: { module: this.module },
            channelCount: 1, channelCountMode: 'explicit', // The mean of both sides
        });
        node.onprocessorerror = () => this.take({ failed: 'please load the page again' });
        node.port.onmessage = ({ data }) => this.hear(data);
        this.send('engine', this.prepare(this.rate), node);
        this.waiting.forEach(message => node.port.postMessage(message));
        this.waiting = [];
        node.connect(this.context.destination);
        this.node = node;
    }

    /** Starts the sound at the first gesture of the user, as browsers demand. */
    start() {
        this.starting ??= this.begin().catch(error => {
            this.context?.close();
            this.context = this.starting = null;
            this.waiting = [];
            throw error;
        });
        return this.starting;
    }

    /** Stops or resumes it; returns true if it sounds. */
    async toggle() {
        if (!this.starting) {
            await this.start();
            return true;
        }
        await this.starting;
        this.stopped = this.context.state === 'running';
        if (this.stopped) {
            await this.context.suspend();
        } else {
            this.enter();
            this.post({ resumed: true });
            await this.context.resume();
        }
        return !this.stopped;
    }

    /** Sends what a prepared instance is to the worklet: it goes on there, and the one before fades. */
    send(place, jawari, node = this.node) {
        const memory = jawari && jawari.snapshot();
        node.port.postMessage({ [place]: memory }, memory ? [memory] : []);
    }

    /** The instrument in the window sounds from now on. */
    enter() {
        if (this.node && !this.stopped) {
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
            return null;
        }
        const bytes = wavBytes(this.recorded, this.rate);
        this.recorded = null;
        return bytes;
    }

    /** Lets sound from outside move the bridge, or no longer; returns true if it does. One call after the other. */
    toggleMicrophone() {
        this.switching = this.switching.catch(() => {}).then(() => this.switchMicrophone());
        return this.switching;
    }

    async switchMicrophone() {
        await this.start();
        if (this.input) {
            this.input.disconnect();
            this.input.mediaStream.getTracks().forEach(track => track.stop());
            this.input = null;
            return false;
        }
        const plain = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
        const stream = await navigator.mediaDevices.getUserMedia({ audio: plain });
        try {
            const input = this.context.createMediaStreamSource(stream);
            input.connect(this.node);
            this.input = input;
        } catch (error) {
            stream.getTracks().forEach(track => track.stop());
            throw error;
        }
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
