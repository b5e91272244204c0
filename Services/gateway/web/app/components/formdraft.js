// The draft of a form: typed text is stored on this device and restored later, with a note and a button to
// discard it.

import { fill, h } from "../dom.js";
import { daysOfDrafts, draftOf } from "../offline/drafts.js";
import { personID, roomID } from "../state.js";
import { shortMoment, words } from "../words/words.js";

/** The note above a form with a restored draft. */
export function draftNote(at, discard) {
  const text = words.drafts;
  return h("div", { class: "notice draft-note", role: "status" }, h("span", {}, text.kept(shortMoment(at))),
    h("button", { class: "link-button", type: "button", onclick: discard }, text.discard));
}

/**
 * The draft of the form `name` for the signed-in person. `note` is the place in the form for the note about
 * it. `isOfRoom` ties the draft to the current room: it is not offered in another one. `owner` names the
 * author of a form that is filled in before there is a session.
 */
export class FormDraft {
  constructor(name, { days = daysOfDrafts, isOfRoom = false, owner = null } = {}) {
    this.note = h("div", { class: "draft-place" });
    this.inputs = [];
    this.isRestoring = false;
    this.opened = open(name, days, isOfRoom, owner);
    this.opened.then((draft) => { this.draft = draft; });
  }

  /** The draft from an earlier visit: `{ values, base, at }`, or null. */
  async read() {
    return (await this.opened)?.read() ?? null;
  }

  /**
   * Starts storing the values of `inputs` inside `element`. `base`, the version that an edit started from, is
   * stored with them.
   */
  attach(element, inputs, base = null) {
    Object.assign(this, { inputs, base, first: valuesOf(inputs) });
    const changed = () => this.changed();
    for (const type of ["input", "change"]) element.addEventListener(type, changed);
  }

  /**
   * Fills the form with a stored draft, unless the person has already typed something. Returns true if it
   * did.
   */
  restore(found, discard = () => this.reset()) {
    if (!found || !this.isUntouched()) return false;
    this.isRestoring = true;
    put(found.values, this.inputs);
    this.isRestoring = false;
    fill(this.note, draftNote(found.at, async () => {
      await this.forget();
      discard();
    }));
    return true;
  }

  /** Attaches to a form and restores its draft. */
  async begin(element, inputs) {
    this.attach(element, inputs);
    this.restore(await this.read());
  }

  /** Stores the current values. A form with its initial values needs no draft. */
  async changed() {
    if (this.isRestoring) return;
    const draft = this.draft ?? await this.opened;
    if (this.isUntouched()) draft?.forget();
    else draft?.keep({ values: valuesOf(this.inputs), base: this.base });
  }

  /** Deletes the draft after it was saved or discarded. */
  async forget() {
    fill(this.note);
    await (await this.opened)?.forget();
  }

  isUntouched() {
    return JSON.stringify(valuesOf(this.inputs)) === JSON.stringify(this.first);
  }

  // Resets the form to its initial values.
  reset() {
    put(this.first, this.inputs);
    this.inputs[0]?.focus();
  }
}

async function open(name, days, isOfRoom, owner) {
  try {
    const [person, room] = await Promise.all([owner ?? personID(), isOfRoom ? roomID() : null]);
    return person ? draftOf(isOfRoom ? `${name} ${room}` : name, person, days) : null;
  } catch {
    // The author is unknown, so the text stays in its form only.
    return null;
  }
}

function valuesOf(inputs) {
  return Object.fromEntries(inputs.map((input) =>
    [input.name, input.type === "checkbox" ? input.checked : input.value]));
}

// The input event updates everything that depends on a field.
function put(values, inputs) {
  for (const input of inputs) {
    const value = values[input.name];
    if (value === undefined) continue;
    if (input.type === "checkbox") input.checked = value;
    else input.value = value;
    input.dispatchEvent?.(new Event("input", { bubbles: true }));
  }
}
