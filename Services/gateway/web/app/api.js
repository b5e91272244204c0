// Talks to the gateway: JSON in and out, the session in its cookie, errors as Problem.

const patience = 15_000;
const retryAfterBreak = 600;
let whenSignedOut = () => {};

/** An error the person can be told about; `code` is stable, `fields` says which input is at fault. */
export class Problem extends Error {
  constructor({ code, status = 0, detail = "", errors = [], retryAfter = 0 }) {
    super(detail || code);
    this.name = "Problem";
    this.code = code;
    this.status = status;
    this.detail = detail;
    this.retryAfter = retryAfter;
    this.fields = errors ?? [];
  }
}

/** Says what happens when the session turns out to be over. */
export function onSignedOut(action) {
  whenSignedOut = action;
}

/** Reads; query values that are null are left out. `signal` gives it up: the problem is then `cancelled`. */
export function get(path, query = {}, { signal } = {}) {
  const pairs = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  const text = new URLSearchParams(pairs).toString();
  return exchange("GET", text ? `${path}?${text}` : path, undefined, null, signal);
}

/** Writes under a key of its own, so that the repeat after a broken connection does it once. */
export async function send(method, path, body, key = crypto.randomUUID()) {
  try {
    return await exchange(method, path, body, key);
  } catch (problem) {
    if (problem.code !== "offline" || !navigator.onLine) throw problem;
    await new Promise((resume) => setTimeout(resume, retryAfterBreak));
    return exchange(method, path, body, key);
  }
}

async function exchange(method, path, body, key, given) {
  const headers = { Accept: "application/json" };
  if (key) headers["Idempotency-Key"] = key;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const limit = AbortSignal.timeout(patience);
  let response;
  let text;
  try {
    response = await fetch(path, {
      method, headers, credentials: "same-origin", cache: "no-store",
      signal: given ? AbortSignal.any([limit, given]) : limit,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    text = await response.text();
  } catch (error) {
    if (given?.aborted) throw new Problem({ code: "cancelled" });
    throw new Problem({ code: error.name === "TimeoutError" ? "timeout" : "offline" });
  }
  const value = parsed(text);
  if (response.ok) return value;
  const problem = new Problem({
    code: "internal", ...value, status: response.status,
    retryAfter: Number(response.headers.get("Retry-After")) || 0,
  });
  if (problem.code === "signin_required") whenSignedOut();
  throw problem;
}

function parsed(text) {
  if (!text) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
