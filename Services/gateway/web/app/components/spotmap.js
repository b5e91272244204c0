// The map of a check-in's place: a pin with the range around it, which keys, a mouse and fingers move, and
// the own position. Leaflet draws it (`leafletmap.js`) and is fetched when there is something to show.

import { addressOf } from "../built.js";
import { h, icon } from "../dom.js";
import { moved } from "../models/grid.js";
import { words } from "../words/words.js";

/** The server of map tiles that the gateway names in the page: `{ template, credit }`, or null for none. */
const tiles = tilesOf(document.querySelector('meta[name="quad-tiles"]'));
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const signs = { "+": 1, "-": -1 };

/** `onmove(position)` is called when the person has moved the pin. */
export class SpotMap {
  constructor({ onmove }) {
    const text = words.spots;
    Object.assign(this, { onmove, shown: null, drawing: null, coming: null, isOver: false });
    this.plan = h("div", { class: "spot-plan" });
    this.length = h("span", { class: "spot-length" });
    this.face = h("div", { class: "spot-face", tabindex: "0", role: "application", "aria-label": text.map,
      "aria-describedby": "spot-map-hint", onkeydown: (event) => this.press(event) }, this.plan);
    const zoom = (label, sign, steps) => h("button", {
      class: "spot-zoom", type: "button", "aria-label": label, onclick: () => this.drawing?.zoom(steps),
    }, icon(sign));
    this.body = h("div", { class: "spot-body" }, this.face,
      h("div", { class: "spot-zooms" }, zoom(text.zoomIn, "plus", 1), zoom(text.zoomOut, "minus", -1)),
      h("p", { class: "spot-line" }, this.length, tiles && h("span", { class: "spot-credit" }, tiles.credit)),
      h("p", { class: "hint spot-hint", id: "spot-map-hint" }, text.mapHint));
    this.missing = h("p", { class: "hint", role: "status", hidden: true }, text.mapMissing);
    this.element = h("div", { class: "spot-map", hidden: true }, this.body, this.missing);
  }

  /** Shows a pin, the range around it in feet, and the own position or null. */
  show(shown) {
    this.shown = shown;
    this.element.hidden = !shown.pin;
    if (!shown.pin) return;
    if (this.drawing) this.drawing.show(shown);
    else this.coming ??= this.draw();
  }

  stop() {
    this.isOver = true;
    this.drawing?.stop();
  }

  async draw() {
    const LeafletMap = await fetched();
    if (this.isOver) return;
    // Without the drawing the place can still be measured, chosen and typed.
    this.body.hidden = !LeafletMap;
    this.missing.hidden = Boolean(LeafletMap);
    if (!LeafletMap) return;
    this.drawing = new LeafletMap(this.plan, { tiles, length: this.length, onmove: this.onmove });
    this.drawing.show(this.shown);
  }

  press(event) {
    const arrow = arrows[event.key];
    if (arrow) {
      event.preventDefault();
      const step = event.shiftKey ? 10 : 1;
      this.onmove(moved(this.shown.pin, { x: arrow[0] * step, y: arrow[1] * step }));
    } else if (signs[event.key]) this.drawing?.zoom(signs[event.key]);
  }
}

async function fetched() {
  try {
    return (await import(addressOf("/app/components/leafletmap.js"))).LeafletMap;
  } catch (error) {
    // A module that can't be fetched is a TypeError.
    if (!(error instanceof TypeError)) throw error;
    return null;
  }
}

function tilesOf(element) {
  return element?.content ? { template: element.content, credit: element.dataset.credit } : null;
}
