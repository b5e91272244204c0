// The live day: the slot that the person is in and the next one, with the time to the bell by the school's
// own clock.

import { Problem, get, lastSeen } from "../api.js";
import { clock, tick } from "../clock.js";
import { fill, h, icon, refill, spoken } from "../dom.js";
import {
  hasClasses, minutesToBell, ownSlots, partDone, schoolClock, standing, timeToBell,
} from "../models/schoolday.js";
import { account, sharing, state } from "../state.js";
import { dayNamed, lengthOf, sentence, timeOf, words } from "../words/words.js";
import { isTeacher, typedName } from "./coursepieces.js";
import { dayLabel, noticeParts, slotPlace, slotRow, slotTitle, whyNone } from "./dayparts.js";
import { failed } from "./pieces.js";

const path = "/v1/me/day";
/** The pause between looks at the date, which changes at midnight (ms). */
const dateAfter = 60_000;
const topics = /^campus\.(day|school|class|schedule|meetings)\.changed$|^reset$/;

// The lines of a day that is coming: its date, the time, the class, its place and what follows.
function bones() {
  return h("div", { class: "live-body live-bones", "aria-hidden": "true" },
    ["live-date", "live-kicker", "live-title", "row-note", "live-next"].map((look) =>
      h("p", { class: look }, h("span", { class: "bone-word" }))));
}

/** The card at the top of School. */
export class LiveDay {
  constructor() {
    this.body = h("div", { class: "live-body" });
    const label = { class: "card live-day in-turn", "aria-label": words.schoolDay.title };
    this.element = h("section", label, this.body);
    this.stopTicking = () => {};
    Object.assign(this, { day: null, isOver: false, isUnfolded: false });
    this.load = sharing(() => this.fetch());
  }

  async begin() {
    fill(this.body, bones(), spoken(words.loading));
    this.load();
    this.dating = setInterval(() => this.lookAtDate(), dateAfter);
    const known = await lastSeen(path);
    if (known && !this.day && !this.isOver) this.take(known);
    // Only students are led to their classes.
    if (state.me || !await account() || !this.day || this.isOver) return;
    this.paint();
  }

  async fetch() {
    try {
      const asked = Date.now();
      let isOld = false;
      const found = await get(path, {}, { whenOld: () => { isOld = true; } });
      if (this.isOver) return;
      if (!isOld) clock.learn(found.now, asked, Date.now());
      this.take(found);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (!this.isOver && !this.day) fill(this.body, failed(problem, () => this.load()));
    }
  }

  take(found) {
    this.day = found;
    this.bells = schoolClock(clock, found.offsetMs);
    this.paint();
  }

  paint() {
    this.stopTicking();
    const { slots, day, next } = this.day;
    // A school without a term to come has nothing to show.
    this.element.hidden = day.state === "noSchool" && !day.term && !next;
    const now = this.bells.now();
    const at = standing(ownSlots(slots), now);
    const kind = dayLabel(day);
    refill(this.body,
      h("p", { class: "live-date" },
        h("strong", {}, sentence(dayNamed(this.day.date))), kind && ` · ${kind}`),
      day.state === "school" && day.note && h("p", { class: "row-note", dir: "auto" }, day.note),
      this.now(at, now), this.choosing(), this.later(at), this.whole(now));
    // The last bell is heard by people without a class, too.
    const { target } = at.target === null ? standing(slots, now) : at;
    if (target !== null) this.count({ ...at, target });
  }

  // What is going on, with room for the time to the bell.
  now({ phase, current, next }, now) {
    const text = words.schoolDay;
    if (phase === "none" || phase === "over") {
      const { day, slots } = this.day;
      const isOn = !hasClasses(slots) && standing(slots, now).target !== null;
      return h("p", { class: "live-title" },
        isOn ? text.noClasses : day.state === "school" ? text.over : whyNone(day));
    }
    const slot = current ?? next;
    this.left = h("span", { class: "live-left", "aria-hidden": "true" });
    this.aloud = spoken("");
    this.bar = current && h("progress", { class: "live-bar", max: 1, value: partDone(current, now),
      "aria-hidden": "true" });
    return [
      h("div", { class: "live-now" },
        h("div", { class: "course-words" },
          h("p", { class: "live-kicker" },
            current ? text.now(timeOf(slot.ends)) : text.next(timeOf(slot.starts))),
          h("h2", { class: "live-title" }, typedName(slotTitle(slot))),
          slotPlace(slot) && h("p", { class: "row-note" }, slotPlace(slot)), noticeParts(slot.notice)),
        h("p", { class: "live-count" }, this.left, this.aloud)),
      this.bar,
    ];
  }

  // Leads students who have no class yet to the choice.
  choosing() {
    const { slots, next } = this.day;
    const known = [...slots, ...next?.slots ?? []];
    if (known.length === 0 || hasClasses(known) || !state.me || isTeacher()) return null;
    return h("div", { class: "live-choose" }, h("p", { class: "row-note" }, words.schoolDay.chooseWhy),
      h("a", { class: "link-button", href: "/school/schedule/edit" }, words.schoolDay.choose, icon("next")));
  }

  // The slot after the current one, or the next school day.
  later({ phase, current, next }) {
    const text = words.schoolDay;
    if (phase === "in" && next) {
      const place = slotPlace(next);
      return h("p", { class: "live-next" }, h("span", {}, text.then(timeOf(next.starts))), " ",
        h("strong", {}, typedName(slotTitle(next))), place && [" · ", place], noticeParts(next.notice));
    }
    if (current || next || !this.day.next) return null;
    const { date, day, slots } = this.day.next;
    const first = slots.find((slot) => slot.class);
    const kind = dayLabel(day);
    return h("p", { class: "live-next" },
      h("span", {}, text.nextDay), " ", h("strong", {}, sentence(dayNamed(date))), kind && ` · ${kind}`,
      first && [" · ", text.from(timeOf(first.starts)), " ", typedName(slotTitle(first))]);
  }

  whole(now) {
    const { slots, next } = this.day;
    const { target, current } = standing(slots, now);
    const isLater = target === null;
    const shown = isLater ? next?.slots ?? [] : slots;
    if (shown.length === 0) return null;
    const text = words.schoolDay;
    return h("details", { class: "live-whole", open: this.isUnfolded, ontoggle: (event) => {
      this.isUnfolded = event.target.open;
    } }, h("summary", {}, isLater ? text.wholeNext : text.whole, icon("down")),
    h("ul", { class: "slot-rows" }, shown.map((slot) => slotRow(slot, {
      isNow: slot === current, isOfNobody: !hasClasses(shown) }))));
  }

  // Screen readers get a sentence, which changes at most once a minute.
  count({ phase, current, target }) {
    this.stopTicking = tick(target, (now) => {
      if (now >= target) {
        // Not within this draw, which may still be going on.
        this.stopTicking();
        setTimeout(() => { if (!this.isOver) this.paint(); });
        return;
      }
      if (phase === "none" || phase === "over") return;
      const left = target - now;
      this.left.textContent = timeToBell(left);
      const phrase = words.schoolDay[phase === "in" ? "endsIn" : "startsIn"](lengthOf(minutesToBell(left)));
      if (this.aloud.textContent !== phrase) this.aloud.textContent = phrase;
      if (this.bar) this.bar.value = partDone(current, now);
    }, { by: this.bells });
  }

  // The day of the site may be another than this device's: the site is asked when either has changed.
  lookAtDate() {
    const today = new Date().toDateString();
    this.dated ??= today;
    if (this.dated === today) return;
    this.dated = today;
    this.load();
  }

  onEvent(topic) {
    if (topics.test(topic)) this.load();
  }

  stop() {
    this.isOver = true;
    this.stopTicking();
    clearInterval(this.dating);
  }
}
