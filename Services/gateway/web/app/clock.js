// The site's time, however wrong this device's clock is, and a tick at each second of a countdown.

/** A `Date` header names the second in which its response was made, not the moment. */
const headerWidth = 1000;
/** Clocks wander: what was learned so long ago (ms) counts for nothing. */
const trust = 3_600_000;

/**
 * A clock of the site. Each answer says that the site's time minus this device's lies between two bounds;
 * what several say together is narrower. As long as 0 lies between them the device's own clock is taken as
 * right.
 */
export class SiteClock {
  #low = -Infinity;
  #high = Infinity;
  #learned = -Infinity;

  /** Milliseconds to add to this device's time; wrong by at most half of what lies between the bounds. */
  get offset() {
    if (this.#learned === -Infinity || (this.#low <= 0 && this.#high >= 0)) return 0;
    return Math.round((this.#low + this.#high) / 2);
  }

  /** True once a response has brought the site's time. */
  get isKnown() {
    return this.#learned !== -Infinity;
  }

  /** The site's time in ms since 1970. */
  now() {
    return Date.now() + this.offset;
  }

  /**
   * Learns from an answer: the instant the site named (a `Date` header, or an instant with its milliseconds),
   * and this device's time before the question and after the answer. What contradicts earlier answers
   * replaces them: somebody has set a clock.
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

/** The clock that all requests set. */
export const clock = new SiteClock();

/**
 * Calls `show(now)` at once and whenever another whole second separates now from `target` (ms since 1970);
 * the answer stops that. Nothing is counted: a tick that comes late shows what is right then. A tab that
 * nobody sees does not tick; it shows at once when it is looked at again.
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

// Of what is left, a second is over one millisecond after it was whole; the end, and what is since, when it
// is.
function untilNext(left) {
  if (left <= 0) return 1000 + left % 1000;
  return left < 1000 ? left : left % 1000 + 1;
}
