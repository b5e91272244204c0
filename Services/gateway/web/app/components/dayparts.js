// The words of a school day: its label, its slots, and what is different about a class on it.

import { h } from "../dom.js";
import { sentence, timeOf, words } from "../words/words.js";
import { label } from "./pieces.js";
import { dotted, shortName, typedName } from "./coursepieces.js";

/** `Day 3 · Early dismissal`: the day type and the bell schedule, as far as the day has them. */
export function dayLabel({ dayType, bell }) {
  return [dayType?.name, bell?.name].filter(Boolean).join(" · ");
}

/** The name of a slot: the class, the school's own name of the slot, or what kind of slot it is. */
export function slotTitle(slot) {
  const text = words.schoolDay;
  if (slot.class) return slot.class.name;
  return slot.name ?? (slot.kind === "class" ? text.free : text.kinds[slot.kind] ?? text.kinds.other);
}

/** Room and teacher of a slot, or null. */
export function slotPlace({ class: taken }) {
  return dotted([taken?.room && shortName(taken.room), taken?.teacher && typedName(taken.teacher)]);
}

/** The changes of a date as labels, and the note to the students. Null without a notice. */
export function noticeParts(notice) {
  if (!notice) return null;
  const text = words.schoolDay;
  const { isCancelled, room, substitute, note } = notice;
  const marks = [
    isCancelled && label(text.cancelled, "danger"),
    !isCancelled && room && label(shortName(text.otherRoom(room)), "caution"),
    !isCancelled && substitute && label(text.substitute(substitute), "caution"),
  ].filter(Boolean);
  return h("span", { class: "day-notice" }, marks.length > 0 && h("span", { class: "day-marks" }, marks),
    note && h("span", { class: "row-note", dir: "auto" }, note));
}

/**
 * A slot as a row: its times, its name, room and teacher, and what is different. With `isOfNobody` a slot
 * without a class isn't free time, but a block of the school.
 */
export function slotRow(slot, { isNow = false, isOfNobody = false } = {}) {
  const isBlock = isOfNobody && slot.block && !slot.name;
  const inside = [
    h("span", { class: "slot-time" }, h("span", {}, timeOf(slot.starts)),
      h("span", { class: "row-note" }, timeOf(slot.ends))),
    h("span", { class: "course-words" },
      h("span", { class: slot.notice?.isCancelled ? "row-title is-off" : "row-title" },
        isBlock ? words.schoolDay.block(slot.block) : typedName(slotTitle(slot))),
      slotPlace(slot) && h("span", { class: "row-note" }, slotPlace(slot)), noticeParts(slot.notice)),
    slot.block && !isBlock && h("span", { class: "row-note slot-block" }, words.schoolDay.block(slot.block)),
  ];
  const look = slot.class ? "row-link slot-link" : "row-link slot-link is-free";
  return h("li", { class: "row slot-row", "aria-current": isNow ? "time" : null },
    slot.class ? h("a", { class: look, href: `/school/classes/${slot.class.id}` }, inside)
      : h("div", { class: look }, inside));
}

/** Why there is no school on a day: the note of the administrators, or the state in a word. */
export function whyNone({ state, note }) {
  const text = words.schoolDay;
  return note ? sentence(note) : state === "closed" ? text.closed : text.noSchool;
}
