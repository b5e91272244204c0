// A student's excuses in a course: the list with the answers, and the sheet that files one.

import { send } from "../api.js";
import { clock } from "../clock.js";
import { h } from "../dom.js";
import { excuseDays } from "../models/checkins.js";
import { deviceZone, isZone, wallOf } from "../models/zonetime.js";
import { state } from "../state.js";
import { dayNamed, sentence, words } from "../words/words.js";
import { chips } from "./choices.js";
import { field, need, refusal } from "./form.js";
import { formSheet } from "./formsheet.js";
import { pagedList } from "./list.js";
import { label } from "./pieces.js";
import { complain, toast } from "./toast.js";

const pageSize = 20;
/** The site's limit on a note. */
const maxNote = 1000;
const looks = { waiting: "caution", accepted: "good", declined: "danger" };

/** The section of the excuses in `course`. */
export class Excuses {
  constructor(course) {
    const text = words.excuses;
    this.course = course;
    this.path = `/v1/courses/${encodeURIComponent(course.id)}/excuses`;
    this.list = pagedList({
      name: `course.${course.id}.excuses`, row: (excuse) => this.row(excuse),
      load: (cursor, ask) => ask(this.path, { limit: pageSize, cursor }),
      empty: () => h("p", { class: "quiet course-none" }, text.none),
    });
    this.element = h("section", {}, h("div", { class: "course-head" }, h("h2", {}, text.title),
      h("button", { class: "link-button course-act", type: "button", "aria-haspopup": "dialog",
        onclick: () => this.open() }, text.ask)), this.list.element);
    this.list.refresh();
  }

  row(excuse) {
    const text = words.excuses;
    const day = sentence(dayNamed(excuse.day));
    const { firstName, lastName } = excuse.by ?? {};
    return h("li", { class: "row excuse-row" }, h("div", { class: "row-link" },
      h("span", { class: "row-title" }, day, " ", label(text.states[excuse.state], looks[excuse.state])),
      h("span", { class: "row-note excuse-note", dir: "auto" }, excuse.note),
      excuse.answer && h("span", { class: "row-note excuse-note", dir: "auto" },
        firstName && h("b", {}, text.answeredBy(`${firstName} ${lastName}`), " "), excuse.answer)),
    excuse.state === "waiting" && h("button", { class: "row-button", type: "button",
      "aria-label": text.withdrawOf(day), onclick: () => this.withdraw(excuse) }, text.withdraw));
  }

  async open() {
    const text = words.excuses;
    const day = dayField();
    const note = field({ name: "note", label: text.note, kind: "textarea", hint: text.noteHint,
      required: true, maxLength: maxNote });
    const filed = await formSheet({
      title: text.ask, lead: text.lead(this.course.name), label: text.send, parts: [day, note],
      fields: [day, note], draft: `${this.course.id} excuse`,
      submit: (values) => {
        if (!values.day) throw refusal("day", text.needDay);
        need(values, ["note"]);
        return send("POST", this.path, { day: values.day, note: values.note.trim() });
      },
    });
    if (!filed) return;
    toast(text.sent);
    this.list.refresh();
  }

  async withdraw({ id }) {
    try {
      await send("DELETE", `/v1/excuses/${encodeURIComponent(id)}`);
      toast(words.excuses.withdrawn);
    } catch (problem) {
      complain(problem);
    }
    this.list.refresh();
  }

  onEvent(topic, data) {
    const isOurs = !data?.course || data.course === this.course.id;
    if (topic === "reset" || (isOurs && topic === "attendance.excuse.changed")) this.list.refresh();
  }

  stop() {
    this.list.stop();
  }
}

// Chips for today and the days ahead; the days before are folded away.
function dayField() {
  const text = words.excuses;
  const days = excuseDays(today());
  const error = h("p", { class: "field-error", hidden: true, role: "alert" });
  let chosen = days.ahead[0];
  const groups = [];
  const choose = (mine) => (value) => {
    chosen = value;
    for (const group of groups) if (group !== mine()) press(group, null);
    say(null);
    element.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const group = (list, value) => {
    const made = chips({ label: text.day, options: list.map((one) => [one, sentence(dayNamed(one))]), value,
      onchange: choose(() => made) });
    groups.push(made);
    return made;
  };
  const say = (problem) => {
    error.textContent = problem ?? "";
    error.hidden = !problem;
  };
  const element = h("div", { class: "field" }, h("span", { class: "choice-label" }, text.day),
    group(days.ahead, chosen), h("details", { class: "more" }, h("summary", {}, text.earlier),
      h("div", { class: "more-body" }, group(days.back, []))), error);
  const input = {
    name: "day", type: "days",
    get value() { return chosen; },
    set value(day) {
      if (![...days.ahead, ...days.back].includes(day)) return;
      chosen = day;
      for (const one of groups) press(one, sentence(dayNamed(day)));
    },
    focus: () => element.querySelector("button").focus(),
  };
  return { element, input, name: "day", say };
}

function press(group, name) {
  for (const button of group.querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button.textContent === name));
  }
}

// The day in the person's zone; the site checks it in its own.
function today() {
  const zone = state.me?.zone;
  return wallOf(clock.now(), zone && isZone(zone) ? zone : deviceZone).date;
}
