// Check-ins without a document: their numbers, lengths in feet and meters, and the values a new one begins
// with.

const metersPerFoot = 0.3048;
/** The limits on the range of a check-in, and the range below which indoor positions are too vague (ft). */
export const minFeet = 50;
export const maxFeet = 5280;
export const carefulFeet = 100;
/** The limits on the time limit (min). */
export const minMinutes = 1;
export const maxMinutes = 240;
/** The limit on the accuracy of a measured place (m). */
export const maxSpotAccuracy = 50;
/** The steps of the slider, from its start to its end. */
export const maxStep = 100;
const standard = { mode: "place", feet: 100, minutes: 10 };

export function feetOf(meters) {
  return meters / metersPerFoot;
}

export function metersOf(feet) {
  return feet * metersPerFoot;
}

/** A range in feet as the number of a field in `unit`, `ft` or `m`. */
export function inUnit(feet, unit) {
  return unit === "m" ? Math.round(metersOf(feet)) : Math.round(feet);
}

/** The range in feet of a number typed in `unit`, or null if it is out of bounds. */
export function typedRange(typed, unit) {
  const number = Number(String(typed).replace(",", "."));
  if (!Number.isFinite(number) || number <= 0) return null;
  const feet = unit === "m" ? feetOf(number) : number;
  // A range rounded to whole meters may be a little beyond a limit in feet.
  const slack = unit === "m" ? feetOf(0.5) : 0;
  if (feet < minFeet - slack || feet > maxFeet + slack) return null;
  return Math.min(maxFeet, Math.max(minFeet, feet));
}

/** The range at a step of the slider, which is finer for short ranges. */
export function feetAt(step) {
  const feet = minFeet * (maxFeet / minFeet) ** (step / maxStep);
  const round = feet < 200 ? 10 : feet < 1000 ? 50 : 100;
  return Math.min(maxFeet, Math.max(minFeet, Math.round(feet / round) * round));
}

/** The step of the slider for a range. */
export function stepOf(feet) {
  return Math.round(Math.log(feet / minFeet) / Math.log(maxFeet / minFeet) * maxStep);
}

/** The time left in minutes and seconds, `4:12`, from an hour on with hours, `1:04:12`. */
export function clockLeft(target, now) {
  const seconds = Math.max(0, Math.ceil((target - now) / 1000));
  const two = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const rest = two(seconds % 60);
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}

/** The state of a check-in at `now`, which may have changed since the site's reply. */
export function stateAt({ state, opens, closes }, now) {
  if (state === "closed" || now >= Date.parse(closes)) return "closed";
  return now >= Date.parse(opens) ? "open" : "planned";
}

/** The students who are there: present or late. */
export function attending(tally) {
  return tally.present + tally.late;
}

/** The students of a check-in. */
export function everyone(tally) {
  return tally.present + tally.late + tally.excused + tally.absent + tally.pending + tally.unmarked;
}

/** The part of those who count that is there, from 0 to 1, or null while nobody counts. */
export function attendingPart(tally) {
  const counted = attending(tally) + tally.absent;
  return counted > 0 ? attending(tally) / counted : null;
}

/** The values a new check-in begins with: those of the last one, or the standard ones. */
export function valuesLike(last) {
  if (!last) return { ...standard, early: 0, lateAfter: null, savedSpot: null, spot: null };
  const minutes = last.minutes ?? standard.minutes;
  const late = last.lateFrom && Math.round((Date.parse(last.lateFrom) - Date.parse(last.starts)) / 60_000);
  return {
    mode: last.mode, feet: last.range ? feetOf(last.range) : standard.feet,
    minutes: Math.min(maxMinutes, Math.max(minMinutes, minutes)),
    early: Math.min(60, Math.max(0, Math.round((Date.parse(last.starts) - Date.parse(last.opens)) / 60_000))),
    lateAfter: late ?? null, savedSpot: last.savedSpot ?? null, spot: last.spot ?? null,
  };
}

export function needsPlace(mode) {
  return mode === "place" || mode === "place_and_code";
}

export function needsCode(mode) {
  return mode === "code" || mode === "place_and_code";
}

/** True for a row of the register that an instructor should look at. */
export function needsReview({ status, flags, by }) {
  return status === "pending" || (flags.length > 0 && !by);
}

/** The filters of a register. */
export const registerFilters = {
  all: () => true,
  unmarked: ({ status }) => status === "unmarked",
  review: needsReview,
  there: ({ status }) => status === "present" || status === "late",
  away: ({ status }) => status === "absent" || status === "excused",
};

/** The drafts of check-ins that have not ended, by day of their start: `[{ items }]`, the earliest first. */
export function draftDays(items, now) {
  const days = [];
  for (const item of items.filter(({ ends }) => Date.parse(ends) > now)) {
    const last = days.at(-1);
    if (last?.date === item.date) last.items.push(item);
    else days.push({ date: item.date, items: [item] });
  }
  return days;
}
