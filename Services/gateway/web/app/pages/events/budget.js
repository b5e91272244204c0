// The budget sheet of an event: planned and actual costs, and the budget limit.

import { Problem } from "../../api.js";
import { addLine, lineInput } from "../../components/addline.js";
import { editList } from "../../components/editlist.js";
import { eventLink, isWorkedOn } from "../../components/eventlink.js";
import { freshly } from "../../components/freshly.js";
import { empty, failed, offlineNote, skeleton } from "../../components/pieces.js";
import { fill, h, refill } from "../../dom.js";
import { isUnreachable } from "../../offline/network.js";
import { language, money, plainAmount, words } from "../../words/words.js";
import {
  amount, asLine, changesOf, chartOf, fieldsOf, insideOf, maxNameLength, maxPriceLength, saidOf, summaryOf,
} from "./budgetparts.js";
import { askSettings } from "./budgetsettings.js";

/** The page at /events/:id/budget. */
export function budgetPage({ params }) {
  const page = new BudgetPage(params.id);
  page.fresh.refresh();
  return {
    name: "budget", tab: "events", title: words.budget.title, parent: `/events/${params.id}`,
    action: page.list.toggle, body: [page.link.element, page.list.voice, page.place],
    onEvent: (topic, data) => page.onEvent(topic, data),
    stop: () => {
      page.fresh.stop();
      page.list.stop();
    },
  };
}

class BudgetPage {
  constructor(event) {
    const text = words.budget;
    this.event = event;
    this.path = `/v1/events/${encodeURIComponent(event)}/budget`;
    // An empty sheet until the site replies. It has no amounts, so it needs no currency.
    this.sheet = { currency: undefined, digits: 0, lines: [] };
    this.isShown = false;
    this.list = this.makeList();
    this.add = this.makeAdd();
    this.summary = h("section", { class: "card budget-sum" });
    this.head = h("div", { class: "budget-line budget-head", "aria-hidden": "true" },
      h("span", {}, text.item), h("span", {}, text.planned), h("span", {}, text.actual));
    this.total = h("div", { class: "budget-line budget-total" });
    this.unsummed = h("p", { class: "hint budget-unsummed" }, text.unsummed);
    this.table = h("div", { class: "list budget-table" }, this.head, this.list.element, this.total,
      this.unsummed, this.add.element);
    this.drawing = h("div", {});
    this.nothing = h("div", {}, empty("💰", text.empty, text.emptyText));
    this.place = h("div", { class: "budget" }, skeleton(4));
    this.fresh = freshly(this.path, {
      took: (...found) => this.take(...found), failed: (problem) => this.fail(problem),
    });
    this.link = eventLink(event, (found) => this.fix(!isWorkedOn(found)));
  }

  makeList() {
    return editList({
      path: `${this.path}/lines`, kind: "budget", what: { event: this.event }, asLine,
      fields: (line) => fieldsOf(line, this.sheet), inside: (line) => insideOf(line, this.sheet),
      changes: (line, values) => changesOf(line, values, this.sheet),
      text: { ...words.lines, ...words.budget, said: (line) => saidOf(line, this.sheet) },
      refresh: () => this.fresh.refresh(), painted: (items) => this.showRest(items),
    });
  }

  makeAdd() {
    const text = words.budget;
    const lines = `${this.path}/lines`;
    return addLine({
      path: lines, label: text.add, what: { event: this.event, kind: "budget.add", list: lines },
      inputs: [
        lineInput({ name: "text", label: text.item, maxLength: maxNameLength, enterkeyhint: "next" }),
        lineInput({ name: "planned", label: text.planned, maxLength: maxPriceLength, class: "price" }),
        lineInput({ name: "actual", label: text.actual, maxLength: maxPriceLength, class: "price" }),
      ],
      request: ({ text: item, planned, actual }) => ({ text: item, planned: planned || undefined,
        actual: actual || undefined, locale: language, currency: this.sheet.currency }),
      added: (line) => {
        this.list.change((items) => [...items.filter(({ id }) => id !== line.id), line]);
        this.fresh.refresh();
      },
    });
  }

  // Totals don't include unsent changes, because only the site parses prices.
  showRest(items) {
    this.head.hidden = items.length === 0;
    this.nothing.hidden = items.length > 0;
    this.unsummed.hidden = !items.some(({ isWaiting }) => isWaiting);
  }

  show() {
    const text = words.budget;
    const { currency, digits, planned, actual, lines } = this.sheet;
    const say = (minor) => money(minor, currency, digits);
    refill(this.summary, summaryOf(this.sheet, say), !this.list.isFixed() && h("button", {
      class: "button quiet-button small", type: "button", onclick: () => this.changeSettings(),
    }, text.settings));
    const isEmpty = lines.length === 0;
    this.total.hidden = isEmpty;
    fill(this.total, h("span", {}, text.total(currency)), amount(text.planned, plainAmount(planned, digits)),
      amount(text.actual, plainAmount(actual, digits)));
    refill(this.drawing, !isEmpty && chartOf(this.sheet));
  }

  async changeSettings() {
    const changed = await askSettings(this.sheet, this.path, (sheet) => this.take(sheet));
    if (changed) this.take(changed);
  }

  take(sheet, at = Date.now()) {
    this.sheet = sheet;
    this.list.take(sheet.lines, at);
    this.show();
    if (!this.isShown) fill(this.place, this.summary, this.table, this.drawing, this.nothing);
    this.isShown = true;
  }

  fail(problem) {
    const { refresh } = this.fresh;
    if (!(problem instanceof Problem)) reportError(problem);
    if (!this.isShown && isUnreachable(problem)) {
      this.total.hidden = true;
      this.list.take([], 0);
      fill(this.place, offlineNote(refresh), this.table);
    } else if (!this.isShown || problem.status === 404) {
      fill(this.place, failed(problem, refresh));
    }
  }

  fix(value) {
    this.list.fix(value);
    this.add.element.hidden = this.list.isFixed();
    if (this.isShown) this.show();
  }

  onEvent(topic, data) {
    const isOurs = topic === "events.budget.changed" && data.event === this.event;
    const isGone = topic === "events.event.deleted" && data.id === this.event;
    const isAnew = topic === "events.lists.changed" || topic === "reset";
    if (isOurs || isGone || isAnew) this.fresh.refresh();
    if (isAnew || data?.id === this.event) this.link.refresh();
  }
}
