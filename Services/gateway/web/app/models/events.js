// The list of events: its order, with unsent changes applied.

import { instantOf } from "./zonetime.js";

/** The limit on the difference between this device's clock and the site's (ms). */
const clockSkew = 60_000;
const standardMinutes = 120;
const dayMinutes = 1440;

/** Upcoming events, the next one first; past events, the newest first. */
export function before(one, other, isPast = false) {
  const order = Date.parse(one.next) - Date.parse(other.next) || (one.id < other.id ? -1 : 1);
  return isPast ? -order : order;
}

/**
 * Upcoming or past events with the changes of the outbox applied. Changes sent after `fetched` (ms)
 * are included, because the list does not contain them yet.
 */
export function withChanges(items, changes, fetched, { isPast = false, now = Date.now() } = {}) {
  let list = items;
  const belongs = (event) => (Date.parse(event.next) <= now) === isPast;
  const take = (event) => {
    const rest = list.filter(({ id }) => id !== event.id);
    list = belongs(event) ? within(rest, event, isPast) : rest;
  };
  for (const change of changes) {
    const { what, body, state, sentAt, reply } = change;
    const counts = state === "waiting" || (state === "sent" && sentAt > fetched);
    if (!counts || !what.kind.startsWith("event.")) continue;
    const known = list.find(({ id }) => id === what.id);
    if (what.kind === "event.add") {
      if (reply) take(reply.event);
      else if (!list.some((event) => hasArrived(event, change))) take(awaited(change));
    } else if (what.kind === "event.delete") {
      if (known) list = list.filter((event) => event !== known);
    } else if (what.kind === "event.restore") {
      if (reply ?? what.event) take(reply ?? { ...what.event, isWaiting: true });
    } else if (what.kind === "event.edit" && (known || reply)) {
      take(reply?.event ?? edited(known, body));
    }
  }
  return list;
}

/** A preview of an event that is not on the site yet. */
export function awaited({ key, body, person, at }) {
  const event = {
    minutes: body.when.time ? standardMinutes : dayMinutes, visibility: "private", ...body, id: key,
    isWaiting: true, isMine: true, owner: person, version: 0, added: new Date(at).toISOString(),
    toDos: { done: 0, all: 0 }, answers: { yes: 0, maybe: 0, no: 0 }, hasLink: false,
  };
  return timed(event);
}

/** An event with an unsent change. */
export function edited(event, { version: _, ...values }) {
  const next = { ...event, ...values, isWaiting: true };
  return values.when ? timed(next) : next;
}

function timed(event) {
  const { instant } = instantOf(event.when);
  const next = new Date(Number.isFinite(instant) ? instant : 0).toISOString();
  const ends = new Date(Date.parse(next) + event.minutes * 60_000).toISOString();
  return { ...event, next, ends, isPast: Date.parse(next) <= Date.now() };
}

// The stream may be faster than the reply. The event is then listed before its change counts as sent.
function hasArrived(event, { body, person, at, isUntried }) {
  return !isUntried && !event.isWaiting && event.title === body.title && event.owner === person
    && Date.parse(event.added) > at - clockSkew;
}

function within(items, event, isPast) {
  let at = items.length;
  while (at > 0 && before(event, items[at - 1], isPast) < 0) at -= 1;
  return [...items.slice(0, at), event, ...items.slice(at)];
}
