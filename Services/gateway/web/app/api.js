// The gateway's HTTP client: JSON in and out, session in a cookie, errors as Problem.

import { clock } from "./clock.js";
import { takeEarly } from "./early.js";
import { keepAnswer, lastAnswer, present } from "./offline/answers.js";
import { isUnreachable, missed, reached, showsOld } from "./offline/network.js";
import { recentTexts } from "./recenttexts.js";

const patience = 15_000;
const retryAfterBreak = 600;
/** The most characters of a body that outlives its page: browsers keep 64 KiB of all together. */
const maxKept = 1024;
let whenSignedOut = () => {};
/** The mark of the last write: reads that carry it get nothing older. */
let seen = null;

/**
 * An error with a message for the person. `code` is stable, `fields` lists the inputs at fault, `service` is
 * the program that reports it, `details` has whatever else the site reports.
 */
export class Problem extends Error {
  constructor({
    code, status = 0, detail = "", errors = [], retryAfter = 0, details = null, processed = null,
    service = null,
  }) {
    super(detail || code);
    this.name = "Problem";
    this.code = code;
    this.status = status;
    this.detail = detail;
    this.retryAfter = retryAfter;
    this.fields = errors ?? [];
    this.details = details;
    this.processed = processed;
    this.service = service;
  }
}

/** Sets the action for a session that has ended. */
export function onSignedOut(action) {
  whenSignedOut = action;
}

/**
 * Sends a GET request, without the query values that are null. When the site is unreachable, calls
 * `whenOld(problem, at)` and returns the last stored reply, of the time `at` (ms). Aborting `signal` throws a
 * Problem with the code `cancelled`.
 */
export async function get(path, query = {}, { signal, whenOld } = {}) {
  const address = addressOf(path, query);
  const asked = present();
  try {
    const value = await exchange("GET", address, undefined, null, signal);
    keepAnswer(address, value, asked);
    return value;
  } catch (problem) {
    if (!isUnreachable(problem)) throw problem;
    const last = await lastAnswer(address);
    if (!last) throw problem;
    showsOld(last.at);
    whenOld?.(problem, last.at);
    return last.value;
  }
}

/** The last stored reply to the same request, or null. Pages show it while the new reply is loading. */
export async function lastSeen(path, query = {}) {
  return (await lastAnswer(addressOf(path, query)))?.value ?? null;
}

/** Downloads a file, with a longer timeout than other requests because some files take a while to build. */
export async function getFile(path, patience = 120_000) {
  let response;
  try {
    response = await fetch(path, { cache: "no-store",
      signal: AbortSignal.timeout(patience) });
    if (response.ok) return await response.blob();
  } catch (error) {
    throw broken(error);
  }
  throw failure(response, parsed(await response.text()));
}

/**
 * Sends a change with its own idempotency key, so a retry after a broken connection takes effect only once. A
 * Blob body is sent as is.
 */
export async function send(method, path, body, key = crypto.randomUUID()) {
  try {
    return await exchange(method, path, body, key);
  } catch (problem) {
    if (problem.code !== "offline" || !navigator.onLine) throw problem;
    await new Promise((resume) => setTimeout(resume, retryAfterBreak));
    return exchange(method, path, body, key);
  }
}

function addressOf(path, query) {
  const pairs = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  const text = new URLSearchParams(pairs).toString();
  return text ? `${path}?${text}` : path;
}

/** Sends a single request without retrying. `given` is a signal that aborts it. */
export async function exchange(method, path, body, key, given) {
  const headers = { Accept: "application/json" };
  if (key) headers["Idempotency-Key"] = key;
  if (seen && method === "GET") headers["Quad-Seen"] = seen;
  const isFile = body instanceof Blob;
  const sent = body === undefined || isFile ? body : JSON.stringify(body);
  if (body !== undefined) headers["Content-Type"] = isFile ? body.type : "application/json";
  const early = method === "GET" ? takeEarly(path) : null;
  const texts = method === "GET" ? recentTexts() : null;
  const known = texts?.get(path);
  if (known) headers["If-None-Match"] = known.tag;
  const limit = AbortSignal.timeout(patience);
  const asked = early?.at ?? Date.now();
  let response;
  let text;
  try {
    response = await (early?.response ?? fetch(path, {
      method, headers, cache: "no-store",
      signal: given ? AbortSignal.any([limit, given]) : limit,
      body: sent,
      // What was tapped arrives, even if the page is left at once.
      keepalive: method !== "GET" && !isFile && !(sent?.length > maxKept),
    }));
    clock.learn(response.headers.get("Date"), asked, Date.now());
    seen = response.headers.get("Quad-Seen") ?? seen;
    if (known && response.status === 304) {
      reached();
      return parsed(known.text);
    }
    text = await response.text();
  } catch (error) {
    if (given?.aborted) throw new Problem({ code: "cancelled" });
    missed({ lacks: method === "GET" });
    throw broken(error);
  }
  const value = parsed(text);
  if (response.ok) {
    reached();
    texts?.keep(path, response.headers.get("ETag"), text);
    return value;
  }
  throw failure(response, value);
}

/** Finds out whether Quad can be reached, and whether the session lasts. */
export async function ping(path) {
  try {
    const response = await fetch(path, { cache: "no-store", signal: AbortSignal.timeout(patience) });
    const text = await response.text();
    if (response.ok) reached();
    else failure(response, parsed(text));
  } catch {
    missed();
  }
}

function broken(error) {
  return new Problem({ code: error.name === "TimeoutError" ? "timeout" : "offline" });
}

function failure(response, value) {
  return toldProblem(response.status, value, response.headers.get("Retry-After"));
}

/** The problem of a reply with the text of a problem document. */
export function problemOf(status, text, retryAfter) {
  return toldProblem(status, parsed(text), retryAfter);
}

function toldProblem(status, value, retryAfter) {
  const problem = new Problem({
    code: "internal", ...value, status, retryAfter: Number(retryAfter) || 0,
  });
  if (problem.code === "signin_required") whenSignedOut();
  return problem;
}

function parsed(text) {
  if (!text) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
