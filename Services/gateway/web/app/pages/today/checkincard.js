// The card of open check-ins: a student checks in right here, and teachers see their own.

import { Problem } from "../../api.js";
import { addressOf } from "../../built.js";
import { clock } from "../../clock.js";
import { arrange } from "../../components/arrange.js";
import { nameOfCheckIn } from "../../components/opencheckins.js";
import { emoji, h } from "../../dom.js";
import { isDone, openFirst, phaseOf } from "../../models/checkins.js";
import { timeOf, words } from "../../words/words.js";
import { Card, lineOf } from "./card.js";

/** The number of check-ins that are shown. */
const maxShown = 3;

/** The panel's class. Only a student with an open check-in needs its module. */
let CheckInPanel = null;

export class CheckInCard extends Card {
  constructor(changed) {
    super({
      name: "checkin", title: words.today.cards.checkin, changed,
      ask: current, draw: ({ items }) => this.content(items),
    });
    this.panels = new Map();
    this.isQuiet = true;
    this.showOrHide([]);
  }

  // Only while one is open.
  showOrHide(shown) {
    this.isVacant = shown.length === 0;
    this.element.hidden = this.isVacant;
  }

  // The panels stay, so that an update takes away neither a typed code nor the focus.
  paint() {
    if (this.data === null) return;
    arrange(this.body, this.content(this.data.items));
  }

  content(items) {
    const now = clock.now();
    const open = this.shown(openFirst(items, now).filter((item) => phaseOf(item, now) === "open"
      && (CheckInPanel || item.role !== "student")));
    const known = new Set(open.map(({ id }) => id));
    for (const [id, panel] of this.panels) {
      if (known.has(id)) continue;
      panel.stop();
      this.panels.delete(id);
    }
    this.showOrHide(open);
    this.setQuiet(open.every((item) => item.role !== "student" || isDone(item)));
    return open.map((item) => item.role === "student" ? this.panelOf(item) : lineOfTeacher(item));
  }

  // Those that are shown already keep their place.
  shown(open) {
    const known = [...this.panels.keys()].map((id) => open.find((item) => item.id === id)).filter(Boolean);
    const others = open.filter(({ id }) => !this.panels.has(id));
    return [...known, ...others.slice(0, Math.max(0, maxShown - known.length))];
  }

  panelOf(item) {
    const known = this.panels.get(item.id);
    if (known) {
      known.take(item);
      return known.element;
    }
    const panel = new CheckInPanel(item, {
      looks: false, named: (one) => nameOfCheckIn(one), changed: (one) => this.follow(one),
    });
    this.panels.set(item.id, panel);
    return panel.element;
  }

  // A press, or time, has changed one of them.
  follow(changed) {
    const items = this.data.items.map((one) => one.id === changed.id ? changed : one);
    this.data = { ...this.data, items };
    queueMicrotask(() => { if (!this.isOver) this.paint(); });
  }

  // A stored reply may be of another day.
  fail(problem) {
    if (this.data === null) {
      this.settle();
      return;
    }
    super.fail(problem);
  }

  onEvent(topic) {
    if (/^attendance\.(checkin|record)\.|^reset$/.test(topic)) this.load();
  }

  // One that opens while the page is shown may need the panel's module.
  renew() {
    const open = (this.data?.items ?? []).filter((item) => phaseOf(item, clock.now()) === "open");
    if (!CheckInPanel && open.some(({ role }) => role === "student")) this.load();
    else this.paint();
  }

  async recall() {
    try {
      await super.recall();
    } catch (problem) {
      // The request that follows fails with the same problem.
      if (!(problem instanceof Problem)) throw problem;
    }
  }

  stop() {
    super.stop();
    for (const panel of this.panels.values()) panel.stop();
  }
}

async function current(question) {
  const found = await question("/v1/checkins");
  const isNeeded = found?.items.some((item) => item.role === "student"
    && phaseOf(item, clock.now()) === "open");
  if (!isNeeded || CheckInPanel) return found;
  try {
    ({ CheckInPanel } = await import(addressOf("/app/components/checkinpanel.js")));
  } catch (error) {
    // A module that can't be fetched is a TypeError.
    if (!(error instanceof TypeError)) throw error;
    throw new Problem({ code: "offline" });
  }
  return found;
}

function lineOfTeacher({ id, courseName, closes, tally }) {
  const text = words.today;
  const there = tally ? tally.present + tally.late : 0;
  const all = tally ? Object.values(tally).reduce((sum, value) => sum + value, 0) : 0;
  return lineOf({
    href: `/school/checkins/${id}`, sign: h("span", { class: "today-sign" }, emoji("📍")),
    title: text.cards.checkin, line: courseName, note: text.checkedIn(there, all, timeOf(closes)),
  });
}
