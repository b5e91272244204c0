// Registration of the service worker, with a callback for newer versions of the client. Without a worker, as
// where a site is not reached by TLS, the page itself looks for one.

import { isOlder } from "../built.js";
import { keepDrafts } from "./drafts.js";

const checkAfter = 3_600_000;
let checked = Date.now();
let registration = null;
let whenReady = () => {};

/** Registers the worker. `ready()` is called when a newer version is ready. */
export async function register(ready) {
  whenReady = ready;
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && Date.now() - checked >= checkAfter) lookForUpdate();
  });
  if (!("serviceWorker" in navigator)) return;
  let hasOne = Boolean(navigator.serviceWorker.controller);
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    // The first worker has the version that is already running.
    if (hasOne) location.reload();
    hasOne = true;
  });
  try {
    registration = await navigator.serviceWorker.register(address(), { scope: "/", updateViaCache: "none" });
  } catch (error) {
    // Without the worker, only starting offline does not work.
    console.info("Quad does not start offline here:", error?.message);
    return;
  }
  // Some browsers and their extensions block a worker without an error.
  if (!registration) return;
  const look = () => { if (registration.waiting && navigator.serviceWorker.controller) whenReady(); };
  look();
  registration.addEventListener("updatefound", () => {
    const next = registration.installing;
    next?.addEventListener("statechange", () => { if (next.state === "installed") look(); });
  });
}

/** Looks for a newer version: now and then, and when the site was away, as during an upgrade. */
export async function lookForUpdate() {
  checked = Date.now();
  try {
    if (registration) await registration.update();
    else if (await isOlder()) whenReady();
  } catch (error) {
    console.info("Quad couldn't look for a newer version:", error?.message);
  }
}

/** Activates the newer version. With a worker, every tab of the site reloads, otherwise this one. */
export function takeUpdate() {
  if (registration?.waiting) {
    registration.waiting.postMessage("take over");
    return;
  }
  keepDrafts();
  location.reload();
}

// The trusted-types policy: only this address may become a script.
function address() {
  if (!window.trustedTypes) return "/sw.js";
  const policy = trustedTypes.createPolicy("quad", {
    createScriptURL: (url) => {
      if (url !== "/sw.js") throw new TypeError("not an address of Quad's worker");
      return url;
    },
  });
  return policy.createScriptURL("/sw.js");
}
