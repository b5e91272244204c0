// Parts that the pages about courses share.

import { emoji, h, icon } from "../dom.js";
import { state } from "../state.js";
import { words } from "../words/words.js";

const books = ["📕", "📗", "📘", "📙"];

/** True for people who may add courses: staff and administrators. */
export function mayAddCourses() {
  return Boolean(state.me?.roles.some((role) => role === "staff" || role === "admin"));
}

/** True for people whose first concern is teaching: staff, and anybody who isn't a student. */
export function isTeacher() {
  return Boolean(state.me && (state.me.roles.includes("staff") || !state.me.roles.includes("student")));
}

/** The book of a course, always the same one. */
export function courseSign({ id }) {
  return h("span", { class: "course-sign" }, emoji(books[parseInt(id.slice(-1), 16) % books.length || 0]));
}

/** A name that somebody typed. It keeps its own direction and doesn't change that of the text around it. */
export function typedName(name) {
  return h("bdi", {}, name);
}

/** The name of a room or the code of a course. It goes to the next line as a whole, not at its hyphen. */
export function shortName(name) {
  return h("bdi", { class: "whole" }, name);
}

/** The parts of a note that there are: `BIO 2 · Ms. Alvarez`. Null without any. */
export function dotted(parts) {
  const given = parts.filter(Boolean);
  return given.length > 0 ? given.flatMap((part, at) => at > 0 ? [" · ", part] : [part]) : null;
}

/** Code, term and, for its instructors, the number of students. Null if a course has none of them. */
export function courseNote({ code, term, students }) {
  return dotted([code && shortName(code), term && typedName(term),
    students !== undefined && words.course.students(students)]);
}

/** A course as a row of a list, with `more` below its note. */
export function courseRow(course, more = null) {
  const note = courseNote(course);
  return h("li", { class: "row" }, h("a", { class: "row-link course-link", href: `/courses/${course.id}` },
    courseSign(course), h("span", { class: "course-words" },
      h("span", { class: "row-title" }, typedName(course.name)),
      note && h("span", { class: "row-note" }, note), more),
    icon("next")));
}
