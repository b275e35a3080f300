// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Instruments and presets: those beside the page, and files of the user's.

export const INSTRUMENTS = {
    sitar: 'Sitar', 'sitar-gandhar': 'Sitar (gandhar-pancham)', surbahar: 'Surbahar', sarod: 'Sarod',
    'rudra-veena': 'Rudra veena', 'saraswati-veena': 'Saraswati veena', dilruba: 'Dilruba', tanpura: 'Tanpura',
    'tanpura-female': 'Tanpura (female)', 'tanpura-five': 'Tanpura (five strings)',
    'tanpura-instrumental': 'Tanpura (instrumental)', 'tambura-south': 'Tambura (southern)', shamisen: 'Shamisen',
    biwa: 'Biwa', bass: 'Electric bass', 'bass-fretless': 'Electric bass, fretless', guitar: 'Classical guitar',
    wave: 'String over waves', bench: 'Steel string on a bench', 'tanpura-point': 'Tanpura on one point',
};
const presets = Object.create(null); // Texts by name
const own = new Map(); // Instruments of the user's by name: { instrument, cents }
const fetchedOnce = new Map();

const bytesOf = text => new TextEncoder().encode(text);

async function fetched(path) {
    const answer = await fetch(path);
    if (!answer.ok) {
        throw new Error(`${path}: ${answer.status} ${answer.statusText}`);
    }
    return new Uint8Array(await answer.arrayBuffer());
}

async function bothTexts(name) {
    const cents = fetched(`presets/tuned/${name}.ini`).catch(() => new Uint8Array());
    return { instrument: await fetched(`presets/${name}.ini`), cents: await cents };
}

export function isInstrument(name) {
    return own.has(name) || Object.hasOwn(INSTRUMENTS, name);
}

export function isPreset(name) {
    return Object.hasOwn(presets, name);
}

/** Texts of an instrument: { instrument, cents }. */
export function textsOf(name) {
    if (own.has(name)) {
        return own.get(name);
    }
    if (!fetchedOnce.has(name)) {
        const texts = bothTexts(name);
        texts.catch(() => fetchedOnce.delete(name));
        fetchedOnce.set(name, texts);
    }
    return fetchedOnce.get(name);
}

/** Text of a preset as bytes. */
export function presetText(name) {
    return bytesOf(presets[name]);
}

/** Name of the instrument of a preset's text; throws if the page has none of that name. */
export function instrumentOf(jawari, text) {
    const name = jawari.readPreset(text).replace(/\.ini$/, '');
    if (!isInstrument(name)) {
        throw new Error(`preset: there is no instrument "${name}" here: open its file first`);
    }
    return name;
}

export async function loadPresets() {
    Object.assign(presets, JSON.parse(new TextDecoder().decode(await fetched('presets/presets.json'))));
}

/**
 * Shows all instruments and presets in the window; one instrument after the other, between drawings. Returns the
 * names of those that could not be read.
 */
export async function gatherPresets(jawari) {
    const byInstrument = Object.fromEntries(Object.keys(INSTRUMENTS).map(name => [name, []]));
    for (const name of Object.keys(presets)) {
        const instrument = jawari.readPreset(presetText(name)).replace(/\.ini$/, '');
        byInstrument[instrument]?.push(name);
    }
    const gather = (name, isBare) => jawari.lend(bytesOf(name), at => jawari.calls.jw_web_gather(at, isBare));
    const missing = [];
    for (const [instrument, names] of Object.entries(byInstrument)) {
        try {
            const { instrument: text } = await textsOf(instrument);
            jawari.check(jawari.lend(text, at => jawari.calls.jw_web_gather_instrument(at, text.length)));
            gather(instrument, true);
            for (const name of names) {
                jawari.readPreset(presetText(name));
                gather(name, false);
            }
        } catch {
            missing.push(instrument);
        }
        await new Promise(done => setTimeout(done));
    }
    jawari.calls.jw_web_window_presets();
    return missing;
}

/** Loads an instrument, in the player's room, with a preset's values if there is one. */
export function loadPatch(jawari, texts, preset) {
    jawari.load(texts.instrument, texts.cents);
    if (preset) {
        jawari.readPreset(preset);
        jawari.applyPreset();
    }
    jawari.putIntoRoom();
}

/** Keeps an instrument of the user's. */
export function keepInstrument(name, texts) {
    own.set(name, texts);
}

/** Keeps a preset of the user's. */
export function keepPreset(name, text) {
    presets[name] = new TextDecoder().decode(text);
}

/** Text of a preset with these values, [symbol, value]. */
export function presetFile(name, label, instrument, values) {
    const quoted = text => `"${text.replace(/["\\\n\r\t]/g, ' ')}"`;
    const ports = values.map(([symbol, value]) => `    [ lv2:symbol "${symbol}" ; pset:value ${value} ]`);
    return `@prefix jw: <urn:jawari:> .
@prefix lv2: <http://lv2plug.in/ns/lv2core#> .
@prefix pset: <http://lv2plug.in/ns/ext/presets#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix state: <http://lv2plug.in/ns/ext/state#> .

<urn:jawari:preset:${encodeURIComponent(name)}>
  a pset:Preset ;
  lv2:appliesTo jw:instrument ;
  rdfs:label ${quoted(label)} ;
  rdfs:comment "Saved in a browser." ;
  state:state [ jw:instrumentFile ${quoted(`${instrument}.ini`)} ]${ports.length > 0 ?
        ` ;\n  lv2:port\n${ports.join(' ,\n')}` : ''} .
`;
}
