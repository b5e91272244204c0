// An event's form values, and the request from them: all of a new event, the differences of an edited one.

import { anyColor } from "./look.js";
import { choiceOf, ruleOf } from "./repeats.js";
import { instantOf, wallOf } from "./zonetime.js";

const anHour = 3_600_000;
const minutesOf = { minutes: 1, hours: 60, days: 1440 };

/** The placeholder titles of a new form, in each language. The site rejects them as titles. */
export const untouchedTitles = ["New event", "Neues Ereignis", "Nouvel événement"];

/** The site's default reminder: one at the start. */
const standardLeads = [0];

/** The values of a new event: tomorrow at the full hour, two hours long, private, in some color. */
export function newValues(now, zone, title) {
  const when = wallOf(Math.round((now + 24 * anHour) / anHour) * anHour, zone);
  return {
    title, isAllDay: false, ...when, zone, length: "2", lengthUnit: "hours", ...choiceOf(null),
    leads: standardLeads, place: "", notes: "", visibility: "private", drawing: "", color: anyColor(),
    picture: null,
  };
}

/** Which parts of the form have other values than those of a new event; its zone is usually `zone`. */
export function heldIn(values, zone) {
  const length = `${values.length} ${values.lengthUnit}`;
  return {
    length: length !== (values.isAllDay ? "1 days" : "2 hours") || values.repeats !== "none"
      || values.zone !== zone,
    leads: values.leads.join() !== standardLeads.join(),
    visibility: values.visibility !== "private",
    place: Boolean(values.place || values.notes),
  };
}

/** The values of an existing event, with its course if it is shared with one. */
export function valuesOf(event) {
  const { date, time, zone } = event.when;
  const unit = ["days", "hours"].find((one) => event.minutes > 0 && event.minutes % minutesOf[one] === 0);
  const lengthUnit = unit ?? "minutes";
  return {
    title: event.title, isAllDay: !time, date, time: time?.slice(0, 5) ?? "12:00", zone,
    length: String(event.minutes / minutesOf[lengthUnit]), lengthUnit, ...choiceOf(event.recurrence),
    leads: event.leads ?? [], place: event.place ?? "", notes: event.notes ?? "",
    visibility: event.visibility === "course" ? `course:${event.course}` : event.visibility,
    drawing: event.drawing ?? "", color: event.color ?? "", picture: event.picture ?? null,
  };
}

/**
 * The start of the values as `{ instant, isAdjusted }` (ms). `isAdjusted` marks a time that the clocks skip.
 */
export function momentOf({ date, time, zone, isAllDay }) {
  return instantOf({ date, time: isAllDay ? null : time, zone });
}

/** True for a start in the past without repeats. An all-day event starts with its day. */
export function isOver(values, now) {
  return values.repeats === "none" && momentOf(values).instant <= now;
}

/** The body of the request for a new event; `leads` is null for one without a reminder. */
export function requestOf(values) {
  const body = membersOf(values);
  return Object.fromEntries(Object.entries(body)
    .filter(([name, value]) => value !== null || name === "leads"));
}

/** The members that differ from the original values; null clears one. */
export function changesOf(base, values) {
  const [before, after] = [membersOf(base), membersOf(values)];
  return Object.fromEntries(Object.entries(after)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])));
}

function membersOf(values) {
  const { date, time, zone, isAllDay } = values;
  const minutes = Math.round(Number(values.length) * minutesOf[values.lengthUnit]);
  const [visibility, course] = values.visibility.split(":");
  const leads = [...values.leads].sort((a, b) => a - b);
  return {
    title: values.title.trim(),
    when: isAllDay ? { date, zone } : { date, time: `${time}:00`, zone },
    minutes: Number.isFinite(minutes) && String(values.length).trim() !== "" ? minutes : null,
    recurrence: ruleOf(values), leads: leads.length > 0 ? leads : null,
    place: values.place.trim() || null, notes: values.notes.trim() || null, visibility,
    course: course ?? null, drawing: values.drawing || null, color: values.color || null,
    picture: pictureOf(values.picture),
  };
}

// The members that the site takes, in one order, so that equal pictures are equal.
function pictureOf(picture) {
  if (!picture) return null;
  const { object, upload, credit, crop } = picture;
  return {
    ...(upload ? { upload } : { object }), ...(credit && { credit }),
    ...(crop && { crop: { x: crop.x, y: crop.y, width: crop.width, height: crop.height } }),
  };
}
