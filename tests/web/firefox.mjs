// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Firefox without a screen, driven by its protocol Marionette: the functions of Browser (browser.mjs) that
// check_firefox.mjs calls.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wait } from './browser.mjs';

const FIREFOX = '/usr/bin/firefox-esr';
const PULSEAUDIO = '/usr/bin/pulseaudio'; // Without a sound device Firefox runs no sound: this is one without ears

export function hasFirefox() {
    return existsSync(FIREFOX) && existsSync(PULSEAUDIO);
}

async function freePort() {
    const server = createServer();
    await new Promise(done => server.listen(0, '127.0.0.1', done));
    const { port } = server.address();
    await new Promise(done => server.close(done));
    return port;
}

export class Firefox {
    async begin() {
        const port = await freePort();
        this.folder = mkdtempSync(join(tmpdir(), 'jawari-firefox-'));
        writeFileSync(join(this.folder, 'user.js'), `user_pref("marionette.port", ${port});
user_pref("media.autoplay.default", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.enabled", false);
`);
        const socket = join(this.folder, 'sound.socket');
        const env = { ...process.env, HOME: this.folder, XDG_RUNTIME_DIR: this.folder, PULSE_SERVER: `unix:${socket}` };
        this.device = spawn(PULSEAUDIO, ['-n', '--daemonize=no', '--exit-idle-time=-1', '-L', 'module-null-sink', '-L',
            `module-native-protocol-unix socket=${socket} auth-anonymous=1`], { stdio: 'ignore', env });
        this.process = spawn(FIREFOX, ['--headless', '--marionette', '--no-remote', '--profile', this.folder, 'about:blank'],
            { stdio: 'ignore', env });
        for (let i = 0; i < 300 && !this.socket; ++i, await wait(100)) {
            await new Promise(done => {
                const socket = connect(port, '127.0.0.1', () => {
                    this.socket = socket;
                    done();
                }).on('error', done);
            });
        }
        this.answers = new Map();
        this.n = 0;
        let bytes = Buffer.alloc(0);
        this.socket.on('data', part => {
            bytes = Buffer.concat([bytes, part]);
            for (let colon = bytes.indexOf(58); colon >= 0; colon = bytes.indexOf(58)) {
                const end = colon + 1 + Number(bytes.subarray(0, colon));
                if (bytes.length < end) {
                    break;
                }
                const message = JSON.parse(bytes.subarray(colon + 1, end));
                bytes = bytes.subarray(end);
                if (Array.isArray(message)) {
                    const [, id, error, result] = message;
                    this.answers.get(id)?.(error ? Promise.reject(new Error(error.message)) : result);
                    this.answers.delete(id);
                }
            }
        });
        await this.send('WebDriver:NewSession', { capabilities: { alwaysMatch: { timeouts: { script: 60000 } } } });
    }

    send(command, parameters = {}) {
        const text = Buffer.from(JSON.stringify([0, ++this.n, command, parameters]));
        this.socket.write(Buffer.concat([Buffer.from(`${text.length}:`), text]));
        return new Promise(done => this.answers.set(this.n, done));
    }

    async open(url, { width = 1100, height = 760 } = {}) {
        await this.send('WebDriver:SetWindowRect', { width, height: height + 90 });
        await this.send('WebDriver:Navigate', { url: 'about:blank' });
        await this.send('WebDriver:Navigate', { url });
    }

    async evaluate(expression) {
        return (await this.send('WebDriver:ExecuteScript', { script: `return (${expression})`, args: [] })).value;
    }

    async until(expression, what, seconds = 30) {
        for (const began = Date.now(); Date.now() - began < 1000 * seconds; await wait(50)) {
            if (await this.evaluate(expression)) {
                return;
            }
        }
        throw new Error(`in vain: ${what}; the page says "${await this.evaluate('document.body.innerText')}"`);
    }

    async drag(x1, y1, x2, y2) {
        const to = (x, y, duration) => ({ type: 'pointerMove', x, y, duration, origin: 'viewport' });
        await this.send('WebDriver:PerformActions', { actions: [{ type: 'pointer', id: 'mouse', actions: [
            to(Math.round(x1), Math.round(y1), 0), { type: 'pointerDown', button: 0 }, to(Math.round(x2), Math.round(y2), 100),
            { type: 'pointerUp', button: 0 }] }] });
    }

    async key(key) {
        await this.send('WebDriver:PerformActions', { actions: [{ type: 'key', id: 'keyboard', actions: [
            { type: 'keyDown', value: key }, { type: 'pause', duration: 100 }, { type: 'keyUp', value: key }] }] });
    }

    async picture() {
        return Buffer.from((await this.send('WebDriver:TakeScreenshot', { full: false })).value, 'base64');
    }

    async close() {
        const ended = new Promise(done => this.process.once('exit', done));
        if (this.socket) {
            this.send('Marionette:Quit', { flags: ['eForceQuit'] });
        } else {
            this.process.kill();
        }
        await Promise.race([ended, wait(10000)]);
        this.socket?.destroy();
        this.process.kill();
        this.device.kill();
        rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
}
