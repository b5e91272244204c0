// Free time together: the free blocks and lunches that chosen people have in common. Roommates can be chosen
// right away; everybody else is brought in by the link that they share.

import { Problem, send } from "../../api.js";
import { runs } from "../../apps.js";
import { segmented } from "../../components/choices.js";
import { copyButton } from "../../components/formsheet.js";
import { addToEvents } from "../../components/newsitems.js";
import { empty, failed, skeleton } from "../../components/pieces.js";
import { schoolTabs } from "../../components/schooltabs.js";
import { fill, h, icon } from "../../dom.js";
import { byDate, maxPeople, pathFor, personIn, withPerson } from "../../models/together.js";
import { draftOf } from "../../offline/drafts.js";
import { account, loadRoommates, personID, state } from "../../state.js";
import { dayNamed, listed, sentence, timeOf, words } from "../../words/words.js";

const path = "/v1/school/together";
const topics = /^campus\.(schedule|day|school|class)\.changed$|^reset$/;

/** The page at /school/together. */
export function togetherPage() {
  const page = new TogetherPage();
  page.begin();
  return {
    name: "together", tab: "school", title: words.together.title, parent: "/school/schedule",
    body: [schoolTabs("schedule"), page.who, page.times],
    onEvent: (topic) => { if (topics.test(topic)) page.find(); },
    stop: () => page.stop(),
  };
}

class TogetherPage {
  constructor() {
    this.who = h("section", { class: "card together-who" }, skeleton(2));
    this.times = h("div", { "aria-live": "polite" });
    Object.assign(this, { people: [], mates: [], days: 7, turn: 0, isOver: false });
  }

  async begin() {
    try {
      await account();
      this.kept = draftOf("/school/together", await personID(), 90);
      this.people = (await this.kept.read())?.values?.people ?? [];
      if (runs("room") && state.home?.room && !state.roommates) await loadRoommates().catch(known);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (!this.isOver) fill(this.who, failed(problem, () => this.begin()));
      return;
    }
    if (this.isOver) return;
    this.mates = (state.roommates ?? []).map(({ profile }) => ({
      id: profile.id, name: `${profile.firstName} ${profile.lastName}` }));
    const brought = personIn(new URLSearchParams(location.search));
    if (brought && brought.id !== state.me.id) this.keep(withPerson(this.people, brought));
    this.paint();
    this.find();
  }

  keep(people) {
    this.people = people;
    if (people.length > 0) this.kept.keep({ values: { people } });
    else this.kept.forget();
  }

  paint() {
    const text = words.together;
    const chosen = new Set(this.people.map(({ id }) => id));
    const others = this.mates.filter(({ id }) => !chosen.has(id));
    const chip = (person, isOn) => h("button", { class: "chip", type: "button", "aria-pressed": String(isOn),
      onclick: () => this.press(person, isOn) }, icon("check"), h("bdi", {}, person.name));
    const { element: days } = segmented({ name: "days", label: text.days, value: String(this.days),
      options: [["3", text.nextDays(3)], ["7", text.nextDays(7)], ["14", text.nextDays(14)]],
      onchange: (value) => {
        this.days = Number(value);
        this.find();
      } });
    fill(this.who,
      h("h2", {}, text.people),
      this.people.length + others.length > 0
        ? h("div", { class: "chips", role: "group", "aria-label": text.people },
          this.people.map((person) => chip(person, true)), others.map((person) => chip(person, false)))
        : h("p", { class: "quiet" }, text.nobody),
      h("p", { class: "hint" }, text.linkHint),
      copyButton(text.copyLink, location.origin + pathFor(state.me)), days);
  }

  press(person, isOn) {
    if (!isOn && this.people.length >= maxPeople) return;
    this.keep(isOn ? this.people.filter(({ id }) => id !== person.id) : withPerson(this.people, person));
    this.paint();
    [...this.who.querySelectorAll(".chip")].find((one) => one.textContent === person.name)?.focus();
    this.find();
  }

  async find() {
    this.turn += 1;
    const mine = this.turn;
    if (this.people.length === 0) {
      fill(this.times);
      return;
    }
    if (!this.times.firstChild) fill(this.times, skeleton(3));
    try {
      const found = await send("POST", path, { people: this.people.map(({ id }) => id), days: this.days });
      if (mine === this.turn && !this.isOver) fill(this.times, this.found(found));
    } catch (problem) {
      if (mine === this.turn && !this.isOver) fill(this.times, failed(problem, () => this.find()));
    }
  }

  found({ items, hidden }) {
    const text = words.together;
    const away = new Set(hidden);
    const names = this.people.filter(({ id }) => away.has(id)).map(({ name }) => name);
    const there = this.people.length - names.length;
    return [
      names.length > 0 && h("p", { class: "notice" }, text.hidden(listed(names), names.length)),
      there === 0 ? null : items.length === 0 ? empty("🤝", text.none, text.noneText)
        : byDate(items).map((day) => h("section", {},
          h("h2", { class: "group" }, sentence(dayNamed(day.date))),
          h("ul", { class: "list" }, day.items.map((one) => this.row(one))))),
    ];
  }

  row({ starts, ends, kind }) {
    const text = words.together;
    return h("li", { class: "row together-row" }, h("div", { class: "row-link" },
      h("span", { class: "row-title" }, text.span(timeOf(starts), timeOf(ends))),
      h("span", { class: "row-note" }, text.kinds[kind] ?? text.kinds.free)),
    addToEvents({ title: text.event, text: "", starts, ends }, "button small quiet-button"));
  }

  stop() {
    this.isOver = true;
  }
}

function known(problem) {
  if (!(problem instanceof Problem)) throw problem;
}
