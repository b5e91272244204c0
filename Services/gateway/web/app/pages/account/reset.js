// Sets a new password with a code, from a mailed link (/reset#code) or from an administrator.

import { send } from "../../api.js";
import { field, form, need, refusal } from "../../components/form.js";
import { passwordField } from "../../components/passwordfield.js";
import { toast } from "../../components/toast.js";
import { welcome } from "../../components/welcome.js";
import { go } from "../../router.js";
import { words } from "../../words/words.js";

/** The page at /reset. */
export function resetPage() {
  const text = words.password;
  const code = field({
    name: "code", label: text.code, value: location.hash.slice(1), autocomplete: "one-time-code",
    required: true,
    spellcheck: "false", autocapitalize: "none",
  });
  const password = passwordField({ label: text.title, autocomplete: "new-password",
    hint: words.account.passwordHint, minlength: 10 });
  history.replaceState(history.state, "", location.pathname);
  const reset = form({
    parts: [code, password], label: text.submit,
    blames: { code_wrong: "code", password_common: "password" },
    submit: async (values) => {
      need(values, ["code", "password"]);
      if (values.password.length < 10) throw refusal("password", words.errors.password_bad);
      await send("POST", "/v1/password/reset", { code: values.code.trim(), password: values.password });
      go("/signin", { replace: true });
      toast(text.done);
    },
  });
  return {
    name: "reset", title: text.title, isPlain: true, parent: "/signin",
    body: welcome("🔑", text.title, null, reset.element),
  };
}
