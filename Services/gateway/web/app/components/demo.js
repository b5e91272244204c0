// The people of the demo campus as whom anybody may look at it: only on a site whose data are the demo's.

import { send } from "../api.js";
import { h } from "../dom.js";
import { forget, rememberSignedIn } from "../state.js";
import { words } from "../words/words.js";
import { deviceName } from "./device.js";
import { complain } from "./toast.js";

// seeds/README.md publishes the password.
const password = "hilltop-demo-2026";
const people = [
  { email: "ada@hilltop.example", role: "student" }, { email: "magnus@hilltop.example", role: "teacher" },
];

/** Buttons that sign in as another person of the demo, or null on any other site. `me` is left out. */
export function demoPeople(site, me = null) {
  if (!site?.isDemo) return null;
  const text = words.signin.demo;
  const others = people.filter(({ email }) => email !== me?.email);
  return h("section", { class: "card demo-people" },
    h("p", {}, text.lead),
    others.map(({ email, role }) => h("button", {
      class: "button quiet-button", type: "button", onclick: ({ target }) => switchTo(email, target),
    }, text[role])));
}

// A load of the whole app forgets everything of the person before.
async function switchTo(email, button) {
  button.disabled = true;
  try {
    await send("POST", "/v1/signin", { email, password, device: deviceName() });
    forget({ isDeliberate: true });
    rememberSignedIn();
    location.assign("/");
  } catch (problem) {
    button.disabled = false;
    complain(problem);
  }
}
