// A crisis on this device: the step, the choices, and what happened when. It goes on after a reload.

/** The time between two changes of helpers (s), and how long the prompt for one is shown (s). */
export const swapEvery = 120;
export const swapShown = 15;
/** The time after which a crisis that nobody touched is over (ms): the next one starts anew. */
const maxIdle = 30 * 60_000;
/** The limit on entries of the log; the first ones stay. */
const maxLog = 300;
const patients = ["adult", "child", "infant"];

/** A crisis that begins now (ms). */
export function begun(now) {
  return {
    started: now, touched: now, step: 0, patient: "adult", breaths: null, rate: 110, pushed: null,
    swapped: null, isPaused: false, alert: null, log: [{ at: now, what: "opened" }],
  };
}

/** The stored crisis if it still goes on, else a new one. */
export function resumed(stored, now) {
  const isOn = stored && Number.isFinite(stored.started) && stored.started <= now
    && now - stored.touched < maxIdle && patients.includes(stored.patient) && Array.isArray(stored.log);
  return isOn ? { ...begun(stored.started), ...stored } : begun(now);
}

/** Breaths matter more for children and infants; for an adult, hands alone are usual. */
export function givesBreaths({ patient, breaths }) {
  return breaths ?? patient !== "adult";
}

/** The alert of the crisis if this person sent it, else null: others use the same device. */
export function ownAlert({ alert }, person) {
  return alert && person && alert.by === person ? alert : null;
}

/** Adds an entry to the log. */
export function noted(crisis, what, now) {
  if (crisis.log.length >= maxLog) return crisis;
  return { ...crisis, log: [...crisis.log, { at: now, what }] };
}

/** Records that compressions began or go on. */
export function pushing(crisis, now) {
  if (crisis.pushed !== null && !crisis.isPaused) return crisis;
  const next = noted(crisis, crisis.pushed === null ? "push" : "go", now);
  return { ...next, pushed: crisis.pushed ?? now, swapped: now, isPaused: false };
}

/** Records that compressions stopped. */
export function pausing(crisis, now) {
  if (crisis.pushed === null || crisis.isPaused) return crisis;
  return { ...noted(crisis, "stop", now), isPaused: true };
}

/** Records that the helpers have swapped. */
export function swapping(crisis, now) {
  return { ...noted(crisis, "swap", now), swapped: now };
}

/**
 * The seconds until the next change of helpers, and whether it is due now: `{ left, isDue }`. Null before the
 * first compression and during a pause. A change that nobody confirms is due again two minutes later.
 */
export function swapAt(crisis, now) {
  if (crisis.swapped === null || crisis.isPaused) return null;
  const passed = Math.floor((now - crisis.swapped) / 1000);
  const within = passed % swapEvery;
  return { left: swapEvery - within, isDue: passed >= swapEvery && within < swapShown };
}

/** The seconds since the beginning. */
export function elapsed({ started }, now) {
  return Math.max(0, Math.floor((now - started) / 1000));
}
