// Pushes to this browser (RFC 8030): asking for them, keeping the subscription alive, ending it. The worker
// (`sw.js`) shows what comes.

import { exchange, get, send } from "./api.js";
import { deviceName } from "./components/device.js";

const flag = "quad.push";
/** A worker that is not there by then does not come (ms). */
const workerPatience = 10_000;
/** As many notices are looked through for those that were read elsewhere. */
const maxLooked = 100;
/** The last renewal, done or under way. */
let renewal = Promise.resolve();
const aNotice = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Whether this browser can show notices of a closed page: `unsupported`, `insecure` (no https), `install`
 * (iOS shows them only of what stands on the home screen), `denied`, or `possible`.
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

/** True if this browser has a subscription of this person that the site knows. */
export async function isSubscribed(person) {
  if (!isAllowed() || remembered()?.person !== person) return false;
  return Boolean(await (await worker())?.pushManager.getSubscription());
}

/**
 * Asks for the permission, which browsers allow on a press only, and lets pushes come. Gives the channel, or
 * what is in the way: `denied`, `dismissed`, `pushFailed`.
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

/** Ends pushes to this browser. The caller removes the channel from the site. */
export async function unsubscribe() {
  forget();
  // One that is under way would subscribe once more, and remember it.
  await renewal.then(forget, forget);
  const known = await (await worker())?.pushManager.getSubscription();
  await known?.unsubscribe();
}

/**
 * At each start: a push service may have dropped the subscription, and the site with it. A channel that the
 * site does not know any more gets a new subscription: the old one may be dead without the browser knowing.
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

/** At a sign-out nothing of the person stays; a session that ran out may come back. */
export async function leave({ isDeliberate }) {
  if (!remembered() && !isDeliberate) return;
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const shown of await registration?.getNotifications?.() ?? []) shown.close();
  if (!isDeliberate || !remembered()) return;
  await unsubscribe();
}

/** Closes what this browser shows of notices that were read or cleared on another device. */
export async function closeRead() {
  const registration = await navigator.serviceWorker?.getRegistration();
  const shown = (await registration?.getNotifications?.() ?? []).filter(isNotice);
  if (shown.length === 0) return;
  const { items, next } = await get("/v1/inbox", { limit: maxLooked });
  const found = new Map(items.map((notice) => [notice.id, notice]));
  for (const notification of shown) {
    const notice = found.get(notification.tag);
    // A notice missing from a complete list was cleared; the rest of a longer inbox may be unread.
    if (notice ? notice.read : !next) notification.close();
  }
}

function isAllowed() {
  return pushAbility() === "possible" && Notification.permission === "granted";
}

// A digest and a test are not in the inbox.
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
    // A subscription for an older key of the site stands in the way.
    const old = await manager.getSubscription();
    if (error.name !== "InvalidStateError" || !old) throw error;
    await old.unsubscribe();
    return manager.subscribe(options);
  }
}

// The registration once its worker is at work, or undefined where there is none.
async function worker() {
  if (!await navigator.serviceWorker.getRegistration()) return undefined;
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
    // Storage is refused: the next start does not know that there was a channel.
  }
}

function forget() {
  try {
    localStorage.removeItem(flag);
  } catch {
    // Storage is refused: nothing was kept.
  }
}
