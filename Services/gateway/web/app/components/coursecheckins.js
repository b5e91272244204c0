// The check-ins of a course for those who teach it: one press starts the next one like the last.

import { Problem, get, send } from "../api.js";
import { clock } from "../clock.js";
import { fill, h } from "../dom.js";
import { allPages } from "../models/pagedlist.js";
import { maxSpotAccuracy, metersOf, needsPlace, stateAt, valuesLike } from "../models/teaching.js";
import { go } from "../router.js";
import { words } from "../words/words.js";
import { checkInRow, rangeText } from "./checkinpieces.js";
import { pagedList } from "./list.js";
import { measure } from "./position.js";
import { complain, toast } from "./toast.js";

const pageSize = 100;
/** The number of check-ins on the page of a course. */
const maxRows = 5;
/** The pause after which a countdown that has ended is fetched again (ms). */
const settling = 1000;

/** The section of a course. `id` is that of the course. */
export class CourseCheckIns {
  constructor(id) {
    const text = words.teaching;
    this.id = id;
    this.path = `/v1/courses/${encodeURIComponent(id)}/checkins`;
    this.running = [];
    this.last = null;
    this.list = pagedList({
      name: `course.${id}.checkins`,
      load: async (_, ask) => ({ ...await ask(this.path, { limit: maxRows }), next: null }),
      row: (checkIn) => checkInRow(checkIn, this.running, () => this.settle()),
      empty: () => h("p", { class: "quiet course-none" }, text.none),
      onload: (items) => this.take(items),
    });
    this.key = crypto.randomUUID();
    this.start = h("button", { class: "button", type: "button", onclick: () => this.begin() }, text.start);
    this.options = h("a", { class: "link-button course-act", href: `/courses/${id}/check-ins/new` },
      text.options);
    this.note = h("p", { class: "hint" });
    this.acts = h("div", { class: "check-start" }, this.start,
      h("div", { class: "check-start-line" }, this.note, this.options));
    this.element = h("section", { "aria-label": text.title },
      h("div", { class: "course-head" }, h("h2", {}, text.title),
        h("a", { class: "link-button course-act", href: `/courses/${id}/attendance` }, text.attendance)),
      this.acts, this.list.element);
    this.paint();
    this.list.refresh();
  }

  take(items) {
    // The newest that isn't a roll on paper.
    this.last = items.find(({ mode }) => mode !== "manual") ?? items[0] ?? null;
    const isOpen = items.some((one) => stateAt(one, clock.now()) === "open");
    this.acts.hidden = isOpen;
    this.paint();
  }

  paint() {
    const text = words.teaching;
    const values = valuesLike(this.last);
    const range = needsPlace(values.mode) && rangeText(values.feet);
    fill(this.note, text.summary(text.modeNames[values.mode], range, text.minutes(values.minutes)));
  }

  async begin() {
    if (this.start.hasAttribute("aria-busy")) return;
    this.start.setAttribute("aria-busy", "true");
    try {
      const body = await this.bodyOf(valuesLike(this.last));
      if (body) this.show(await send("POST", this.path, body, this.key));
      // The form has the map, on which the place can be set.
      else go(`/courses/${this.id}/check-ins/new`);
    } catch (problem) {
      this.fail(problem);
    } finally {
      this.start.removeAttribute("aria-busy");
    }
  }

  async bodyOf(values) {
    const body = { mode: values.mode, minutes: values.minutes };
    if (values.lateAfter !== null && values.lateAfter < values.minutes) body.lateAfter = values.lateAfter;
    if (!needsPlace(values.mode)) return body;
    body.range = metersOf(values.feet);
    if (values.savedSpot) return { ...body, savedSpot: values.savedSpot };
    try {
      const { latitude, longitude, accuracy } = await measure();
      return accuracy <= maxSpotAccuracy ? { ...body, spot: { latitude, longitude, accuracy } } : null;
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      return null;
    }
  }

  show({ id, state }) {
    this.key = crypto.randomUUID();
    go(`/school/checkins/${id}`);
    toast(state === "planned" ? words.teaching.planned : words.teaching.created);
  }

  fail(problem) {
    this.key = crypto.randomUUID();
    const other = problem.code === "already_open" && problem.details?.current;
    if (other) {
      go(`/school/checkins/${other.id}`);
      toast(words.teaching.alreadyOpen);
    } else if (problem.code === "spot_needed" || problem.code === "spot_inaccurate") {
      go(`/courses/${this.id}/check-ins/new`);
    } else complain(problem);
  }

  // The site closes a check-in by its own clock, a moment later.
  settle() {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.list.refresh(), settling);
  }

  onEvent(topic, data) {
    const isOurs = /^attendance\.(checkin|record)\./.test(topic) && data.course === this.id;
    if (isOurs || topic === "reset") this.settle();
  }

  stop() {
    clearTimeout(this.settling);
    for (const stop of this.running) stop();
    this.list.stop();
  }
}

/** The check-ins of a course, the newest first: at least `most`, if there are as many. */
export async function checkInsOf(course, most) {
  const path = `/v1/courses/${encodeURIComponent(course)}/checkins`;
  const load = (cursor) => get(path, { limit: pageSize, cursor });
  return (await allPages(load, Math.ceil(most / pageSize))).items;
}
