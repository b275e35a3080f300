// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Keeps the page's files, so that it works without a network. tools/web.sh fills in the files and their version.

const VERSION = '@version@';
const FILES = ['@files@'];

addEventListener('install', event => {
    event.waitUntil(caches.open(VERSION).then(cache => cache.addAll(FILES)));
});

addEventListener('activate', event => {
    event.waitUntil(caches.keys().then(names =>
        Promise.all(names.filter(name => name.startsWith('jawari-') && name !== VERSION)
            .map(name => caches.delete(name)))));
});

addEventListener('fetch', event => {
    if (event.request.method === 'GET') {
        event.respondWith(caches.open(VERSION).then(cache => cache.match(event.request, { ignoreSearch: true }))
            .then(kept => kept || fetch(event.request)));
    }
});
