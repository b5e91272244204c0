// The components on /design, rendered by the real functions with sample texts.

import { barChart, donutChart, lineChart } from "../components/chart.js";
import { chips, segmented } from "../components/choices.js";
import { field, form, need, toggle } from "../components/form.js";
import { pagedList } from "../components/list.js";
import {
  addButton, ask, avatar, badge, empty, failed, importantMark, label, progress, skeleton,
} from "../components/pieces.js";
import { repeated } from "../components/repeated.js";
import { sheet } from "../components/sheet.js";
import { toast } from "../components/toast.js";
import { Problem } from "../api.js";
import { h, icon } from "../dom.js";
import { lists } from "../state.js";
import { words } from "../words/words.js";

/** The groups in order. Each returns `[name in the code, key of the words, example]`. */
export const components = { buttons, lists: listParts, states, forms, choices, sheets, notes, marks, charts };

function buttons() {
  const text = words.design.samples;
  const plain = (look, title, rest = {}) => h("button", { class: look, type: "button", ...rest }, title);
  return [
    ["button", "main", plain("button", text.main)],
    ["button quiet-button", "quiet", plain("button quiet-button", text.other)],
    ["button danger", "danger", plain("button danger", words.task.delete)],
    ["button danger-quiet", "dangerQuiet", plain("button danger-quiet", words.task.delete)],
    ["button small", "small", h("p", {}, plain("button small", text.main))],
    ["aria-busy", "busy", plain("button", text.main, { "aria-busy": "true" })],
    ["link-button", "link", h("p", {}, plain("link-button", text.other))],
    ["addButton()", "add", addButton("/design", words.tasks.add)],
  ];
}

function listParts() {
  const text = words.design.samples;
  lists.delete("design");
  const list = pagedList({
    name: "design",
    load: async () => ({ items: text.rows.map((title, id) => ({ id: String(id), title })), next: null }),
    row: ({ title, id }) => h("li", { class: "row" },
      h("a", { class: "row-link", href: "/design" },
        h("span", { class: "row-title" }, id === "0" && importantMark(), title),
        h("span", { class: "row-note" }, text.note)),
      h("button", { class: "row-button", type: "button" }, words.task.reopen)),
    empty: () => empty("🌱", text.nothing),
  });
  list.refresh();
  const card = h("section", { class: "card" }, h("h3", {}, text.cardTitle),
    h("p", { class: "quiet" }, text.note));
  const mates = h("ul", { class: "list" }, h("li", { class: "row" },
    h("a", { class: "row-link mate", href: "/design" }, avatar(...text.person),
      h("span", {}, h("span", { class: "row-title" }, text.person.join(" ")),
        h("span", { class: "row-note" }, text.note)), icon("next"))));
  return [["pagedList()", "paged", list.element], ["row mate", "mate", mates], ["card", "card", card]];
}

function states() {
  const text = words.design.samples;
  // Nothing is loading here, so screen readers shouldn't announce it.
  const bones = skeleton(2);
  bones.querySelector(".spoken").remove();
  return [
    ["skeleton()", "skeleton", bones],
    ["empty()", "empty", empty("🎉", text.nothing, text.note,
      h("button", { class: "button", type: "button" }, text.main))],
    ["failed()", "failed", failed(new Problem({ code: "offline" }), () => toast(words.retry))],
  ];
}

function forms() {
  const text = words.design.samples;
  const name = field({ name: "name", label: text.field, hint: text.hint, autocomplete: "off" });
  const notes = field({ name: "notes", label: words.task.notes, kind: "textarea", isOptional: true });
  const where = field({ name: "where", label: words.room.dorm, kind: "select",
    options: text.rows.map((row, at) => [String(at), row]) });
  const wrong = field({ name: "wrong", label: text.field, autocomplete: "off" });
  wrong.say(words.errors.field_missing);
  const lines = repeated({ name: "lines", label: text.lines, add: text.addLine, limit: 3,
    lineName: (number) => String(number), value: [{ name: text.rows[0], time: "09:00" }],
    columns: [
      { name: "name", label: text.field }, { name: "time", label: words.moment.time, kind: "time" },
    ] });
  const whole = form({
    parts: [name, where, notes], label: words.save,
    submit: async (values) => {
      need(values, ["name"]);
      toast(words.saved);
    },
  });
  return [
    ["form() field()", "form", whole.element],
    ["say()", "error", wrong.element],
    ["toggle()", "toggle", toggle({ name: "on", label: text.main, hint: text.hint, isOn: true }).element],
    ["repeated()", "repeated", lines.element],
    ["alert", "alert", h("p", { class: "alert" }, words.errors.offline)],
    ["warning", "warning", h("p", { class: "warning" }, text.hint)],
  ];
}

function choices() {
  const text = words.design.samples;
  const options = text.choices.map((choice, at) => [String(at), choice]);
  return [
    ["segmented()", "segmented", segmented({ name: "one", label: text.field, options }).element],
    ["chips()", "chips", chips({ label: text.field, options })],
    ["chips({ isMany })", "many", chips({ label: text.field, options, isMany: true, value: ["1", "2"] })],
  ];
}

function sheets() {
  const text = words.design.samples;
  const open = (action) => h("button", { class: "button quiet-button", type: "button", onclick: action },
    words.design.open);
  const long = () => sheet({
    title: text.cardTitle, body: Array.from({ length: 12 }, () => h("p", {}, words.design.sample)),
  });
  return [
    ["ask()", "ask", open(() => ask({
      title: words.room.leaveTitle, text: words.room.leaveText, action: words.room.leave, isDangerous: true,
    }))],
    ["sheet()", "sheet", open(long)],
  ];
}

function notes() {
  const text = words.design.samples;
  const show = (undo) => h("button", {
    class: "button quiet-button", type: "button", onclick: () => toast(words.tasks.done, undo),
  }, words.design.open);
  return [["toast(text)", "toast", show(null)], ["toast(text, undo)", "undo", show(() => toast(text.back))]];
}

function marks() {
  const text = words.design.samples;
  const row = (...items) => h("p", { class: "chips" }, items);
  return [
    ["badge()", "badge", row(badge(3, words.home.open(3)), badge(120, words.home.unread(120)))],
    ["label()", "label", row(label(text.main), label(text.good, "good"), label(text.caution, "caution"),
      label(text.danger, "danger"))],
    ["importantMark()", "important", h("p", {}, importantMark(), text.rows[0])],
    ["avatar()", "avatar", row(avatar(...text.person))],
    ["progress()", "progress",
      progress({ label: text.field, value: 7, most: 9, text: words.design.ofMany(7, 9) })],
  ];
}

function charts() {
  const text = words.design.samples;
  const [one, two] = text.choices;
  return [
    ["barChart()", "bars", barChart({
      title: text.barTitle, description: text.barText, labels: text.people,
      series: [{ name: one, values: [9, 6, 5, 4] }], mark: { label: text.fair, value: 6 },
    })],
    ["barChart()", "groups", barChart({
      title: text.moneyTitle, labels: text.rows.slice(0, 3),
      number: { style: "currency", currency: "USD", maximumFractionDigits: 0 },
      series: [{ name: one, values: [420, 180, 95] }, { name: two, values: [500, 150, 120] }],
    })],
    ["lineChart()", "line", lineChart({
      title: text.lineTitle, description: text.lineText, labels: text.days,
      series: [{ name: one, values: [12, 15, 14, 18, null, 9, 11] },
        { name: two, values: [8, 9, 13, 12, 10, 6, 7] }],
    })],
    ["donutChart()", "donut", donutChart({
      title: text.partsTitle, labels: text.people, series: [{ name: one, values: [9, 6, 5, 4] }],
    })],
  ];
}
