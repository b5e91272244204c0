// Small things that several pages show.

import { Problem } from "../api.js";
import { emoji, h, icon, spoken } from "../dom.js";
import { count, explain, words } from "../words/words.js";
import { FormDraft } from "./formdraft.js";
import { sheet } from "./sheet.js";
import { textLimit } from "./textlimit.js";

let bars = 0;
/** The limit of the site on a reason. */
const maxNoteLength = 300;

/** Grey bars in the shape of what is coming. */
export function skeleton(rows = 4) {
  const bars = Array.from({ length: rows }, () => h("li", { class: "bone" }));
  return h("div", { class: "skeleton" }, spoken(words.loading),
    h("ul", { class: "list", "aria-hidden": "true" }, bars));
}

/** A sign and a sentence in place of an empty list. */
export function empty(sign, title, text, action) {
  return h("div", { class: "empty" }, h("p", { class: "empty-sign" }, emoji(sign)), h("h2", {}, title),
    text && h("p", { class: "quiet" }, text), action);
}

/** A sentence and a button in place of something that could not be fetched. */
export function failed(problem, again) {
  // Any other error is a bug of the client.
  if (!(problem instanceof Problem)) reportError(problem);
  if (problem.code === "no_room") {
    return empty("🚪", words.room.needed, null, h("a", { class: "button", href: "/" }, words.room.toHome));
  }
  if (problem.code === "not_found" || problem.code === "id_bad") {
    return empty("🧭", words.errors.not_found, null,
      h("a", { class: "button", href: "/" }, words.notFound.home));
  }
  const retry = h("button", { class: "button", type: "button", onclick: () => again() }, words.retry);
  return empty("🌧️", explain(problem), null, retry);
}

/** The note above a list that could not be fetched and shows waiting changes only. */
export function offlineNote(again) {
  return h("div", { class: "notice offline-note" }, h("span", {}, words.offlineList),
    h("button", { class: "link-button", type: "button", onclick: () => again() }, words.retry));
}

/** The red exclamation mark; its text alternative says the same. */
export function importantMark() {
  return h("span", { class: "important", role: "img", "aria-label": words.tasks.important }, "!");
}

/** A count on a button, with words for those who do not see it. */
export function badge(value, text) {
  if (!value) return null;
  return h("span", { class: "badge" }, h("span", { "aria-hidden": "true" }, count(value)),
    spoken(`, ${text}`));
}

/** The first letters of a name in a circle. */
export function avatar(first, last) {
  const letters = [first, last].map((name) => [...(name ?? "")][0] ?? "").join("");
  return h("span", { class: "avatar", "aria-hidden": "true" }, letters);
}

/** The round button that adds something. */
export function addButton(href, label) {
  return h("a", { class: "fab", href }, icon("plus"), h("span", { class: "fab-label" }, label));
}

/** A word about the state of something; `kind` is `good`, `caution`, `danger` or nothing. */
export function label(text, kind = null) {
  return h("span", { class: kind ? `label label-${kind}` : "label" }, text);
}

/** A progress bar: `value` of `most`, with the words for both; without a value it is under way. */
export function progress({ label: title, value = null, most = 1, text }) {
  const id = `progress-${bars += 1}`;
  return h("div", { class: "progress" }, h("label", { for: id }, title), h("span", {}, text),
    h("progress", { id, max: most, value }));
}

/**
 * A question before something that has no undo; resolves to the text typed, or null. With a `prompt` it asks
 * for a text, of which `draft` is the name until it was given or canceled.
 */
export async function ask({ title, text, action, prompt = null, draft: name = null, isDangerous = false }) {
  const input = prompt && h("textarea", { name: "text", rows: 2, "aria-label": prompt, placeholder: prompt });
  const limit = prompt && textLimit(input, maxNoteLength);
  const draft = name && new FormDraft(name);
  draft?.begin(input, [input]);
  const answer = await sheet({
    title, body: [h("p", {}, text), draft?.note, input, limit?.element],
    actions: [
      { label: words.cancel, kind: "quiet", value: "no" },
      { label: action, value: "yes", kind: isDangerous ? "danger" : null, isRefused: () => limit?.fault() },
    ],
  }).closed;
  if (answer !== null) draft?.forget();
  return answer === "yes" ? input?.value ?? "" : null;
}
