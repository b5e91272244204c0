// The sheet that chooses the visible part of a picture: by mouse, touch, wheel, keys and buttons.

import { h, icon, spoken } from "../dom.js";
import { largestPart, maxZoomOf, moved, storedPart, zoomOf, zoomed } from "../models/crop.js";
import { decimal, words } from "../words/words.js";
import { sheet } from "./sheet.js";

/** The step of a key or a button: in fractions of the frame, and as a factor of the zoom. */
const step = 0.1;
const zoomStep = 1.25;
/** The factor of the zoom per pixel of the wheel. */
const wheelStep = 1.0015;
const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Opens the sheet over the picture at the address `source`. Resolves to the part, or null if nothing was
 * chosen. Rejects if the picture can't be shown here. `frame` is the form of the part, width to height.
 */
export async function choosePart(source, part = null, frame = undefined) {
  const image = h("img", { class: "crop-picture", src: source, alt: "", draggable: "false" });
  await image.decode();
  const view = new CropView(image, part, frame);
  const text = words.pictures;
  const opened = sheet({ title: text.cropTitle, body: view.element, actions: [
    { label: words.cancel, kind: "quiet" }, { label: text.use, value: true },
  ] });
  opened.element.classList.add("crop-sheet");
  view.frame.focus({ preventScroll: true });
  return await opened.closed ? storedPart(view.part) : null;
}

/** Shows a part of a picture: the whole of it is larger than the frame around it. */
export function place(image, part) {
  Object.assign(image.style, {
    inlineSize: `${100 / part.width}%`, blockSize: `${100 / part.height}%`,
    left: `${-100 * part.x / part.width}%`, top: `${-100 * part.y / part.height}%`,
  });
}

class CropView {
  constructor(image, part, frame) {
    const text = words.pictures;
    this.image = image;
    this.size = { width: image.naturalWidth, height: image.naturalHeight, frame };
    this.most = maxZoomOf(this.size);
    this.pointers = new Map();
    this.frame = h("div", {
      class: "crop-frame", tabindex: "0", role: "group", "aria-label": text.frame,
      "aria-describedby": "crop-hint", onkeydown: (event) => this.key(event),
      onpointerdown: (event) => this.press(event), onpointermove: (event) => this.drag(event),
      onpointerup: (event) => this.pointers.delete(event.pointerId),
      onpointercancel: (event) => this.pointers.delete(event.pointerId),
    }, image);
    if (frame) this.frame.style.setProperty("--frame", frame);
    this.frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.zoom = h("input", {
      type: "range", min: 1, max: this.most, step: 0.01, "aria-label": text.zoom, class: "crop-zoom",
      oninput: () => this.take(zoomed(this.part, this.size, Number(this.zoom.value))),
    });
    this.aloud = h("span", { class: "spoken", role: "status" });
    const button = (sign, label, act) => h("button", {
      class: "button quiet-button crop-act", type: "button", onclick: () => act(),
    }, icon(sign), spoken(label));
    this.element = h("div", { class: "crop" }, this.frame,
      h("p", { class: "hint", id: "crop-hint" }, text.cropHint),
      h("div", { class: "crop-line" },
        button("minus", text.zoomOut, () => this.scale(1 / zoomStep)), this.zoom,
        button("plus", text.zoomIn, () => this.scale(zoomStep))),
      h("div", { class: "crop-line crop-moves" },
        button("back", text.left, () => this.move(-step, 0)),
        button("up", text.up, () => this.move(0, -step)),
        button("down", text.down, () => this.move(0, step)),
        button("next", text.right, () => this.move(step, 0))),
      this.aloud);
    this.take(part ?? largestPart(this.size));
  }

  take(part) {
    this.part = part;
    place(this.image, part);
    const zoom = zoomOf(part, this.size);
    this.zoom.value = zoom;
    this.zoom.setAttribute("aria-valuetext", words.pictures.times(decimal(zoom)));
  }

  scale(factor, at) {
    this.take(zoomed(this.part, this.size, zoomOf(this.part, this.size) * factor, at));
    this.aloud.textContent = words.pictures.times(decimal(zoomOf(this.part, this.size)));
  }

  move(x, y) {
    this.take(moved(this.part, x, y));
  }

  key(event) {
    const way = ways[event.key];
    if (way) this.move(way[0] * step, way[1] * step);
    else if (event.key === "+" || event.key === "=") this.scale(zoomStep);
    else if (event.key === "-") this.scale(1 / zoomStep);
    else return;
    event.preventDefault();
  }

  wheel(event) {
    event.preventDefault();
    this.scale(wheelStep ** -event.deltaY, this.at(event));
  }

  press(event) {
    if (event.button !== 0) return;
    this.frame.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, event);
  }

  // One finger moves the picture. Two also zoom, around the point between them.
  drag(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const { width, height } = this.frame.getBoundingClientRect();
    const other = [...this.pointers.values()].find(({ pointerId }) => pointerId !== event.pointerId);
    const share = other ? 0.5 : 1;
    const [x, y] = [before.clientX - event.clientX, before.clientY - event.clientY];
    this.move(x * share / width, y * share / height);
    if (other) {
      const between = (name) => (event[name] + other[name]) / 2;
      const middle = { clientX: between("clientX"), clientY: between("clientY") };
      const factor = distance(event, other) / distance(before, other);
      if (Number.isFinite(factor) && factor > 0) this.scale(factor, this.at(middle));
    }
    this.pointers.set(event.pointerId, event);
  }

  // A point of the page in fractions of the frame.
  at({ clientX, clientY }) {
    const { left, top, width, height } = this.frame.getBoundingClientRect();
    return { x: (clientX - left) / width, y: (clientY - top) / height };
  }
}

function distance(one, other) {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}
