// Email and password. Each change requires the current password, so access to an unlocked phone is not
// enough.

import { send } from "../../api.js";
import { field, form, need, needAddress, refusal } from "../../components/form.js";
import { accountName, passwordField } from "../../components/passwordfield.js";
import { failed, skeleton } from "../../components/pieces.js";
import { complain, toast } from "../../components/toast.js";
import { emoji, fill, h } from "../../dom.js";
import { keepFocus } from "../../frame.js";
import { loadMe, loadSite, state } from "../../state.js";
import { languageCode, words } from "../../words/words.js";

/** The page at /settings/signin. */
export function credentialsPage() {
  const body = h("div", { class: "stack" }, skeleton(3));
  const load = async () => {
    try {
      const [me, site] = await Promise.all([loadMe(), loadSite()]);
      fill(body, emailCard(me, site, load), passwordCard(me, site));
    } catch (problem) {
      fill(body, failed(problem, load));
    }
  };
  load();
  return {
    name: "credentials", tab: "settings", title: words.account.signin.title, parent: "/settings", body,
    onEvent: (topic) => {
      const isTyped = [...body.querySelectorAll("input:not([readonly])")].some(({ value }) => value);
      // A confirmation link may have been opened elsewhere. Typed values stay.
      if ((topic === "auth.profile.changed" || topic === "reset") && !isTyped) load();
    },
  };
}

function emailCard(me, site, again) {
  const text = words.account.signin;
  const news = h("p", { role: "status", class: "notice", hidden: true });
  const say = (line) => {
    news.textContent = line;
    news.hidden = false;
  };
  const email = field({
    name: "email", label: text.newEmail, kind: "email", autocomplete: "email", inputmode: "email",
    autocapitalize: "none", spellcheck: "false", required: true,
    hint: site.sendsMail ? text.emailHint : null,
  });
  const password = passwordField({ label: text.current, autocomplete: "current-password" });
  const more = h("details", { class: "more" }, h("summary", {}, text.changeEmail));
  const change = form({
    parts: [email, password], label: text.changeEmail, isQuiet: true,
    blames: { password_wrong: "password", email_taken: "email", email_domain_refused: "email" },
    submit: async (values) => {
      need(values, ["email", "password"]);
      needShape(values);
      const address = values.email.trim();
      const { state: outcome } = await send("POST", "/v1/me/email", {
        ...values, email: address, language: languageCode,
      });
      more.open = false;
      if (outcome === "check_mail") {
        say(text.mailed(address, me.email));
        change.element.reset();
      } else {
        await again();
        toast(text.emailChanged);
        keepFocus();
      }
    },
  });
  more.append(h("div", { class: "more-body" }, change.element));
  return h("section", { class: "card" }, h("h2", {}, words.signin.email),
    h("p", { class: "fact" }, me.email), site.sendsMail && proof(me, say), news, more);
}

// The status of the address: confirmed or not. A site without mail can't confirm addresses.
function proof(me, say) {
  const text = words.account.signin;
  if (me.isEmailVerified) return h("p", { class: "quiet" }, emoji("✅"), " ", text.proven);
  const again = h("button", { class: "button quiet-button small", type: "button", onclick: async () => {
    again.setAttribute("aria-busy", "true");
    try {
      await send("POST", "/v1/me/email/verify", { language: languageCode });
      say(text.sentAgain(me.email));
    } catch (problem) {
      complain(problem);
    }
    again.removeAttribute("aria-busy");
  } }, text.sendAgain);
  return h("div", { class: "unproven" }, h("p", {}, emoji("✉️"), " ", text.unproven), again);
}

function passwordCard(me, site) {
  const text = words.account.signin;
  const current = passwordField({ name: "current", label: text.current, autocomplete: "current-password" });
  const password = passwordField({ label: text.newPassword, autocomplete: "new-password",
    hint: words.account.passwordHint, minlength: 10 });
  const change = form({
    parts: [{ element: accountName(me.email) }, current, password], fields: [current, password],
    label: text.changePassword, isQuiet: true,
    blames: { password_wrong: "current", password_common: "password" },
    submit: async (values) => {
      need(values, ["current", "password"]);
      if (values.current.length < 10) throw refusal("current", words.errors.password_wrong);
      if (values.password.length < 10) throw refusal("password", words.errors.password_bad);
      if (values.password === values.current) throw refusal("password", text.samePassword);
      await send("POST", "/v1/me/password", values);
      change.element.reset();
      toast(text.passwordChanged);
    },
  });
  return h("section", { class: "card" }, h("h2", {}, words.signin.password),
    h("p", { class: "quiet" }, text.othersEnd), change.element,
    h("p", { class: "hint after-form" }, site.sendsMail ? text.forgotHint : text.forgotHintNoMail));
}

// A current password below the minimum length is simply wrong, so the error says that.
function needShape({ email, password }) {
  needAddress({ email });
  if (email.trim().toLowerCase() === state.me?.email) throw refusal("email", words.account.signin.sameEmail);
  if (password.length < 10) throw refusal("password", words.errors.password_wrong);
}
