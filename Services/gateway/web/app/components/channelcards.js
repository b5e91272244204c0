// The ways by which notices reach a person: each with how it fares, what it takes, and a test.

import { send } from "../api.js";
import { emoji, fill, h } from "../dom.js";
import { keepFocus } from "../frame.js";
import { unsubscribe } from "../push.js";
import { moment, words } from "../words/words.js";
import { failureWords } from "./alertwords.js";
import { arrange } from "./arrange.js";
import { deviceSign } from "./device.js";
import { field, need, toggle } from "./form.js";
import { formSheet } from "./formsheet.js";
import { ask, label } from "./pieces.js";
import { complain, toast } from "./toast.js";

const signs = { email: "✉️", ntfy: "📣", webhook: "🪝" };
const importances = ["low", "normal", "high", "crisis"];
/** After a test the list is asked again after these times (ms), unless an event brings it sooner. */
const looks = [700, 1500, 3000, 6000, 10_000];

/** The cards; `changed()` after each change, `take(channels)` with the newest list. */
export function channelCards({ changed }) {
  const text = words.channels;
  const element = h("div", { class: "channel-list" });
  const cards = new Map();
  const none = h("p", { class: "quiet" }, text.none);
  let isOver = false;

  function take(items) {
    for (const id of cards.keys()) if (!items.some((item) => item.id === id)) cards.delete(id);
    for (const item of items) {
      if (!cards.has(item.id)) cards.set(item.id, card({ changed, isOver: () => isOver }));
      cards.get(item.id).take(item);
    }
    arrange(element, items.length > 0 ? items.map(({ id }) => cards.get(id).element) : [none]);
  }

  return { element, take, stop: () => { isOver = true; } };
}

function card({ changed, isOver }) {
  const text = words.channels;
  let channel = null;
  let tested = null;
  const head = h("div", { class: "channel-head" });
  const outcome = h("p", { class: "notice", role: "status", hidden: true });
  const power = toggle({
    name: "isOn", label: text.isOn, onchange: () => edit({ isOn: power.input.checked }),
  });
  const least = field({ name: "least", label: text.least, hint: text.minHint, kind: "select",
    options: importances.map((name) => [name, text.importance[name]]) });
  least.input.addEventListener("change", () => edit({ least: least.input.value }));
  const button = (name, onclick, look = "quiet-button") =>
    h("button", { class: `button ${look} small`, type: "button", onclick }, name);
  const test = button(text.test, sendTest);
  const fold = h("details", { class: "card channel" }, h("summary", {}, head),
    h("div", { class: "channel-body" }, power.element, least.element, outcome,
      h("div", { class: "channel-acts" }, test, button(text.rename, rename),
        button(text.remove, remove, "danger-quiet"))));

  function take(found) {
    channel = found;
    power.input.checked = found.isOn;
    if (document.activeElement !== least.input) least.input.value = found.least;
    fill(head, inside(found));
    if (tested) judge();
  }

  async function edit(change) {
    try {
      take(await send("PATCH", `/v1/channels/${channel.id}`, change));
      toast(words.saved);
    } catch (problem) {
      complain(problem);
      await changed();
    }
  }

  // What the list says of this channel before and after the test tells how it went.
  async function sendTest() {
    if (tested?.isWaiting) return;
    tested = { before: fate(channel), isWaiting: true };
    test.setAttribute("aria-busy", "true");
    say(text.testing);
    try {
      await send("POST", `/v1/channels/${channel.id}/test`);
      for (const wait of looks) {
        if (!tested.isWaiting || isOver()) return;
        await new Promise((resume) => setTimeout(resume, wait));
        if (tested.isWaiting) await changed();
      }
      if (tested.isWaiting) say(text.testSlow);
    } catch (problem) {
      tested = null;
      say(null);
      complain(problem);
    } finally {
      test.removeAttribute("aria-busy");
    }
  }

  function judge() {
    const now = fate(channel);
    if (now === tested.before) return;
    tested = { before: now, isWaiting: false };
    const { lastFailure } = channel;
    say(lastFailure ? text.testFailed(failureWords(lastFailure.reason)) : text.testArrived,
      Boolean(lastFailure));
  }

  function say(line, isBad = false) {
    outcome.className = isBad ? "alert" : "notice";
    outcome.textContent = line ?? "";
    outcome.hidden = !line;
  }

  async function rename() {
    const name = field({ name: "name", label: text.name, value: channel.name, maxlength: 60,
      autocomplete: "off" });
    const renamed = await formSheet({
      title: text.rename, parts: [name], label: words.save,
      submit: async (values) => {
        need(values, ["name"]);
        return send("PATCH", `/v1/channels/${channel.id}`, { name: values.name.trim() });
      },
    });
    if (renamed) take(renamed);
  }

  async function remove() {
    const isDevice = channel.kind === "push";
    const yes = await ask({ title: text.removeTitle(channel.name),
      text: isDevice ? text.removeDevice : text.removeText, action: text.remove, isDangerous: true });
    if (yes === null) return;
    try {
      if (isDevice && channel.isThisDevice) await unsubscribe();
      await send("DELETE", `/v1/channels/${channel.id}`);
      toast(text.removed);
    } catch (problem) {
      if (problem.code !== "not_found") complain(problem);
    }
    await changed();
    keepFocus();
  }

  return { element: fold, take };
}

function fate({ lastDelivered, lastFailure }) {
  return JSON.stringify([lastDelivered ?? null, lastFailure ?? null]);
}

function inside(channel) {
  const text = words.channels;
  const { kind, name, target, isOn, isThisDevice, lastDelivered, lastFailure, waiting } = channel;
  const how = lastFailure ? text.failedAt(moment(lastFailure.at), failureWords(lastFailure.reason))
    : lastDelivered ? text.delivered(moment(lastDelivered)) : text.undelivered;
  return [
    h("span", { class: "setting-sign" }, emoji(signs[kind] ?? deviceSign(name))),
    h("span", { class: "setting-words" },
      h("strong", {}, name),
      h("span", { class: "row-note channel-target" }, [text.kinds[kind], target].filter((one) => one !== name)
        .join(" · ")),
      h("span", { class: lastFailure ? "row-note is-over" : "row-note" }, how),
      h("span", { class: "marks" }, label(isOn ? text.on : text.off, isOn ? "good" : null),
        isThisDevice && label(text.isThis), waiting > 0 && label(text.waiting(waiting), "caution"))),
  ];
}
