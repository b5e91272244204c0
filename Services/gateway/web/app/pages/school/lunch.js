// Lunch: a sheet over any page, with the menu of a day by station. It has its own address, and closes back to
// the page below.

import { Problem, get } from "../../api.js";
import { chips } from "../../components/choices.js";
import { fold } from "../../components/fold.js";
import { empty, failed, label, skeleton } from "../../components/pieces.js";
import { loadSchool, longDate, shortDate, today } from "../../components/schoolday.js";
import { sheet } from "../../components/sheet.js";
import { readdress } from "../../covers.js";
import { fill, h, icon } from "../../dom.js";
import { listen } from "../../live.js";
import { allergens, avoid, avoided, found } from "../../models/lunch.js";
import { daysAfter, isDay } from "../../models/schooldates.js";
import { decimal, listed, money, words } from "../../words/words.js";

/** The days before and after the shown one in which the arrows look for a school day. */
const reach = 21;
const nutrients = ["energy", "fat", "saturates", "carbohydrates", "sugar", "fiber", "protein", "salt"];

/** Opens the sheet of /school/lunch. */
export function openLunch({ query }) {
  const date = query.get("date");
  return new LunchSheet(isDay(date) ? date : null);
}

class LunchSheet {
  constructor(wanted) {
    Object.assign(this, { wanted, date: null, days: [], isOver: false, turn: 0 });
    const text = words.lunch;
    this.avoided = avoided();
    this.back = arrow("back", text.before, () => this.step(-1));
    this.on = arrow("next", text.after, () => this.step(1));
    this.name = h("strong", { class: "day-name", role: "status" });
    this.menu = h("div", { class: "lunch-menu" }, skeleton(3));
    this.opened = sheet({
      title: text.title, path: addressOf(wanted), isTall: true,
      body: [h("div", { class: "day-steps" }, this.back, this.name, this.on), this.choice(), this.menu],
    });
    const quiet = listen((topic, data) => {
      // Until the day is known, the sheet is loading anyway.
      if (!this.date) return;
      const isThis = topic === "campus.lunch.changed" && data.date === this.date;
      if (isThis || topic === "campus.day.changed" || topic === "reset") this.load();
    });
    this.opened.closed.then(() => {
      this.isOver = true;
      quiet();
    });
    this.begin();
  }

  async begin() {
    try {
      this.school = await loadSchool();
      this.today = today(this.school);
      this.date = this.wanted ?? this.today;
      await this.load({ isFirst: !this.wanted });
    } catch (problem) {
      this.fail(problem, () => this.begin());
    }
  }

  // Without a date in its address, the sheet goes on to the next school day when there is none today.
  async load({ isFirst = false } = {}) {
    this.turn += 1;
    const mine = this.turn;
    try {
      let { date } = this;
      let menu = await get("/v1/school/lunch", { date });
      const from = isFirst && !menu.isSchoolDay && menu.nextDate ? date : null;
      if (from) {
        date = menu.nextDate;
        menu = await get("/v1/school/lunch", { date });
      }
      const days = await this.daysAround(date);
      if (this.isOver || mine !== this.turn) return;
      Object.assign(this, { date, days, shown: menu });
      if (from) this.skipped = from;
      if (this.wanted) readdress(addressOf(date));
      this.paint();
    } catch (problem) {
      if (mine === this.turn) this.fail(problem, () => this.load({ isFirst }));
    }
  }

  // The arrows also work where the days are not there.
  async daysAround(date) {
    const [from, to] = [daysAfter(date, -reach), daysAfter(date, reach)];
    try {
      return (await get("/v1/school/days", { from, to })).items;
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      return [];
    }
  }

  fail(problem, again) {
    if (!this.isOver) fill(this.menu, failed(problem, again));
  }

  step(way) {
    if (!this.date) return;
    const ahead = this.days.filter(({ date, state }) => state === "school"
      && (way > 0 ? date > this.date : date < this.date));
    this.date = (way > 0 ? ahead[0] : ahead.at(-1))?.date ?? daysAfter(this.date, way);
    this.wanted = this.date;
    this.skipped = null;
    fill(this.name, this.dayName(this.date));
    this.load();
  }

  dayName(date) {
    const near = { [this.today]: words.lunch.today, [daysAfter(this.today, 1)]: words.lunch.tomorrow }[date];
    return [near, shortDate(date, this.today)].filter(Boolean).join(" · ");
  }

  choice() {
    const text = words.lunch;
    const say = () => this.avoided.size === 0 ? text.avoidNothing
      : listed([...this.avoided].map((code) => text.allergens[code]));
    const folded = fold({ name: text.avoid, isOpen: false, say, inside: [
      h("p", { class: "hint" }, text.onDevice),
      chips({ label: text.avoid, isMany: true, value: [...this.avoided],
        options: allergens.map((code) => [code, text.allergens[code]]),
        onchange: (chosen) => {
          this.avoided = chosen;
          avoid(chosen);
          folded.paint();
          if (this.shown) this.paint();
        } }),
    ] });
    folded.paint();
    return folded.element;
  }

  paint() {
    const text = words.lunch;
    const { shown, date } = this;
    fill(this.name, this.dayName(date));
    const note = this.skipped
      && h("p", { class: "notice" }, text.skipped(longDate(this.skipped, this.today)));
    if (!shown.isPublished || shown.isClosed) {
      const next = shown.nextDate && h("button", { class: "button", type: "button",
        onclick: () => this.open(shown.nextDate) }, text.open(longDate(shown.nextDate, this.today)));
      fill(this.menu, note, shown.isSchoolDay ? empty("🍽️", text.notYet, text.notYetText)
        : empty("🏖️", text.noSchool, null, next));
      return;
    }
    const dishes = shown.stations.flatMap((station) => station.dishes);
    const bad = dishes.filter((dish) => found(dish, this.avoided).length > 0).length;
    fill(this.menu, note,
      this.avoided.size > 0 && h("p", { class: bad > 0 ? "warning" : "notice", role: "status" },
        bad > 0 ? text.contain(bad, dishes.length) : text.containNone),
      shown.stations.map((station) => h("section", { class: "lunch-station" }, h("h3", {}, station.name),
        h("ul", { class: "lunch-dishes" }, station.dishes.map((dish) => this.dish(dish))))),
      h("p", { class: "hint" }, text.ask));
  }

  open(date) {
    Object.assign(this, { date, wanted: date, skipped: null });
    this.load();
  }

  dish(dish) {
    const text = words.lunch;
    const bad = found(dish, this.avoided);
    const others = (dish.allergens ?? []).filter((code) => !bad.includes(code));
    const name = (code) => text.allergens[code] ?? code;
    const facts = nutrients.filter((one) => (dish.nutrition?.[one] ?? null) !== null)
      .map((one) => text.nutrients[one](decimal(dish.nutrition[one])));
    const price = (dish.price ?? null) !== null && money(dish.price, dish.currency, dish.digits);
    return h("li", { class: bad.length > 0 ? "lunch-dish is-avoided" : "lunch-dish" },
      h("div", { class: "lunch-line" }, h("span", { class: "row-title" }, dish.name),
        (dish.diets ?? []).map((diet) => label(text.diets[diet] ?? diet, "good")),
        price && h("span", { class: "lunch-price" }, price)),
      bad.length > 0 && h("p", {}, label(text.contains(listed(bad.map(name))), "danger")),
      others.length > 0 && h("p", { class: "row-note" },
        (bad.length > 0 ? text.also : text.lists)(listed(others.map(name)))),
      facts.length > 0 && h("p", { class: "row-note" }, facts.join(" · ")));
  }
}

function addressOf(date) {
  return date ? `/school/lunch?date=${encodeURIComponent(date)}` : "/school/lunch";
}

function arrow(sign, text, onclick) {
  return h("button", { class: "day-arrow", type: "button", "aria-label": text, onclick }, icon(sign));
}
