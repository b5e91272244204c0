// A password field with a show button and a Caps Lock hint.

import { h, icon } from "../dom.js";
import { words } from "../words/words.js";
import { field } from "./form.js";

/** Like `field`. `autocomplete` tells password managers which password is meant. */
export function passwordField({ label = words.signin.password, name = "password", ...rest }) {
  const part = field({
    name, label, kind: "password", autocapitalize: "none", autocorrect: "off", spellcheck: "false",
    required: true, maxLength: 256, ...rest,
  });
  const { input } = part;
  part.element.querySelector("label").id = `${input.id}-label`;
  const eye = h("button", { class: "reveal", type: "button", "aria-pressed": "false",
    "aria-label": words.signin.showPassword, "aria-describedby": `${input.id}-label`,
    "aria-controls": input.id }, icon("eye"));
  const show = (isShown) => {
    input.type = isShown ? "text" : "password";
    eye.setAttribute("aria-pressed", String(isShown));
    eye.replaceChildren(icon(isShown ? "eyeOff" : "eye"));
  };
  eye.addEventListener("click", () => show(input.type === "password"));
  const caps = h("p", { class: "hint caps", role: "status" });
  const lookAtKeys = (event) => {
    caps.textContent = event.getModifierState?.("CapsLock") ? words.signin.capsLock : "";
  };
  input.addEventListener("keydown", lookAtKeys);
  input.addEventListener("keyup", lookAtKeys);
  input.addEventListener("blur", () => { caps.textContent = ""; });
  const box = h("div", { class: "password-box" });
  input.replaceWith(box);
  box.append(input, eye);
  box.after(caps);
  // Password managers only recognize fields of type password on submit.
  queueMicrotask(() => input.form?.addEventListener("submit", () => show(false)));
  return part;
}

/** A hidden input with the account's address, so that password managers can match the password to it. */
export function accountName(email) {
  return h("input", { type: "email", name: "username", autocomplete: "username", value: email, readonly: true,
    hidden: true });
}
