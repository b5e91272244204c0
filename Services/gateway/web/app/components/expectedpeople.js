// The people of an import who have no account yet: they join the course once they have.

import { send } from "../api.js";
import { h, icon } from "../dom.js";
import { hasWords } from "../models/courses.js";
import { allPages } from "../models/pagedlist.js";
import { dayOf, words } from "../words/words.js";
import { typedName } from "./coursepieces.js";
import { pagedList } from "./list.js";
import { avatar } from "./pieces.js";
import { sheet } from "./sheet.js";
import { complain, toast } from "./toast.js";

const pageSize = 100;
/** The limit on pages: a course expects at most 500 people. */
const maxPages = 6;
/** The time for which a removal can be undone (ms). */
const undoStays = 10_000;

/** The list below a roster. `id` is that of the course. */
export class ExpectedPeople {
  constructor(id) {
    this.path = `/v1/courses/${encodeURIComponent(id)}/expected`;
    this.list = pagedList({
      name: `course.${id}.expected`, isCounted: true, headingLevel: 3,
      load: (_, ask) => this.everybody(ask),
      heading: () => words.roster.expected.title, row: (person) => personRow(person, () => this.open(person)),
      empty: () => null, onload: ({ length }) => { this.element.hidden = length === 0; },
    });
    this.element = h("div", { class: "expected", hidden: this.list.items().length === 0 }, this.list.element,
      h("p", { class: "hint" }, words.roster.expected.text));
    this.list.refresh();
  }

  async everybody(ask) {
    const load = (cursor) => ask(this.path, { limit: pageSize, cursor });
    return { items: (await allPages(load, maxPages)).items, next: null };
  }

  find(query) {
    const passes = (person) => hasWords([nameOf(person), person.email], query);
    this.list.narrow(query ? passes : null);
    return query ? this.list.items().filter(passes).length : 0;
  }

  async open(person) {
    const text = words.roster;
    const facts = [person.email, text[person.role],
      person.studentNumber && text.number(person.studentNumber),
      person.adviser && text.adviser.is(person.adviser),
      text.expected.since(dayOf(person.added))].filter((fact) => fact && fact !== nameOf(person));
    const chosen = await sheet({
      title: typedName(nameOf(person)), hasCross: true,
      body: h("p", { class: "quiet" }, h("bdi", {}, facts.join(" · "))),
      actions: [{ label: text.remove, value: "remove", kind: "danger" }],
    }).closed;
    if (chosen !== "remove") return;
    this.list.hold(person.id);
    try {
      await send("DELETE", `${this.path}/${encodeURIComponent(person.id)}`);
      toast(text.removed(nameOf(person)), () => this.restore(person), undoStays);
      this.list.refresh();
    } catch (problem) {
      this.list.release(person.id);
      complain(problem);
    }
  }

  // Whoever has signed up meanwhile joins at once.
  async restore({ id, email, firstName, lastName, studentNumber, role, adviser }) {
    const cells = [email, firstName, lastName, studentNumber, role, adviser]
      .map((cell) => quoted(cell ?? ""));
    try {
      await send("POST", this.path.replace(/expected$/, "imports"),
        { files: [`email,first,last,student_id,role,adviser\n${cells.join(",")}\n`] });
    } catch (problem) {
      complain(problem);
    }
    this.list.release(id);
    await this.list.refresh();
  }
}

// A cell of CSV.
function quoted(text) {
  return `"${text.replaceAll('"', '""')}"`;
}

function nameOf({ firstName = "", lastName = "", email }) {
  return `${firstName} ${lastName}`.trim() || email;
}

function personRow(person, open) {
  const name = nameOf(person);
  const { id, firstName = "", lastName = "" } = person;
  const sign = firstName || lastName ? { firstName, lastName } : { firstName: person.email, lastName: "" };
  return h("li", { class: "row" }, h("button", {
    class: "row-link row-whole mate", type: "button", "aria-haspopup": "dialog", onclick: open,
  }, avatar({ id, ...sign }), h("span", {}, h("span", { class: "row-title" }, typedName(name)),
    name !== person.email && h("span", { class: "row-note" }, h("bdi", {}, person.email))), icon("next")));
}
