// The menu of a day, as an administrator enters it. A whole term is easier to import from a file.

import { get, send } from "../../../api.js";
import { field, form } from "../../../components/form.js";
import { given, orNull } from "../../../components/managed.js";
import { failed, skeleton } from "../../../components/pieces.js";
import { repeated } from "../../../components/repeated.js";
import { dateTitle, loadSchool, today } from "../../../components/schoolday.js";
import { complain, toast } from "../../../components/toast.js";
import { VersionDraft } from "../../../components/versiondraft.js";
import { fill, h } from "../../../dom.js";
import { allergens, diets } from "../../../models/lunch.js";
import { daysAfter } from "../../../models/schooldates.js";
import { language, plainAmount, words } from "../../../words/words.js";

const maxDishes = 60;
const usualCurrency = "USD";

/** The page at /admin/school/lunch. */
export function adminLunchPage() {
  const page = new LunchPage();
  const text = words.schoolAdmin.lunch;
  page.begin();
  return {
    name: "admin-lunch", tab: "admin", title: text.title, parent: "/admin/school",
    body: [page.day.element, page.body, h("p", { class: "hint in-turn" }, text.importHint, " ",
      h("a", { href: "/admin/school/import?kind=lunch" }, text.importLink))],
    stop: () => { page.isOver = true; },
  };
}

class LunchPage {
  constructor() {
    Object.assign(this, { isOver: false, currency: usualCurrency });
    this.day = field({ name: "day", label: words.schoolAdmin.lunch.day, kind: "date",
      onchange: () => { if (this.day.input.value) this.load(); } });
    this.body = h("div", { class: "in-turn" }, skeleton(3));
  }

  async begin() {
    try {
      this.now = today(await loadSchool());
      if (this.isOver) return;
      this.day.input.value = this.now;
      await this.load();
    } catch (problem) {
      if (!this.isOver) fill(this.body, failed(problem, () => this.begin()));
    }
  }

  async load() {
    const date = this.day.input.value;
    // Until the menu is there, the form is still that of the date before.
    this.body.inert = true;
    try {
      const menu = await get("/v1/school/lunch", { date });
      if (!this.isOver && date === this.day.input.value) this.show(date, menu);
    } catch (problem) {
      if (!this.isOver && date === this.day.input.value) fill(this.body, failed(problem, () => this.load()));
    }
    if (date === this.day.input.value) this.body.inert = false;
  }

  show(date, menu) {
    const text = words.schoolAdmin.lunch;
    const dishes = menu.stations.flatMap((station) => station.dishes.map((dish) => ({ station, dish })));
    this.currency = dishes.find(({ dish }) => dish.currency)?.dish.currency ?? this.currency;
    const currency = field({ name: "currency", label: text.currency, maxLength: 3, value: this.currency,
      autocapitalize: "characters", autocomplete: "off" });
    const lines = repeated({
      name: "dishes", label: dateTitle(date, this.now), add: text.add, limit: maxDishes, lineName: text.dish,
      hint: menu.isClosed ? text.closed : !menu.isSchoolDay ? text.noSchool : null,
      first: (last) => ({ station: last?.station ?? "" }), value: dishes.map(asLine), inFours: true,
      columns: [
        { name: "name", label: text.fields.name, required: true, maxLength: 120, isWide: true },
        { name: "station", label: text.fields.station, required: true, maxLength: 60 },
        { name: "price", label: text.fields.price, inputmode: "decimal" },
        { name: "allergens", label: text.fields.allergens, placeholder: text.allergensExample, isWide: true },
        { name: "diets", label: text.fields.diets, placeholder: text.dietsExample, isWide: true },
      ],
    });
    const edit = form({ parts: [lines, currency], label: text.save, class: "form card",
      submit: (values) => this.save(date, draft, values, dishes) });
    const draft = new VersionDraft(`/admin/school/lunch ${date}`, edit, menu.version);
    const copy = h("button", { class: "button quiet-button small", type: "button",
      onclick: () => this.copyInto(lines, daysAfter(date, -7)) }, text.copy);
    fill(this.body, draft.note, edit.element, dishes.length === 0 && h("p", {}, copy));
  }

  async copyInto(lines, date) {
    try {
      const { stations } = await get("/v1/school/lunch", { date });
      const found = stations.flatMap((station) => station.dishes.map((dish) => asLine({ station, dish })));
      if (found.length === 0) toast(words.schoolAdmin.lunch.nothingToCopy);
      else lines.input.value = found;
    } catch (problem) {
      complain(problem);
    }
  }

  // What the form doesn't show of a dish, its nutrition, stays with its name and station.
  async save(date, draft, values, before) {
    this.currency = values.currency.trim().toUpperCase() || usualCurrency;
    const stations = new Map();
    for (const line of values.dishes) {
      const name = line.station.trim();
      const known = before.find(({ station, dish }) =>
        station.name === name && dish.name === line.name.trim());
      const price = orNull(line.price);
      stations.set(name, [...stations.get(name) ?? [], given({
        name: line.name.trim(), price, currency: price && this.currency,
        allergens: codesOf(line.allergens, allergens, words.lunch.allergens),
        diets: codesOf(line.diets, diets, words.lunch.diets), nutrition: known?.dish.nutrition ?? null,
      })]);
    }
    const menu = await draft.save((version) => send("PUT", `/v1/admin/school/lunch/${date}`, { version,
      locale: language, stations: [...stations].map(([name, dishes]) => ({ name, dishes })) }));
    toast(words.saved);
    if (!this.isOver && date === this.day.input.value) this.show(date, menu);
  }
}

function asLine({ station, dish }) {
  const hasPrice = (dish.price ?? null) !== null;
  return { station: station.name, name: dish.name,
    price: hasPrice ? plainAmount(dish.price, dish.digits) : "",
    allergens: (dish.allergens ?? []).map((code) => words.lunch.allergens[code] ?? code).join(", "),
    diets: (dish.diets ?? []).map((code) => words.lunch.diets[code] ?? code).join(", ") };
}

// The codes of names or codes between commas. The site refuses an unknown one.
function codesOf(typed, codes, names) {
  const wanted = typed.split(/[,;]+/).map((one) => one.trim().toLocaleLowerCase()).filter(Boolean);
  return [...new Set(wanted.map((one) => codes.find((code) => code.toLowerCase() === one
    || names[code].toLocaleLowerCase() === one) ?? one))];
}
