// One event and the countdown to it.

import { get } from "../../api.js";
import { arrange } from "../../components/arrange.js";
import { countdownFace } from "../../components/countdownface.js";
import { eventAnswers } from "../../components/eventanswers.js";
import { nameCourses } from "../../components/eventcourses.js";
import { openSharing } from "../../components/eventsharing.js";
import { eventTools, openEventMenu } from "../../components/eventmenu.js";
import {
  eventPicture, repeatsOf, whenOf, whenThere, whoseMark,
} from "../../components/eventparts.js";
import { removeEvents } from "../../components/eventremoval.js";
import { failed, skeleton } from "../../components/pieces.js";
import { fill, h } from "../../dom.js";
import { edited } from "../../models/events.js";
import { listed, watchOutbox } from "../../offline/outbox.js";
import { back, go } from "../../router.js";
import { lists, watchCourses, watchRoommates } from "../../state.js";
import { words } from "../../words/words.js";
import { notFoundPage } from "../notfound.js";

/** So long after an event has begun its next time is asked for, if it repeats (ms). */
const repeatsAfter = 60_000;

/** The page at /events/:id. */
export function eventPage({ params }) {
  const body = h("div", { class: "event-page" });
  const path = `/v1/events/${encodeURIComponent(params.id)}`;
  let event = seen(params.id);
  let face = null;
  let counted = null;
  let title = words.events.one;
  let timer = null;
  let isOver = false;
  let isLeaving = false;
  let isMissing = false;
  /** How often the event was asked for: what an earlier question brings later is not what it is now. */
  let asked = 0;

  const missing = () => {
    isMissing = true;
    asked += 1;
    face?.stop();
    face = null;
    document.title = `${words.notFound.title} · ${words.app}`;
    fill(body, h("h1", { class: "spoken" }, words.events.one), notFoundPage().body);
  };

  function said(sentence, { isPast }) {
    title = `${sentence} · ${event.title}`;
    document.title = `${title} · ${words.app}`;
    if (!isPast || !event.recurrence || timer) return;
    timer = setTimeout(() => {
      timer = null;
      load();
    }, repeatsAfter);
  }

  // Nobody looks for the focus anew because something changed elsewhere.
  function put(nodes) {
    const all = () => [...body.querySelectorAll("a[href], button, input")];
    const at = all().indexOf(document.activeElement);
    arrange(body, nodes.filter(Boolean));
    if (at >= 0 && !body.contains(document.activeElement)) all()[at]?.focus({ preventScroll: true });
  }

  // The face stands as long as it counts to the same moment: its wand and its choice with it.
  function paint() {
    const shown = withWaiting(event);
    if (counted !== shown.next || !face) {
      face?.stop();
      counted = shown.next;
      face = countdownFace(Date.parse(shown.next), { said });
    }
    put([head(shown), face.element, tools(shown),
      shown.visibility !== "private" && eventAnswers(shown, take), details(shown)]);
  }

  function take(found) {
    if (isMissing) return;
    const isSame = JSON.stringify(found) === JSON.stringify(event);
    event = found;
    nameCourses([found], repaint);
    if (!isSame || !face) paint();
  }

  async function load() {
    asked += 1;
    const mine = asked;
    try {
      const found = await get(path);
      if (isOver || mine !== asked) return;
      isMissing = false;
      take(found);
    } catch (problem) {
      if (isOver || mine !== asked) return;
      if (problem.status === 404 || problem.code === "id_bad") missing();
      else if (!event) fill(body, failed(problem, load));
    }
  }

  async function remove() {
    isLeaving = true;
    const stayed = await removeEvents([event], { back: () => go(`/events/${params.id}`) });
    isLeaving = stayed.length === 0;
    if (isLeaving) back("/events");
  }

  const tools = (shown) => eventTools([
    shown.isMine && ["edit", words.task.edit, `/events/${shown.id}/edit`],
    ["menu", words.events.menu.title, () => openEventMenu(shown)],
    ["share", words.sharing.title, () => openSharing(shown, face.reading(), load)],
    shown.isMine && ["trash", words.task.delete, remove, true],
  ]);

  const repaint = () => { if (event && face && !isMissing) paint(); };
  if (event) paint();
  else fill(body, h("h1", { class: "spoken" }, words.events.one), skeleton(3));
  load();
  const unwatch = [watchOutbox(repaint), watchRoommates(repaint), watchCourses(repaint)];
  return {
    name: "event", tab: "events", title, isPlain: true, parent: "/events", body,
    heard: (topic, data) => {
      if (isLeaving) return;
      const isOurs = data?.id === params.id || data?.event === params.id;
      if (topic === "events.event.deleted" && isOurs) missing();
      else if (isOurs && /^events\.(event|answer|toDos|budget)\./.test(topic)) load();
      // Whether one still sees it, and in which zone, may be another matter now.
      else if (topic === "events.lists.changed" || topic === "reset") load();
    },
    stop: () => {
      isOver = true;
      clearTimeout(timer);
      unwatch.forEach((stop) => stop());
      face?.stop();
    },
  };
}

// An event that stood on a list is shown at once.
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
      h("p", {}, whenOf(event)),
      there && h("p", { class: "event-there" }, there),
      event.place && h("p", { class: "event-place" }, event.place)));
}

function details(event) {
  const text = words.events;
  const mark = whoseMark(event);
  const repeats = repeatsOf(event);
  if (!mark && !repeats && !event.notes && !event.isWaiting) return null;
  return h("section", { class: "card event-details" },
    event.isWaiting && h("p", { class: "warning" }, text.waits),
    (mark || repeats) && h("p", { class: "marks" }, mark, repeats && h("span", { class: "label" }, repeats)),
    event.notes && h("p", { class: "notes" }, event.notes));
}

