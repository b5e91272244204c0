// The link in a confirmation mail: /confirm#code completes a sign-up or confirms an address.

import { send } from "../../api.js";
import { welcome } from "../../components/welcome.js";
import { fill, h } from "../../dom.js";
import { loadMe, seemsSignedIn } from "../../state.js";
import { explain, words } from "../../words/words.js";

/** The page at /confirm. */
export function confirmPage() {
  const text = words.confirm;
  const content = h("div", { class: "stack", "aria-live": "polite" }, h("p", {}, text.working));
  const code = location.hash.slice(1);
  // Remove the code from the address bar; it works only once anyway.
  history.replaceState(history.state, "", location.pathname);
  send("POST", "/v1/email/confirm", { code }).then(({ email, isNewAccount }) => {
    fill(content, h("p", {}, isNewAccount ? words.account.confirm.begun(email) : text.done(email)), onward());
    // Reload the account of a signed-in person, whose address is now confirmed.
    if (seemsSignedIn()) loadMe().catch(() => {});
  }, (problem) => {
    fill(content, h("p", { class: "alert", role: "alert" }, explain(problem)),
      h("p", {}, seemsSignedIn() ? words.account.confirm.againInside : words.account.confirm.againOutside),
      onward());
  });
  return { name: "confirm", title: text.title, isPlain: true, body: welcome("📬", text.title, null, content) };
}

function onward() {
  return seemsSignedIn() ? h("a", { class: "button", href: "/settings/signin" }, words.confirm.proceed)
    : h("a", { class: "button", href: "/signin" }, words.signin.submit);
}
