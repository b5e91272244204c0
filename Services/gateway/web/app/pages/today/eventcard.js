// The card of the next event, with a countdown to the second.

import { clock, tick } from "../../clock.js";
import { countdown } from "../../countdown.js";
import { eventPicture, leftOf, whenOf } from "../../components/eventparts.js";
import { emoji, h, spoken } from "../../dom.js";
import { withChanges } from "../../models/events.js";
import { endOfToday } from "../../models/today.js";
import { listed, watchOutbox } from "../../offline/outbox.js";
import { lengthIn, words } from "../../words/words.js";
import { Card, lineOf } from "./card.js";

/** The number of fetched events. The next one may be over or deleted before the list is fetched again. */
const ahead = 5;

export class EventCard extends Card {
  constructor(changed) {
    super({
      name: "event", title: words.today.cards.event, changed,
      ask: (question) => question("/v1/events", { limit: ahead }),
      draw: (found, at) => this.content(found, at),
    });
    this.stopTicking = () => {};
    this.unwatch = watchOutbox(() => this.paint());
  }

  content({ items }, at) {
    this.stopTicking();
    const now = clock.now();
    const next = withChanges(items, listed(), at, { now }).find((event) => Date.parse(event.next) > now);
    this.next = next ?? null;
    this.setQuiet(!next || Date.parse(next.next) >= endOfToday(now));
    if (!next) {
      const { title, empty, emptyText } = words.events;
      return lineOf({ href: "/events/new", sign: h("span", { class: "today-sign" }, emoji("🗓️")), title,
        line: empty, note: emptyText });
    }
    const left = h("span", { class: "today-left" });
    const line = lineOf({
      href: next.version ? `/events/${next.id}` : "/outbox", sign: eventPicture(next), title: this.title,
      line: next.title, note: [left, " · ", next.isWaiting ? words.events.waits : whenOf(next)],
    });
    this.count(next, left);
    return line;
  }

  // Screen readers get the sentence, which changes at most once a minute.
  count(next, left) {
    const digits = h("span", { class: "today-digits", "aria-hidden": "true" });
    const aloud = spoken("");
    left.append(digits, aloud);
    const target = Date.parse(next.next);
    this.stopTicking = tick(target, (now) => {
      if (target <= now) {
        this.stopTicking();
        // Not within this draw, which may still be going on.
        setTimeout(() => { if (!this.isOver) this.begun(); });
        return;
      }
      const text = digitsOf(countdown(target, now).digits);
      if (digits.textContent !== text) digits.textContent = text;
      const phrase = leftOf(next.next, now);
      if (aloud.textContent !== phrase) aloud.textContent = phrase;
    });
  }

  begun() {
    this.paint();
    this.load();
  }

  onEvent(topic) {
    if (/^events\.(event|lists)\.|^reset$/.test(topic)) this.load();
  }

  stop() {
    super.stop();
    this.stopTicking();
    this.unwatch();
  }
}

// `3 days 04:12:33`, or `04:12:33` on the last day.
function digitsOf({ days, hours, minutes, seconds }) {
  const time = [hours, minutes, seconds].map((value) => String(value).padStart(2, "0")).join(":");
  return days > 0 ? `${lengthIn("days", days)} ${time}` : time;
}
