"""Scripts that stand in for the push service at the edge of the browser."""

# The edge of the browser, where Google's or Mozilla's push service would be: subscriptions with keys that hold.
PUSH_MANAGER = """(() => {
  const base64 = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  let standing = JSON.parse(localStorage.getItem("test.push"));
  const keep = (value) => {
    standing = value;
    localStorage.setItem("test.push", JSON.stringify(value));
  };
  const shown = () => standing && { toJSON: () => standing, unsubscribe: async () => { keep(null); return true; } };
  PushManager.prototype.getSubscription = async () => shown();
  PushManager.prototype.subscribe = async (options) => {
    if (Notification.permission !== "granted") throw new DOMException("no permission", "NotAllowedError");
    if (localStorage["test.slow"]) await new Promise((resume) => { window.goOn = resume; });
    window.askedWith = base64(options.applicationServerKey);
    if (!standing) {
      const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
      const point = await crypto.subtle.exportKey("raw", pair.publicKey);
      const auth = crypto.getRandomValues(new Uint8Array(16));
      keep({ endpoint: "RECEIVER/push/" + crypto.randomUUID(), keys: { p256dh: base64(point), auth: base64(auth) } });
    }
    return shown();
  };
})();"""
ANSWER = """(answer) => {
  Notification.requestPermission = async () => answer;
  window.asked = 0;
  Object.defineProperty(Notification, "permission", { get: () => answer === "default" ? "default" : answer });
}"""

# The push service gave the browser another subscription while no page was open.
EXCHANGE = """async (endpoint) => {
  const base64 = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
  const p256dh = base64(await crypto.subtle.exportKey("raw", pair.publicKey));
  const keys = { p256dh, auth: base64(crypto.getRandomValues(new Uint8Array(16))) };
  const event = new Event("pushsubscriptionchange");
  let done;
  event.waitUntil = (promise) => { done = promise; };
  event.newSubscription = { toJSON: () => ({ endpoint, keys }) };
  dispatchEvent(event);
  await done;
}"""

ENDPOINT = "() => new URL(JSON.parse(localStorage['test.push']).endpoint).pathname"
