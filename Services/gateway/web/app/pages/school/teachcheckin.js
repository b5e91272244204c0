// A check-in for those who teach: its numbers, the register, and everything that can be done with it.

import { Problem, get, send } from "../../api.js";
import { inText, showLeft, stateLabel, tallyText } from "../../components/checkinpieces.js";
import { shortName, typedName } from "../../components/coursepieces.js";
import { ask, empty, failed, skeleton } from "../../components/pieces.js";
import { printedRoll } from "../../components/printedroll.js";
import { download } from "../../components/recordsfile.js";
import { RegisterList } from "../../components/registerlist.js";
import { complain, toast } from "../../components/toast.js";
import { clock } from "../../clock.js";
import { barAction } from "../../components/baraction.js";
import { fill, h, icon } from "../../dom.js";
import { attendingPart, everyone, maxMinutes, needsCode, stateAt } from "../../models/teaching.js";
import { go } from "../../router.js";
import { lists, sharing } from "../../state.js";
import { dayOf, percent, sentence, timeOf, words } from "../../words/words.js";

/** The minutes that one press adds, and for which a closed check-in opens again. */
const more = 5;
const again = 10;
/** The time for which a deletion can be undone (ms). */
const undoStays = 10_000;
/** The pause after which a check-in that ends by the clock is fetched again (ms). */
const settling = 1000;

/** The page at /school/checkins/:id. */
export function teachCheckInPage({ params }) {
  const page = new CheckInPage(params.id);
  page.begin();
  return {
    name: "checkin", tab: "school", title: words.teaching.one, parent: "/school", action: page.edit,
    body: [page.head, page.acts, page.register, page.foot, page.roll],
    onEvent: (topic, data) => page.onEvent(topic, data),
    stop: () => page.stop(),
  };
}

class CheckInPage {
  constructor(id) {
    this.id = id;
    this.path = `/v1/checkins/${encodeURIComponent(id)}`;
    for (const part of ["head", "acts", "register", "foot", "roll"]) {
      this[part] = h("div", { class: `held-${part} in-turn` });
    }
    this.edit = barAction("edit", words.openCheckIn.edit, {
      href: `/school/checkins/${id}/edit`, hidden: true,
    });
    this.checkIn = lists.get(`checkin.${id}`) ?? null;
    this.list = null;
    this.isOver = false;
    this.wait = null;
    this.stopLeft = () => {};
    this.load = sharing(() => this.fetch());
  }

  begin() {
    if (this.checkIn) this.paint();
    else fill(this.head, skeleton(2));
    this.load();
  }

  stop() {
    this.isOver = true;
    clearTimeout(this.wait);
    this.stopLeft();
    this.list?.stop();
  }

  async fetch() {
    try {
      const found = await get(this.path);
      if (!this.isOver) this.take(found);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (this.isOver) return;
      if (problem.status === 404 || problem.code === "id_bad") this.miss();
      else if (!this.checkIn) fill(this.head, failed(problem, () => this.load()));
    }
  }

  take(found) {
    // Students have a page of their own.
    if (!found.tally) this.miss();
    else {
      this.checkIn = found;
      lists.set(`checkin.${this.id}`, found);
      this.paint();
    }
  }

  miss() {
    const text = words.openCheckIn;
    this.stopLeft();
    this.list?.stop();
    this.list = null;
    this.edit.hidden = true;
    lists.delete(`checkin.${this.id}`);
    lists.delete(`checkin.${this.id}.register`);
    for (const part of ["acts", "register", "foot", "roll"]) fill(this[part]);
    fill(this.head, empty("🧭", text.gone, text.goneText,
      h("a", { class: "button", href: "/school" }, words.course.toSchool)));
  }

  paint() {
    const { checkIn } = this;
    const state = stateAt(checkIn, clock.now());
    this.edit.hidden = state === "closed" || checkIn.isLocked;
    fill(this.head, this.headOf(state));
    fill(this.acts, this.actsOf(state));
    fill(this.foot, this.footOf());
    if (this.list) return;
    this.list = new RegisterList(this.id,
      { changed: () => this.load(), mayMark: () => !this.checkIn.isLocked,
        names: this.checkIn.statusNames });
    fill(this.register, this.list.element);
  }

  headOf(state) {
    const { checkIn } = this;
    const { tally } = checkIn;
    const left = h("p", { class: "held-left", "aria-live": "off" });
    this.stopLeft();
    this.stopLeft = showLeft(left, checkIn, () => this.settle());
    const part = attendingPart(tally);
    const place = [words.teaching.modeNames[checkIn.mode], checkIn.spotName && shortName(checkIn.spotName)];
    return h("article", { class: "card held-card" },
      h("div", { class: "held-title" }, h("a", { class: "held-course", href: `/courses/${checkIn.course}` },
        typedName(checkIn.courseName)), stateLabel(state)),
      h("p", { class: "row-note" }, sentence(dayOf(checkIn.starts)), ", ", timeOf(checkIn.starts), "–",
        timeOf(checkIn.closes), place.filter(Boolean).flatMap((one) => [" · ", one])),
      state === "closed" ? null : left,
      h("p", { class: "held-numbers" }, state === "closed" && part !== null ? percent(part) : inText(tally)),
      h("p", { class: "row-note" }, tallyText(tally, checkIn.statusNames)),
      h("progress", { class: "held-bar", "aria-label": words.courseNumbers.percent,
        max: Math.max(1, everyone(tally)), value: tally.present + tally.late + tally.pending }),
      checkIn.isLocked && h("p", { class: "warning" }, words.openCheckIn.locked));
  }

  actsOf(state) {
    const text = words.openCheckIn;
    const { checkIn } = this;
    if (checkIn.isLocked) return null;
    const button = (label, press, look = "quiet-button") =>
      h("button", { class: `button ${look}`, type: "button", onclick: press }, label);
    if (state === "closed") return button(text.reopen, () => this.reopen());
    return [
      h("a", { class: "button", href: `/school/checkins/${this.id}/screen` },
        needsCode(checkIn.mode) ? text.screen : text.screenPlace),
      button(text.extend, () => this.extend()),
      button(text.close, () => this.close()),
    ];
  }

  footOf() {
    const text = words.openCheckIn;
    const act = (sign, label, press, look = "") => h("button", { class: `link-button held-act ${look}`,
      type: "button", onclick: press }, icon(sign), label);
    return [
      act("print", text.print, () => this.print()),
      act("share", text.download, () => this.download()),
      !this.checkIn.isLocked && act("trash", text.delete, () => this.remove(), "is-over"),
    ];
  }

  async act(method, rest, body, said) {
    try {
      const found = await send(method, `${this.path}${rest}`, body);
      if (this.isOver) return;
      this.take(found);
      this.list?.later();
      toast(said);
    } catch (problem) {
      complain(problem);
      this.load();
    }
  }

  extend() {
    const { starts, closes, version } = this.checkIn;
    const minutes = Math.round((Date.parse(closes) - Date.parse(starts)) / 60_000) + more;
    const body = { version, minutes: Math.min(maxMinutes, minutes) };
    return this.act("PATCH", "", body, words.openCheckIn.extended);
  }

  async close() {
    const text = words.openCheckIn;
    const yes = await ask({ title: text.closeTitle, text: text.closeText(this.checkIn.tally.unmarked),
      action: text.close });
    if (yes !== null) await this.act("POST", "/close", undefined, text.closed);
  }

  reopen() {
    return this.act("POST", "/reopen", { minutes: again }, words.openCheckIn.reopened);
  }

  async remove() {
    const text = words.openCheckIn;
    const { course } = this.checkIn;
    // The event of the own deletion fetches nothing.
    this.isOver = true;
    try {
      await send("DELETE", this.path);
      lists.delete(`checkin.${this.id}`);
      go(`/courses/${course}`, { replace: true });
      toast(text.deleted, () => restore(this.path, this.id), undoStays);
    } catch (problem) {
      this.isOver = false;
      complain(problem);
    }
  }

  print() {
    fill(this.roll, printedRoll(this.checkIn, this.list?.items() ?? []));
    globalThis.print();
  }

  async download() {
    await download(this.checkIn, this.id).catch(complain);
  }

  settle() {
    this.wait ??= setTimeout(() => {
      this.wait = null;
      this.load();
      this.list?.later();
    }, settling);
  }

  onEvent(topic, data) {
    if (this.isOver) return;
    const isOurs = /^attendance\.(record|checkin)\./.test(topic) && data.checkIn === this.id;
    if (isOurs && data.change === "deleted") this.load();
    else if (isOurs || topic === "reset") this.settle();
    this.list?.onEvent(topic, data);
  }
}

async function restore(path, id) {
  try {
    await send("POST", `${path}/restore`);
    go(`/school/checkins/${id}`);
  } catch (problem) {
    complain(problem);
  }
}
