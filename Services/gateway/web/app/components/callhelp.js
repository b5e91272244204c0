// Alerts trained people and roommates in a crisis, and calls it off. It never replaces the emergency call.

import { Problem, send } from "../api.js";
import { fill, h } from "../dom.js";
import { explain, words } from "../words/words.js";

const path = "/v1/crisis-alerts";
const maxPlace = 120;

/** The panel. `room` is the person's own, as a first guess of the place; `onSent()` is called once. */
export function callHelp({ room, onSent }) {
  const text = words.crisis.help;
  const key = crypto.randomUUID();
  const place = h("input", { id: "crisis-place", type: "text", maxlength: maxPlace, autocomplete: "off",
    value: room ? words.crisis.room(room.dormName, room.number) : "" });
  const note = h("p", { role: "status" });
  const button = h("button", { class: "crisis-button", type: "submit" }, text.act);
  const form = h("form", { class: "crisis-help-form" },
    h("label", { for: "crisis-place" }, text.place), place, button);
  const element = h("section", { class: "crisis-help" }, h("h3", {}, text.title), h("p", {}, text.lead), form,
    note);
  const busy = async (pressed, action) => {
    pressed.disabled = true;
    fill(note, text.sending);
    try {
      await action();
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      fill(note, explain(problem));
    } finally {
      pressed.disabled = false;
    }
  };
  const sent = (crisis) => {
    onSent();
    const off = h("button", { class: "crisis-button", type: "button" }, text.callOff);
    off.addEventListener("click", () => busy(off, async () => {
      await send("POST", `${path}/${encodeURIComponent(crisis.id)}/call-off`);
      off.remove();
      fill(note, text.calledOff);
    }));
    form.replaceWith(off);
    fill(note, text.sent(crisis.people));
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!place.value.trim()) {
      fill(note, text.needsPlace);
      place.focus();
      return;
    }
    busy(button, async () => sent(await send("POST", path, { place: place.value.trim() }, key)));
  });
  return element;
}
