// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The engine in an AudioWorklet. Gets { kind, bytes } (JwWebMessage), { midi }, { load } or { listen };
// sends { ready }, { failed }, { report, lost } and { sound }.

import { Jawari } from './jawari.js';

const REPORT_S = 1 / 30;
const SOUND_FRAMES = 1024;
const LATE_MS = 60; // Behind the clock by more than buffers explain: the output had a gap
const FORGET_S = 10; // The sound card's clock and the system's drift apart

class JawariProcessor extends AudioWorkletProcessor {
    constructor(options) {
        super();
        this.jawari = new Jawari(options.processorOptions.module);
        this.ready = false;
        this.reported = 0;
        this.lost = 0;
        this.ahead = -Infinity;
        this.forgot = 0;
        this.heard = [new Float32Array(SOUND_FRAMES), new Float32Array(SOUND_FRAMES)];
        this.nHeard = 0;
        this.port.onmessage = ({ data }) => this.take(data);
        this.load(options.processorOptions.load);
    }

    load({ instrument, cents, quality }) {
        try {
            this.jawari.load(instrument, cents);
            this.jawari.putIntoRoom();
            this.jawari.setDefault('quality', quality);
            this.jawari.prepare(sampleRate);
            this.ready = true;
            this.port.postMessage({ ready: true });
        } catch (error) {
            this.port.postMessage({ failed: error.message });
        }
    }

    take(data) {
        if (data.load) {
            this.load(data.load);
        } else if (data.midi) {
            this.jawari.midi(0, ...data.midi);
        } else if (data.bytes) {
            this.jawari.take(data.kind, data.bytes);
        }
    }

    // Counts gaps: the clock of the sound falls behind that of the system.
    watchClock() {
        const ahead = currentTime * 1000 - Date.now();
        if (currentTime - this.forgot > FORGET_S) {
            this.ahead = ahead;
            this.forgot = currentTime;
        } else if (this.ahead - ahead > LATE_MS) {
            ++this.lost;
            this.ahead = ahead;
        }
        this.ahead = Math.max(this.ahead, ahead);
    }

    hear(left, right) {
        this.heard[0].set(left, this.nHeard);
        this.heard[1].set(right, this.nHeard);
        this.nHeard += left.length;
        if (this.nHeard + left.length > SOUND_FRAMES) {
            this.port.postMessage({ sound: this.heard.map(side => side.slice(0, this.nHeard)) });
            this.nHeard = 0;
        }
    }

    process(inputs, outputs) {
        if (!this.ready) {
            return true;
        }
        const out = outputs[0];
        this.jawari.service();
        const [left, right] = this.jawari.run(out[0].length, inputs[0] && inputs[0][0]);
        out[0].set(left);
        out[1].set(right);
        this.hear(left, right);
        this.watchClock();
        if (currentTime - this.reported >= REPORT_S) {
            this.reported = currentTime;
            this.port.postMessage({ report: this.jawari.report(), lost: this.lost });
        }
        return true;
    }
}

registerProcessor('jawari', JawariProcessor);
