// A forgotten password: requests a reset link, if the site sends mail.

import { send } from "../../api.js";
import { field, form, need, needAddress } from "../../components/form.js";
import { welcome } from "../../components/welcome.js";
import { fill, h } from "../../dom.js";
import { loadSite } from "../../state.js";
import { languageCode, words } from "../../words/words.js";

/** The page at /forgot. */
export function forgotPage() {
  const text = words.password;
  const email = field({
    name: "email", label: words.signin.email, kind: "email", autocomplete: "username", inputmode: "email",
    autocapitalize: "none", spellcheck: "false", required: true,
  });
  const content = h("div", {});
  const ask = form({
    parts: [email], label: text.send,
    submit: async (values) => {
      need(values, ["email"]);
      needAddress(values);
      const address = values.email.trim();
      await send("POST", "/v1/password/forgot", { email: address, language: languageCode });
      fill(content, h("p", { role: "status", tabindex: "-1" }, text.sent(address)),
        h("p", { class: "hint" }, words.account.forgot.wait),
        h("a", { class: "button quiet-button", href: "/signin" }, words.signin.submit));
      content.firstChild.focus();
    },
  });
  fill(content, h("p", {}, text.ask), ask.element);
  loadSite().then((site) => {
    if (site.sendsMail) return;
    fill(content, h("p", {}, text.noMail),
      h("a", { class: "button", href: "/reset" }, text.haveCode));
  }, () => {});
  return {
    name: "forgot", title: text.title, isPlain: true, parent: "/signin",
    body: welcome("🔑", text.title, null, content),
  };
}
