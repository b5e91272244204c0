// The open rooms as a table, for administrators on wide screens.

import { send } from "../api.js";
import { h } from "../dom.js";
import { dayOf, listed, sentence, words } from "../words/words.js";
import { field, refusal } from "./form.js";
import { formSheet } from "./formsheet.js";
import { empty } from "./pieces.js";
import { TablePlace } from "./tableplace.js";

/**
 * `load(filter, page, signal)` returns rooms with the names of their dorms and people, and `open(room)` shows
 * one room with what can be done there. `found` and `kept` are as for people.
 */
export function roomsTable({ load, open, found, kept }) {
  const text = words.tables.rooms;
  const place = new TablePlace({
    table: {
      text, caption: words.admin.rooms.title, columns: columns(open), nameOf: placeOf, kept,
      acts: [{ label: words.admin.rooms.capacity, run: (rooms) => changeCapacity(place, rooms) }],
    },
    load, found, file: file(), sorts: ["room", "people", "opened"],
    none: ({ dorm, number }) => noRooms(dorm || number),
  });
  return place;
}

/** Stands in place of rooms where there are none. */
export function noRooms(isFiltered) {
  const text = words.admin.rooms;
  return isFiltered ? empty("🔍", text.nothing, text.nothingText) : empty("🚪", text.empty, text.emptyText);
}

/** Sets the number of people that a room may have. An empty text stands for its dorm's usual number. */
export function setCapacity({ id }, typed) {
  return send("PATCH", `/v1/admin/rooms/${id}`, {
    capacity: typed.trim() === "" ? null : Math.trunc(Number(typed)) || 0,
  });
}

/** The field for that number. */
export function capacityField({ value = "", hint }) {
  return field({ name: "capacity", label: words.admin.rooms.capacityLabel, kind: "number", min: 1, max: 20,
    inputmode: "numeric", value, hint });
}

async function changeCapacity(place, rooms) {
  const text = words.tables.rooms;
  const number = capacityField({ hint: text.capacityHint });
  const wish = await formSheet({
    title: text.capacityTitle(rooms.length), lead: words.admin.rooms.capacityLead, parts: [number],
    label: words.save,
    submit: ({ capacity }) => {
      if (!number.input.checkValidity()) throw refusal("capacity", words.errors.capacity_bad);
      return { capacity };
    },
  });
  if (!wish) return;
  await place.change(rooms, async (room) => {
    const { capacity } = await setCapacity(room, wish.capacity);
    return { ...room, capacity };
  });
}

const placeOf = ({ dormName, number }) => words.home.room(dormName, number);
const namesOf = ({ people }) => people.map(({ name }) => name ?? words.admin.rooms.unknown);

function file() {
  const text = words.tables.rooms;
  const rooms = words.admin.rooms;
  return {
    title: rooms.title,
    head: [rooms.dorm, rooms.search, text.people, rooms.capacityLabel, text.residents, text.opened],
    line: (room) => [room.dormName, room.number, room.people.length, room.capacity,
      namesOf(room).join("; "), room.opened],
  };
}

function columns(open) {
  const text = words.tables.rooms;
  return [
    { name: "room", title: text.room, value: placeOf,
      cell: (room) => h("button", { type: "button", class: "table-link", "aria-haspopup": "dialog",
        onclick: () => open(room) }, placeOf(room)) },
    { name: "residents", title: text.residents, cell: (room) => listed(namesOf(room)) },
    { name: "people", title: text.people, value: ({ people }) => people.length, isShort: true,
      cell: ({ people, capacity }) => words.admin.rooms.people(people.length, capacity) },
    { name: "opened", title: text.opened, value: ({ opened }) => Date.parse(opened), isShort: true,
      cell: ({ opened }) => sentence(dayOf(opened)) },
  ];
}
