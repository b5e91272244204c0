// Reordering of list items by dragging a handle with a mouse, a pen or a finger.

/** The distance of a drag (px). A shorter one may still be a tap. */
const slack = 6;
/**
 * The distance from an edge of the screen within which the page scrolls, and the limit on a step (px per
 * frame).
 */
const edge = 72;
const maxStep = 14;

/**
 * Makes the lines of `list` draggable by their `[data-act=grip]`. During a drag only the appearance changes,
 * so the list must keep its lines from `begun()` until `ended()`. `moved(id, after)` reports the new
 * position: below the line with the id `after`, or at the top (null). Escape cancels. The caller has to offer
 * the same without dragging.
 */
export function reorderable(list, callbacks) {
  const drawing = new Drawing(list, callbacks);
  list.addEventListener("pointerdown", (event) => drawing.hold(event));
  list.addEventListener("pointermove", (event) => drawing.goTo(event));
  list.addEventListener("pointerup", (event) => drawing.letGo(event, true));
  list.addEventListener("pointercancel", (event) => drawing.letGo(event, false));
  list.addEventListener("lostpointercapture", (event) => {
    if (event.target === list) drawing.letGo(event, false);
  });
  list.addEventListener("keydown", (event) => drawing.press(event), { capture: true });
}

class Drawing {
  constructor(list, { begun, moved, ended }) {
    Object.assign(this, { list, begun, moved, ended });
    /** The pressed line and, once it is dragged, the positions of all lines. */
    this.held = null;
  }

  hold(event) {
    const grip = event.target.closest("[data-act=grip]");
    if (!grip || this.held?.isLifted || !event.isPrimary || event.button !== 0) return;
    const row = grip.closest("[data-id]");
    this.held = { row, id: row.dataset.id, pointer: event.pointerId, y: event.clientY,
      beganAt: event.clientY + scrollY };
  }

  goTo(event) {
    const { held } = this;
    if (event.pointerId !== held?.pointer) return;
    if (event.buttons === 0) {
      this.drop(false);
      return;
    }
    held.y = event.clientY;
    if (!held.isLifted && Math.abs(held.y + scrollY - held.beganAt) > slack) this.lift();
    if (held.isLifted) this.follow();
  }

  letGo(event, isMeant) {
    if (event.pointerId === this.held?.pointer) this.drop(isMeant);
  }

  press(event) {
    if (event.key !== "Escape" || !this.held?.isLifted) return;
    event.stopPropagation();
    this.drop(false);
  }

  lift() {
    const { list, held } = this;
    const { row, pointer } = held;
    const rows = [...list.children].filter((one) => !one.classList.contains("is-new"));
    const tops = rows.map((one) => one.getBoundingClientRect().top + scrollY);
    const from = rows.indexOf(row);
    Object.assign(held, {
      isLifted: true, rows, from, to: from,
      middles: rows.map((one, at) => tops[at] + one.offsetHeight / 2), height: row.offsetHeight,
      bounds: [tops[0] - tops[from], tops.at(-1) + rows.at(-1).offsetHeight - row.offsetHeight - tops[from]],
    });
    list.setPointerCapture(pointer);
    list.classList.add("is-sorting");
    row.classList.add("is-lifted");
    this.begun();
    requestAnimationFrame(() => this.goAlong());
  }

  follow() {
    const { held } = this;
    const { row, rows, from, middles, height, bounds, y, beganAt } = held;
    const way = Math.min(bounds[1], Math.max(bounds[0], y + scrollY - beganAt));
    // A line moves aside when the nearer edge of the dragged one has passed its middle.
    const [top, bottom] = [-1, 1].map((side) => middles[from] + way + side * height / 2);
    row.style.setProperty("--way", `${way}px`);
    let to = from;
    while (to > 0 && top < middles[to - 1]) to -= 1;
    while (to < rows.length - 1 && bottom > middles[to + 1]) to += 1;
    if (to === held.to) return;
    held.to = to;
    rows.forEach((one, at) => {
      const isPassed = at !== from && at >= Math.min(from, to) && at <= Math.max(from, to);
      one.style.setProperty("--way", isPassed ? `${Math.sign(from - to) * height}px` : "0px");
    });
    row.style.setProperty("--way", `${way}px`);
  }

  // Scrolls a list that is longer than the screen.
  goAlong() {
    const { held } = this;
    if (!held?.isLifted) return;
    const beyond = held.y < edge ? held.y - edge : Math.max(0, held.y - innerHeight + edge);
    if (beyond !== 0) {
      scrollBy({ top: Math.sign(beyond) * Math.min(maxStep, Math.abs(beyond) / 4), behavior: "instant" });
      this.follow();
    }
    requestAnimationFrame(() => this.goAlong());
  }

  drop(isMeant) {
    const { list } = this;
    const { isLifted, row, rows, id, from, to, pointer } = this.held;
    this.held = null;
    if (!isLifted) return;
    if (list.hasPointerCapture(pointer)) list.releasePointerCapture(pointer);
    list.classList.remove("is-sorting");
    row.classList.remove("is-lifted");
    for (const one of rows) one.style.removeProperty("--way");
    if (isMeant && to !== from) {
      const rest = rows.filter((one) => one !== row);
      this.moved(id, rest[to - 1]?.dataset.id ?? null);
    }
    this.ended();
  }
}
