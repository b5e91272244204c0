// How the site sends email, and the test of its mail server.

import { send } from "../api.js";
import { h } from "../dom.js";
import { explain, words } from "../words/words.js";

/** A card about email, which only the server's configuration changes. */
export function mailCard(sendsMail) {
  const text = words.admin.site;
  return h("section", { class: "card admin-email" }, h("h2", {}, text.mail),
    h("p", {}, sendsMail ? text.sendsMail : text.noMail),
    sendsMail ? mailTest() : h("p", { class: "warning" }, text.unverified),
    h("p", { class: "hint" }, text.where));
}

/** A button that has a test mail sent, with the mail server's answer below it. */
function mailTest() {
  const text = words.admin.site;
  const answer = h("p", { class: "notice", role: "status", hidden: true });
  const show = (line, isBad) => {
    answer.className = isBad ? "alert" : "notice";
    answer.textContent = line;
    answer.hidden = false;
  };
  const button = h("button", { class: "button quiet-button", type: "button" }, text.testMail);
  button.addEventListener("click", async () => {
    if (button.hasAttribute("aria-busy")) return;
    button.setAttribute("aria-busy", "true");
    answer.hidden = true;
    try {
      const tested = await send("POST", "/v1/admin/mail/test");
      show(text.tests[tested.outcome](tested), tested.outcome !== "accepted");
    } catch (problem) {
      show(explain(problem), true);
    } finally {
      button.removeAttribute("aria-busy");
    }
  });
  return h("div", { class: "admin-mail" }, button, answer);
}
