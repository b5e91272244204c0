// The service worker: registers it, and reports when a newer version of the client is ready.

const checkAfter = 3_600_000;
let registration = null;
let whenReady = () => {};

/** Registers the worker; `ready()` is called when a newer version waits to be taken. */
export async function register(ready) {
  if (!("serviceWorker" in navigator)) return;
  whenReady = ready;
  let hasOne = Boolean(navigator.serviceWorker.controller);
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    // The very first worker brings the version that is running already.
    if (hasOne) location.reload();
    hasOne = true;
  });
  try {
    registration = await navigator.serviceWorker.register(address(), { scope: "/", updateViaCache: "none" });
  } catch (error) {
    // Without it everything works but the start without a network.
    console.info("Quad does not start offline here:", error?.message);
    return;
  }
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

/** Goes over to the version that waits; every tab of the site loads it. */
export function takeUpdate() {
  registration?.waiting?.postMessage("take over");
}

// The one policy of trusted types: this address and no other may become a script.
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
