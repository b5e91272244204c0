// The check-ins that are open now, in all courses of the person: a row for each, with the time that is left.

import { Problem, get, lastSeen } from "../api.js";
import { clock, tick } from "../clock.js";
import { fill, h, icon } from "../dom.js";
import { isDone, openFirst, phaseOf, timeLeft } from "../models/checkins.js";
import { ownName } from "../models/courses.js";
import { attending, everyone } from "../models/teaching.js";
import { sharing } from "../state.js";
import { grouped, timeOf, words } from "../words/words.js";
import { courseSign, dotted, shortName, typedName } from "./coursepieces.js";

/** The group above the list of courses. It is hidden while no check-in is open. */
export class OpenCheckIns {
  /** Calls `shown(items)` with the open check-ins, each time they are shown. */
  constructor(shown = () => {}) {
    this.shown = shown;
    this.list = h("ul", { class: "list" });
    this.element = h("section", { hidden: true },
      h("h2", { class: "group" }, words.checkingIn.open), this.list);
    this.ends = [];
    this.isOver = false;
    this.load = sharing(() => this.fetch());
  }

  async begin() {
    const known = await lastSeen("/v1/checkins");
    if (known && !this.items && !this.isOver) this.paint(known.items);
    this.load();
  }

  async fetch() {
    try {
      const { items } = await get("/v1/checkins");
      if (!this.isOver) this.paint(items);
    } catch (problem) {
      // The courses below report what is wrong.
      if (!(problem instanceof Problem)) throw problem;
    }
  }

  paint(items) {
    this.items = items;
    this.end();
    const now = clock.now();
    const open = openFirst(items, now).filter((item) => phaseOf(item, now) === "open");
    this.element.hidden = open.length === 0;
    fill(this.list, open.map((item) => this.row(item)));
    this.shown(open);
  }

  row(item) {
    const note = h("span", { class: "row-note checkin-open-note" });
    const stop = tick(Date.parse(item.closes), (now) => {
      if (phaseOf(item, now) !== "open") setTimeout(() => this.paint(this.items));
      else fill(note, noteOf(item, now));
    });
    this.ends.push(stop);
    const href = item.role === "instructor" ? `/school/checkins/${item.id}` : `/courses/${item.course}`;
    return h("li", { class: "row" }, h("a", { class: "row-link course-link", href },
      courseSign({ id: item.course }), h("span", { class: "course-words" },
        h("span", { class: "row-title" }, typedName(item.courseName)), note), icon("next")));
  }

  onEvent(topic) {
    if (/^attendance\.(checkin|record)\.|^reset$/.test(topic)) this.load();
  }

  end() {
    for (const stop of this.ends.splice(0)) stop();
  }

  stop() {
    this.isOver = true;
    this.end();
  }
}

function noteOf(item, now) {
  const text = words.checkingIn;
  const { mine, statusNames } = item;
  if (isDone(item)) return ownName(statusNames, mine.status) ?? words.myAttendance.statuses[mine.status];
  const left = text.closesIn(timeLeft(Date.parse(item.closes), now));
  return dotted([left, item.role === "instructor" ? countOf(item.tally)
    : item.spotName && shortName(item.spotName)]);
}

/** `14 of 31`: the students who have checked in, and all. */
function countOf(tally) {
  return words.school.count(grouped(attending(tally) + tally.pending), grouped(everyone(tally)));
}

/** `Open · 14 of 31`, for those who teach the course of an open check-in. */
export function openText({ tally }) {
  return words.school.isOpen(countOf(tally));
}

/** The course and the place of a check-in, above its panel. `href` leads to the course. */
export function nameOfCheckIn({ course, courseName, spotName, starts }, { isLinked = true } = {}) {
  const name = h("h2", {}, typedName(courseName));
  return h("div", { class: "checkin-name" },
    isLinked ? h("a", { href: `/courses/${course}` }, name) : name,
    h("p", { class: "row-note" }, dotted([spotName && shortName(spotName), timeOf(starts)])));
}
