// What a person chooses about their school day: a reminder before class, and whether others see when they
// are free.

import { Problem, get, send } from "../api.js";
import { fill, h } from "../dom.js";
import { words } from "../words/words.js";
import { field, toggle } from "./form.js";
import { failed, skeleton } from "./pieces.js";
import { complain } from "./toast.js";

const path = "/v1/me/school";
const minutes = [0, 2, 5, 10, 15, 30, 60];

/** The card with the choices, each saved as soon as it is made. `known(choices)` gets what the site has. */
export function schoolChoices(known = () => {}) {
  const text = words.schoolChoices;
  const inside = h("div", { class: "school-choices" }, skeleton(2));
  const label = { class: "card in-turn", id: "choices", "aria-label": text.title };
  const element = h("section", label, h("h2", {}, text.title), inside);
  let [isOver, isShown] = [false, false];

  const change = async (body) => {
    try {
      paint(await send("PATCH", path, body));
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      complain(problem);
      load();
    }
  };
  const paint = (now) => {
    if (isOver) return;
    known(now);
    const focused = document.activeElement?.name;
    const isOn = now.reminder !== undefined && now.reminder !== null;
    const given = isOn && !minutes.includes(now.reminder) ? [now.reminder] : [];
    const reminder = field({ name: "reminder", label: text.reminder, kind: "select",
      value: isOn ? String(now.reminder) : "",
      options: [["", text.none], ...[...minutes, ...given].sort((one, other) => one - other)
        .map((one) => [String(one), text.before(one)])] });
    reminder.input.addEventListener("change", () => change({
      reminder: reminder.input.value === "" ? null : Number(reminder.input.value) }));
    const scope = field({ name: "reminderFor", label: text.scope, kind: "select", value: now.reminderFor,
      options: [["first", text.first], ["every", text.every]] });
    scope.input.addEventListener("change", () => change({ reminderFor: scope.input.value }));
    scope.element.hidden = !isOn;
    const shares = toggle({ name: "sharesFree", label: text.shares, hint: text.sharesHint,
      isOn: now.sharesFree, onchange: () => change({ sharesFree: shares.input.checked }) });
    fill(inside, reminder.element, scope.element, shares.element);
    if (!isShown && location.hash === "#choices") element.scrollIntoView({ block: "start" });
    isShown = true;
    if (focused) inside.querySelector(`[name="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  };
  const load = async () => {
    try {
      paint(await get(path));
    } catch (problem) {
      if (!isOver) fill(inside, failed(problem, load));
    }
  };
  load();
  return { element, stop: () => { isOver = true; } };
}
