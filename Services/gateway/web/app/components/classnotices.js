// The notices of a class: another room, a substitute, a note, or that it doesn't meet on a date. Its teacher
// sets them, and its students are told.

import { Problem, get, send } from "../api.js";
import { h } from "../dom.js";
import { dayNamed, sentence, words } from "../words/words.js";
import { noticeParts } from "./dayparts.js";
import { field, refusal, toggle } from "./form.js";
import { formSheet } from "./formsheet.js";
import { pagedList } from "./list.js";
import { ask } from "./pieces.js";
import { complain, toast } from "./toast.js";

/** The section of a class for those who teach it. `firstDate` is the date to offer for a new notice. */
export class ClassNotices {
  constructor(id, firstDate) {
    const text = words.schoolClass;
    this.path = `/v1/school/classes/${encodeURIComponent(id)}/notices`;
    this.firstDate = firstDate;
    this.list = pagedList({
      name: `school.class.${id}.notices`,
      load: async (_, question) => {
        const { items } = await question(this.path);
        return { items: items.map((one) => ({ ...one, id: one.date })), next: null };
      },
      row: (notice) => this.row(notice),
      empty: () => h("p", { class: "quiet course-none" }, text.noNotices),
    });
    this.element = h("section", { "aria-label": text.notices },
      h("div", { class: "course-head" }, h("h2", {}, text.notices),
        h("button", { class: "link-button course-act", type: "button", onclick: () => this.edit(null) },
          text.announce)),
      this.list.element);
    this.list.refresh();
  }

  row(notice) {
    const text = words.schoolClass;
    const when = sentence(dayNamed(notice.date));
    const button = (said, onclick) => h("button", { class: "row-button", type: "button",
      "aria-label": `${said}: ${when}`, onclick }, said);
    return h("li", { class: "row" },
      h("div", { class: "row-link" }, h("span", { class: "row-title" }, when), noticeParts(notice)),
      button(text.edit, () => this.edit(notice)), button(text.remove, () => this.remove(notice)));
  }

  async edit(notice) {
    const text = words.schoolClass;
    const made = await formSheet({
      title: notice ? text.editNotice : text.announce, label: text.send, lead: text.lead,
      parts: [
        field({ name: "date", label: text.date, kind: "date", required: true, disabled: Boolean(notice),
          value: notice?.date ?? this.firstDate ?? "" }),
        toggle({ name: "isCancelled", label: text.cancels, isOn: notice?.isCancelled ?? false }),
        field({ name: "room", label: text.room, value: notice?.room ?? "", maxLength: 60, isOptional: true,
          autocomplete: "off" }),
        field({ name: "substitute", label: text.substitute, value: notice?.substitute ?? "", maxLength: 100,
          isOptional: true, autocomplete: "off" }),
        field({ name: "note", label: text.note, value: notice?.note ?? "", maxLength: 200, isOptional: true,
          autocomplete: "off" }),
      ],
      blames: { past_day: "date", class_not_meeting: "date" },
      submit: ({ date, isCancelled, ...typed }) => {
        const given = Object.entries(typed).map(([name, value]) => [name, value.trim()])
          .filter(([, value]) => value);
        if (!isCancelled && given.length === 0) throw refusal("room", text.nothing);
        return send("PUT", `${this.path}/${date}`, { ...Object.fromEntries(given), isCancelled });
      },
    });
    if (!made) return;
    toast(text.sent);
    this.list.refresh();
  }

  async remove({ date }) {
    const text = words.schoolClass;
    const yes = await ask({ title: text.removeTitle(dayNamed(date)), text: text.removeText,
      action: text.remove, isDangerous: true });
    if (yes === null) return;
    try {
      await send("DELETE", `${this.path}/${date}`);
      toast(text.removed);
    } catch (problem) {
      complain(problem);
    }
    this.list.refresh();
  }

  onEvent(topic) {
    if (/^campus\.(class|day)\.changed$|^reset$/.test(topic)) this.list.refresh();
  }

  stop() {
    this.list.stop();
  }
}

/** The notices of a class if the person may set them, or null. */
export async function noticesFor(id, firstDate) {
  try {
    await get(`/v1/school/classes/${encodeURIComponent(id)}/notices`);
    return new ClassNotices(id, firstDate);
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (problem.code === "not_allowed" || problem.status === 404) return null;
    throw problem;
  }
}
