// The person's data: downloading all of it, and deleting the account after a cancelable delay of seven days.

import { Problem, get, getFile, send } from "../../api.js";
import { erasingNote } from "../../components/erasing.js";
import { form, need, refusal, toggle } from "../../components/form.js";
import { accountName, passwordField } from "../../components/passwordfield.js";
import { failed, skeleton } from "../../components/pieces.js";
import { saveFile } from "../../components/savefile.js";
import { fill, h } from "../../dom.js";
import { go } from "../../router.js";
import { left } from "../../session.js";
import { loadMe, state, watch } from "../../state.js";
import { explain, megabytes, moment, words } from "../../words/words.js";

/** The page at /settings/data. */
export function dataPage() {
  const wait = h("div", {});
  const end = h("div", {}, skeleton(2));
  let shown;
  const paint = () => {
    const erases = state.me?.erases ?? null;
    // Keep a half-typed password.
    if (!state.me || shown === erases) return;
    shown = erases;
    fill(wait, erasingNote(state.me));
    fill(end, !erases && deletion(state.me));
  };
  const load = async () => {
    try {
      await loadMe();
      paint();
    } catch (problem) {
      if (!state.me) fill(end, failed(problem, load));
    }
  };
  paint();
  load();
  return { name: "data", tab: "settings", title: words.account.data.title, parent: "/settings",
    body: h("div", { class: "stack" }, wait, exportCard(), end), stop: watch(paint) };
}

// With pictures it is an archive of any size: the browser downloads it itself, without holding it in memory.
function exportCard() {
  const text = words.account.data;
  const choice = h("div", { hidden: true });
  let withPictures = null;
  get("/v1/me/pictures/space").then(({ pictures, bytes }) => {
    if (!pictures) return;
    withPictures = toggle({ name: "withPictures", label: text.withPictures,
      hint: text.withPicturesHint(pictures, megabytes(bytes)) });
    fill(choice, withPictures.element);
    choice.hidden = false;
  }).catch((problem) => {
    // The copy without pictures needs no answer.
    if (!(problem instanceof Problem)) throw problem;
  });
  const line = h("p", { class: "hint", role: "status" });
  const alert = h("p", { class: "alert", role: "alert", hidden: true });
  const button = h("button", { class: "button", type: "button", onclick: async () => {
    if (button.hasAttribute("aria-busy")) return;
    button.setAttribute("aria-busy", "true");
    alert.hidden = true;
    if (withPictures?.input.checked) {
      h("a", { href: "/v1/me/export?pictures=true", download: "" }).click();
      line.textContent = text.started;
      button.removeAttribute("aria-busy");
      return;
    }
    line.textContent = text.gathering;
    try {
      const file = await getFile("/v1/me/export");
      saveFile(file, `quad-${new Date().toISOString().slice(0, 10)}.json`);
      line.textContent = text.downloaded(Math.max(1, Math.round(file.size / 1024)));
    } catch (problem) {
      line.textContent = "";
      alert.textContent = explain(problem);
      alert.hidden = false;
    }
    button.removeAttribute("aria-busy");
  } }, text.download);
  return h("section", { class: "card data-card" }, h("h2", {}, text.copyTitle), h("p", {}, text.copyText),
    h("ul", { class: "points" }, text.copyPoints.map((point) => h("li", {}, point))),
    choice, alert, button, line);
}

function deletion(me) {
  const text = words.account.data;
  const password = passwordField({ label: words.account.signin.current, autocomplete: "current-password" });
  const remove = form({
    parts: [{ element: accountName(me.email) }, password], fields: [password], label: text.delete,
    blames: { password_wrong: "password" },
    submit: async (values) => {
      need(values, ["password"]);
      if (values.password.length < 10) throw refusal("password", words.errors.password_wrong);
      const { erases } = await send("POST", "/v1/me/delete", values);
      left(text.gone(moment(erases)));
      // The live stream may have shown the sign-in page first, without this message.
      go("/signin", { replace: true });
    },
  });
  remove.button.classList.add("danger");
  return h("section", { class: "card data-card" }, h("h2", {}, text.deleteTitle), h("p", {}, text.deleteText),
    h("ul", { class: "points" }, text.deletePoints.map((point) => h("li", {}, point))),
    h("details", { class: "more" }, h("summary", { class: "is-danger" }, text.deleteBegin),
      h("div", { class: "more-body" }, remove.element)));
}
