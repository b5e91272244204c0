// The attendance of a course for those who teach it: its students in numbers, excuses to answer, and every
// check-in.

import { Problem, get, send } from "../../api.js";
import { lineChart } from "../../components/chart.js";
import { checkInRow, tallyText } from "../../components/checkinpieces.js";
import { chips } from "../../components/choices.js";
import { checkInsOf } from "../../components/coursecheckins.js";
import { typedName } from "../../components/coursepieces.js";
import { fold } from "../../components/fold.js";
import { field, form } from "../../components/form.js";
import { pagedList } from "../../components/list.js";
import { ask, empty, failed, label, skeleton } from "../../components/pieces.js";
import { download } from "../../components/recordsfile.js";
import { nameOf } from "../../components/registerlist.js";
import { complain, toast } from "../../components/toast.js";
import { fill, h, icon } from "../../dom.js";
import { allPages } from "../../models/pagedlist.js";
import { attendingPart } from "../../models/teaching.js";
import { account, lists, sharing } from "../../state.js";
import { dayNamed, percent, shortDay, words } from "../../words/words.js";

/** The limit on students in a course, by pages. */
const maxPages = 12;
/** The number of check-ins in the chart, the newest ones. */
const maxPoints = 30;
/** The pause after an event before the page is fetched again (ms). */
const calm = 1000;

/** The page at /courses/:id/attendance. */
export function courseNumbersPage({ params }) {
  const page = new NumbersPage(params.id);
  page.load();
  return {
    name: "numbers", tab: "school", title: words.courseNumbers.title, parent: `/courses/${params.id}`,
    body: [page.head, page.excuses.element, page.chart, page.students, page.settings, page.checkIns],
    onEvent: (topic, data) => page.onEvent(topic, data),
    stop: () => page.stop(),
  };
}

class NumbersPage {
  constructor(id) {
    this.id = id;
    this.path = `/v1/courses/${encodeURIComponent(id)}`;
    for (const part of ["head", "chart", "students", "settings", "checkIns"]) {
      this[part] = h("div", { class: "in-turn" });
    }
    Object.assign(this, { filter: "all", rows: null, running: [], isOver: false, wait: null });
    this.excuses = new Excuses(this.path, () => this.later());
    this.list = null;
    fill(this.head, skeleton(3));
    this.load = sharing(() => this.fetch());
  }

  stop() {
    this.isOver = true;
    clearTimeout(this.wait);
    this.running.forEach((stop) => stop());
    this.excuses.stop();
    this.list?.stop();
  }

  async fetch() {
    try {
      const [course, rows, checkIns, warnings, me] = await Promise.all([
        get(this.path), this.everybody(), checkInsOf(this.id, 100), get(`${this.path}/warnings`), account()]);
      if (this.isOver) return;
      Object.assign(this, { course, rows, checkInList: checkIns, isAdmin: me.roles.includes("admin") });
      this.paint();
      // A half-typed limit stays.
      if (!this.settings.firstChild) this.paintSettings(warnings);
      this.excuses.refresh();
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (!this.isOver && !this.rows) fill(this.head, failed(problem, () => this.load()));
    }
  }

  async everybody() {
    const load = (cursor) => get(`${this.path}/attendance`, { limit: 100, cursor });
    return (await allPages(load, maxPages)).items;
  }

  paint() {
    const text = words.courseNumbers;
    const closed = this.checkInList.filter((one) => one.state === "closed");
    fill(this.head, h("article", { class: "card numbers-card" },
      h("h2", {}, typedName(this.course.name)),
      h("p", { class: "held-numbers" }, overall(this.rows) ?? words.chart.none),
      h("p", { class: "row-note" }, text.checkIns(closed.length), " · ",
        words.course.students(this.rows.filter(({ hasLeft }) => !hasLeft).length)),
      this.rows.length > 0 && this.downloadButton(), this.lockButton(closed)));
    fill(this.chart, this.chartOf(closed));
    this.paintStudents();
    this.paintCheckIns();
  }

  downloadButton() {
    const text = words.courseNumbers;
    const button = h("button", { class: "button quiet-button", type: "button", onclick: async () => {
      button.setAttribute("aria-busy", "true");
      await download({ course: this.id, courseName: this.course.name }).catch(complain);
      button.removeAttribute("aria-busy");
    } }, text.download);
    return button;
  }

  // A lock is that of a term, so it covers its other courses, too.
  lockButton(closed) {
    const text = words.courseNumbers;
    const { term } = this.course;
    const isLocked = Boolean((closed[0] ?? this.checkInList[0])?.isLocked);
    if (!term || !this.isAdmin) {
      return isLocked && h("p", { class: "warning" }, words.openCheckIn.locked);
    }
    return h("button", { class: "button quiet-button", type: "button", onclick: async () => {
      if (!isLocked && await ask({ title: text.lockTitle(term), text: text.lockText,
        action: text.lock }) === null) return;
      try {
        await send(isLocked ? "DELETE" : "PUT", `/v1/attendance/terms/${encodeURIComponent(term)}/lock`);
        toast((isLocked ? text.unlocked : text.locked)(term));
        this.load();
      } catch (problem) {
        complain(problem);
      }
    } }, isLocked ? text.unlock : text.lock);
  }

  chartOf(closed) {
    const text = words.courseNumbers;
    const points = closed.slice(0, maxPoints).reverse()
      .filter(({ tally }) => tally && attendingPart(tally) !== null);
    if (points.length < 2) return null;
    return h("section", { class: "card" }, lineChart({
      title: text.chart, labels: points.map(({ starts }) => shortDay(starts)), isStill: true,
      series: [{ name: text.chartSeries, values: points.map(({ tally }) => attendingPart(tally)) }],
      number: { style: "percent", maximumFractionDigits: 0 },
    }));
  }

  paintStudents() {
    const text = words.courseNumbers;
    if (this.rows.length === 0) {
      fill(this.students, empty("📊", text.none, text.noneText));
      return;
    }
    const low = this.rows.filter(({ isLow }) => isLow);
    const place = h("div", {});
    const show = () => fill(place, this.filter === "low" && low.length === 0
      ? h("p", { class: "quiet course-none" }, text.noLow)
      : h("ul", { class: "list" }, (this.filter === "low" ? low : this.rows)
        .map((row) => studentRow(row, this.course.statusNames))));
    const filters = chips({ label: text.show, value: this.filter,
      options: [["all", `${text.filters.all} ${this.rows.length}`],
        ["low", `${text.filters.low} ${low.length}`]],
      onchange: (filter) => {
        this.filter = filter;
        show();
      } });
    show();
    fill(this.students, h("section", { "aria-label": text.students },
      h("div", { class: "course-head" }, h("h2", {}, text.students)),
      h("div", { class: "numbers-chips" }, filters), place));
  }

  paintSettings({ below, inARow }) {
    const text = words.courseNumbers;
    const number = (name, title, hint, value, min, max, bad) => {
      const part = field({ name, label: title, hint, kind: "number", value: value ?? "", min, max,
        isOptional: true, inputmode: "numeric" });
      part.fault = () => {
        const typed = part.input.value;
        const count = Number(typed);
        if (part.input.validity.badInput) return bad;
        return typed === "" || (Number.isInteger(count) && count >= min && count <= max) ? null : bad;
      };
      return part;
    };
    const first = number("below", text.below, text.belowHint, below, 1, 100, text.belowBad);
    const second = number("inARow", text.inARowLabel, text.inARowHint, inARow, 2, 20, text.inARowBad);
    let saved = { below, inARow };
    const edit = form({
      parts: [h("p", { class: "quiet" }, text.warnLead),
        { element: h("div", { class: "pair" }, first.element, second.element) }],
      fields: [first, second], label: words.save, isQuiet: true,
      submit: async (values) => {
        const body = {};
        if (values.below) body.below = Number(values.below);
        if (values.inARow) body.inARow = Number(values.inARow);
        saved = await send("PUT", `${this.path}/warnings`, body);
        folded.paint();
        toast(words.saved);
        this.later();
      },
    });
    const folded = fold({ name: text.warnings, isOpen: false, inside: edit.element,
      say: () => text.warnValues(saved.below, saved.inARow) || text.warningsOff });
    folded.paint();
    fill(this.settings, h("div", { class: "card folds" }, folded.element));
  }

  paintCheckIns() {
    if (this.list) {
      this.list.refresh();
      return;
    }
    const text = words.teaching;
    this.list = pagedList({
      name: `course.${this.id}.checkins.all`,
      load: (cursor, question) => question(`${this.path}/checkins`, { limit: 20, cursor }),
      row: (checkIn) => checkInRow(checkIn, this.running, () => this.later()),
      empty: () => h("p", { class: "quiet course-none" }, text.none),
    });
    fill(this.checkIns, h("section", { "aria-label": text.title },
      h("div", { class: "course-head" }, h("h2", {}, text.title)), this.list.element));
    this.list.refresh();
  }

  onEvent(topic, data) {
    const isOurs = data?.course === this.id || data?.id === this.id;
    const isAbout = /^attendance\.(course|roster|checkin|record|excuse)\./.test(topic);
    if (topic === "reset" || (isOurs && isAbout)) this.later();
  }

  later() {
    this.wait ??= setTimeout(() => {
      this.wait = null;
      this.load();
    }, calm);
  }
}

/** The excuses that wait for an answer. */
class Excuses {
  constructor(path, changed) {
    const text = words.courseNumbers;
    this.path = path;
    this.changed = changed;
    this.list = pagedList({
      name: `${path}.excuses`,
      load: (cursor) => get(`${path}/excuses`, { state: "waiting", limit: 50, cursor }),
      row: (excuse) => this.row(excuse), empty: () => h("p", { class: "quiet course-none" }, text.noExcuses),
      onload: (items) => { this.element.hidden = items.length === 0; },
    });
    this.element = h("section", { class: "in-turn", "aria-label": text.excuses, hidden: true },
      h("div", { class: "course-head" }, h("h2", {}, text.excuses)), this.list.element);
  }

  refresh() {
    this.list.refresh();
  }

  stop() {
    lists.delete(`${this.path}.excuses`);
    this.list.stop();
  }

  row(excuse) {
    const text = words.courseNumbers;
    const button = (said, sign, accept, look) => h("button", { class: `button small ${look}`,
      type: "button", onclick: () => this.answer(excuse, accept) }, icon(sign), said);
    return h("li", { class: "row asked-row" }, h("div", { class: "asked-words" },
      h("span", { class: "row-title" }, typedName(nameOf(excuse))),
      h("span", { class: "row-note" }, text.forDay(dayNamed(excuse.day))),
      h("p", { class: "asked-note", dir: "auto" }, excuse.note)),
    h("div", { class: "asked-acts", role: "group", "aria-label": nameOf(excuse) },
      button(text.accept, "check", true, ""), button(text.decline, "close", false, "quiet-button")));
  }

  async answer(excuse, accept) {
    const text = words.courseNumbers;
    const name = nameOf(excuse);
    const title = (accept ? text.acceptTitle : text.declineTitle)(name);
    const note = await ask({ title, text: text.answerText, prompt: text.note,
      action: accept ? text.accept : text.decline, draft: `excuses/${excuse.id}` });
    if (note === null) return;
    try {
      const body = note.trim() ? { accept, note: note.trim() } : { accept };
      await send("POST", `/v1/excuses/${excuse.id}/answer`, body);
      toast((accept ? text.accepted : text.declined)(name));
      this.list.hold(excuse.id);
      this.changed();
    } catch (problem) {
      complain(problem);
    }
    this.refresh();
  }
}

function studentRow(row, names) {
  const text = words.courseNumbers;
  const notes = [tallyText(row.tally, names), row.absentInARow > 1 && text.inARow(row.absentInARow),
    row.hasLeft && text.hasLeft].filter(Boolean);
  return h("li", { class: "row student-row" }, h("div", { class: "student-words" },
    h("span", { class: "row-title" }, typedName(nameOf(row))),
    notes.length > 0 && h("span", { class: "row-note" }, notes.join(" · "))),
  row.isLow && label(text.low, "danger"),
  h("span", { class: "student-percent" }, row.percent === undefined ? words.chart.none
    : percent(row.percent / 100)));
}

// Of all who count, as in the site's percentages.
function overall(rows) {
  const sum = (name) => rows.reduce((total, { tally }) => total + tally[name], 0);
  const part = attendingPart({ present: sum("present"), late: sum("late"), absent: sum("absent") });
  return part === null ? null : percent(part);
}
