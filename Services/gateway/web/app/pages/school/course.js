// One course: its events, and for those who manage it its roster.

import { Problem, get, lastSeen } from "../../api.js";
import { runs } from "../../apps.js";
import { barAction } from "../../components/baraction.js";
import { CourseCheckIns } from "../../components/coursecheckins.js";
import { CourseEvents } from "../../components/courseevents.js";
import { courseNote, courseSign, typedName } from "../../components/coursepieces.js";
import { empty, failed, skeleton } from "../../components/pieces.js";
import { StudentCheckIns } from "../../components/studentcheckins.js";
import { Roster } from "../../components/roster.js";
import { fill, h } from "../../dom.js";
import { isUnreachable } from "../../offline/network.js";
import { lists, sharing } from "../../state.js";
import { listed, words } from "../../words/words.js";

/** The page at /courses/:id. */
export function coursePage({ params }) {
  const page = new CoursePage(params.id);
  page.begin();
  return {
    name: "course", tab: "school", title: words.course.one, parent: "/school?courses", action: page.edit,
    body: [page.head, page.checkIns, page.events, page.roster],
    onEvent: (topic, data) => page.onEvent(topic, data),
    stop: () => page.stop(),
  };
}

class CoursePage {
  constructor(id) {
    this.id = id;
    this.path = `/v1/courses/${encodeURIComponent(id)}`;
    this.head = h("div", { class: "in-turn" });
    this.checkIns = h("div", { class: "in-turn" });
    this.events = h("div", { class: "in-turn" });
    this.roster = h("div", { class: "in-turn" });
    this.edit = barAction("edit", words.course.edit, { href: `/courses/${id}/edit`, hidden: true });
    /** The sections by the place that they fill. */
    this.sections = new Map();
    this.course = seen(id);
    /** True once the page is left or the course deleted: no reply is shown anymore. */
    this.isOver = false;
    this.load = sharing(() => this.fetch());
  }

  begin() {
    if (this.course) this.paint();
    else fill(this.head, skeleton(2));
    this.load();
  }

  stop() {
    this.isOver = true;
    this.clear();
  }

  async fetch() {
    try {
      const found = await get(this.path);
      if (!this.isOver) this.take(found);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      const known = isUnreachable(problem) && !this.course ? await storedCourse(this.id) : null;
      if (this.isOver) return;
      if (problem.status === 404 || problem.code === "id_bad") this.miss();
      else if (known) this.take(known);
      else if (!this.course) fill(this.head, failed(problem, () => this.load()));
    }
  }

  take(found) {
    this.course = found;
    this.paint();
  }

  // The site names the number of students to those who manage the course alone.
  paint() {
    const manages = this.course.students !== undefined;
    this.edit.hidden = !manages;
    fill(this.head, headOf(this.course));
    const sees = Boolean(this.course.role) && runs("events");
    const view = manages ? "teacher" : this.course.role === "student" && "student";
    this.section(this.checkIns, view,
      () => manages ? new CourseCheckIns(this.id) : new StudentCheckIns(this.course));
    this.section(this.events, sees && `events ${this.course.role}`,
      () => new CourseEvents(this.id, { mayAdd: this.course.role === "instructor" }));
    this.section(this.roster, manages && "roster", () => new Roster(this.id));
  }

  // Keeps a section as long as it is of the same kind.
  section(place, kind, make) {
    const known = this.sections.get(place);
    if ((known?.kind ?? false) === kind) return;
    known?.part.stop();
    this.sections.delete(place);
    if (kind) this.sections.set(place, { kind, part: make() });
    fill(place, this.sections.get(place)?.part.element);
  }

  clear() {
    for (const { part } of this.sections.values()) part.stop();
    this.sections.clear();
  }

  // Deleted, or the person is no longer in it.
  miss() {
    const text = words.course;
    this.course = null;
    this.clear();
    this.edit.hidden = true;
    for (const part of ["roster", "expected", "events", "checkins"]) {
      lists.delete(`course.${this.id}.${part}`);
    }
    fill(this.checkIns);
    fill(this.events);
    fill(this.roster);
    fill(this.head, empty("🧭", text.gone, text.goneText,
      h("a", { class: "button", href: "/school?courses" }, text.toSchool)));
  }

  onEvent(topic, data) {
    const isOurs = data?.id === this.id || data?.course === this.id;
    if (topic === "attendance.course.deleted" && isOurs) {
      this.isOver = true;
      this.miss();
    } else if (topic === "reset" || (isOurs && /^attendance\.(course|roster)\./.test(topic))) {
      // Whoever may no longer see the roster doesn't ask for it.
      this.load().then(() => this.hand(topic, data));
    } else this.hand(topic, data);
  }

  hand(topic, data) {
    for (const { part } of this.sections.values()) part.onEvent(topic, data);
  }
}

// Shows a course from a list immediately.
function seen(id) {
  const all = ["courses", "courses.all", "courses.found"].flatMap((name) => lists.get(name)?.items ?? []);
  return all.find((course) => course.id === id) ?? null;
}

async function storedCourse(id) {
  const list = await lastSeen("/v1/courses", { limit: 100 });
  return list?.items.find((course) => course.id === id) ?? null;
}

function headOf(course) {
  const text = words.course;
  const role = { instructor: text.teaching, student: text.taking }[course.role] ?? text.managing;
  const note = courseNote(course);
  return h("article", { class: "card course-card" }, courseSign(course), h("div", { class: "course-words" },
    h("h2", {}, typedName(course.name)), note && h("p", {}, note), h("p", { class: "row-note" }, role),
    teachersOf(course)));
}

// Not for the only one who teaches it. A site of an older release names nobody.
function teachersOf({ instructors = [], role }) {
  if (instructors.length === 0 || (role === "instructor" && instructors.length === 1)) return null;
  const names = instructors.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  return h("p", { class: "row-note" }, words.course.taughtBy(listed(names)));
}
