// Alerts trained people and roommates in a crisis, and calls it off. It never replaces the emergency call.

import { Problem, send } from "../api.js";
import { fill, h } from "../dom.js";
import { explain, words } from "../words/words.js";

const path = "/v1/crisis-alerts";
const maxPlace = 120;

/**
 * The panel, folded below its button: the call comes first. Once there is an alert, the panel stands open and
 * shows its state. `room` is the person's own, as a first guess of the place. `alert` is the one that was
 * sent before a reload, `{ id, by, people, isOff }`; `onAlert(alert)` is called when it is sent and when it
 * is called off.
 */
export function callHelp({ room, alert = null, onAlert }) {
  const text = words.crisis.help;
  const key = crypto.randomUUID();
  const place = h("input", { id: "crisis-place", type: "text", maxlength: maxPlace, autocomplete: "off",
    value: room ? words.crisis.room(room.dormName, room.number) : "" });
  const note = h("p", { role: "status" });
  const button = h("button", { class: "crisis-button", type: "submit" }, text.act);
  const form = h("form", { class: "crisis-help-form" },
    h("label", { for: "crisis-place" }, text.place), place, button);
  const inside = h("div", { class: "crisis-help" }, h("p", {}, text.lead), form, note);
  const element = h("section", { class: "crisis-fold" },
    h("details", {}, h("summary", { class: "crisis-button" }, text.title), inside));
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
  const show = ({ id, by, people, isOff }) => {
    fill(element, h("h3", {}, text.title), inside);
    const off = h("button", { class: "crisis-button", type: "button" }, text.callOff);
    off.addEventListener("click", () => busy(off, async () => {
      await send("POST", `${path}/${encodeURIComponent(id)}/call-off`);
      onAlert({ id, by, people, isOff: true });
      off.remove();
      fill(note, text.calledOff);
    }));
    if (isOff) form.remove();
    else form.replaceWith(off);
    fill(note, isOff ? text.calledOff : text.sent(people));
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!place.value.trim()) {
      fill(note, text.needsPlace);
      place.focus();
      return;
    }
    busy(button, async () => {
      const { id, by, people } = await send("POST", path, { place: place.value.trim() }, key);
      const sent = { id, by, people, isOff: false };
      onAlert(sent);
      show(sent);
    });
  });
  if (alert) show(alert);
  return element;
}
