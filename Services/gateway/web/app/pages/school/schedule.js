// The schedule of a term: each block with its class, what is different today, and the earlier versions.

import { Problem, get, lastSeen, send } from "../../api.js";
import { barAction } from "../../components/baraction.js";
import { segmented } from "../../components/choices.js";
import { classesOf, nameIn, termsAndSchedule } from "../../components/classoptions.js";
import { dotted, shortName, typedName } from "../../components/coursepieces.js";
import { noticeParts } from "../../components/dayparts.js";
import { oneFailure } from "../../components/onefailure.js";
import { ask, empty, failed, skeleton } from "../../components/pieces.js";
import { rowGroup, actRow, linkRow } from "../../components/rows.js";
import { schoolChoices } from "../../components/schoolchoices.js";
import { schoolTabs } from "../../components/schooltabs.js";
import { showVersions } from "../../components/scheduleversions.js";
import { complain, toast } from "../../components/toast.js";
import { fill, h, icon, refill } from "../../dom.js";
import { termAfter } from "../../models/schedule.js";
import { account, sharing } from "../../state.js";
import { dateNamed, dayNamed, listed, sentence, words } from "../../words/words.js";

const path = "/v1/me/schedule";
const editPage = "/school/schedule/edit";
const topics = /^campus\.(schedule|class|school|day)\.changed$|^reset$/;

/** The page at /school/schedule. */
export function schedulePage() {
  const page = new SchedulePage();
  page.begin();
  return {
    name: "schedule", tab: "school", title: words.schedule.title, parent: "/school", action: page.edit,
    body: [schoolTabs("schedule"), oneFailure([page.body, page.choices.element]), page.body, page.taught,
      page.more, page.choices.element],
    onEvent: (topic) => { if (topics.test(topic)) page.load(); },
    stop: () => page.stop(),
  };
}

class SchedulePage {
  constructor() {
    this.body = h("div", { class: "schedule in-turn" }, skeleton(5));
    this.taught = h("div", { class: "in-turn" });
    this.more = h("div", { class: "in-turn" });
    this.edit = barAction("edit", words.schedule.edit, { href: editPage, hidden: true });
    this.choices = schoolChoices((choices) => this.teach(choices));
    Object.assign(this, { term: null, schedule: null, terms: [], day: null, isOver: false });
    this.load = sharing(() => this.fetch());
  }

  async begin() {
    this.load();
    const [schedule, terms] = await Promise.all([lastSeen(path), lastSeen("/v1/school/terms")]);
    if (schedule && terms && !this.schedule && !this.isOver) this.take(schedule, terms.items, null);
  }

  async fetch() {
    try {
      const [{ terms, schedule }, day] = await Promise.all([
        termsAndSchedule(this.term),
        // Without the day there are no notices, and the schedule is still right.
        get("/v1/me/day").catch(known)]);
      if (this.isOver) return;
      if (schedule) this.take(schedule, terms, day);
      else this.miss();
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (this.isOver) return;
      if (!this.schedule) fill(this.body, failed(problem, () => this.load()));
    }
  }

  // Without a term there is nothing to choose for.
  miss() {
    const text = words.schedule;
    this.schedule = null;
    this.edit.hidden = true;
    fill(this.body, empty("🗓️", text.noTerm, text.noTermText));
    fill(this.more);
  }

  take(schedule, terms, day) {
    Object.assign(this, { schedule, terms, day });
    this.edit.hidden = false;
    this.edit.href = this.term ? `${editPage}?term=${encodeURIComponent(this.term)}` : editPage;
    const text = words.schedule;
    const { grade, blocks, version } = schedule;
    const term = terms.find(({ id }) => id === schedule.term);
    const head = [term?.name, grade && text.gradeName(grade)].filter(Boolean).join(" · ");
    refill(this.body, this.isBlankOfTeacher() ? null : [
      this.switches(), h("p", { class: "schedule-head" }, head),
      version === 0 && h("p", { class: "quiet" }, text.blank),
      h("ul", { class: "list" }, blocks.map((one) => this.row(one)))]);
    fill(this.more, this.acts());
  }

  // Those who teach need no schedule of their own.
  isBlankOfTeacher() {
    return this.hasTaught && this.schedule.version === 0;
  }

  row({ block, class: taken }) {
    const place = taken && dotted([taken.teacher && typedName(taken.teacher.name),
      taken.room && shortName(taken.room)]);
    const inside = [
      h("span", { class: "schedule-block", "aria-hidden": "true" }, block),
      h("span", { class: "course-words" },
        h("span", { class: "spoken" }, `${words.schedule.block(block)}: `),
        h("span", { class: "row-title" }, typedName(nameIn(taken))),
        place && h("span", { class: "row-note" }, place), this.notices(block))];
    return h("li", { class: "row schedule-row" }, taken
      ? h("a", { class: "row-link course-link", href: `/school/classes/${taken.id}` }, inside, icon("next"))
      : h("div", { class: "row-link course-link is-free" }, inside));
  }

  // What is different today, or on the next school day.
  notices(block) {
    const days = [this.day, this.day?.next].filter(Boolean);
    for (const { date, slots } of days) {
      const notice = slots.find((slot) => slot.block === block && slot.notice)?.notice;
      if (notice) {
        return h("span", { class: "schedule-notice" },
          h("span", { class: "row-note" }, sentence(dayNamed(date))), noticeParts(notice));
      }
    }
    return null;
  }

  // The current term and those to come.
  switches() {
    const today = this.day?.date ?? this.schedule.term;
    const open = this.terms.filter(({ id, ends }) => id === this.schedule.term || ends >= today);
    if (open.length < 2) return null;
    const { element } = segmented({ name: "term", label: words.schedule.term, value: this.schedule.term,
      options: open.slice(0, 3).map(({ id, name }) => [id, name]), onchange: (id) => {
        this.term = id;
        this.load();
      } });
    element.classList.add("course-tabs");
    return element;
  }

  acts() {
    const text = words.schedule;
    const { term, blocks, version } = this.schedule;
    const next = blocks.some((one) => one.class) ? termAfter(this.terms, term) : null;
    return rowGroup(text.more, [
      next && actRow({ sign: "➡️", title: text.copy(next.name), note: text.copyLine(dateNamed(next.starts)),
        onclick: () => this.copy(next) }),
      version > 0 && actRow({ sign: "🕘", title: text.versions, note: text.versionsLine,
        onclick: () => this.showVersions() }),
      linkRow({ href: "/school/together", sign: "🤝", title: words.together.title,
        note: words.together.line }),
    ]);
  }

  // Only what fits is copied, and the rest is named.
  async copy(next) {
    const text = words.schedule;
    try {
      const other = await get(path, { term: next.id });
      const isTaken = other.version > 0;
      const yes = await ask({ title: text.copyTitle(next.name), text: isTaken ? text.copyOver : text.copyText,
        action: text.copyAct, isDangerous: isTaken });
      if (yes === null) return;
      const copied = await send("POST", `${path}/copy`, { from: this.schedule.term, to: next.id,
        ...isTaken && { version: other.version } });
      this.term = next.id;
      this.load();
      this.tell(copied, text.copied(next.name));
    } catch (problem) {
      complain(problem);
    }
  }

  async showVersions() {
    const restored = await showVersions(this.schedule);
    if (!restored) return;
    this.load();
    this.tell(restored, words.schedule.restored);
  }

  tell({ cleared }, said) {
    const text = words.schedule;
    const names = (cleared ?? []).map(({ block, name }) => text.inBlock(name ?? text.aClass, block));
    toast(names.length > 0 ? `${said} ${text.leftOut(listed(names))}` : said);
  }

  // Those who teach see their classes, whether or not they have a schedule of their own.
  async teach({ teaches }) {
    if (!teaches || this.hasTaught) return;
    this.hasTaught = true;
    if (this.schedule) this.take(this.schedule, this.terms, this.day);
    try {
      // The catalogue may name a teacher in another way than the account.
      const [me, classes] = await Promise.all([account(), classesOf()]);
      if (this.isOver) return;
      const own = classes.filter(({ teacher }) => teacher?.person === me.id);
      fill(this.taught, rowGroup(words.schedule.taught, own.map((one) => linkRow({
        href: `/school/classes/${one.id}`, sign: "🍎", title: typedName(one.name),
        note: dotted([one.room && shortName(one.room), words.schedule.inBlocks(one.blocks)]) }))));
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      this.hasTaught = false;
    }
  }

  stop() {
    this.isOver = true;
    this.choices.stop();
  }
}

function known(problem) {
  if (!(problem instanceof Problem)) throw problem;
  return null;
}
