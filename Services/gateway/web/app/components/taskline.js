// The line that adds tasks at the top of their list: Enter adds one and clears the line for the next.

import { Problem } from "../api.js";
import { afterFrame, h, icon, spoken } from "../dom.js";
import { sendOrKeep } from "../offline/outbox.js";
import { explain, explainField, words } from "../words/words.js";
import { twinOf } from "./doubletask.js";
import { FormDraft } from "./formdraft.js";
import { momentField, momentOf } from "./momentfield.js";
import { rejectedLines } from "./rejectedlines.js";
import { textLimit } from "./textlimit.js";
import { timeOffer } from "./timeoffer.js";
import { toast } from "./toast.js";

/** The limit on the length of a title. */
const longest = 200;
/** The limit on tasks that wait for the site's reply. */
const maxPending = 20;

/**
 * The line. Its draft is the one of /tasks/new, so that "More" continues there. `tasks()` returns the open
 * tasks, for the warning about one that is on the list; `added(task)` gets each new one. `leave()` moves the
 * focus after Escape.
 */
export function taskLine(options) {
  return new TaskLine(options);
}

class TaskLine {
  constructor({ tasks, added, leave }) {
    Object.assign(this, { tasks, added, leave, last: Promise.resolve(), pending: 0, refused: null });
    const text = words.tasks;
    this.title = h("input", { name: "title", "aria-label": text.add, placeholder: text.add,
      autocomplete: "off", enterkeyhint: "done" });
    this.important = h("input", { type: "checkbox", name: "isImportant", class: "mark-toggle",
      "aria-label": words.task.important, title: words.task.important });
    this.due = momentField({ name: "due", label: words.task.due, isFolded: true });
    // Notes are typed on the page with all fields. The line keeps them with the rest of the draft.
    this.notes = h("textarea", { name: "notes", hidden: true });
    this.limit = textLimit(this.title, longest);
    this.warning = h("p", { class: "warning", role: "status", hidden: true }, text.isOnList);
    this.error = h("p", { class: "field-error", role: "alert", hidden: true });
    this.others = rejectedLines();
    this.inputs = [this.title, this.important, ...this.due.fields.map(({ input }) => input), this.notes];
    this.draft = new FormDraft("/tasks/new", { isOfRoom: true });
    this.rest = h("div", { class: "task-line-rest", hidden: true }, this.due.element,
      h("a", { class: "link-button", href: "/tasks/new" }, text.more, spoken(` ${text.moreOf}`)));
    this.element = this.build();
    this.draft.begin(this.element, this.inputs);
  }

  build() {
    return h("form", {
      class: "card task-line", novalidate: true,
      onsubmit: (event) => {
        event.preventDefault();
        this.submit();
      },
      oninput: () => this.changed(),
      // The touched line is shown first: its other fields move the list below it.
      onfocusin: () => afterFrame(() => { if (this.hasFocus()) this.rest.hidden = false; }),
      onfocusout: () => this.closeWhenLeft(),
      onkeydown: (event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        this.rest.hidden = this.isEmpty();
        this.leave();
      },
    },
    this.draft.note,
    h("div", { class: "task-line-row" },
      h("button", { class: "add-plus", type: "submit" }, icon("plus"), spoken(words.tasks.add)),
      this.title, this.important),
    this.limit.element, this.error, this.warning, timeOffer(this.title, this.due).element, this.rest,
    this.notes, this.others.element);
  }

  hasFocus() {
    return this.element.contains(document.activeElement);
  }

  // An empty line that was left is one line again. A press that took the focus away reaches its target first,
  // because the list below moves up.
  closeWhenLeft() {
    const close = () => afterFrame(() => {
      if (this.hasFocus() || !this.isEmpty()) return;
      this.rest.hidden = true;
      this.due.fold();
    });
    if (!document.querySelector(":active")) {
      close();
      return;
    }
    const ended = new AbortController();
    for (const type of ["pointerup", "pointercancel", "click", "dragend"]) {
      addEventListener(type, () => {
        ended.abort();
        close();
      }, { capture: true, signal: ended.signal });
    }
  }

  isEmpty() {
    return !this.inputs.some((input) => input.type === "checkbox" ? input.checked : input.value);
  }

  changed() {
    this.say(null);
    this.warning.hidden = !twinOf(this.tasks(), this.title.value);
    if (!this.isEmpty()) this.rest.hidden = false;
  }

  say(line, input = null) {
    this.error.textContent = line ?? "";
    this.error.hidden = !line;
    // The error says what is left, too.
    if (line) this.limit.element.hidden = true;
    for (const one of this.inputs) {
      if (one === input) one.setAttribute("aria-invalid", "true");
      else one.removeAttribute("aria-invalid");
    }
    input?.focus();
  }

  submit() {
    const title = this.title.value.trim();
    if (!title) {
      this.say(this.isEmpty() ? null : words.errors.field_missing, this.title);
      return;
    }
    if (this.pending >= maxPending) {
      this.explain(new Problem({ code: "outbox_full" }));
      return;
    }
    try {
      const fault = this.limit.fault() ?? this.due.fields.map((field) => field.fault()).find(Boolean);
      if (fault) throw new Problem({ code: "field", errors: [{ field: "title", code: "", message: fault }] });
      const typed = this.typed();
      const due = momentOf(typed, "due") ?? undefined;
      const notes = typed.notes.trim() || undefined;
      this.put({ title: "", isImportant: false, dueDate: "", dueTime: "", notes: "" });
      this.draft.forget();
      this.due.fold();
      this.title.focus();
      this.send(typed, { title, isImportant: typed.isImportant, due, notes });
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      this.explain(problem);
    }
  }

  typed() {
    return Object.fromEntries(this.inputs.map((input) =>
      [input.name, input.type === "checkbox" ? input.checked : input.value]));
  }

  put(values) {
    for (const input of this.inputs) {
      if (input.type === "checkbox") input.checked = values[input.name];
      else input.value = values[input.name];
    }
    this.title.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // Tasks typed faster than the site replies are sent in order.
  send(typed, task) {
    // The same task again keeps its key, so that it is added once, even if the first reply was lost.
    const key = this.refused?.said === JSON.stringify(task) ? this.refused.key : crypto.randomUUID();
    this.pending += 1;
    this.last = this.last.then(() => this.sendOne(typed, task, key)).finally(() => { this.pending -= 1; });
  }

  async sendOne(typed, task, key) {
    const text = words.tasks;
    const what = { kind: "task.add", title: task.title };
    try {
      const { reply, isWaiting } = await sendOrKeep("POST", "/v1/tasks", task, what, key);
      this.refused = null;
      if (reply) this.added(reply.task);
      if (isWaiting) toast(words.outbox.kept);
      else toast(reply.warnings.includes("already_on_list") ? text.already : text.added);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      this.refused = { said: JSON.stringify(task), key };
      // It returns to the line, or is listed below it if the next one is being typed.
      if (this.isEmpty()) {
        this.put(typed);
        this.draft.changed();
        this.explain(problem);
      } else {
        await this.others.add({ key, what, method: "POST", path: "/v1/tasks", body: task }, problem);
      }
    }
  }

  sentenceOf(problem) {
    const fault = problem.fields[0];
    return { line: fault ? explainField(fault) : explain(problem), name: fault?.field.split(".").pop() };
  }

  explain(problem) {
    const { line, name } = this.sentenceOf(problem);
    const input = this.inputs.find((one) => one.name === (name === "due" ? "dueDate" : name));
    if (input?.name.startsWith("due")) this.due.unfold();
    this.say(line, input ?? this.title);
  }
}
