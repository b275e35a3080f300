// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The page in Chromium: a click on the string sounds, the keyboard plays, a moved bridge is in the link and
// comes back, a link from outside is checked, a phone has its size.
//
//     node check_page.mjs WEB_FOLDER [PICTURE_FOLDER]
//
// Exits 77 where WEB_FOLDER (sh tools/web.sh) or Chromium is missing.

import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Browser, hasBrowser, serve, wait } from './browser.mjs';

const [folder, pictures] = process.argv.slice(2);
if (!existsSync(join(folder, 'index.html')) || !hasBrowser()) {
    console.log(`skipped: there is no ${hasBrowser() ? `${folder}/index.html (sh tools/web.sh)` : 'Chromium'}`);
    process.exit(77);
}

let slow = '', missing = '';
const server = await serve(folder, path => path.includes(missing || '?') ? -1 : path.includes(slow || '?') ? 1500 : 0);
const browser = new Browser();
const state = () => browser.evaluate('jawariState()');
const status = () => browser.evaluate('document.getElementById("status").innerText');

async function open(link = '', size = {}) {
    await browser.open(server.url + link, size);
    await browser.until('window.jawariState', 'the page is ready');
}

async function picture(name) {
    if (pictures) {
        writeFileSync(join(pictures, `${name}.png`), await browser.picture());
    }
}

async function sounds(what) {
    for (let i = 0; i < 100; ++i, await wait(100)) {
        if ((await state()).peak > 1e-4) {
            return;
        }
    }
    assert.fail(`no sound: ${what}`);
}

try {
    // The last choice counts, whichever comes first; one that fails leaves what was. First of all, before the
    // service worker has the files.
    const choose = name => browser.evaluate(`(select => {
        select.value = '${name}';
        select.dispatchEvent(new Event('change'));
    })(document.getElementById('instrument'))`);
    const shown = () => browser.evaluate('document.getElementById("instrument").value');
    const named = async () => new URLSearchParams((await state()).link).get('instrument');
    slow = 'shamisen.ini';
    missing = 'biwa.ini';
    await open('#instrument=sitar');
    await choose('shamisen');
    await choose('guitar');
    await wait(2000);
    assert.deepEqual([await named(), await shown()], ['guitar', 'guitar'], 'the last choice counts');
    await choose('biwa');
    await wait(500);
    assert.deepEqual([await named(), await shown()], ['guitar', 'guitar'], 'a missing instrument leaves the one before');
    slow = missing = '';
    await browser.evaluate('localStorage.clear()');

    await open();
    await picture('begin');
    await browser.drag(300, 176, 300, 230);
    await sounds('a pluck with the mouse');
    await picture('pluck');

    assert.equal(await browser.evaluate('jawariParam("room")'), 17, "the player's room");

    // Stopping the sound is no gap; tried again where the machine itself makes one.
    const press = id => browser.evaluate(`document.getElementById('${id}').click()`);
    let gaps = 1;
    for (let i = 0; i < 5 && gaps > 0; ++i) {
        const { lost } = await state();
        await press('sound');
        await wait(500);
        await press('sound');
        await wait(300);
        gaps = (await state()).lost - lost;
    }
    assert.equal(gaps, 0, 'a stop is no gap');
    // A page that does not run for a while has a gap: it goes on at quality 1, draws less often, and says so.
    await browser.evaluate('jawariSet("quality", 2)');
    await wait(300);
    const smooth = await state();
    assert.ok(await browser.stall(400) > 0, 'a page is stopped');
    await browser.until(`jawariState().lost > ${smooth.lost}`, 'the gap is counted');
    await browser.until('jawariParam("quality") === 1', 'quality 1 after a gap');
    assert.ok((await state()).pace >= Math.min(2 * smooth.pace, 6), 'it draws less often');
    assert.match(await status(), /quality 1, \d+ gaps?/);

    // The slider Jawari is below the lens.
    const before = (await state()).link;
    await browser.drag(240, 530, 600, 530);
    await wait(500);
    const moved = (await state()).link;
    assert.match(moved, /jawari=/);
    assert.notEqual(moved, before);
    await picture('moved');
    await open();
    assert.equal((await state()).link, moved, 'the last visit comes back');

    await open('#instrument=tanpura&raga=3&jawari=1e99&rubbish=1&sa=x&tune=x:50');
    assert.match(await status(), /rubbish=1/);
    assert.match(await status(), /sa=x/);
    assert.match(await status(), /tune=x:50/);
    const link = new URLSearchParams((await state()).link);
    assert.equal(link.get('instrument'), 'tanpura');
    assert.equal(link.get('raga'), '3');
    assert.ok(!link.has('jawari') || Number(link.get('jawari')) <= 100, 'clamped');
    await open('#instrument=../../etc/passwd');
    assert.match(await status(), /unknown/);

    await open('#instrument=sitar', { width: 360, height: 720, scale: 2, mobile: true });
    assert.deepEqual(await browser.evaluate('[document.getElementById("window").width, document.body.scrollWidth]'),
        [720, 360]);
    await picture('phone');
    await browser.evaluate('document.getElementById("window").focus()');
    await browser.key('a', 'KeyA', 'a');
    await sounds('a key of the keyboard');
    await browser.key('Tab', 'Tab');
    const focus = () => browser.evaluate('document.activeElement.id');
    await browser.key('Escape', 'Escape');
    assert.equal(await focus(), 'window', 'Escape ends the focus in the window first');
    await browser.key('Escape', 'Escape');
    assert.equal(await focus(), 'instrument', 'Escape leaves the window');
    await wait(500);
    // Two fingers on two keys: two strings sound, and both are let go.
    await open('#instrument=sitar', { width: 1100, height: 760, mobile: true });
    await browser.touch('touchStart', [[430, 730]]);
    await browser.touch('touchStart', [[430, 730], [600, 730]]);
    await browser.until('jawariState().held === 2', 'two keys are held by two fingers');
    await browser.touch('touchEnd', [[430, 730]]);
    await browser.until('jawariState().held === 1', 'one key is held');
    await browser.touch('touchEnd', []);
    await browser.until('jawariState().held === 0', 'no key is held');

    // Without a network.
    await browser.evaluate('navigator.serviceWorker.ready.then(() => true)');
    server.close();
    await open('#instrument=sarod');
    assert.equal(new URLSearchParams((await state()).link).get('instrument'), 'sarod', 'loads without a server');
    await browser.drag(300, 200, 300, 260);
    await sounds('a pluck without a server');
    const last = await state();
    console.log(`quality ${last.quality}, ${(100 * last.share).toFixed(0)} % of the time at quality 1, ` +
        `${last.lost} gaps in ${last.seconds.toFixed(1)} s`);
    assert.deepEqual(browser.errors, []);
} finally {
    await browser.close();
    server.close();
}
