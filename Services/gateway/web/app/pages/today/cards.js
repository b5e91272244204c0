// The cards of the page Today: their standard order, and those that this client has.

import { runs } from "../../apps.js";
import { isTeacher } from "../../components/coursepieces.js";
import { pendingRoom, roomFinder } from "../../components/roomfinder.js";
import { emoji, fill, h } from "../../dom.js";
import { state } from "../../state.js";
import { words } from "../../words/words.js";
import { lineOf } from "./card.js";
import { CheckInCard } from "./checkincard.js";
import { ClassCard } from "./classcard.js";
import { CoursesCard } from "./coursescard.js";
import { EventCard } from "./eventcard.js";
import { BoardCard, InboxCard } from "./newscards.js";
import { TasksCard } from "./taskscard.js";

/** The standard orders. */
const ofStudents = ["checkin", "class", "room", "event", "tasks", "board", "inbox", "courses"];
const ofTeachers = ["courses", "checkin", "class", "event", "tasks", "board", "inbox", "room"];

/** The standard order for this person: for teachers courses are first, and a missing room is last. */
export function standardOrder() {
  return isTeacher() ? ofTeachers : ofStudents;
}

const hasRoom = () => runs("room") && (!state.home || Boolean(state.home.room));
const makers = new Map();

/**
 * Adds a card to the page: `make(changed)` creates it, `belongs()` says if it is shown to this person now,
 * and `isOfRoom` marks one whose requests need a room. A card has the interface of `Card`.
 */
export function registerCard(name, { make, belongs = () => true, isOfRoom = false }) {
  makers.set(name, { name, make, belongs, isOfRoom });
}

/** The cards that are shown to this person now. */
export function cardsNow() {
  return [...makers.values()].filter(({ belongs }) => belongs());
}

/**
 * The finder of a person without a room. A half-typed form stays. Teachers, who seldom live in one, see a
 * link to it.
 */
class RoomCard {
  constructor() {
    this.title = words.today.cards.room;
    this.element = h("div", { class: "today-room" });
    Object.assign(this, { isQuiet: true, isSettled: true });
    this.shown = null;
  }

  begin() {
    this.paint();
  }

  load() {}

  paint() {
    const asked = state.home?.asked ?? null;
    const kind = asked ? JSON.stringify(asked) : isTeacher() ? "link" : "none";
    if (kind === this.shown) return;
    this.shown = kind;
    fill(this.element, asked ? pendingRoom(asked) : kind === "link" ? this.link() : roomFinder());
  }

  link() {
    return h("section", { class: "card today-card", "aria-label": this.title },
      lineOf({ href: "/room", sign: h("span", { class: "today-sign" }, emoji("🏠")), title: this.title,
        line: words.room.toHome }));
  }

  onEvent() {}

  renew() {}

  stop() {}
}

registerCard("room", { make: () => new RoomCard(), belongs: () => runs("room") && !hasRoom() });
registerCard("checkin", { make: (changed) => new CheckInCard(changed), belongs: () => runs("courses") });
registerCard("class", { make: (changed) => new ClassCard(changed), belongs: () => runs("school") });
registerCard("courses", { make: (changed) => new CoursesCard(changed), belongs: () => runs("courses") });
registerCard("event", { make: (changed) => new EventCard(changed), belongs: () => runs("events") });
registerCard("tasks", { make: (changed) => new TasksCard(changed), belongs: hasRoom, isOfRoom: true });
registerCard("board", { make: (changed) => new BoardCard(changed), belongs: hasRoom, isOfRoom: true });
registerCard("inbox", { make: (changed) => new InboxCard(changed) });
