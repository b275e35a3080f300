// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Chromium without a screen, driven over its pipe, and a server of static files.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';

const CHROMIUM = '/usr/bin/chromium';
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.deflate': 'application/octet-stream' };
const SWITCHES = [
    '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync',
    '--disable-background-networking', '--disable-component-update', '--mute-audio', '--remote-debugging-pipe',
];

export const wait = ms => new Promise(done => setTimeout(done, ms));

/** Serves a folder to this machine; resolves to { url, close() }. change(path): an answer's delay [ms]; -1: no file. */
export async function serve(folder, change = () => 0) {
    const server = createServer(async (request, answer) => {
        const path = normalize(new URL(request.url, 'http://host').pathname);
        const file = join(folder, path === '/' ? 'index.html' : path);
        const delay = change(path);
        await wait(delay);
        if (!existsSync(file) || delay < 0) {
            answer.writeHead(404).end();
            return;
        }
        answer.writeHead(200, { 'content-type': TYPES[extname(file)] || 'text/plain' });
        answer.end(readFileSync(file));
    });
    await new Promise(done => server.listen(0, '127.0.0.1', done));
    return { url: `http://127.0.0.1:${server.address().port}/`, close: () => {
        server.close();
        server.closeAllConnections();
    } };
}

export function hasBrowser() {
    return existsSync(CHROMIUM);
}

export class Browser {
    constructor() {
        this.folder = mkdtempSync(join(tmpdir(), 'jawari-web-'));
        this.process = spawn(CHROMIUM, [...SWITCHES, `--user-data-dir=${this.folder}`, 'about:blank'],
            { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
        this.answers = new Map();
        this.n = 0;
        this.errors = [];
        let text = '';
        this.process.stdio[4].setEncoding('utf8').on('data', part => {
            const messages = (text + part).split('\0');
            text = messages.pop();
            messages.forEach(message => this.take(JSON.parse(message)));
        });
    }

    take(message) {
        if (message.method === 'Runtime.exceptionThrown') {
            const details = message.params.exceptionDetails;
            this.errors.push(details.exception?.description || details.text);
        }
        const answer = this.answers.get(message.id);
        if (answer) {
            this.answers.delete(message.id);
            if (message.error) {
                answer.failed(new Error(message.error.message));
            } else {
                answer.done(message.result);
            }
        }
    }

    send(method, params = {}) {
        const id = ++this.n;
        this.process.stdio[3].write(JSON.stringify({ id, method, params, sessionId: this.session }) + '\0');
        return new Promise((done, failed) => this.answers.set(id, { done, failed }));
    }

    async open(url, { width = 1100, height = 760, scale = 1, mobile = false } = {}) {
        if (!this.session) {
            const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
            this.session = (await this.send('Target.attachToTarget', { targetId, flatten: true })).sessionId;
            await this.send('Runtime.enable');
            await this.send('Page.enable');
        }
        await this.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: scale, mobile });
        await this.send('Page.navigate', { url: 'about:blank' });
        await this.send('Page.navigate', { url });
    }

    async evaluate(expression) {
        const { result, exceptionDetails } = await this.send('Runtime.evaluate',
            { expression, awaitPromise: true, returnByValue: true, userGesture: false });
        if (exceptionDetails) {
            throw new Error(exceptionDetails.exception?.description || exceptionDetails.text);
        }
        return result.value;
    }

    /** Waits until an expression is true; throws with `what` after some seconds. */
    async until(expression, what, seconds = 20) {
        for (const began = Date.now(); Date.now() - began < 1000 * seconds; await wait(50)) {
            if (await this.evaluate(expression)) {
                return;
            }
        }
        throw new Error(`in vain: ${what}; the page says "${await this.evaluate('document.body.innerText')}"`);
    }

    async mouse(type, x, y) {
        await this.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons: 1, clickCount: 1 });
    }

    async drag(x1, y1, x2, y2) {
        await this.mouse('mousePressed', x1, y1);
        for (let i = 1; i <= 8; ++i) {
            await this.mouse('mouseMoved', x1 + (x2 - x1) * i / 8, y1 + (y2 - y1) * i / 8);
        }
        await this.mouse('mouseReleased', x2, y2);
    }

    async key(key, code, text) {
        await this.send('Input.dispatchKeyEvent', { type: 'keyDown', key, code, text });
        await this.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code });
    }

    /** Fingers on the page: type is touchStart, touchMove or touchEnd; points are those that are down. */
    async touch(type, points) {
        await this.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    }

    async picture() {
        return Buffer.from((await this.send('Page.captureScreenshot')).data, 'base64');
    }

    /** Stops the processes that run pages, sound and all, for a time. */
    async stall(ms) {
        const ours = readdirSync('/proc').filter(pid => {
            try {
                const text = readFileSync(`/proc/${Number(pid)}/cmdline`, 'utf8');
                return text.includes('--type=renderer') && text.includes(this.folder);
            } catch {
                return false; // Not a process, or one that has ended
            }
        }).map(Number);
        ours.forEach(pid => process.kill(pid, 'SIGSTOP'));
        await wait(ms);
        ours.forEach(pid => process.kill(pid, 'SIGCONT'));
        return ours.length;
    }

    async close() {
        await this.send('Browser.close').catch(() => {});
        await new Promise(done => this.process.exitCode === null ? this.process.once('exit', done) : done());
        rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
    }
}
