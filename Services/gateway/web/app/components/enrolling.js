// Enrolls people by pasted email addresses. Each has its own outcome; those that failed stay in the field.

import { Problem, send } from "../api.js";
import { fill, h } from "../dom.js";
import { addressesIn } from "../models/addresses.js";
import { state } from "../state.js";
import { explain, words } from "../words/words.js";
import { segmented } from "./choices.js";
import { field, refusal } from "./form.js";
import { formSheet } from "./formsheet.js";
import { toast } from "./toast.js";

/** The limit on addresses at a time: as many as a roster holds. */
const maxAddresses = 500;
const maxLength = 40_000;
/** The number of parallel requests. */
const lanes = 4;
/** Problems of one address. After any other one, the rest would fail, too. */
const ofAddress = ["person_unknown", "courses_full", "last_instructor", "email_bad"];

/**
 * Opens the sheet for the course `id`. `roleOf(person)` is the role on the roster before, or undefined. The
 * promise resolves when the sheet is closed.
 */
export function enrollSheet(id, roleOf) {
  const text = words.roster;
  const emails = field({
    name: "emails", label: text.emails, hint: text.emailsHint, kind: "textarea", rows: 5, maxLength,
    autocomplete: "off", autocapitalize: "none", spellcheck: "false", autofocus: true,
  });
  const role = segmented({ name: "role", label: text.as,
    options: [["student", text.student], ["instructor", text.instructor]] });
  const outcome = h("div", { class: "enroll-outcome", role: "status" });
  const submit = async (values) => {
    const all = addressesIn(values.emails);
    if (all.length === 0) throw refusal("emails", text.needEmail);
    if (all.length > maxAddresses) throw refusal("emails", text.tooMany(maxAddresses));
    // A list of the class often has its instructor's own address, who would become a student.
    const isMine = ({ address }) => roleOf(state.me?.id) && isSame(address, state.me.email);
    const others = all.filter((one) => !isMine(one));
    const done = await enrollAll(id, others, values.role, (count) => fill(outcome,
      h("p", { class: "quiet" }, text.sending(count, others.length))));
    const said = summary(done, roleOf, all.length - others.length);
    const left = [...done.rejected, ...done.unsent.map((address) => ({ address }))];
    if (left.length === 0) {
      toast(said);
      return true;
    }
    // The input event brings the draft up to date.
    emails.input.value = left.map(({ address }) => address).join("\n");
    emails.input.dispatchEvent(new Event("input", { bubbles: true }));
    fill(outcome, report(said, done));
    emails.input.focus();
    return false;
  };
  return formSheet({
    title: text.enroll, label: text.enrollAct, parts: [emails, role, outcome], fields: [emails, role],
    draft: `/courses/${id}/enroll`, submit,
  });
}

// Sends the addresses side by side, until one of them fails in a way that concerns all.
async function enrollAll(id, all, role, progress) {
  const left = all.filter(({ isGood }) => isGood).map(({ address }) => address);
  const results = new Map(all.map(({ address }) => [address, { why: words.roster.noAddress }]));
  for (const address of left) results.set(address, null);
  let stopped = null;
  let count = 0;
  const lane = async () => {
    while (left.length > 0 && !stopped) {
      const address = left.shift();
      try {
        results.set(address, { entry: await send("POST", rosterOf(id), { email: address, role }) });
      } catch (problem) {
        if (!(problem instanceof Problem)) throw problem;
        if (isOfAddress(problem)) results.set(address, { why: reason(problem) });
        else stopped = problem;
      }
      count += 1;
      progress(count);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const rows = [...results];
  return {
    entries: rows.filter(([, result]) => result?.entry).map(([, { entry }]) => entry),
    rejected: rows.filter(([, result]) => result?.why).map(([address, { why }]) => ({ address, why })),
    unsent: rows.filter(([, result]) => result === null).map(([address]) => address), stopped,
  };
}

function isSame(address, other) {
  return address.toLowerCase() === other?.toLowerCase();
}

function rosterOf(id) {
  return `/v1/courses/${encodeURIComponent(id)}/roster`;
}

function isOfAddress(problem) {
  return ofAddress.includes(problem.code) || problem.fields.some(({ field: name }) => name === "email");
}

function reason(problem) {
  if (problem.code === "person_unknown") return words.roster.unknown;
  return problem.fields.length > 0 ? words.roster.noAddress : explain(problem);
}

/** `12 people enrolled · 2 already on the roster`; empty if there is none. */
function summary({ entries }, roleOf, own) {
  const text = words.roster;
  const before = entries.map(({ person }) => roleOf(person));
  const added = before.filter((role) => !role).length;
  const kept = entries.filter(({ role }, at) => role === before[at]).length;
  const changed = entries.length - added - kept;
  const same = kept + own;
  return [added > 0 && text.enrolled(added), changed > 0 && text.changed(changed),
    same > 0 && text.already(same)].filter(Boolean).join(" · ");
}

function report(said, { rejected, unsent, stopped }) {
  const text = words.roster;
  return [
    said && h("p", { class: "enroll-done" }, said),
    stopped && h("p", { class: "field-error" }, text.notSent(unsent.length, explain(stopped))),
    rejected.length > 0 && [h("h3", {}, text.notEnrolled), h("ul", { class: "points" },
      rejected.map(({ address, why }) => h("li", {}, h("bdi", {}, h("strong", {}, address)), ": ", why)))],
  ];
}
