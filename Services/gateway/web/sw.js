// The service worker. Caches one version of the client's files, so that Quad starts without a network, and
// shows pushed notices. The gateway inserts a line before this one: `site.version`, a hash over all files,
// and `site.files`.
/* global site */

const prefix = "quad-";
const cacheName = prefix + site.version;

/** The number of parallel fetches. It leaves connections free for the page. */
const lanes = 2;

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(cacheName);
    const left = [...site.files];
    const lane = async () => {
      for (let file = left.shift(); file; file = left.shift()) {
        await cache.add(new Request(file, { cache: freshness(file), priority: "low" }));
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    // If the site was updated during the fetches, the files belong to two versions.
    const now = await (await fetch("/sw.js", { cache: "no-store" })).text();
    if (!now.includes(site.version)) throw new Error("the files changed while they were fetched");
  })());
});

/** A file below /assets/ is named by its hash, so a copy that the page has fetched is current. */
function freshness(file) {
  return file.startsWith("/assets/") ? "default" : "no-cache";
}

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith(prefix) && name !== cacheName) await caches.delete(name);
    }
    await self.clients.claim();
  })());
});

// A tab asks for the newer version. Until then, all tabs stay on their version.
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

// The text for an unreadable push, by language. Browsers require a notification for each push.
const unreadable = {
  en: "There is something new for you.",
  de: "Es gibt etwas Neues für dich.",
  fr: "Il y a du nouveau pour toi.",
};
const inbox = "/inbox";
const aPicture = /^\/v1\/events\/[0-9a-f-]{36}\/picture\/480$/;
const aNotice = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

self.addEventListener("push", (event) => {
  const { title, ...options } = notificationOf(event.data);
  event.waitUntil(self.registration.showNotification(title, options));
});

// Declarative Web Push: `{ web_push: 8030, notification: { title, navigate, … } }`. Any other message gets a
// generic text.
function notificationOf(data) {
  const code = self.navigator.language?.split("-")[0];
  const text = { title: "Quad", body: unreadable[code] ?? unreadable.en };
  const looks = { icon: "/icons/192.png", badge: "/icons/192.png", data: { open: inbox } };
  let said;
  try {
    said = data.json().notification;
  } catch {
    return { ...text, ...looks };
  }
  if (typeof said?.title !== "string" || said.title === "") return { ...text, ...looks };
  const own = Object.entries(said).filter(([name, value]) =>
    ["title", "body", "tag", "lang"].includes(name) && typeof value === "string");
  if (["ltr", "rtl"].includes(said.dir)) own.push(["dir", said.dir]);
  if (isPicture(said.image)) own.push(["image", said.image]);
  const known = { open: ownPath(said.navigate), key: said.data?.key };
  return { ...looks, ...Object.fromEntries(own), data: known };
}

// The picture of an event of this site. The browser fetches it with the person's own session, and shows the
// notification without it if there is none.
function isPicture(address) {
  return typeof address === "string" && address.startsWith(`${self.location.origin}/`)
    && aPicture.test(address.slice(self.location.origin.length));
}

// The path that a push opens. Only pages of this site are allowed.
function ownPath(address) {
  if (typeof address !== "string" || address === "") return inbox;
  try {
    const url = new URL(address, self.location.origin);
    if (url.origin === self.location.origin) return url.pathname + url.search;
  } catch {
    // Not a valid address.
  }
  return inbox;
}

self.addEventListener("notificationclick", (event) => {
  const { notification } = event;
  notification.close();
  const path = ownPath(notification.data?.open);
  event.waitUntil(Promise.all([markRead(notification.tag), open(path)]));
});

// Focuses an open window and lets it navigate itself, so that it keeps its state.
async function open(path) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const [first] = [...windows].sort((one, other) => other.focused - one.focused);
  if (!first) return self.clients.openWindow(path);
  try {
    await first.focus();
  } catch (error) {
    // Some browsers refuse to focus the window. It shows the page anyway.
    console.info("the window stays behind:", error?.message);
  }
  return first.postMessage({ open: path });
}

// Marks an opened notice as read on every device. Without a network it stays unread until it is seen in the
// inbox.
async function markRead(tag) {
  if (!aNotice.test(tag)) return;
  try {
    await fetch(`/v1/inbox/${tag}/read`, { method: "PUT", credentials: "same-origin" });
  } catch (error) {
    console.info("not marked as read:", error?.message);
  }
}

// The browser has replaced the subscription. Send the new one to the site now, without a page.
self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil((async () => {
    const known = event.newSubscription ?? await renewed(event.oldSubscription);
    if (!known) return;
    const { endpoint, keys } = known.toJSON();
    await fetch("/v1/channels/push", {
      method: "POST", credentials: "same-origin", body: JSON.stringify({ endpoint, keys }),
      headers: { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() },
    });
  })());
});

async function renewed(old) {
  if (!old?.options.applicationServerKey) return null;
  const { applicationServerKey } = old.options;
  return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}
