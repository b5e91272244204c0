// The coming events that are shared with a course.

import { h } from "../dom.js";
import { sentence, words } from "../words/words.js";
import { eventPicture, leftNote, renewLeft, whenOf } from "./eventparts.js";
import { pagedList } from "./list.js";

/** The number of events on a page of the list. */
const pageSize = 50;
/** The pause between updates of the time left (ms). */
const renewsAfter = 15_000;

/** The section of a course's events, with a button to add one for those who teach it. */
export class CourseEvents {
  constructor(course, { mayAdd }) {
    const text = words.course;
    this.list = pagedList({
      name: `course.${course}.events`, row: eventRow,
      load: (cursor, ask) => ask("/v1/events", { course, limit: pageSize, cursor }),
      empty: () => h("p", { class: "quiet course-none" }, text.noEvents),
    });
    const add = mayAdd && h("a", { class: "link-button course-act", href: `/events/new?course=${course}` },
      text.addEvent);
    this.element = h("section", {}, h("div", { class: "course-head" }, h("h2", {}, text.events), add),
      this.list.element);
    this.list.refresh();
    this.renewing = setInterval(() => {
      if (!document.hidden && renewLeft(this.list.element)) this.list.refresh();
    }, renewsAfter);
  }

  onEvent(topic) {
    if (/^events\.(event|lists)\.|^reset$/.test(topic)) this.list.refresh();
  }

  stop() {
    clearInterval(this.renewing);
    this.list.stop();
  }
}

function eventRow(event) {
  const href = `/events/${event.id}`;
  return h("li", { class: "row event-row" }, h("a", { class: "row-link event-link", href },
    eventPicture(event), h("span", { class: "event-words" }, h("span", { class: "row-title" }, event.title),
      h("span", { class: "row-note" }, sentence(whenOf(event))), leftNote(event))));
}
