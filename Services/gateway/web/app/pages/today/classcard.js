// The card of the next class, with the time to its bell by the school's own clock.

import { clock, tick } from "../../clock.js";
import { dotted, shortName } from "../../components/coursepieces.js";
import { emoji, h, spoken } from "../../dom.js";
import { minutesToBell, nextClass, schoolClock, standing, timeToBell } from "../../models/schoolday.js";
import { dayNamed, lengthOf, sentence, timeOf, words } from "../../words/words.js";
import { Card, lineOf } from "./card.js";

export class ClassCard extends Card {
  constructor(changed) {
    super({
      name: "class", title: words.today.cards.class, changed,
      ask: (question) => question("/v1/me/day"), draw: (day) => this.content(day),
    });
    this.stopTicking = () => {};
    this.isQuiet = true;
    this.showOrHide(null);
  }

  // Only for people with a class today or on the next school day.
  showOrHide(shown) {
    this.isVacant = !shown;
    this.element.hidden = this.isVacant;
  }

  content(day) {
    this.stopTicking();
    const bells = schoolClock(clock, day.offsetMs);
    const now = bells.now();
    const { current } = standing(day.slots, now);
    const today = current?.class ? current : nextClass(day.slots, now);
    const slot = today ?? day.next?.slots.find((one) => one.class) ?? null;
    this.showOrHide(slot);
    this.setQuiet(!today);
    if (!slot) return null;
    const text = words.today;
    const left = h("span", { class: "today-left" });
    const isOn = slot === current;
    const when = today ? text.bell(timeOf(isOn ? slot.ends : slot.starts), isOn)
      : `${sentence(dayNamed(day.next.date))}, ${timeOf(slot.starts)}`;
    const line = lineOf({
      href: "/school", sign: h("span", { class: "today-sign" }, emoji("🏫")), title: this.title,
      line: slot.class.name,
      note: [today && left, today && " · ",
        dotted([when, slot.class.room && shortName(slot.class.room),
          slot.notice?.isCancelled && text.cancelled])],
    });
    if (today) this.count(Date.parse(isOn ? slot.ends : slot.starts), left, bells);
    return line;
  }

  // Screen readers get hours and minutes, which change once a minute.
  count(target, left, bells) {
    const digits = h("span", { class: "today-digits", "aria-hidden": "true" });
    const aloud = spoken("");
    left.append(digits, aloud);
    this.stopTicking = tick(target, (now) => {
      if (now >= target) {
        this.stopTicking();
        // Not within this draw, which may still be going on.
        setTimeout(() => { if (!this.isOver) this.paint(); });
        return;
      }
      digits.textContent = timeToBell(target - now);
      const phrase = lengthOf(minutesToBell(target - now));
      if (aloud.textContent !== phrase) aloud.textContent = phrase;
    }, { by: bells });
  }

  // After midnight it is another day.
  renew() {
    const today = new Date().toDateString();
    this.dated ??= today;
    if (this.dated === today) return;
    this.dated = today;
    this.load();
  }

  onEvent(topic) {
    if (/^campus\.(day|school|class|schedule)\.changed$|^reset$/.test(topic)) this.load();
  }

  // A program that is away, or a school without a term, has no class to show.
  fail(problem) {
    if (this.data === null) this.settle();
    else super.fail(problem);
  }

  stop() {
    super.stop();
    this.stopTicking();
  }
}
