// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Pictures of the page's window beside those of the player's, in four states at rest, to be looked at:
//
//     node tests/web/compare.mjs WEB_FOLDER WINDOW_PICTURE OUT_FOLDER
//
// OUT_FOLDER/index.html has them side by side. Prints the part of pixels that differ by more than a tenth in a
// colour: letters differ, which the browser shapes itself, and what the page lacks.

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
    writeFileSync(join(out, 'index.html'), `<!doctype html><title>Player and page</title>
<style>img { width: 49% }</style><p>Left the player's window, right the page's.</p>\n${rows}`);
} finally {
    await browser.close();
    server.close();
}
