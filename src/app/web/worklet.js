// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The engines in an AudioWorklet: the instrument, the one before it while that fades, a companion. Each comes as
// the memory of an instance that the page has prepared, so that nothing here takes long.
//
// Gets { engine } and { companion } (ArrayBuffer; companion may be null), { kind, bytes } (JwWebMessage),
// { midi }, { shared: [symbol, value] } for the companion, { resumed } after the user stopped the sound; sends
// { failed }, { report, lost, enteredMs } and { sound }.

import { Jawari } from './jawari.js';

const REPORT_S = 1 / 30;
const SOUND_FRAMES = 1024;
const FADE_FRAMES = 4096;
const LATE_MS = 60; // Behind the clock by more than buffers explain: the output had a gap
const FORGET_S = 10; // The sound card's clock and the system's drift apart

class JawariProcessor extends AudioWorkletProcessor {
    constructor(options) {
        super();
        this.module = options.processorOptions.module;
        this.engine = this.companion = null;
        this.fading = []; // { jawari, left }: engines on their way out, with the frames that are left
        this.reported = 0;
        this.lost = 0;
        this.enteredMs = []; // Time that each engine took to enter
        this.ahead = -Infinity;
        this.forgot = 0;
        this.heard = [new Float32Array(SOUND_FRAMES), new Float32Array(SOUND_FRAMES)];
        this.nHeard = 0;
        this.port.onmessage = ({ data }) => {
            try {
                this.take(data);
            } catch (error) {
                this.port.postMessage({ failed: error.message });
            }
        };
    }

    enter(place, memory) {
        const jawari = memory && new Jawari(this.module, { memory });
        if (this[place]) {
            this.fading.push({ jawari: this[place], left: FADE_FRAMES });
        }
        this[place] = jawari;
    }

    take(data) {
        if (data.engine) {
            const began = Date.now();
            this.enter('engine', data.engine);
            this.enteredMs.push(Date.now() - began);
        } else if ('companion' in data) {
            this.enter('companion', data.companion);
        } else if (data.resumed) {
            this.ahead = -Infinity;
        } else if (data.midi) {
            this.engine?.midi(0, ...data.midi);
        } else if (data.shared) {
            this.companion?.param(0, ...data.shared);
        } else if (data.bytes) {
            this.engine?.take(data.kind, data.bytes);
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

    add(jawari, out, input, gain = () => 1) {
        jawari.service();
        jawari.run(out[0].length, input).forEach((from, side) => {
            for (let i = 0; i < from.length; ++i) {
                out[side][i] += gain(i) * from[i];
            }
        });
    }

    process(inputs, outputs) {
        const out = outputs[0];
        if (!this.engine) {
            return true;
        }
        this.add(this.engine, out, inputs[0] && inputs[0][0]);
        if (this.companion) {
            this.add(this.companion, out);
        }
        for (const fade of this.fading) {
            this.add(fade.jawari, out, null, i => Math.max(fade.left - i, 0) / FADE_FRAMES);
            fade.left -= out[0].length;
        }
        this.fading = this.fading.filter(fade => fade.left > 0);
        this.hear(out[0], out[1]);
        this.watchClock();
        if (currentTime - this.reported >= REPORT_S) {
            this.reported = currentTime;
            this.port.postMessage({ report: this.engine.report(), lost: this.lost, enteredMs: this.enteredMs });
        }
        return true;
    }
}

registerProcessor('jawari', JawariProcessor);
