// A student's part of a course: the check-in that is open or opens soon, the own numbers, and the excuses.

import { Problem, get, lastSeen } from "../api.js";
import { clock } from "../clock.js";
import { fill, h, icon } from "../dom.js";
import { openFirst } from "../models/checkins.js";
import { sharing } from "../state.js";
import { explain, words } from "../words/words.js";
import { CheckInPanel } from "./checkinpanel.js";
import { Excuses } from "./excuses.js";
import { nameOfCheckIn } from "./opencheckins.js";
import { skeleton } from "./pieces.js";

/** The number of check-ins that are fetched: the open one is among the newest. */
const pageSize = 20;

export class StudentCheckIns {
  constructor(course) {
    const text = words.myAttendance;
    this.course = course;
    this.path = `/v1/courses/${encodeURIComponent(course.id)}/checkins`;
    this.place = h("div", { class: "checkins in-turn" }, skeleton(1));
    this.excuses = new Excuses(course);
    this.excuses.element.classList.add("in-turn");
    this.element = h("div", { class: "course-student" }, this.place,
      h("a", { class: "card checkin-more in-turn", href: `/school/attendance?course=${course.id}` },
        h("span", {}, text.open), icon("next")),
      this.excuses.element);
    this.panel = null;
    this.isOver = false;
    this.load = sharing(() => this.fetch());
    this.begin();
  }

  async begin() {
    this.load();
    const known = await lastSeen(this.path, { limit: pageSize });
    if (known && !this.panel && !this.isOver) this.paint(known.items);
  }

  async fetch() {
    try {
      const { items } = await get(this.path, { limit: pageSize });
      if (!this.isOver) this.paint(items);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (this.isOver || this.panel) return;
      fill(this.place, h("p", { class: "card checkin-none", role: "status" }, explain(problem), " ",
        h("button", { class: "link-button", type: "button", onclick: () => this.load() }, words.retry)));
    }
  }

  paint(items) {
    const [first = null] = openFirst(items, clock.now());
    // One that has just closed stays, so that its outcome can be read.
    const stays = items.find(({ id }) => id === this.panel?.checkIn.id);
    const shown = first ?? stays ?? null;
    if (!shown) {
      this.panel?.stop();
      this.panel = null;
      const text = words.checkingIn;
      fill(this.place, h("div", { class: "card checkin-none" }, h("h2", {}, text.title),
        h("p", { class: "quiet" }, text.reasons.no_checkin())));
      return;
    }
    if (this.panel?.checkIn.id === shown.id) {
      this.panel.take(shown);
      return;
    }
    this.panel?.stop();
    const { title } = words.checkingIn;
    this.panel = new CheckInPanel(shown, {
      named: (checkIn) => nameOfCheckIn({ ...checkIn, courseName: title }, { isLinked: false }),
    });
    fill(this.place, this.panel.element);
  }

  onEvent(topic, data) {
    const isOurs = !data?.course || data.course === this.course.id;
    if (topic === "reset" || (isOurs && /^attendance\.(checkin|record)\./.test(topic))) this.load();
    this.excuses.onEvent(topic, data);
  }

  stop() {
    this.isOver = true;
    this.panel?.stop();
    this.excuses.stop();
  }
}
