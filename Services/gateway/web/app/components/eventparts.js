// Parts of an event that several pages show: its drawing, its time, the time left, its owner.

import { clock } from "../clock.js";
import { countdown } from "../countdown.js";
import { emoji, h, icon } from "../dom.js";
import { colorOf, signOf } from "../models/look.js";
import { pictureAddress } from "../models/pictureaddress.js";
import { choiceOf } from "../models/repeats.js";
import { deviceZone, wallOf } from "../models/zonetime.js";
import { nameOf } from "../state.js";
import { clockTime, countdownPhrase, dayNamed, listed, moment, weekdayName, words } from "../words/words.js";
import { courseName } from "./eventcourses.js";
import { fileOfUpload } from "./pictures.js";
import { label } from "./pieces.js";

/** The sizes of the site by those of the page. */
const variants = { small: "160", tile: "480", wide: "480", hero: "1200" };

/**
 * The look of an event: its picture, with its drawing on its color until that is there. `base` is the address
 * of the event.
 */
export function eventPicture(event, size = "small", base = undefined) {
  const look = `event-picture is-${size} sky-${colorOf(event)}`;
  const element = h("span", { class: look, "aria-hidden": "true" },
    h("span", { class: "event-sign" }, emoji(signOf(event))));
  const source = event.picture && sourceOf(event, variants[size], base);
  if (!source) return element;
  const side = Number(variants[size]);
  const photo = h("img", {
    class: "event-photo", alt: "", width: side, height: side * 3 / 4, decoding: "async",
    loading: size === "hero" ? "eager" : "lazy", onload: () => element.classList.add("has-photo"),
    onerror: () => photo.remove(),
  });
  // The listeners come first: a picture in the cache may load at once.
  photo.src = source;
  element.append(photo);
  return element;
}

// An unsent change may name a picture that is not on the site yet.
function sourceOf(event, variant, base) {
  const { object, upload } = event.picture;
  if (upload) return fileOfUpload(upload);
  const isThere = object && (base || event.version > 0);
  return isThere ? pictureAddress(event, variant, base) : null;
}

/** The time of the event in this device's zone. An all-day event has the same date in every zone. */
export function whenOf(event) {
  if (event.when.time) return moment(event.next);
  return dayNamed(wallOf(Date.parse(event.next), event.when.zone).date);
}

/** The time in the event's own zone if it differs from the time here, otherwise null. */
export function whenThere({ when, next }) {
  if (!when.time) return null;
  const [here, there] = [deviceZone, when.zone].map((zone) => wallOf(Date.parse(next), zone));
  if (here.time === there.time && here.date === there.date) return null;
  return words.events.there(clockTime(there.time), placeOfZone(when.zone));
}

/** The city of a zone: `New York` for `America/New_York`. */
export function placeOfZone(zone) {
  return zone.split("/").at(-1).replaceAll("_", " ");
}

/** The time left, or the time since. */
export function leftOf(next, now = clock.now()) {
  return countdownPhrase(countdown(Date.parse(next), now).phrase);
}

/** The time left in an element that `renewLeft` updates. */
export function leftNote(event) {
  return h("span", { class: "row-note event-left", "data-left": event.next }, leftOf(event.next));
}

/** Updates all time-left elements in `element`. Returns true if an event has begun. */
export function renewLeft(element, now = clock.now()) {
  let hasBegun = false;
  for (const note of element.querySelectorAll("[data-left]")) {
    const { left } = note.dataset;
    const text = leftOf(left, now);
    if (note.textContent !== text) note.textContent = text;
    hasBegun ||= Date.parse(left) <= now;
  }
  return hasBegun;
}

/** A label with the owner, or with the others who see the event. Null for a private event of one's own. */
export function whoseMark(event) {
  const text = words.events;
  if (event.visibility === "course") {
    const course = courseName(event.course);
    return label(event.isMine ? text.sharedWith(course) : text.ofCourse(course));
  }
  if (!event.isMine) return label(text.of(nameOf(event.owner) ?? words.people.former));
  return event.visibility === "room" ? label(text.shared) : null;
}

/** The note on an event that is not on the site yet. */
export function waitsNote() {
  return h("span", { class: "row-note" }, icon("clock"), words.events.waits);
}

/** The event's repeats in words, or null. */
export function repeatsOf({ recurrence }) {
  if (!recurrence) return null;
  const { repeats, days } = choiceOf(recurrence);
  const text = words.events.repeating;
  if (repeats === "weekly" && days.length > 0) return text.weeklyOn(listed(days.map(weekdayName)));
  return repeats === "own" ? text.own(recurrence) : text[repeats];
}
