// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Keys for a screen too narrow for those of the window: an octave from Sa, komal and tivra notes above; strings
// where there are no keys. Each finger plays one.

const SVARAS = ['Sa', 're', 'Re', 'ga', 'Ga', 'ma', 'Ma', 'Pa', 'dha', 'Dha', 'ni', 'Ni', 'Sa'];
const LOWER = [0, 2, 4, 5, 7, 9, 11, 12];

/** Fills an element with keys; play(number, on). Returns what shows them for another instrument. */
export function makeKeys(element, play) {
    let octave = 0;
    const held = new Set(); // What releases each key that is down

    function button(text, column, row) {
        const key = document.createElement('button');
        key.textContent = text;
        key.style.gridColumn = column;
        key.style.gridRow = row;
        element.append(key);
        return key;
    }

    function sounds(key, number) {
        const release = () => {
            if (held.delete(release)) {
                play(number, false);
            }
        };
        key.onpointerdown = event => {
            key.releasePointerCapture(event.pointerId);
            held.add(release);
            play(number, true);
        };
        key.onpointerup = key.onpointerleave = key.onpointercancel = release;
    }

    function show(jawari) {
        held.forEach(release => release());
        element.replaceChildren();
        if (!jawari.calls.jw_web_window_has_keys()) {
            const n = Math.min(jawari.calls.jw_web_window_strings(), 8);
            for (let i = 0; i < n; ++i) {
                sounds(button(String(i + 1), `${1 + 2 * i} / span 2`, '1 / span 2'), i);
            }
            return;
        }
        const sa = jawari.calls.jw_web_window_sa() + 12 * octave;
        SVARAS.forEach((name, semitone) => {
            const at = LOWER.indexOf(semitone);
            const upper = 2 * (LOWER.findIndex(lower => lower > semitone) + 1) - 2;
            const key = at >= 0 ? button(name, `${1 + 2 * at} / span 2`, '2') :
                button(name, `${upper} / span 2`, '1');
            sounds(key, sa + semitone);
        });
        for (const [text, by, column] of [['\u2212', -1, 1], ['+', 1, 16]]) {
            button(text, String(column), '1').onclick = () => {
                octave = Math.max(-1, Math.min(octave + by, 2));
                show(jawari);
            };
        }
    }

    return show;
}
