// A class of the school: who may choose it, when it meets next, and for those who teach it its notices.

import { Problem, get } from "../../api.js";
import { runs } from "../../apps.js";
import { clock } from "../../clock.js";
import { noticesFor } from "../../components/classnotices.js";
import { termsAndSchedule } from "../../components/classoptions.js";
import { dotted, shortName, typedName } from "../../components/coursepieces.js";
import { noticeParts, slotPlace } from "../../components/dayparts.js";
import { empty, failed, skeleton } from "../../components/pieces.js";
import { schoolTabs } from "../../components/schooltabs.js";
import { emoji, fill, h, icon } from "../../dom.js";
import { schoolClock } from "../../models/schoolday.js";
import { account, sharing } from "../../state.js";
import { dayNamed, sentence, timeOf, words } from "../../words/words.js";

const topics = /^campus\.(class|schedule|day|school)\.changed$|^reset$/;

/** The page at /school/classes/:id. */
export function classPage({ params }) {
  const page = new ClassPage(params.id);
  page.load();
  return {
    name: "school-class", tab: "school", title: words.schoolClass.title, parent: "/school/schedule",
    body: [schoolTabs("schedule"), page.head, page.next, page.place],
    onEvent: (topic) => {
      page.notices?.onEvent(topic);
      if (topics.test(topic)) page.load();
    },
    stop: () => page.stop(),
  };
}

class ClassPage {
  constructor(id) {
    Object.assign(this, { id, notices: null, found: null, isOver: false });
    this.head = h("div", {}, skeleton(2));
    this.next = h("div", {});
    this.place = h("div", {});
    this.load = sharing(() => this.fetch());
  }

  async fetch() {
    const text = words.schoolClass;
    try {
      const [found, day] = await Promise.all([classOf(this.id), get("/v1/me/day")]);
      if (this.isOver) return;
      if (!found) {
        fill(this.head, empty("🧭", text.gone, text.goneText,
          h("a", { class: "button", href: "/school/schedule" }, text.toSchedule)));
        fill(this.next);
        fill(this.place);
        return;
      }
      this.found = found;
      fill(this.head, headOf(found));
      fill(this.next, meetingsOf(this.id, day));
      await this.manage(found, day);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (!this.isOver && !this.found) fill(this.head, failed(problem, () => this.load()));
    }
  }

  // Only those who teach it, and administrators, are asked for notices.
  async manage({ teacher }, day) {
    if (this.notices) return;
    const me = await account();
    if (this.isOver || !(teacher?.person === me.id || me.roles.includes("admin"))) return;
    const next = meetings(this.id, day).find(({ isOver }) => !isOver);
    const notices = await noticesFor(this.id, next?.date ?? day.date);
    if (this.isOver) notices?.stop();
    else {
      this.notices = notices;
      fill(this.place, notices?.element);
    }
  }

  stop() {
    this.isOver = true;
    this.notices?.stop();
  }
}

function headOf({ name, code, grades, blocks, teacher, room, lunch, course, students }) {
  const text = words.schoolClass;
  const line = dotted([code && shortName(code), teacher && typedName(teacher.name), room && shortName(room)]);
  return h("article", { class: "card course-card" }, h("span", { class: "course-sign" }, emoji("📗")),
    h("div", { class: "course-words" },
      h("h2", {}, typedName(name)),
      line && h("p", {}, line),
      h("p", { class: "row-note" }, [text.grades(grades), text.blocks(blocks), lunch && text.lunch(lunch),
        students !== undefined && words.course.students(students)].filter(Boolean).join(" · ")),
      course && runs("courses") && h("a", { class: "course-act", href: `/courses/${course}` }, text.toCourse,
        icon("next"))));
}

// The meetings of today and of the next school day, as `{ date, slot, isOver }`.
function meetings(id, day) {
  const now = schoolClock(clock, day.offsetMs).now();
  return [day, day.next].filter(Boolean).flatMap(({ date, slots }) => slots
    .filter((slot) => slot.class?.id === id)
    .map((slot) => ({ date, slot, isOver: Date.parse(slot.ends) <= now })));
}

function meetingsOf(id, day) {
  const text = words.schoolClass;
  // The notice of one that is over may still be looked for.
  const rows = meetings(id, day).filter(({ isOver, slot }) => !isOver || slot.notice)
    .map(({ date, slot }) => h("li", { class: "row" }, h("div", { class: "row-link" },
      h("span", { class: "row-title" }, text.meeting(sentence(dayNamed(date)), timeOf(slot.starts),
        timeOf(slot.ends))),
      slotPlace(slot) && h("span", { class: "row-note" }, slotPlace(slot)), noticeParts(slot.notice))));
  if (rows.length === 0) return null;
  return h("section", {}, h("h2", { class: "group" }, text.meets), h("ul", { class: "list" }, rows));
}

// The own schedule has most of those that are asked for; null for a class that is gone.
async function classOf(id) {
  const { schedule } = await termsAndSchedule();
  const chosen = schedule?.blocks.find((one) => one.class?.id === id)?.class;
  if (chosen) return chosen;
  try {
    return await get(`/v1/school/classes/${encodeURIComponent(id)}`);
  } catch (problem) {
    if (problem.code === "not_found" || problem.code === "id_bad") return null;
    throw problem;
  }
}
