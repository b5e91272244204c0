// The own profile: each field with who sees it. Only what was changed is sent.

import { send } from "../api.js";
import { h } from "../dom.js";
import { update } from "../state.js";
import { words } from "../words/words.js";
import { field, form, need } from "./form.js";
import { toast } from "./toast.js";

const optional = ["pronouns", "concentration", "hometown", "phone", "languages", "allergies"];

/** The form over `me`; `again(note)` fetches the newest where somebody was faster. */
export function profileForm(me, again) {
  const text = words.settings;
  const first = field({ name: "firstName", label: words.signup.first, value: me.firstName });
  const last = field({ name: "lastName", label: words.signup.last, value: me.lastName });
  const names = { element: h("div", { class: "pair" }, first.element, last.element) };
  const seen = {};
  const fields = optional.map((name) => {
    const label = words.roommates.fields[name];
    seen[name] = h("select", { name: `${name}-seen`, class: "seen", "aria-label": text.seenBy(label) },
      ["nobody", "room", "campus"].map((key) => h("option", { value: key }, text[key])));
    seen[name].value = me.visibleTo[name];
    return field({
      name, label, value: shownValue(me[name]), beside: seen[name], maxlength: 200,
      kind: name === "phone" ? "tel" : "text", autocomplete: name === "phone" ? "tel" : "off",
      hint: name === "phone" ? text.phoneHint : name === "languages" ? text.languagesHint : null,
    });
  });
  const edit = form({
    parts: [names, ...fields], fields: [first, last, ...fields], label: words.save,
    submit: async (values) => {
      need(values, ["firstName", "lastName"]);
      const change = { version: me.version };
      for (const [name, typed] of Object.entries(values)) {
        if (typed.trim() !== shownValue(me[name])) change[name] = sentValue(name, typed.trim());
      }
      const visibleTo = optional.filter((name) => seen[name].value !== me.visibleTo[name])
        .map((name) => [name, seen[name].value]);
      if (visibleTo.length > 0) change.visibleTo = Object.fromEntries(visibleTo);
      try {
        if (Object.keys(change).length > 1) {
          me = await send("PATCH", "/v1/me", change);
          update({ me });
        }
        toast(words.saved);
      } catch (problem) {
        if (problem.code !== "changed_elsewhere") throw problem;
        await again(text.changed);
      }
    },
  });
  return edit.element;
}

function shownValue(value) {
  return Array.isArray(value) ? value.join(", ") : value ?? "";
}

function sentValue(name, typed) {
  if (!typed) return null;
  if (name === "languages") return typed.split(",").map((one) => one.trim()).filter(Boolean);
  return typed;
}
