// The accounts of the site as a table, for administrators on wide screens.

import { get, send } from "../api.js";
import { h } from "../dom.js";
import { state } from "../state.js";
import { dateOf, listed, sentence, shortMoment, words } from "../words/words.js";
import { marks } from "./adminpieces.js";
import { dropPeople, fullName, know } from "./directory.js";
import { field, refusal, toggle } from "./form.js";
import { formSheet } from "./formsheet.js";
import { ask, avatar, empty } from "./pieces.js";
import { TablePlace } from "./tableplace.js";

const path = "/v1/admin/people";
const roles = ["student", "staff", "admin"];

/** `found(count)` gets the number of people shown; `kept` has the order. */
export function peopleTable({ found, kept }) {
  const text = words.tables.people;
  const place = new TablePlace({
    table: {
      text, caption: words.admin.people.title, columns: columns(), nameOf: fullName, kept,
      // Nobody blocks themselves or signs themselves out in passing.
      mayChoose: ({ id }) => id !== state.me?.id,
      acts: [
        { label: text.roles, run: (people) => changeRoles(place, people) },
        { label: text.signOut, isDangerous: true, run: (people) => signOut(place, people) },
        { label: text.block, isDangerous: true, run: (people) => block(place, people) },
        { label: text.unblock, run: (people) => unblock(place, people) },
      ],
    },
    load: async ({ query, role }, page, signal) => {
      const reply = await get(path, { query: query || null, role: role || null, ...page }, { signal });
      know(reply.items);
      return reply;
    },
    none: () => empty("🔍", words.admin.people.empty, words.admin.people.emptyText),
    found, file: file(), sorts: ["name", "email", "signedUp", "lastSeen"],
    changed: (people) => {
      know(people);
      dropPeople();
    },
  });
  return place;
}

async function changeRoles(place, people) {
  const text = words.tables.people;
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
  await place.change(people, (person) => {
    const next = rolesAfter(person.roles, wish);
    return String(next) === String(person.roles) ? person : put(person, "roles", { roles: next });
  });
}

async function signOut(place, people) {
  const text = words.tables.people;
  const yes = await ask({ title: text.signOutTitle(people.length), text: words.admin.person.signOutText,
    action: text.signOut, isDangerous: true });
  if (yes === null) return;
  await place.change(people, async (person) => {
    await send("POST", `${path}/${person.id}/signout`);
    return person;
  });
}

async function block(place, people) {
  const text = words.admin.person;
  const note = field({ name: "note", label: text.note, hint: text.noteHint, isOptional: true,
    maxLength: 300, kind: "textarea" });
  const wish = await formSheet({
    title: words.tables.people.blockTitle(people.length), lead: text.blockText, parts: [note],
    label: text.blockAct, isDangerous: true, draft: "/admin/people/block",
    submit: (values) => ({ isBlocked: true, note: values.note.trim() || undefined }),
  });
  if (wish) await place.change(people, (person) => put(person, "blocked", wish));
}

async function unblock(place, people) {
  const yes = await ask({ title: words.tables.people.unblockTitle(people.length),
    text: words.admin.person.unblockText, action: words.admin.person.unblock });
  if (yes !== null) await place.change(people, (person) => put(person, "blocked", { isBlocked: false }));
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

function file() {
  const text = words.tables.people;
  const person = words.admin.person;
  return {
    title: words.admin.people.title,
    head: [text.firstName, text.lastName, person.email, person.roles, person.signedUp, person.lastSeen,
      text.status],
    line: (one) => [one.firstName, one.lastName, one.email,
      one.roles.map((role) => words.admin.roles[role]).join("; "), one.signedUp, one.lastSeen, statusOf(one)],
  };
}

function columns() {
  const text = words.tables.people;
  const person = words.admin.person;
  return [
    { name: "name", title: text.name, value: (one) => `${one.lastName} ${one.firstName}`,
      cell: (one) => h("a", { href: `/admin/people/${one.id}`, class: "table-link" }, avatar(one),
        h("span", {}, fullName(one))) },
    { name: "email", title: person.email, value: ({ email }) => email, cell: ({ email }) => breakable(email),
      isLong: true },
    { name: "roles", title: person.roles,
      value: ({ roles: own }) => -roles.findLastIndex((role) => own.includes(role)),
      cell: (one) => one.roles.map((role) => words.admin.roles[role]).join(", ") },
    { name: "signedUp", title: person.signedUp, value: ({ signedUp }) => Date.parse(signedUp),
      cell: ({ signedUp }) => sentence(dateOf(signedUp)), isShort: true },
    { name: "lastSeen", title: person.lastSeen, value: ({ lastSeen }) => lastSeen && Date.parse(lastSeen),
      cell: ({ lastSeen }) => lastSeen ? sentence(shortMoment(lastSeen)) : person.never, isShort: true },
    { name: "status", title: text.status, value: statusOf, cell: (one) => marks({ ...one, roles: [] }),
      isShort: true },
  ];
}

// An address that is too long for its column breaks before its host.
function breakable(email) {
  const at = email.lastIndexOf("@");
  return h("span", {}, email.slice(0, at), h("wbr"), email.slice(at));
}

function statusOf({ isBlocked, erases }) {
  const text = words.admin.people;
  return listed([isBlocked && text.blocked, erases && text.erases].filter(Boolean));
}
