// The link of a mail: /confirm#code finishes a sign-up or confirms an address.

import { send } from "../../api.js";
import { welcome } from "../../components/welcome.js";
import { fill, h } from "../../dom.js";
import { explain, words } from "../../words/words.js";

/** The page at /confirm. */
export function confirmPage() {
  const text = words.confirm;
  const line = h("p", { role: "status" }, text.working);
  const onward = h("a", { class: "button", href: "/", hidden: true }, text.proceed);
  const code = location.hash.slice(1);
  // The code is of use once; it need not stay in the address bar.
  history.replaceState(history.state, "", location.pathname);
  send("POST", "/v1/email/confirm", { code }).then(({ email }) => {
    fill(line, text.done(email));
    onward.hidden = false;
  }, (problem) => {
    fill(line, explain(problem));
    onward.hidden = false;
  });
  return { name: "confirm", title: text.title, isPlain: true,
    body: welcome("📬", text.title, null, line, onward) };
}
