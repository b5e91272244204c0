// The place of a check-in: the own location, a saved place, a pin moved on the map, or typed coordinates.

import { Problem, get, send } from "../api.js";
import { fill, h } from "../dom.js";
import { allPages } from "../models/pagedlist.js";
import { feetOf, maxSpotAccuracy, metersOf } from "../models/teaching.js";
import { words } from "../words/words.js";
import { rangeText } from "./checkinpieces.js";
import { chooser } from "./filters.js";
import { field } from "./form.js";
import { formSheet } from "./formsheet.js";
import { measure, positionPermission } from "./position.js";
import { SpotMap } from "./spotmap.js";
import { complain, toast } from "./toast.js";

/** The limit on pages of saved places: a site has at most 500. */
const maxPages = 5;
/** The time for which a deleted place can be saved again (ms). */
const undoStays = 10_000;

/**
 * `first` is what there is already: `{ spot, savedSpot }`. `onrange(feet)` is called when a saved place
 * brings its range, `oncode()` when the person prefers a code.
 */
export class SpotPicker {
  constructor({ first, onrange, oncode }) {
    const text = words.spots;
    Object.assign(this, { onrange, oncode, own: null, feet: 100, saved: [], isOver: false });
    this.pin = first?.spot ? { ...first.spot } : null;
    this.savedID = first?.savedSpot ?? null;
    this.map = new SpotMap({ onmove: (position) => this.moveTo(position) });
    this.where = h("p", { class: "spot-where", role: "status" });
    this.problem = h("div", { class: "spot-problem", role: "alert", hidden: true });
    this.locateButton = h("button", { class: "button quiet-button small", type: "button",
      onclick: () => this.locate() }, text.useMine);
    this.saveButton = h("button", { class: "button quiet-button small", type: "button", hidden: true,
      "aria-haspopup": "dialog", onclick: () => this.save() }, text.save);
    this.removeButton = h("button", { class: "link-button", type: "button", hidden: true,
      onclick: () => this.remove() }, text.remove);
    this.chooserPlace = h("div", { class: "filters spot-choose" });
    const number = (name) => field({ name, label: text[name], inputmode: "decimal", autocomplete: "off",
      onchange: () => this.type() });
    this.fields = [number("latitude"), number("longitude")];
    const pair = h("div", { class: "pair" }, this.fields.map(({ element }) => element));
    this.coordinates = h("details", { class: "more" }, h("summary", {}, text.type),
      h("div", { class: "more-body" }, pair));
    this.element = h("section", { class: "spot-picker", "aria-label": text.place }, this.map.element,
      this.where, this.problem, this.chooserPlace,
      h("div", { class: "spot-acts" }, this.locateButton, this.saveButton, this.removeButton),
      this.coordinates);
    this.paint();
  }

  /** Fetches the saved places, and the own location if this browser allows it without a question. */
  async begin() {
    await Promise.all([this.loadSaved(), this.pin || this.savedID ? null : this.locateIfAllowed()]);
  }

  stop() {
    this.isOver = true;
    this.map.stop();
  }

  /** Shows the range in feet. */
  setFeet(feet) {
    this.feet = feet;
    this.paint();
  }

  /** The place for a request: `{ spot }` or `{ savedSpot }`, or null as long as there is none. */
  value() {
    if (this.savedID) return { savedSpot: this.savedID };
    if (!this.pin) return null;
    const { latitude, longitude, accuracy, name } = this.pin;
    return { spot: { latitude, longitude, accuracy: accuracy ?? undefined, name: name ?? undefined } };
  }

  /** What is wrong with the place, or null. */
  fault() {
    if (this.savedID) return null;
    if (!this.pin) return words.spots.missing;
    return this.isVague() ? words.spots.vague(lengthText(this.pin.accuracy)) : null;
  }

  /** Shows what is wrong with the place; null clears it. */
  say(text) {
    if (!text) return;
    fill(this.problem, h("p", {}, text));
    this.problem.hidden = false;
  }

  focus() {
    this.locateButton.focus();
  }

  isVague() {
    return Boolean(this.pin?.accuracy) && this.pin.accuracy > maxSpotAccuracy;
  }

  async locateIfAllowed() {
    const permission = await positionPermission();
    if (permission === "granted") await this.locate();
    else if (permission !== "prompt") this.complain(new Problem({ code: `location_${permission}` }));
  }

  async locate() {
    if (this.locateButton.hasAttribute("aria-busy")) return;
    this.locateButton.setAttribute("aria-busy", "true");
    this.where.textContent = words.spots.locating;
    this.problem.hidden = true;
    try {
      const { latitude, longitude, accuracy } = await measure();
      const own = { latitude, longitude, accuracy };
      if (this.isOver) return;
      Object.assign(this, { own, pin: { ...own }, savedID: null });
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      this.complain(problem);
    } finally {
      this.locateButton.removeAttribute("aria-busy");
      this.paint();
    }
  }

  complain({ code }) {
    const text = words.spots;
    const why = code === "location_missing" && !isSecureContext ? "location_insecure" : code;
    fill(this.problem, h("p", {}, text.problems[why]),
      h("button", { class: "button quiet-button small", type: "button", onclick: () => this.oncode() },
        text.useCode));
    this.problem.hidden = false;
    if (!this.pin) this.coordinates.open = true;
  }

  // A pin set by hand has no accuracy.
  moveTo({ latitude, longitude }) {
    this.pin = { latitude, longitude, accuracy: null, name: null };
    this.savedID = null;
    this.paint();
  }

  type() {
    const [latitude, longitude] = this.fields.map(({ input }) => numberIn(input.value));
    const isGood = [Math.abs(latitude ?? 91) <= 90, Math.abs(longitude ?? 181) <= 180];
    const typed = this.fields.map(({ input }) => input.value.trim());
    this.fields[0].say(typed[0] && !isGood[0] ? words.spots.latitudeBad : null);
    this.fields[1].say(typed[1] && !isGood[1] ? words.spots.longitudeBad : null);
    if (isGood.every(Boolean)) this.moveTo({ latitude, longitude });
  }

  paint() {
    const text = words.spots;
    const chosen = this.saved.find(({ id }) => id === this.savedID);
    const pin = chosen ?? this.pin;
    this.map.show({ pin, own: this.own, feet: this.feet });
    if (pin) {
      this.fields[0].input.value = String(pin.latitude);
      this.fields[1].input.value = String(pin.longitude);
      this.problem.hidden = !this.isVague();
      if (this.isVague()) fill(this.problem, h("p", {}, text.vague(lengthText(this.pin.accuracy))));
    }
    this.where.textContent = !pin ? "" : [chosen || pin.name ? text.saved(chosen?.name ?? pin.name)
      : pin.accuracy ? text.accuracy(lengthText(pin.accuracy)) : text.byHand,
    text.coordinates(pin.latitude.toFixed(5), pin.longitude.toFixed(5))].join(" · ");
    this.saveButton.hidden = !this.pin || Boolean(chosen) || this.isVague();
    this.removeButton.hidden = !chosen?.isMine;
    this.locateButton.classList.toggle("quiet-button", Boolean(pin));
  }

  async loadSaved() {
    try {
      const { items } = await allPages((cursor) => get("/v1/spots", { limit: 100, cursor }), maxPages);
      if (!this.isOver) this.take(items);
    } catch (problem) {
      // Without them the map is still there.
      if (!(problem instanceof Problem)) throw problem;
    }
  }

  take(items) {
    const text = words.spots;
    this.saved = items;
    if (!items.some(({ id }) => id === this.savedID)) this.savedID = null;
    fill(this.chooserPlace, items.length > 0 && chooser({
      label: text.choose, value: this.savedID ?? "", onchange: (id) => this.choose(id),
      options: [["", text.chooseNone], ...items.map(({ id, name }) => [id, name])],
    }));
    this.paint();
  }

  choose(id) {
    const chosen = this.saved.find((one) => one.id === id);
    this.savedID = chosen?.id ?? null;
    if (chosen) {
      this.pin = { latitude: chosen.latitude, longitude: chosen.longitude, accuracy: null, name: null };
      this.onrange(feetOf(chosen.range));
    }
    this.problem.hidden = true;
    this.paint();
  }

  async save() {
    const text = words.spots;
    const { latitude, longitude } = this.pin;
    const id = crypto.randomUUID();
    const spot = await formSheet({
      title: text.save, lead: text.saveLead, label: words.save,
      parts: [field({ name: "name", label: text.name, hint: text.nameHint, maxLength: 80, required: true,
        autocomplete: "off" })],
      submit: ({ name }) => send("PUT", `/v1/spots/${id}`,
        { name: name.trim(), latitude, longitude, range: metersOf(this.feet) }),
    });
    if (!spot) return;
    this.savedID = spot.id;
    await this.loadSaved();
    toast(text.savedNow(spot.name));
  }

  async remove() {
    const { id, name, latitude, longitude, range } = this.saved.find((one) => one.id === this.savedID);
    const path = `/v1/spots/${id}`;
    try {
      await send("DELETE", path);
      this.savedID = null;
      await this.loadSaved();
      toast(words.spots.removed(name), async () => {
        try {
          await send("PUT", path, { name, latitude, longitude, range });
          this.savedID = id;
          await this.loadSaved();
        } catch (problem) {
          complain(problem);
        }
      }, undoStays);
    } catch (problem) {
      complain(problem);
    }
  }
}

function numberIn(typed) {
  const text = typed.trim().replace(",", ".");
  return text && Number.isFinite(Number(text)) ? Number(text) : null;
}

function lengthText(meters) {
  return rangeText(feetOf(meters));
}
