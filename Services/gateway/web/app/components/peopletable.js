// The accounts of the site as a table, for administrators on wide screens.

import { Problem, get, send } from "../api.js";
import { fill, h } from "../dom.js";
import { csvOf } from "../models/admintable.js";
import { state } from "../state.js";
import { count, dateOf, explain, listed, sentence, shortMoment, words } from "../words/words.js";
import { marks } from "./adminpieces.js";
import { AdminTable } from "./admintable.js";
import { dropPeople, fullName, know } from "./directory.js";
import { field, refusal, toggle } from "./form.js";
import { formSheet } from "./formsheet.js";
import { ask, avatar, empty, failed, skeleton } from "./pieces.js";
import { fileName, saveFile } from "./savefile.js";
import { sheet } from "./sheet.js";
import { complain, toast } from "./toast.js";

const path = "/v1/admin/people";
const pageSize = 100;
/** The limit on rows of the table; a search finds the others. */
const maxRows = 1000;
/** The limit on pages of a file: 20,000 people. */
const maxPages = 200;
const roles = ["student", "staff", "admin"];

/** `found(count)` announces the number of people shown; `kept` has the order. */
export class PeopleTable {
  constructor({ found, kept }) {
    const text = words.admin.table;
    Object.assign(this, { found, filter: {}, asked: null, isOver: false });
    this.table = new AdminTable({
      caption: words.admin.people.title, columns: columns(), nameOf: fullName, kept,
      // Nobody blocks themselves or signs themselves out in passing.
      mayChoose: ({ id }) => id !== state.me?.id,
      acts: [
        { label: text.roles, run: (people) => this.changeRoles(people) },
        { label: text.signOut, isDangerous: true, run: (people) => this.signOut(people) },
        { label: text.block, isDangerous: true, run: (people) => this.block(people) },
        { label: text.unblock, run: (people) => this.unblock(people) },
      ],
    });
    this.more = h("p", { class: "hint", role: "status" });
    this.place = h("div", {}, skeleton());
    this.save = h("button", { type: "button", class: "button quiet-button small",
      onclick: () => this.export() }, text.export);
    this.element = h("div", { class: "people-table" }, this.place);
  }

  /** Shows the people that match. */
  async show(filter) {
    this.filter = filter;
    this.asked?.abort();
    const mine = new AbortController();
    this.asked = mine;
    try {
      const { items, next } = await everybody(filter, maxRows / pageSize, { signal: mine.signal });
      if (this.asked !== mine || this.isOver) return;
      know(items);
      this.table.show(items);
      fill(this.more, next && words.admin.table.more(count(items.length)));
      fill(this.place, items.length ? [this.table.element, this.more]
        : empty("🔍", words.admin.people.empty, words.admin.people.emptyText));
      this.found(items.length);
    } catch (problem) {
      if (problem.code === "cancelled" || this.isOver) return;
      fill(this.place, failed(problem, () => this.show(filter)));
    }
  }

  refresh() {
    return this.show(this.filter);
  }

  stop() {
    this.isOver = true;
    this.asked?.abort();
  }

  // All that match, in the order of the site.
  async export() {
    const text = words.admin.table;
    this.save.disabled = true;
    try {
      const { items, next } = await everybody(this.filter, maxPages, {}, (number) => {
        fill(this.save, text.exporting(count(number)));
      });
      const person = words.admin.person;
      const head = [text.firstName, text.lastName, person.email, person.roles, person.signedUp,
        person.lastSeen, text.status];
      const lines = items.map((one) => [one.firstName, one.lastName, one.email,
        one.roles.map((role) => words.admin.roles[role]).join("; "), one.signedUp, one.lastSeen,
        statusOf(one)]);
      saveFile(new Blob([csvOf([head, ...lines])], { type: "text/csv;charset=utf-8" }),
        fileName(words.admin.people.title, "csv"));
      if (next) toast(text.more(count(items.length)));
    } catch (problem) {
      complain(problem);
    } finally {
      this.save.disabled = false;
      fill(this.save, text.export);
    }
  }

  async changeRoles(people) {
    const text = words.admin.table;
    const way = field({ name: "way", label: text.way, kind: "select", value: "give",
      options: Object.entries(text.ways) });
    const boxes = roles.map((role) => toggle({ name: role, label: words.admin.roles[role],
      hint: words.admin.person.roleHints[role], isOn: false }));
    const wish = await formSheet({
      title: text.rolesTitle(people.length), lead: text.rolesLead, parts: [way, ...boxes],
      label: words.admin.person.rolesAct,
      submit: (values) => {
        const chosen = roles.filter((role) => values[role]);
        if (chosen.length === 0) throw refusal("", words.errors.roles_bad);
        return { way: values.way, chosen };
      },
    });
    if (!wish) return;
    await this.change(people, (person) => {
      const next = rolesAfter(person.roles, wish);
      return String(next) === String(person.roles) ? person : put(person, "roles", { roles: next });
    });
  }

  async signOut(people) {
    const text = words.admin.table;
    const yes = await ask({ title: text.signOutTitle(people.length), text: words.admin.person.signOutText,
      action: text.signOut, isDangerous: true });
    if (yes === null) return;
    await this.change(people, async (person) => {
      await send("POST", `${path}/${person.id}/signout`);
      return person;
    });
  }

  async block(people) {
    const text = words.admin.person;
    const note = field({ name: "note", label: text.note, hint: text.noteHint, isOptional: true,
      maxLength: 300, kind: "textarea" });
    const wish = await formSheet({
      title: words.admin.table.blockTitle(people.length), lead: text.blockText, parts: [note],
      label: text.blockAct, isDangerous: true, draft: "/admin/people/block",
      submit: (values) => ({ isBlocked: true, note: values.note.trim() || undefined }),
    });
    if (wish) await this.change(people, (person) => put(person, "blocked", wish));
  }

  async unblock(people) {
    const yes = await ask({ title: words.admin.table.unblockTitle(people.length),
      text: words.admin.person.unblockText, action: words.admin.person.unblock });
    if (yes !== null) await this.change(people, (person) => put(person, "blocked", { isBlocked: false }));
  }

  // One after the other; what was refused stays chosen and is named with its reason.
  async change(people, act) {
    const text = words.admin.table;
    const { done, refused } = await this.table.inTurn(people, act);
    if (this.isOver) {
      // The administrator has gone on: what was asked for was done nevertheless.
      toast([done.length && text.done(done.length), refused.length && text.refused(refused.length)]
        .filter(Boolean).join(" · "));
      return;
    }
    const changed = new Map(done.map((person) => [person.id, person]));
    for (const id of changed.keys()) this.table.chosen.delete(id);
    know(done);
    dropPeople();
    this.table.show(this.table.rows.map((row) => changed.get(row.id) ?? row));
    if (done.length > 0) toast(text.done(done.length));
    if (refused.length > 0) this.tell(refused);
  }

  tell(refused) {
    const text = words.admin.table;
    for (const { problem } of refused) if (!(problem instanceof Problem)) throw problem;
    sheet({ title: text.refused(refused.length), actions: [{ label: words.done }],
      body: h("ul", { class: "refused" }, refused.map(({ row, problem }) =>
        h("li", {}, h("strong", {}, fullName(row)), " ", explain(problem)))) });
  }
}

/** The people that match, from at most so many pages. `progress` gets the number so far. */
async function everybody({ query, role }, pages, how, progress = () => {}) {
  const items = [];
  let cursor = null;
  for (let page = 0; page < pages; page += 1) {
    const wanted = { query: query || null, role: role || null, limit: pageSize, cursor };
    const found = await get(path, wanted, how);
    items.push(...found.items);
    cursor = found.next ?? null;
    if (!cursor) break;
    progress(items.length);
  }
  return { items, next: cursor };
}

function put(person, what, body) {
  return send("PUT", `${path}/${person.id}/${what}`, body);
}

/** The roles after some were given, taken away, or put in place of all. */
export function rolesAfter(present, { way, chosen }) {
  return roles.filter((role) => {
    const isChosen = chosen.includes(role);
    if (way === "give") return isChosen || present.includes(role);
    return way === "take" ? present.includes(role) && !isChosen : isChosen;
  });
}

function columns() {
  const text = words.admin.table;
  const person = words.admin.person;
  return [
    { name: "name", title: text.name, value: (one) => `${one.lastName} ${one.firstName}`,
      cell: (one) => h("a", { href: `/admin/people/${one.id}`, class: "table-person" }, avatar(one),
        h("span", {}, fullName(one))) },
    { name: "email", title: person.email, value: ({ email }) => email, cell: ({ email }) => email },
    { name: "roles", title: person.roles,
      value: ({ roles: own }) => -roles.findLastIndex((role) => own.includes(role)),
      cell: (one) => one.roles.map((role) => words.admin.roles[role]).join(", ") },
    { name: "signedUp", title: person.signedUp, value: ({ signedUp }) => Date.parse(signedUp),
      cell: ({ signedUp }) => sentence(dateOf(signedUp)) },
    { name: "lastSeen", title: person.lastSeen, value: ({ lastSeen }) => lastSeen && Date.parse(lastSeen),
      cell: ({ lastSeen }) => lastSeen ? sentence(shortMoment(lastSeen)) : person.never },
    { name: "status", title: text.status, value: statusOf, cell: (one) => marks({ ...one, roles: [] }) },
  ];
}

function statusOf({ isBlocked, erases }) {
  const text = words.admin.people;
  return listed([isBlocked && text.blocked, erases && text.erases].filter(Boolean));
}
