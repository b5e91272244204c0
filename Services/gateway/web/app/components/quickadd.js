// The line that adds a task or an event. Only its field and button are shown until it gets the focus or has
// a text. Then it shows what it understood before Enter saves it, and keeps the focus for the next one.

import { Problem } from "../api.js";
import { clock } from "../clock.js";
import { fill, h, icon, spoken } from "../dom.js";
import { newValues, requestOf } from "../models/eventvalues.js";
import { dueWall, maxTitle, missing, quickAdd } from "../models/quickadd.js";
import { deviceZone } from "../models/zonetime.js";
import { draftOf } from "../offline/drafts.js";
import { listed, opened, sendOrKeep, withdraw } from "../offline/outbox.js";
import { personID, state } from "../state.js";
import { clockTime, dayNamed, explain, isMonthFirst, moment, words } from "../words/words.js";
import { segmented } from "./choices.js";
import { wallNow } from "./momentfield.js";
import { rejectedLines } from "./rejectedlines.js";
import { lengthOf } from "./textlimit.js";
import { complain, toast } from "./toast.js";

const draftName = "/today";
/** The limit on lines that are being sent. */
const maxLines = 20;
/** The time in which a line is sent again by itself, as in the outbox (ms). */
const freshFor = 6 * 86_400_000;
/** The keys of lines that are being sent. */
const underWay = new Set();
const paths = { task: "/v1/tasks", event: "/v1/events" };

/**
 * The form. Calls `added(kind, reply)` after a line reached the site, and `removed(kind)` after its undo.
 */
export function quickAddLine({ added, removed }) {
  return new QuickAdd({ added, removed });
}

class QuickAdd {
  constructor({ added, removed }) {
    const text = words.today;
    Object.assign(this, { added, removed, chosen: null, keepsTime: false, isOver: false });
    // Lines on their way: `{ key, kind, text, body, title, at, id }`.
    this.lines = [];
    this.last = Promise.resolve();
    this.input = h("input", {
      name: "line", "aria-label": text.add, autocomplete: "off",
      enterkeyhint: "done", "aria-describedby": "quick-read", oninput: () => this.typed(),
    });
    this.kinds = segmented({
      name: "kind", label: text.kind, options: [["task", words.task.title], ["event", words.events.one]],
      onchange: (kind) => {
        this.chosen = kind;
        this.typed();
        this.input.focus();
      },
    });
    this.read = h("p", { class: "quick-say", id: "quick-read" });
    this.aloud = h("span", { class: "spoken", role: "status" });
    this.keep = h("button", {
      class: "link-button quick-keep", type: "button", hidden: true, onclick: () => {
        this.keepsTime = true;
        this.typed();
        this.input.focus();
      },
    }, text.notATime);
    this.below = h("div", { class: "quick-below" }, this.kinds.element, this.keep);
    this.error = h("p", { class: "field-error", role: "alert", hidden: true });
    this.others = rejectedLines();
    this.element = h("form", { class: "card quick-add", novalidate: true, onsubmit: (event) => {
      event.preventDefault();
      this.submit();
    }, onfocusin: () => this.open() },
    h("div", { class: "quick-line" }, this.input,
      h("button", { class: "button quick-save", type: "submit" }, icon("plus"), spoken(text.addButton))),
    this.below, this.read, this.error, this.aloud, this.others.element);
    this.paint();
    this.restore();
  }

  /** Without a room only events can be added. */
  get usual() {
    return state.home && !state.home.room ? "event" : "task";
  }

  /** Stays open until the page is left, so that nothing moves under a finger. */
  open() {
    this.element.classList.add("is-open");
  }

  parts() {
    const { chosen, keepsTime, usual } = this;
    return quickAdd(this.input.value, wallNow(), { chosen, keepsTime, usual, isMonthFirst });
  }

  typed() {
    if (!this.input.value.trim()) this.keepsTime = false;
    this.say(null);
    this.paint();
    this.keepDraft();
  }

  /** Shows what the line means now. */
  paint() {
    const text = words.today;
    const parts = this.parts();
    const { kind, title, ending } = parts;
    if (this.input.value !== "") this.open();
    this.kinds.input.value = kind;
    const when = whenOf(parts);
    const lack = missing(parts, lengthOf(title));
    const hint = lack === "day" ? text.addDay : parts.isPast ? text.past : null;
    const name = kind === "task" ? words.task.title : words.events.one;
    const isRoomless = this.usual === "event";
    this.kinds.element.hidden = isRoomless && kind === "event";
    this.below.hidden = this.kinds.element.hidden && !ending;
    const rest = [when, hint].filter(Boolean).map((part) => ` · ${part}`).join("");
    if (lack === "title") fill(this.read, isRoomless ? text.hintEvent : text.hint);
    else {
      fill(this.read, h("span", { class: "quick-title" }, `${name} · ${title}`),
        rest && h("span", { class: "quick-when" }, rest));
    }
    this.input.placeholder = isRoomless ? text.exampleEvent : text.example;
    this.read.classList.toggle("quiet", lack === "title");
    this.keep.hidden = !ending;
    // The title is known to the person who types it, so it isn't read out on each key.
    const heard = lack === "title" ? "" : [name, when, hint].filter(Boolean).join(", ");
    if (this.aloud.textContent !== heard) this.aloud.textContent = heard;
  }

  say(line) {
    this.error.textContent = line ?? "";
    this.error.hidden = !line;
    if (line) this.input.setAttribute("aria-invalid", "true");
    else this.input.removeAttribute("aria-invalid");
  }

  submit() {
    const parts = this.parts();
    const lack = missing(parts, lengthOf(parts.title));
    this.input.focus();
    if (lack) {
      if (this.input.value.trim()) this.say(faultOf(lack, parts));
      return;
    }
    if (this.lines.length >= maxLines) {
      this.say(words.today.tooMany);
      return;
    }
    const line = {
      key: crypto.randomUUID(), kind: parts.kind, title: parts.title, text: this.input.value.trim(),
      body: bodyOf(parts), at: Date.now(),
    };
    this.lines.push(line);
    this.put("");
    this.send(line);
  }

  put(text) {
    Object.assign(this, { chosen: null, keepsTime: false });
    this.input.value = text;
    this.typed();
  }

  // Lines typed faster than the site replies are sent in order.
  send(line) {
    underWay.add(line.key);
    this.last = this.last.then(() => this.sendOne(line));
  }

  async sendOne(line) {
    const { key, kind, title, body } = line;
    let isDone = true;
    try {
      const what = { kind: `${kind}.add`, title };
      const { reply } = await sendOrKeep("POST", paths[kind], body, what, key);
      line.id = reply?.[kind].id;
      this.lines = this.lines.filter((one) => one !== line);
      toast(savedWords(kind, body, reply), () => this.undo(line));
      if (reply) this.added(kind, reply);
    } catch (problem) {
      if (!(problem instanceof Problem)) reportError(problem);
      const said = problem instanceof Problem ? problem : new Problem({ code: "internal" });
      isDone = await this.refused(line, said);
    }
    underWay.delete(key);
    this.keepDraft(isDone ? key : null);
  }

  // A rejected line returns to the input, or to the outbox if the next one is already there. A line that the
  // outbox doesn't take stays in the draft.
  async refused(line, problem) {
    const { key, kind, title, text, body } = line;
    if (this.input.value === "" && !this.isOver) {
      this.put(text);
      this.chosen = kind;
      this.paint();
      this.say(explain(problem));
    } else {
      const change = { key, what: { kind: `${kind}.add`, title }, method: "POST", path: paths[kind], body };
      if (!await this.others.add(change, problem)) return false;
    }
    this.lines = this.lines.filter((one) => one !== line);
    return true;
  }

  // Deletes what was added. Its text returns to the input if that is empty.
  async undo({ key, kind, title, text, id: known }) {
    try {
      if (known || !await withdraw(key)) {
        // A change that waited was sent in the meantime.
        const id = known ?? listed().find((change) => change.key === key)?.reply?.[kind].id;
        await sendOrKeep("DELETE", `${paths[kind]}/${id}`, undefined, { kind: `${kind}.delete`, id, title });
      }
      this.removed(kind);
      if (this.input.value === "" && !this.isOver) {
        this.put(text);
        this.input.focus();
      }
    } catch (problem) {
      complain(problem);
    }
  }

  async keepDraft(done = null) {
    const draft = await this.draft;
    // After the page was left, the draft is that of the next one.
    const now = this.isOver ? (await draft?.read())?.values : null;
    const values = this.isOver
      ? { line: "", chosen: null, ...now, lines: (now?.lines ?? []).filter(({ key }) => key !== done) }
      : { line: this.input.value, chosen: this.chosen, lines: this.lines };
    if (values.line || values.lines.length > 0) draft?.keep({ values });
    else await draft?.forget();
  }

  // A line that was on its way when the page was left is sent again with its key, so it takes effect once.
  async restore() {
    this.draft = personID().then((person) => person && draftOf(draftName, person), () => null);
    const found = (await (await this.draft)?.read())?.values;
    if (!found || this.isOver) return;
    if (this.input.value === "" && found.line) {
      this.input.value = found.line;
      this.chosen = found.chosen;
      this.paint();
    }
    const left = (found.lines ?? []).filter(({ key }) => !underWay.has(key));
    this.lines = [...left, ...this.lines];
    await opened();
    for (const line of left) {
      if (Date.now() - (line.at ?? 0) < freshFor) this.send(line);
      else {
        await this.refused(line, new Problem({ code: "outbox_old" }));
        this.keepDraft();
      }
    }
  }

  stop() {
    this.isOver = true;
  }
}

function whenOf({ kind, date, time }) {
  if (!date) return null;
  if (time) return moment(new Date(`${date}T${time}`).toISOString());
  return kind === "event" ? `${dayNamed(date)}, ${words.today.allDay}` : dayNamed(date);
}

function faultOf(lack, { title }) {
  const text = words.today;
  if (lack === "long") return words.characters.over(lengthOf(title) - maxTitle);
  return lack === "day" ? text.needsDay : words.errors.field_missing;
}

function bodyOf(parts) {
  const { kind, title, date, time } = parts;
  if (kind === "task") {
    const due = dueWall(parts);
    return due ? { title, due: new Date(due).toISOString() } : { title };
  }
  const values = newValues(clock.now(), deviceZone, title);
  return requestOf(time ? { ...values, date, time }
    : { ...values, isAllDay: true, date, length: "1", lengthUnit: "days" });
}

// If the clocks skip the requested time, names the time that replaced it.
function savedWords(kind, body, reply) {
  if (!reply) return kind === "task" ? words.outbox.kept : words.events.waitsLong;
  if (kind === "task") {
    return reply.warnings.includes("already_on_list") ? words.tasks.already : words.tasks.added;
  }
  if (!reply.isAdjusted || !body.when.time) return words.events.added;
  return words.events.moved(clockTime(body.when.time), clockTime(reply.event.when.time));
}
