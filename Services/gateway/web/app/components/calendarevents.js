// The events of the week and the month: the same lists as the table's, as many pages as the dates need.

import { Problem, get, lastSeen } from "../api.js";
import { clock } from "../clock.js";
import { withChanges } from "../models/events.js";
import { maxDays } from "../models/eventcalendar.js";
import { listed } from "../offline/outbox.js";
import { lists } from "../state.js";

const aDay = 86_400_000;
const pageSize = 100;
/** The limit on the pages of each list. */
const maxPages = 5;
const states = ["upcoming", "past"];

export class CalendarEvents {
  /** `changed()` is called after each reply. */
  constructor(changed) {
    Object.assign(this, { changed, isOver: false, turn: 0, problem: null, hasBegun: false });
  }

  /** True once something is there to show. */
  get isKnown() {
    return states.some((state) => lists.has(nameOf(state)));
  }

  /** True if there are more events than were fetched. */
  isCut(from) {
    return states.some((state) => lists.get(nameOf(state))?.next && !reaches(state, from));
  }

  /** All fetched events with the unsent changes applied. */
  all() {
    const byID = new Map();
    for (const state of states) {
      const data = lists.get(nameOf(state));
      if (!data && state === "past") continue;
      const items = withChanges(data?.items ?? [], listed(), data?.at ?? 0,
        { isPast: state === "past", now: clock.now() });
      for (const event of items) byID.set(event.id, event);
    }
    return [...byID.values()];
  }

  /** Fetches what the dates from `from` on need: first what is stored, then the current state. */
  async load(from) {
    this.turn += 1;
    const mine = this.turn;
    const isOver = () => this.isOver || mine !== this.turn;
    Object.assign(this, { problem: null, hasBegun: true });
    await Promise.all(states.map(async (state) => {
      if (!lists.has(nameOf(state))) await this.take(state, from, kept, isOver);
      await this.take(state, from, get, isOver);
    }));
  }

  /** Fetches older events if these dates need them. */
  async reach(from) {
    if (this.hasBegun && lists.has("events.past") && !reaches("past", from)) await this.load(from);
  }

  async take(state, from, ask, isOver) {
    try {
      const data = await pagesOf(state, from, ask);
      if (isOver()) return;
      lists.set(nameOf(state), data);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (ask === kept || isOver()) return;
      this.problem = problem;
    }
    this.changed();
  }

  stop() {
    this.isOver = true;
  }
}

const nameOf = (state) => `events.${state}`;

async function pagesOf(state, from, ask) {
  const data = { items: [], next: null, pages: 0, at: Date.now() };
  do {
    try {
      const query = { state: state === "past" ? "past" : null, limit: pageSize, cursor: data.next };
      const { items, next } = await ask("/v1/events", query);
      data.items.push(...items);
      data.next = next ?? null;
      data.pages += 1;
    } catch (problem) {
      // Without a network, only the first page may be stored.
      if (!(problem instanceof Problem) || data.pages === 0) throw problem;
      return data;
    }
  } while (data.next && data.pages < maxPages && !isEnough(state, data, from));
  return data;
}

// Past events come newest first. The longest one that touches a date began a year before.
function isEnough(state, { items }, from) {
  if (state !== "past") return false;
  const earliest = Date.parse(`${from}T00:00:00Z`) - (maxDays + 1) * aDay;
  return Date.parse(items.at(-1)?.next) < earliest;
}

function reaches(state, from) {
  const data = lists.get(nameOf(state));
  return !data?.next || isEnough(state, data, from);
}

async function kept(path, query) {
  const seen = await lastSeen(path, query);
  if (!seen) throw new Problem({ code: "offline" });
  return seen;
}
