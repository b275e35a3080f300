// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

/** Bytes of a WAV file, 32-bit floats, of blocks [left, right] of Float32Array. */
export function wavBytes(blocks, rateHz) {
    const frames = blocks.reduce((sum, [left]) => sum + left.length, 0);
    const bytes = new Uint8Array(58 + 8 * frames);
    const view = new DataView(bytes.buffer);
    const put = (at, text) => bytes.set(Uint8Array.from(text, c => c.charCodeAt(0)), at);
    put(0, 'RIFF');
    view.setUint32(4, bytes.length - 8, true);
    put(8, 'WAVEfmt ');
    view.setUint32(16, 18, true);
    view.setUint16(20, 3, true); // Floats
    view.setUint16(22, 2, true);
    view.setUint32(24, rateHz, true);
    view.setUint32(28, 8 * rateHz, true);
    view.setUint16(32, 8, true);
    view.setUint16(34, 32, true);
    put(38, 'fact');
    view.setUint32(42, 4, true);
    view.setUint32(46, frames, true);
    put(50, 'data');
    view.setUint32(54, 8 * frames, true);
    let at = 58;
    for (const [left, right] of blocks) {
        for (let i = 0; i < left.length; ++i, at += 8) {
            view.setFloat32(at, left[i], true);
            view.setFloat32(at + 4, right[i], true);
        }
    }
    return bytes;
}
