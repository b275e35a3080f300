// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Pictures of the page's window beside those of the player's, in four states at rest, and six of a pluck one after the
// other, to be looked at:
//
//     node tests/web/compare.mjs WEB_FOLDER WINDOW_PICTURE OUT_FOLDER
//
// OUT_FOLDER/index.html has all of them, pluck.png those of the pluck. Prints the part of pixels that differ by more
// than a tenth in a colour: letters differ, which the browser shapes itself, and the parts that the page lacks.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Browser, serve, wait } from './browser.mjs';

const [folder, windowPicture, out] = process.argv.slice(2);
const STATES = [['play', 'sitar-yaman'], ['tune', 'sitar-yaman'], ['drone', 'tanpura-plays'], ['parameters', 'sitar-khula']];
const W = 1100, H = 716;
mkdirSync(out, { recursive: true });
const server = await serve(folder);
const browser = new Browser();

/** Part of the pixels of two pictures, given as PNG, that differ. */
async function differing(a, b) {
    return browser.evaluate(`(async () => {
        const [p, q] = await Promise.all(${JSON.stringify([a, b].map(png => png.toString('base64')))}.map(async png => {
            const picture = await createImageBitmap(await (await fetch('data:image/png;base64,' + png)).blob());
            const sheet = new OffscreenCanvas(${W}, ${H}).getContext('2d');
            sheet.drawImage(picture, 0, 0);
            return sheet.getImageData(0, 0, ${W}, ${H}).data;
        }));
        let n = 0;
        for (let i = 0; i < p.length; i += 4) {
            n += [0, 1, 2].some(c => Math.abs(p[i + c] - q[i + c]) > 26);
        }
        return n / (p.length / 4);
    })()`);
}

/** Six pictures of the string from the pull of a finger on, as one PNG; prints their times after the release. */
async function pluck() {
    const LEFT = 300, TOP = 176, HEIGHT = 340, AT = [0, 40, 150, 400, 900, 2000];
    await browser.open(`${server.url}#preset=sitar-yaman`, { width: W, height: H + 60 });
    await browser.until('window.jawariState', 'the page is ready', 60);
    const shot = async () => (await browser.send('Page.captureScreenshot',
        { clip: { x: 0, y: 40, width: W, height: HEIGHT, scale: 0.5 } })).data;
    await browser.mouse('mousePressed', LEFT, TOP);
    for (let i = 1; i <= 8; ++i) {
        await browser.mouse('mouseMoved', LEFT, TOP + 54 * i / 8);
    }
    await wait(100);
    const shots = [await shot()], times = ['pulled'];
    await browser.mouse('mouseReleased', LEFT, TOP + 54);
    const released = Date.now();
    for (const at of AT.slice(1)) {
        await wait(Math.max(0, released + at - Date.now()));
        times.push(`${Date.now() - released} ms`);
        shots.push(await shot());
    }
    console.log(`pluck: ${times.join(', ')}`);
    return Buffer.from(await browser.evaluate(`(async () => {
        const sheet = new OffscreenCanvas(${W}, ${3 * HEIGHT / 2}), context = sheet.getContext('2d');
        for (const [i, png] of ${JSON.stringify(shots)}.entries()) {
            const picture = await createImageBitmap(await (await fetch('data:image/png;base64,' + png)).blob());
            context.drawImage(picture, i % 2 * ${W / 2}, Math.floor(i / 2) * ${HEIGHT / 2});
        }
        const bytes = new Uint8Array(await (await sheet.convertToBlob()).arrayBuffer());
        return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
    })()`), 'base64');
}

try {
    let rows = '';
    for (const [state, preset] of STATES) {
        const player = join(out, `${state}-player.png`), page = join(out, `${state}-page.png`);
        execFileSync(windowPicture, [preset, preset === 'tanpura-plays' ? '48' : '61', '0', player, 'size', `${W}x${H}`,
            'page', state, 'theme', 'light']);
        await browser.open(`${server.url}#preset=${preset}`, { width: W, height: H + 60 });
        await browser.until('window.jawariState', 'the page is ready', 60);
        await browser.evaluate(`jawariPage(${['play', 'tune', 'drone', 'parameters'].indexOf(state)})`);
        await browser.evaluate(`document.getElementById('window').style.flex = '0 0 ${H}px'`);
        await wait(500);
        const { x, y } = await browser.evaluate(
            '(({ x, y }) => ({ x, y }))(document.getElementById("window").getBoundingClientRect())');
        const shot = await browser.send('Page.captureScreenshot', { clip: { x, y, width: W, height: H, scale: 1 } });
        writeFileSync(page, Buffer.from(shot.data, 'base64'));
        const part = await differing(readFileSync(player), readFileSync(page));
        console.log(`${state}: ${(100 * part).toFixed(1)} % of the pixels differ`);
        rows += `<h2>${state}, ${preset}</h2><p><img src="${state}-player.png"><img src="${state}-page.png"></p>\n`;
    }
    writeFileSync(join(out, 'pluck.png'), await pluck());
    writeFileSync(join(out, 'index.html'), `<!doctype html><title>Player and page</title>
<style>img { width: 49% }</style><p>Left the player's window, right the page's.</p>\n${rows}<h2>A pluck</h2><p><img src="pluck.png"></p>\n`);
} finally {
    await browser.close();
    server.close();
}
