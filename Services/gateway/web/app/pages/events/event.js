// One event and the countdown to it.

import { get } from "../../api.js";
import { arrange } from "../../components/arrange.js";
import { itemPage } from "../../components/besidelist.js";
import { countdownFace } from "../../components/countdownface.js";
import { eventAnswers } from "../../components/eventanswers.js";
import { datesList } from "../../components/eventdates.js";
import { nameCourses } from "../../components/eventcourses.js";
import { openSharing } from "../../components/eventsharing.js";
import { eventTools, openEventMenu } from "../../components/eventmenu.js";
import {
  eventPicture, repeatsOf, whenOf, whenThere, whoseMark,
} from "../../components/eventparts.js";
import { EventLists } from "../../components/eventlists.js";
import { removeEvents } from "../../components/eventremoval.js";
import { creditOf, failed, skeleton } from "../../components/pieces.js";
import { fill, h } from "../../dom.js";
import { edited } from "../../models/events.js";
import { listed, watchOutbox } from "../../offline/outbox.js";
import { back, go } from "../../router.js";
import { lists, watchCourses, watchPerson, watchRoommates } from "../../state.js";
import { sentence, words } from "../../words/words.js";
import { notFoundNote } from "../notfound.js";
import { eventsPage, isTable } from "./events.js";

/** The delay after the start of a repeating event until its next date is fetched (ms). */
const repeatsAfter = 60_000;

/** The page at /events/:id. */
export function eventPage({ params }) {
  const page = new EventPage(params.id);
  page.begin();
  const shown = {
    name: "event", tab: "events", title: page.title, isPlain: true, parent: "/events", body: page.body,
    aside: page.lists.element,
    onEvent: (topic, data) => page.onEvent(topic, data),
    stop: () => page.stop(),
  };
  return isTable() ? itemPage(shown, () => eventsPage({ isReturn: true, isBeside: true })) : shown;
}

class EventPage {
  constructor(id) {
    this.id = id;
    this.path = `/v1/events/${encodeURIComponent(id)}`;
    this.body = h("div", { class: "event-page" });
    this.lists = new EventLists(id);
    this.title = words.events.one;
    this.event = seen(id);
    this.face = null;
    this.menu = null;
    this.counted = null;
    this.timer = null;
    this.isOver = false;
    this.isLeaving = false;
    this.isMissing = false;
    /** The number of fetches so far. A reply to any but the last one is dropped. */
    this.asked = 0;
  }

  begin() {
    if (this.event) this.paint();
    else fill(this.body, h("h1", { class: "spoken" }, words.events.one), skeleton(3));
    this.load();
    const repaint = () => this.repaint();
    this.unwatch = [watchOutbox, watchPerson, watchRoommates, watchCourses].map((watch) => watch(repaint));
  }

  stop() {
    this.isOver = true;
    clearTimeout(this.timer);
    this.unwatch.forEach((stop) => stop());
    this.face?.stop();
    this.lists.stop();
  }

  onEvent(topic, data) {
    if (this.isLeaving) return;
    this.lists.onEvent(topic, data);
    const isOurs = data?.id === this.id || data?.event === this.id;
    if (topic === "events.event.deleted" && isOurs) this.miss();
    else if (isOurs && /^events\.(event|answer|toDos|budget)\./.test(topic)) this.load();
    // The event's visibility or the person's zone may have changed.
    else if (topic === "events.lists.changed" || topic === "reset") this.load();
  }

  async load() {
    this.asked += 1;
    const mine = this.asked;
    const isLate = () => this.isOver || mine !== this.asked;
    try {
      const found = await get(this.path);
      if (isLate()) return;
      this.isMissing = false;
      this.take(found);
    } catch (problem) {
      if (isLate()) return;
      if (problem.status === 404 || problem.code === "id_bad") this.miss();
      else if (!this.event) fill(this.body, failed(problem, () => this.load()));
    }
  }

  take(found) {
    if (this.isMissing) return;
    const isSame = JSON.stringify(found) === JSON.stringify(this.event);
    this.event = found;
    nameCourses([found], () => this.repaint());
    if (!isSame || !this.face) this.paint();
  }

  miss() {
    this.isMissing = true;
    this.asked += 1;
    this.face?.stop();
    this.face = null;
    this.lists.clear();
    document.title = `${words.notFound.title} · ${words.app}`;
    fill(this.body, h("h1", { class: "spoken" }, words.events.one), notFoundNote());
  }

  repaint() {
    if (this.event && this.face && !this.isMissing) this.paint();
  }

  // Keeps the countdown while its target is the same, together with the wand and the selected unit.
  paint() {
    const shown = withWaiting(this.event);
    if (this.counted !== shown.next || !this.face) {
      this.face?.stop();
      this.counted = shown.next;
      this.face = countdownFace(Date.parse(shown.next), { said: (...said) => this.entitle(...said) });
    }
    const answers = shown.visibility !== "private" && eventAnswers(shown, (found) => this.take(found));
    this.menu?.show(shown);
    put(this.body, [head(shown), creditOf(shown), this.face.element, this.tools(shown), answers,
      details(shown, (found) => this.take(found))]);
    this.lists.show(shown);
  }

  openMenu(shown) {
    const menu = openEventMenu(shown, (found) => this.take(found));
    this.menu = menu;
    menu.closed.then(() => { if (this.menu === menu) this.menu = null; });
  }

  // Puts the time left into the window's title. After a repeating event has started, fetches its next date.
  entitle(sentence, { isPast }) {
    this.title = `${sentence} · ${this.event.title}`;
    document.title = `${this.title} · ${words.app}`;
    if (!isPast || !this.event.recurrence || this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.load();
    }, repeatsAfter);
  }

  tools(shown) {
    return eventTools([
      shown.isMine && ["edit", words.task.edit, `/events/${shown.id}/edit`],
      ["menu", words.events.menu.title, () => this.openMenu(shown)],
      ["share", words.sharing.title, () => openSharing(shown, this.face.reading(), () => this.load())],
      shown.isMine && ["trash", words.task.delete, () => this.remove(), true],
    ]);
  }

  async remove() {
    this.isLeaving = true;
    const stayed = await removeEvents([this.event], { back: () => go(`/events/${this.id}`) });
    this.isLeaving = stayed.length === 0;
    if (this.isLeaving) back("/events");
  }
}

// Keeps the focus when something changes elsewhere.
function put(body, nodes) {
  const all = () => [...body.querySelectorAll("a[href], button, input")];
  const at = all().indexOf(document.activeElement);
  arrange(body, nodes.filter(Boolean));
  if (at >= 0 && !body.contains(document.activeElement)) all()[at]?.focus({ preventScroll: true });
}

// Shows an event from a list immediately.
function seen(id) {
  const all = ["events.upcoming", "events.past"].flatMap((name) => lists.get(name)?.items ?? []);
  return all.find((event) => event.id === id) ?? null;
}

function withWaiting(event) {
  const changes = listed().filter(({ what, state }) =>
    what.kind === "event.edit" && what.id === event.id && state === "waiting");
  return changes.reduce((last, { body }) => edited(last, body), event);
}

function head(event) {
  const there = whenThere(event);
  return h("header", { class: "event-head" }, eventPicture(event, "hero"),
    h("div", { class: "event-head-words" },
      h("h1", {}, event.title),
      h("p", {}, sentence(whenOf(event))),
      there && h("p", { class: "event-there" }, there),
      event.place && h("p", { class: "event-place" }, event.place)));
}

function details(event, taken) {
  const text = words.events;
  const mark = whoseMark(event);
  const repeats = repeatsOf(event);
  const dates = datesList(event, taken);
  if (!mark && !repeats && !event.notes && !event.isWaiting) return null;
  return h("section", { class: "card event-details" },
    event.isWaiting && h("p", { class: "warning" }, text.waits),
    (mark || repeats) && h("p", { class: "marks" }, mark, repeats && h("span", { class: "label" }, repeats)),
    dates, event.notes && h("p", { class: "notes" }, event.notes));
}

