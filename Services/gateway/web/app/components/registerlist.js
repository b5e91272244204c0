// The register of a check-in: one tap marks a student, a filter leads to those who need a look.

import { Problem, get, send } from "../api.js";
import { h, icon } from "../dom.js";
import { needsReview, registerFilters } from "../models/teaching.js";
import { hasWords } from "../models/courses.js";
import { allPages } from "../models/pagedlist.js";
import { shortMoment, timeOf, words } from "../words/words.js";
import { statusLabel, statusText } from "./checkinpieces.js";
import { chips } from "./choices.js";
import { typedName } from "./coursepieces.js";
import { searchField } from "./filters.js";
import { pagedList } from "./list.js";
import { ask, empty } from "./pieces.js";
import { sheet } from "./sheet.js";
import { complain, toast } from "./toast.js";

const pageSize = 100;
/** The limit on pages: those on a roster and those who have left it since. */
const maxPages = 12;
/** The number of students from which on there is a search. */
const minToSearch = 12;
/** The pause after an event before the register is fetched, so that many presses cause few requests (ms). */
const calm = 700;
/** The site's limit on changes of a record. */
const maxChanges = 20;
const marks = [["present", "check"], ["late", "clock"], ["excused", "board"], ["absent", "close"]];

/**
 * `changed()` is called after each mark, so that the numbers follow. `mayMark()` is false in a locked term.
 * `names` are the course's own names of statuses.
 */
export class RegisterList {
  constructor(id, { changed, mayMark, names }) {
    const text = words.register;
    Object.assign(this, { id, changed, mayMark, names, query: "", filter: "all", wait: null });
    this.path = `/v1/checkins/${encodeURIComponent(id)}`;
    this.list = pagedList({
      name: `checkin.${id}.register`, load: (_, question) => this.everybody(question),
      row: (row) => this.row(row),
      empty: () => this.query || this.filter !== "all" ? empty("🔍", text.nobody, text.nobodyText)
        : empty("🧑‍🎓", text.empty, text.emptyText),
      onload: (items) => this.took(items),
    });
    this.said = h("p", { class: "spoken", role: "status" });
    this.search = h("div", { class: "filters", role: "search", hidden: true },
      searchField({ label: text.search, onsearch: (query) => this.show({ query }) }));
    this.chips = chips({ label: text.show, value: "all", onchange: (filter) => this.show({ filter }),
      options: Object.keys(registerFilters).map((name) => [name, text.filters[name]]) });
    this.key = h("ul", { class: "marks-key", hidden: true }, marks.map(([status, sign]) =>
      h("li", {}, icon(sign), statusText(status, names))));
    this.element = h("section", { class: "register", "aria-label": text.title },
      h("div", { class: "course-head" }, h("h2", {}, text.title)), this.search, this.chips, this.said,
      this.key, this.list.element);
    this.list.refresh();
  }

  items() {
    return this.list.items();
  }

  async everybody(question) {
    const load = (cursor) => question(`${this.path}/register`, { limit: pageSize, cursor });
    const { items } = await allPages(load, maxPages);
    return { items: items.map((row) => ({ ...row, id: row.person })), next: null };
  }

  took(items) {
    const text = words.register;
    this.search.hidden = items.length < minToSearch && !this.query;
    this.key.hidden = items.length === 0;
    Object.keys(registerFilters).forEach((name, at) => {
      const found = items.filter(registerFilters[name]).length;
      const chip = this.chips.children[at];
      chip.lastChild.textContent = `${text.filters[name]} ${found}`;
      chip.classList.toggle("is-wanted", name === "review" && found > 0);
    });
    this.narrow();
  }

  show(values) {
    Object.assign(this, values);
    this.narrow();
    this.said.textContent = words.register.found(this.items().filter((row) => this.passes(row)).length);
  }

  passes(row) {
    return registerFilters[this.filter](row) && (!this.query || hasWords([nameOf(row)], this.query));
  }

  narrow() {
    const isAll = this.filter === "all" && !this.query;
    this.list.narrow(isAll ? null : (row) => this.passes(row));
  }

  row(row) {
    const text = words.register;
    const name = nameOf(row);
    const press = ([status, sign]) => h("button", { class: `mark mark-${status}`, type: "button",
      "aria-pressed": String(row.status === status), title: statusText(status, this.names),
      "aria-label": text.markAs(name, statusText(status, this.names)), disabled: !this.mayMark(),
      onclick: () => this.mark(row, status) }, icon(sign));
    return h("li", { class: needsReview(row) ? "row register-row is-wanted" : "row register-row" },
      h("button", { class: "row-link register-name", type: "button", "aria-haspopup": "dialog",
        onclick: () => this.open(row) }, h("span", { class: "row-title" }, typedName(name)),
      h("span", { class: "row-note register-note" }, noteOf(row, this.names))),
      row.status === "pending" ? this.answers(row, name)
        : h("div", { class: "marks", role: "group", "aria-label": name }, marks.map(press)));
  }

  answers(row, name) {
    const text = words.register;
    const button = (status, label, spokenLabel, look) => h("button", { class: `button small ${look}`,
      type: "button", "aria-label": spokenLabel, disabled: !this.mayMark(),
      onclick: () => this.mark(row, status) }, label);
    return h("div", { class: "marks register-answers", role: "group", "aria-label": name },
      button("present", text.confirm, text.confirmOf(name), ""),
      button("absent", text.decline, text.declineOf(name), "danger-quiet"));
  }

  // The site says if the change needs a reason.
  async mark(row, status, reason = null) {
    if (row.status === status) return;
    const text = words.register;
    const name = nameOf(row);
    try {
      const changed = await send("PUT", `${this.path}/records/${encodeURIComponent(row.person)}`,
        reason === null ? { status } : { status, reason });
      const now = { ...changed, id: row.person };
      this.list.change((items) => items.map((one) => one.person === row.person ? now : one));
      this.took(this.items());
      toast(text.marked(name, statusText(status, this.names)));
      this.changed();
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (problem.code === "reason_missing") await this.askWhy(row, status, name);
      else complain(problem);
    }
  }

  async askWhy(row, status, name) {
    const text = words.register;
    const reason = await ask({ title: text.reasonTitle(name), text: text.reasonText, prompt: text.reason,
      action: text.saveMark, draft: `checkins/${this.id}/${row.person}` });
    if (reason?.trim()) await this.mark(row, status, reason.trim());
  }

  async open(row) {
    const text = words.register;
    const place = h("div", { class: "register-history" });
    const opened = sheet({
      title: typedName(nameOf(row)), hasCross: true,
      body: h("div", { class: "register-facts" }, h("p", {}, statusLabel(row.status, this.names)),
        h("ul", { class: "register-flags" },
          factsOf(row, this.names).map((fact) => h("li", {}, fact))), place),
    });
    try {
      const record = `${this.path}/records/${encodeURIComponent(row.person)}`;
      const { items } = await get(`${record}/marks`, { limit: maxChanges });
      if (items.length > 0) {
        place.append(h("h3", {}, text.history), h("ul", { class: "register-flags" }, items.map((change) =>
          h("li", {}, text.historyLine(statusText(change.after, this.names),
            change.by ? nameOf(change.by) : text.means[change.means], shortMoment(change.at)),
          change.reason && h("span", { class: "row-note" }, change.reason)))));
      }
    } catch (problem) {
      // The rest is shown without them.
      if (!(problem instanceof Problem)) throw problem;
    }
    await opened.closed;
  }

  onEvent(topic, data) {
    const isOurs = /^attendance\.(record|checkin)\./.test(topic) && data.checkIn === this.id;
    if (topic === "reset" || isOurs || /^attendance\.(roster|excuse)\./.test(topic)) this.later();
  }

  later() {
    this.wait ??= setTimeout(() => {
      this.wait = null;
      this.list.refresh();
    }, calm);
  }

  stop() {
    clearTimeout(this.wait);
    this.list.stop();
  }
}

export function nameOf({ firstName, lastName }) {
  return `${firstName} ${lastName}`;
}

function noteOf(row, names) {
  const text = words.register;
  const { status, at, means } = row;
  const parts = [
    status === "not_enrolled" || status === "pending" ? statusText(status, names) : null,
    at && means ? text.at(text.means[means], timeOf(at)) : null,
    ...row.flags.map((flag) => text.flags[flag]),
    row.excuse && row.excuse !== "declined" && means !== "excuse" ? text.excuse[row.excuse] : null,
    row.reason, row.hasLeft ? text.hasLeft : null,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(" · ") : statusText(status, names);
}

function factsOf(row, names) {
  const text = words.register;
  const distance = row.distanceFeet !== undefined && [text.distance(row.distanceFeet),
    row.accuracy !== undefined && text.accuracy(row.accuracy)].filter(Boolean).join(", ");
  return [
    row.at && row.means && text.at(text.means[row.means], shortMoment(row.at)), distance,
    ...row.flags.map((flag) => text.flags[flag]),
    row.original && text.was(statusText(row.original, names)), row.reason,
    row.excuse && text.excuse[row.excuse], row.hasLeft && text.hasLeft,
  ].filter(Boolean);
}
