// Today: a line to add a task or an event, and a card for each app with what matters now, in the order that
// the person chose.

import { runs } from "../../apps.js";
import { arrange } from "../../components/arrange.js";
import { barAction, showEditing } from "../../components/baraction.js";
import { empty, skeleton } from "../../components/pieces.js";
import { quickAddLine } from "../../components/quickadd.js";
import { tellAnswer } from "../../components/roomfinder.js";
import { fill, h } from "../../dom.js";
import { hiddenOf, orderOf } from "../../models/cardorder.js";
import { after } from "../../models/tasks.js";
import { watchOutbox } from "../../offline/outbox.js";
import { state, watch } from "../../state.js";
import { words } from "../../words/words.js";
import { arrangement, keepArrangement, moveFormer } from "./arrangement.js";
import { arranging } from "./arranging.js";
import { cardsNow, standardOrder } from "./cards.js";

/** The time after which cards are shown one by one, each once those above it have their data (ms). */
const patience = 1500;
/**
 * The time after which all cards are shown although data, the account or the room is missing, and those of a
 * room ask although it is not known if there is one (ms).
 */
const maxPatience = 5000;
/** The pause between updates for times that pass (ms). */
const renewsAfter = 15_000;

/** The page of today. */
export function todayPage() {
  const page = new TodayPage();
  page.begin();
  return {
    name: "today", tab: "today", title: words.today.title, action: page.edit,
    body: [page.add.element, page.place, page.free],
    refresh: () => page.refresh(),
    onEvent: (topic, data) => page.onEvent(topic, data),
    stop: () => page.stop(),
  };
}

class TodayPage {
  constructor() {
    this.cards = new Map();
    this.started = new Set();
    this.place = h("div", { class: "today-cards" });
    this.free = h("div", { class: "today-free", hidden: true },
      empty("🌤️", words.today.free, words.today.freeText));
    this.edit = barAction("edit", words.task.edit, { onclick: () => this.setEditing(!this.isEditing) });
    this.add = quickAddLine({
      added: (kind, reply) => this.added(kind, reply), removed: (kind) => this.removed(kind),
    });
    Object.assign(this, { isEditing: false, isPatient: true, comesInTurn: true, asksRooms: false });
    this.take(arrangement());
  }

  begin() {
    this.paint();
    const watched = [watch(() => this.follow()), watchOutbox(() => this.rearrange())];
    this.unwatch = () => watched.forEach((stop) => stop());
    this.renewing = setInterval(() => {
      if (!document.hidden) this.cards.forEach((card) => card.renew());
    }, renewsAfter);
    this.waiting = [patience, maxPatience].map((time) => setTimeout(() => {
      this.isPatient = false;
      this.asksRooms = time === maxPatience;
      if (this.asksRooms) this.comesInTurn = false;
      this.paint();
    }, time));
  }

  stop() {
    this.unwatch();
    clearInterval(this.renewing);
    this.waiting.forEach(clearTimeout);
    this.add.stop();
    this.cards.forEach((card) => card.stop());
  }

  // The standard order depends on the person's roles.
  take(saved) {
    const standard = standardOrder();
    this.order = orderOf(standard, saved);
    this.hidden = hiddenOf(standard, saved);
  }

  // The arrangement may have changed, also in another window or on another device.
  rearrange() {
    if (this.isEditing) return;
    this.take(arrangement());
    this.paint();
  }

  // The state of the account, the room and the counts has changed.
  follow() {
    moveFormer(standardOrder());
    this.add.paint();
    this.rearrange();
    for (const name of ["board", "courses", "inbox", "room", "tasks"]) this.cards.get(name)?.paint();
  }

  paint() {
    if (this.isEditing) return;
    const now = new Map(cardsNow().map((card) => [card.name, card]));
    const shown = this.order.filter((name) => now.has(name) && !this.hidden.includes(name));
    // The account and the room decide which cards there are, and their data how high they are. The
    // placeholder is replaced as a whole, so that no card moves.
    if (this.isPatient) {
      for (const name of shown) this.start(now.get(name));
      const isKnown = state.me && (state.home || !runs("room"));
      if (!isKnown || !shown.every((name) => this.cards.get(name).isSettled)) {
        if (!this.place.firstChild) fill(this.place, this.bones([]));
        return;
      }
      this.isPatient = false;
      this.comesInTurn = false;
    }
    for (const [name, card] of this.cards) {
      if (now.has(name)) continue;
      card.stop();
      this.cards.delete(name);
      this.started.delete(name);
    }
    for (const name of shown) this.start(now.get(name));
    arrange(this.place, this.comesInTurn ? this.ofTurn(shown)
      : shown.map((name) => this.cards.get(name).element));
    this.paintFree(shown);
  }

  // The cards that have their data, up to the first one that waits for it: what comes moves none of them.
  ofTurn(shown) {
    const elements = [];
    const stop = (element) => [...elements, element];
    if (!state.me) return stop(this.bones([]));
    for (const name of this.order) {
      if (name === "room" && runs("room") && !state.home) return stop(this.bones(elements));
      const card = shown.includes(name) && this.cards.get(name);
      if (!card) continue;
      if (!card.isSettled) return stop(card.isVacant ? this.bones(elements) : card.element);
      elements.push(card.element);
    }
    this.comesInTurn = false;
    return elements;
  }

  // A placeholder below these cards. One that stood elsewhere would move; the same one is seen at once.
  bones(cards) {
    const above = cards.filter(({ hidden }) => !hidden).length;
    if (this.boned?.above !== above) this.boned = { above, element: skeleton(4) };
    return this.boned.element;
  }

  // Asks the programs side by side. A card of a room waits until there is one.
  start({ name, make, isOfRoom }) {
    if (!this.cards.has(name)) {
      const card = make(() => this.changed());
      this.cards.set(name, card);
      card.begin();
    }
    if (this.started.has(name) || (isOfRoom && !state.home && !this.asksRooms)) return;
    this.started.add(name);
    this.cards.get(name).load();
  }

  // A card has changed. Not within its own change, which may be going on in `paint`.
  changed() {
    if (this.comesInTurn) queueMicrotask(() => { if (this.comesInTurn) this.paint(); });
    else this.paintFree();
  }

  // A day on which nothing needs attention.
  paintFree(shown = null) {
    if (shown) this.shown = shown;
    const cards = (this.shown ?? []).map((name) => this.cards.get(name)).filter(Boolean);
    const isRoomless = this.cards.has("room");
    this.free.hidden = this.isEditing || isRoomless || !cards.every(({ isQuiet }) => isQuiet);
  }

  refresh() {
    return Promise.all([...this.started].map((name) => this.cards.get(name).load()));
  }

  setEditing(isEditing) {
    this.isEditing = isEditing;
    showEditing(this.edit, isEditing);
    this.add.element.hidden = isEditing;
    this.free.hidden = true;
    if (!isEditing) {
      this.paint();
      return;
    }
    const cards = cardsNow().filter(({ name }) => !this.cards.get(name)?.isVacant)
      .map(({ name }) => ({ name, title: words.today.cards[name] }));
    fill(this.place, arranging({
      cards, order: this.order, hidden: this.hidden, changed: (saved) => {
        Object.assign(this, saved);
        keepArrangement(saved);
      },
    }));
  }

  added(kind, reply) {
    if (kind === "task") {
      this.cards.get("tasks")?.change((tasks) => after(tasks, "roomhub.task.added", { task: reply.task }));
    } else this.cards.get("event")?.load();
  }

  removed(kind) {
    this.cards.get(kind === "task" ? "tasks" : "event")?.load();
  }

  onEvent(topic, data) {
    if (topic === "roomhub.join.ended" && state.home?.asked) tellAnswer(state.home.asked, data.isApproved);
    // A card that has not asked yet has nothing to update.
    for (const name of this.started) this.cards.get(name).onEvent(topic, data);
  }
}
