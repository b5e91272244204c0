// Parts that the pages about check-ins share, for those who teach.

import { clock, tick } from "../clock.js";
import { h } from "../dom.js";
import { ownName } from "../models/courses.js";
import { attending, clockLeft, everyone, inUnit, stateAt } from "../models/teaching.js";
import { grouped, moment, sentence, shortMoment, words } from "../words/words.js";
import { label } from "./pieces.js";

const key = "quad.lengthUnit";
const looks = { planned: null, open: "good", closed: null };
const statusLooks = {
  present: "good", late: "caution", excused: null, absent: "danger", pending: "caution", unmarked: null,
};
const counted = ["present", "late", "excused", "absent", "pending", "unmarked"];

/** The unit of lengths, `ft` or `m`, as chosen on this device. */
export function lengthUnit() {
  try {
    return localStorage.getItem(key) === "m" ? "m" : "ft";
  } catch {
    return "ft";
  }
}

/** Keeps the unit on this device. */
export function keepLengthUnit(unit) {
  try {
    localStorage.setItem(key, unit);
  } catch {
    // Storage is blocked: the page keeps the unit while it is open.
  }
}

/** `100 ft` or `30 m`. */
export function rangeText(feet, unit = lengthUnit()) {
  const text = words.teaching;
  return (unit === "m" ? text.meters : text.feet)(grouped(inUnit(feet, unit)));
}

/** A label with the state of a check-in. */
export function stateLabel(state) {
  return label(words.teaching.states[state], looks[state]);
}

/** The name of a status, in the course's own words if `names` has some. */
export function statusText(status, names) {
  return ownName(names, status) ?? words.teaching.status[status];
}

/** A label with a student's status. */
export function statusLabel(status, names) {
  return label(statusText(status, names), statusLooks[status]);
}

/** `26 present · 2 late · 2 absent`, without those that are zero. */
export function tallyText(tally, names) {
  const text = words.teaching.counts;
  const count = (status, number) => ownName(names, status)
    ? text.own(grouped(number), ownName(names, status)) : text[status](number);
  // A line breaks between two counts, not between a number and its word.
  return counted.filter((status) => tally[status] > 0)
    .map((status) => count(status, tally[status]).replace(" ", "\u00a0")).join(" · ");
}

/** `12 of 30 checked in`. */
export function inText(tally) {
  return words.teaching.inOf(grouped(attending(tally) + tally.pending), grouped(everyone(tally)));
}

/**
 * Shows in `element` when a check-in opens or closes, second by second. Calls `turned()` when its state
 * changes by the clock. Returns the function that stops it.
 */
export function showLeft(element, checkIn, turned = () => {}) {
  const text = words.teaching;
  let shown = stateAt(checkIn, clock.now());
  if (shown === "closed") {
    element.textContent = "";
    return () => {};
  }
  const closes = Date.parse(checkIn.closes);
  const target = shown === "planned" ? Date.parse(checkIn.opens) : closes;
  let isOver = false;
  let wasShown = false;
  const stop = tick(target, (now) => {
    // A list replaces the rows of changed check-ins.
    isOver ||= wasShown && !element.isConnected;
    wasShown ||= element.isConnected;
    if (isOver) return;
    const state = stateAt(checkIn, now);
    element.textContent = state === "open" ? text.closesIn(clockLeft(closes, now))
      : state === "planned" ? text.opensAt(shortMoment(checkIn.opens)) : "";
    if (state === shown) return;
    shown = state;
    turned();
  });
  return () => {
    isOver = true;
    stop();
  };
}

/** A check-in as a row of a list. `running` gets the functions that stop its countdown. */
export function checkInRow(checkIn, running, turned) {
  const state = stateAt(checkIn, clock.now());
  const left = h("span", { class: "row-note check-left", "aria-live": "off" });
  if (state !== "closed") running.push(showLeft(left, checkIn, turned));
  const { tally } = checkIn;
  const href = `/school/checkins/${checkIn.id}`;
  return h("li", { class: "row" }, h("a", { class: "row-link check-link", href },
    h("span", { class: "check-words" },
      h("span", { class: "row-title" }, sentence(moment(checkIn.starts))),
      state !== "closed" && left,
      tally && h("span", { class: "row-note" }, state === "open" ? inText(tally)
        : tallyText(tally, checkIn.statusNames))),
    stateLabel(state)));
}
