// Language and look, of this browser alone.

import { h } from "../../dom.js";
import { chosenScheme, chooseScheme } from "../../scheme.js";
import { chooseLanguage, chosenLanguage, languages, words } from "../../words/words.js";

/** The page at /settings/look. */
export function lookPage() {
  const text = words.account.look;
  const speak = (chosen) => {
    chooseLanguage(chosen);
    location.reload();
  };
  return {
    name: "look", tab: "settings", title: text.title, parent: "/settings",
    body: [
      choices("language", text.language, chosenLanguage(),
        [[null, text.asBrowser], ...Object.entries(languages)], speak),
      choices("scheme", text.scheme, chosenScheme(),
        [[null, text.device], ["light", text.light], ["dark", text.dark]], chooseScheme),
      h("p", { class: "hint" }, text.here),
    ],
  };
}

function choices(name, title, chosen, options, choose) {
  return h("fieldset", { class: "card choices" }, h("legend", {}, title),
    options.map(([value, label]) => h("label", { class: "choice", lang: languages[value] ? value : null },
      h("input", { type: "radio", name, value: value ?? "", checked: value === chosen,
        onchange: () => choose(value) }), h("span", {}, label))));
}
