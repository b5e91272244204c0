// The check-ins that the timetable drafts for those who teach: one press opens the next one like the last.

import { Problem, get, lastSeen, send } from "../api.js";
import { clock } from "../clock.js";
import { fill, h } from "../dom.js";
import { draftDays } from "../models/teaching.js";
import { go } from "../router.js";
import { sharing, watch } from "../state.js";
import { shortDay, timeOf, words } from "../words/words.js";
import { courseSign, dotted, mayAddCourses, shortName, typedName } from "./coursepieces.js";
import { complain, toast } from "./toast.js";

const path = "/v1/checkin-drafts";
/** The longest pause before the rows are drawn anew, and that after a bell (ms). */
const longest = 3_600_000;
const settling = 50;

/** The groups above the list of courses, one for each day. Only the first is shown until all are wanted. */
export class DraftCheckIns {
  constructor() {
    this.days = h("div", {});
    this.more = h("button", { class: "link-button", type: "button", onclick: () => this.showAll() });
    this.element = h("section", { class: "drafts", hidden: true, "aria-label": words.drafted.title },
      this.days, this.more);
    this.items = null;
    this.isOver = false;
    this.isAll = false;
    this.hasBegun = false;
    this.load = sharing(() => this.fetch());
  }

  /** Only teachers have drafts; who that is may not be known yet. */
  begin() {
    this.unwatch = watch(() => this.start());
    this.start();
  }

  async start() {
    if (this.hasBegun || !mayAddCourses()) return;
    this.hasBegun = true;
    const known = await lastSeen(path);
    if (known && !this.items && !this.isOver) this.paint(known.items);
    this.load();
  }

  async fetch() {
    try {
      const { items } = await get(path);
      if (!this.isOver) this.paint(items);
    } catch (problem) {
      // The courses below report what is wrong.
      if (!(problem instanceof Problem)) throw problem;
    }
  }

  paint(items) {
    this.items = items;
    clearTimeout(this.next);
    const now = clock.now();
    const days = draftDays(items, now);
    this.element.hidden = days.length === 0;
    const shown = this.isAll ? days : days.slice(0, 1);
    fill(this.days, shown.flatMap(({ items: rows }) => [
      h("h2", { class: "group" }, words.drafted.of(shortDay(rows[0].starts))),
      h("ul", { class: "list" }, rows.map((draft) => this.row(draft, now))),
    ]));
    const rest = days.slice(shown.length).reduce((sum, day) => sum + day.items.length, 0);
    this.more.hidden = rest === 0;
    this.more.textContent = words.drafted.more(rest);
    this.wait(items, now);
  }

  // A row changes when its class begins, and goes when it ends.
  wait(items, now) {
    const times = items.flatMap(({ starts, ends }) => [Date.parse(starts), Date.parse(ends)])
      .filter((time) => time > now);
    if (times.length === 0) return;
    const pause = Math.min(Math.min(...times) - now, longest);
    this.next = setTimeout(() => this.paint(this.items), pause + settling);
  }

  showAll() {
    this.isAll = true;
    this.paint(this.items);
    this.days.querySelectorAll("h2 ~ h2 + ul .draft-open")[0]?.focus();
  }

  row(draft, now) {
    const text = words.drafted;
    const about = `${draft.courseName}, ${timeOf(draft.starts)}`;
    const isLater = Date.parse(draft.starts) > now;
    const act = isLater ? text.schedule : text.open;
    const open = h("button", {
      class: isLater ? "button small quiet-button draft-open" : "button small draft-open", type: "button",
      "aria-label": `${act}: ${about}`, onclick: () => this.open(draft, open),
    }, act);
    const skip = h("button", {
      class: "link-button", type: "button", "aria-label": `${text.skip}: ${about}`,
      onclick: () => this.skip(draft),
    }, text.skip);
    const note = dotted([draft.room && shortName(draft.room), text.modes[draft.mode],
      text.minutes(draft.minutes)]);
    return h("li", { class: "row draft-row" },
      h("a", { class: "row-link course-link", href: `/courses/${draft.course}` },
        courseSign({ id: draft.course }), h("span", { class: "course-words" },
          h("span", { class: "row-title" }, typedName(draft.courseName)),
          h("span", { class: "draft-time" }, text.times(timeOf(draft.starts), timeOf(draft.ends))),
          h("span", { class: "row-note" }, note))),
      h("div", { class: "draft-acts" }, skip, open));
  }

  async open(draft, button) {
    if (button.hasAttribute("aria-busy")) return;
    button.setAttribute("aria-busy", "true");
    try {
      const { id, state } = await send("POST", `${path}/${draft.id}/open`);
      if (state === "planned") {
        this.drop(draft);
        toast(words.drafted.scheduled(timeOf(draft.starts)), () => this.takeBack(id));
      } else {
        go(`/school/checkins/${id}`);
        toast(words.drafted.opened);
      }
    } catch (problem) {
      const other = problem.code === "already_open" && problem.details?.current;
      if (other) {
        go(`/school/checkins/${other.id}`);
        toast(words.drafted.alreadyOpen);
      } else {
        complain(problem);
        this.load();
      }
    } finally {
      button.removeAttribute("aria-busy");
    }
  }

  async takeBack(checkIn) {
    try {
      await send("DELETE", `/v1/checkins/${checkIn}`);
    } catch (problem) {
      complain(problem);
    }
    this.load();
  }

  async skip(draft) {
    try {
      await send("POST", `${path}/${draft.id}/skip`);
      this.drop(draft);
      toast(words.drafted.skipped(draft.courseName), () => this.unskip(draft));
    } catch (problem) {
      complain(problem);
      this.load();
    }
  }

  async unskip(draft) {
    try {
      await send("DELETE", `${path}/${draft.id}/skip`);
    } catch (problem) {
      complain(problem);
    }
    this.load();
  }

  drop(draft) {
    if (!this.isOver) this.paint(this.items.filter(({ id }) => id !== draft.id));
  }

  onEvent(topic) {
    if (!this.hasBegun) return;
    if (/^attendance\.draft\.|^attendance\.course\.|^reset$/.test(topic)) this.load();
  }

  stop() {
    this.isOver = true;
    this.unwatch();
    clearTimeout(this.next);
  }
}
