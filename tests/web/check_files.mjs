// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The page in Chromium: presets, files of the user's, the link's bridge and tuning, the companion, another
// instrument while one sounds.
//
//     node check_files.mjs WEB_FOLDER JAWARI_RENDER [PICTURE_FOLDER]
//
// Exits 77 where WEB_FOLDER (sh tools/web.sh) or Chromium is missing.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Browser, hasBrowser, serve, wait } from './browser.mjs';

const [folder, render, pictures] = process.argv.slice(2);
if (!existsSync(join(folder, 'index.html')) || !hasBrowser()) {
    console.log(`skipped: there is no ${hasBrowser() ? `${folder}/index.html (sh tools/web.sh)` : 'Chromium'}`);
    process.exit(77);
}

const server = await serve(folder);
const browser = new Browser();
const state = () => browser.evaluate('jawariState()');
const link = async () => new URLSearchParams((await state()).link);
const status = () => browser.evaluate('document.getElementById("status").innerText');
const own = mkdtempSync(join(tmpdir(), 'jawari-files-'));

async function open(fragment) {
    await browser.open(server.url + fragment);
    await browser.until('window.jawariState', 'the page is ready');
}

async function drop(name, text, wanted) {
    await browser.evaluate(`{
        const data = new DataTransfer();
        data.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
        document.getElementById('status').innerText = '';
        dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
    }`);
    await browser.until('document.getElementById("status").innerText', `something is said of ${name}`);
    assert.match(await status(), wanted);
}

/** Text of the file that the page saves. */
async function saved(what) {
    return browser.evaluate(`(async () => {
        const make = URL.createObjectURL;
        let blob;
        URL.createObjectURL = given => make.call(URL, blob = given);
        const save = document.getElementById('save');
        save.value = '${what}';
        save.onchange({ target: save });
        URL.createObjectURL = make;
        return blob ? blob.text() : document.getElementById('status').innerText;
    })()`);
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
    // A link with preset, bridge and tuning comes back as it was; a wrong one is told.
    await open('#preset=sitar-yaman&jawari=40&bridge=0 0, 10 -0.1, 20 -0.5&tune=1:5,3:-12.5');
    const given = await link();
    assert.equal(given.get('instrument'), 'sitar');
    assert.equal(given.get('preset'), 'sitar-yaman');
    assert.equal(given.get('jawari'), '40');
    assert.equal(given.get('tune'), '1:5,3:-12.5');
    assert.match(given.get('bridge'), /^0 0, 10 -0.1, 20 -0.5$/);
    assert.equal(await browser.evaluate('jawariParam("raga")'), 2, "the preset's raga");
    if (pictures) {
        writeFileSync(join(pictures, 'link.png'), await browser.picture());
    }

    // What is saved is read by the programs, and has the values.
    writeFileSync(join(own, 'mine.ttl'), await saved('preset'));
    assert.match(readFileSync(join(own, 'mine.ttl'), 'utf8'), /"jawari" ; pset:value 40/);
    const checked = spawnSync(render, ['-p', join(own, 'mine.ttl'), '--note', 'C4', '--seconds', '0.1',
        join(own, 'mine.wav')], { encoding: 'utf8' });
    assert.equal(checked.status, 0, checked.stderr);
    writeFileSync(join(own, 'bridge.ini'), await saved('bridge'));
    const bridged = spawnSync(render, ['-i', 'sitar', '--profile', join(own, 'bridge.ini'), '--note', 'C4', '--seconds',
        '0.1', join(own, 'mine.wav')], { encoding: 'utf8' });
    assert.equal(bridged.status, 0, bridged.stderr);

    await open('#preset=nothing&bridge=rubbish&tune=99:1');
    for (const wrong of [/preset "nothing"/, /bridge=rubbish/, /tune=99:1/]) {
        assert.match(await status(), wrong);
    }

    // Files of the user's, good and bad.
    const sitar = readFileSync(join(folder, 'presets/sitar.ini'), 'utf8');
    await drop('mine.ini', sitar.replace(/^name = .*$/m, 'name = Mine'), /mine plays/);
    assert.equal((await link()).get('instrument'), 'mine');
    await drop('bad.ini', '[instrument]\nname = A\nrubbish\n', /bad\.ini: instrument:3: /);
    assert.equal((await link()).get('instrument'), 'mine', 'a bad file changes nothing');
    await drop('mine.ttl', readFileSync(join(own, 'mine.ttl'), 'utf8'), /preset mine plays/);
    assert.equal(await browser.evaluate('jawariParam("jawari")'), 40);
    await drop('bad.ttl', '<a> <b> .', /bad\.ttl: preset:1: /);
    await drop('bridge.ini', readFileSync(join(own, 'bridge.ini'), 'utf8'), /profile bridge/);
    assert.match((await link()).get('bridge'), / 10 -0.1, 20 -0.5/);
    await drop('third.scl', '! a\nthirds\n 3\n!\n 400.\n 5/3\n 2/1\n', /scale third/);
    await drop('bad.scl', 'x\n 99\n', /bad\.scl: scale:/);
    await drop('x.exe', 'MZ', /x\.exe: not an instrument/);

    // Another instrument while one sounds: no gap of 20 ms.
    await open('#instrument=sitar');
    await browser.drag(300, 200, 300, 260);
    await sounds('a pluck');
    for (const name of ['tanpura', 'sarod', 'sitar']) {
        await browser.evaluate(`{
            const choice = document.getElementById('instrument');
            choice.value = '${name}';
            choice.onchange({ target: choice });
        }`);
        await browser.until(`new URLSearchParams(jawariState().link).get('instrument') === '${name}'`, `${name} plays`);
        await wait(300);
    }
    await browser.drag(300, 200, 300, 260);
    await sounds('a pluck after three other instruments');
    // The middle one: on a busy machine others hold up single ones.
    const all = (await state()).enteredMs.sort((a, b) => a - b);
    const entered = all[Math.floor(all.length / 2)];
    assert.ok(all.length === 4 && entered <= 20, `engines took ${all} ms to enter`);

    // The tanpura beside it sounds without a hand.
    await browser.evaluate('document.getElementById("companion").click()');
    await browser.until('jawariState().companion', 'the companion is on');
    await browser.evaluate('document.getElementById("window").focus()');
    await wait(3000);
    await sounds('the companion');
    console.log(`an engine enters in ${entered} ms; ${(await state()).lost} gaps`);
    assert.deepEqual(browser.errors, []);
} finally {
    await browser.close();
    server.close();
    rmSync(own, { recursive: true });
}
