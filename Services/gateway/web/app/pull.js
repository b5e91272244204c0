// Pulling a page down refreshes it, on touch screens: a sign follows the finger and turns until the reply is
// there. Without a finger, the browser's own reload does the same. Pages that can be pulled have `refresh()`.

import { h, icon } from "./dom.js";
import { network } from "./offline/network.js";
import { words } from "./words/words.js";

/** The distance of a pull (px). A shorter one may be a tap. */
const slack = 10;
/** The distance (px) after which letting go refreshes, and the limit on the way of the sign. */
const farEnough = 72;
const farthest = 96;
/** The part of the finger's way that the sign goes. */
const ease = 0.5;
/** The shortest time for which the sign turns (ms), so that it is not a flicker. */
const shortest = 400;

/** Starts to watch; `page()` returns the shown page. */
export function watchPull(page) {
  const pull = new Pull(page);
  const options = { passive: true };
  document.addEventListener("touchstart", (event) => pull.begin(event), options);
  document.addEventListener("touchmove", (event) => pull.follow(event), options);
  document.addEventListener("touchend", () => pull.end(true), options);
  document.addEventListener("touchcancel", () => pull.end(false), options);
  // The browser's own pull would reload the page at the same time.
  const note = () => document.documentElement.classList.toggle("can-pull", Boolean(page()?.refresh));
  new MutationObserver(note).observe(document.body, { attributeFilter: ["data-page"] });
  note();
}

class Pull {
  constructor(page) {
    this.page = page;
    this.said = h("span", { class: "spoken", role: "status" });
    this.sign = h("div", { class: "pull", hidden: true }, icon("repeat"));
    document.getElementById("app").append(this.sign, this.said);
    Object.assign(this, { from: null, way: 0, isBusy: false });
  }

  begin({ touches, target }) {
    this.from = null;
    if (this.isBusy || touches.length > 1 || scrollY > 0 || !this.page()?.refresh) return;
    this.from = { x: touches[0].clientX, y: touches[0].clientY, target, isPull: false };
  }

  follow({ touches }) {
    if (!this.from) return;
    const [x, y] = [touches[0].clientX - this.from.x, touches[0].clientY - this.from.y];
    if (!this.from.isPull) {
      if (Math.hypot(x, y) <= slack) return;
      // The first direction counts: a row swiped aside or a page scrolled up is no pull. The target is looked
      // at only now, because a tap would wait for its styles.
      if (touches.length > 1 || y < Math.abs(x) || scrollY > 0 || !isFree(this.from.target)) {
        this.from = null;
        return;
      }
      this.from.isPull = true;
      this.sign.hidden = false;
      this.said.textContent = "";
    }
    this.show(touches.length > 1 ? 0 : Math.min(Math.max(0, y) * ease, farthest));
  }

  show(way) {
    this.way = way;
    this.sign.style.setProperty("--way", `${way}px`);
    this.sign.style.setProperty("--part", Math.min(1, way / farEnough));
    this.sign.classList.toggle("is-far", way >= farEnough);
  }

  end(isMeant) {
    const { isPull } = this.from ?? {};
    this.from = null;
    if (!isPull) return;
    if (isMeant && this.way >= farEnough) this.refresh();
    else this.leave();
  }

  async refresh() {
    this.isBusy = true;
    this.sign.classList.add("is-busy");
    this.said.textContent = words.refresh.begun;
    try {
      await Promise.all([this.page().refresh(), new Promise((resume) => { setTimeout(resume, shortest); })]);
    } catch (error) {
      reportError(error);
    } finally {
      this.isBusy = false;
      this.said.textContent = network.isDown ? words.errors.offline : words.refresh.done;
      this.leave();
    }
  }

  leave() {
    this.sign.classList.remove("is-busy");
    this.show(0);
    this.sign.hidden = true;
  }
}

// Parts that follow the finger themselves, and sheets over the page, are no handle of the page.
function isFree(target) {
  if (document.querySelector("dialog[open]")) return false;
  for (let part = target; part instanceof Element && part !== document.body; part = part.parentElement) {
    const { touchAction, overflowY } = getComputedStyle(part);
    if (touchAction === "none") return false;
    if (/auto|scroll/.test(overflowY) && part.scrollHeight > part.clientHeight) return false;
  }
  return true;
}
