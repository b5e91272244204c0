// The first run of a site: whoever brings the setup code becomes administrator and names the site.

import { send } from "../../api.js";
import { deviceName } from "../../components/device.js";
import { field, form, need, needAccount } from "../../components/form.js";
import { FormDraft } from "../../components/formdraft.js";
import { passwordField } from "../../components/passwordfield.js";
import { failed, skeleton } from "../../components/pieces.js";
import { welcome } from "../../components/welcome.js";
import { zoneField } from "../../components/zonefield.js";
import { fill, h } from "../../dom.js";
import { deviceZone } from "../../models/zonetime.js";
import { loadMe, loadSite, state, update } from "../../state.js";
import { entered } from "../../session.js";
import { language, languages, words } from "../../words/words.js";

/** The values that a draft stores: neither the code nor the password. */
const drafted = ["firstName", "lastName", "email", "name", "zone", "language", "signUp", "domains"];

/** The page at /setup. */
export function setupPage() {
  const body = h("div", {}, skeleton(3));
  const show = async () => {
    try {
      update({ site: null });
      const site = await loadSite();
      fill(body, site.needsSetup ? content(site) : done());
    } catch (problem) {
      fill(body, failed(problem, show));
    }
  };
  show();
  return { name: "setup", title: words.setup.title, isPlain: true, body };
}

function done() {
  const text = words.setup;
  return welcome("✅", text.doneTitle, text.doneText,
    h("a", { class: "button", href: "/signin" }, words.signin.submit));
}

function content(site) {
  const text = words.setup;
  const code = field({
    name: "code", label: text.code, hint: text.codeHint, autocomplete: "off", class: "code-input",
    autocapitalize: "characters", spellcheck: "false", required: true, value: location.hash.slice(1),
  });
  const own = accountFields();
  const about = siteFields(site);
  const parts = [...own, ...about];
  const draft = new FormDraft("setup", { owner: "setup" });
  const setUp = form({
    parts: [draft.note, code, section(text.you, [pair(own[0], own[1]), ...own.slice(2)]),
      section(text.site, about)],
    fields: [code, ...parts],
    names: Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`domains.${at}`, "domains"])),
    blames: { setup_code_wrong: "code", code_bad: "code", password_common: "password", email_taken: "email" },
    label: text.submit,
    submit: (values) => submit(values, draft),
  });
  draft.begin(setUp.element, setUp.inputs.filter(({ name }) => drafted.includes(name)));
  return welcome("🔑", text.title, text.lead, setUp.element);
}

function accountFields() {
  const text = words.signup;
  const me = state.me;
  return [
    field({ name: "firstName", label: text.first, autocomplete: "given-name", required: true, maxLength: 60,
      value: me?.firstName }),
    field({ name: "lastName", label: text.last, autocomplete: "family-name", required: true, maxLength: 60,
      value: me?.lastName }),
    field({ name: "email", label: words.signin.email, kind: "email", autocomplete: "username",
      inputmode: "email", autocapitalize: "none", spellcheck: "false", required: true, value: me?.email }),
    passwordField({ autocomplete: "new-password", hint: words.setup.passwordHint, minlength: 10 }),
  ];
}

function siteFields(site) {
  const text = words.setup;
  const spoken = Object.keys(languages).find((tag) => language.startsWith(tag)) ?? site.language;
  const name = field({ name: "name", label: text.name, hint: text.nameHint, required: true, maxLength: 60,
    autocomplete: "organization", value: site.name === words.app ? "" : site.name });
  const zone = zoneField({ label: text.zone, hint: text.zoneHint, value: deviceZone, near: [site.zone] });
  const tongue = field({ name: "language", label: text.language, hint: text.languageHint, kind: "select",
    options: Object.entries(languages), value: spoken });
  const domains = field({ name: "domains", label: text.domains, hint: text.domainsHint, required: true,
    autocapitalize: "none", spellcheck: "false", value: site.domains.join(", ") });
  const rule = field({ name: "signUp", label: text.signUp, kind: "select",
    options: ["invite", "open", "domains", "off"].map((mode) => [mode, text.modes[mode]]),
    value: site.signUp });
  const showDomains = () => { domains.element.hidden = rule.input.value !== "domains"; };
  for (const type of ["input", "change"]) rule.input.addEventListener(type, showDomains);
  showDomains();
  return [name, zone, tongue, rule, domains];
}

async function submit({ domains, ...values }, draft) {
  const email = values.email.trim();
  need(values, ["code", "firstName", "lastName", "email", "password", "name"]);
  needAccount(values);
  const listed = domains.split(/[\s,;]+/).filter(Boolean);
  const isByDomain = values.signUp === "domains";
  const site = { ...values, email, ...isByDomain && { domains: listed } };
  // The reply of a first try may have been lost: the account is there then, and signs in.
  await send("POST", "/v1/setup", site).catch((problem) => {
    if (problem.code !== "already_done") throw problem;
  });
  await draft.forget();
  update({ site: null });
  await send("POST", "/v1/signin", { email, password: values.password, device: deviceName() });
  await loadMe();
  entered("/admin");
}

function pair(first, last) {
  return { element: h("div", { class: "pair" }, first.element, last.element) };
}

function section(title, parts) {
  return { element: h("fieldset", { class: "setup-part" }, h("legend", {}, title),
    parts.map(({ element }) => element)) };
}
