// What a class sees of a check-in on the wall: the code, as large as it fits, and the time left. No names.

import { Problem, get } from "../../api.js";
import { qrDrawing } from "../../components/qr.js";
import { failed, skeleton } from "../../components/pieces.js";
import { clock, tick } from "../../clock.js";
import { fill, h, icon, spoken } from "../../dom.js";
import { attending, clockLeft, everyone, needsCode, needsPlace, stateAt } from "../../models/teaching.js";
import { back } from "../../router.js";
import { grouped, shortMoment, words } from "../../words/words.js";

/** The pause before a code that could not be fetched is asked for again, and before the numbers are (ms). */
const retryAfter = 2000;
const calm = 1000;

/** The page at /school/checkins/:id/screen. */
export function screenPage({ params }) {
  const screen = new Screen(params.id);
  screen.begin();
  return {
    name: "screen", tab: "school", title: words.screen.title, parent: `/school/checkins/${params.id}`,
    isPlain: true, body: screen.element,
    onEvent: (topic, data) => screen.onEvent(topic, data),
    stop: () => screen.stop(),
  };
}

class Screen {
  constructor(id) {
    const text = words.screen;
    this.id = id;
    this.path = `/v1/checkins/${encodeURIComponent(id)}`;
    Object.assign(this, { checkIn: null, code: null, shownCode: null, isOver: false, isAsking: false });
    Object.assign(this, { lock: null, timers: {} });
    this.stopTick = () => {};
    this.course = h("h1", { class: "screen-course" });
    this.picture = h("div", { class: "screen-qr" });
    this.lead = h("p", { class: "screen-lead" });
    this.letters = h("p", { class: "screen-code" });
    this.address = h("p", { class: "screen-address" });
    this.left = h("p", { class: "screen-left" });
    this.here = h("p", { class: "screen-here" });
    this.lost = h("p", { class: "screen-lost", role: "status" });
    this.full = h("button", { class: "screen-act", type: "button", onclick: () => this.fill() }, text.full);
    this.body = h("div", { class: "screen-body" }, skeleton(1));
    this.element = h("div", { class: "screen", "data-scheme": "light" },
      h("div", { class: "screen-head" }, this.course, h("div", { class: "screen-acts" },
        document.fullscreenEnabled && this.full,
        h("button", { class: "screen-act", type: "button", "aria-label": text.close,
          onclick: () => back(`/school/checkins/${id}`) }, icon("close")))),
      this.body, this.lost);
    this.wake = () => {
      if (!document.hidden) this.stayAwake();
    };
  }

  begin() {
    document.addEventListener("visibilitychange", this.wake);
    this.stayAwake();
    this.load();
  }

  stop() {
    this.isOver = true;
    document.removeEventListener("visibilitychange", this.wake);
    Object.values(this.timers).forEach(clearTimeout);
    this.stopTick();
    this.lock?.release();
    if (document.fullscreenElement) document.exitFullscreen();
  }

  // A device that refuses to stay awake shows the screen all the same.
  async stayAwake() {
    try {
      const lock = await navigator.wakeLock?.request("screen");
      if (this.isOver) lock?.release();
      else this.lock = lock ?? null;
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  }

  fill() {
    if (document.fullscreenElement) document.exitFullscreen();
    else this.element.requestFullscreen().catch(() => { this.full.hidden = true; });
  }

  async load() {
    try {
      const found = await get(this.path);
      if (this.isOver) return;
      if (!found.tally) throw new Problem({ code: "not_found" });
      this.take(found);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (this.isOver) return;
      if (this.checkIn && problem.status !== 404) this.again("load", retryAfter, () => this.load());
      else fill(this.body, failed(problem, () => this.load()));
    }
  }

  take(found) {
    this.checkIn = found;
    const [here, all] = [attending(found.tally), everyone(found.tally)];
    this.here.textContent = words.screen.here(grouped(here), grouped(all));
    this.stopTick();
    this.stopTick = tick(Date.parse(found.closes), (now) => this.turn(now));
    const isClosed = stateAt(found, clock.now()) === "closed";
    if (!needsCode(found.mode) || isClosed || this.code) this.showWords();
    else if (!this.isAsking) this.fetchCode();
  }

  // Not before the first code, or the lack of it: it would push the words aside.
  showWords() {
    this.course.textContent = this.checkIn.courseCode || this.checkIn.courseName;
    if (this.body.contains(this.picture)) return;
    fill(this.body, this.picture, h("div", { class: "screen-words" }, this.lead, this.letters, this.address,
      this.left, this.here));
  }

  turn(now) {
    const text = words.screen;
    const { checkIn } = this;
    const state = stateAt(checkIn, now);
    this.left.textContent = state === "open" ? text.closesIn(clockLeft(Date.parse(checkIn.closes), now))
      : state === "closed" ? text.closed : text.opens(shortMoment(checkIn.opens));
    this.element.classList.toggle("is-closed", state === "closed");
    const hasCode = needsCode(checkIn.mode) && state !== "closed";
    this.lead.textContent = state === "closed" ? "" : hasCode ? text.scan
      : needsPlace(checkIn.mode) ? text.place : text.manual;
    for (const part of [this.picture, this.letters, this.address]) part.hidden = !hasCode || !this.code;
    if (hasCode && this.code) this.showCode(now);
  }

  // The next code is known ahead, so the change needs no network.
  showCode(now) {
    const { code, next, until, qr, nextQr } = this.code;
    const isNext = now >= Date.parse(until);
    const current = isNext ? next : code;
    if (current !== this.shownCode) this.drawCode(current, isNext ? nextQr : qr);
    if (isNext && !this.isAsking && !this.timers.load) this.fetchCode();
  }

  drawCode(code, modules) {
    const text = words.screen;
    this.shownCode = code;
    const plain = code.replace("-", "");
    fill(this.letters, h("span", { "aria-hidden": "true" }, `${plain.slice(0, 4)} ${plain.slice(4)}`),
      spoken(text.code([...plain].join(" "))));
    this.address.textContent = text.orType(location.host);
    fill(this.picture, modules && qrDrawing(modules, text.qr));
  }

  async fetchCode() {
    this.isAsking = true;
    try {
      this.code = await get(`${this.path}/code`);
      this.lost.textContent = "";
      if (this.isOver) return;
      this.showWords();
      this.turn(clock.now());
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (this.isOver) return;
      if (problem.code === "closed") this.again("load", calm, () => this.load());
      else {
        this.lost.textContent = words.screen.lost;
        this.showWords();
        this.again("code", retryAfter, () => this.fetchCode());
        return;
      }
    } finally {
      this.isAsking = Boolean(this.timers.code);
    }
  }

  // A second wish waits with the first: whoever wishes every second would put it off forever.
  again(name, after, action) {
    this.timers[name] ??= setTimeout(() => {
      this.timers[name] = null;
      action();
    }, after);
  }

  onEvent(topic, data) {
    const isOurs = /^attendance\.(record|checkin)\./.test(topic) && data.checkIn === this.id;
    if ((isOurs || topic === "reset") && !this.timers.load) this.again("load", calm, () => this.load());
  }
}
