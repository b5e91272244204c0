// Registration of the service worker, with a callback for newer versions of the client.

const checkAfter = 3_600_000;
let registration = null;
let whenReady = () => {};

/** Registers the worker. `ready()` is called when a newer version is ready. */
export async function register(ready) {
  if (!("serviceWorker" in navigator)) return;
  whenReady = ready;
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
  let checked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - checked < checkAfter) return;
    checked = Date.now();
    registration.update().catch(() => {});
  });
}

/** Activates the newer version. Every tab of the site reloads. */
export function takeUpdate() {
  registration?.waiting?.postMessage("take over");
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
