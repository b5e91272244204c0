// The state of a countdown at one instant: a pure function of two instants and the Magic Wand. Matches
// Shared/Schema/Countdown.swift and runs the same test vectors. Whole seconds, rounded down; a day is 86,400
// s.

/** The seconds that the wand subtracts, also the minimum that must be left for it to work. */
const wandSeconds = 172_800;

/** The units of the UNTIL selector, largest first, with their lengths in seconds. */
const lengths = { weeks: 604_800, days: 86_400, hours: 3600, minutes: 60, seconds: 1 };
export const units = Object.keys(lengths);

export const standardUnit = "days";

/**
 * The countdown to `target` at `now` (ms since 1970, or Dates). `isPast` is true from the target on, as in
 * the check of an event's date before it is saved; in the last second before it, 0 s are left. `wand` is the
 * person's setting, `isWandEnabled` says if it can apply and `isWandOn` if it does. `digits` show the time
 * left or the time since; `values` are the UNTIL counters; `grey` lists the units that can't be chosen;
 * `phrase` is the key and the count of a sentence.
 */
export function countdown(target, now, { wand = false } = {}) {
  const length = target - now;
  const isPast = length <= 0;
  const secondsLeft = isPast ? 0 : Math.floor(length / 1000);
  const secondsSince = isPast ? Math.floor((now - target) / 1000) : 0;
  const isWandEnabled = secondsLeft >= wandSeconds;
  const isWandOn = wand && isWandEnabled;
  const secondsShown = isWandOn ? secondsLeft - wandSeconds : secondsLeft;
  return {
    isPast, secondsLeft, secondsShown, secondsSince, isWandEnabled, isWandOn,
    digits: split(isPast ? secondsSince : secondsShown),
    values: Object.fromEntries(units.map((unit) => [unit, whole(secondsShown, unit)])),
    grey: units.filter((unit) => isPast || (unit !== "seconds" && secondsShown < lengths[unit])),
    phrase: isPast ? phraseSince(secondsSince)
      : isWandOn && secondsShown === 0 ? { key: "here_as_counted", count: 0 }
        : phraseOf(secondsShown, "left"),
  };
}

/**
 * The unit shown for the choice `chosen`: the same one, or the next smaller one that is not gray. Pages keep
 * the choice itself, so the larger unit returns when the wand is turned off.
 */
export function selectedUnit({ grey }, chosen) {
  return units.slice(units.indexOf(chosen)).find((unit) => !grey.includes(unit)) ?? "seconds";
}

function split(total) {
  return {
    days: whole(total, "days"), hours: whole(total, "hours") % 24, minutes: whole(total, "minutes") % 60,
    seconds: total % 60,
  };
}

// The first minute counts as "now".
function phraseSince(seconds) {
  return seconds < lengths.minutes ? { key: "now", count: 0 } : phraseOf(seconds, "ago");
}

// Uses the largest unit that fits, from days down.
function phraseOf(seconds, ending) {
  const unit = units.slice(1).find((one) => lengths[one] <= seconds) ?? "seconds";
  return { key: `${unit}_${ending}`, count: whole(seconds, unit) };
}

function whole(seconds, unit) {
  return Math.floor(seconds / lengths[unit]);
}
