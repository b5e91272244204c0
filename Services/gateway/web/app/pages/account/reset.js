// Sets a new password with a code: that of a mailed link (/reset#code), or one an administrator gave.

import { send } from "../../api.js";
import { field, form, need } from "../../components/form.js";
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
  const password = field({
    name: "password", label: text.title, kind: "password", autocomplete: "new-password",
    hint: words.signup.passwordHint, required: true,
  });
  history.replaceState(history.state, "", location.pathname);
  const reset = form({
    parts: [code, password], label: text.submit,
    submit: async (values) => {
      need(values, ["code", "password"]);
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
