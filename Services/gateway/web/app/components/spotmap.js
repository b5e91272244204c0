// The place of a check-in on a plain grid: a pin with the range around it, and the own position with its
// accuracy. It needs no tiles and no network.

import { fill, h, icon, svg } from "../dom.js";
import { metersOf } from "../models/teaching.js";
import { moved, offsetOf, roundLength } from "../models/grid.js";
import { words } from "../words/words.js";
import { lengthUnit, rangeText } from "./checkinpieces.js";

/** The size of the drawing in its own units, which are pixels on a phone. */
const width = 328;
const height = 260;
/** The part of the height that the range takes at first. */
const share = 0.62;
/** The limits on the scale in meters a unit, and its factor for one press. */
const minScale = 0.05;
const maxScale = 40;
const zoomBy = 1.6;
/** The length of a scale bar, and the distance of grid lines (units). */
const maxBar = 90;
const minGap = 26;
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** `onmove(position)` is called when the person has moved the pin. */
export class SpotMap {
  constructor({ onmove }) {
    const text = words.spots;
    this.onmove = onmove;
    this.pin = null;
    this.own = null;
    this.feet = 100;
    this.scale = null;
    this.drag = null;
    this.drawing = svg("svg", { class: "spot-drawing", "aria-hidden": "true",
      viewBox: `0 0 ${width} ${height}` });
    this.face = h("div", { class: "spot-face", tabindex: "0", role: "application", "aria-label": text.map,
      "aria-describedby": "spot-map-hint" }, this.drawing);
    const zoom = (label, sign, factor) => h("button", {
      class: "spot-zoom", type: "button", "aria-label": label, onclick: () => this.zoom(factor),
    }, icon(sign));
    this.element = h("div", { class: "spot-map", hidden: true }, this.face,
      h("div", { class: "spot-zooms" }, zoom(text.zoomIn, "plus", 1 / zoomBy),
        zoom(text.zoomOut, "minus", zoomBy)),
      h("p", { class: "hint spot-hint", id: "spot-map-hint" }, text.mapHint));
    this.listen();
  }

  listen() {
    const { face } = this;
    face.addEventListener("keydown", (event) => this.press(event));
    face.addEventListener("pointerdown", (event) => this.take(event));
    face.addEventListener("pointermove", (event) => this.pull(event));
    for (const type of ["pointerup", "pointercancel"]) {
      face.addEventListener(type, (event) => this.drop(event));
    }
  }

  /** Shows a pin, the range around it in feet, and the own position or null. */
  show({ pin, own, feet }) {
    const isFirst = !this.pin || this.feet !== feet;
    Object.assign(this, { pin, own, feet });
    this.element.hidden = !pin;
    if (!pin) return;
    if (isFirst || this.scale === null) this.scale = this.fitting();
    this.paint();
  }

  fitting() {
    return Math.min(maxScale, Math.max(minScale, metersOf(this.feet) * 2 / (height * share)));
  }

  zoom(factor) {
    this.scale = Math.min(maxScale, Math.max(minScale, this.scale * factor));
    this.paint();
  }

  press(event) {
    const arrow = arrows[event.key];
    if (arrow) {
      event.preventDefault();
      const step = event.shiftKey ? 10 : 1;
      this.move({ x: arrow[0] * step, y: arrow[1] * step });
    } else if (event.key === "+" || event.key === "-") this.zoom(event.key === "+" ? 1 / zoomBy : zoomBy);
  }

  move(way) {
    this.onmove(moved(this.pin, way));
  }

  take(event) {
    if (event.button !== 0) return;
    this.drag = { x: event.clientX, y: event.clientY, way: { x: 0, y: 0 } };
    this.face.setPointerCapture(event.pointerId);
  }

  pull(event) {
    if (!this.drag) return;
    const perPixel = this.scale * width / this.drawing.getBoundingClientRect().width;
    const { x, y } = this.drag;
    this.drag.way = { x: (event.clientX - x) * perPixel, y: (y - event.clientY) * perPixel };
    this.paint();
  }

  // A press without a way leaves the pin where it is.
  drop(event) {
    const { drag } = this;
    this.drag = null;
    if (!drag) return;
    const isFar = Math.hypot(drag.way.x, drag.way.y) > this.scale * 3;
    if (event.type === "pointerup" && isFar) this.move(drag.way);
    else this.paint();
  }

  // The pin is in the middle while nothing is dragged.
  paint() {
    const { scale } = this;
    const way = this.drag?.way ?? { x: 0, y: 0 };
    const at = ({ x, y }) => ({ cx: width / 2 + x / scale, cy: height / 2 - y / scale });
    const pin = at(way);
    const own = this.own && at(offsetOf(this.pin, this.own));
    const radius = metersOf(this.feet) / scale;
    fill(this.drawing, this.grid(), own && [
      svg("circle", { class: "spot-accuracy", ...own, r: Math.max(4, this.own.accuracy / scale) }),
    ], svg("circle", { class: "spot-range", ...pin, r: radius }),
    own && svg("circle", { class: "spot-own", ...own, r: 6 }),
    svg("path", { class: "spot-pin", transform: `translate(${pin.cx} ${pin.cy})`,
      d: "M0 0C-3-8-11-13-11-22a11 11 0 0 1 22 0C11-13 3-8 0 0z" }),
    svg("circle", { class: "spot-pin-eye", cx: pin.cx, cy: pin.cy - 22, r: 4 }), this.bar());
  }

  // The lines stay with the place, whatever is in the middle.
  grid() {
    const { meters } = roundLength(Math.max(1, minGap * this.scale * 2));
    const gap = Math.max(minGap, meters / this.scale);
    const offset = offsetOf({ latitude: Math.round(this.pin.latitude * 100) / 100,
      longitude: Math.round(this.pin.longitude * 100) / 100 }, this.pin);
    const from = (middle, along) => (middle - along / this.scale) % gap;
    const lines = [];
    for (let x = from(width / 2, offset.x); x < width; x += gap) {
      lines.push(svg("line", { x1: x, x2: x, y1: 0, y2: height }));
    }
    for (let y = from(height / 2, -offset.y); y < height; y += gap) {
      lines.push(svg("line", { x1: 0, x2: width, y1: y, y2: y }));
    }
    return svg("g", { class: "spot-grid" }, lines);
  }

  bar() {
    const isMeters = lengthUnit() === "m";
    const { count, meters } = roundLength(maxBar * this.scale, isMeters ? 1 : metersOf(1));
    const length = meters / this.scale;
    const text = isMeters ? words.teaching.meters(count) : rangeText(count, "ft");
    return svg("g", { class: "spot-bar", transform: `translate(12 ${height - 12})` },
      svg("path", { d: `M0-5V0H${length}V-5` }), svg("text", { x: 4, y: -8 }, text));
  }
}
