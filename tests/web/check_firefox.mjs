// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The page in Firefox: it loads, a pluck and a key sound, another instrument enters.
//
//     node check_firefox.mjs WEB_FOLDER [PICTURE_FOLDER]
//
// Exits 77 where WEB_FOLDER (sh tools/web.sh) or Firefox (Debian: firefox-esr,
// pulseaudio) is missing.

import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve, wait } from './browser.mjs';
import { Firefox, hasFirefox } from './firefox.mjs';

const [folder, pictures] = process.argv.slice(2);
if (!existsSync(join(folder, 'index.html')) || !hasFirefox()) {
    console.log(`skipped: there is no ${hasFirefox() ? `${folder}/index.html (sh tools/web.sh)` : 'Firefox, or no pulseaudio'}`);
    process.exit(77);
}

const server = await serve(folder);
const firefox = new Firefox();
const state = () => firefox.evaluate('jawariState()');

async function sounds(what) {
    for (let i = 0; i < 100; ++i, await wait(100)) {
        if ((await state()).peak > 1e-4) {
            return;
        }
    }
    assert.fail(`no sound: ${what}; the page says "${await firefox.evaluate('document.getElementById("status").innerText')}"`);
}

try {
    await firefox.begin();
    await firefox.open(`${server.url}#preset=sitar-yaman`);
    await firefox.until('!!window.jawariState', 'the page is ready');
    await firefox.drag(300, 190, 300, 240);
    await sounds('a pluck');
    if (pictures) {
        writeFileSync(join(pictures, 'firefox.png'), await firefox.picture());
    }
    await firefox.key('a');
    await wait(500);
    await sounds('a key of the keyboard');
    await firefox.evaluate(`(() => {
        const choice = document.getElementById('instrument');
        choice.value = 'sarod';
        choice.onchange({ target: choice });
    })()`);
    await firefox.until("new URLSearchParams(jawariState().link).get('instrument') === 'sarod'", 'another instrument');
    await firefox.drag(300, 190, 300, 240);
    await wait(500);
    await sounds('a pluck of the other instrument');
    const last = await state();
    console.log(`Firefox: quality ${last.quality}, ${(100 * last.share).toFixed(0)} % of the time at quality 1, ` +
        `${last.lost} gaps in ${last.seconds.toFixed(1)} s`);
} finally {
    await firefox.close();
    server.close();
}
