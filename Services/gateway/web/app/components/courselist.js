// The courses that the person teaches and takes. Administrators also see all courses of the site.

import { get } from "../api.js";
import { segmented } from "./choices.js";
import { courseRow, mayAddCourses } from "./coursepieces.js";
import { filteredList, searchField } from "./filters.js";
import { pagedList } from "./list.js";
import { OpenCheckIns, openText } from "./opencheckins.js";
import { addButton, empty } from "./pieces.js";
import { fill, h, icon } from "../dom.js";
import { coursesWith, teachingFirst } from "../models/courses.js";
import { allPages } from "../models/pagedlist.js";
import { lists, state, watch } from "../state.js";
import { words } from "../words/words.js";

const pageSize = 100;
/** The limit on pages that a search reads: all courses that a site may have. */
const maxPages = 20;

/**
 * The courses as a part of School: its elements, and the button that adds one. As a segment (`isSegment`) the
 * switch names them.
 */
export class CourseList {
  constructor({ focus, isReturn, isSegment = false }) {
    Object.assign(this, { wanted: focus, isReturn, isSegment });
    // Keep the search while an administrator opens one course after the other.
    this.filter = lists.get("school.filter") ?? { whose: null, query: "" };
    lists.set("school.filter", this.filter);
    // The administrators' numbers lead to all courses.
    const wantsAll = new URLSearchParams(location.search).has("all");
    if (wantsAll && !isReturn) Object.assign(this.filter, { whose: "all", query: "" });
    this.add = h("div", { class: "bar-add" });
    /** The lines about an open check-in by course, in the rows of those who teach it. */
    this.lines = new Map();
    this.held = [];
    this.open = new OpenCheckIns((items) => this.tell(items));
    this.mine = h("div", {});
    this.filters = h("div", { class: "course-filters" });
    this.said = h("p", { class: "spoken", role: "status" });
    this.list = filteredList((filter, signal) => this.make(filter, signal));
    this.known = null;
    this.elements = [this.open.element, this.mine, this.filters, this.said, this.list.element];
  }

  begin() {
    this.open.begin();
    this.paint();
    this.unwatch = watch(() => this.paint());
  }

  stop() {
    this.unwatch();
    this.open.stop();
    this.list.stop();
  }

  refresh() {
    this.open.onEvent("reset");
    return this.list.refresh();
  }

  onEvent(topic) {
    this.open.onEvent(topic);
    if (/^attendance\.(course|roster)\.|^reset$/.test(topic)) this.list.refresh();
  }

  // What there is depends on the roles, which may not be known yet.
  paint() {
    const roles = JSON.stringify(state.me?.roles ?? null);
    if (roles === this.known) return;
    this.known = roles;
    const isAdmin = state.me?.roles.includes("admin");
    fill(this.add, mayAddCourses() && addButton("/courses/new", words.school.add));
    fill(this.filters, isAdmin && this.switches());
    const { whose, query } = this.filter;
    this.list.show(isAdmin ? { whose: whose ?? "own", query } : { whose: "own", query: "" });
  }

  switches() {
    const text = words.school;
    const whose = this.filter.whose ?? "own";
    const search = searchField({ label: text.search, value: this.filter.query,
      onsearch: (query) => this.change({ query }) });
    const place = h("div", { class: "filters", role: "search", hidden: whose === "own" }, search);
    const { element } = segmented({ name: "whose", label: text.show, value: whose,
      options: [["own", text.own], ["all", text.all]], onchange: (chosen) => {
        place.hidden = chosen === "own";
        this.change({ whose: chosen });
      } });
    element.classList.add("course-tabs");
    return [element, place];
  }

  change(values) {
    Object.assign(this.filter, values);
    this.list.show({ ...this.filter });
  }

  make({ whose, query }, signal) {
    return whose === "all" ? this.allCourses(query, signal) : this.ownCourses();
  }

  ownCourses() {
    const text = words.school;
    let isMixed = false;
    const list = pagedList({
      name: "courses", isReturn: this.isReturn,
      load: async (cursor, ask) => {
        const found = await ask("/v1/courses", { limit: pageSize, cursor });
        isMixed = new Set(found.items.map(({ role }) => role)).size > 1;
        return { ...found, items: teachingFirst(found.items) };
      },
      heading: ({ role }) => isMixed ? role === "instructor" ? text.teach : text.take
        : this.isSegment ? null : text.courses,
      row: (course) => courseRow(course, this.lineOf(course)),
      empty: () => empty("📚", text.empty, mayAddCourses() ? text.emptyStaff : text.emptyStudent),
      onload: () => {
        fill(this.said);
        fill(this.mine, list.items().some(({ role }) => role === "student") && ownAttendance());
        if (this.wanted && list.focus(this.wanted)) this.wanted = null;
      },
    });
    return list;
  }

  lineOf(course) {
    if (course.role !== "instructor") return null;
    const line = h("span", { class: "row-note course-open" });
    this.lines.set(course.id, line);
    this.tell(this.held);
    return line;
  }

  tell(items) {
    this.held = items.filter(({ role }) => role === "instructor");
    for (const [course, line] of this.lines) {
      const open = this.held.find((item) => item.course === course);
      line.textContent = open ? openText(open) : "";
    }
  }

  allCourses(query, signal) {
    const text = words.school;
    const name = query ? "courses.found" : "courses.all";
    if (query) lists.delete(name);
    return pagedList({
      name, isReturn: this.isReturn,
      load: (cursor) => query ? everyCourse(query, signal) : allCourses(cursor, signal),
      row: courseRow,
      empty: () => query ? empty("🔍", text.nothing, text.nothingText)
        : empty("📚", text.empty, text.emptyAll),
      onload: (items) => fill(this.said, text.found(items.length)),
    });
  }
}

function ownAttendance() {
  return h("a", { class: "card checkin-more", href: "/school/attendance" },
    h("span", {}, words.myAttendance.open), icon("next"));
}

function allCourses(cursor, signal) {
  return get("/v1/courses", { all: true, limit: pageSize, cursor }, { signal });
}

// The API can't search, so all courses are fetched and filtered here.
async function everyCourse(query, signal) {
  const { items } = await allPages((cursor) => allCourses(cursor, signal), maxPages);
  return { items: coursesWith(items, query), next: null };
}
