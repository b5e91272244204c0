// The draft of a form: what is typed stays on this device, and comes back with a note and a way to discard
// it.

import { fill, h } from "../dom.js";
import { daysOfDrafts, draftOf } from "../offline/drafts.js";
import { personID, roomID } from "../state.js";
import { shortMoment, words } from "../words/words.js";

/** The note above a form that holds a draft. */
export function draftNote(at, discard) {
  const text = words.drafts;
  return h("div", { class: "notice draft-note", role: "status" }, h("span", {}, text.kept(shortMoment(at))),
    h("button", { class: "link-button", type: "button", onclick: discard }, text.discard));
}

/**
 * The draft of the form `name`, for the person who is signed in. `note` stands where the form says that it
 * holds one. `isOfRoom`: it belongs to the room one lives in, and is not offered in another.
 */
export class FormDraft {
  constructor(name, { days = daysOfDrafts, isOfRoom = false } = {}) {
    this.note = h("div", { class: "draft-place" });
    this.inputs = [];
    this.isRestoring = false;
    this.opened = open(name, days, isOfRoom);
    this.opened.then((draft) => { this.draft = draft; });
  }

  /** The draft from an earlier visit: `{ values, base, at }`, or null. */
  async read() {
    return (await this.opened)?.read() ?? null;
  }

  /**
   * Keeps from now on what is typed into `inputs` inside `element`. `base` is kept with it: what an edit
   * began from.
   */
  attach(element, inputs, base = null) {
    Object.assign(this, { inputs, base, first: valuesOf(inputs) });
    const changed = () => this.changed();
    for (const type of ["input", "change"]) element.addEventListener(type, changed);
  }

  /**
   * Puts a draft that was found into the form, unless somebody has begun to type there. Returns true if so.
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

  /** Attaches to a form, and restores what was typed there before. */
  async begin(element, inputs) {
    this.attach(element, inputs);
    this.restore(await this.read());
  }

  /** Keeps the form as it is now; one that is as it began needs no draft. */
  async changed() {
    if (this.isRestoring) return;
    const draft = this.draft ?? await this.opened;
    if (this.isUntouched()) draft?.forget();
    else draft?.keep({ values: valuesOf(this.inputs), base: this.base });
  }

  /** Drops the draft: it was saved, or is not wanted. */
  async forget() {
    fill(this.note);
    await (await this.opened)?.forget();
  }

  isUntouched() {
    return JSON.stringify(valuesOf(this.inputs)) === JSON.stringify(this.first);
  }

  // The form as it began.
  reset() {
    put(this.first, this.inputs);
    this.inputs[0]?.focus();
  }
}

async function open(name, days, isOfRoom) {
  try {
    const [person, room] = await Promise.all([personID(), isOfRoom ? roomID() : null]);
    return person ? draftOf(isOfRoom ? `${name} ${room}` : name, person, days) : null;
  } catch {
    // Whose text it is is not known: it stays in its form.
    return null;
  }
}

function valuesOf(inputs) {
  return Object.fromEntries(inputs.map((input) =>
    [input.name, input.type === "checkbox" ? input.checked : input.value]));
}

// What depends on a field follows it, as if somebody had typed.
function put(values, inputs) {
  for (const input of inputs) {
    const value = values[input.name];
    if (value === undefined) continue;
    if (input.type === "checkbox") input.checked = value;
    else input.value = value;
    input.dispatchEvent?.(new Event("input", { bubbles: true }));
  }
}
