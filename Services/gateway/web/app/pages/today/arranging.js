// The list in which a person orders and hides the cards, by touch or keyboard.

import { arrange } from "../../components/arrange.js";
import { toggle } from "../../components/form.js";
import { h, icon, spoken } from "../../dom.js";
import { moved } from "../../models/cardorder.js";
import { words } from "../../words/words.js";

/**
 * The rows of `cards` (`{ name, title }`, in order). Calls `changed({ order, hidden })` after each change.
 * `order` has all names, also of cards that are not listed.
 */
export function arranging({ cards, order, hidden, changed }) {
  const text = words.today;
  const shown = cards.map(({ name }) => name);
  const list = h("ul", { class: "list" });
  const said = h("p", { class: "spoken", role: "status" });
  let now = order;
  let away = hidden;
  const rows = new Map(cards.map((card) => [card.name, row(card)]));

  function row({ name, title }) {
    const arrow = (way, sign, label) => h("button", {
      class: "row-icon", type: "button", "aria-label": label(title), onclick: () => step(name, title, way),
    }, icon(sign));
    const [up, down] = [arrow(-1, "up", text.moveUp), arrow(1, "down", text.moveDown)];
    const shows = toggle({
      name: `show-${name}`, label: [spoken(text.show), " ", title], isOn: !hidden.includes(name),
      onchange: () => {
        away = shows.input.checked ? away.filter((one) => one !== name) : [...away, name];
        changed({ order: now, hidden: away });
      },
    });
    return { element: h("li", { class: "row today-arrange" }, up, down, shows.element), up, down };
  }

  function step(name, title, way) {
    now = moved(now, name, way, shown);
    paint();
    const { up, down } = rows.get(name);
    // A disabled button would lose the focus.
    const wanted = way < 0 ? up : down;
    (wanted.disabled ? way < 0 ? down : up : wanted).focus();
    said.textContent = text.movedTo(title, inOrder().indexOf(name) + 1, shown.length);
    changed({ order: now, hidden: away });
  }

  const inOrder = () => now.filter((name) => shown.includes(name));

  function paint() {
    const names = inOrder();
    arrange(list, names.map((name) => rows.get(name).element));
    names.forEach((name, at) => {
      rows.get(name).up.disabled = at === 0;
      rows.get(name).down.disabled = at === names.length - 1;
    });
  }

  paint();
  return h("div", { class: "today-arranging" }, h("p", { class: "quiet" }, text.arrangeLead), list, said);
}
