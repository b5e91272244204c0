// An alert in words: its icon, the page it links to, and the setting that stops it.

import { placeOfZone } from "./eventparts.js";
import { alertWording } from "../models/alertwording.js";
import { signOf } from "../models/look.js";
import { nameOf, state, watchRoommates, watchZone } from "../state.js";
import { clockTime, dayNamed, listed, moment, sentence, words } from "../words/words.js";
import { deviceZone, isZone, wallOf } from "../models/zonetime.js";

/** The person's time zone from the profile, otherwise this device's. */
export function ownZone() {
  const zone = state.me?.zone;
  return zone && isZone(zone) ? zone : deviceZone;
}

/** An instant in the person's own time zone, with the zone's name if this device shows another time. */
export function ownMoment(instant) {
  const [here, own] = [deviceZone, ownZone()].map((zone) => wallOf(Date.parse(instant), zone));
  if (here.date === own.date && here.time === own.time) return moment(instant);
  return words.alerts.inZone(`${dayNamed(own.date)}, ${clockTime(own.time)}`, placeOfZone(ownZone()));
}

/**
 * Calls `repaint` when alerts have to be worded anew: a roommate has another name, or the time zone has
 * changed or become known after the page was shown. Returns the function that unsubscribes.
 */
export function watchWording(repaint) {
  const unwatch = [watchRoommates(repaint), watchZone(repaint)];
  return () => { for (const end of unwatch) end(); };
}

const wording = alertWording(words.alertTexts, {
  moment: ownMoment,
  // An all-day event has the same date in every time zone.
  dateOf: (instant, zone) =>
    dayNamed(wallOf(Date.parse(instant), zone && isZone(zone) ? zone : ownZone()).date),
  date: dayNamed,
  list: listed,
  person: nameOf,
});

/** Icons by text key. An event has its own drawing instead. */
const signs = {
  "task.due": "✅", "task.important": "❗", "board.message": "💬", "join.asked": "🚪", "signin.new": "🔐",
  "checkin.open": "📍", "checkin.soon": "⏳", "mark.changed": "🖊️", "course.low": "📉", "student.low": "📉",
  "excuse.answered": "📨", "training.refresh": "⛑️", "crisis.alert": "🆘", "crisis.drill": "🧯",
  "crisis.off": "✅",
  "backup.old": "💾", "site.alert": "🚨", "site.resolved": "✅", "site.more": "🚨",
  "class.next": "🔔", "class.changed": "🔀", "day.closed": "❄️", "day.reopened": "🏫", "news.item": "📰",
  "news.digest": "🗞️", "announcement.new": "📣",
  missed: "📭", test: "🔔",
};
const neutral = "🔔";

/**
 * The text of an alert or notice as `{ sign, title, note }`. A key from a newer release gets a neutral text.
 */
export function said(text) {
  const { key } = text;
  const isEvent = key.startsWith("event.");
  const [title, note] = [wording.title(text), wording.note(text)];
  // The note of an all-day event may start with `today` and needs a capital letter. Others start with a word
  // or a name.
  return {
    sign: isEvent ? signOf({ title, drawing: drawingOf(text) }) : signs[key] ?? neutral, title,
    note: (isEvent ? sentence(note) : note) || null,
  };
}

// Alerts planned by an older release have no drawing.
function drawingOf({ values }) {
  return values.find(({ name }) => name === "drawing")?.text;
}

/** The page of the alert's subject, or null. */
export function placeOf({ text, object, program }) {
  const { key } = text;
  if (key.startsWith("board.")) return "/board";
  if (key.startsWith("join.")) return "/roommates";
  if (key.startsWith("signin.")) return "/settings/devices";
  if (key.startsWith("backup.") || key.startsWith("site.")) return "/admin";
  if (key === "test") return "/settings/alerts";
  if (key === "missed") return "/events";
  if (key.startsWith("training.")) return "/aid";
  if (key === "mark.changed") return "/school/attendance";
  if (key.startsWith("announcement.")) return "/school/news/announcements";
  if (key === "news.item" && object) return `/school/news/${object}`;
  if (/^(class|day|news)\./.test(key)) return "/school";
  if (!object) return null;
  if (key.startsWith("crisis.")) return `/aid/help/${object}`;
  if (key.startsWith("checkin.")) return `/checkin/${object}`;
  if (key === "student.low") return `/courses/${object}/advised`;
  if (key === "course.low") return `/school/attendance?course=${object}`;
  if (key.startsWith("excuse.")) return `/courses/${object}`;
  if (program === "events") return `/events/${object}`;
  return program === "roomhub" ? `/tasks/${object}` : null;
}

/**
 * The reasons as sentences, each with the page of the setting that stops it (`[label, href]`), if there is
 * one.
 */
export function reasonsOf({ because, text, object }) {
  const { stops } = words.alerts;
  if (because.length === 0) {
    const stop = text.key.startsWith("board.") ? [stops.board, "/board/privacy"] : null;
    return [{ why: wording.ownReason(text), stop }];
  }
  const isOwn = because.some(({ key }) => key === "event.yours");
  return because.map((reason) => ({ why: wording.reason(reason), stop: stopOf(reason.key, object, isOwn) }));
}

/** The reasons in one line. */
export function inShort({ because }) {
  return sentence(wording.shortReasons(because).reverse().join(" · "));
}

function stopOf(key, object, isOwn) {
  const { stops } = words.alerts;
  if (key === "signin.yours") return [stops.devices, "/settings/devices"];
  if (!object) return null;
  switch (key) {
    case "event.answered": return [stops.answer, `/events/${object}`];
    case "event.lead": return isOwn ? [stops.reminders, `/events/${object}/edit`] : null;
    case "task.room": case "task.important": return [stops.task, `/tasks/${object}`];
    default: return null;
  }
}

/** The reason for a failed delivery without the status that the server answered with. */
export function failureInShort(reason) {
  return /^refused \d{3}$/.test(reason) ? words.alerts.failures.turnedDown : failureWords(reason);
}

/** The reason for a failed delivery. */
export function failureWords(reason) {
  const text = words.alerts.failures;
  const status = /^refused (\d{3})$/.exec(reason)?.[1];
  if (status) return text.refused(status);
  const name = reason.replace(/[_ ](\w)/g, (_, letter) => letter.toUpperCase());
  return typeof text[name] === "string" ? text[name] : text.unknown;
}
