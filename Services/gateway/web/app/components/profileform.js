// The form of the person's own profile, with a visibility for each field. Only changes are sent.

import { get, send } from "../api.js";
import { emoji, fill, h } from "../dom.js";
import { colorOf } from "../models/person.js";
import { update } from "../state.js";
import { words } from "../words/words.js";
import { colorChoice } from "./colorchoice.js";
import { conflict } from "./conflict.js";
import { field, form } from "./form.js";
import { portrait } from "./portrait.js";
import { complain, toast } from "./toast.js";
import { zoneField } from "./zonefield.js";

const longest = { pronouns: 80, concentration: 80, hometown: 80, phone: 40, languages: 400, allergies: 300 };
const about = ["pronouns", "concentration", "hometown", "languages"];
const careful = ["phone", "allergies"];
const signs = { nobody: "🔒", room: "🏠", campus: "🏫" };

/** The form over `me`, filled from the draft `found`. `again()` reloads the page with the current profile. */
export function profileForm(me, { draft, found, again }) {
  const text = words.settings;
  const first = field({ name: "firstName", label: words.signup.first, value: me.firstName, maxLength: 60,
    required: true, autocomplete: "given-name" });
  const last = field({ name: "lastName", label: words.signup.last, value: me.lastName, maxLength: 60,
    required: true, autocomplete: "family-name" });
  const above = h("div", {});
  const seen = {};
  const detail = (name) => {
    const label = words.roommates.fields[name];
    seen[name] = seenBy(name, label, me.visibleTo[name]);
    const part = field({
      name, label, value: shownValue(me[name]), maxLength: longest[name],
      kind: name === "phone" ? "tel" : name === "allergies" ? "textarea" : "text", rows: 1,
      autocomplete: name === "phone" ? "tel" : "off", autocapitalize: name === "pronouns" ? "none" : null,
      hint: name === "phone" ? text.phoneHint : name === "languages" ? text.languagesHint : null,
    });
    part.element.classList.add("has-seen");
    part.element.querySelector("label").after(seen[name].element);
    return part;
  };
  const open = about.map(detail);
  const shy = careful.map(detail);
  const own = words.account.profile;
  const zone = zoneField({ value: me.zone ?? "", none: own.deviceZone, hint: own.zoneHint });
  const color = colorChoice(me);
  const face = portrait(me, ({ picture, version }) => { me = { ...me, picture, version }; });
  const edit = form({
    parts: [
      group(own.portrait, own.portraitHint, face),
      group(own.name, own.nameHint, h("div", { class: "pair" }, first.element, last.element),
        color.element),
      group(own.about, own.aboutHint, open.map(({ element }) => element)),
      group(own.zone, own.zoneLead, zone.element),
      group(own.careful, own.carefulHint, shy.map(({ element }) => element)),
    ],
    fields: [first, last, color, ...open, zone, ...shy], label: words.save,
    submit: async (values) => {
      await save(changeOf(values, seen, me), me.version);
    },
  });

  // On a conflict, both versions are shown until the person keeps one.
  async function save(change, version) {
    try {
      if (Object.keys(change).length > 0) {
        me = await send("PATCH", "/v1/me", { ...change, version });
        update({ me });
      }
      await draft.forget();
      fill(above);
      toast(words.saved);
    } catch (problem) {
      if (problem.code !== "changed_elsewhere") throw problem;
      const current = problem.details?.current ?? await get("/v1/me");
      fill(above, profileConflict(change, current, {
        keep: () => save(change, current.version).catch(complain),
        take: async () => {
          await draft.forget();
          await again();
        },
      }));
      above.scrollIntoView({ block: "start" });
    }
  }
  draft.attach(edit.element, [...edit.inputs, ...Object.values(seen).map(({ input }) => input)], me);
  draft.restore(found, again);
  return h("div", {}, above, edit.element);
}

// The changed values in the format of the API.
function changeOf(values, seen, me) {
  const change = {};
  for (const [name, typed] of Object.entries(values)) {
    if (typed.trim() !== shownValue(me[name])) change[name] = sentValue(name, typed.trim());
  }
  const visibleTo = Object.entries(seen).map(([name, { input }]) => [name, input.value])
    .filter(([name, value]) => value !== me.visibleTo[name]);
  if (visibleTo.length > 0) change.visibleTo = Object.fromEntries(visibleTo);
  return change;
}

function profileConflict(change, current, acts) {
  const text = words.settings;
  const labels = { firstName: words.signup.first, lastName: words.signup.last,
    zone: words.account.profile.zone, color: words.account.profile.color, ...words.roommates.fields };
  const { visibleTo = {}, ...typed } = change;
  const told = (name, value) => {
    const shown = name === "color" ? words.account.profile.colors[colorOf({ id: current.id, color: value })]
      : shownValue(value);
    return shown || words.chart.none;
  };
  const rows = Object.entries(typed).map(([name, value]) => [labels[name], told(name, value),
    told(name, current[name])]).filter(([, mine, theirs]) => mine !== theirs);
  for (const [name, value] of Object.entries(visibleTo)) {
    const theirs = current.visibleTo[name];
    if (value !== theirs) rows.push([text.seenBy(labels[name]), text[value], text[theirs]]);
  }
  return conflict({ title: words.task.conflict.title, lead: rows.length > 0 ? text.changed
    : words.task.conflict.same, rows, ...acts });
}

function group(title, hint, ...fields) {
  return { element: h("section", { class: "card field-group" }, h("h2", {}, title),
    h("p", { class: "hint" }, hint), fields) };
}

// The select for a field's visibility, with an icon.
function seenBy(name, label, value) {
  const text = words.settings;
  const sign = h("span", { class: "seen-sign" }, emoji(signs[value]));
  const input = h("select", { class: "seen", name: `seenBy-${name}`, "aria-label": text.seenBy(label),
    oninput: () => sign.replaceChildren(emoji(signs[input.value])) },
  Object.keys(signs).map((key) => h("option", { value: key }, text[key])));
  input.value = value;
  return { input, element: h("span", { class: "seen-box" }, sign, input) };
}

function shownValue(value) {
  return Array.isArray(value) ? value.join(", ") : value ?? "";
}

function sentValue(name, typed) {
  if (!typed) return null;
  if (name === "languages") return typed.split(",").map((one) => one.trim()).filter(Boolean);
  return typed;
}
