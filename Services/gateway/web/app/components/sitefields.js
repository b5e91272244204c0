// The fields of a site's settings, which the setup page and the administration share.

import { h } from "../dom.js";
import { languages, words } from "../words/words.js";
import { field } from "./form.js";
import { zoneField } from "./zonefield.js";

/** The names of the error's fields for a list of domains, which is one field here. */
export const domainNames = Object.fromEntries(
  Array.from({ length: 20 }, (_, at) => [`domains.${at}`, "domains"]));

/** Name, time zone, language, sign-up and email domains. The last one shows for its sign-up only. */
export function siteFields(values, { near = [] } = {}) {
  const text = words.setup;
  const name = field({ name: "name", label: text.name, hint: text.nameHint, required: true, maxLength: 60,
    autocomplete: "organization", value: values.name });
  const zone = zoneField({ label: text.zone, hint: text.zoneHint, value: values.zone, near });
  const tongue = field({ name: "language", label: text.language, hint: text.languageHint, kind: "select",
    options: Object.entries(languages), value: values.language });
  const domains = field({ name: "domains", label: text.domains, hint: text.domainsHint, required: true,
    autocapitalize: "none", spellcheck: "false", value: values.domains });
  const rule = field({ name: "signUp", label: text.signUp, kind: "select",
    options: ["invite", "open", "domains", "off"].map((mode) => [mode, text.modes[mode]]),
    value: values.signUp });
  const showDomains = () => { domains.element.hidden = rule.input.value !== "domains"; };
  for (const type of ["input", "change"]) rule.input.addEventListener(type, showDomains);
  showDomains();
  return [name, zone, tongue, rule, domains];
}

/** The typed domains as a list. */
export function typedDomains(text) {
  return text.split(/[\s,;]+/).filter(Boolean);
}

/** Several fields beside each other, as one part of a form. */
export function pairOf(first, last) {
  return { element: h("div", { class: "pair" }, first.element, last.element) };
}
