// An event as its form holds it, and what is sent of that: all of a new one, the differences of another.

import { choiceOf, ruleOf } from "./repeats.js";
import { instantOf, wallOf } from "./zonetime.js";

const anHour = 3_600_000;
const minutesOf = { minutes: 1, hours: 60, days: 1440 };

/** Nobody means to call an event that: what a new form holds, in each language. The site knows them, too. */
export const untouchedTitles = ["New event", "Neues Ereignis"];

/** The site's default for an event without reminders: one at its time. */
const standardLeads = [0];

/** A new event: tomorrow at the full hour, two hours long, for oneself alone. */
export function newValues(now, zone, title) {
  const when = wallOf(Math.round((now + 24 * anHour) / anHour) * anHour, zone);
  return {
    title, isAllDay: false, ...when, zone, length: "2", lengthUnit: "hours", ...choiceOf(null),
    leads: standardLeads, place: "", notes: "", visibility: "private",
  };
}

/** The values of an event that is there; of one that a course sees, that names the course, too. */
export function valuesOf(event) {
  const { date, time, zone } = event.when;
  const unit = ["days", "hours"].find((one) => event.minutes > 0 && event.minutes % minutesOf[one] === 0);
  const lengthUnit = unit ?? "minutes";
  return {
    title: event.title, isAllDay: !time, date, time: time?.slice(0, 5) ?? "12:00", zone,
    length: String(event.minutes / minutesOf[lengthUnit]), lengthUnit, ...choiceOf(event.recurrence),
    leads: event.leads ?? [], place: event.place ?? "", notes: event.notes ?? "",
    visibility: event.visibility === "course" ? `course:${event.course}` : event.visibility,
  };
}

/** The instant (ms) that the values name, and whether the clocks skip it. */
export function momentOf({ date, time, zone, isAllDay }) {
  return instantOf({ date, time: isAllDay ? null : time, zone });
}

/** Whether what they name has begun and does not come again; an all-day event begins with its day. */
export function isOver(values, now) {
  return values.repeats === "none" && momentOf(values).instant <= now;
}

/** The body of the request for a new event; `leads` is null for one without a reminder. */
export function requestOf(values) {
  const body = membersOf(values);
  return Object.fromEntries(Object.entries(body)
    .filter(([name, value]) => value !== null || name === "leads"));
}

/** The members in which the values differ from those the change began from; null clears. */
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
    course: course ?? null,
  };
}
