// A student's own attendance: the numbers of each course, and every record with all that is stored of it.

import { get } from "../../api.js";
import { field } from "../../components/form.js";
import { courseSign, typedName } from "../../components/coursepieces.js";
import { fold } from "../../components/fold.js";
import { pagedList } from "../../components/list.js";
import { empty, failed, label, progress, skeleton } from "../../components/pieces.js";
import { fill, h } from "../../dom.js";
import { ownName } from "../../models/courses.js";
import { dayOf, decimal, moment, sentence, words } from "../../words/words.js";

const pageSize = 50;
/** The number of courses that are asked for: more than anybody takes. */
const maxCourses = 100;
const looks = { present: "good", late: "caution", excused: null, absent: "danger", pending: "caution" };

/** The page at /school/attendance. `?course=` shows the records of one course. */
export function myAttendancePage() {
  const page = new MyAttendance(new URLSearchParams(location.search).get("course"));
  page.begin();
  return {
    name: "myattendance", tab: "school", title: words.myAttendance.title, parent: "/school",
    body: [h("p", { class: "quiet" }, words.myAttendance.lead), page.numbers, page.place],
    onEvent: (topic) => {
      if (/^attendance\.(checkin|record)\.|^reset$/.test(topic)) page.load();
    },
    stop: () => page.stop(),
  };
}

class MyAttendance {
  constructor(course) {
    this.course = course;
    this.numbers = h("section", {}, skeleton(2));
    this.place = h("section", {});
    this.records = null;
    this.isOver = false;
  }

  begin() {
    this.load();
  }

  async load() {
    try {
      const { items } = await get("/v1/attendance", { limit: maxCourses });
      if (this.isOver) return;
      this.paint(items);
    } catch (problem) {
      if (!this.isOver && !this.records) fill(this.numbers, failed(problem, () => this.load()));
    }
  }

  paint(courses) {
    const text = words.myAttendance;
    if (courses.length === 0) {
      fill(this.numbers, empty("📚", text.noCourses, words.school.emptyStudent));
      return;
    }
    fill(this.numbers, h("ul", { class: "list" }, courses.map(courseRow)));
    if (this.records) this.records.refresh();
    else this.show(courses);
  }

  show(courses) {
    const text = words.myAttendance;
    const options = [["", text.all], ...courses.map(({ course, name }) => [course, name])];
    const choice = field({ name: "course", label: text.filter, kind: "select", options,
      value: courses.some(({ course }) => course === this.course) ? this.course : "" });
    choice.element.hidden = courses.length < 2;
    const place = h("div", { class: "records" });
    const open = () => {
      this.records?.stop();
      const course = choice.input.value || null;
      this.records = pagedList({
        name: `attendance.mine.${course ?? "all"}`, row: recordRow,
        load: async (cursor, ask) => {
          const found = await ask("/v1/me/attendance", { course, limit: pageSize, cursor });
          return found && { ...found, items: found.items.map((one) => ({ id: one.receipt.id, ...one })) };
        },
        empty: () => empty("🗓️", text.empty, text.emptyText),
      });
      fill(place, this.records.element);
      this.records.refresh();
    };
    choice.input.addEventListener("change", open);
    fill(this.place, h("h2", { class: "group" }, text.records), choice.element, place);
    open();
  }

  stop() {
    this.isOver = true;
    this.records?.stop();
  }
}

function courseRow({ course, name, percent, tally }) {
  const text = words.myAttendance;
  const attended = tally.present + tally.late;
  const counted = attended + tally.absent;
  const all = counted > 0 ? text.counts(attended, counted) : words.checkingIn.noPast;
  const parts = [all, tally.excused > 0 && text.excused(tally.excused)];
  const said = percent === undefined || percent === null ? text.none : text.percent(decimal(percent));
  return h("li", { class: "row attendance-row" }, courseSign({ id: course }),
    h("div", { class: "course-words" },
      progress({ label: typedName(name), value: percent ?? 0, most: 100, text: said }),
      h("p", { class: "row-note" }, parts.filter(Boolean).join(" · "))));
}

function recordRow(record) {
  const text = words.myAttendance;
  const { receipt, courseName, starts } = record;
  const { element, paint } = fold({
    name: sentence(dayOf(starts)), say: () => courseName, isOpen: false, inside: detailsOf(record),
    mark: label(statusOf(record, receipt.status), looks[receipt.status]),
  });
  paint();
  return h("li", { class: "row record-row" }, element);
}

function statusOf({ statusNames }, status) {
  return ownName(statusNames, status) ?? words.myAttendance.statuses[status] ?? status;
}

/** Everything that is stored of a record, in words. */
function detailsOf(record) {
  const text = words.myAttendance;
  const { receipt, starts, original, by, reason, flags, distanceFeet, accuracy } = record;
  const was = original && statusOf(record, original);
  const name = by && `${by.firstName} ${by.lastName}`;
  const known = (value) => value !== undefined && value !== null;
  const lines = [
    [words.checkingIn.one, sentence(moment(starts))],
    [text.recorded, sentence([moment(receipt.at), text.means[receipt.means]].filter(Boolean).join(" · "))],
    was && [text.changed, name ? text.changedBy(name, was) : text.changedFrom(was)],
    !was && name && [text.by, name],
    reason && [text.reason, reason],
    known(distanceFeet) && [text.distance, text.upTo(distanceFeet)],
    known(accuracy) && [text.accuracy, text.within(accuracy)],
    flags.length > 0 && [text.flags, sentence(flags.map((flag) => text.flagWords[flag] ?? flag).join(" · "))],
    [text.receiptID, h("code", { class: "receipt-id" }, receipt.id)],
  ].filter(Boolean);
  return h("dl", { class: "record-details" }, lines.map(([term, value]) =>
    h("div", {}, h("dt", {}, term), h("dd", { dir: "auto" }, value))));
}
