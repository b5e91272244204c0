// The screens of a topic, one step at a time: swipes with one or two fingers, arrows, space and big buttons.

import { h, fill, icon } from "../dom.js";
import { drawingAddress, stepFor } from "../models/guide.js";
import { words } from "../words/words.js";

/** The length of a swipe (px) and its steepest slope. */
const farEnough = 60;
const steepest = Math.tan(Math.PI / 6);
const maxFingers = 2;

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Shows the steps of a topic. `reader` is who reads: patient, profile, breaths, language, number.
 * `extra(step, player)` returns what a screen has besides its text. `onStep(step, index)` is called for each
 * screen. `onEnd()` returns what the screen after the last step shows, or null to stay.
 */
export class Steps {
  constructor({ topic, drawings, reader, start = 0, extra = () => null, onStep = () => {}, onEnd = null }) {
    Object.assign(this, { topic, drawings, reader, extra, onStep, onEnd, timer: null });
    this.isStill = calm.matches;
    this.index = Math.min(Math.max(start, 0), topic.steps.length - 1);
    const text = words.steps;
    this.heading = h("h2", { class: "step-title", tabindex: "-1" });
    this.text = h("p", { class: "step-text" });
    this.picture = h("div", { class: "step-picture" });
    this.more = h("div", { class: "step-more" });
    this.place = h("p", { class: "step-place" });
    this.previous = h("button", { class: "step-button", type: "button", onclick: () => this.back() },
      icon("back"), text.back);
    this.next = h("button", { class: "step-button step-next", type: "button", onclick: () => this.forth() });
    this.screen = [
      h("div", { class: "step-body" }, this.place, this.heading, this.text, this.picture, this.more),
      h("div", { class: "step-ways" }, this.previous, this.next),
    ];
    this.element = h("div", { class: "steps" }, this.screen);
    this.keys = (event) => this.pressed(event);
    document.addEventListener("keydown", this.keys);
    this.follow();
    this.show({ isFirst: true });
  }

  stop() {
    document.removeEventListener("keydown", this.keys);
    clearTimeout(this.timer);
  }

  /** The step on the screen, for the reader. */
  get step() {
    return stepFor(this.topic.steps[this.index], this.reader);
  }

  get isLast() {
    return this.index === this.topic.steps.length - 1;
  }

  /** Changes who reads. The screen stays. */
  read(reader) {
    this.reader = { ...this.reader, ...reader };
    this.show({ isSame: true });
  }

  forth() {
    if (this.isOver) return;
    if (!this.isLast) return this.turn(this.index + 1);
    const end = this.onEnd?.();
    if (!end) return;
    clearTimeout(this.timer);
    this.isOver = true;
    fill(this.element, end);
    this.element.querySelector("h2, button")?.focus();
  }

  /** Shows the steps again after the end: the last one, or `index`. */
  resume(index = this.index) {
    this.isOver = false;
    fill(this.element, this.screen);
    this.turn(index);
  }

  /** The first screen has none before it. */
  back() {
    if (this.index > 0 && !this.isOver) this.turn(this.index - 1);
  }

  turn(index) {
    this.index = index;
    this.show({});
    this.heading.focus({ preventScroll: true });
    this.element.scrollTo?.(0, 0);
    scrollTo(0, 0);
  }

  show({ isSame = false, isFirst = false }) {
    const { step } = this;
    clearTimeout(this.timer);
    this.element.dataset.step = step.id;
    for (const part of [this.heading, this.text]) part.lang = step.language;
    this.heading.textContent = step.title;
    this.text.textContent = step.text;
    this.place.textContent = words.steps.place(this.index + 1, this.topic.steps.length);
    this.draw(step);
    this.previous.disabled = this.index === 0;
    fill(this.next, this.isLast ? words.steps.end : words.steps.next, icon("next"));
    this.next.hidden = this.isLast && !this.onEnd;
    if (step.seconds) this.timer = setTimeout(() => this.forth(), step.seconds * 1000);
    this.onStep(step, this.index, { isSame, isFirst });
    fill(this.more, this.extra(step, this));
  }

  draw(step) {
    const svg = this.drawings.find(({ name }) => name === step.drawing)?.svg;
    this.picture.hidden = !svg;
    if (!svg) return fill(this.picture);
    const address = drawingAddress(svg, this.isStill);
    const moves = svg.includes("animation:");
    fill(this.picture,
      h("img", { class: "step-drawing", src: address, alt: step.alt, lang: step.language,
        width: 320, height: 240 }),
      moves && h("button", { class: "step-still", type: "button", "aria-pressed": String(this.isStill),
        onclick: () => {
          this.isStill = !this.isStill;
          this.draw(step);
          this.picture.querySelector("button").focus();
        }, "aria-label": this.isStill ? words.steps.play : words.steps.pause },
      icon(this.isStill ? "play" : "pause")));
  }

  pressed(event) {
    if (event.defaultPrevented || !this.element.isConnected) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { target } = event;
    if (target.closest?.("input, select, textarea, dialog, [role=radiogroup]")) return;
    const onward = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
    const backward = onward === "ArrowRight" ? "ArrowLeft" : "ArrowRight";
    const isSpace = event.key === " " && !target.closest?.("button, a, summary");
    if (event.key === onward || event.key === "PageDown" || isSpace) this.forth();
    else if (event.key === backward || event.key === "PageUp") this.back();
    else return;
    event.preventDefault();
  }

  // A swipe counts when all fingers are up again. More than two fingers make it none.
  follow() {
    let from = null;
    let fingers = 0;
    const area = this.element;
    area.addEventListener("touchstart", (event) => {
      fingers = Math.max(fingers, event.touches.length);
      from ??= { x: event.touches[0].clientX, y: event.touches[0].clientY, id: event.touches[0].identifier };
    }, { passive: true });
    area.addEventListener("touchend", (event) => {
      const last = [...event.changedTouches].find(({ identifier }) => identifier === from?.id);
      if (last) from.to = { x: last.clientX, y: last.clientY };
      if (event.touches.length > 0) return;
      const [start, count] = [from, fingers];
      [from, fingers] = [null, 0];
      if (!start?.to || count > maxFingers) return;
      const [x, y] = [start.to.x - start.x, start.to.y - start.y];
      if (Math.abs(x) < farEnough || Math.abs(y) > Math.abs(x) * steepest) return;
      const onward = document.documentElement.dir === "rtl" ? 1 : -1;
      if (Math.sign(x) === onward) this.forth();
      else this.back();
    });
    area.addEventListener("touchcancel", () => { [from, fingers] = [null, 0]; });
  }
}
