// What a countdown shows at one instant: a pure function of two instants and the Magic Wand, as in
// Shared/Schema/Countdown.swift, with the same test vectors. Whole seconds, rounded down; a day is 86,400 s.

/** What the wand takes off what is shown, and the least that must be left for it to work. */
const wandSeconds = 172_800;

/** What the UNTIL selector offers, the largest first, each with its length in seconds. */
const lengths = { weeks: 604_800, days: 86_400, hours: 3600, minutes: 60, seconds: 1 };
export const units = Object.keys(lengths);

/** The unit until somebody chooses one. */
export const standardUnit = "days";

/**
 * The countdown to `target` as it is at `now` (ms since 1970, or Dates). From the target on it `isPast`, as
 * an event's date may not be when it is saved; in the last second before it 0 s are left. `wand` is what the
 * person wants; `isWandOn` says whether it works (`isWandEnabled`). `digits` are of the time shown, or of the
 * time since; `values` are the UNTIL counters; `grey` lists the units that cannot be chosen; `phrase` is the
 * key and the number of a sentence.
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
 * The unit that is counted when `chosen` was chosen: it, or the next smaller one that is not grey. A page
 * keeps the choice and shows this one: the larger unit comes back when the wand is put down.
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

// The first minute is "now".
function phraseSince(seconds) {
  return seconds < lengths.minutes ? { key: "now", count: 0 } : phraseOf(seconds, "ago");
}

// In the largest unit that fits, from days down.
function phraseOf(seconds, ending) {
  const unit = units.slice(1).find((one) => lengths[one] <= seconds) ?? "seconds";
  return { key: `${unit}_${ending}`, count: whole(seconds, unit) };
}

function whole(seconds, unit) {
  return Math.floor(seconds / lengths[unit]);
}
