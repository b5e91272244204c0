// Language and theme of this browser.

import { segmented } from "../../components/choices.js";
import { h } from "../../dom.js";
import { chosenScheme, chooseScheme } from "../../scheme.js";
import { areShortcutsOn, listShortcuts, shortcutsSwitch } from "../../shortcuts.js";
import { chooseLanguage, chosenLanguage, languages, words } from "../../words/words.js";

/** The page at /settings/look. */
export function lookPage() {
  const text = words.account.look;
  const speak = (chosen) => {
    chooseLanguage(chosen);
    location.reload();
  };
  const scheme = segmented({
    name: "scheme", label: text.scheme, value: chosenScheme() ?? "",
    options: [["", text.device], ["light", text.light], ["dark", text.dark]],
    onchange: (chosen) => chooseScheme(chosen || null),
  });
  return {
    name: "look", tab: "settings", title: text.title, parent: "/settings",
    body: [
      tongues(speak),
      h("div", { class: "card" }, scheme.element),
      hasKeyboard() && h("div", { class: "card" }, shortcutsSwitch(),
        h("button", { class: "link-button", type: "button", onclick: listShortcuts }, words.shortcuts.title)),
      h("p", { class: "hint" }, text.here),
    ],
  };
}

// A device with a mouse has a keyboard, and so has one on which the shortcuts were turned off.
function hasKeyboard() {
  return matchMedia("(any-pointer: fine)").matches || !areShortcutsOn();
}

function tongues(speak) {
  const text = words.account.look;
  const options = [[null, text.asBrowser], ...Object.entries(languages)];
  return h("div", { class: "card" }, h("fieldset", { class: "choices" },
    h("legend", { class: "choice-label" }, text.language),
    options.map(([value, label]) => h("label", { class: "choice", lang: value },
      h("input", { type: "radio", name: "language", value: value ?? "", checked: value === chosenLanguage(),
        onchange: () => speak(value) }), h("span", {}, label)))));
}
