// The first run of a site: whoever brings the setup code becomes administrator and names the site.

import { send } from "../../api.js";
import { deviceName } from "../../components/device.js";
import { field, form, need, needAccount } from "../../components/form.js";
import { FormDraft } from "../../components/formdraft.js";
import { passwordField } from "../../components/passwordfield.js";
import { failed, skeleton } from "../../components/pieces.js";
import { domainNames, pairOf, siteFields, typedDomains } from "../../components/sitefields.js";
import { welcome } from "../../components/welcome.js";
import { fill, h } from "../../dom.js";
import { deviceZone } from "../../models/zonetime.js";
import { loadMe, loadSite, state, update } from "../../state.js";
import { entered } from "../../session.js";
import { languageCode, words } from "../../words/words.js";

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
  const about = ownFields(site);
  const parts = [...own, ...about];
  const draft = new FormDraft("setup", { owner: "setup" });
  const setUp = form({
    parts: [draft.note, code, section(text.you, [pairOf(own[0], own[1]), ...own.slice(2)]),
      section(text.site, about)],
    fields: [code, ...parts],
    names: domainNames,
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

function ownFields(site) {
  return siteFields({
    name: site.name === words.app ? "" : site.name, zone: deviceZone, language: languageCode,
    signUp: site.signUp, domains: site.domains.join(", "),
  }, { near: [site.zone] });
}

async function submit({ domains, ...values }, draft) {
  const email = values.email.trim();
  need(values, ["code", "firstName", "lastName", "email", "password", "name"]);
  needAccount(values);
  const isByDomain = values.signUp === "domains";
  const site = { ...values, email, ...isByDomain && { domains: typedDomains(domains) } };
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

function section(title, parts) {
  return { element: h("fieldset", { class: "setup-part" }, h("legend", {}, title),
    parts.map(({ element }) => element)) };
}
