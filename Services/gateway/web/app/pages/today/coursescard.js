// The card of courses: those that the person teaches, each with its students, or a short line to those they
// take.

import { courseNote, courseSign, isTeacher, typedName } from "../../components/coursepieces.js";
import { emoji, h, icon } from "../../dom.js";
import { teachingFirst } from "../../models/courses.js";
import { update } from "../../state.js";
import { grouped, words } from "../../words/words.js";
import { Card, lineOf } from "./card.js";

/** The request of the course list, so that both pages share a stored reply. */
const all = { limit: 100 };
/** The number of rows. */
const maxRows = 3;

export class CoursesCard extends Card {
  constructor(changed) {
    super({
      name: "courses", title: words.today.cards.courses, changed,
      ask: (question) => question("/v1/courses", all), draw: ({ items }) => this.content(items),
    });
    this.isQuiet = true;
    this.showOrHide();
  }

  take(found, at) {
    // The same reply names the courses on other pages.
    if (at > 0) update({ courses: found.items });
    super.take(found, at);
  }

  paint() {
    this.showOrHide();
    super.paint();
  }

  // For students only if they are in a course.
  showOrHide() {
    this.isVacant = !isTeacher() && !this.data?.items.length;
    this.element.hidden = this.isVacant;
  }

  content(items) {
    const text = words.today;
    const taught = items.filter(({ role }) => role === "instructor");
    if (taught.length > 0) return this.rows(taught, items);
    if (items.length === 0) {
      return lineOf({ href: "/courses/new", sign: h("span", { class: "today-sign" }, emoji("📚")),
        title: this.title, line: text.noCourses, note: text.noCoursesText });
    }
    const isOne = items.length === 1;
    return this.head(isOne ? `/courses/${items[0].id}` : "/school?courses",
      isOne ? typedName(items[0].name) : grouped(items.length));
  }

  head(href, note) {
    return h("a", { class: "today-head", href }, h("h2", { class: "today-kind" }, this.title),
      note && h("span", { class: "row-note" }, note), icon("next"));
  }

  rows(taught, items) {
    const shown = teachingFirst(items).slice(0, Math.min(maxRows, taught.length));
    const rest = items.length - shown.length;
    return [
      this.head("/school?courses", rest > 0 && words.today.moreCourses(rest)),
      h("ul", { class: "today-rows" }, shown.map((course) => h("li", { class: "row" },
        h("a", { class: "row-link course-link", href: `/courses/${course.id}` }, courseSign(course),
          h("span", { class: "course-words" }, h("span", { class: "row-title" }, typedName(course.name)),
            h("span", { class: "row-note" }, courseNote(course))))))),
    ];
  }

  onEvent(topic) {
    if (/^attendance\.(course|roster)\.|^reset$/.test(topic)) this.load();
  }
}
