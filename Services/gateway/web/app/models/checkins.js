// Check-ins without a document: codes, phases, and which of them come first.

/** The characters of a code, as the room shows them. */
const aCode = /^[A-Z2-7]{8}$/;
/** Characters that codes lack, and what people mean by them. */
const alike = { 0: "O", 1: "I", 8: "B" };
/** The limits on typed text and on the length of a scanned link. */
const maxTyped = 40;
const maxLink = 300;
const anID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** A press that arrives within this time counts as sent at once; the limit on the time it is held (ms). */
const atOnce = 3000;
const maxHeld = 86_400_000;
const order = { open: 0, planned: 1, closed: 2 };

/** The code in a typed text, without spaces and dashes, or null if it isn't a whole code. */
export function codeIn(text) {
  const typed = typedCode(text);
  return aCode.test(typed) ? typed : null;
}

/** A code as far as it is typed, in groups of four: `K7QM-X2AB`. */
export function groupedCode(text) {
  const typed = typedCode(text);
  return typed.length > 4 ? `${typed.slice(0, 4)}-${typed.slice(4)}` : typed;
}

function typedCode(text) {
  const kept = text.slice(0, maxTyped).toUpperCase().replace(/[^A-Z0-9]/g, "");
  return [...kept].map((letter) => alike[letter] ?? letter).join("").replace(/9/g, "").slice(0, 8);
}

/** The check-in and the code of a scanned link, as a path of the client, or null for any other text. */
export function pathOfCode(text) {
  if (text.length > maxLink) return null;
  try {
    const { pathname, hash } = new URL(text);
    const id = /^\/checkin\/([^/]+)$/.exec(pathname)?.[1] ?? "";
    const code = codeIn(hash.slice(1));
    return anID.test(id) && code ? `/checkin/${id}#${code}` : null;
  } catch {
    return null;
  }
}

/** True if this mode asks for a position, or for a code. */
export const needsPlace = ({ mode }) => mode === "place" || mode === "place_and_code";
export const needsCode = ({ mode }) => mode === "code" || mode === "place_and_code";

/** `planned`, `open` or `closed` at a moment (ms). */
export function phaseOf({ state, opens, closes }, now) {
  if (state === "closed" || now >= Date.parse(closes)) return "closed";
  return now < Date.parse(opens) ? "planned" : "open";
}

/** True for a record that a check-in needs no press for any more. */
export function isDone({ mine }) {
  return Boolean(mine) && !["pending", "unmarked"].includes(mine.status);
}

/** The check-ins that are open to a student first, then those that are to open; closed ones are left out. */
export function openFirst(items, now) {
  const rank = (item) => [order[phaseOf(item, now)], Number(isDone(item)), Date.parse(item.closes)];
  return items.filter((item) => phaseOf(item, now) !== "closed")
    .map((item) => [rank(item), item])
    .sort(([a], [b]) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
    .map(([, item]) => item);
}

/** `4:12`, or `1:04:12` from an hour on: the time until a moment (both ms), which never is below zero. */
export function timeLeft(target, now) {
  const seconds = Math.max(0, Math.ceil((target - now) / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** The time for which a press was held, as the site takes it; undefined if it was sent at once (all ms). */
export function heldTime(at, now) {
  const since = now - at;
  return since > atOnce ? Math.min(since, maxHeld) : undefined;
}

/** A check-in with the answer to a press. */
export function withReceipt(checkIn, receipt) {
  return { ...checkIn, mine: receipt };
}

/** The days around a date (`2026-10-15`) that an excuse may be for, nearest first ahead, then back. */
export function excuseDays(today, reach = 7) {
  const [year, month, day] = today.split("-").map(Number);
  const at = (away) => new Date(Date.UTC(year, month - 1, day + away)).toISOString().slice(0, 10);
  return { ahead: Array.from({ length: reach + 1 }, (_, away) => at(away)),
    back: Array.from({ length: reach }, (_, away) => at(-1 - away)) };
}
