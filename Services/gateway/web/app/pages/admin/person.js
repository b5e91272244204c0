// One account: its facts, and the actions an administrator can take. Each action asks for confirmation.

import { Problem, send } from "../../api.js";
import { act, marks } from "../../components/adminpieces.js";
import { allDorms, dropPeople, fullName, know, personNow, roomOf } from "../../components/directory.js";
import { field, refusal, toggle } from "../../components/form.js";
import { ask, avatar, failed, skeleton } from "../../components/pieces.js";
import { formSheet, secretSheet } from "../../components/formsheet.js";
import { complain, toast } from "../../components/toast.js";
import { emoji, fill, h } from "../../dom.js";
import { loadMe, loadSite, state } from "../../state.js";
import { dayOf, moment, sentence, timeOf, words } from "../../words/words.js";

/** The page at /admin/people/:id. */
export function personPage({ params }) {
  const body = h("div", { class: "person-page" }, skeleton(2));
  const room = h("dd", {}, "…");
  let isOver = false;

  const paint = (person) => {
    if (!isOver) fill(body, cards(person, room, paint));
  };
  const load = async () => {
    try {
      const [person] = await Promise.all([personNow(params.id), loadSite()]);
      if (!person) throw new Problem({ code: "not_found" });
      paint(person);
    } catch (problem) {
      if (!isOver) fill(body, failed(problem, load));
    }
  };
  const loadRoom = async () => {
    try {
      const [home, dorms] = await Promise.all([roomOf(params.id), allDorms()]);
      fill(room, home ? roomLink(home, dorms) : words.admin.person.noRoom);
    } catch (problem) {
      fill(room, words.admin.person.roomUnknown);
      if (problem.code !== "offline") complain(problem);
    }
  };

  load();
  loadRoom();
  return {
    name: "admin-person", tab: "admin", title: words.admin.person.title, parent: "/admin/people", body,
    onEvent: (topic) => {
      if (topic === "reset") load();
    },
    stop: () => {
      isOver = true;
    },
  };
}

function roomLink(room, dorms) {
  const dorm = dorms.find(({ id }) => id === room.dorm)?.name ?? room.dorm;
  const query = new URLSearchParams({ dorm: room.dorm, number: room.number });
  return h("a", { href: `/admin/rooms?${query}` }, words.home.room(dorm, room.number));
}

function cards(person, room, paint) {
  const text = words.admin.person;
  const isMe = person.id === state.me?.id;
  const verified = person.isEmailVerified ? text.verified
    : state.site?.sendsMail ? text.unverified : text.unverifiable;
  const fact = (name, value, look = null) => h("div", { class: look }, h("dt", {}, name), value);
  return [
    h("section", { class: "card person-head" }, avatar(person),
      h("div", { class: "person-words" },
        h("h2", {}, fullName(person), isMe && h("span", { class: "quiet" }, ` (${words.people.me})`)),
        marks(person, { isWhole: true })),
      h("dl", { class: "admin-facts" },
        fact(text.email, h("dd", {}, person.email, h("span", { class: "row-note" }, verified)),
          "is-wide"),
        fact(text.room, room, "is-wide"),
        fact(text.signedUp, h("dd", {}, sentence(dayOf(person.signedUp)))),
        fact(text.lastSeen, h("dd", {}, person.lastSeen ? sentence(moment(person.lastSeen)) : text.never)))),
    h("section", { class: "card acts" }, acts(person, isMe, paint)),
  ];
}

function acts(person, isMe, paint) {
  const text = words.admin.person;
  const roles = act({ title: text.roles, about: text.rolesAbout, label: text.change,
    onclick: () => changeRoles(person, isMe, paint) });
  if (isMe) return [roles, h("p", { class: "hint" }, emoji("🙋"), " ", text.own)];
  return [
    roles,
    act({ title: text.reset, about: text.resetAbout, label: text.makeCode,
      onclick: () => makeCode(person) }),
    act({ title: text.signOut, about: text.signOutAbout, label: text.signOutAct, isDangerous: true,
      onclick: () => signOut(person) }),
    person.isBlocked
      ? act({ title: text.isBlocked, about: text.isBlockedAbout, label: text.unblock,
        onclick: () => unblock(person, paint) })
      : act({ title: text.block, about: text.blockAbout, label: text.blockAct, isDangerous: true,
        onclick: () => block(person, paint) }),
    person.erases
      ? act({ title: text.isDeleted, about: text.isDeletedAbout(moment(person.erases)), label: text.keep,
        onclick: () => setDeleted(person, false, paint) })
      : act({ title: text.delete, about: text.deleteAbout, label: text.deleteAct, isDangerous: true,
        onclick: () => remove(person, paint) }),
  ];
}

// Shows the person after an action. The lists behind the page are fetched again when they are opened.
function took(person, paint) {
  know([person]);
  dropPeople();
  paint(person);
}

function put(person, what, body) {
  return send("PUT", `/v1/admin/people/${person.id}/${what}`, body);
}

async function changeRoles(person, isMe, paint) {
  const text = words.admin.person;
  const names = ["student", "staff", "admin"];
  const boxes = names.map((role) => toggle({ name: role, label: words.admin.roles[role],
    hint: text.roleHints[role], isOn: person.roles.includes(role) }));
  const changed = await formSheet({
    title: text.rolesTitle(person.firstName), lead: isMe ? text.rolesOwn : text.rolesLead(person.firstName),
    parts: boxes, label: text.rolesAct,
    submit: (values) => {
      const roles = names.filter((role) => values[role]);
      if (roles.length === 0) throw refusal("", words.errors.roles_bad);
      return put(person, "roles", { roles });
    },
  });
  if (!changed) return;
  took(changed, paint);
  toast(text.rolesDone(person.firstName));
  if (isMe) loadMe().catch(complain);
}

async function makeCode(person) {
  const text = words.admin.person;
  const yes = await ask({ title: text.resetTitle(person.firstName), text: text.resetText,
    action: text.makeCode });
  if (yes === null) return;
  try {
    const made = await send("POST", `/v1/admin/people/${person.id}/reset`);
    await secretSheet({
      title: text.codeTitle(person.firstName), code: made.code, lead: text.codeLead(timeOf(made.expires)),
      copies: [[words.admin.copyCode, made.code],
        [words.admin.copyLink, `${location.origin}/reset#${made.code}`]],
    });
  } catch (problem) {
    complain(problem);
  }
}

async function signOut(person) {
  const text = words.admin.person;
  const yes = await ask({ title: text.signOutTitle(person.firstName), text: text.signOutText,
    action: text.signOutAct, isDangerous: true });
  if (yes === null) return;
  try {
    const { ended } = await send("POST", `/v1/admin/people/${person.id}/signout`);
    toast(text.signedOut(ended));
  } catch (problem) {
    complain(problem);
  }
}

async function block(person, paint) {
  const text = words.admin.person;
  const note = field({ name: "note", label: text.note, hint: text.noteHint, isOptional: true, maxLength: 300,
    kind: "textarea" });
  const changed = await formSheet({
    title: text.blockTitle(person.firstName), lead: text.blockText, parts: [note], label: text.blockAct,
    isDangerous: true, draft: `/admin/people/${person.id}/block`,
    submit: (values) => put(person, "blocked", { isBlocked: true, note: values.note.trim() || undefined }),
  });
  if (!changed) return;
  took(changed, paint);
  toast(text.blockDone(person.firstName));
}

async function unblock(person, paint) {
  const text = words.admin.person;
  const yes = await ask({ title: text.unblockTitle(person.firstName), text: text.unblockText,
    action: text.unblock });
  if (yes === null) return;
  try {
    took(await put(person, "blocked", { isBlocked: false }), paint);
    toast(text.unblockDone(person.firstName));
  } catch (problem) {
    complain(problem);
  }
}

async function remove(person, paint) {
  const text = words.admin.person;
  const changed = await formSheet({
    title: text.deleteTitle(fullName(person)), lead: text.deleteText, parts: [], label: text.deleteAct,
    isDangerous: true, submit: () => put(person, "deleted", { isDeleted: true }),
  });
  if (!changed) return;
  took(changed, paint);
  toast(text.deleteDone(person.firstName), () => setDeleted(person, false, paint));
}

async function setDeleted(person, isDeleted, paint) {
  const text = words.admin.person;
  try {
    took(await put(person, "deleted", { isDeleted }), paint);
    toast(text.keepDone(person.firstName));
  } catch (problem) {
    complain(problem);
  }
}
