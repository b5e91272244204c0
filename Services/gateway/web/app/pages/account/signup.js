// Sign-up according to the site's settings: open, by domain, or by invitation, with or without mail.

import { Problem, send } from "../../api.js";
import { hasPlace } from "../../apps.js";
import { deviceName } from "../../components/device.js";
import { field, form, need, needAccount } from "../../components/form.js";
import { empty, failed, skeleton } from "../../components/pieces.js";
import { passwordField } from "../../components/passwordfield.js";
import { placeOf, roomFields } from "../../components/roomfields.js";
import { welcome } from "../../components/welcome.js";
import { emoji, fill, h } from "../../dom.js";
import { loadSite } from "../../state.js";
import { entered, invitedTo, rememberInvited } from "../../session.js";
import { languageCode, listed, words } from "../../words/words.js";

/** The page at /signup. */
export function signUpPage() {
  const body = h("div", {}, skeleton(3));
  const show = async () => {
    try {
      fill(body, content(await loadSite(), body));
    } catch (problem) {
      fill(body, failed(problem, show));
    }
  };
  show();
  return { name: "signup", title: words.signup.title, isPlain: true, body };
}

function content(site, body) {
  const text = words.signup;
  const toSignIn = h("p", { class: "links" }, h("a", { href: "/signin" }, text.toSignIn));
  if (site.signUp === "off") return welcome("🔒", text.title, text.off, toSignIn);
  const invite = site.signUp === "invite" && field({
    name: "invite", label: text.invite, hint: text.inviteHint, autocomplete: "off", class: "code-input",
    value: location.hash.slice(1),
    autocapitalize: "characters", required: true,
  });
  const first = field({ name: "firstName", label: text.first, autocomplete: "given-name", required: true });
  const last = field({ name: "lastName", label: text.last, autocomplete: "family-name", required: true });
  const email = field({
    name: "email", label: words.signin.email, kind: "email", autocomplete: "username", inputmode: "email",
    autocapitalize: "none", spellcheck: "false", required: true,
    hint: site.signUp === "domains" ? text.domains(listed(site.domains)) : null,
  });
  const password = passwordField({ autocomplete: "new-password", hint: words.account.passwordHint,
    minlength: 10 });
  const room = hasPlace("room") ? roomFields({ isOptional: true }) : [];
  const isInvited = Boolean(invitedTo()?.code);
  const own = words.account.signup;
  const more = h("details", { class: "more", open: isInvited, hidden: !hasPlace("room") },
    h("summary", {}, isInvited ? own.invited : text.withRoom),
    h("div", { class: "more-body" },
      isInvited ? h("p", { class: "notice" }, emoji("🎟️"), " ", own.invitedText)
        : h("ul", { class: "points hint" }, own.ways.map((way) => h("li", {}, way))),
      room.map((part) => part.element)));
  const names = { element: h("div", { class: "pair" }, first.element, last.element) };
  const fields = [first, last, email, password, invite].filter(Boolean);
  const signUp = form({
    parts: [invite, names, email, password, { element: more }].filter(Boolean),
    fields: [...fields, ...room],
    names: { roomCode: "code", room: "number" },
    blames: { email_taken: "email", email_domain_refused: "email", invite_wrong: "invite",
      invite_needed: "invite", password_common: "password" },
    label: text.submit,
    submit: async ({ dorm, number, code, ...values }) => {
      need(values, fields.map(({ name }) => name));
      needAccount(values);
      const account = {
        ...values, email: values.email.trim(), signIn: true, device: deviceName(), language: languageCode,
      };
      const place = more.open ? placeOf({ dorm, number, code }) : {};
      if (place.dorm || place.number) {
        need({ dorm, number }, ["dorm", "number"]);
        account.room = { dorm: place.dorm, number: place.number };
      }
      if (place.code) account.roomCode = place.code;
      const made = await send("POST", "/v1/signup", account).catch(orUnsure);
      rememberInvited(account.room || place.code ? { ...place, isWished: true } : null);
      if (made.state === "check_mail") fill(body, checkMail(values.email));
      else entered("/");
    },
  });
  return welcome("🎒", text.title, site.name === words.app ? null : text.lead(site.name),
    signUp.element, toSignIn);
}

/** If no reply arrives, the account may or may not have been created. */
function orUnsure(problem) {
  const isUnsure = problem.processed === "maybe" || problem.code === "timeout";
  throw isUnsure ? new Problem({ code: "signup_unsure" }) : problem;
}

function checkMail(email) {
  const text = words.signup;
  return welcome("📬", text.mailTitle, null, empty("✉️", text.mail(email), text.mailHint,
    h("a", { class: "button quiet-button", href: "/signin" }, words.signin.submit)));
}
