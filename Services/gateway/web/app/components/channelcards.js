// The places that a person's notifications go to: what each gets, its settings and a test. Addresses and
// outcomes are under Details.

import { send } from "../api.js";
import { emoji, fill, h } from "../dom.js";
import { keepFocus } from "../frame.js";
import { unsubscribe } from "../push.js";
import { grouped, moment, sentence, words } from "../words/words.js";
import { failureInShort, failureWords } from "./alertwords.js";
import { arrange } from "./arrange.js";
import { ChannelTest } from "./channeltest.js";
import { deviceSign } from "./device.js";
import { fold } from "./fold.js";
import { field, need, toggle } from "./form.js";
import { formSheet } from "./formsheet.js";
import { ask, label } from "./pieces.js";
import { complain, toast } from "./toast.js";

const signs = { email: "✉️", ntfy: "📣", gotify: "📟", webhook: "🪝" };
const importances = ["low", "normal", "high", "crisis"];

/** The cards. Calls `changed()` after each change; `take(channels)` updates them. */
export function channelCards({ changed }) {
  const element = h("div", { class: "channel-list" });
  const cards = new Map();
  let isOver = false;

  function take(items) {
    for (const id of cards.keys()) if (!items.some((item) => item.id === id)) cards.delete(id);
    for (const item of items) {
      if (!cards.has(item.id)) cards.set(item.id, new ChannelCard({ changed, isOver: () => isOver }));
      cards.get(item.id).take(item);
    }
    arrange(element, items.map(({ id }) => cards.get(id).element));
  }

  return { element, take, stop: () => { isOver = true; } };
}

class ChannelCard {
  constructor({ changed, isOver }) {
    const text = words.channels;
    const button = (name, onclick, look = "quiet-button") =>
      h("button", { class: `button ${look} small`, type: "button", onclick }, name);
    this.changed = changed;
    this.channel = null;
    // Changes that are on their way. What was read before them doesn't put their fields back.
    this.editing = 0;
    this.head = h("div", { class: "channel-head" });
    this.power = toggle({
      name: "isOn", label: text.isOn, onchange: () => this.edit({ isOn: this.power.input.checked }),
    });
    this.least = field({ name: "least", label: text.least, hint: text.minHint, kind: "select",
      options: importances.map((name) => [name, text.importance[name]]) });
    this.least.input.addEventListener("change", () => this.edit({ least: this.least.input.value }));
    this.facts = h("dl", { class: "count-list" });
    const details = fold({ name: text.details, say: () => "", isOpen: false, inside: this.facts });
    const test = button(text.test, () => this.test.send(this.channel));
    this.test = new ChannelTest(test, { changed, isOver });
    this.element = h("details", { class: "card channel" }, h("summary", {}, this.head),
      h("div", { class: "channel-body" }, this.power.element, this.least.element, this.test.outcome,
        h("div", { class: "channel-acts" }, test, button(text.rename, () => this.rename()),
          button(text.remove, () => this.remove(), "danger-quiet")), details.element));
  }

  take(found) {
    this.channel = found;
    const { input } = this.least;
    if (this.editing === 0) {
      this.power.input.checked = found.isOn;
      if (document.activeElement !== input) input.value = found.least;
    }
    fill(this.head, inside(found));
    fill(this.facts, facts(found));
    this.test.judge(found);
  }

  async edit(change) {
    this.editing += 1;
    try {
      const kept = await send("PATCH", `/v1/channels/${this.channel.id}`, change)
        .finally(() => { this.editing -= 1; });
      this.take(kept);
      toast(words.saved);
    } catch (problem) {
      complain(problem);
      await this.changed();
    }
  }

  async rename() {
    const text = words.channels;
    const name = field({ name: "name", label: text.name, value: this.channel.name, maxLength: 60,
      autocomplete: "off" });
    const renamed = await formSheet({
      title: text.rename, parts: [name], label: words.save,
      submit: async (values) => {
        need(values, ["name"]);
        return send("PATCH", `/v1/channels/${this.channel.id}`, { name: values.name.trim() });
      },
    });
    if (renamed) this.take(renamed);
  }

  async remove() {
    const text = words.channels;
    const { channel } = this;
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
    await this.changed();
    keepFocus();
  }
}

function inside(channel) {
  const text = words.channels;
  const { kind, name, least, isOn, isThisDevice, lastFailure, waiting } = channel;
  const isStuck = isOn && lastFailure;
  const gets = isStuck ? text.didNotArrive(failureInShort(lastFailure.reason))
    : isOn ? text.gets[least] : text.getsNothing;
  return [
    h("span", { class: "setting-sign" }, emoji(signs[kind] ?? deviceSign(name))),
    h("span", { class: "setting-words" },
      h("strong", {}, name),
      h("span", { class: isStuck ? "row-note is-over" : "row-note" }, gets),
      h("span", { class: "marks" }, label(isOn ? text.on : text.off, isOn ? "good" : null),
        isThisDevice && label(text.isThis), waiting > 0 && label(text.waiting(waiting), "caution"))),
  ];
}

function facts({ kind, target, lastDelivered, lastFailure, waiting }) {
  const text = words.channels;
  const rows = [
    ["kind", text.kinds[kind] ?? kind], ["target", target],
    ["delivered", lastDelivered ? sentence(moment(lastDelivered)) : text.never],
    ["failed", lastFailure
      && sentence(text.failedAt(moment(lastFailure.at), failureWords(lastFailure.reason)))],
    ["waiting", waiting > 0 && grouped(waiting)],
  ];
  return rows.filter(([, value]) => value).map(([name, value]) =>
    h("div", {}, h("dt", {}, text.facts[name]), h("dd", { class: "channel-target" }, value)));
}
