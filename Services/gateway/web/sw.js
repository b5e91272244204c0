// The service worker: keeps one version of the client's files, so that Quad starts without a network.
// The gateway writes the line before this one: `site.version` over all files, and `site.files`.
/* global site */

const prefix = "quad-";
const cacheName = prefix + site.version;

/** So few at a time that what the person does meanwhile does not have to wait for a connection. */
const lanes = 2;

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(cacheName);
    const left = [...site.files];
    const lane = async () => {
      for (let file = left.shift(); file; file = left.shift()) {
        await cache.add(new Request(file, { cache: "no-cache", priority: "low" }));
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    // A site that was renewed meanwhile has given files of two versions.
    const now = await (await fetch("/sw.js", { cache: "no-store" })).text();
    if (!now.includes(site.version)) throw new Error("the files changed while they were fetched");
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith(prefix) && name !== cacheName) await caches.delete(name);
    }
    await self.clients.claim();
  })());
});

// A tab that wants the newer version says so; until then all tabs stay with the one they began with.
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin || !isOurs(url.pathname)) return;
  const isPage = request.mode === "navigate" && !site.files.includes(url.pathname);
  const path = isPage ? "/index.html" : url.pathname;
  event.respondWith(answer(path, request));
});

function isOurs(path) {
  return !/^\/(v1|openapi\.json|healthz|readyz|metrics|sw\.js)(\/|$)/.test(path);
}

async function answer(path, request) {
  const cache = await caches.open(cacheName);
  return await cache.match(path) ?? fetch(request);
}
