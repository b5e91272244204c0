// The day at school: where a person is in it, by the school's clock, and what is left of it.

/** The kinds of slots that have a class. */
const hasClass = new Set(["class"]);

/** A clock that shows what the school's bells go by: the site's time and the school's offset (ms). */
export function schoolClock(clock, offsetMs) {
  return { now: () => clock.now() + offsetMs };
}

/**
 * Where a moment (ms) falls in the slots of a day, which are in order: `{ phase, current, next, target }`.
 *
 * - `phase` is `before` the first bell, `in` a slot, `between` two of them, `over`, or `none` without slots.
 * - `target` is the bell that changes it (ms), or null.
 */
export function standing(slots, now) {
  const next = slots.find(({ starts }) => Date.parse(starts) > now) ?? null;
  const current = slots.findLast(({ starts, ends }) => Date.parse(starts) <= now && now < Date.parse(ends))
    ?? null;
  if (slots.length === 0) return { phase: "none", current, next, target: null };
  const target = current ? Date.parse(current.ends) : next ? Date.parse(next.starts) : null;
  const hasBegun = Date.parse(slots[0].starts) <= now;
  const phase = current ? "in" : next ? hasBegun ? "between" : "before" : "over";
  return { phase, current, next, target };
}

/** True if the person has a class in one of the slots. */
export function hasClasses(slots) {
  return slots.some((slot) => slot.class);
}

/**
 * The slots that concern the person. Free time before the first class or after the last one is none of
 * theirs, and free slots that follow each other are one. Without any class, there is what everybody has, such
 * as lunch.
 */
export function ownSlots(slots) {
  if (!hasClasses(slots)) return slots.filter(({ kind }) => !hasClass.has(kind));
  const found = [];
  for (const slot of slots) {
    const last = found.at(-1);
    if (!isFree(slot)) found.push(slot);
    else if (last && isFree(last)) found[found.length - 1] = { ...last, ends: slot.ends };
    else if (last) found.push(slot);
  }
  if (isFree(found.at(-1))) found.pop();
  return found;
}

function isFree(slot) {
  return hasClass.has(slot.kind) && !slot.class;
}

/** The part of a slot that is over, from 0 to 1. */
export function partDone({ starts, ends }, now) {
  const [from, to] = [Date.parse(starts), Date.parse(ends)];
  return to > from ? Math.min(1, Math.max(0, (now - from) / (to - from))) : 1;
}

/** The next slot in which the person has a class, after the current one if they are in it. */
export function nextClass(slots, now) {
  return slots.find((slot) => hasClass.has(slot.kind) && slot.class && Date.parse(slot.starts) > now) ?? null;
}

/** `1:05:09`, `24:09` or `0:42`: the time to a bell. The second in which it rings is the last one shown. */
export function timeToBell(left) {
  const all = Math.max(0, Math.ceil(left / 1000));
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (value) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** The minutes to a bell, rounded up, as a sentence says them. */
export function minutesToBell(left) {
  return Math.max(0, Math.ceil(left / 60_000));
}
