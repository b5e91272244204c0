// The roster of a course, for its instructors and administrators: enroll, change a role, remove.

import { send } from "../api.js";
import { h, icon } from "../dom.js";
import { hasWords, instructorsFirst } from "../models/courses.js";
import { allPages } from "../models/pagedlist.js";
import { go } from "../router.js";
import { state } from "../state.js";
import { dayOf, words } from "../words/words.js";
import { removeAdviser, setAdviser } from "./adviser.js";
import { typedName } from "./coursepieces.js";
import { enrollSheet } from "./enrolling.js";
import { ExpectedPeople } from "./expectedpeople.js";
import { searchField } from "./filters.js";
import { pagedList } from "./list.js";
import { ask, avatar, empty } from "./pieces.js";
import { readiness } from "./readiness.js";
import { importSheet } from "./rosterimport.js";
import { sheet } from "./sheet.js";
import { complain, toast } from "./toast.js";

const pageSize = 100;
/** The limit on pages: a roster has at most 500 people. */
const maxPages = 6;
/** The number of people from which on there is a search. */
const minToSearch = 20;
/** The time for which a removal can be undone (ms). */
const undoStays = 10_000;

/** The section of a roster. `id` is that of the course. */
export class Roster {
  constructor(id) {
    const text = words.roster;
    this.id = id;
    this.path = `/v1/courses/${encodeURIComponent(id)}/roster`;
    this.list = pagedList({
      name: `course.${id}.roster`, isCounted: true, headingLevel: 3, load: (_, ask) => this.everybody(ask),
      heading: ({ role }) => role === "instructor" ? text.instructors : text.students,
      row: (entry) => personRow(entry, () => this.open(entry)),
      empty: () => this.query ? empty("🔍", text.nobody, text.nobodyText)
        : empty("🧑‍🎓", text.noStudents, text.noStudentsText),
      onload: (items) => this.offerSearch(items),
    });
    this.query = "";
    this.said = h("p", { class: "spoken", role: "status" });
    this.search = h("div", { class: "filters", role: "search", hidden: true },
      searchField({ label: text.search, onsearch: (query) => this.find(query) }));
    const act = (label, onclick, look) => h("button", { class: `button ${look} small course-act`,
      type: "button", "aria-haspopup": "dialog", onclick }, label);
    this.expected = new ExpectedPeople(id);
    this.element = h("section", {}, h("div", { class: "course-head" }, h("h2", {}, text.title),
      h("div", { class: "course-acts" }, act(text.import.open, () => this.import(), "quiet-button"),
        act(text.enroll, () => this.enroll(), ""))),
      readiness(`/v1/courses/${encodeURIComponent(id)}/first-aid`), this.search, this.said, this.list.element,
      this.expected.element);
    this.list.refresh();
  }

  async everybody(ask) {
    const load = (cursor) => ask(this.path, { limit: pageSize, cursor });
    const { items } = await allPages(load, maxPages);
    return { items: instructorsFirst(items), next: null };
  }

  offerSearch({ length }) {
    this.search.hidden = length < minToSearch && !this.query;
  }

  find(query) {
    this.query = query;
    const passes = (entry) => hasWords([fullName(entry), entry.studentNumber], query);
    this.list.narrow(query ? passes : null);
    const expected = this.expected.find(query);
    this.said.textContent = query
      ? words.roster.found(this.list.items().filter(passes).length + expected) : "";
  }

  onEvent(topic, data) {
    // Somebody removed here may be enrolled again elsewhere.
    if (topic === "attendance.roster.joined" && data.course === this.id) this.list.release(data.person);
    const isOurs = /^attendance\.roster\./.test(topic) && data.course === this.id;
    if (isOurs || /^auth\.profile\.|^reset$/.test(topic)) this.refresh();
  }

  // Whoever joins is no longer expected.
  refresh() {
    this.expected.list.refresh();
    return this.list.refresh();
  }

  stop() {
    this.list.stop();
    this.expected.list.stop();
  }

  async import() {
    await importSheet(this.id);
    this.refresh();
  }

  async enroll() {
    const before = new Map(this.list.items().map(({ person, role }) => [person, role]));
    await enrollSheet(this.id, (person) => before.get(person));
    this.refresh();
  }

  async open(entry) {
    const text = words.roster;
    const isMe = entry.person === state.me?.id;
    const isStudent = entry.role === "student";
    const chosen = await sheet({
      title: typedName(fullName(entry)), hasCross: true,
      body: h("p", { class: "quiet" }, text[entry.role], " · ", text.since(dayOf(entry.joined)),
        entry.studentNumber && [" · ", text.number(entry.studentNumber)],
        entry.adviser && [" · ", text.adviser.is(fullName(entry.adviser))]),
      actions: [
        isStudent && { label: entry.adviser ? text.adviser.change : text.adviser.set, value: "adviser",
          kind: "quiet" },
        isStudent && entry.adviser && { label: text.adviser.remove, value: "no adviser", kind: "quiet" },
        { label: isStudent ? text.makeInstructor : text.makeStudent, value: "role", kind: "quiet" },
        { label: isMe ? text.leave : text.remove, value: "remove", kind: "danger" },
      ].filter(Boolean),
    }).closed;
    // Administrators keep their rights.
    const loses = isMe && !state.me.roles.includes("admin");
    if (chosen === "role") await this.changeRole(entry, loses);
    else if (chosen === "adviser") await this.changeAdviser(() => setAdviser(this.pathOf(entry), entry));
    else if (chosen === "no adviser") await this.changeAdviser(() => removeAdviser(this.pathOf(entry)));
    else if (chosen === "remove") await (loses ? this.leave(entry) : this.remove(entry));
  }

  async changeRole(entry, loses) {
    const text = words.roster;
    const role = entry.role === "student" ? "instructor" : "student";
    if (loses && await ask({ title: text.stepDownTitle, text: text.stepDownText,
      action: text.makeStudent, isDangerous: true }) === null) return;
    try {
      await this.set(entry, role);
      toast((role === "instructor" ? text.isInstructor : text.isStudent)(fullName(entry)));
    } catch (problem) {
      complain(problem);
      return;
    }
    if (!loses) this.list.refresh();
  }

  async changeAdviser(change) {
    if (await change() !== false) this.list.refresh();
  }

  async leave(entry) {
    const text = words.roster;
    if (await ask({ title: text.leaveTitle, text: text.leaveText, action: text.leave,
      isDangerous: true }) === null) return;
    try {
      await send("DELETE", this.pathOf(entry));
      go("/school", { replace: true });
      toast(text.left);
    } catch (problem) {
      complain(problem);
    }
  }

  async remove(entry) {
    this.list.hold(entry.id);
    try {
      await send("DELETE", this.pathOf(entry));
      toast(words.roster.removed(fullName(entry)), () => this.restore(entry), undoStays);
    } catch (problem) {
      this.list.release(entry.id);
      complain(problem);
    }
  }

  async restore(entry) {
    try {
      await this.set(entry, entry.role);
    } catch (problem) {
      complain(problem);
    }
    this.list.release(entry.id);
    await this.list.refresh();
    this.list.focus(entry.id, "button");
  }

  set(entry, role) {
    return send("PUT", this.pathOf(entry), { role });
  }

  pathOf({ person }) {
    return `${this.path}/${encodeURIComponent(person)}`;
  }
}

function fullName({ firstName, lastName }) {
  return `${firstName} ${lastName}`;
}

function personRow(entry, open) {
  const isMe = entry.person === state.me?.id;
  return h("li", { class: "row" }, h("button", {
    class: "row-link row-whole mate", type: "button", "aria-haspopup": "dialog", onclick: open,
  }, avatar(entry), h("span", {}, h("span", { class: "row-title" }, typedName(fullName(entry)),
    isMe && h("span", { class: "quiet" }, ` (${words.people.me})`))), icon("next")));
}
