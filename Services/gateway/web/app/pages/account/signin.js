// Sign-in with email and password. Naming the room is an optional check.

import { send } from "../../api.js";
import { hasPlace } from "../../apps.js";
import { demoPeople } from "../../components/demo.js";
import { deviceName } from "../../components/device.js";
import { field, form, need, needAddress, refusal } from "../../components/form.js";
import { passwordField } from "../../components/passwordfield.js";
import { placeOf, roomFields } from "../../components/roomfields.js";
import { welcome } from "../../components/welcome.js";
import { h } from "../../dom.js";
import { hasEnded, loadMe, loadSite } from "../../state.js";
import { entered, lastWords, wanted } from "../../session.js";
import { words } from "../../words/words.js";

/** The page at /signin. */
export function signInPage() {
  const text = words.signin;
  const email = field({
    name: "email", label: text.email, kind: "email", autocomplete: "username", inputmode: "email",
    autocapitalize: "none", spellcheck: "false", required: true,
  });
  const password = passwordField({ autocomplete: "current-password", enterkeyhint: "go" });
  const room = hasPlace("room") ? roomFields({ hasCode: false }) : [];
  const more = h("details", { class: "more", hidden: !hasPlace("room") }, h("summary", {}, text.withRoom),
    h("div", { class: "more-body" }, room.map((part) => part.element)));
  const signIn = form({
    parts: [email, password, { element: more }],
    fields: [email, password, ...room],
    label: text.submit, names: { room: "number" }, blames: { not_in_room: "number", email_bad: "email" },
    submit: async ({ dorm, number, ...values }) => {
      need(values, ["email", "password"]);
      needAddress(values);
      const body = { ...values, email: values.email.trim(), device: deviceName() };
      const place = more.open ? placeOf({ dorm, number }) : {};
      if (place.dorm || place.number) {
        if (!place.dorm) throw refusal("dorm", text.room);
        if (!place.number) throw refusal("number", text.room);
        body.room = place;
      }
      // Passwords have at least ten characters, so a shorter one is wrong.
      if (values.password.length < 10) throw refusal("password", words.errors.bad_credentials);
      await send("POST", "/v1/signin", body);
      const me = await person();
      entered(me?.erases ? "/settings/data" : wanted(me?.id));
    },
  });
  const note = lastWords() ?? (hasEnded() ? text.ended : null);
  const forgot = h("a", { href: "/forgot" }, text.forgot);
  const signUp = h("a", { href: "/signup" }, text.toSignUp);
  const setup = h("p", { class: "notice", hidden: true }, text.needsSetup, " ",
    h("a", { href: "/setup" }, text.setUp));
  const demo = h("div", { hidden: true });
  loadSite().then((site) => {
    const { signUp: mode, needsSetup } = site;
    const others = demoPeople(site);
    demo.hidden = !others;
    if (others) demo.append(others);
    signUp.hidden = mode === "off";
    setup.hidden = !needsSetup;
    if (!hasPlace("room")) more.hidden = true;
  }, () => {});
  return {
    name: "signin", title: text.submit, isPlain: true,
    body: welcome("👋", text.title, text.lead,
      note && h("p", { class: "notice", role: "status" }, note), setup, signIn.element, demo,
      h("p", { class: "links" }, signUp, forgot)),
  };
}

// Loads the account: a person with a pending deletion goes to the page where it can be canceled.
async function person() {
  try {
    return await loadMe();
  } catch {
    return null;
  }
}
