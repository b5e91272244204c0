// The site's time, independent of errors in this device's clock, and a ticker for countdowns.

/** The resolution of a `Date` header (ms): it gives the second of the response, not the exact instant. */
const headerWidth = 1000;
/** The age (ms) at which a measurement expires, because clocks drift. */
const trust = 3_600_000;

/**
 * An estimate of the site's clock. Each reply puts bounds on the offset between the site's clock and this
 * device's; several replies together narrow them. As long as 0 is within the bounds, the device's own clock
 * counts as right.
 */
export class SiteClock {
  #low = -Infinity;
  #high = Infinity;
  #learned = -Infinity;

  /** Milliseconds to add to this device's time. The error is at most half the distance between the bounds. */
  get offset() {
    if (this.#learned === -Infinity || (this.#low <= 0 && this.#high >= 0)) return 0;
    return Math.round((this.#low + this.#high) / 2);
  }

  /** True after the first reply that carried the site's time. */
  get isKnown() {
    return this.#learned !== -Infinity;
  }

  /** The site's time in ms since 1970. */
  now() {
    return Date.now() + this.offset;
  }

  /**
   * Updates the bounds from a reply: the site's time in it (a `Date` header, or an instant with
   * milliseconds), and this device's time before the request and after the reply. A reply that contradicts
   * the bounds replaces them, because one of the clocks was set.
   */
  learn(named, asked, answered) {
    const time = Date.parse(named ?? "");
    if (!Number.isFinite(time) || answered < asked) return;
    const width = /\.\d{3}/.test(named) ? 1 : headerWidth;
    const low = time - answered;
    const high = time + width - asked;
    const isOld = answered - this.#learned > trust || answered < this.#learned;
    if (isOld || low > this.#high || high < this.#low) {
      this.#low = low;
      this.#high = high;
    } else {
      this.#low = Math.max(low, this.#low);
      this.#high = Math.min(high, this.#high);
    }
    this.#learned = answered;
  }
}

/** The clock that every request updates. */
export const clock = new SiteClock();

/**
 * Calls `show(now)` immediately, then each time the whole seconds between now and `target` (ms since 1970)
 * change. Returns the function that stops it. A late tick still shows the right value, because nothing is
 * counted down. Hidden tabs don't tick; they update as soon as they are visible again.
 */
export function tick(target, show, { by = clock } = {}) {
  let timer = null;
  function turn() {
    const now = by.now();
    timer = setTimeout(turn, untilNext(target - now));
    show(now);
  }
  function look() {
    clearTimeout(timer);
    if (!document.hidden) turn();
  }
  document.addEventListener("visibilitychange", look);
  look();
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", look);
  };
}

// The time left is rounded down, so it changes 1 ms after each whole second. The time since changes on the
// second.
function untilNext(left) {
  if (left <= 0) return 1000 + left % 1000;
  return left < 1000 ? left : left % 1000 + 1;
}
