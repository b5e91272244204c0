// This device's position: one measurement for each press. It stays in memory and is never stored or logged.

import { Problem } from "../api.js";

/** The time for an exact measurement, and for a rough one after it failed (ms). */
const patience = 15_000;
const roughPatience = 8000;
/** The site's limits. */
const maxAccuracy = 100_000;
const maxAge = 86_400_000;
/** The age up to which a measurement is used again (ms); the site accepts 30 seconds. */
const fresh = 15_000;

/** `granted`, `prompt`, `denied`, or `missing` where the browser gives no position. */
export async function positionPermission() {
  if (!navigator.geolocation || !isSecureContext) return "missing";
  try {
    return (await navigator.permissions.query({ name: "geolocation" })).state;
  } catch {
    // The browser only tells when it is asked for a position.
    return "prompt";
  }
}

/**
 * Measures the position once: `{ latitude, longitude, accuracy, at }`. Throws a Problem with the code
 * `location_denied`, `location_missing` or `location_failed`.
 */
export async function measure() {
  if (!navigator.geolocation || !isSecureContext) throw new Problem({ code: "location_missing" });
  try {
    return await once({ enableHighAccuracy: true, maximumAge: 0, timeout: patience });
  } catch (error) {
    // An exact measurement may take too long indoors; a rough one says at least that it is rough.
    if (error.code !== error.TIMEOUT) throw failure(error);
  }
  try {
    return await once({ enableHighAccuracy: false, maximumAge: 0, timeout: roughPatience });
  } catch (error) {
    throw failure(error);
  }
}

/** True for a measurement that is recent enough for a press. */
export function isFresh(fix) {
  return Boolean(fix) && Date.now() - fix.at < fresh;
}

/** A measurement as the site takes it, with its age at this moment. */
export function asSent({ latitude, longitude, accuracy, at }) {
  return { latitude, longitude, accuracy: Math.min(accuracy, maxAccuracy),
    ageMs: Math.round(Math.min(Math.max(0, Date.now() - at), maxAge)) };
}

async function once(options) {
  const { coords, timestamp } = await new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(resolve, reject, options);
  });
  const { latitude, longitude, accuracy } = coords;
  return { latitude, longitude, accuracy, at: timestamp };
}

function failure({ code, PERMISSION_DENIED }) {
  return new Problem({ code: code === PERMISSION_DENIED ? "location_denied" : "location_failed" });
}
