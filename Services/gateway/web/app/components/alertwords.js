// The words of an alert: its text and its reasons come as keys with values.

import { leadWords } from "./leadchips.js";
import { placeOfZone, signOf } from "./eventparts.js";
import { nameOf, state } from "../state.js";
import { clockTime, dayNamed, listed, moment, sentence, words } from "../words/words.js";
import { deviceZone, isZone, wallOf } from "../models/zonetime.js";

const anID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The zone of the person: that of the profile, else of this device. */
export function ownZone() {
  const zone = state.me?.zone;
  return zone && isZone(zone) ? zone : deviceZone;
}

/** A moment on the person's own clocks, which are named where this device shows others. */
export function ownMoment(instant) {
  const [here, own] = [deviceZone, ownZone()].map((zone) => wallOf(Date.parse(instant), zone));
  if (here.date === own.date && here.time === own.time) return moment(instant);
  return words.alerts.inZone(`${dayNamed(own.date)}, ${clockTime(own.time)}`, placeOfZone(ownZone()));
}

/** `{ sign, title, note }` of the text of an alert or a notice; what has no words here is said neutrally. */
export function said({ key, values }) {
  const value = valuesOf(values);
  const text = words.alerts.texts;
  switch (key) {
    case "event.reminder": return {
      sign: signOf(value.title ?? ""), title: value.title ?? text.event,
      note: joined(isInstant(value.start) && text.starts(moment(value.start)), value.place),
    };
    case "event.dayReminder": return {
      sign: signOf(value.title ?? ""), title: value.title ?? text.event,
      note: joined(isInstant(value.start) && text.onDay(dayThere(value)), value.place),
    };
    case "task.due": return {
      sign: "✅", title: value.title ?? text.task,
      note: isInstant(value.due) ? text.due(moment(value.due)) : null,
    };
    case "task.important": return {
      sign: "❗", title: value.title ?? text.task,
      note: nameIn(value.by) ? text.importantBy(nameIn(value.by)) : text.important,
    };
    case "board.message": return { sign: "💬", title: text.board, note: null };
    case "signin.new": return {
      sign: "🔐", title: text.signIn, note: text.signInFrom(value.device, value.address) || null,
    };
    case "missed": return {
      sign: "📭", title: text.missed(Number(value.count) || 1),
      note: value.titles ? listed(value.titles.split("\n")) : null,
    };
    case "test": return {
      sign: "🔔", title: text.test, note: value.channel ? text.testBy(value.channel) : null,
    };
    default: return { sign: "🔔", title: text.unknown, note: value.title ?? null };
  }
}

/** Where one sees what it is about, or null. */
export function placeOf({ text, object, program }) {
  const { key } = text;
  if (key.startsWith("board.")) return "/board";
  if (key.startsWith("signin.")) return "/settings/devices";
  if (key === "test") return "/settings/alerts";
  if (key === "missed") return "/events";
  if (!object) return null;
  if (program === "events") return `/events/${object}`;
  return program === "roomhub" ? `/tasks/${object}` : null;
}

/** Why: sentences, each with the place of the switch that stops it (`[label, href]`) where there is one. */
export function reasonsOf({ because, text, object }) {
  const whys = words.alerts.reasons;
  const { stops } = words.alerts;
  if (because.length > 0) return because.map((reason) => reasonOf(reason, object, because));
  if (text.key.startsWith("board.")) return [{ why: whys.board, stop: [stops.board, "/board/privacy"] }];
  if (text.key === "missed") return [{ why: whys.missed }];
  if (text.key === "test") return [{ why: whys.test }];
  return [{ why: whys.unknown }];
}

/** The same reasons in one line. */
export function inShort({ because }) {
  const { shorts } = words.alerts;
  return because.map(({ key, values }) => {
    const value = valuesOf(values);
    switch (key) {
      case "event.yours": return shorts.yours;
      case "event.answered": return shorts[value.answer] ?? null;
      case "event.lead": return leadWords(minutesOf(value));
      case "task.room": return shorts.taskRoom;
      case "task.important": return shorts.taskImportant;
      default: return null;
    }
  }).filter(Boolean).reverse().map((text, at) => at === 0 ? sentence(text) : text).join(" · ");
}

function minutesOf({ minutes }) {
  return Math.max(0, Math.round(Number(minutes)) || 0);
}

function reasonOf({ key, values }, object, all) {
  const value = valuesOf(values);
  const whys = words.alerts.reasons;
  const { stops } = words.alerts;
  const isOwn = all.some((reason) => reason.key === "event.yours");
  switch (key) {
    case "event.yours": return { why: whys.yours };
    case "event.answered": return {
      why: ["yes", "maybe"].includes(value.answer) ? whys[value.answer] : whys.no,
      stop: object && [stops.answer, `/events/${object}`],
    };
    case "event.lead": return {
      why: whys.lead(leadWords(minutesOf(value))),
      stop: isOwn && object ? [stops.reminders, `/events/${object}/edit`] : null,
    };
    case "task.room": case "task.important": return {
      why: key === "task.room" ? whys.taskRoom : whys.taskImportant,
      stop: object && [stops.task, `/tasks/${object}`],
    };
    case "signin.yours": return { why: whys.signIn, stop: [stops.devices, "/settings/devices"] };
    default: return { why: whys.unknown };
  }
}

/** The words for why something was not delivered. */
export function failureWords(reason) {
  const text = words.channels.failures;
  const status = /^refused (\d{3})$/.exec(reason)?.[1];
  if (status) return text.refused(status);
  const name = reason.replace(/[_ ](\w)/g, (_, letter) => letter.toUpperCase());
  return typeof text[name] === "string" ? text[name] : text.unknown;
}

function valuesOf(values) {
  return Object.fromEntries((values ?? []).map(({ name, text }) => [name, text]));
}

function isInstant(text) {
  return Number.isFinite(Date.parse(text));
}

function joined(...parts) {
  return parts.filter(Boolean).join(" · ") || null;
}

// An all-day event is on its date wherever one is.
function dayThere({ start, zone }) {
  return dayNamed(wallOf(Date.parse(start), zone && isZone(zone) ? zone : ownZone()).date);
}

function nameIn(by) {
  if (!by) return null;
  return anID.test(by) ? nameOf(by) : by;
}
