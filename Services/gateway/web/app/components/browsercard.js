// Settings for notifications in this browser. Permission is requested only when the button is pressed.

import { send } from "../api.js";
import { emoji, fill, h } from "../dom.js";
import { keepFocus } from "../frame.js";
import { isSubscribed, pushAbility, subscribe, unsubscribe } from "../push.js";
import { account } from "../state.js";
import { words } from "../words/words.js";
import { label } from "./pieces.js";
import { complain, toast } from "./toast.js";

/** The card. Calls `changed()` after a channel was added or removed; `take(channels, kinds)` updates it. */
export function browserCard({ changed }) {
  const text = words.channels;
  const note = h("p", { class: "alert", role: "alert", hidden: true });
  const place = h("div", { class: "stack-fields" });
  const element = h("section", { class: "card browser-card" },
    h("h2", {}, emoji("🖥️"), " ", text.here), place, note);
  let channels = [];
  let kinds = [];
  let painting = 0;

  async function paint() {
    painting += 1;
    const mine = painting;
    const able = pushAbility();
    const isOn = able === "possible" && await isSubscribed((await account()).id);
    if (mine !== painting) return;
    const channel = channels.find(({ kind, isThisDevice }) => kind === "push" && isThisDevice);
    const look = JSON.stringify([able, isOn, channel?.isOn, kinds.includes("push")]);
    if (place.dataset.look === look) return;
    place.dataset.look = look;
    const hadFocus = place.contains(document.activeElement);
    if (!kinds.includes("push")) fill(place, h("p", {}, text.noKey));
    else if (able !== "possible") fill(place, h("p", { class: "warning" }, text[able]));
    else if (isOn && channel) {
      fill(place, h("p", {}, label(text.on, "good"), " ", text.hereOn),
        button(text.turnOff, turnOff, "button quiet-button"));
    } else fill(place, h("p", {}, text.hereOff), button(text.turnOn, turnOn));
    if (hadFocus) keepFocus(place.querySelector("button"));
  }

  async function turnOn() {
    say(null);
    const done = await subscribe((await account()).id);
    if (typeof done === "string") say(text[done]);
    else toast(text.turnedOn);
    await changed();
    await paint();
  }

  async function turnOff() {
    say(null);
    const channel = channels.find(({ kind, isThisDevice }) => kind === "push" && isThisDevice);
    await unsubscribe();
    if (channel) await end(channel);
    toast(text.turnedOff);
    await changed();
    await paint();
  }

  function say(line) {
    note.textContent = line ?? "";
    note.hidden = !line;
  }

  return {
    element,
    take: (found, possible) => {
      channels = found;
      kinds = possible;
      paint().catch(complain);
    },
  };
}

// A button that is marked busy and ignores presses while `act` runs.
function button(name, act, look = "button") {
  const one = h("button", { class: look, type: "button", onclick: async () => {
    if (one.hasAttribute("aria-busy")) return;
    one.setAttribute("aria-busy", "true");
    await act().catch(complain);
    one.removeAttribute("aria-busy");
  } }, name);
  return one;
}

async function end({ id }) {
  try {
    await send("DELETE", `/v1/channels/${id}`);
  } catch (problem) {
    if (problem.code !== "not_found") throw problem;
  }
}
