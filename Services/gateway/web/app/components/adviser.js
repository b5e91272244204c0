// The adviser of a student: who is warned, too, when the student's attendance becomes low.

import { send } from "../api.js";
import { words } from "../words/words.js";
import { field } from "./form.js";
import { formSheet } from "./formsheet.js";
import { complain, toast } from "./toast.js";

/** Asks for the address of an adviser for `entry`, whose address is `path`. True if one was set. */
export async function setAdviser(path, { firstName, lastName, adviser }) {
  const text = words.roster.adviser;
  const entry = await formSheet({
    title: adviser ? text.change : text.set, lead: text.lead(`${firstName} ${lastName}`), label: words.save,
    parts: [field({ name: "email", label: text.email, kind: "email", required: true, autocomplete: "off" })],
    submit: ({ email }) => send("PUT", `${path}/adviser`, { email: email.trim() }),
  });
  if (!entry) return false;
  toast(text.isSet(`${entry.adviser.firstName} ${entry.adviser.lastName}`));
  return true;
}

/** Removes the adviser of an entry, whose address is `path`. */
export async function removeAdviser(path) {
  try {
    await send("DELETE", `${path}/adviser`);
    toast(words.roster.adviser.removed);
  } catch (problem) {
    complain(problem);
  }
}
