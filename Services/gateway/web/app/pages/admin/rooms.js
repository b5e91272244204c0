// The open rooms with their members and capacity, but without anything the members write: a list on phones, a
// table on wide screens.

import { get, send } from "../../api.js";
import { allDorms, allRooms, directory, fullName } from "../../components/directory.js";
import { chooser, filteredList, searchField } from "../../components/filters.js";
import { pagedList } from "../../components/list.js";
import { ask } from "../../components/pieces.js";
import { formSheet } from "../../components/formsheet.js";
import { capacityField, noRooms, roomsTable, setCapacity } from "../../components/roomstable.js";
import { sheet } from "../../components/sheet.js";
import { inAddress, keptOrder, listOrTable } from "../../components/tableplace.js";
import { complain, toast } from "../../components/toast.js";
import { fill, h, icon } from "../../dom.js";
import { lists } from "../../state.js";
import { dayOf, listed, words } from "../../words/words.js";

/** The page at /admin/rooms. */
export function adminRoomsPage() {
  const page = new RoomsPage();
  return {
    name: "admin-rooms", tab: "admin", title: words.admin.rooms.title, parent: "/admin",
    body: [page.filters, page.said, page.list.element],
    onEvent: (topic) => page.onEvent(topic),
    stop: () => page.list.stop(),
  };
}

class RoomsPage {
  constructor() {
    const text = words.admin.rooms;
    Object.assign(this, { filter: asked(), opened: new Set(), dorms: null });
    this.said = h("p", { class: "spoken", role: "status" });
    const found = (count) => fill(this.said, text.found(count));
    this.list = listOrTable({
      table: () => roomsTable({ load: (...wanted) => this.load(...wanted), open: (room) => this.show(room),
        found, kept: keptOrder("admin.rooms.order") }),
      list: () => filteredList((wanted, signal) => this.listOf(wanted, signal, found)),
    });
    this.dorm = chooser({ label: text.dorm, options: [["", text.allDorms]],
      onchange: (dorm) => this.change({ dorm }) });
    this.filters = h("div", { class: "filters table-filters", role: "search" },
      searchField({ label: text.search, value: this.filter.number,
        onsearch: (number) => this.change({ number }) }),
      this.dorm, this.list.end);
    this.list.show(this.filter);
  }

  listOf(wanted, signal, found) {
    const name = wanted.dorm || wanted.number ? "admin.rooms.found" : "admin.rooms";
    if (name === "admin.rooms.found") lists.delete(name);
    return pagedList({
      name,
      load: async (cursor) => {
        const page = await this.load(wanted, { limit: 50, cursor }, signal);
        // A search with a single result expands it.
        if (page.items.length === 1 && !page.next && !cursor) this.opened.add(page.items[0].id);
        return page;
      },
      heading: (room) => room.dormName,
      row: (room) => roomRow(room, this.opened, this.acts()),
      empty: () => noRooms(wanted.dorm || wanted.number),
      onload: (items) => found(items.length),
    });
  }

  async load(wanted, page, signal) {
    const [reply, known] = await Promise.all([rooms(wanted, page, signal), this.dorms ?? this.loadDorms()]);
    const people = await directory(reply.items.flatMap(({ members }) => members));
    return { ...reply, items: reply.items.map((room) => named(room, known, people)) };
  }

  async loadDorms() {
    this.dorms = await allDorms();
    fill(this.dorm, h("option", { value: "" }, words.admin.rooms.allDorms),
      this.dorms.map(({ id, name }) => h("option", { value: id }, name)));
    this.dorm.value = this.filter.dorm;
    return this.dorms;
  }

  change(values) {
    Object.assign(this.filter, values);
    inAddress(this.filter);
    this.list.show(this.filter);
  }

  acts() {
    return { changeCapacity: (room) => this.changeCapacity(room),
      moveOut: (room, member) => this.moveOut(room, member) };
  }

  // A room of the table. What is done there opens a sheet of its own.
  show(room) {
    const acts = this.acts();
    const card = sheet({ title: words.home.room(room.dormName, room.number), body: roomBody(room, {
      changeCapacity: (one) => card.closed.then(() => acts.changeCapacity(one)),
      moveOut: (one, member) => card.closed.then(() => acts.moveOut(one, member)),
    }, () => card.close()) });
  }

  async changeCapacity(room) {
    const changed = await capacitySheet(room, this.dorms.find(({ id }) => id === room.dorm));
    if (!changed) return;
    toast(words.admin.rooms.capacityDone(room.number, changed.capacity));
    this.list.refresh();
  }

  async moveOut(room, member) {
    if (await movedOut(room, member)) this.list.refresh();
  }

  onEvent(topic) {
    if (topic.startsWith("roomhub.dorm.")) this.dorms = null;
    if (topic.startsWith("roomhub.dorm.") || topic === "reset") this.list.refresh();
  }
}

function asked() {
  const query = new URLSearchParams(location.search);
  return { dorm: query.get("dorm") ?? "", number: query.get("number") ?? "" };
}

// The API can't search for a part of a number, so all rooms are fetched and filtered here.
async function rooms({ dorm, number }, page, signal) {
  if (!number) return get("/v1/admin/rooms", { dorm: dorm || null, ...page }, { signal });
  const part = number.toUpperCase().replace(/^(RM|ROOM|#)\.?\s*/, "").replace(/\s/g, "");
  const all = await allRooms({ dorm: dorm || null, signal });
  return { items: all.filter((room) => room.number.toUpperCase().includes(part)), next: null };
}

function named(room, dorms, people) {
  return {
    ...room, dormName: dorms.find(({ id }) => id === room.dorm)?.name ?? room.dorm,
    people: room.members.map((id) => ({ id, name: people.has(id) ? fullName(people.get(id)) : null })),
  };
}

function roomRow(room, opened, acts) {
  const text = words.admin.rooms;
  const details = h("details", { class: "room-row", open: opened.has(room.id) },
    h("summary", {},
      h("strong", { class: "room-number" }, room.number),
      h("span", { class: "room-count row-note" }, text.people(room.people.length, room.capacity)),
      h("span", { class: "room-names row-note" },
        listed(room.people.map(({ name }) => name ?? text.unknown))),
      icon("next")),
    roomBody(room, acts));
  details.addEventListener("toggle", () => {
    if (details.open) opened.add(room.id);
    else opened.delete(room.id);
  });
  return h("li", {}, details);
}

// The members of a room and what can be done there. `leave()` is called first.
function roomBody(room, { changeCapacity, moveOut }, leave = () => {}) {
  const text = words.admin.rooms;
  const act = (action) => () => {
    leave();
    action();
  };
  return h("div", { class: "room-body" },
    h("ul", {}, room.people.map((member) => h("li", { class: "room-member" },
      h("a", { class: "row-link", href: `/admin/people/${member.id}` }, member.name ?? text.unknown),
      h("button", { class: "row-button danger-text", type: "button",
        "aria-label": text.moveOutOf(member.name ?? text.unknown),
        onclick: act(() => moveOut(room, member)) }, text.moveOut)))),
    h("div", { class: "room-foot" }, h("span", { class: "row-note" }, text.opened(dayOf(room.opened))),
      h("button", { class: "button small quiet-button", type: "button",
        onclick: act(() => changeCapacity(room)) }, text.capacity)));
}

// Asks for confirmation. Returns true unless it was canceled.
async function movedOut(room, member) {
  const text = words.admin.rooms;
  const place = words.home.room(room.dormName, room.number);
  const yes = await ask({
    title: text.moveOutTitle(member.name ?? text.unknown, place), action: text.moveOut, isDangerous: true,
    text: room.people.length === 1 ? text.moveOutLast : text.moveOutText,
  });
  if (yes === null) return false;
  try {
    await send("DELETE", `/v1/admin/rooms/${room.id}/members/${member.id}`);
    toast(text.movedOut(member.name ?? text.unknown));
  } catch (problem) {
    complain(problem);
  }
  return true;
}

function capacitySheet(room, dorm) {
  const text = words.admin.rooms;
  const capacity = capacityField({ value: String(room.capacity),
    hint: dorm ? text.capacityHint(dorm.roomCapacity) : null });
  return formSheet({
    title: words.home.room(room.dormName, room.number), lead: text.capacityLead, parts: [capacity],
    label: words.save, submit: ({ capacity: typed }) => setCapacity(room, typed),
  });
}
