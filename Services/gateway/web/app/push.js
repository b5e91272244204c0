// Web Push (RFC 8030) in this browser: subscribing, renewing and unsubscribing. The worker (`sw.js`) shows
// the notifications.

import { exchange, get, send } from "./api.js";
import { deviceName } from "./components/device.js";

const flag = "quad.push";
/** The timeout for the service worker to become ready (ms). */
const workerPatience = 10_000;
/** The limit on notices fetched to find those read elsewhere. */
const maxLooked = 100;
/** The last renewal, pending or finished. */
let renewal = Promise.resolve();
const aNotice = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * This browser's support for notifications of a closed page: `unsupported`, `insecure` (no HTTPS), `install`
 * (iOS requires the app on the home screen), `denied` or `possible`.
 */
export function pushAbility() {
  if (!isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    const isApple = /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent)
      && navigator.maxTouchPoints > 1);
    return isApple && !navigator.standalone ? "install" : "unsupported";
  }
  return Notification.permission === "denied" ? "denied" : "possible";
}

/** True if this browser has a push subscription that is registered for this person. */
export async function isSubscribed(person) {
  if (!isAllowed() || remembered()?.person !== person) return false;
  return Boolean(await (await worker())?.pushManager.getSubscription());
}

/**
 * Asks for permission, which browsers only allow after a click, and subscribes. Returns the channel, or the
 * reason for a failure: `denied`, `dismissed` or `pushFailed`.
 */
export async function subscribe(person) {
  const answer = await Notification.requestPermission();
  if (answer !== "granted") return answer === "denied" ? "denied" : "dismissed";
  try {
    return await register(await subscription(), person);
  } catch (error) {
    if (error instanceof DOMException) return "pushFailed";
    throw error;
  }
}

/** Unsubscribes this browser. The caller deletes the channel on the site. */
export async function unsubscribe() {
  forget();
  // A renewal that is still running would subscribe again.
  await renewal.then(forget, forget);
  const known = await (await worker())?.pushManager?.getSubscription();
  await known?.unsubscribe();
}

/**
 * Renews the subscription at each start, because the push service or the site may have dropped it. A channel
 * that the site no longer has gets a new subscription: the old one may be dead without the browser noticing.
 */
export function renew(person) {
  renewal = renewed(person);
  return renewal;
}

async function renewed(person) {
  const last = remembered();
  if (last?.person !== person || !isAllowed()) return;
  const { items } = await exchange("GET", "/v1/channels");
  const manager = (await worker())?.pushManager;
  if (!manager) return;
  const known = await manager.getSubscription();
  if (known && !items.some(({ id }) => id === last.channel)) await known.unsubscribe();
  await register(await subscription(), person);
}

/**
 * Closes all notifications after the end of a session. A sign-out also unsubscribes, whatever is remembered:
 * a page that was closed early didn't remember its channel. An expired session may be renewed.
 */
export async function leave({ isDeliberate }) {
  if (!remembered() && !isDeliberate) return;
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const shown of await registration?.getNotifications?.() ?? []) shown.close();
  if (isDeliberate) await unsubscribe();
}

/** Closes notifications for notices that were read or cleared on another device. */
export async function closeRead() {
  const registration = await navigator.serviceWorker?.getRegistration();
  const shown = (await registration?.getNotifications?.() ?? []).filter(isNotice);
  if (shown.length === 0) return;
  const { items, next } = await get("/v1/inbox", { limit: maxLooked });
  const found = new Map(items.map((notice) => [notice.id, notice]));
  for (const notification of shown) {
    const notice = found.get(notification.tag);
    // A notice missing from the complete list was cleared. If the inbox is longer, it may still be unread.
    if (notice ? notice.read : !next) notification.close();
  }
}

function isAllowed() {
  return pushAbility() === "possible" && Notification.permission === "granted";
}

// Digests and tests are not in the inbox.
function isNotice({ tag, data }) {
  return aNotice.test(tag) && !["digest", "test"].includes(data?.key);
}

async function register(known, person) {
  const { endpoint, keys } = known.toJSON();
  const channel = await send("POST", "/v1/channels/push", { endpoint, keys, name: deviceName() });
  remember({ person, channel: channel.id });
  return channel;
}

async function subscription() {
  const manager = (await worker())?.pushManager;
  if (!manager) throw new DOMException("no service worker", "NotSupportedError");
  const { key } = await get("/v1/push/key");
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(key) };
  try {
    return await manager.subscribe(options);
  } catch (error) {
    // An existing subscription for an older key of the site blocks the new one.
    const old = await manager.getSubscription();
    if (error.name !== "InvalidStateError" || !old) throw error;
    await old.unsubscribe();
    return manager.subscribe(options);
  }
}

// The registration with an active worker, or undefined.
async function worker() {
  if (!await navigator.serviceWorker?.getRegistration()) return undefined;
  const late = new Promise((resume) => setTimeout(resume, workerPatience));
  return Promise.race([navigator.serviceWorker.ready, late]);
}

function bytesOf(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(flag));
  } catch {
    return null;
  }
}

function remember(value) {
  try {
    localStorage.setItem(flag, JSON.stringify(value));
  } catch {
    // Storage is blocked. The next start won't find the channel.
  }
}

function forget() {
  try {
    localStorage.removeItem(flag);
  } catch {
    // Storage is blocked, so there is nothing to remove.
  }
}
