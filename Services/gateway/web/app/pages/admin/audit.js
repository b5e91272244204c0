// The audit log: who did what to whom, and when. Newest first.

import { get } from "../../api.js";
import { allDorms, directory, fullName, kept } from "../../components/directory.js";
import { chooser, filteredList } from "../../components/filters.js";
import { pagedList } from "../../components/list.js";
import { empty } from "../../components/pieces.js";
import { exportButton, maxFilePages } from "../../components/tableplace.js";
import { complain } from "../../components/toast.js";
import { h, icon, put } from "../../dom.js";
import { detailIn } from "../../models/auditdetails.js";
import { inRuns } from "../../models/auditruns.js";
import { allPages } from "../../models/pagedlist.js";
import { dateNamed, dayOf, grouped, languages, listed, sentence, timeOf, words } from "../../words/words.js";

const aboutPeople = new Set([
  "roles_set", "person_blocked", "person_unblocked", "person_deleted", "person_undeleted", "sessions_ended",
  "reset_code_made", "member_removed", "roster_changed", "attendance_changed",
]);
const anId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The detail of an import of people from before imports had an action of their own. */
const anImport = /: \d+ added, \d+ changed, \d+ expected$/;

/** The page at /admin/audit. */
export function auditPage() {
  const text = words.admin.audit;
  const dorms = kept(allDorms);
  let isNaming = false;

  const load = async (actor, page, signal) => {
    const [reply, known] = await Promise.all([
      get("/v1/admin/audit", { actor: actor || null, ...page }, { signal }), dorms(),
    ]);
    const people = await directory(reply.items.flatMap((entry) =>
      [entry.actor, isAboutPerson(entry) && entry.object].filter(Boolean)));
    return { ...reply, items: reply.items.map((entry) => described(entry, people, known)) };
  };
  const opened = new Set();
  const list = filteredList((actor, signal) => auditList({
    name: `admin.audit.${actor}`,
    load: (cursor) => load(actor, { limit: 50, cursor }, signal),
    heading: ({ at }) => sentence(dayOf(at)),
    row: (item) => item.entries ? runRow(item, opened) : entryRow(item),
    empty: () => empty("📜", text.empty, text.emptyText), onload: nameThem,
  }));

  const who = chooser({ label: text.who, options: [["", text.everybody]], onchange: list.show });
  // Once there are entries to filter. A page that failed says so already.
  async function nameThem(entries) {
    if (entries.length === 0 || isNaming || who.length > 1) return;
    isNaming = true;
    try {
      const { items } = await get("/v1/admin/people", { role: "admin", limit: 100 });
      put(who, items.map((one) => h("option", { value: one.id }, fullName(one))));
    } catch (problem) {
      complain(problem);
    } finally {
      isNaming = false;
    }
  }
  const table = words.tables.audit;
  const save = exportButton({ title: text.title, head: [table.time, text.who, table.act],
    line: ({ at, who: by, said, note }) => [at, by, [said, note].filter(Boolean).join(" · ")] },
  (progress) => allPages((cursor) => load(who.value, { limit: 100, cursor }), maxFilePages, progress), table);
  list.show("");
  return {
    name: "admin-audit", tab: "admin", title: text.title, parent: "/admin",
    body: [h("p", { class: "quiet" }, text.lead), h("div", { class: "filters filters-beside" }, who, save),
      list.element],
    onEvent: (topic) => {
      if (topic === "reset") list.refresh();
    },
    stop: () => list.stop(),
  };
}

// A paged list in which alike actions that follow each other share a row.
function auditList(options) {
  let list = null;
  const hasMore = () => Boolean(list?.model.data?.next);
  list = pagedList({
    ...options, overlay: (entries) => inRuns(entries, options.heading, sayRun, hasMore()),
  });
  return list;
}

// Adds the sentence for an entry, because the log only has ids and English text.
function described(entry, people, dorms) {
  const text = words.admin.audit;
  const name = (id) => people.has(id) ? fullName(people.get(id)) : text.gone;
  const dormName = (id) => dorms.find((dorm) => dorm.id === id)?.name ?? id;
  const place = (address) => {
    const [dorm, number] = address.split(":");
    return number ? words.home.room(dormName(dorm), number) : address;
  };
  const facts = {
    who: entry.actor ? name(entry.actor) : text.operator, detail: entry.detail ?? "",
    whom: isAboutPerson(entry) ? name(entry.object) : "",
  };
  if (entry.action === "roles_set") {
    facts.roles = listed(facts.detail.split(" ").map((role) => words.admin.roles[role] ?? role));
  } else if (entry.action === "member_removed") facts.place = place(facts.detail);
  else if (entry.action === "room_changed") {
    facts.place = place(entry.object);
    facts.count = Number(/^holds (\d+)$/.exec(facts.detail)?.[1]) || null;
  } else if (entry.action === "dorm_defined") {
    const [, dorm, count] = /^(.*), (\d+) a room$/.exec(facts.detail) ?? [];
    Object.assign(facts, { dorm: dorm ?? dormName(entry.object), count: Number(count) || null });
  } else if (entry.action === "dorm_removed") facts.dorm = facts.detail || entry.object;
  else if (/^course_/.test(entry.action)) facts.course = entry.object;
  else if (/^(sessions_ended|invite_created)$/.test(entry.action)) facts.count = Number(facts.detail) || 1;
  else if (/^term_/.test(entry.action)) facts.term = entry.object;
  const isImport = entry.action === "roster_changed" && anImport.test(facts.detail);
  facts.detail = detailOf(entry);
  const say = text.acts[isImport ? "roster_imported" : entry.action];
  const isNote = /^person_(un)?blocked$/.test(entry.action);
  return {
    id: entry.id, at: entry.at, who: facts.who, actor: entry.actor ?? null,
    action: isImport ? "roster_imported" : entry.action,
    said: say ? say(facts) : text.other(facts.who, entry.action, entry.object, facts.detail),
    note: isNote ? facts.detail : "", person: people.has(entry.object) ? entry.object : null,
  };
}

// The object of a change of attendance is a person or the name of a course.
function isAboutPerson({ action, object }) {
  return aboutPeople.has(action) && anId.test(object);
}

function detailOf({ action, object, detail }) {
  const told = { text: words.auditDetails, statuses: words.myAttendance.statuses,
    files: words.schoolAdmin.import.kinds, languages, dateNamed, listed };
  const said = detailIn(told, action, detail ?? "");
  return action === "attendance_changed" && !anId.test(object) ? told.text.of(object, said) : said;
}

// The words of a run, or null for what is seldom done several times.
function sayRun({ action, who }, count, isCut) {
  return words.admin.audit.runs[action]?.(who, isCut ? `${grouped(count)}+` : grouped(count)) ?? null;
}

function runRow({ at, said, entries }, opened) {
  const details = h("details", { class: "audit-run", open: entries.some(({ id }) => opened.has(id)) },
    h("summary", { class: "audit-link" },
      h("span", { class: "audit-time row-note" }, timeOf(at)),
      h("span", { class: "audit-words row-title" }, said), icon("next")),
    h("ul", {}, entries.map(entryRow)));
  details.addEventListener("toggle", () => {
    for (const { id } of entries) {
      if (details.open) opened.add(id);
      else opened.delete(id);
    }
  });
  return h("li", { class: "audit-run-row" }, details);
}

function entryRow({ at, said, note, person }) {
  const content = [
    h("span", { class: "audit-time row-note" }, timeOf(at)),
    h("span", { class: "audit-words" }, h("span", { class: "row-title" }, said),
      note && h("span", { class: "row-note" }, words.admin.audit.note(note))),
  ];
  return h("li", { class: "row audit-row" }, person
    ? h("a", { class: "row-link audit-link", href: `/admin/people/${person}` }, content, icon("next"))
    : h("span", { class: "row-link audit-link" }, content));
}
