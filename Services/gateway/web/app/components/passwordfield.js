// A password's field: can be shown, says when Caps Lock is on, is hidden again before it is sent.

import { h, icon } from "../dom.js";
import { words } from "../words/words.js";
import { field } from "./form.js";

/** Like `field`. `autocomplete` names the password for password managers. */
export function passwordField({ label = words.signin.password, name = "password", ...rest }) {
  const part = field({
    name, label, kind: "password", autocapitalize: "none", autocorrect: "off", spellcheck: "false",
    required: true, maxLength: 256, ...rest,
  });
  const { input } = part;
  part.element.querySelector("label").id = `${input.id}-label`;
  const eye = h("button", { class: "reveal", type: "button", "aria-pressed": "false",
    "aria-label": words.account.showPassword, "aria-describedby": `${input.id}-label`,
    "aria-controls": input.id }, icon("eye"));
  const show = (isShown) => {
    input.type = isShown ? "text" : "password";
    eye.setAttribute("aria-pressed", String(isShown));
    eye.replaceChildren(icon(isShown ? "eyeOff" : "eye"));
  };
  eye.addEventListener("click", () => show(input.type === "password"));
  const caps = h("p", { class: "hint caps", role: "status" });
  const lookAtKeys = (event) => {
    caps.textContent = event.getModifierState?.("CapsLock") ? words.account.capsLock : "";
  };
  input.addEventListener("keydown", lookAtKeys);
  input.addEventListener("keyup", lookAtKeys);
  input.addEventListener("blur", () => { caps.textContent = ""; });
  const box = h("div", { class: "password-box" });
  input.replaceWith(box);
  box.append(input, eye);
  box.after(caps);
  // Password managers look for a password field among what is sent.
  queueMicrotask(() => input.form?.addEventListener("submit", () => show(false)));
  return part;
}

/** The account's name where no field shows it, so that a password manager knows whose password it is. */
export function accountName(email) {
  return h("input", { type: "email", name: "username", autocomplete: "username", value: email, readonly: true,
    hidden: true });
}
