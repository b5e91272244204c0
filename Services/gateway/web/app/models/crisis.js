// A crisis as it goes: the step, the person who needs help, and what happened when. It stays on this device
// and is there again after a reload.

const key = "quad.crisis";
/** The time after which an interrupted crisis is another one (ms). */
const maxAge = 2 * 3_600_000;
const maxEntries = 200;
/** The time between two swaps of helpers (s). */
export const swapAfter = 120;

export class CrisisRecord {
  /** The one that was interrupted, or a new one. */
  static open(now = Date.now()) {
    const kept = read();
    if (kept && now - kept.last < maxAge) return new CrisisRecord(kept);
    return new CrisisRecord({
      begun: now, last: now, step: 0, patient: "adult", breaths: false, rate: 110, pushing: null,
      log: [{ at: now, what: "opened" }],
    });
  }

  constructor(values) {
    Object.assign(this, values);
  }

  /** Changes values, and stores all. */
  set(values, now = Date.now()) {
    Object.assign(this, values, { last: now });
    try {
      sessionStorage.setItem(key, JSON.stringify(this));
    } catch {
      // Without storage a reload begins anew.
    }
  }

  /** Adds an entry to the log. The same one twice within two seconds counts once. */
  note(what, now = Date.now()) {
    const last = this.log.at(-1);
    if (last?.what === what && now - last.at < 2000) return;
    this.set({ log: [...this.log, { at: now, what }].slice(-maxEntries) }, now);
  }

  /** Seconds since it was opened. */
  elapsed(now = Date.now()) {
    return Math.max(0, Math.floor((now - this.begun) / 1000));
  }

  /** Seconds until helpers swap; zero when it is time. Null before the first push. */
  untilSwap(now = Date.now()) {
    if (!this.pushing) return null;
    return Math.max(0, swapAfter - Math.floor((now - this.pushing) / 1000));
  }

  /** Forgets everything. */
  static forget() {
    try {
      sessionStorage.removeItem(key);
    } catch {
      // There was nothing stored.
    }
  }
}

function read() {
  try {
    const value = JSON.parse(sessionStorage.getItem(key));
    const isWhole = Number.isFinite(value?.begun) && Number.isFinite(value.last) && Array.isArray(value.log)
      && Number.isInteger(value.step);
    return isWhole ? value : null;
  } catch {
    return null;
  }
}
