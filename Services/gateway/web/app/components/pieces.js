// Small components shared by many pages.

import { Problem } from "../api.js";
import { emoji, h, icon, spoken } from "../dom.js";
import { colorOf, initialsOf } from "../models/person.js";
import { addressOfPerson, pictureAddress } from "../models/pictureaddress.js";
import { count, explain, words } from "../words/words.js";
import { FormDraft } from "./formdraft.js";
import { sheet } from "./sheet.js";
import { textLimit } from "./textlimit.js";

let bars = 0;
/** The site's limit on the length of a reason. */
const maxNoteLength = 300;
/** The failure that an element of `failed` shows. */
const failures = new WeakMap();

/** Gray bars in place of content that is loading. */
export function skeleton(rows = 4) {
  const bars = Array.from({ length: rows }, () => h("li", { class: "bone" }));
  return h("div", { class: "skeleton" }, spoken(words.loading),
    h("ul", { class: "list", "aria-hidden": "true" }, bars));
}

/** An icon and a sentence in place of an empty list. */
export function empty(sign, title, text, action) {
  return h("div", { class: "empty" }, h("p", { class: "empty-sign" }, emoji(sign)), h("h2", {}, title),
    text && h("p", { class: "quiet" }, text), action);
}

/** What whoever asked may not see, ever: another try would not help. */
const final = ["not_found", "id_bad", "not_allowed"];

/** A message and a retry button in place of content that could not be fetched. */
export function failed(problem, again) {
  // Any other error is a bug of the client.
  if (!(problem instanceof Problem)) reportError(problem);
  if (problem.code === "no_room") {
    return empty("🚪", words.room.needed, null,
      h("a", { class: "button", href: "/room" }, words.room.toHome));
  }
  if (final.includes(problem.code)) {
    return empty("🧭", problem.code === "not_allowed" ? explain(problem) : words.errors.not_found, null,
      h("a", { class: "button", href: "/" }, words.notFound.home));
  }
  const retry = h("button", { class: "button", type: "button", onclick: () => again() }, words.retry);
  const text = explain(problem);
  const element = empty("🌧️", text, null, retry);
  element.classList.add("is-failed");
  failures.set(element, { problem, text, again });
  return element;
}

/** The failure in this place, as `{ problem, text, again }`, or null. */
export function failureIn(place) {
  return failures.get(place.querySelector(".is-failed")) ?? null;
}

/** The note above a list that could not be fetched and only shows unsent changes. */
export function offlineNote(again) {
  return h("div", { class: "notice offline-note" }, h("span", {}, words.offlineList),
    h("button", { class: "link-button", type: "button", onclick: () => again() }, words.retry));
}

/** The red exclamation mark, with a text alternative. */
export function importantMark() {
  return h("span", { class: "important", role: "img", "aria-label": words.tasks.important }, "!");
}

/** A count on a button, with words for screen readers. */
export function badge(value, text) {
  if (!value) return null;
  return h("span", { class: "badge" }, h("span", { "aria-hidden": "true" }, count(value)),
    spoken(`, ${text}`));
}

/** The author and the license of a found picture that an event or a person shows, or null. */
export function creditOf({ picture }) {
  return picture?.credit ? h("p", { class: "event-credit" }, picture.credit) : null;
}

/**
 * The portrait of a person in a circle, over their initials on their color. `person` has `firstName`,
 * `lastName`, `id` and maybe `color` and `picture`; two names alone have the color of the site.
 */
export function avatar(person, last) {
  const who = typeof person === "object" ? person ?? {} : { firstName: person, lastName: last };
  const face = h("span", { class: "avatar", "data-color": who.id ? colorOf(who) : null, dir: "auto",
    "aria-hidden": "true" }, initialsOf(who));
  if (who.id && who.picture) {
    const photo = h("img", { class: "avatar-photo", alt: "", width: 160, height: 160, decoding: "async",
      src: pictureAddress(who, "160", addressOfPerson(who)), onerror: () => photo.remove() });
    face.append(photo);
  }
  return face;
}

/** The round button that adds something. */
export function addButton(href, label) {
  return h("a", { class: "fab", href }, icon("plus"), h("span", { class: "fab-label" }, label));
}

/** A label for a state. `kind` is `good`, `caution`, `danger` or null. */
export function label(text, kind = null) {
  return h("span", { class: kind ? `label label-${kind}` : "label" }, text);
}

/** A progress bar: `value` of `most`, with `text` for both. Without a value it is indeterminate. */
export function progress({ label: title, value = null, most = 1, text }) {
  const id = `progress-${bars += 1}`;
  return h("div", { class: "progress" }, h("label", { for: id }, title), h("span", {}, text),
    h("progress", { id, max: most, value }));
}

/**
 * A confirmation. Resolves to the typed text (or an empty string), or to null if canceled. `prompt` adds a
 * text field; `draft` is the name under which its text is stored until it is submitted or canceled.
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
